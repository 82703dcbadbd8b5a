"""Chance at the table: what a deal is drawn from.

A stream of SHA-256 blocks over the seed and a counter, read as 64-bit numbers. Anyone who knows the seed can repeat the
deal; nobody else can foresee anything.
"""

import hashlib
import secrets
from typing import TypeVar

T = TypeVar("T")

_WORD = 1 << 64


class Chance:
    """An even and repeatable source of numbers."""

    def __init__(self, seed: bytes) -> None:
        self.seed = seed
        self._block = 0
        self._words: list[int] = []

    @classmethod
    def fresh(cls) -> "Chance":
        """A seed that nobody knows."""
        return cls(secrets.token_bytes(32))

    @classmethod
    def of(cls, text: str | int) -> "Chance":
        """The same chance for the same words, for tests and for people who name a seed."""
        return cls(str(text).encode())

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each equally likely: draws that would favour small numbers are rejected."""
        limit = _WORD - _WORD % n
        while True:
            word = self._next()
            if word < limit:
                return word % n

    def shuffled(self, items: list[T]) -> list[T]:
        """The items in random order, every order equally likely (Fisher–Yates)."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order

    def _next(self) -> int:
        if not self._words:
            block = hashlib.sha256(self.seed + self._block.to_bytes(8, "big")).digest()
            self._block += 1
            self._words = [int.from_bytes(block[at : at + 8], "big") for at in (24, 16, 8, 0)]
        return self._words.pop()
