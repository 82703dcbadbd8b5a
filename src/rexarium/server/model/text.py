"""What people type, made safe to show: one line of visible characters, for page, terminal, log and record alike.

And how bytes are written in addresses, and what is kept of a key.
"""

import base64
import hashlib
import unicodedata

LONGEST_NAME = 24


LONGEST_TEXT = 400


UNSEEN = {
    "Cc",
    "Cf",
    "Cs",
    "Co",
    "Cn",
    "Zl",
    "Zp",
}  # controls, direction marks, surrogates, private, line ends


BLANK = "\u115f\u1160\u2800\u3164\uffa0"  # counted as letters and signs, but nothing is to be seen of them


JOINER = "\u200d"  # holds the parts of one emoji together


NON_JOINER = "\u200c"  # holds letters apart that would be joined, in Persian


LINKS = JOINER + NON_JOINER


_MARKS = 4  # accents that may stand on one letter


def clean_text(text: str, longest: int = LONGEST_TEXT) -> str:
    """One line of what can be seen."""
    kept: list[str] = []
    marks = _MARKS  # there is no letter yet that one could stand on
    letters = unicodedata.normalize("NFC", text)
    for place, letter in enumerate(letters):
        kind = unicodedata.category(letter)
        is_link = letter == JOINER or (
            letter == NON_JOINER and links_letters("".join(kept[-1:]), letters[place + 1 : place + 2])
        )
        if (kind in UNSEEN and not is_link) or letter in BLANK:
            kept.append(" ")
            marks = _MARKS
            continue
        if kind in ("Mn", "Me"):
            marks += 1
        else:
            marks = _MARKS if letter.isspace() else 0
        if marks <= _MARKS:
            kept.append(letter)
    return " ".join("".join(kept).split())[:longest].strip(LINKS + " ")


def clean_name(text: str) -> str:
    """A nickname; empty if nothing of it can be seen."""
    name = clean_text(text, LONGEST_NAME)
    return name if any(unicodedata.category(letter)[0] in "LNPS" for letter in name) else ""


def links_letters(before: str, after: str) -> bool:
    """Does a joiner stand between Arabic letters (Persian names need it), or after a virama of an Indian script?"""
    if not before or not after:
        return False
    is_arabic = unicodedata.bidirectional(before) == unicodedata.bidirectional(after) == "AL"
    return is_arabic or unicodedata.combining(before) == 9


def write_word(secret: bytes) -> str:
    """Bytes as a word for addresses and for command lines, where a hyphen at the beginning would make an option of it."""
    word = base64.urlsafe_b64encode(secret).decode().rstrip("=")
    return f"x{word[1:]}" if word.startswith("-") else word


def fingerprint(key: str) -> bytes:
    """What is kept of a key; the key itself is known to its device alone."""
    return hashlib.sha256(key.encode()).digest()
