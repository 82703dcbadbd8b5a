"""A real server on a port of this machine, with people who call it."""

import asyncio
import contextlib
import json
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

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
            await street.house._found(opening("trex", PEOPLE))
            try:
                await scene(port)
            finally:
                running.should_exit = True
                await serving

    play(whole(), auto_loop_factory())  # the loop on which people play
