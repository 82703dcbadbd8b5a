"""WebSockets: `websockets` parses frames and follows the protocol; this module limits what listening can cost us.

ASGI would put a queue and a task between a message and its reader, and between an event and the socket. As each event
goes to every seat, that would take longer than the move itself. Here a handler gets each message at once, and what it
sends leaves at the end of the same turn of the event loop.
"""

import asyncio
import logging
import struct
from collections.abc import Coroutine, MutableSet
from http import HTTPStatus
from typing import Any, Protocol, cast
from urllib.parse import unquote

from starlette.requests import HTTPConnection
from websockets.frames import CloseCode, Frame, Opcode
from websockets.http11 import Request
from websockets.server import ServerProtocol

from rexarium.server.limits import Bucket
from rexarium.server.metrics import METRICS
from rexarium.server.wire import messages

PING_SECONDS = 20.0  # of silence before we send a ping
PONG_SECONDS = 20.0  # to respond to it
CLOSE_SECONDS = 10.0  # for the client to confirm closing, and then to read what was sent
PINGS = (100, 10)  # pings and fragments a client may send: at once, then per second
MESSAGES = (1000, 200)  # messages read from a client: at once, then per second
SLICE = 4096  # bytes to read before checking the limits
WHOLE_TEXT = 0x81  # first byte of a frame that holds a complete text
# Looking them up in the Enum is slow.
_TEXT, _BINARY, _PIECE, _CLOSE = Opcode.TEXT, Opcode.BINARY, Opcode.CONT, Opcode.CLOSE
_MEDIUM, _LONG = struct.Struct("!BBH"), struct.Struct("!BBQ")
_UNREADABLE = b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
_frames = logging.getLogger("rexarium.server.websocket")
_frames.setLevel(logging.ERROR)  # frames contain hands and keys, and clients' mistakes are their own


class Handler(Protocol):
    """Receives what happens on a connection."""

    def on_message(self, text: str) -> None:
        """A message has arrived."""

    def on_writable(self) -> None:
        """The client is reading again."""

    def on_close(self) -> None:
        """The connection is closed; called once."""


class Reception(Protocol):
    """Decides who may open a WebSocket."""

    def allows(self, request: HTTPConnection) -> bool:
        """True if this request may open one."""

    def receive(self, request: HTTPConnection, connection: "WebSocketConnection") -> Handler:
        """The WebSocket is open; returns its handler."""


