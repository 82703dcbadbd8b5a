"""Names and words of other people, made harmless: for the page, a terminal, a log and a record alike."""

import unicodedata

LONGEST_NAME = 24
LONGEST_TEXT = 400
_UNSEEN = {
    "Cc",
    "Cf",
    "Cs",
    "Co",
    "Cn",
    "Zl",
    "Zp",
}  # controls, direction marks, surrogates, private, line ends
_BLANK = "\u115f\u1160\u2800\u3164\uffa0"  # counted as letters and signs, but nothing is to be seen of them
_JOINER = "\u200d"  # holds the parts of one emoji together
_MARKS = 4  # accents that may stand on one letter


def clean_text(text: str, longest: int = LONGEST_TEXT) -> str:
    """One line of what can be seen."""
    kept = []
    marks = 0
    for letter in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(letter)
        if (kind in _UNSEEN and letter != _JOINER) or letter in _BLANK:
            kept.append(" ")
            continue
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if marks <= _MARKS:
            kept.append(letter)
    return " ".join("".join(kept).split())[:longest].strip(_JOINER + " ")


def clean_name(text: str) -> str:
    """A nickname; empty if nothing of it can be seen."""
    name = clean_text(text, LONGEST_NAME)
    return name if any(unicodedata.category(letter)[0] in "LNPS" for letter in name) else ""
