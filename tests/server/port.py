"""A real server on a port of this machine, with people who call it."""

import asyncio
import contextlib
import json
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, cast

import uvicorn
import websockets
from uvicorn.loops.auto import auto_loop_factory
from websockets.asyncio.client import ClientConnection

from rexarium.server.net.doors import COOKIE, Doors
from rexarium.server.net.protocols import configure
from rexarium.server.wire.messages import VERSION
from tests.server.stage import PATIENCE, PEOPLE, TABLE, opening, play
from tests.server.street import Street, key_of, open_doors

HELLO = {"do": "hello", "version": VERSION}
GREETED = f"?version={VERSION}"  # the same, said with the handshake


class Port:
    """A server on a port of this machine, and how to call it."""

    def __init__(self, street: Street, number: int, running: uvicorn.Server) -> None:
        self.street = street
        self.number = number
        self.server = running

    @property
    def origin(self) -> str:
        return f"http://localhost:{self.number}"

    @asynccontextmanager
    async def call(
        self,
        person: str = "",
        table: str = TABLE,
        origin: str | None = "",
        host: str = "localhost",
        query: str = "",
        **fields: Any,
    ) -> AsyncIterator["Phone"]:
        """A line to a table, before the greeting."""
        headers = {"Cookie": f"{COOKIE}={key_of(person)}"} if person else {}
        url = f"ws://{host}:{self.number}/ws/{table}{query}"
        endless = {"open_timeout": PATIENCE, "close_timeout": PATIENCE, "ping_interval": None}
        fields = {"max_size": None, "compression": None} | endless | fields
        own = self.origin if origin == "" else origin
        async with websockets.connect(url, origin=own, additional_headers=headers, **fields) as line:  # type: ignore[arg-type]
            yield Phone(line)

    @asynccontextmanager
    async def join(self, person: str = "", table: str = TABLE) -> AsyncIterator["Phone"]:
        """A line to a table, after the greeting, as a page has it."""
        async with self.call(person, table, query=GREETED) as phone:
            await phone.expect("welcome", "snapshot", "presence")
            yield phone


class Phone:
    """One end of a WebSocket."""

    def __init__(self, line: ClientConnection) -> None:
        self.line = line
        self.heard: list[dict[str, Any]] = []
        self._commands = 0

    async def send(self, message: dict[str, Any] | str | bytes) -> None:
        await self.line.send(json.dumps(message) if isinstance(message, dict) else message)

    async def hear(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(await asyncio.wait_for(self.line.recv(), PATIENCE))
        self.heard.append(message)
        return message

    async def expect(self, *kinds: str) -> list[dict[str, Any]]:
        """The next messages, which are of these kinds."""
        found = [await self.hear() for _ in kinds]
        assert [message["is"] for message in found] == list(kinds)
        return found

    async def ask(self, **message: Any) -> dict[str, Any]:
        """Send a command, and wait for its answer."""
        self._commands += 1
        message = {"id": f"q{self._commands}"} | message
        await self.send(message)
        while (heard := await self.hear()).get("id") != message["id"]:
            pass
        return heard

    async def until_closed(self) -> int:
        """Hear everything until the other end closes; returns its code."""
        with contextlib.suppress(websockets.ConnectionClosed):
            while True:
                await self.hear()
        return self.line.close_code or 0


def on_port(scene: Callable[[Port], Awaitable[None]], doors: Doors | None = None, buffer: int = 0) -> None:
    """Play a scene with a real server, and a table where Anna, Ben and Cleo play."""

    async def whole() -> None:
        street = Street(doors or open_doors())
        await street.know("Anna", "Ben", "Cleo", "Dora")
        with socket.socket() as listener:
            listener.bind(("127.0.0.1", 0))
            if buffer:
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, buffer)
            listener.listen()
            running = uvicorn.Server(configure(street.app, street.admission, street.doors))
            port = Port(street, listener.getsockname()[1], running)
            serving = asyncio.create_task(running.serve([listener]))
            while not running.started:
                await asyncio.sleep(0.005)
            await street.service.tables.begin(opening("trex", PEOPLE))
            try:
                await scene(port)
            finally:
                running.should_exit = True
                await serving

    play(whole(), auto_loop_factory())  # the loop on which people play


# Without a client that knows how to behave

WHOLE = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"


UPGRADE = (
    f"GET /ws/{TABLE} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
).encode()


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
