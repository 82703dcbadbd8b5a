"""When two wordings mean the same: case and punctuation never matter, and order only where it has a meaning."""

import re
from fractions import Fraction

from rexarium.kernel.errors import BadCase

# The names of lists without an order; the last words of a name are looked up, apart from seat numbers.
UNORDERED = (
    "hand", "lost", "seen", "unseen", "remaining", "cards", "eggs", "open eggs", "next egg", "aside",
    "box set", "box eggs", "box colours", "box dinosaurs", "asked", "waiting", "committed", "winners", "in game",
    "last out", "runaways", "trees", "played", "cards left", "cards played", "collection", "destroyed", "market",
    "bought",
)  # fmt: skip
_COMPARISON = re.compile(r"^(.+?)\s*(==|!=|<=|>=|=|<|>|:)\s*(.*)$")
_IS = re.compile(r"^(.+?)\s+(is)\s+(.*)$")
_NUMBER = re.compile(r"^-?\d{1,9}(/[1-9]\d{0,8}|(\.\d{1,9})?%?)$", re.ASCII)
_NO_WORDS = ("and", "or", "seat", "seats", "then")
_NOTHING = ("none", "nothing", "nobody", "empty", "-")


def split_list(text: str) -> list[str]:
    """The items between commas, semicolons, `and` and `or`."""
    return [item.strip() for item in re.split(r"[,;]|\band\b|\bor\b", text) if item.strip()]


def split_rules(text: str) -> list[str]:
    """Rule numbers, however they are separated."""
    return [number.upper() for number in re.split(r"[\s,;]+|\band\b|\bor\b", text.lower()) if number]


def split_comparison(text: str) -> tuple[str, str, str] | None:
    """Split `rank = 2 1 3` into name, sign and value; a colon and `is` mean `=`. None if it is not a comparison."""
    found = _COMPARISON.match(text) or _IS.match(text)
    if not found:
        return None
    return found[1].strip(), "=" if found[2] in ("==", ":", "is") else found[2], found[3].strip()


def holds(name: str, found: str, sign: str, wanted: str, line: int) -> bool:
    """Whether a comparison holds."""
    if not wanted:
        raise BadCase(f"there is nothing to compare '{name}' with.", line)
    if sign in ("=", "!="):
        return is_alike(found, wanted, is_ordered=is_ordered(name)) == (sign == "=")
    here, there = read_number(found), read_number(wanted)
    if here is None or there is None:
        raise BadCase(f"'{sign}' compares numbers, not '{found}' and '{wanted}'.", line)
    return {"<": here < there, ">": here > there, "<=": here <= there, ">=": here >= there}[sign]


def read_number(text: str) -> Fraction | None:
    """`3`, `3/10`, `0.3` or `30%`; None if it is not a number."""
    if not _NUMBER.match(text):
        return None
    return Fraction(text[:-1]) / 100 if text.endswith("%") else Fraction(text)


def is_ordered(name: str) -> bool:
    """Whether the order of such a list means something."""
    words = [word for word in re.split(r"[\s._]+", name) if not word.isdecimal()]
    label = " ".join(word for word in words if word not in ("seat", "seats", "of"))
    return label not in UNORDERED


def is_alike(found: str, wanted: str, *, is_ordered: bool = True) -> bool:
    """Whether two wordings mean the same."""
    return _words(found) == _words(wanted) or (not is_ordered and _items(found) == _items(wanted))


def _words(text: str) -> list[str]:
    words = re.sub(r"[,;>]", " ", text.lower()).split()
    return [word for word in words if word not in _NO_WORDS and word not in _NOTHING]


def _items(text: str) -> list[list[str]]:
    """The items of an unordered list, except those with a count of zero."""
    items = [_item(_words(item)) for item in split_list(text)]
    if all(word.isdecimal() for item in items for word in item):  # seats, which need no commas
        return [sorted(word for item in items for word in item)]
    return sorted(item for item in items if item and not (item[0] == "0" and len(item) > 1))


def _item(words: list[str]) -> list[str]:
    """One item of a list: `2 green` is `green 2`, and `2 grey 3` is `grey 3 2`, but not `3 grey 2`."""
    if sum(word.isdecimal() for word in words) < 2:
        return sorted(words)
    return words if words[0].isdecimal() else [words[-1], *words[:-1]]
