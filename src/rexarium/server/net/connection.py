"""Connections to the port, none of which is kept for nothing: of who asks nothing, sends in drops, or does not read.

What comes over them is for `app.py`; here it is only seen that they move, and that nobody holds too many.
"""

import asyncio
import contextlib
import logging
import struct
import sys
from collections import Counter
from collections.abc import Mapping
from typing import Any, Protocol, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import State
from websockets.streams import StreamReader
from websockets.utils import apply_mask

from rexarium.server.limits import Bucket
from rexarium.server.metrics import METRICS
from rexarium.server.net.doors import Doors
from rexarium.server.runtime.networks import network_of

REQUEST_SECONDS = 10  # that a connection may stay open without a whole request; so often it is looked at
SLOWEST = 1024  # bytes a second that a visitor must take of an answer
PINGS = (100, 10)  # and pieces of messages that a WebSocket may send: at once, and then a second
MESSAGES = (1000, 200)  # that are read of a WebSocket at all: at once, and then a second
SLICE = 4096  # bytes of a WebSocket that are read before we look whether that is enough
MOST = 65_536  # files, connections among them, that we ask the system for
RESERVED = 256  # files that are kept for ourselves: storage, bots, pages
LINE = "rexarium.line"  # the extension of a WebSocket's scope that is the line itself
GONE, NO_TEXT = 1001, 1007  # close codes
WHOLE_TEXT = 0x81  # the first byte of a frame that holds all of a text
_MEDIUM, _LONG = struct.Struct("!BBH"), struct.Struct("!BBQ")
_BETWEEN_FRAMES = StreamReader.at_eof.__code__  # where the parser waits for a frame to begin
_FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\nretry-after: 10\r\ncontent-length: 0\r\n\r\n"
)
_UNREADABLE = b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
_quiet = logging.getLogger("uvicorn.error.visitors")
_quiet.setLevel(logging.ERROR)  # mistakes of visitors are counted; only our own are noted


def room_for_connections() -> int:
    """How many connections there can be at once: as many as the system lets us have files, but for some of our own."""
    if sys.platform == "win32":  # it has no such limit
        return MOST
    import resource  # noqa: PLC0415 - which is not there on Windows

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST if hard == resource.RLIM_INFINITY else min(hard, MOST)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return max(wanted - RESERVED, RESERVED)


class Connection(H11Protocol):
    """HTTP, and the beginning of a WebSocket; `connection_class` makes one for a house."""

    doors: Doors
    most: int
    held: Counter[str]  # by network

    def __init__(self, *values: Any, **fields: Any) -> None:
        super().__init__(*values, **fields)
        self.logger = _quiet
        self._holder = ""  # the network that this connection is counted for
        self._timer: asyncio.TimerHandle | None = None
        self._left = 0  # bytes that the visitor had not taken when last looked at
        self._is_taking = True

    # Coming and going

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody has come; they may ask something now, unless there are too many of them."""
        super().connection_made(transport)
        holder = network_of(self.client[0]) if self.client and not self.doors.proxies else ""
        is_greedy = bool(holder) and self.held[holder] >= self.doors.settings.connections
        if is_greedy or len(self.connections) > self.most:
            METRICS.connections_refused.inc()
            transport.write(_FULL)
            transport.close()
        elif holder:
            self._holder = holder
            self.held[holder] += 1
        self._look_again()

    def connection_lost(self, exc: Exception | None) -> None:
        """They are gone; what they last asked holds us in a circle, and garbage is looked for only now and then."""
        self._let_go()
        super().connection_lost(exc)
        self.cycle = None  # type: ignore[assignment]

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """From here on it is a WebSocket, and counted as such; nothing is kept of what it was before."""
        self._let_go()
        super().handle_websocket_upgrade(event)
        self.cycle = None  # type: ignore[assignment]

    def _let_go(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._holder:
            self.held[self._holder] -= 1
            if not self.held[self._holder]:
                del self.held[self._holder]
            self._holder = ""

    # Looking after it

    def resume_writing(self) -> None:
        """The visitor has taken most of what waited for them."""
        self._is_taking = True
        super().resume_writing()

    def _look_again(self) -> None:
        self._timer = self.loop.call_later(REQUEST_SECONDS, self._look, self.cycle)

    def _look(self, before: object) -> None:
        """Cut off who does not take our answer; close where nothing was asked since, and nothing is being answered."""
        is_new = self.cycle is not before
        if self.transport.is_closing() or not (self._is_moving() or is_new):
            self.transport.abort()  # for closing waits until all is taken
            return
        if not is_new and getattr(self.cycle, "response_complete", True):  # None before the first
            self.transport.close()
        self._look_again()

    def _is_moving(self) -> bool:
        """Has the visitor taken enough since last time, if there was anything to take?"""
        left, waiting = self._left, self.transport.get_write_buffer_size()
        is_moving = self._is_taking or not waiting or left - waiting >= SLOWEST * REQUEST_SECONDS
        self._left, self._is_taking = waiting, not waiting
        return is_moving

    def send_400_response(self, msg: str) -> None:
        """What came is no HTTP."""
        METRICS.requests.inc("unreadable", 400)
        super().send_400_response(msg)


def connection_class(doors: Doors) -> type[Connection]:
    """The connections of a house, which counts them."""
    fields = {"doors": doors, "most": room_for_connections(), "held": Counter()}
    return type("ConnectionOfHouse", (Connection,), fields)


class Holder(Protocol):
    """Whoever stays at a table by a line."""

    def hear(self, text: str) -> None:
        """A message has come."""

    def flush(self) -> None:
        """The line is free again."""

    def leave(self) -> None:
        """The line is at its end; this is said once."""


class _Nowhere:
    """In place of ASGI's queue and event, where nobody waits at them any more."""

    def put_nowait(self, message: object) -> None:
        """Nobody reads it."""

    def set(self) -> None:
        """Nobody waits."""

    clear = set


