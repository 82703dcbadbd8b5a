"""HTTP connections. Idle, slow and stalled clients are disconnected, and no network holds too many connections.

Requests are read by the web server's own protocol, which `HttpConnection` wraps and forwards everything to; `app.py`
responds to them.
"""

import asyncio
import logging
import sys
from collections import Counter
from collections.abc import Collection
from typing import cast

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rexarium.server.metrics import METRICS
from rexarium.server.net.access import Access
from rexarium.server.runtime.networks import network_of

REQUEST_SECONDS = 10  # that a connection may take for a complete request; also between checks
SLOWEST = 1024  # bytes a second that a client has to read of a response
MOST = 65_536  # files, including connections, that we ask the system for
RESERVED = 256  # files kept for ourselves: storage, workers, pages
CONNECTION = "connection"  # where an ASGI scope's state holds the request's connection
_FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\nretry-after: 10\r\ncontent-length: 0\r\n\r\n"
)
_READER = "h11_impl"  # uvicorn's HTTP parser, as its log records name it
_UNREADABLE = "Invalid HTTP request received."  # what it logs when it responds 400


def connection_limit() -> int:
    """How many connections there can be at once: as many as the system allows files, except some for ourselves."""
    if sys.platform == "win32":  # it has no such limit
        return MOST
    import resource  # noqa: PLC0415 - which is not there on Windows

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST if hard == resource.RLIM_INFINITY else min(hard, MOST)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return max(wanted - RESERVED, RESERVED)


class VisitorMistakes(logging.Filter):
    """Keeps unreadable requests, which any client could send, out of the log, and counts them instead."""

    def filter(self, record: logging.LogRecord) -> bool:
        """True for what is our own concern."""
        if record.module != _READER or record.levelno >= logging.ERROR:
            return True
        if record.msg == _UNREADABLE:
            METRICS.requests.inc("unreadable", 400)
        return False


logging.getLogger("uvicorn.error").addFilter(VisitorMistakes())


class ConnectionCounts:
    """Counts HTTP connections by network, and limits them; proxies of our own are not counted."""

    def __init__(self, access: Access) -> None:
        self.most = connection_limit()
        self._access = access
        self._held: Counter[str] = Counter()

    def network_of(self, transport: asyncio.Transport) -> str:
        """The network a connection is counted for; empty if it is not counted."""
        peer = transport.get_extra_info("peername")
        return network_of(str(peer[0])) if peer and not self._access.proxies else ""

    def take(self, network: str) -> bool:
        """Count one more for a network; False if it has too many."""
        if self._held[network] >= self._access.settings.connections:
            return False
        self._held[network] += 1
        return True

    def give_back(self, network: str) -> None:
        """Count one less."""
        self._held[network] -= 1
        if not self._held[network]:
            del self._held[network]


class HttpConnection(asyncio.Protocol):
    """One connection, until it closes or becomes a WebSocket: counted, and closed if nothing moves on it."""

    def __init__(
        self, http: asyncio.Protocol, counts: ConnectionCounts, everyone: Collection[object]
    ) -> None:
        self.loop = asyncio.get_running_loop()
        self._http = http  # reads the requests and has them answered
        self._counts = counts
        self._everyone = everyone  # all connections to the port, including this one
        self._transport = cast(asyncio.Transport, None)  # set when connected
        self._network = ""  # whose count it is part of
        self._timer: asyncio.TimerHandle | None = None
        self._requests = 0  # received so far
        self._answering = 0  # being answered now
        self._left = 0  # bytes that the client had not read at the last check
        self._is_taking = True
        self._lost = asyncio.Event()

    # Coming and going

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count a new connection, and give it time for a request; close it if there are too many."""
        self._transport = cast(asyncio.Transport, transport)
        self._http.connection_made(transport)
        network = self._counts.network_of(self._transport)
        if len(self._everyone) > self._counts.most or (network and not self._counts.take(network)):
            METRICS.connections_refused.inc()
            self._transport.write(_FULL)
            self._transport.close()
        else:
            self._network = network
        self._check_later()

    def connection_lost(self, exc: Exception | None) -> None:
        """Clean up."""
        self._http.connection_lost(exc)
        self._lost.set()
        self._let_go()

    def _let_go(self) -> None:
        """Stop counting it, and break reference cycles: the requests' state holds this connection in turn."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._network:
            self._counts.give_back(self._network)
            self._network = ""
        self._http = asyncio.Protocol()  # which does nothing

    # Data

    def data_received(self, data: bytes) -> None:
        """Pass data on; an upgrade request hands the connection over to another protocol."""
        self._http.data_received(data)
        if self._transport.get_protocol() is not self:
            self._let_go()

    def eof_received(self) -> bool | None:
        """The client will send nothing more."""
        return self._http.eof_received()

    def pause_writing(self) -> None:
        """The client has stopped reading."""
        self._http.pause_writing()

    def resume_writing(self) -> None:
        """The client has read most of what was waiting."""
        self._is_taking = True
        self._http.resume_writing()

    def begin_answer(self) -> None:
        """A request has arrived and is being answered."""
        self._requests += 1
        self._answering += 1

    def end_answer(self) -> None:
        """It has been answered."""
        self._answering -= 1

    async def closed(self) -> None:
        """Wait until a connection that is being closed has closed; one that stays open is not waited for."""
        if self._transport.is_closing():
            await self._lost.wait()

    # Timeouts

    def _check_later(self) -> None:
        self._timer = self.loop.call_later(REQUEST_SECONDS, self._check, self._requests)

    def _check(self, requests_before: int) -> None:
        """Abort if the client has stopped reading; close if it has been idle."""
        if self._transport.get_protocol() is not self:  # an upgrade had to wait for an earlier response
            self._let_go()
            return
        is_new = self._requests != requests_before
        if self._transport.is_closing() or not (self._is_moving() or is_new):
            self._transport.abort()  # because closing would wait until everything is read
            return
        if not is_new and not self._answering:
            self._transport.close()
        self._check_later()

    def _is_moving(self) -> bool:
        """True if there was nothing to read, or if the client has read enough since the last check."""
        left, waiting = self._left, self._transport.get_write_buffer_size()
        is_moving = self._is_taking or not waiting or left - waiting >= SLOWEST * REQUEST_SECONDS
        self._left, self._is_taking = waiting, not waiting
        return is_moving


class Watched:
    """An ASGI application that tells each connection when a request of its own is being answered.

    A request whose body turns out to be unreadable is answered with 400 while it is still being handled, and the connection
    closed. What the application sends after that waits until uvicorn knows, and drops it.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request, or the application's lifespan."""
        connection = scope.get("state", {}).get(CONNECTION)
        if connection is None:
            await self._app(scope, receive, send)
            return

        async def send_unless_closing(message: Message) -> None:
            await connection.closed()
            await send(message)

        connection.begin_answer()
        try:
            await self._app(scope, receive, send_unless_closing)
        finally:
            connection.end_answer()
