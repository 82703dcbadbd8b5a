"""One visitor's stay at a table over one connection."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from typing import Any, TypeVar

from rexarium.kernel.facts import SPECTATOR
from rexarium.server.limits import Bucket
from rexarium.server.metrics import METRICS
from rexarium.server.model.moment import Actor
from rexarium.server.model.refusal import Refusal
from rexarium.server.net.connection import Line
from rexarium.server.runtime.desk import Desk
from rexarium.server.wire import messages
from rexarium.server.wire.messages import encode

_log = logging.getLogger("rexarium.server")
MOST_WAITING = 64  # messages; whoever is further behind gets a snapshot instead


ACCIDENT = "Something went wrong here, and was noted; come again."


T = TypeVar("T")


Answer = Callable[["SocketWire", str], Awaitable[None]]


Parting = Callable[["SocketWire"], None]


class SocketWire:
    """A visitor's wire: letters wait in it until the line is free, and messages until those before them are answered."""

    __slots__ = (
        "_answer",
        "_answering",
        "_errand",
        "_farewell",
        "_greeting",
        "_heard",
        "_is_over",
        "_letters",
        "_line",
        "_part",
        "actor",
        "commands",
        "desk",
        "device",
        "eyes",
        "holders",
        "is_behind",
        "network",
        "nonsense",
        "person",
    )

    def __init__(self, line: Line, commands: Bucket, network: str = "", device: str = "") -> None:
        self.commands = commands  # that it may send
        self.network = network  # where it comes from
        self.device = device  # its key
        self.person = ""  # whose it was when it came
        self.holders: list[tuple[str, str]] = []  # for whom it is counted
        self.actor = Actor()
        self.eyes = SPECTATOR
        self.desk: Desk | None = None
        self.is_behind = False
        self.nonsense = 0  # messages that were refused unread
        self._line = line
        self._letters: list[bytes] = []
        self._farewell: str | None = None
        self._is_over = False  # was it said?
        self._errand: asyncio.Task[Any] | None = None
        self._heard: list[str] = []
        self._answering: asyncio.Task[None] | None = None
        self._greeting: asyncio.Task[None] | None = None
        self._answer: Answer | None = None
        self._part: Parting | None = None

    def stay(self, desk: Desk, answer: Answer, part: Parting) -> None:
        """Be heard from now on; `part` is called when the line has ended."""
        self.desk, self._answer, self._part = desk, answer, part
        self._line.take(self)

    @property
    def is_staying(self) -> bool:
        """Is the line theirs, or was it?"""
        return self._answer is not None

    # To the visitor

    def send(self, message: bytes) -> None:
        """Put a letter in line; if too many wait, a snapshot will say it all at once."""
        if self.is_behind or self._farewell is not None:
            return
        if not self._letters and self._line.is_free:
            self._line.post(message)
        elif len(self._letters) < MOST_WAITING:
            self._letters.append(message)
        else:
            self._letters.clear()
            self.is_behind = True

    def catch_up(self) -> None:
        """Wait for all anew."""
        self._letters.clear()
        self.is_behind = False

    def hang_up(self, sentence: str) -> None:
        """Say goodbye after what is in line."""
        if self._farewell is None:
            self._farewell = sentence
            self.flush()

    @property
    def is_leaving(self) -> bool:
        """Have we said goodbye? Then nothing more is heard."""
        return self._farewell is not None

    def flush(self) -> None:
        """Send what waits, as much as the line takes."""
        while self._letters and self._line.is_free:
            self._line.post(self._letters.pop(0))
        if self._letters or not self._line.is_free:
            return
        if self._farewell is not None and not self._is_over:
            self._is_over = True
            self._line.post(encode(messages.Bye(self._farewell)))
            self._line.end()
        elif self.is_behind and self.desk is not None:
            METRICS.resyncs.inc()
            self._greeting = self.desk.employ(self._greet_again(self.desk))

    async def _greet_again(self, desk: Desk) -> None:
        with self._accidents_noted():
            await desk.greet_again(self)

    @contextlib.contextmanager
    def _accidents_noted(self) -> Iterator[None]:
        """Whatever goes wrong is noted, and the visitor comes again; likewise where the storage has said nothing."""
        try:
            yield
        except Refusal as refusal:
            self.hang_up(str(refusal.sentence))
        except Exception:
            _log.exception("a visitor could not be answered")
            self.hang_up(ACCIDENT)

    def leave(self) -> None:
        """The visitor has gone: what was only asked need not be answered any more. What was done is done to the end."""
        if self._errand is not None:
            self._errand.cancel()
        if self._part is not None:
            self._part(self)

    # From the visitor

    async def ask(self, question: Coroutine[Any, Any, T]) -> T:
        """Wait for an answer that nobody needs once the visitor has gone."""
        self._errand = asyncio.create_task(question)
        try:
            found: T = await self._errand
        finally:
            self._errand = None
        return found

    def hear(self, text: str) -> None:
        """Answer it after what came before; who asks faster than we can answer is not listened to meanwhile."""
        self._heard.append(text)
        if self._answering is not None:
            self._line.wait()
        elif self.desk is not None:
            self._answering = self.desk.employ(self._answer_all())

    async def _answer_all(self) -> None:
        assert self._answer is not None
        try:
            with self._accidents_noted():
                while self._heard:
                    heard, self._heard = self._heard, []
                    for text in heard:
                        if not self.is_leaving:
                            await self._answer(self, text)
        finally:
            self._answering = None
            self._line.listen()
