"""Nicknames that nobody can mistake for another name.

A new nickname is refused (`check_nickname`) if it contains invisible characters or looks like a name that the page gives
to bots, seats or itself. At any one table, a name and everything that looks like it belong to one person (`check_free`):
whatever shows a name to others at a table checks this first. Two names look alike if they have the same skeleton as
defined by Unicode's UTS 39 and its list of confusable characters.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache

from confusable_homoglyphs.utils import load

from rexarium.kernel.sentence import sentence
from rexarium.server.model.errors import Refusal
from rexarium.server.model.text import (
    BLANK,
    JOINER,
    LINKS,
    LONGEST_NAME,
    UNSEEN,
    clean_text,
    links_letters,
)

# What the page calls bots, seats, programs and the host, by language. A test compares these with web/messages, so that
# no new word is forgotten here.
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


# Marks and letters that are not drawn. Unicode calls them default ignorable; Python's `unicodedata` cannot tell.
_IGNORABLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)


# Letters in another style: small capitals, white on black, or for flags. Unicode's list of confusables lacks them.
_DRAWN = re.compile(
    "(?:LATIN LETTER SMALL CAPITAL|(?:CROSSED )?NEGATIVE (?:CIRCLED|SQUARED) LATIN CAPITAL LETTER"
    "|REGIONAL INDICATOR SYMBOL LETTER) ([A-Z])"
)


_STRETCH = "\u0640"  # stretches Arabic words


def check_nickname(typed: str) -> str:
    """The nickname to keep; refused if it is empty, has invisible characters or looks like one of the page's own names."""
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
    """Refuse a name that the page gives to bots, seats or the site itself, in any of its languages."""
    bare = _NUMBER.sub("", unicodedata.normalize("NFKC", name))
    if (looks(name) | looks(bare)) & _reserved():
        raise Refusal(
            "not possible",
            sentence(
                "“{name}” is the name of a bot, a seat or this site. Choose another nickname.", name=name
            ),
        )


def check_free(name: str, person: str, here: Iterable[tuple[str, str]]) -> None:
    """Refuse a name that looks like another person's in these (person, name) pairs; anyone may keep a name they have."""
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
    """Whether this character is invisible. Joiners and the emoji style are allowed where a script or emoji needs them."""
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
    """The skeletons of a name as written and in lower case. Names that share one of them look alike."""
    return frozenset({skeleton(name), skeleton(name.casefold())})


def skeleton(text: str) -> str:
    """A form shared by all texts that look alike, whatever their script, case, punctuation and ornaments.

    It goes further than Unicode's own, which keeps case apart: here capital I, small l and the digit 1 are the same, and
    so is small i, because anyone can write the same name with a capital.
    """
    letters = unicodedata.normalize("NFKC", text)
    plain = "".join(_plain_letter(letter) for letter in letters if not _is_ornament(letter))
    form = _replace(_replace(plain).casefold()).replace("i", "l")
    kept = "".join(letter for letter in form if not _is_punctuation(letter))
    return _IGNORABLE.sub("", kept) or form


def _is_ornament(letter: str) -> bool:
    """Whether this is a mark that does not change the letter: a line under or through it, a frame, an optional vowel point.

    An accent that does change it is already part of one character (é). Vowels in Indian scripts and Thai do not count.
    """
    # 1: drawn through the letter; 10 to 35: vowel points; 200 and more: above or below.
    place = unicodedata.combining(letter)
    return unicodedata.category(letter) == "Me" or place == 1 or 10 <= place <= 35 or place >= 200


def _is_punctuation(letter: str) -> bool:
    """Whether this is a space or a sign, as opposed to a letter, digit or picture."""
    kind = unicodedata.category(letter)
    return kind[0] in "ZPC" or kind in ("Sk", "Sm") or letter == _STRETCH


def _plain_letter(letter: str) -> str:
    found = _DRAWN.fullmatch(unicodedata.name(letter, ""))
    return found[1] if found else letter


def _replace(text: str) -> str:
    """Replace every character by the one it can be mistaken for, decomposing the text before and after."""
    prototypes = _prototypes()
    letters = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFD", "".join(prototypes.get(letter, letter) for letter in letters))


@cache
def _prototypes() -> dict[str, str]:
    """By character, the prototype that it can be mistaken for.

    The library lists every pair in both directions. A prototype occurs in many pairs; in an isolated pair either
    character will do.
    """
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
    """The text without the direction marks that the list puts around right-to-left characters."""
    return text.replace("\u200e", "")


@cache
def _reserved() -> frozenset[str]:
    levels, bots, places = _all_names(_LEVELS), _all_names(_BOTS), _all_names(_PLACES)
    pairs = [f"{level} {bot}" for level in levels for bot in bots]
    pairs += [f"{bot} {level}" for level in levels for bot in bots]
    names = (*levels, *bots, *places, *_OURS, *pairs)
    return frozenset(look for name in names for look in looks(name))


def _all_names(table: Mapping[str, Sequence[str]]) -> list[str]:
    """The names in all languages, without duplicates."""
    return list(dict.fromkeys(name for names in table.values() for name in names))
