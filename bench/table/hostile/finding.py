"""The result of an attack: a promise, whether it held, and what was seen."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """A promise put to the test."""

    promise: str
    held: bool
    seen: str = ""

    def __str__(self) -> str:
        verdict = "held    " if self.held else "NOT HELD"
        return f"  {verdict} {self.promise}{f' ({self.seen})' if self.seen else ''}"
