"""Visitors to a real server: each has an address, its own device, and connections to tables."""

import asyncio
import contextlib
import http.client
import itertools
import json
import secrets
import sys
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from bench.table.process import Server, free_port

PATIENCE = 60.0  # seconds an attack waits for an answer before it reports that there was none
Message = dict[str, Any]


def fresh_server(folder: Path, store: str = "tables.db", *words: str) -> Server:
    """`rexarium serve` as started behind a proxy; we play the proxy, so a visitor can come from any address."""
    port = free_port()
    command = [sys.executable, "-P", "-m", "rexarium", "serve", "--port", str(port), "--proxies", "1"]
    store = store if "://" in store else str(folder / store)
    command += ["--store", store, *words]
    state = {"REXARIUM_STATE": str(folder / "state")}
    return Server(command, port, "/healthz", folder / "server.log", state)


@dataclass(frozen=True)
class Reply:
    """An HTTP answer."""

    status: int
    body: Any
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def sentence(self) -> str:
        """The sentence of a refusal."""
        return str(self.body.get("sentence", "")) if isinstance(self.body, dict) else ""


class Visitor:
    """A visitor at an address, with a cookie once they have a nickname."""

    def __init__(self, port: int, address: str = "192.0.2.1", key: str = "") -> None:
        self.port = port
        self.address = address
        self.key = key
        self.person = ""

    async def call(self, method: str, path: str, body: Any = None) -> Reply:
        """One request."""
        return await asyncio.to_thread(self._call, method, path, body)

    def _call(self, method: str, path: str, body: Any) -> Reply:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        headers = {"X-Forwarded-For": self.address, "Content-Type": "application/json"}
        if self.key:
            headers["Cookie"] = f"rexarium={self.key}"
        try:
            line.request(method, path, json.dumps(body) if body is not None else None, headers)
            answer = line.getresponse()
            said = answer.read()
        finally:
            line.close()
        found = {name.lower(): value for name, value in answer.getheaders()}
        cookie = found.get("set-cookie", "").partition("rexarium=")[2].partition(";")[0]
        if cookie:
            self.key = cookie.strip('"')
        is_json = found.get("content-type", "").startswith("application/json")
        return Reply(answer.status, json.loads(said) if said and is_json else said.decode(), found)

    async def come_in(self, nickname: str) -> Reply:
        """Choose a nickname."""
        reply = await self.call("POST", "/api/people", {"nickname": nickname})
        if reply.status == 201:
            self.person = reply.body["person"]
        return reply

    async def open_table(self, game: str, seats: int, **fields: Any) -> str:
        """Set up a table and take its first seat; returns its id."""
        reply = await self.call("POST", "/api/tables", {"game": game, "seats": seats, "seat": 1, **fields})
        assert reply.status == 201, reply
        return str(reply.body["table"])

    async def sit(self, table: str, seat: int, *, is_started: bool = False) -> Reply:
        """Sit down and add a share to the deal."""
        share = {"share": secrets.token_hex(8), "is_started": is_started}
        return await self.call("POST", f"/api/tables/{table}/seats/{seat}", share)

    @contextlib.asynccontextmanager
    async def at(self, table: str) -> AsyncIterator["Line"]:
        """A connection to a table, closed at the end of the block."""
        line = await self.join(table)
        try:
            yield line
        finally:
            await line.leave()

    async def join(self, table: str) -> "Line":
        """Connect to a table; the caller has to leave it."""
        headers = {"X-Forwarded-For": self.address} | ({"Cookie": f"rexarium={self.key}"} if self.key else {})
        address = f"127.0.0.1:{self.port}"
        socket = await connect(
            f"ws://{address}/ws/{table}?version=1",
            origin=f"http://{address}",  # type: ignore[arg-type]
            additional_headers=headers,
            max_size=None,
            open_timeout=PATIENCE,
        )
        return Line(socket)


