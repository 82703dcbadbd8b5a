"""Names and words of other people, made harmless: for the page, a terminal, a log and a record alike.

A nickname must not deceive. New nicknames are refused (`check_nickname`) if they hold characters that nobody can see, or
look like a name that the page gives to bots, seats or itself. At one table a name, and everything that looks like it,
belongs to one person (`check_free`): whatever puts a name before other people's eyes at a table asks this first.
Names look alike if their skeletons do, as UTS 39 of Unicode defines them by its list of confusable characters.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache

from confusable_homoglyphs.utils import load

from rexarium.kernel.sentence import sentence
from rexarium.server.model.refusal import Refusal
from rexarium.server.model.text import (
    BLANK,
    JOINER,
    LINKS,
    LONGEST_NAME,
    UNSEEN,
    clean_text,
    links_letters,
)

# Nicknames that do not deceive

# The page's own names by language: what bots, seats, programs and the host are called there. A test compares them with
# web/messages, so that another word is not forgotten here.
_LEVELS = {
    "en": ("hatchling", "nestling", "forager", "hunter", "alpha", "tyrant"),
    "fr": ("nouveau-né", "oisillon", "glaneur", "chasseur", "alpha", "tyran"),
    "nl": ("kuiken", "nestjong", "scharrelaar", "jager", "alfa", "tiran"),
    "de": ("schlüpfling", "nestling", "sammler", "jäger", "alpha", "tyrann"),
}


_BOTS = {
    "en": ("bot", "robot"),
    "fr": ("bot", "robot"),
    "nl": ("bot", "robot"),
    "de": ("bot", "robot"),
}


_PLACES = {
    "en": ("seat", "free seat", "program", "host"),
    "fr": ("place", "place libre", "programme", "hôte"),
    "nl": ("plaats", "vrije plaats", "programma", "gastheer"),
    "de": ("platz", "freier platz", "programm", "gastgeber"),
}


_OURS = ("rexarium", "someone", "nobody")


_NUMBER = re.compile(r"(?:[\W_]*\d+|[\W_]+[\dlIO|]+)[\W_]*$")  # "hunter 2", "Seat l"


_EMOJI_STYLE = "\ufe0f"


_KEYCAP = "\u20e3"


# Marks and letters that take no room; Unicode calls them default ignorable, and Python does not know which they are.
_IGNORABLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)


# Letters that are only drawn differently, as small capitals, white on black or for flags; Unicode's list has none of them.
_DRAWN = re.compile(
    "(?:LATIN LETTER SMALL CAPITAL|(?:CROSSED )?NEGATIVE (?:CIRCLED|SQUARED) LATIN CAPITAL LETTER"
    "|REGIONAL INDICATOR SYMBOL LETTER) ([A-Z])"
)


_STRETCH = "\u0640"  # makes Arabic words wider


def check_nickname(typed: str) -> str:
    """A nickname as it is kept; refused if it is empty, has invisible characters, or is one of the page's own names."""
    tidy = unicodedata.normalize("NFC", typed.strip())
    if any(_is_unseen(tidy, place) for place in range(len(tidy))):
        raise Refusal(
            "not possible",
            "A nickname cannot contain control, direction or zero-width characters. Choose another nickname.",
        )
    name = clean_text(tidy, LONGEST_NAME)
    if not any(unicodedata.category(letter)[0] in "LNPS" for letter in name):
        raise Refusal("not possible", "Your nickname needs at least one visible character.")
    check_reserved(name)
    return name


def check_reserved(name: str) -> None:
    """Refuse a name that bots, seats or the site itself have on the page, in any of its languages."""
    bare = _NUMBER.sub("", unicodedata.normalize("NFKC", name))
    if (looks(name) | looks(bare)) & _reserved():
        raise Refusal(
            "not possible",
            sentence(
                "“{name}” is the name of a bot, a seat or this site. Choose another nickname.", name=name
            ),
        )


def check_free(name: str, person: str, here: Iterable[tuple[str, str]]) -> None:
    """Refuse a name that looks like another person's among (person, name) pairs; a name one has already stays theirs."""
    known = list(here)
    if (person, name) in known:
        return
    check_reserved(name)
    for owner, other in known:
        if owner != person and looks(name) & looks(other):
            raise Refusal(
                "not possible",
                sentence(
                    "Someone at this table already has a name that looks like “{name}”. Choose another nickname.",
                    name=name,
                ),
            )


