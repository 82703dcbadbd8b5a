"""The pace of a load and its results: moves are made at an even rate, or as fast as they are answered.

A latency counts from when the move was due, not from when a busy client got round to sending it.
"""

import asyncio
import random
from collections import Counter, deque
from dataclasses import dataclass, field
from time import perf_counter
from typing import Protocol

PATIENCE = 10.0  # seconds for the last answers


class Player(Protocol):
    """A player that makes moves."""

    is_queued: bool

    @property
    def haste(self) -> float:
        """How often it moves when it could; if this were the same for all, all games would end at once."""

    @property
    def is_ready(self) -> bool:
        """True if there is a decision to make and no move under way."""

    def move(self, due: float) -> None:
        """Make a move that was due at this time."""


@dataclass
class Tally:
    """What was measured over a stretch of time; latencies are in seconds."""

    seconds: float = 0.0
    acknowledged: list[float] = field(default_factory=list)  # from a move to its answer
    shown: list[float] = field(default_factory=list)  # from a move to its event at another seat
    games: int = 0
    resyncs: int = 0
    bytes: int = 0
    errors: Counter[str] = field(default_factory=Counter)

    @property
    def rate(self) -> float:
        """Acknowledged moves per second."""
        return len(self.acknowledged) / self.seconds if self.seconds else 0.0


def milliseconds(latencies: list[float], share: float) -> float:
    """The latency in milliseconds that this share of the moves does not exceed."""
    if not latencies:
        return 0.0
    return 1000 * sorted(latencies)[min(len(latencies) - 1, int(share * len(latencies)))]


SLOWEST = 0.2


class Pace:
    """Decides which players move when, and collects the results."""

    def __init__(self, seed: int = 1) -> None:
        self.tally = Tally()
        self.random = random.Random(seed).random
        self._ready: deque[Player] = deque()
        self._is_eager = False
        self._sent = self._answered = 0

    def draw_haste(self) -> float:
        """A random haste for a table."""
        return SLOWEST + (1 - SLOWEST) * self.random()

    def queue(self, player: Player) -> None:
        """Note that a player could move."""
        if self._is_eager:
            self._send(player, perf_counter())
        elif not player.is_queued:
            player.is_queued = True
            self._ready.append(player)

    def note_answer(self, due: float) -> None:
        """Note that the move due at that time has been made and is durable."""
        self._answered += 1
        self.tally.acknowledged.append(perf_counter() - due)

    def note_error(self, text: str) -> None:
        """Note an error that must never happen."""
        self.tally.errors[text] += 1

    async def play(self, seconds: float, rate: float | None, warm_up: float = 2.0) -> Tally:
        """Play at this many moves per second, or as fast as possible; returns what was measured after the warm-up."""
        begin = perf_counter()
        made, is_warm = 0, False
        self._is_eager = rate is None
        while (now := perf_counter()) < begin + warm_up + seconds:
            if not is_warm and now - begin >= warm_up:
                is_warm, self.tally = True, Tally()
            while (due := now if rate is None else begin + made / rate) <= now:
                player = self._next()
                if player is None:
                    break
                self._send(player, due)
                made += 1
            await asyncio.sleep(0.001)
        self._is_eager = False
        tally, self.tally = self.tally, Tally()
        tally.seconds = perf_counter() - begin - warm_up
        tally.errors += await self._finish()
        return tally

    def _send(self, player: Player, due: float) -> None:
        self._sent += 1
        player.move(due)

    def _next(self) -> Player | None:
        while self._ready:
            player = self._ready.popleft()
            if not player.is_ready:
                player.is_queued = False
            elif self.random() < player.haste:
                player.is_queued = False
                return player
            else:
                self._ready.append(player)
        return None

    async def _finish(self) -> Counter[str]:
        """Wait for the moves under way; a missing answer is an error."""
        end = perf_counter() + PATIENCE
        while self._answered < self._sent and perf_counter() < end:
            await asyncio.sleep(0.01)
        if self._answered < self._sent:
            self.tally.errors["moves without an answer"] += self._sent - self._answered
            self._answered = self._sent
        return self.tally.errors
