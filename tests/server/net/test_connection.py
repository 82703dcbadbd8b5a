"""HTTP connections are closed if the client is idle, sends in drops, does not read, or holds too many."""

import asyncio
import gc
import logging
from collections import Counter
from dataclasses import replace

import httpx
import pytest
from starlette.requests import HTTPConnection
from uvicorn.protocols.http.h11_impl import H11Protocol
from websockets.server import ServerProtocol

from rexarium.server.net import connection
from rexarium.server.net.connection import REQUEST_SECONDS, HttpConnection
from rexarium.server.net.session import Session
from rexarium.server.net.websocket import WebSocketConnection
from tests.server.support.api import BOUNDLESS, counted
from tests.server.support.fake_loop import FakeLoop, use_fake_loop
from tests.server.support.live_server import (
    HELLO,
    WHOLE,
    Deaf,
    LiveServer,
    answer,
    call,
    dial,
    everything,
    start_live_server,
    until_gone,
)
from tests.server.support.samples import PATIENCE
from tests.server.support.server import wait_for

REFUSED = "rexarium_connections_refused_total"


@pytest.fixture(autouse=True)
def fake_loop(monkeypatch: pytest.MonkeyPatch) -> FakeLoop:
    """The time of all connections."""
    return use_fake_loop(monkeypatch, (HttpConnection, WebSocketConnection))


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """The requests that come in over plain HTTP connections."""
    pieces: list[bytes] = []
    hear = HttpConnection.data_received

    def note(self: HttpConnection, data: bytes) -> None:
        pieces.append(data)
        hear(self, data)

    monkeypatch.setattr(HttpConnection, "data_received", note)
    return pieces


async def test_idle_and_half_sent_requests_time_out_but_table_connections_do_not(
    live_server: LiveServer, fake_loop: FakeLoop, heard: list[bytes]
) -> None:
    async with live_server.join("anna") as anna:
        for whole, half in ((b"", b""), (b"", b"GET / HTTP/1.1\r\nHost: local"), (WHOLE, b"GET /heal")):
            await wait_for(lambda: len(live_server.uvicorn.server_state.connections) == 1)
            reader, writer = await asyncio.open_connection("127.0.0.1", live_server.number)
            await wait_for(lambda: len(live_server.uvicorn.server_state.connections) == 2)
            if whole:
                writer.write(whole)
                assert (await answer(reader)).startswith(b"HTTP/1.1 200")
            heard.clear()
            writer.write(half)
            await wait_for(lambda half=half: b"".join(heard) == half)  # type: ignore[misc]
            fake_loop.advance(2 * REQUEST_SECONDS if whole else REQUEST_SECONDS)
            assert b"HTTP/1.1" not in await everything(reader)
            writer.close()
            await (await anna.line.ping())  # so she is still there
        assert (await anna.ask(do="say", text="still here"))["is"] == "done"


@pytest.mark.uvloop
async def test_connection_timeouts_use_real_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    monkeypatch.setattr(connection, "REQUEST_SECONDS", 0.01)
    async with start_live_server() as live_server, dial(live_server) as reader:
        assert await everything(reader) == b""


