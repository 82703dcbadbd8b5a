"""Mutate valid text, bytes and JSON, a little or a lot; the same seed always gives the same mutation."""

import copy
import re
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

NUMBERS = (
    "0", "1", "-1", "2", "7", "-0", "00", "01", "+1", "1.5", "1e3", "0x10", "1_0", "127", "128", "255", "256", "32767",
    "65536", "2147483647", "2147483648", "-2147483649", "4294967296", "9223372036854775808", "18446744073709551616",
    "9" * 40, "9" * 4301, "\u0663", "\u00b2", "\uff11", "\u096b", "nan", "inf", "-", "",
)  # fmt: skip
SIGNS = (
    "\0", "\t", "\r", "\n", "\r\n", "\x0b", "\x0c", "\x1c", "\x1b[2J", "\x85", "\u2028", "\u202e", "\u200b", "\ufeff",
    "\ud83d", "\U0001f996", "é", "#", "  # ", ":", ": ", ",", '"', "'", "\\", "[", "]", "{", "}", "=", "-", "  ", " ",
)  # fmt: skip
LONG = (100, 1000, 5000, 70_000)
VALUES: Sequence[Any] = (
    None, True, False, 0, 1, -1, 2, 5, 1.5, -0.0, 1e308, 2**31, 2**53, 2**63, -(2**63) - 1, 2**64, 10**30, "", "0", "x",
    "\0", "\ud83d", "a" * 5000, [], {}, [[]], {"": None}, [0] * 1000,
)  # fmt: skip
_NUMBER = re.compile(r"-?\d+")
_WORD = re.compile(r"[\w-]+")


def spoil_text(random: Random, text: str) -> str:
    """A text with a few mutations: usually one, sometimes many."""
    for _ in range(random.choice((1, 1, 1, 2, 3, 8))):
        text = random.choice(_TEXT)(random, text)
    return text


def spoil_bytes(random: Random, data: bytes) -> bytes:
    """Bytes with a few mutations."""
    for _ in range(random.choice((1, 1, 2, 4))):
        start, end = _slice(random, len(data), 40)
        random_bytes = random.randbytes(random.choice((1, 1, 2, 8, 200)))
        middle = random.choice(
            (b"", random_bytes, data[start:end] * 2, b"\0", b"\xff" * 9, data[start:end][::-1])
        )
        data = data[:start] + middle + data[end:]
    return data


def spoil_value(random: Random, value: Any) -> Any:
    """A JSON value with a few mutations somewhere inside."""
    whole = [copy.deepcopy(value)]
    for _ in range(random.choice((1, 1, 2, 4))):
        holder, key = random.choice(_places(whole))
        present = holder[key]
        manner = random.random()
        if manner < 0.15 and isinstance(holder, dict):
            del holder[key]
        elif manner < 0.25 and isinstance(holder, dict):
            holder[random.choice(("", "is", "do", "seat", "surprise", key * 2))] = random.choice(VALUES)
        elif manner < 0.35 and isinstance(holder, list) and holder is not whole:
            holder.insert(random.randrange(len(holder) + 1), copy.deepcopy(present))
        elif isinstance(present, str) and manner < 0.65:
            holder[key] = spoil_text(random, present)
        elif isinstance(present, int) and manner < 0.75:
            holder[key] = present + random.choice((-2, -1, 1, 2, 8, 1000))
        else:
            holder[key] = copy.deepcopy(random.choice(VALUES))
    return whole[0]


def _places(value: Any) -> list[tuple[Any, Any]]:
    """Every place in the value that holds another value, as container and key."""
    found: list[tuple[Any, Any]] = []
    if isinstance(value, dict | list):
        for key in list(value) if isinstance(value, dict) else range(len(value)):
            found += [(value, key), *_places(value[key])]
    return found


def _slice(random: Random, size: int, longest: int) -> tuple[int, int]:
    start = random.randrange(size + 1)
    return start, min(size, start + random.randrange(longest))


def _sign(random: Random, text: str) -> str:
    start, end = _slice(random, len(text), 3)
    return text[:start] + random.choice(SIGNS) + text[end:]


def _cut(random: Random, text: str) -> str:
    start, end = _slice(random, len(text), random.choice((2, 20, 2000)))
    return text[:start] + text[end:]


def _repeat(random: Random, text: str) -> str:
    start, end = _slice(random, len(text), 30)
    return text[:end] + text[start:end] * random.choice((1, 2, 500)) + text[end:]


def _number(random: Random, text: str) -> str:
    return _exchange(random, text, _NUMBER, lambda _: random.choice(NUMBERS))


def _near_number(random: Random, text: str) -> str:
    """Replace a number by a plausible one."""
    return _exchange(random, text, _NUMBER, lambda old: str(int(old) + random.choice((-1, 1, 2, 10))))


def _word(random: Random, text: str) -> str:
    words = _WORD.findall(text)
    return _exchange(random, text, _WORD, lambda _: random.choice(words))


def _stretch(random: Random, text: str) -> str:
    return _exchange(random, text, _WORD, lambda old: old[:1] * random.choice(LONG))


def _exchange(random: Random, text: str, kind: re.Pattern[str], make: Callable[[str], str]) -> str:
    found = [match for match in kind.finditer(text) if len(match[0]) < 4000]
    if not found:
        return text
    old = random.choice(found)
    return text[: old.start()] + make(old[0]) + text[old.end() :]


def _lines(random: Random, text: str) -> str:
    """Drop, double or move a line."""
    lines = text.splitlines(keepends=True)
    if not lines:
        return text
    line = lines.pop(random.randrange(len(lines)))
    for _ in range(random.randrange(3)):
        lines.insert(random.randrange(len(lines) + 1), line)
    return "".join(lines)


def _indent(random: Random, text: str) -> str:
    lines = text.splitlines(keepends=True)
    if lines:
        at = random.randrange(len(lines))
        lines[at] = random.choice(("  ", "\t", " ", "    " * 300)) + lines[at].lstrip()
    return "".join(lines)


_TEXT = (
    _sign,
    _cut,
    _repeat,
    _number,
    _number,
    _near_number,
    _near_number,
    _word,
    _word,
    _stretch,
    _lines,
    _lines,
    _indent,
)