_NOWHERE: Any = _Nowhere()


class Line(WebSocketsSansIOProtocol):
    """A WebSocket on which nobody keeps us busy with pings and pieces: messages are counted where they are read.

    ASGI puts a queue and a task between a message and its reader, and between a letter and the line. An event goes to
    every seat, so that would take longer than the move itself. Therefore who stays at a table takes the line: it hears at
    once what is said, and what it posts goes out at once, as long as the other end takes it. ASGI's part is over then.
    """

    def __init__(self, *values: Any, **fields: Any) -> None:
        super().__init__(*values, **fields)
        self._pings = Bucket(*PINGS)
        self._messages = Bucket(*MESSAGES)
        self.is_free = True  # does the other end take what we send?
        self._holder: Holder | None = None
        self._extensions: dict[str, Any] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._outgoing: list[bytes] = []  # what goes out at the end of this turn of the loop
        self._heard_at = self.loop.time()

    # For who stays

    def take(self, holder: Holder) -> None:
        """From now on the holder hears every message, and first those that have come already."""
        if self.disconnected or self.close_sent or self.transport.is_closing():
            holder.leave()
            return
        self._holder = holder
        early, self.queue, self.writable = self.queue, _NOWHERE, _NOWHERE
        del (
            self.scope,
            self.request,
            self.response,
        )  # at thousands of lines they take more room than the games
        self._extensions.clear()
        self.listen()
        while not early.empty():
            message = early.get_nowait()
            if message["type"] == "websocket.receive":
                holder.hear(text_of(message))

    def post(self, letter: bytes) -> None:
        """Send a whole message. What is posted in one turn of the loop goes out together: an event, and that it is done."""
        if not self._outgoing:
            self.loop.call_soon(self._send_outgoing)
        self._outgoing += (head_of(letter), letter)

    def _send_outgoing(self) -> None:
        outgoing, self._outgoing = self._outgoing, []
        if outgoing and not self.close_sent and not self.transport.is_closing():
            self.transport.write(b"".join(outgoing))

    def wait(self) -> None:
        """Hear nothing for a while."""
        if not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def listen(self) -> None:
        """Hear again."""
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    def end(self) -> None:
        """Hang up, and let go of the line; the other end has some seconds to agree."""
        self._send_outgoing()
        if not self.close_sent and not self.transport.is_closing():
            self.conn.send_close(GONE)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
            self.close_timer = self.loop.call_later(self.close_timeout, self.transport.close)
            self.listen()
        self._let_go()

    def _let_go(self) -> None:
        holder, self._holder = self._holder, None
        if holder is not None:
            holder.leave()

    # For the other end

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """It has become a WebSocket."""
        super().connection_made(transport)
        self._look_again()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is cut; whatever holds it in a circle lets go, for garbage is looked for only now and then."""
        super().connection_lost(exc)
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._let_go()
        self.conn.parser.close()
        self._extensions.clear()

    def _look_again(self) -> None:
        self._timer = self.loop.call_later(REQUEST_SECONDS, self._look)

    def _look(self) -> None:
        """Cut off who was told that it is over, and does not even take that; who is there answers pings."""
        if self.transport.is_closing():
            self.transport.abort()
        else:
            self._look_again()

    def handle_connect(self, event: Request) -> None:
        """Somebody calls."""
        super().handle_connect(event)
        if not self.close_sent:  # else it was no handshake
            self._extensions = cast(dict[str, Any], self.scope["extensions"])
            self._extensions[LINE] = self

    def pause_writing(self) -> None:
        """The other end does not take what we send."""
        super().pause_writing()
        self.is_free = False

    def resume_writing(self) -> None:
        """The other end has taken most of what waited for it."""
        super().resume_writing()
        self.is_free = True
        if self._holder is not None:
            self._holder.flush()

    def send_keepalive_ping(self) -> None:
        """Ask whether somebody is there, if nothing has been heard for as long as we wait between two such questions."""
        left = self._heard_at + (self.ping_interval or 0) - self.loop.time()
        if left > 0:
            self.ping_timer = self.loop.call_later(left, self.send_keepalive_ping)
        else:
            super().send_keepalive_ping()

    def data_received(self, data: bytes) -> None:
        """Read a little at a time, and nothing more of who was cut off."""
        self._heard_at = self.loop.time()
        if is_short_text(data) and self._is_at_rest():
            self._pass_on(apply_mask(data[6:], data[2:6]), "strict")
            return
        for begin in range(0, len(data), SLICE):
            if self.transport.is_closing():
                return
            super().data_received(data[begin : begin + SLICE])
        if self.conn.handshake_exc is not None and not self.handshake_initiated:
            self._turn_away()

    def _turn_away(self) -> None:
        """What came is no handshake: nothing would ever come of this line, and nobody would count it."""
        METRICS.requests.inc("unreadable", 400)
        self.transport.write(b"".join(self.conn.data_to_send()) or _UNREADABLE)
        self.transport.close()

    def _is_at_rest(self) -> bool:
        """Is the line open and theirs who stay, and the parser between two messages? So it is at nearly every command."""
        if self._holder is None or self.conn.state is not State.OPEN or self.transport.is_closing():
            return False
        step: Any = self.conn.parser
        while step.gi_yieldfrom is not None:
            step = step.gi_yieldfrom
        return step.gi_code is _BETWEEN_FRAMES and self.conn.current_size is None

    def send_receive_event_to_app(self) -> None:
        """A message is whole."""
        if self._holder is None:
            super().send_receive_event_to_app()
            return
        data, self.frames = b"".join(self.frames), []
        self._pass_on(data, "strict" if self.curr_msg_data_type == "text" else "replace")

    def _pass_on(self, data: bytes, errors: str) -> None:
        """Let the holder hear what came."""
        try:
            text = str(data, "utf-8", errors)
        except UnicodeDecodeError:
            with contextlib.suppress(InvalidState):  # they have hung up right after it
                self.conn.send_close(NO_TEXT)
                self.handle_parser_exception()
            return
        if self._holder is not None and not self.close_sent:
            self._holder.hear(text)
            self._count(self._messages)

    async def run_asgi(self) -> None:
        """Let them in. A line that was taken outlives that; of any other it is the end."""
        try:
            await self.app(self.scope, self.receive, self.send)
        except ClientDisconnected:
            pass
        except BaseException:
            self.logger.exception("a visitor could not be let in")
            self.send_500_response()
        if self._holder is None and self.close_timer is None:
            self.transport.close()

    def handle_close(self, event: Frame) -> None:
        """They hang up, or agree that we have."""
        super().handle_close(event)
        self._let_go()

    def handle_ping(self) -> None:
        """Somebody asks whether we are there."""
        super().handle_ping()
        self._count(self._pings)

    def handle_pong(self, event: Frame) -> None:
        """Somebody is there."""
        super().handle_pong(event)
        self._count(self._pings)

    def handle_cont(self, event: Frame) -> None:
        """A piece of a message."""
        super().handle_cont(event)
        self._count(self._pings)

    def _count(self, bucket: Bucket) -> None:
        """Cut off who keeps us busy; who is only too fast is told so by whoever answers, long before."""
        if not bucket.allows() and not self.transport.is_closing():
            METRICS.commands.inc("unheard", "too fast")
            self.transport.abort()


def text_of(message: Mapping[str, Any]) -> str:
    """What was said; bytes will do."""
    text = message.get("text")
    return text if text is not None else (message.get("bytes") or b"").decode("utf-8", "replace")


def is_short_text(data: bytes) -> bool:
    """Is this one frame, and in it all of a masked text of less than 126 bytes (RFC 6455, 5.2)? Nearly every command is."""
    return len(data) > 5 and data[0] == WHOLE_TEXT and 128 <= data[1] < 254 and len(data) == data[1] - 122


def head_of(letter: bytes) -> bytes:
    """What stands before a text in its frame (RFC 6455, 5.2): that it is whole, a text, and how long."""
    size = len(letter)
    if size < 126:
        return bytes((WHOLE_TEXT, size))
    if size < 65_536:
        return _MEDIUM.pack(WHOLE_TEXT, 126, size)
    return _LONG.pack(WHOLE_TEXT, 127, size)