class Line:
    """A connection to a table: everything received over it, and the latest state of the table."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self.heard: list[Message] = []
        self.is_closed = False
        self._news = asyncio.Condition()
        self._listening = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        with contextlib.suppress(ConnectionClosed):
            async for text in self._socket:
                async with self._news:
                    self.heard.append(json.loads(text))
                    self._news.notify_all()
        async with self._news:
            self.is_closed = True
            self._news.notify_all()

    async def until(self, is_it: Callable[[Message], bool], seconds: float = PATIENCE) -> Message | None:
        """The first message of this kind, received already or soon; None if none comes in time."""
        start = itertools.count()
        at = next(start)

        async def find() -> Message | None:
            nonlocal at
            while True:
                while at < len(self.heard):
                    if is_it(self.heard[at]):
                        return self.heard[at]
                    at += 1
                if self.is_closed:
                    return None
                async with self._news:
                    if at >= len(self.heard) and not self.is_closed:
                        await self._news.wait()

        try:
            return await asyncio.wait_for(find(), seconds)
        except TimeoutError:
            return None

    async def until_closed(self, seconds: float = PATIENCE) -> bool:
        """True if the server closed the connection."""
        await self.until(lambda _: False, seconds)
        return self.is_closed

    async def do(
        self, do: str, *, id_: str | None = None, seconds: float = PATIENCE, **fields: Any
    ) -> Message | None:
        """Send a command; returns its answer, or None if none came in time."""
        command = id_ or secrets.token_hex(8)
        since = len(self.heard)
        await self._socket.send(json.dumps({"do": do, "id": command, **fields}))
        return await self.until(lambda m: m.get("id") == command and m in self.heard[since:], seconds)

    async def send(self, message: Message) -> None:
        """Send anything."""
        await self._socket.send(json.dumps(message))

    async def settle(self) -> None:
        """Wait until everything under way has arrived."""
        pongs = sum(m["is"] == "pong" for m in self.heard)
        await self.send({"do": "ping", "seen": 0})
        await self.until(lambda m: m["is"] == "pong" and self._pongs() > pongs)

    def _pongs(self) -> int:
        return sum(m["is"] == "pong" for m in self.heard)

    @property
    def table(self) -> Message:
        """The latest state of the table."""
        return dict(next(m["table"] for m in reversed(self.heard) if m.get("is") in ("snapshot", "event")))

    @property
    def seat(self) -> int | None:
        """The eyes this connection sees through."""
        found = next(m for m in reversed(self.heard) if m["is"] == "welcome")["seat"]
        return int(found) if found is not None else None

    @property
    def decision(self) -> Message | None:
        """The visitor's decision, if there is one."""
        shown = [m["position"] for m in self.heard if m["is"] in ("snapshot", "event") and m["position"]]
        return shown[-1]["decision"] if shown else None

    def views(self) -> list[Message]:
        """Every view of the game that was sent."""
        shown = (m.get("position") for m in self.heard)
        return [position["view"] for position in shown if position and position["view"]]

    async def move(self, **more: Any) -> Message | None:
        """Make the first move offered."""
        decision = self.decision
        assert decision is not None
        which = {"ply": decision["ply"], "taken_back": decision["taken_back"]}
        return await self.do("move", line=decision["choices"][0]["line"], **which, **more)

    async def leave(self) -> None:
        """Hang up."""
        with contextlib.suppress(Exception):
            await self._socket.close()
        self._listening.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._listening


async def deal(game: str, people: Sequence[Visitor], seats: int, *, bot: str = "hatchling") -> str:
    """Start a game with these people, and bots on the other seats."""
    host, *others = people
    bots = {str(seat): bot for seat in range(len(people) + 1, seats + 1)}
    table = await host.open_table(game, seats, bots=bots)
    for seat, person in enumerate(others, 2):
        reply = await person.sit(table, seat)
        assert reply.status == 204, reply
    reply = await host.sit(table, 1, is_started=True)
    assert reply.status == 204, reply
    return table


async def can_connect(visitor: Visitor, table: str) -> bool:
    """True if this person is admitted."""
    try:
        async with visitor.at(table) as line:
            return await line.until(lambda m: m["is"] == "snapshot") is not None
    except (InvalidStatus, ConnectionClosed, OSError, TimeoutError):
        return False
