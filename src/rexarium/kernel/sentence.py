"""Sentences made of a pattern and values: in English here, elsewhere in every language that has the pattern.

A pattern is what the page's messages are: `{name}`, `{eggs, plural, one {# egg} other {# eggs}}`,
`{how, select, top {the top} other {the rest}}`, and `{who, seat}`, `{who, seats}`, `{what, names}`, `{points, signed}`.
The English pattern is the key of its translations, so a changed pattern shows which have to be redone.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

Value = int | str | tuple[int, ...] | tuple[str, ...]
Values = Mapping[str, Value]
Patterns = tuple[str, ...]  # of sentences that are chosen by number

_HEAD = re.compile(r"\s*(\w+)\s*(?:,\s*(\w+)\s*)?(,)?\s*")
_BRANCH = re.compile(r"\s*([\w=]+)\s*\{")
_NUMBER = "#"


class Sentence(str):
    """A sentence in English that knows the pattern and values it was made from."""

    pattern: str
    values: Values

    def __new__(cls, pattern: str, values: Values) -> "Sentence":
        """The pattern with its values put in."""
        text = _fill(read_pattern(pattern), values, "")
        made = super().__new__(cls, text[:1].upper() + text[1:])
        made.pattern, made.values = pattern, dict(values)
        return made

    def __reduce__(self) -> tuple[type["Sentence"], tuple[str, Values]]:
        """Copies and pickles are made from the pattern and its values."""
        return Sentence, (self.pattern, self.values)


def sentence(pattern: str, **values: Value) -> Sentence:
    """A sentence; its pattern is written out where it is used, because tools look for patterns there."""
    return Sentence(pattern, values)


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in a pattern for a value."""

    name: str
    kind: str = ""
    branches: Mapping[str, Sequence["str | Slot"]] = field(default_factory=dict)


Pieces = Sequence[str | Slot]


@cache
def read_pattern(pattern: str) -> Pieces:
    """The pieces of a pattern."""
    pieces, end = _read_pieces(pattern, 0, is_branch=False)
    if end < len(pattern):
        raise ValueError(f"a brace too many in '{pattern}'")
    return pieces


def slots_of(pieces: Pieces) -> dict[str, str]:
    """Every placeholder with its kind, including those in branches."""
    found: dict[str, str] = {}
    for piece in pieces:
        if isinstance(piece, Slot) and piece.name != _NUMBER:
            found[piece.name] = piece.kind or found.get(piece.name, "")
            for branch in piece.branches.values():
                found |= {name: kind for name, kind in slots_of(branch).items() if kind or name not in found}
    return found


def _read_pieces(text: str, at: int, *, is_branch: bool) -> tuple[Pieces, int]:
    pieces: list[str | Slot] = []
    while at < len(text) and text[at] != "}":
        if text[at] == "{":
            slot, at = _read_slot(text, at + 1)
            pieces.append(slot)
        elif text[at] == _NUMBER and is_branch:
            pieces.append(Slot(_NUMBER))
            at += 1
        else:
            end = re.compile(r"[{}#]" if is_branch else r"[{}]").search(text, at)
            pieces.append(text[at : end.start() if end else len(text)])
            at = end.start() if end else len(text)
    return pieces, at


def _read_slot(text: str, at: int) -> tuple[Slot, int]:
    head = _HEAD.match(text, at)
    if not head:
        raise ValueError(f"a placeholder has no name in '{text}'")
    at = head.end()
    branches: dict[str, Pieces] = {}
    while head[3] and (branch := _BRANCH.match(text, at)):
        branches[branch[1]], at = _read_pieces(text, branch.end(), is_branch=True)
        at += 1
    if head[3] and "other" not in branches:
        raise ValueError(f"a choice without 'other' in '{text}'")
    if text[at : at + 1] != "}":
        raise ValueError(f"a placeholder does not end in '{text}'")
    return Slot(head[1], head[2] or "", branches), at + 1


def _fill(pieces: Pieces, values: Values, number: str) -> str:
    return "".join(piece if isinstance(piece, str) else _fill_slot(piece, values, number) for piece in pieces)


def _fill_slot(slot: Slot, values: Values, number: str) -> str:
    if slot.name == _NUMBER:
        return number
    value = values[slot.name]
    if not slot.branches:
        return _SAYERS[slot.kind](value)
    form = ("one" if value in (1, -1) else "other") if slot.kind == "plural" else str(value)
    key = next(key for key in (f"={value}", form, "other") if key in slot.branches)
    return _fill(slot.branches[key], values, str(value))


def _list(value: Value) -> list[str]:
    return [str(each) for each in value] if isinstance(value, tuple) else [str(value)]


def joined(words: Sequence[str]) -> str:
    """Some words as a list: a, b and c."""
    return " and ".join([*([", ".join(words[:-1])] if words[1:] else []), *words[-1:]])


_SAYERS = {
    "": lambda value: joined(_list(value)),
    "names": lambda value: joined(_list(value)),
    "seat": lambda value: f"seat {value}",
    "seats": lambda value: joined([f"seat {seat}" for seat in _list(value)]),
    "signed": lambda value: f"{value:+}" if value else "0",
}
KINDS = ("plural", "select", *_SAYERS)