def _is_unseen(text: str, place: int) -> bool:
    """Is this a character that nobody can see? Joiners and the emoji style are fine where writing needs them."""
    letter = text[place]
    before, after = text[place - 1 : place], text[place + 1 : place + 2]
    if letter in LINKS:
        return not (links_letters(before, after) or (letter == JOINER and _links_emoji(before, after)))
    if letter == _EMOJI_STYLE:
        return not (_is_symbol(before) or after == _KEYCAP)
    return bool(unicodedata.category(letter) in UNSEEN or letter in BLANK or _IGNORABLE.match(letter))


def _links_emoji(before: str, after: str) -> bool:
    return (_is_symbol(before) or before == _EMOJI_STYLE) and _is_symbol(after)


def _is_symbol(letter: str) -> bool:
    return bool(letter) and unicodedata.category(letter) in ("So", "Sk", "Sm")


@lru_cache(20_000)
def looks(name: str) -> frozenset[str]:
    """What a name looks like, as it is written and in small letters: names that share one of these look alike."""
    return frozenset({skeleton(name), skeleton(name.casefold())})


def skeleton(text: str) -> str:
    """The form that is the same for all texts that look alike, whatever their script, case, punctuation and ornaments.

    Unicode tells apart what a page shows in one case; here capital I, small l and the digit 1 are one, and so is small i,
    because the same name can be written with a capital.
    """
    letters = unicodedata.normalize("NFKC", text)
    plain = "".join(_plain_letter(letter) for letter in letters if not _is_ornament(letter))
    form = _replace(_replace(plain).casefold()).replace("i", "l")
    kept = "".join(letter for letter in form if not _is_punctuation(letter))
    return _IGNORABLE.sub("", kept) or form


def _is_ornament(letter: str) -> bool:
    """Is this a mark that makes no other letter: a line under or through one, a frame, a vowel point that may be left out?

    Accents that make one have become a letter with it (é), and the vowels of Indian scripts and Thai are no ornament.
    """
    place = unicodedata.combining(
        letter
    )  # 1: through the letter; 10 to 35: points; from 200 on: above, below
    return unicodedata.category(letter) == "Me" or place == 1 or 10 <= place <= 35 or place >= 200


def _is_punctuation(letter: str) -> bool:
    """Is this a space, or a sign that is no letter, digit or picture?"""
    kind = unicodedata.category(letter)
    return kind[0] in "ZPC" or kind in ("Sk", "Sm") or letter == _STRETCH


def _plain_letter(letter: str) -> str:
    found = _DRAWN.fullmatch(unicodedata.name(letter, ""))
    return found[1] if found else letter


def _replace(text: str) -> str:
    """Every character by the one that it can be taken for: decomposed, replaced, and decomposed again."""
    prototypes = _prototypes()
    letters = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFD", "".join(prototypes.get(letter, letter) for letter in letters))


@cache
def _prototypes() -> dict[str, str]:
    """The list of confusable characters. The library names all pairs in both directions; a prototype is in many of them,
    and of a pair that stands alone either will do."""
    pairs: dict[str, set[str]] = {}
    for letter, others in load("confusables.json").items():
        pairs.setdefault(_bare(letter), set()).update(_bare(other["c"]) for other in others)
    found = {}
    for letter, others in pairs.items():
        if len(letter) == len(others) == 1:
            (other,) = others
            if len(other) > 1 or len(pairs[other]) > 1 or other < letter:
                found[letter] = other
    return found


def _bare(text: str) -> str:
    """Without the direction marks that the list has around characters written from right to left."""
    return text.replace("\u200e", "")


@cache
def _reserved() -> frozenset[str]:
    levels, bots, places = _all_names(_LEVELS), _all_names(_BOTS), _all_names(_PLACES)
    pairs = [f"{level} {bot}" for level in levels for bot in bots]
    pairs += [f"{bot} {level}" for level in levels for bot in bots]
    names = (*levels, *bots, *places, *_OURS, *pairs)
    return frozenset(look for name in names for look in looks(name))


def _all_names(table: Mapping[str, Sequence[str]]) -> list[str]:
    """The names of all languages, each once."""
    return list(dict.fromkeys(name for names in table.values() for name in names))
