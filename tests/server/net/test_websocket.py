"""WebSockets: non-messages cannot keep the server busy, and forbidden frames are not delivered."""

import asyncio
import contextlib
import json
import os
from dataclasses import replace
from itertools import pairwise

import pytest
import websockets
from starlette.requests import HTTPConnection

from rexarium.server.metrics import METRICS
from rexarium.server.net.connection import REQUEST_SECONDS, HttpConnection
from rexarium.server.net.websocket import CLOSE_SECONDS, PING_SECONDS, PONG_SECONDS, WebSocketConnection
from tests.server.support.api import BOUNDLESS, open_access
from tests.server.support.fake_loop import FakeLoop, use_fake_loop
from tests.server.support.live_server import (
    HELLO,
    UPGRADE,
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
from tests.server.support.samples import PATIENCE, TABLE
from tests.server.support.sockets import watch_transports


@pytest.fixture(autouse=True)
def fake_loop(monkeypatch: pytest.MonkeyPatch) -> FakeLoop:
    """The time of all connections."""
    return use_fake_loop(monkeypatch, (HttpConnection, WebSocketConnection))


@pytest.mark.uvloop
async def test_a_client_that_does_not_read_is_cut_off_once_the_server_closes(fake_loop: FakeLoop) -> None:
    hello = b'{"do":"hello","version":1}'
    frame = bytes((129, 128 | len(hello), 0, 0, 0, 0)) + hello
    async with start_live_server(buffer=2048) as live_server:
        live = await live_server.api.service.tables.get(TABLE)
        transport = await call(live_server, Deaf(UPGRADE))
        async with asyncio.timeout(PATIENCE):
            while not METRICS.sockets.value:
                await asyncio.sleep(0.01)
            transport.write(frame)
            while not live.presence.recipients:
                await asyncio.sleep(0.01)
            for _ in range(40):  # until the connection is full
                for recipient in live.presence.recipients:
                    recipient.send(b"x" * 65536)
                await asyncio.sleep(0)
            assert not _line_of(live_server).is_writable
            # Nobody says anything, and what we say is not taken.
            fake_loop.advance(PING_SECONDS + PONG_SECONDS)
            assert live_server.uvicorn.server_state.connections
            fake_loop.advance(CLOSE_SECONDS)
            while live.presence.recipients:
                await asyncio.sleep(0.01)
        transport.abort()


def frame(kind: int, body: bytes = b"") -> bytes:
    """A small frame of a WebSocket, with a mask that changes nothing."""
    return bytes((kind, 128 | len(body), 0, 0, 0, 0)) + body


@pytest.mark.parametrize(
    "flood",
    [frame(0x89, b"x" * 125), frame(0x8A), frame(0x01) + frame(0x00)],
    ids=["pings", "pongs", "pieces"],
)
@pytest.mark.uvloop
async def test_a_flood_of_non_messages_is_cut_off_early(
    flood: bytes,
) -> None:
    first, rest = flood[:6], flood[6:]
    many = first + rest * 20_000 if flood.startswith(b"\x01") else flood * 20_000
    async with start_live_server() as live_server, live_server.join("anna") as anna:
        transport = await call(live_server, Deaf(UPGRADE))
        async with asyncio.timeout(PATIENCE):
            while len(live_server.uvicorn.server_state.connections) < 2 or not _is_upgraded(live_server):
                await asyncio.sleep(0.01)
            transport.write(many)
            while len(live_server.uvicorn.server_state.connections) > 1:
                await asyncio.sleep(0.01)
        transport.abort()
        assert (await anna.ask(do="say", text="undisturbed"))["is"] == "done"


def _is_upgraded(live_server: LiveServer) -> bool:
    return all(isinstance(each, WebSocketConnection) for each in live_server.uvicorn.server_state.connections)


async def test_a_moderate_number_of_pings_and_fragments_is_answered(live_server: LiveServer) -> None:
    async with live_server.call("anna") as anna:
        for _ in range(20):
            await (await anna.line.ping())
        await anna.line.send(part for part in ('{"do":"hello",', '"version"', ":1}"))
        await anna.expect("welcome", "snapshot", "presence")


@pytest.mark.parametrize(
    "flood", [frame(0x81, b""), frame(0x81, b"{}"), frame(0x82, b"{}")], ids=["nothing", "texts", "bytes"]
)
@pytest.mark.uvloop
async def test_a_flood_at_a_table_is_cut_off(flood: bytes) -> None:
    hello = b'{"do":"hello","version":1}'
    async with start_live_server() as live_server:
        live = await live_server.api.service.tables.get(TABLE)
        transport = await call(live_server, Deaf(UPGRADE))
        async with asyncio.timeout(PATIENCE):
            while not _is_upgraded(live_server):
                await asyncio.sleep(0.01)
            transport.write(frame(0x81, hello))
            while not live.presence.recipients:
                await asyncio.sleep(0.01)
            transport.write(flood * 20_000)
            while live_server.uvicorn.server_state.connections:
                await asyncio.sleep(0.01)
        transport.abort()


@pytest.mark.uvloop
async def test_bad_handshakes_and_bad_text_are_not_errors(caplog: pytest.LogCaptureFixture) -> None:
    async with start_live_server() as live_server:
        old = UPGRADE.replace(b"Version: 13", b"Version: 12")
        async with dial(live_server, old) as reader:
            assert (await everything(reader)).startswith(b"HTTP/1.1 400")
        async with live_server.join("anna") as anna:
            raw = anna.line.transport.get_extra_info("socket")
            os.write(raw.fileno(), frame(0x81, b"\xff") + frame(0x88, b"\x03\xe8"))
            assert await anna.until_closed() in (1000, 1007)
    assert not caplog.records


@pytest.mark.parametrize(
    ("header", "status"),
    [
        (b"Content-Length: 10", b"400"),
        (b"Transfer-Encoding: chunked", b"400"),
        (b"Cookie: " + b"x" * 20_000, b"431"),
        (b"\r\n".join(b"X-%d: x" % number for number in range(300)), b"431"),
    ],
    ids=["body", "chunks", "long header", "many headers"],
)
@pytest.mark.uvloop
async def test_an_unreadable_handshake_is_refused_and_closed(
    header: bytes, status: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    async with start_live_server() as live_server:
        async with dial(live_server, UPGRADE.replace(b"\r\n\r\n", b"\r\n" + header + b"\r\n\r\n")) as reader:
            assert (await everything(reader)).startswith(b"HTTP/1.1 " + status)
        async with asyncio.timeout(PATIENCE):
            while live_server.uvicorn.server_state.connections:
                await asyncio.sleep(0.01)
    assert not caplog.records


async def test_an_open_websocket_needs_nothing_from_asgi(live_server: LiveServer) -> None:
    """At thousands of connections its tasks, scopes and queues would take more memory than the games."""
    async with live_server.join("anna") as anna:
        async with asyncio.timeout(PATIENCE):
            while live_server.uvicorn.server_state.tasks:
                await asyncio.sleep(0.01)
        assert (await anna.ask(do="say", text="still here"))["is"] == "done"


async def test_a_client_that_ignores_the_close_has_left_all_the_same(
    live_server: LiveServer, fake_loop: FakeLoop
) -> None:
    """A visitor who does not answer a goodbye leaves the table at once, and the connection later."""
    live = await live_server.api.service.tables.get(TABLE)
    transport = await call(live_server, Deaf(UPGRADE))
    async with asyncio.timeout(PATIENCE):
        while not _is_upgraded(live_server):
            await asyncio.sleep(0.01)
        transport.write(frame(0x81, json.dumps(HELLO).encode()))
        while not live.presence.recipients:
            await asyncio.sleep(0.01)
        (recipient,) = live.presence.recipients
        recipient.close("Good night.")
        assert not live.presence.recipients
        assert live_server.uvicorn.server_state.connections
        fake_loop.advance(CLOSE_SECONDS)
        while live_server.uvicorn.server_state.connections:
            await asyncio.sleep(0.01)
    transport.abort()


class Ear:
    """Lets everyone in, and only listens."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def allows(self, request: HTTPConnection) -> bool:
        return True

    def receive(self, request: HTTPConnection, connection: WebSocketConnection) -> "Ear":
        return self

    def on_message(self, text: str) -> None:
        self.heard.append(text)

    def on_writable(self) -> None: ...

    def on_close(self) -> None: ...


class FakeTransport(asyncio.Transport):
    """A transport that takes everything, and closes when it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self._is_closing = False

    def write(self, data: bytes | bytearray | memoryview) -> None: ...

    def close(self) -> None:
        self._is_closing = True

    def is_closing(self) -> bool:
        return self._is_closing


def masked(text: bytes) -> bytes:
    """A whole text as a browser sends it."""
    mask = b"\x01\x80\xff\x10"
    body = bytes(message ^ mask[place % 4] for place, message in enumerate(text))
    return bytes((0x81, 128 | len(text))) + mask + body


def overhear(*pieces: bytes) -> tuple[list[str], bool]:
    """The messages a handler gets from these pieces, and whether the connection is still open."""
    ear, transport = Ear(), FakeTransport()
    line = WebSocketConnection(ear, set(), set())
    line.connection_made(transport)
    for data in (UPGRADE, *pieces):
        line.data_received(data)
    return ear.heard, not transport.is_closing()


async def test_a_message_is_read_the_same_however_it_is_split() -> None:
    longest, pieces = "x" * 125, frame(0x01, b"in ") + frame(0x89) + frame(0x80, b"pieces")
    stream = masked(b"") + masked("é".encode()) + pieces + masked(longest.encode()) + frame(0x82, b"bytes")
    wanted = ["", "é", "in pieces", longest, "bytes"]
    edges = [6, 14, 23, 29, 41, 172]  # where frames end
    assert overhear(*(stream[a:b] for a, b in pairwise([0, *edges, None]))) == (wanted, True)
    for cut in range(len(stream)):
        assert overhear(stream[:cut], stream[cut:]) == (wanted, True)


async def test_a_message_tail_that_looks_whole_is_not_a_message() -> None:
    inner = masked(b"as if")
    body = b"not " + inner
    outer = frame(0x82, body)
    wanted = ([str(body, "utf-8", "replace")], True)
    assert overhear(outer[: -len(inner)], inner) == wanted


async def test_messages_are_not_deflated_even_if_offered(live_server: LiveServer) -> None:
    """Their length would tell what lies beside the words of others."""
    async with live_server.call("anna", compression="deflate") as anna:
        assert anna.line.response is not None
        assert "Sec-WebSocket-Extensions" not in anna.line.response.headers


@pytest.mark.parametrize(
    ("pieces", "wanted"),
    [
        ([frame(0x01, b"in "), masked(b"between")], []),
        ([masked(b"one"), masked(b"\xff"), masked(b"two")], ["one"]),
        ([masked(b"one"), frame(0x88, b"\x03\xe8"), masked(b"two")], ["one"]),
        ([masked(b"one"), bytes((0x81, 3)) + b"two"], ["one"]),
    ],
    ids=["between pieces", "no text", "after the end", "without a mask"],
)
async def test_frames_the_protocol_forbids_are_not_delivered(pieces: list[bytes], wanted: list[str]) -> None:
    assert overhear(*pieces) == (wanted, False)


def _line_of(live_server: LiveServer) -> WebSocketConnection:
    (line,) = (
        each for each in live_server.uvicorn.server_state.connections if isinstance(each, WebSocketConnection)
    )
    return line


async def test_messages_sent_in_one_turn_go_out_together_before_the_close(
    live_server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    transports = watch_transports(monkeypatch)
    async with live_server.join("anna") as anna:
        line = _line_of(live_server)
        (transport,) = transports
        write = transport.write
        write.reset_mock()
        assert (await anna.ask(do="say", text="one"))["is"] == "done"
        assert [message["is"] for message in anna.heard[-2:]] == ["event", "done"]
        assert write.call_count == 1
        line.send(b'{"is":"first"}')
        line.send(b'{"is":"second"}')
        assert write.call_count == 1
        line.close(1001)
        await anna.until_closed()
        assert [message["is"] for message in anna.heard[-2:]] == ["first", "second"]
        line.send(b'{"is":"late"}')
        await asyncio.sleep(0)  # by then it would have gone out
        assert write.call_count == 3  # those two, and the end


async def test_only_silent_clients_are_pinged(
    live_server: LiveServer,
    fake_loop: FakeLoop,
) -> None:
    async with live_server.join("anna") as anna:
        line = _line_of(live_server)
        for number in range(6):
            fake_loop.advance(PING_SECONDS / 4)
            assert (await anna.ask(do="say", text=f"{number}"))["is"] == "done"
        fake_loop.advance(PING_SECONDS * 0.99)
        assert line.pinged_at == 0
        fake_loop.advance(PING_SECONDS * 0.01)
        assert line.pinged_at == fake_loop.time()


@pytest.mark.parametrize("is_at_once", [False, True])
@pytest.mark.uvloop
async def test_a_reused_connection_becomes_a_websocket_and_is_counted_once(
    fake_loop: FakeLoop, is_at_once: bool
) -> None:
    named = UPGRADE.replace(b"\r\n\r\n", b"\r\nUser-Agent: caf\xe9\r\n\r\n")
    async with start_live_server(open_access(settings=replace(BOUNDLESS, connections=1))) as live_server:
        reader, writer = await asyncio.open_connection("127.0.0.1", live_server.number)
        writer.write(WHOLE + named if is_at_once else WHOLE)
        assert (await answer(reader)).startswith(b"HTTP/1.1 200")
        await reader.readuntil(b"}")
        if not is_at_once:
            writer.write(named)
        assert (await answer(reader)).startswith(b"HTTP/1.1 101")
        writer.write(frame(0x81, json.dumps(HELLO).encode()))
        assert b'"is":"welcome"' in await asyncio.wait_for(reader.read(1000), PATIENCE)
        if is_at_once:  # nobody looks before
            fake_loop.advance(REQUEST_SECONDS)
        async with dial(live_server, WHOLE) as another:
            assert (await answer(another)).startswith(b"HTTP/1.1 200")
        writer.close()


async def test_a_silent_client_is_pinged_and_then_disconnected(
    live_server: LiveServer, fake_loop: FakeLoop
) -> None:
    async with dial(live_server, UPGRADE) as reader:
        assert (await answer(reader)).startswith(b"HTTP/1.1 101")
        fake_loop.advance(PING_SECONDS)
        assert await reader.readexactly(2) == b"\x89\x00"
        fake_loop.advance(PONG_SECONDS * 0.99)
        assert live_server.uvicorn.server_state.connections
        fake_loop.advance(PONG_SECONDS * 0.01)
        end = await everything(reader)
        assert (end[0], int.from_bytes(end[2:4], "big")) == (0x88, 1011)
    await until_gone(live_server)


async def test_the_message_size_limit_applies_to_fragmented_messages(live_server: LiveServer) -> None:
    async with live_server.join("anna") as anna:
        with contextlib.suppress(websockets.ConnectionClosed):
            await anna.line.send("x" * 1000 for _ in range(5))
        assert await anna.until_closed() == 1009


async def test_a_stopping_server_drops_clients_that_do_not_answer(
    live_server: LiveServer,
) -> None:
    async with dial(live_server, UPGRADE) as reader:
        await answer(reader)
        _line_of(live_server).shutdown()
        assert (await everything(reader))[2:4] == (1012).to_bytes(2, "big")
    await until_gone(live_server)