class WebSocketConnection(asyncio.Protocol):
    """One WebSocket, from its upgrade to its end. Messages, pings and fragments are counted as they are read."""

    def __init__(
        self, reception: Reception, everyone: MutableSet[object], tasks: set[asyncio.Task[None]]
    ) -> None:
        self.loop = asyncio.get_running_loop()
        self.is_writable = True  # is the client reading what we send?
        self.pinged_at = 0.0
        self._reception = reception
        self._everyone = everyone  # all connections to the port
        self._tasks = tasks  # tasks the server waits for when it stops
        self._transport = cast(asyncio.Transport, None)  # set when connected
        self._handler: Handler | None = None
        self._protocol = ServerProtocol(max_size=messages.LARGEST_MESSAGE, logger=_frames)
        self._is_open = False  # can messages be sent?
        self._is_reading = True
        self._heard_at = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._pings = Bucket(*PINGS)
        self._messages = Bucket(*MESSAGES)
        self._kind = _TEXT  # of the message whose fragments are arriving
        self._pieces: list[bytes] = []
        self._outgoing: list[bytes] = []  # sent at the end of this turn of the event loop

    # For the handler

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Start a task that the server waits for when it stops."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def send(self, message: bytes) -> None:
        """Send a message. What is sent in one turn of the event loop leaves together: an event and its reply."""
        if not self._outgoing:
            self.loop.call_soon(self._send_outgoing)
        self._outgoing += (head_of(message), message)

    def _send_outgoing(self) -> None:
        outgoing, self._outgoing = self._outgoing, []
        if outgoing and self._is_open and not self._transport.is_closing():
            self._transport.write(b"".join(outgoing))

    def close(self, code: int) -> None:
        """Close after what has been sent, and release the handler; the client has some seconds to confirm."""
        self._send_outgoing()
        if self._is_open and not self._transport.is_closing():
            self._is_open = False
            self._protocol.send_close(code)
            self._write()
            self._check_in(CLOSE_SECONDS)
            self.resume_reading()
        self._let_go()

    def pause_reading(self) -> None:
        """Receive nothing for a while."""
        if self._is_reading and not self._transport.is_closing():
            self._is_reading = False
            self._transport.pause_reading()

    def resume_reading(self) -> None:
        """Receive again."""
        if not self._is_reading and not self._transport.is_closing():
            self._is_reading = True
            self._transport.resume_reading()

    # Coming and going

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A client wants a WebSocket; their request comes next."""
        self._transport = cast(asyncio.Transport, transport)
        self._everyone.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Clean up."""
        self._everyone.discard(self)
        self._is_open = False
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._let_go()
        # The parser and this form a cycle, and garbage is collected rarely.
        vars(self._protocol).clear()

    def shutdown(self) -> None:
        """The server stops."""
        if self._is_open and not self._transport.is_closing():
            self._send_outgoing()
            self._protocol.send_close(CloseCode.SERVICE_RESTART)
            self._write()
        self._end()

    def _end(self) -> None:
        """Close once everything has been read, within a time limit."""
        self._is_open = False
        self._transport.close()
        self._check_in(CLOSE_SECONDS)
        self._let_go()

    def _let_go(self) -> None:
        handler, self._handler = self._handler, None
        if handler is not None:
            handler.on_close()

    # Timeouts

    def _check_in(self, seconds: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self.loop.call_later(seconds, self._check)

    def _check(self) -> None:
        """Disconnect a client that is silent, does not confirm closing, or does not even read that we have closed."""
        silence = self.loop.time() - self._heard_at
        if self._transport.is_closing():
            self._transport.abort()
        elif not self._is_open:
            self._end()
        elif silence < PING_SECONDS:
            self._check_in(PING_SECONDS - silence)
        elif self.pinged_at <= self._heard_at:
            self.pinged_at = self.loop.time()
            self._protocol.send_ping(b"")
            self._write()
            self._check_in(PONG_SECONDS)
        else:
            self._protocol.fail(CloseCode.INTERNAL_ERROR, "keepalive ping timeout")
            self._write()

    # For the client

    def pause_writing(self) -> None:
        """The client has stopped reading."""
        self.is_writable = False

    def resume_writing(self) -> None:
        """The client has read most of what was waiting."""
        self.is_writable = True
        if self._handler is not None:
            self._handler.on_writable()

    def data_received(self, data: bytes) -> None:
        """Read a little at a time, and nothing more from a client that has been disconnected."""
        self._heard_at = self.loop.time()
        for begin in range(0, len(data), SLICE):
            if self._transport.is_closing():
                return
            self._read(data[begin : begin + SLICE])

    def _read(self, data: bytes) -> None:
        self._protocol.receive_data(data)
        for event in self._protocol.events_received():
            if isinstance(event, Frame):
                self._take(event)
            elif isinstance(event, Request):
                self._answer_handshake(event)
            if self._transport.is_closing():
                return
        if self._handler is None and self._protocol.handshake_exc is not None:
            self._turn_away()
        else:
            self._write()

    def _write(self) -> None:
        """Send what the protocol has produced: handshakes, pongs, closing frames."""
        data = self._protocol.data_to_send()
        if not data:
            return
        if said := b"".join(data):
            self._transport.write(said)
        if not data[-1]:  # an empty item: nothing more will come
            self._end()

    def _answer_handshake(self, request: Request) -> None:
        """Accept or reject the handshake."""
        handshake = _as_asgi(request, self._transport)
        is_allowed = self._reception.allows(handshake)
        response = (
            self._protocol.accept(request) if is_allowed else self._protocol.reject(HTTPStatus.FORBIDDEN, "")
        )
        self._protocol.send_response(response)
        self._write()
        if response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            self._is_open = True
            self._check_in(PING_SECONDS)
            self._handler = self._reception.receive(handshake, self)

    def _turn_away(self) -> None:
        """Answer a request that is not a handshake, for example because it has a body."""
        METRICS.requests.inc("unreadable", 400)
        self._transport.write(b"".join(self._protocol.data_to_send()) or _UNREADABLE)
        self._end()

    def _take(self, frame: Frame) -> None:
        """Handle a frame; the protocol itself answers one that ends the connection."""
        kind = frame.opcode
        if kind is _TEXT or kind is _BINARY:
            if frame.fin:
                self._pass_on(frame.data, kind)
            else:
                self._kind, self._pieces = kind, [bytes(frame.data)]
        elif kind is _PIECE:
            self._pieces.append(bytes(frame.data))
            if frame.fin:
                pieces, self._pieces = self._pieces, []
                self._pass_on(b"".join(pieces), self._kind)
            self._count(self._pings)
        elif kind is not _CLOSE:
            self._count(self._pings)

    def _pass_on(self, data: bytes | bytearray | memoryview, kind: Opcode) -> None:
        """Give the handler a message; binary ones count as text."""
        try:
            text = str(data, "utf-8", "strict" if kind is _TEXT else "replace")
        except UnicodeDecodeError:
            self._protocol.fail(CloseCode.INVALID_DATA)
            self._write()
            return
        if self._handler is not None:
            self._handler.on_message(text)
            self._count(self._messages)

    def _count(self, bucket: Bucket) -> None:
        """Disconnect a client that keeps us busy; one that is only a little too fast is told so long before."""
        if not bucket.try_take() and not self._transport.is_closing():
            METRICS.commands.inc("unheard", "too fast")
            self._transport.abort()


def _as_asgi(request: Request, transport: asyncio.Transport) -> HTTPConnection:
    """A handshake as the web framework represents requests: cookies, headers and query."""
    path, _, query = request.path.partition("?")
    return HTTPConnection(
        {
            "type": "websocket",
            "path": unquote(path),
            "query_string": query.encode(),
            "headers": [
                (name.lower().encode(), value.encode("latin-1"))
                for name, value in request.headers.raw_items()
            ],
            "client": transport.get_extra_info("peername"),
        }
    )


def head_of(message: bytes) -> bytes:
    """The head of a text's frame (RFC 6455, 5.2): that it is complete, that it is text, and its length."""
    size = len(message)
    if size < 126:
        return bytes((WHOLE_TEXT, size))
    if size < 65_536:
        return _MEDIUM.pack(WHOLE_TEXT, 126, size)
    return _LONG.pack(WHOLE_TEXT, 127, size)