@pytest.mark.parametrize(
    "head",
    [b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ", WHOLE[:-2] + b"Content-Length: 100000\r\n\r\n"],
    ids=["head", "body that nobody wants"],
)
async def test_a_client_that_trickles_its_request_is_disconnected(
    live_server: LiveServer, head: bytes, fake_loop: FakeLoop, heard: list[bytes]
) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", live_server.number)
    connections, drops = live_server.uvicorn.server_state.connections, 0
    writer.write(head)
    await wait_for(lambda: b"".join(heard) == head)
    while connections:
        fake_loop.advance(REQUEST_SECONDS / 10)
        before = len(heard)
        writer.write(b"x")
        await wait_for(lambda before=before: len(heard) > before or not connections)  # type: ignore[misc]
        drops += 1
    assert drops <= 21
    await everything(reader)
    writer.close()


@pytest.mark.uvloop
async def test_a_client_that_does_not_read_its_response_is_disconnected(fake_loop: FakeLoop) -> None:
    ask = b"GET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\n"

    def waiting(live_server: LiveServer) -> int:
        return sum(
            each.transport.get_write_buffer_size() for each in live_server.uvicorn.server_state.connections
        )

    async with start_live_server(buffer=2048) as live_server:
        for questions in (1, 40):  # an answer that lies in the buffer, and more than it holds
            transport = await call(live_server, Deaf(ask * questions))
            await wait_for(lambda: waiting(live_server) > 0)
            fake_loop.advance(2 * REQUEST_SECONDS)
            await until_gone(live_server)
            transport.abort()


class Belt:
    """A transport of which only is known how much lies on it."""

    size = 0

    def get_write_buffer_size(self) -> int:
        return self.size


def test_a_slow_reader_is_waited_for() -> None:
    belt = Belt()
    line = HttpConnection.__new__(HttpConnection)
    line._transport = belt  # type: ignore[assignment]
    line._left, line._is_taking = 0, True
    slow = [60_000, 48_000, 37_000, 26_500, 16_000, 5_000, 0]
    for belt.size in [*slow, 0, 300]:
        assert line._is_moving()
    for belt.size, is_moving in ((60_000, False), (40_000, True), (39_000, False), (39_000, False)):
        assert line._is_moving() == is_moving


@pytest.mark.access(settings=replace(BOUNDLESS, connections=2))
async def test_connections_per_client_are_limited_and_closing_one_frees_a_place(
    live_server: LiveServer,
) -> None:
    refused = counted(REFUSED)
    async with live_server.call("anna") as anna:  # a WebSocket is counted by itself
        await anna.send(HELLO)
        async with dial(live_server), dial(live_server), dial(live_server) as third:
            assert (await everything(third)).startswith(b"HTTP/1.1 503")
        assert counted(REFUSED) == refused + 1
    await until_gone(live_server)
    async with dial(live_server, WHOLE) as reader:
        assert (await answer(reader)).startswith(b"HTTP/1.1 200")


@pytest.mark.access(settings=replace(BOUNDLESS, connections=1), proxies=1)
async def test_behind_a_proxy_all_connections_come_from_its_address(live_server: LiveServer) -> None:
    async with dial(live_server, WHOLE), dial(live_server, WHOLE), dial(live_server, WHOLE) as third:
        assert (await answer(third)).startswith(b"HTTP/1.1 200")


def test_the_file_limit_is_raised_far_enough() -> None:
    assert connection.connection_limit() >= connection.RESERVED


@pytest.mark.uvloop
async def test_invalid_http_is_counted_and_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    def count() -> float:
        return counted("rexarium_requests_total", route="unreadable", status="400")

    nonsense = [
        b"\x16\x03\x01\x02\x00\r\n\r\n",
        b"HELLO\r\n\r\n",
        b"GET /\xff HTTP/1.1\r\n\r\n",
        # The request is being answered already when its body turns out to be none.
        b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nnonsense\r\n",
    ]

    with caplog.at_level(logging.WARNING):
        async with start_live_server() as live_server:
            before = count()
            for data in nonsense:
                async with dial(live_server, data) as reader:
                    assert (await everything(reader)).startswith(b"HTTP/1.1 400")
            assert count() == before + len(nonsense)
    assert not caplog.records


@pytest.mark.uvloop
async def test_nothing_is_kept_of_a_closed_connection() -> None:
    """Garbage in circles is looked for only now and then, so visitors must leave none."""

    def kept() -> dict[str, int]:
        kinds = (HttpConnection, H11Protocol, WebSocketConnection, ServerProtocol, Session, HTTPConnection)
        return dict(
            Counter(type(each).__name__ for each in gc.get_objects() if issubclass(type(each), kinds))
        )

    gc.collect()
    gc.disable()
    try:
        async with start_live_server() as live_server:
            async with httpx.AsyncClient() as browser:
                for _ in range(3):
                    async with live_server.join("anna") as anna:
                        await anna.ask(do="say", text="good evening")
                    async with live_server.call("anna", "nowhere") as lost:
                        await lost.send(HELLO)
                        await lost.until_closed()
                    answer = await browser.get(
                        f"http://127.0.0.1:{live_server.number}/healthz", headers={"host": "localhost"}
                    )
                    assert answer.status_code == 200
            async with asyncio.timeout(PATIENCE):
                while kept():
                    await asyncio.sleep(0.05)
    finally:
        gc.enable()
