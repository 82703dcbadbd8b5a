"""Fakes: a clock, a session, bots, a pool of workers and a store that do what a test tells them."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any

import msgspec

from rexarium.games import find_game
from rexarium.kernel.facts import SPECTATOR
from rexarium.kernel.sentence import sentence
from rexarium.server.model.moment import Actor
from rexarium.server.model.rows import Listing, Ownership, StoredEntry
from rexarium.server.runtime import records
from rexarium.server.runtime.heartbeat import Heartbeat
from rexarium.server.storage.memory import MemoryStore
from rexarium.server.workers import bots
from rexarium.server.workers.loop import reply_to
from rexarium.server.workers.pool import WorkerFailed
from rexarium.server.workers.tasks import Answered, Refused, Task, Text, encode, read_answer
from tests.server.support.samples import NOON, T


class FakeClock:
    """A clock that stands still until it is told to advance."""

    def __init__(self) -> None:
        self.now = NOON
        self.heartbeat: Heartbeat | None = None  # which beats all the time

    def __call__(self) -> int:
        return self.now

    def advance(self, seconds: float) -> None:
        """Let time pass."""
        self.go_to(self.now + round(seconds * 1000))

    def go_to(self, now: int) -> None:
        """Set the time."""
        self.now = now
        if self.heartbeat is not None:
            self.heartbeat.last = now

    def sleep(self, seconds: float) -> None:
        """Let time pass without a sign of life from the server."""
        self.now += round(seconds * 1000)


class FakeSession:
    """A session that keeps what it is sent."""

    def __init__(self, actor: Actor) -> None:
        self.actor = actor
        self.eyes = SPECTATOR
        self.messages: list[bytes] = []
        self.closed_with: str | None = None

    def send(self, message: bytes) -> None:
        if self.closed_with is None:
            self.messages.append(message)

    def reset(self) -> None:
        self.messages.clear()

    def close(self, sentence: str) -> None:
        self.closed_with = sentence

    def read(self) -> list[dict[str, Any]]:
        """The messages since the last call."""
        found = [json.loads(message) for message in self.messages]
        self.messages.clear()
        return found


def choices_of(task: bots.Task) -> list[int]:
    """The moves between which a bot is to choose, or by which somebody is to be advised."""
    return find_game(task.game).restore(task.position).moves(task.seat)


class FakeBots:
    """Bots that make their first legal move, unless they are told to fail or to wait."""

    def __init__(self) -> None:
        self.asked: list[bots.Task] = []
        self.failing: set[str] = set()  # words of bots that crash
        self.go = asyncio.Event()
        self.go.set()

    async def run(self, task: Task[Any], is_urgent: Callable[[], bool] = lambda: True) -> Any:
        assert isinstance(task, bots.ChooseMove | bots.Advise)
        self.asked.append(task)
        await self.go.wait()
        move = choices_of(task)[0]
        if isinstance(task, bots.Advise):
            return [bots.Prospect(move, 0.5, 0.1, Text.of(sentence("It is the first.")))]
        if task.bot in self.failing:
            raise WorkerFailed("it was told to fail")
        return move

    async def close(self) -> None:
        """The strings are let go."""


RECORDS: msgspec.msgpack.Decoder[Any] = msgspec.msgpack.Decoder(records.Task)


class InlinePool:
    """A pool without processes: each task is run at once, unless it is told to wait or to fail."""

    def __init__(self) -> None:
        self.asked: list[Task[Any]] = []
        self.is_failing = False
        self.go = asyncio.Event()
        self.go.set()

    async def run(self, task: Task[T], is_urgent: Callable[[], bool] = lambda: True) -> T:
        self.asked.append(task)
        await asyncio.sleep(0)
        await self.go.wait()
        if self.is_failing:
            raise WorkerFailed("it was told to fail")
        reply = reply_to(encode(task), RECORDS)
        if isinstance(reply, Refused):
            raise reply.read()
        assert isinstance(reply, Answered), reply
        return read_answer(task, reply.answer)

    async def close(self) -> None:
        """The pens are put away."""


class FlakyStore(MemoryStore):
    """A store that can be made to wait, and to fail before or after it has written."""

    def __init__(self) -> None:
        super().__init__()
        self.go = asyncio.Event()
        self.go.set()
        self.is_failing = False
        self.is_failing_late = False

    async def create(self, listing: Listing, entries: Sequence[StoredEntry]) -> None:
        await self._shake(partial(super().create, listing, entries))

    async def append(self, ownership: Ownership, listing: Listing, entries: Sequence[StoredEntry]) -> None:
        await self._shake(partial(super().append, ownership, listing, entries))

    async def _shake(self, write: Callable[[], Awaitable[None]]) -> None:
        await self.go.wait()
        if self.is_failing:
            raise OSError(f"the disk has no room for {write}")
        await write()
        if self.is_failing_late:
            raise OSError("the line to the disk broke")

    async def beat(self, now: int) -> None:
        if self.is_failing:
            raise OSError("the disk has no room")
        await super().beat(now)
