"""Connections to the port, none of which is kept for nothing: of who asks nothing, sends in drops, or does not read.

What comes over them is for `app.py`; here it is only seen that they move, and that nobody holds too many.
"""

import asyncio
import logging
import sys
from collections import Counter
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from rexarium.table.doors import Doors
from rexarium.table.limits import Limit
from rexarium.table.metrics import METRICS

REQUEST_SECONDS = 10  # that a connection may stay open without a whole request; so often it is looked at
SLOWEST = 1024  # bytes a second that a visitor must take of an answer
PINGS = (100, 10)  # and pieces of messages that a WebSocket may send: at once, and then a second
SLICE = 4096  # bytes of a WebSocket that are read before we look whether that is enough
MOST = 65_536  # files, connections among them, that we ask the system for
RESERVED = 256  # files that are kept for ourselves: storage, bots, pages
_FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\nretry-after: 10\r\ncontent-length: 0\r\n\r\n"
)
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
    held: Counter[str]  # by address

    def __init__(self, *values: Any, **fields: Any) -> None:
        super().__init__(*values, **fields)
        self.logger = _quiet
        self._holder = ""  # the address that this connection is counted for
        self._timer: asyncio.TimerHandle | None = None
        self._left = 0  # bytes that the visitor had not taken when last looked at
        self._is_taking = True

    # Coming and going

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody has come; they may ask something now, unless there are too many of them."""
        super().connection_made(transport)
        holder = self.client[0] if self.client and not self.doors.proxies else ""
        is_greedy = bool(holder) and self.held[holder] >= self.doors.connections_a_visitor
        if is_greedy or len(self.connections) > self.most:
            METRICS.connections_refused.inc()
            transport.write(_FULL)
            transport.close()
        elif holder:
            self._holder = holder
            self.held[holder] += 1
        self._look_again()

    def connection_lost(self, exc: Exception | None) -> None:
        """They are gone."""
        if self._timer is not None:
            self._timer.cancel()
        self._let_go()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """From here on it is a WebSocket, and counted as such."""
        self._let_go()
        super().handle_websocket_upgrade(event)

    def _let_go(self) -> None:
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
        is_ours = self.transport.get_protocol() is self  # else a WebSocket, which has pings
        is_new = self.cycle is not before
        if self.transport.is_closing() or (is_ours and not (self._is_moving() or is_new)):
            self.transport.abort()  # for closing waits until all is taken
            return
        if is_ours and not is_new and getattr(self.cycle, "response_complete", True):  # None before the first
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
        METRICS.requests.labels("unreadable", 400).inc()
        super().send_400_response(msg)


def connection_class(doors: Doors) -> type[Connection]:
    """The connections of a house, which counts them."""
    fields = {"doors": doors, "most": room_for_connections(), "held": Counter()}
    return type("ConnectionOfHouse", (Connection,), fields)


class Wire(WebSocketsSansIOProtocol):
    """A WebSocket on which nobody keeps us busy with pings and pieces: messages are counted where they are read."""

    def __init__(self, *values: Any, **fields: Any) -> None:
        super().__init__(*values, **fields)
        self._pings = Limit(*PINGS)

    def data_received(self, data: bytes) -> None:
        """Read a little at a time, and nothing more of who was cut off."""
        for begin in range(0, len(data), SLICE):
            if self.transport.is_closing():
                return
            super().data_received(data[begin : begin + SLICE])

    def handle_ping(self) -> None:
        """Somebody asks whether we are there."""
        super().handle_ping()
        self._count()

    def handle_pong(self, event: Frame) -> None:
        """Somebody is there."""
        super().handle_pong(event)
        self._count()

    def handle_cont(self, event: Frame) -> None:
        """A piece of a message."""
        super().handle_cont(event)
        self._count()

    def _count(self) -> None:
        if not self._pings.allows("") and not self.transport.is_closing():
            METRICS.commands.labels("unheard", "too fast").inc()
            self.transport.abort()
