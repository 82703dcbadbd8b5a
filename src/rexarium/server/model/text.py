"""Text that people type, made safe to show on a page, in a terminal, in a log and in a record.

Also bytes as text for URLs, and the fingerprint that is kept of a key.
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
}  # controls, direction marks, surrogates, private use, unassigned, line and paragraph ends


BLANK = "\u115f\u1160\u2800\u3164\uffa0"  # letters and signs to Unicode, but invisible
JOINER = "\u200d"  # holds the parts of one emoji together
NON_JOINER = "\u200c"  # keeps letters apart that would otherwise join, in Persian
LINKS = JOINER + NON_JOINER
_MARKS = 4  # the most accents that one letter may have


def clean_text(text: str, longest: int = LONGEST_TEXT) -> str:
    """The visible characters of a text, on one line."""
    kept: list[str] = []
    marks = _MARKS  # no accent may come before the first letter
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
    """A name as a clean text; empty if it has no visible character."""
    name = clean_text(text, LONGEST_NAME)
    return name if any(unicodedata.category(letter)[0] in "LNPS" for letter in name) else ""


def links_letters(before: str, after: str) -> bool:
    """Whether a joiner belongs here: between Arabic letters (as Persian needs it), or after a virama of an Indian script."""
    if not before or not after:
        return False
    is_arabic = unicodedata.bidirectional(before) == unicodedata.bidirectional(after) == "AL"
    return is_arabic or unicodedata.combining(before) == 9


def url_token(secret: bytes) -> str:
    """Bytes as text for URLs and command lines, where a leading hyphen would turn it into an option."""
    word = base64.urlsafe_b64encode(secret).decode().rstrip("=")
    return f"x{word[1:]}" if word.startswith("-") else word


def fingerprint(key: str) -> bytes:
    """The SHA-256 of a key, which is all that the server keeps; only its device has the key itself."""
    return hashlib.sha256(key.encode()).digest()
