"""Connections are not kept for nothing: of who asks nothing, sends in drops, does not read, or holds too many."""

import asyncio
import contextlib
import gc
import json
import logging
import os
import socket
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import replace
from itertools import pairwise
from typing import cast
from unittest import mock

import httpx
import pytest
from starlette.requests import HTTPConnection
from uvicorn.protocols.http.h11_impl import H11Protocol
from websockets.server import ServerProtocol

from rexarium.server.metrics import METRICS
from rexarium.server.net import connection
from rexarium.server.net.connection import REQUEST_SECONDS, HttpConnection
from rexarium.server.net.session import Session
from rexarium.server.net.websocket import CLOSE_SECONDS, PING_SECONDS, PONG_SECONDS, WebSocketConnection
from tests.server.hourglass import Hourglass, turn_over
from tests.server.port import HELLO, Port, on_port
from tests.server.stage import PATIENCE, TABLE, until
from tests.server.street import BOUNDLESS, open_doors

WHOLE = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
UPGRADE = (
    f"GET /ws/{TABLE} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
).encode()
REFUSED = "rexarium_connections_refused_total"


@pytest.fixture(autouse=True)
def glass(monkeypatch: pytest.MonkeyPatch) -> Hourglass:
    """The time of all connections."""
    return turn_over(monkeypatch, (HttpConnection, WebSocketConnection))


@contextlib.asynccontextmanager
async def dial(port: Port, data: bytes = b"") -> AsyncIterator[asyncio.StreamReader]:
    """A connection on which something is said."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port.number)
    try:
        writer.write(data)
        yield reader
    finally:
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()


async def everything(reader: asyncio.StreamReader) -> bytes:
    """All that comes until the other end closes, however it does."""
    heard = b""
    with contextlib.suppress(ConnectionError):
        while chunk := await asyncio.wait_for(reader.read(65536), PATIENCE):
            heard += chunk
    return heard


async def answer(reader: asyncio.StreamReader) -> bytes:
    """The head of the next answer."""
    return await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """What comes in over connections that are no WebSockets."""
    pieces: list[bytes] = []
    hear = HttpConnection.data_received

    def note(self: HttpConnection, data: bytes) -> None:
        pieces.append(data)
        hear(self, data)

    monkeypatch.setattr(HttpConnection, "data_received", note)
    return pieces


def test_who_asks_nothing_or_half_of_it_is_not_waited_for_but_who_sits_at_a_table_is(
    glass: Hourglass, heard: list[bytes]
) -> None:
    async def scene(port: Port) -> None:
        async with port.join("anna") as anna:
            for whole, half in ((b"", b""), (b"", b"GET / HTTP/1.1\r\nHost: local"), (WHOLE, b"GET /heal")):
                await until(lambda: len(port.server.server_state.connections) == 1)
                reader, writer = await asyncio.open_connection("127.0.0.1", port.number)
                await until(lambda: len(port.server.server_state.connections) == 2)
                if whole:
                    writer.write(whole)
                    assert (await answer(reader)).startswith(b"HTTP/1.1 200")
                heard.clear()
                writer.write(half)
                await until(lambda half=half: b"".join(heard) == half)  # type: ignore[misc]
                glass.advance(2 * REQUEST_SECONDS if whole else REQUEST_SECONDS)
                assert b"HTTP/1.1" not in await everything(reader)
                writer.close()
                await (await anna.line.ping())  # so she is still there
            assert (await anna.ask(do="say", text="still here"))["is"] == "done"

    on_port(scene)


def test_the_time_of_a_connection_is_real(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    monkeypatch.setattr(connection, "REQUEST_SECONDS", 0.01)

    async def scene(port: Port) -> None:
        async with dial(port) as reader:
            assert await everything(reader) == b""

    on_port(scene)


@pytest.mark.parametrize(
    "head",
    [b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ", WHOLE[:-2] + b"Content-Length: 100000\r\n\r\n"],
    ids=["head", "body that nobody wants"],
)
def test_who_sends_in_drops_is_not_waited_for(head: bytes, glass: Hourglass, heard: list[bytes]) -> None:
    async def scene(port: Port) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port.number)
        connections, drops = port.server.server_state.connections, 0
        writer.write(head)
        await until(lambda: b"".join(heard) == head)
        while connections:
            glass.advance(REQUEST_SECONDS / 10)
            before = len(heard)
            writer.write(b"x")
            await until(lambda before=before: len(heard) > before or not connections)  # type: ignore[misc]
            drops += 1
        assert drops <= 21
        await everything(reader)
        writer.close()

    on_port(scene)


class Deaf(asyncio.Protocol):
    """A visitor who asks, and reads nothing, or only now and then a little."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.heard = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        line = cast(asyncio.Transport, transport)
        line.pause_reading()
        line.write(self.data)

    def data_received(self, data: bytes) -> None:
        self.heard += len(data)


