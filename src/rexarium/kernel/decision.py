"""An open question to one seat, as plain data."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Choice:
    """One legal answer: the move, how it is written, and the pieces one touches to make it."""

    move: int
    text: str
    parts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Decision:
    """The question to a seat, and every answer it may give."""

    seat: int
    ply: int
    prompt: str
    question: str
    choices: tuple[Choice, ...]
