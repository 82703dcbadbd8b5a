"""A real server on a port of this machine, and clients that call it."""

import asyncio
import contextlib
import json
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, cast

import uvicorn
import websockets
from websockets.asyncio.client import ClientConnection

from rexarium.server.net.access import COOKIE, Access
from rexarium.server.net.protocols import configure
from rexarium.server.wire.messages import VERSION
from tests.server.support.api import Api, key_of, open_access
from tests.server.support.samples import PATIENCE, PEOPLE, TABLE, opening

HELLO = {"do": "hello", "version": VERSION}
GREETED = f"?version={VERSION}"  # the same, said with the handshake


class LiveServer:
    """A server on a port of this machine, and how to call it."""

    def __init__(self, api: Api, number: int, running: uvicorn.Server) -> None:
        self.api = api
        self.number = number
        self.uvicorn = running

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
    ) -> AsyncIterator["LiveClient"]:
        """A WebSocket to a table, before the greeting."""
        headers = {"Cookie": f"{COOKIE}={key_of(person)}"} if person else {}
        url = f"ws://{host}:{self.number}/ws/{table}{query}"
        endless = {"open_timeout": PATIENCE, "close_timeout": PATIENCE, "ping_interval": None}
        fields = {"max_size": None, "compression": None} | endless | fields
        own = self.origin if origin == "" else origin
        async with websockets.connect(url, origin=own, additional_headers=headers, **fields) as line:  # type: ignore[arg-type]
            yield LiveClient(line)

    @asynccontextmanager
    async def join(self, person: str = "", table: str = TABLE) -> AsyncIterator["LiveClient"]:
        """A WebSocket to a table, after the greeting, as a page has it."""
        async with self.call(person, table, query=GREETED) as client:
            await client.expect("welcome", "snapshot", "presence")
            yield client


class LiveClient:
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


@asynccontextmanager
async def start_live_server(access: Access | None = None, buffer: int = 0) -> AsyncIterator[LiveServer]:
    """Open a real server with a table where Anna, Ben and Cleo play, and close it at the end."""
    api = Api(access or open_access())
    await api.add_people("Anna", "Ben", "Cleo", "Dora")
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        if buffer:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, buffer)
        listener.listen()
        running = uvicorn.Server(configure(api.app, api.admission, api.access))
        live_server = LiveServer(api, listener.getsockname()[1], running)
        serving = asyncio.create_task(running.serve([listener]))
        while not running.started:
            await asyncio.sleep(0.005)
        await api.service.tables.begin(opening("trex", PEOPLE))
        try:
            yield live_server
        finally:
            running.should_exit = True
            await serving


# Without a client that knows how to behave

WHOLE = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"


UPGRADE = (
    f"GET /ws/{TABLE} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
).encode()


@contextlib.asynccontextmanager
async def dial(live_server: LiveServer, data: bytes = b"") -> AsyncIterator[asyncio.StreamReader]:
    """A connection on which something is said."""
    reader, writer = await asyncio.open_connection("127.0.0.1", live_server.number)
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
    """A client that sends requests and reads little or nothing."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.heard = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        line = cast(asyncio.Transport, transport)
        line.pause_reading()
        line.write(self.data)

    def data_received(self, data: bytes) -> None:
        self.heard += len(data)


async def call(live_server: LiveServer, visitor: Deaf) -> asyncio.Transport:
    """A connection with the smallest buffers that the system allows."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    line.setblocking(False)
    loop = asyncio.get_running_loop()
    await loop.sock_connect(line, ("127.0.0.1", live_server.number))
    transport, _ = await loop.create_connection(lambda: visitor, sock=line)
    return transport


async def until_gone(live_server: LiveServer) -> None:
    """Wait until the server holds no connection any more."""
    async with asyncio.timeout(PATIENCE):
        while live_server.uvicorn.server_state.connections:
            await asyncio.sleep(0.01)