async def call(port: Port, visitor: Deaf) -> asyncio.Transport:
    """A line with as little room as the system allows."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    line.setblocking(False)
    loop = asyncio.get_running_loop()
    await loop.sock_connect(line, ("127.0.0.1", port.number))
    transport, _ = await loop.create_connection(lambda: visitor, sock=line)
    return transport


async def until_gone(port: Port) -> None:
    """Wait until the server holds no connection any more."""
    async with asyncio.timeout(PATIENCE):
        while port.server.server_state.connections:
            await asyncio.sleep(0.01)


def test_who_does_not_read_what_they_asked_for_is_cut_off(glass: Hourglass) -> None:
    ask = b"GET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\n"

    def waiting(port: Port) -> int:
        return sum(each.transport.get_write_buffer_size() for each in port.server.server_state.connections)

    async def scene(port: Port) -> None:
        for questions in (1, 40):  # an answer that lies in the buffer, and more than it holds
            transport = await call(port, Deaf(ask * questions))
            await until(lambda: waiting(port) > 0)
            glass.advance(2 * REQUEST_SECONDS)
            await until_gone(port)
            transport.abort()

    on_port(scene, buffer=2048)


class Belt:
    """A transport of which only is known how much lies on it."""

    size = 0

    def get_write_buffer_size(self) -> int:
        return self.size


def test_who_reads_slowly_but_reads_is_waited_for() -> None:
    belt = Belt()
    line = HttpConnection.__new__(HttpConnection)
    line._transport = belt  # type: ignore[assignment]
    line._left, line._is_taking = 0, True
    slow = [60_000, 48_000, 37_000, 26_500, 16_000, 5_000, 0]
    for belt.size in [*slow, 0, 300]:
        assert line._is_moving()
    for belt.size, is_moving in ((60_000, False), (40_000, True), (39_000, False), (39_000, False)):
        assert line._is_moving() == is_moving


def test_who_does_not_read_at_a_table_is_cut_off_once_we_have_hung_up(glass: Hourglass) -> None:
    hello = b'{"do":"hello","version":1}'
    frame = bytes((129, 128 | len(hello), 0, 0, 0, 0)) + hello

    async def scene(port: Port) -> None:
        desk = await port.street.house.desk(TABLE)
        transport = await call(port, Deaf(UPGRADE))
        async with asyncio.timeout(PATIENCE):
            while not METRICS.registry.get_sample_value("rexarium_wires"):
                await asyncio.sleep(0.01)
            transport.write(frame)
            while not desk._wires:
                await asyncio.sleep(0.01)
            for _ in range(40):  # until the line is full
                for wire in desk._wires:
                    wire.send(b"x" * 65536)
                await asyncio.sleep(0)
            assert _line_of(port)._transport.get_write_buffer_size()
            glass.advance(PING_SECONDS + PONG_SECONDS)  # nobody says anything, and what we say is not taken
            assert port.server.server_state.connections
            glass.advance(CLOSE_SECONDS)
            while desk._wires:
                await asyncio.sleep(0.01)
        transport.abort()

    on_port(scene, buffer=2048)


def frame(kind: int, body: bytes = b"") -> bytes:
    """A small frame of a WebSocket, with a mask that changes nothing."""
    return bytes((kind, 128 | len(body), 0, 0, 0, 0)) + body


@pytest.mark.parametrize(
    "flood",
    [frame(0x89, b"x" * 125), frame(0x8A), frame(0x01) + frame(0x00)],
    ids=["pings", "pongs", "pieces"],
)
def test_who_floods_us_with_what_is_no_message_is_cut_off_before_it_costs_us_anything(flood: bytes) -> None:
    first, rest = flood[:6], flood[6:]
    many = first + rest * 20_000 if flood.startswith(b"\x01") else flood * 20_000

    async def scene(port: Port) -> None:
        async with port.join("anna") as anna:
            transport = await call(port, Deaf(UPGRADE))
            async with asyncio.timeout(PATIENCE):
                while len(port.server.server_state.connections) < 2 or not _is_upgraded(port):
                    await asyncio.sleep(0.01)
                transport.write(many)
                while len(port.server.server_state.connections) > 1:
                    await asyncio.sleep(0.01)
            transport.abort()
            assert (await anna.ask(do="say", text="undisturbed"))["is"] == "done"

    on_port(scene)


def _is_upgraded(port: Port) -> bool:
    return all(isinstance(each, WebSocketConnection) for each in port.server.server_state.connections)


def test_pings_and_pieces_in_measure_are_answered() -> None:
    async def scene(port: Port) -> None:
        async with port.call("anna") as anna:
            for _ in range(20):
                await (await anna.line.ping())
            await anna.line.send(part for part in ('{"do":"hello",', '"version"', ":1}"))
            await anna.expect("welcome", "snapshot", "presence")

    on_port(scene)


def test_nobody_holds_too_many_connections_and_who_lets_go_may_come_again() -> None:
    async def scene(port: Port) -> None:
        refused = METRICS.registry.get_sample_value(REFUSED) or 0
        async with port.call("anna") as anna:  # a WebSocket is counted by itself
            await anna.send(HELLO)
            async with dial(port), dial(port), dial(port) as third:
                assert (await everything(third)).startswith(b"HTTP/1.1 503")
            assert METRICS.registry.get_sample_value(REFUSED) == refused + 1
        await until_gone(port)
        async with dial(port, WHOLE) as reader:
            assert (await answer(reader)).startswith(b"HTTP/1.1 200")

    on_port(scene, open_doors(settings=replace(BOUNDLESS, connections=2)))


def test_behind_a_proxy_all_come_from_its_address() -> None:
    async def scene(port: Port) -> None:
        async with dial(port, WHOLE), dial(port, WHOLE), dial(port, WHOLE) as third:
            assert (await answer(third)).startswith(b"HTTP/1.1 200")

    on_port(scene, open_doors(settings=replace(BOUNDLESS, connections=1), proxies=1))


def test_the_system_is_asked_for_files_enough() -> None:
    assert connection.room_for_connections() >= connection.RESERVED


def test_what_is_no_http_is_counted_and_not_noted(caplog: pytest.LogCaptureFixture) -> None:
    def count() -> float:
        labels = {"route": "unreadable", "status": "400"}
        return METRICS.registry.get_sample_value("rexarium_requests_total", labels) or 0

    nonsense = [b"\x16\x03\x01\x02\x00\r\n\r\n", b"HELLO\r\n\r\n", b"GET /\xff HTTP/1.1\r\n\r\n"]

    async def scene(port: Port) -> None:
        before = count()
        for data in nonsense:
            async with dial(port, data) as reader:
                assert (await everything(reader)).startswith(b"HTTP/1.1 400")
        assert count() == before + len(nonsense)

    with caplog.at_level(logging.WARNING):
        on_port(scene)
    assert not caplog.records


@pytest.mark.parametrize(
    "flood", [frame(0x81, b""), frame(0x81, b"{}"), frame(0x82, b"{}")], ids=["nothing", "texts", "bytes"]
)
def test_who_floods_us_at_a_table_is_cut_off(flood: bytes) -> None:
    hello = b'{"do":"hello","version":1}'

    async def scene(port: Port) -> None:
        desk = await port.street.house.desk(TABLE)
        transport = await call(port, Deaf(UPGRADE))
        async with asyncio.timeout(PATIENCE):
            while not _is_upgraded(port):
                await asyncio.sleep(0.01)
            transport.write(frame(0x81, hello))
            while not desk._wires:
                await asyncio.sleep(0.01)
            transport.write(flood * 20_000)
            while port.server.server_state.connections:
                await asyncio.sleep(0.01)
        transport.abort()

    on_port(scene)


def test_no_handshake_and_no_text_are_no_accidents(caplog: pytest.LogCaptureFixture) -> None:
    async def scene(port: Port) -> None:
        old = UPGRADE.replace(b"Version: 13", b"Version: 12")
        async with dial(port, old) as reader:
            assert (await everything(reader)).startswith(b"HTTP/1.1 400")
        async with port.join("anna") as anna:
            raw = anna.line.transport.get_extra_info("socket")
            os.write(raw.fileno(), frame(0x81, b"\xff") + frame(0x88, b"\x03\xe8"))
            assert await anna.until_closed() in (1000, 1007)

    on_port(scene)
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
def test_a_handshake_that_cannot_be_read_is_turned_away_and_not_kept_for_ever(
    header: bytes, status: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene(port: Port) -> None:
        async with dial(port, UPGRADE.replace(b"\r\n\r\n", b"\r\n" + header + b"\r\n\r\n")) as reader:
            assert (await everything(reader)).startswith(b"HTTP/1.1 " + status)
        async with asyncio.timeout(PATIENCE):
            while port.server.server_state.connections:
                await asyncio.sleep(0.01)

    on_port(scene)
    assert not caplog.records


def test_who_stays_needs_nothing_of_asgi_any_more() -> None:
    """At thousands of lines its tasks, scopes and queues would take more room than the games."""

    async def scene(port: Port) -> None:
        async with port.join("anna") as anna:
            async with asyncio.timeout(PATIENCE):
                while port.server.server_state.tasks:
                    await asyncio.sleep(0.01)
            assert (await anna.ask(do="say", text="still here"))["is"] == "done"

    on_port(scene)


def test_who_does_not_agree_that_it_is_over_has_left_all_the_same(glass: Hourglass) -> None:
    """A visitor who was told goodbye, and says nothing to it, is off the table at once, and off the line later."""

    async def scene(port: Port) -> None:
        desk = await port.street.house.desk(TABLE)
        transport = await call(port, Deaf(UPGRADE))
        async with asyncio.timeout(PATIENCE):
            while not _is_upgraded(port):
                await asyncio.sleep(0.01)
            transport.write(frame(0x81, json.dumps(HELLO).encode()))
            while not desk._wires:
                await asyncio.sleep(0.01)
            (wire,) = desk._wires
            wire.hang_up("Good night.")
            assert not desk._wires
            assert not port.street.house.people._wires
            assert port.server.server_state.connections
            glass.advance(CLOSE_SECONDS)
            while port.server.server_state.connections:
                await asyncio.sleep(0.01)
        transport.abort()

    on_port(scene)


class Ear:
    """A handler of a connection that only listens."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def on_message(self, text: str) -> None:
        self.heard.append(text)

    def on_writable(self) -> None: ...

    def on_close(self) -> None: ...


