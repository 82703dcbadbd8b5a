"""A client's session at a table over one connection, whatever library reads it."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from typing import Any, Protocol, TypeVar

from rexarium.kernel.facts import SPECTATOR
from rexarium.server.limits import Bucket
from rexarium.server.metrics import METRICS
from rexarium.server.model.moment import Actor
from rexarium.server.model.refusal import Refusal
from rexarium.server.runtime.desk import Desk
from rexarium.server.wire import messages
from rexarium.server.wire.messages import encode

MOST_WAITING = 64  # messages; a client further behind gets a snapshot instead
GONE = 1001  # a close code
ACCIDENT = "Something went wrong here, and was noted; come again."

T = TypeVar("T")
Answer = Callable[["Session", str], Awaitable[None]]
Parting = Callable[["Session"], None]

_log = logging.getLogger("rexarium.server")


class Connection(Protocol):
    """What a session needs of its socket, or of whatever stands in for one."""

    @property
    def is_writable(self) -> bool:
        """True if the client is reading what is sent."""

    def send(self, message: bytes) -> None:
        """Send a message; never waits."""

    def close(self, code: int) -> None:
        """Close the connection after what has been sent."""

    def pause_reading(self) -> None:
        """Receive nothing for a while."""

    def resume_reading(self) -> None:
        """Receive again."""


class Disconnected(Exception):
    """The client has gone before saying what they want."""


class Session:
    """A client's two queues: events until the connection can send them, messages until earlier ones are answered."""

    __slots__ = (
        "_answer",
        "_answering",
        "_connection",
        "_errand",
        "_farewell",
        "_greeting",
        "_heard",
        "_is_over",
        "_letters",
        "_part",
        "_waiting",
        "actor",
        "commands",
        "desk",
        "device",
        "eyes",
        "holders",
        "is_behind",
        "is_closed",
        "network",
        "nonsense",
        "person",
    )

    def __init__(self, connection: Connection, commands: Bucket, network: str = "", device: str = "") -> None:
        self.commands = commands  # limits messages
        self.network = network  # that the client comes from
        self.device = device  # its key
        self.person = ""  # id of the client's person, if known
        self.holders: list[tuple[str, str]] = []  # what it is counted for
        self.actor = Actor()
        self.eyes = SPECTATOR
        self.desk: Desk | None = None
        self.is_behind = False
        self.is_closed = False  # has the client gone?
        self.nonsense = 0  # messages that could not be read
        self._connection = connection
        self._letters: list[bytes] = []
        self._farewell: str | None = None
        self._is_over = False  # has it been sent?
        self._errand: asyncio.Task[Any] | None = None
        self._heard: list[str] = []
        self._waiting: asyncio.Future[None] | None = None  # for the first message
        self._answering: asyncio.Task[None] | None = None
        self._greeting: asyncio.Task[None] | None = None
        self._answer: Answer | None = None
        self._part: Parting | None = None

    # Starting

    async def first_message(self) -> str:
        """Wait for the client's first message."""
        if not self._heard and not self.is_closed:
            self._waiting = asyncio.get_running_loop().create_future()
            try:
                await self._waiting
            finally:
                self._waiting = None
        if not self._heard:
            raise Disconnected
        text = self._heard.pop(0)
        if not self._heard:
            self._connection.resume_reading()
        return text

    def stay(self, desk: Desk, answer: Answer, part: Parting) -> None:
        """Answer every message from now on; `part` is called when the client has gone."""
        self.desk, self._answer, self._part = desk, answer, part
        if self.is_closed:
            part(self)
        elif self._heard:
            self._answering = desk.employ(self._answer_all())

    @property
    def is_staying(self) -> bool:
        """True once the client has been admitted to a table."""
        return self._answer is not None

    def turn_away(self, message: bytes, code: int) -> None:
        """Send a refusal and close."""
        self._connection.send(message)
        self._connection.close(code)

    # To the client

    def send(self, message: bytes) -> None:
        """Queue a message; if too many are waiting, one snapshot replaces them."""
        if self.is_behind or self._farewell is not None:
            return
        if not self._letters and self._connection.is_writable:
            self._connection.send(message)
        elif len(self._letters) < MOST_WAITING:
            self._letters.append(message)
        else:
            self._letters.clear()
            self.is_behind = True

    def catch_up(self) -> None:
        """Drop queued messages: a snapshot comes next."""
        self._letters.clear()
        self.is_behind = False

    def hang_up(self, sentence: str) -> None:
        """Say goodbye after what is queued."""
        if self._farewell is None:
            self._farewell = sentence
            self.on_writable()

    @property
    def is_leaving(self) -> bool:
        """True once we have said goodbye; then further messages are ignored."""
        return self._farewell is not None

    def on_writable(self) -> None:
        """Send as much of the queue as the connection takes."""
        while self._letters and self._connection.is_writable:
            self._connection.send(self._letters.pop(0))
        if self._letters or not self._connection.is_writable:
            return
        if self._farewell is not None and not self._is_over:
            self._is_over = True
            self._connection.send(encode(messages.Bye(self._farewell)))
            self._connection.close(GONE)
        elif self.is_behind and self.desk is not None:
            METRICS.resyncs.inc()
            self._greeting = self.desk.employ(self._greet_again(self.desk))

    async def _greet_again(self, desk: Desk) -> None:
        with self._accidents_noted():
            await desk.greet_again(self)

    @contextlib.contextmanager
    def _accidents_noted(self) -> Iterator[None]:
        """Log a crash and make the client reconnect; also make it reconnect if the store has not answered."""
        try:
            yield
        except Refusal as refusal:
            self.hang_up(str(refusal.sentence))
        except Exception:
            _log.exception("could not answer a client")
            self.hang_up(ACCIDENT)

    def on_close(self) -> None:
        """The client has gone: stop answering mere questions, but finish carrying out commands."""
        self.is_closed = True
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)
        if self._errand is not None:
            self._errand.cancel()
        if self._part is not None:
            self._part(self)

    # From the client

    async def ask(self, question: Coroutine[Any, Any, T]) -> T:
        """Wait for an answer that is abandoned if the client goes."""
        self._errand = asyncio.create_task(question)
        try:
            found: T = await self._errand
        finally:
            self._errand = None
        return found

    def on_message(self, text: str) -> None:
        """Answer a message after earlier ones; pause reading from a client that asks faster than we can answer."""
        self._heard.append(text)
        if self._answer is None:
            self._connection.pause_reading()
            if self._waiting is not None and not self._waiting.done():
                self._waiting.set_result(None)
        elif self._answering is not None:
            self._connection.pause_reading()
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
            self._connection.resume_reading()
