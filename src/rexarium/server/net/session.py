"""A client's session at a table over one connection, whatever library reads it."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from typing import Any, Protocol, TypeVar

from rexarium.kernel.facts import SPECTATOR
from rexarium.server.limits import Bucket
from rexarium.server.metrics import METRICS
from rexarium.server.model.errors import Refusal
from rexarium.server.model.moment import Actor
from rexarium.server.runtime.live import LiveTable
from rexarium.server.wire import messages
from rexarium.server.wire.messages import encode

MOST_WAITING = 64  # messages; a client further behind gets a snapshot instead
GONE = 1001  # a close code
ACCIDENT = "Something went wrong on our side. Reconnect."

T = TypeVar("T")
OnMessage = Callable[["Session", str], Awaitable[None]]
OnClose = Callable[["Session"], None]

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
        "_incoming",
        "_is_over",
        "_on_close",
        "_outgoing",
        "_waiting",
        "actor",
        "bad_messages",
        "counted_for",
        "device",
        "eyes",
        "is_closed",
        "live",
        "message_bucket",
        "needs_snapshot",
        "network",
        "person",
    )

    def __init__(
        self, connection: Connection, message_bucket: Bucket, network: str = "", device: str = ""
    ) -> None:
        self.message_bucket = message_bucket
        self.network = network  # that the client comes from
        self.device = device  # its key
        self.person = ""  # id of the client's person, if known
        self.counted_for: list[tuple[str, str]] = []  # what it is counted for
        self.actor = Actor()
        self.eyes = SPECTATOR
        self.live: LiveTable | None = None
        self.needs_snapshot = False
        self.is_closed = False  # has the client gone?
        self.bad_messages = 0  # messages that could not be read
        self._connection = connection
        self._outgoing: list[bytes] = []
        self._farewell: str | None = None
        self._is_over = False  # has it been sent?
        self._errand: asyncio.Task[Any] | None = None
        self._incoming: list[str] = []
        self._waiting: asyncio.Future[None] | None = None  # for the first message
        self._answering: asyncio.Task[None] | None = None
        self._greeting: asyncio.Task[None] | None = None
        self._answer: OnMessage | None = None
        self._on_close: OnClose | None = None

    # Starting

    async def first_message(self) -> str:
        """Wait for the client's first message."""
        if not self._incoming and not self.is_closed:
            self._waiting = asyncio.get_running_loop().create_future()
            try:
                await self._waiting
            finally:
                self._waiting = None
        if not self._incoming:
            raise Disconnected
        text = self._incoming.pop(0)
        if not self._incoming:
            self._connection.resume_reading()
        return text

    def stay(self, live: LiveTable, answer: OnMessage, on_close: OnClose) -> None:
        """Answer every message from now on; `on_close` is called when the client has gone."""
        self.live, self._answer, self._on_close = live, answer, on_close
        if self.is_closed:
            on_close(self)
        elif self._incoming:
            self._answering = live.tasks.spawn(self._answer_all())

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
        if self.needs_snapshot or self._farewell is not None:
            return
        if not self._outgoing and self._connection.is_writable:
            self._connection.send(message)
        elif len(self._outgoing) < MOST_WAITING:
            self._outgoing.append(message)
        else:
            self._outgoing.clear()
            self.needs_snapshot = True

    def reset(self) -> None:
        """Drop queued messages: a snapshot comes next."""
        self._outgoing.clear()
        self.needs_snapshot = False

    def close(self, sentence: str) -> None:
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
        while self._outgoing and self._connection.is_writable:
            self._connection.send(self._outgoing.pop(0))
        if self._outgoing or not self._connection.is_writable:
            return
        if self._farewell is not None and not self._is_over:
            self._is_over = True
            self._connection.send(encode(messages.Bye(self._farewell)))
            self._connection.close(GONE)
        elif self.needs_snapshot and self.live is not None and self._greeting is None:
            METRICS.resyncs.inc()
            self._greeting = self.live.tasks.spawn(self._send_snapshot(self.live))

    async def _send_snapshot(self, live: LiveTable) -> None:
        try:
            with self._accidents_noted():
                await live.send_snapshot(self)
        finally:
            self._greeting = None

    @contextlib.contextmanager
    def _accidents_noted(self) -> Iterator[None]:
        """Log a crash and make the client reconnect; also make it reconnect if the store has not answered."""
        try:
            yield
        except Refusal as refusal:
            self.close(str(refusal.sentence))
        except Exception:
            _log.exception("could not answer a client")
            self.close(ACCIDENT)

    def on_close(self) -> None:
        """The client has gone: stop answering mere questions, but finish carrying out commands."""
        self.is_closed = True
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)
        if self._errand is not None:
            self._errand.cancel()
        if self._on_close is not None:
            self._on_close(self)

    # From the client

    async def run_cancellable(self, work: Coroutine[Any, Any, T]) -> T:
        """Run something that is cancelled if the client goes."""
        self._errand = asyncio.create_task(work)
        try:
            result: T = await self._errand
        finally:
            self._errand = None
        return result

    def on_message(self, text: str) -> None:
        """Answer a message after earlier ones; pause reading from a client that asks faster than we can answer."""
        self._incoming.append(text)
        if self._answer is None:
            self._connection.pause_reading()
            if self._waiting is not None and not self._waiting.done():
                self._waiting.set_result(None)
        elif self._answering is not None:
            self._connection.pause_reading()
        elif self.live is not None:
            self._answering = self.live.tasks.spawn(self._answer_all())

    async def _answer_all(self) -> None:
        assert self._answer is not None
        try:
            with self._accidents_noted():
                while self._incoming:
                    heard, self._incoming = self._incoming, []
                    for text in heard:
                        if not self.is_leaving:
                            await self._answer(self, text)
        finally:
            self._answering = None
            self._connection.resume_reading()
