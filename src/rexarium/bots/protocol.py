"""The messages to a bot in another program, and its answers: one line of JSON each (docs/how-to/write-a-bot.md)."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from fractions import Fraction
from typing import Any, Literal

import msgspec

from rexarium.games import AnyGame
from rexarium.kernel.decision import Decision
from rexarium.kernel.game import Setup
from rexarium.kernel.sight import Sight

PROTOCOL = 1  # rises when an old program would no longer understand us, or we it
QUOTE = 60  # characters of a wrong answer that are quoted


class Nonsense(Exception):
    """Not an answer; the sentence continues from `it`, the program."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits on a program, which it is told."""

    hello: float = 10.0  # seconds to start and say hello
    soft: float = 2.0  # seconds a move; a longer thought counts, and is a strike
    hard: float = 10.0  # seconds a move; a longer thought is a fault
    strikes: int = 3  # with this many, the bot forfeits
    restarts: int = 2  # times that a program is restarted after it broke down
    line: int = 1 << 16  # bytes of an answer
    memory: int | None = None  # MiB of address space; on Linux
    cpu: int | None = None  # seconds of computing in all; on Linux
    on_fault: Literal["fallback", "forfeit"] = "fallback"  # what a fault costs in addition to a strike


def say_hello(game: AnyGame, seats: int, seat: int, setup: Setup | None, seed: int, limits: Limits) -> bytes:
    """The first line: the table, and the terms; without the set-up, rulings and edition stay untold."""
    edition = None if setup is None else {"id": setup.edition.id, "lines": setup.edition.lines}
    return _line(
        type="hello",
        protocol=PROTOCOL,
        game=game.id,
        rules=game.rules_version,
        seats=seats,
        seat=seat + 1,
        rulings=None if setup is None else setup.rulings,
        edition=edition,
        seed=seed,
        limits=limits,
    )


def say_decision(sight: Sight, decision: Decision, wants: frozenset[str], strikes: int, fault: str) -> bytes:
    """The question with its answers, and what the seat may know; the odds only on request."""
    more = {"odds": sight.odds()} if "odds" in wants else {}
    return _line(
        type="decision",
        ply=decision.ply,
        prompt=decision.prompt,
        question=decision.question,
        choices=decision.choices,
        strikes=strikes,
        fault=fault or None,
        view=sight.view(),
        **more,
    )


def say_bye() -> bytes:
    """The last line."""
    return _line(type="bye")


def read_hello(line: bytes) -> frozenset[str]:
    """What the program wants besides the view."""
    answer = _read(line)
    if answer.get("type") != "hello":
        raise Nonsense(f"it did not answer with hello, but with {_quote(line)}")
    if answer.get("protocol") != PROTOCOL:
        raise Nonsense(f"it speaks protocol {str(answer.get('protocol'))[:QUOTE]}, and we speak {PROTOCOL}")
    wants = answer.get("wants", [])
    return frozenset(str(want) for want in wants) if isinstance(wants, list) else frozenset()


def read_move(line: bytes, decision: Decision) -> int:
    """The move of an answer, by its number or its text."""
    answer = _read(line)
    if answer.get("type", "move") != "move":
        raise Nonsense(f"it did not answer with a move, but with {_quote(line)}")
    if answer.get("ply", decision.ply) != decision.ply:
        raise Nonsense(f"it answered another ply than {decision.ply}: {_quote(line)}")
    move = answer.get("move")
    for choice in decision.choices:
        if move == choice.text or (type(move) is int and move == choice.move):
            return choice.move
    raise Nonsense(f"it answered what is no legal move: {_quote(line)}")


def _line(**message: Any) -> bytes:
    """A message as one line: compact, ASCII, its fields in this order."""
    return json.dumps(message, default=_plain, separators=(",", ":")).encode("ascii") + b"\n"


def _plain(value: Any) -> Any:
    if isinstance(value, msgspec.Struct):
        return msgspec.structs.asdict(value)
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: getattr(value, field.name) for field in fields(value)}
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Fraction):
        return str(value)
    raise TypeError(f"{type(value).__name__} is no plain data")


def _read(line: bytes) -> dict[str, Any]:
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        raise Nonsense(f"it answered what is no JSON: {_quote(line)}") from None
    if not isinstance(answer, dict):
        raise Nonsense(f"it answered what is no JSON object: {_quote(line)}")
    return answer


def _quote(line: bytes) -> str:
    text = line.decode("utf-8", "replace")
    return ascii(text if len(text) <= QUOTE else text[:QUOTE] + "...")