def masked(text: bytes) -> bytes:
    """A whole text as a browser sends it."""
    mask = b"\x01\x80\xff\x10"
    body = bytes(letter ^ mask[place % 4] for place, letter in enumerate(text))
    return bytes((0x81, 128 | len(text))) + mask + body


async def overhear(port: Port, *pieces: bytes) -> tuple[list[str], bool]:
    """What a holder hears of these pieces, each of which comes at once; and is the line open still?"""
    async with port.join("anna"):
        (line,) = (
            each for each in port.server.server_state.connections if isinstance(each, WebSocketConnection)
        )
        ear, own = Ear(), line._handler
        line._handler = ear
        for piece in pieces:
            line.data_received(piece)
        is_open = line._is_open
        if own is not None:
            own.on_close()
            line._handler = None
    await until_gone(port)
    return ear.heard, is_open


def test_a_message_is_heard_the_same_however_it_is_cut() -> None:
    longest, pieces = "x" * 125, frame(0x01, b"in ") + frame(0x89) + frame(0x80, b"pieces")
    stream = masked(b"") + masked("é".encode()) + pieces + masked(longest.encode()) + frame(0x82, b"bytes")
    wanted = ["", "é", "in pieces", longest, "bytes"]

    async def scene(port: Port) -> None:
        edges = [6, 14, 23, 29, 41, 172]  # where frames end
        assert await overhear(port, *(stream[a:b] for a, b in pairwise([0, *edges, None]))) == (wanted, True)
        for cut in range(0, len(stream), 3):
            assert await overhear(port, stream[:cut], stream[cut:]) == (wanted, True)

    on_port(scene)


