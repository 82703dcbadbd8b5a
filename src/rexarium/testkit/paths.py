"""Paths into a view: `seats.2.hand`, `seat 2 hand` and `hand 2` are the same; lists count from 1."""

import re
from collections.abc import Iterator
from typing import Any

from rexarium.kernel.errors import BadCase


def follow(view: Any, path: str, line: int) -> Any:
    """The part of a view that a path names."""
    words = [word for word in re.split(r"[\s._]+", re.sub(r"\bof (?=seat|\d)", "", path)) if word]
    if words and words[-1].isdecimal() and words[0] not in (*view, "seat"):
        words = ["seats", words[-1], *(word for word in words[:-1] if word != "seat")]
    while words:
        view, words = _step(view, words, path, line)
    return view


def _step(view: Any, words: list[str], path: str, line: int) -> tuple[Any, list[str]]:
    if isinstance(view, dict):
        for length in range(len(words), 0, -1):
            name = " ".join(words[:length])
            for key in (name, name.replace(" ", "_"), "seats" if name == "seat" else name):
                if key in view:
                    return view[key], words[length:]
        known = ", ".join(view)
    elif isinstance(view, list | tuple):
        if words[0].isdecimal() and len(words[0]) < 4 and 1 <= int(words[0]) <= len(view):
            return view[int(words[0]) - 1], words[1:]
        known = f"1 to {len(view)}"
    else:
        known = "nothing more"
    raise BadCase(f"the view has no '{path}': at '{words[0]}' there is {known}.", line)


def leaves(view: Any) -> Iterator[str]:
    """Every single value in a part of a view, in words."""
    parts = view.values() if isinstance(view, dict) else view if isinstance(view, list | tuple) else None
    if parts is None:
        yield str(view)
    else:
        for part in parts:
            yield from leaves(part)


def say_part(part: Any) -> str:
    """A part of a view in words: lists with commas, anything empty as none."""
    if part is None:
        return "none"
    if isinstance(part, dict):
        return ", ".join(f"{key} {value}" for key, value in part.items())
    if isinstance(part, list | tuple):
        return ", ".join(str(item) for item in part) or "none"
    return str(part)