def test_the_rest_of_a_message_that_looks_like_a_whole_one_is_none() -> None:
    inner = masked(b"as if")
    body = b"not " + inner
    outer = frame(0x82, body)

    async def scene(port: Port) -> None:
        wanted = ([str(body, "utf-8", "replace")], True)
        assert await overhear(port, outer[: -len(inner)], inner) == wanted

    on_port(scene)


def test_messages_are_not_deflated_though_somebody_offers_it() -> None:
    """Their length would tell what lies beside the words of others."""

    async def scene(port: Port) -> None:
        async with port.call("anna", compression="deflate") as anna:
            assert anna.line.response is not None
            assert "Sec-WebSocket-Extensions" not in anna.line.response.headers

    on_port(scene)


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
def test_what_the_protocol_forbids_is_not_heard(pieces: list[bytes], wanted: list[str]) -> None:
    async def scene(port: Port) -> None:
        assert await overhear(port, *pieces) == (wanted, False)

    on_port(scene)


def test_nothing_is_kept_of_who_has_gone() -> None:
    """Garbage in circles is looked for only now and then, so visitors must leave none."""

    def kept() -> dict[str, int]:
        kinds = (HttpConnection, H11Protocol, WebSocketConnection, ServerProtocol, Session, HTTPConnection)
        return dict(
            Counter(type(each).__name__ for each in gc.get_objects() if issubclass(type(each), kinds))
        )

    async def scene(port: Port) -> None:
        async with httpx.AsyncClient() as browser:
            for _ in range(3):
                async with port.join("anna") as anna:
                    await anna.ask(do="say", text="good evening")
                async with port.call("anna", "nowhere") as lost:
                    await lost.send(HELLO)
                    await lost.until_closed()
                answer = await browser.get(
                    f"http://127.0.0.1:{port.number}/healthz", headers={"host": "localhost"}
                )
                assert answer.status_code == 200
        async with asyncio.timeout(PATIENCE):
            while kept():
                await asyncio.sleep(0.05)

    gc.collect()
    gc.disable()
    try:
        on_port(scene)
    finally:
        gc.enable()


def _line_of(port: Port) -> WebSocketConnection:
    (line,) = (each for each in port.server.server_state.connections if isinstance(each, WebSocketConnection))
    return line


def test_what_is_posted_in_one_turn_goes_out_in_one_piece_and_before_the_end() -> None:
    async def scene(port: Port) -> None:
        async with port.join("anna") as anna:
            line = _line_of(port)
            line._transport = mock.Mock(wraps=line._transport)
            write = line._transport.write
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

    on_port(scene)


def test_who_has_said_something_is_not_asked_whether_they_are_there_and_who_says_nothing_is(
    glass: Hourglass,
) -> None:
    async def scene(port: Port) -> None:
        async with port.join("anna") as anna:
            line = _line_of(port)
            for number in range(6):
                glass.advance(PING_SECONDS / 4)
                assert (await anna.ask(do="say", text=f"{number}"))["is"] == "done"
            glass.advance(PING_SECONDS * 0.99)
            assert line.pinged_at == 0
            glass.advance(PING_SECONDS * 0.01)
            assert line.pinged_at == glass.time()

    on_port(scene)
