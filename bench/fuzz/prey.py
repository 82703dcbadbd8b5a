"""A real server on loopback under attack, and a well-behaved player who must not notice."""

import asyncio
import json
import shutil
import sysconfig
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from time import monotonic
from typing import Any

from bench.rounds import ROOT
from bench.table.client import Caller, Client, go_to_table
from bench.table.process import Server, free_port, table_server

PATIENCE = 50.0  # seconds, enough even for a very busy machine
MOST_MEMORY = 600.0  # megabytes, for the server and its child processes
PAUSE = 0.02
TCP = Path("/proc/net/tcp")
ESTABLISHED, CLOSE_WAIT = "01", "08"
STRANGERS = 8  # people whose keys the attackers have; they can sign out, too


class Prey:
    """The server, a table where two people play, and the first of them; attackers know the others' keys."""

    def __init__(self, server: Server, table: str, keys: list[str]) -> None:
        self.server = server
        self.port = server.port
        self.table = table
        self.keys = keys[1:]
        self._key = keys[0]
        self._pongs = 0
        self._read = 0  # characters of the server's log
        self._is_open = self._is_gone = False
        self._client = Client(self._hear, self._lose)

    async def settle(self) -> None:
        """Connect the well-behaved player, and count the connections the server then has."""
        await go_to_table(self._client, self.port, self.table, self._key)
        while not self._is_open:
            await asyncio.sleep(PAUSE)
        await self._ask()
        self._connections = self._count_connections()
        assert self._connections > 0, "cannot count connections on this machine"

    def _hear(self, data: bytes) -> None:
        self._is_open = True
        self._pongs += data.startswith(b'{"is":"pong"')

    def _lose(self) -> None:
        self._is_gone = True

    async def _ask(self) -> None:
        answered, deadline = self._pongs, monotonic() + PATIENCE
        self._client.send(b'{"do":"ping","seen":0}')
        while self._pongs == answered:
            assert not self._is_gone, "the well-behaved player was disconnected"
            assert self.server.is_alive, "the server is dead"
            assert monotonic() < deadline, "the well-behaved player gets no answer"
            await asyncio.sleep(0.001)

    async def examine(self) -> None:
        """Check that the server still answers others, has released everything and has logged no error."""
        await self._ask()
        deadline = monotonic() + PATIENCE
        while self._count_connections() > self._connections:
            assert monotonic() < deadline, "connections are kept after their clients have gone"
            await asyncio.sleep(PAUSE)
        lines = self.server.log.read_text(encoding="utf-8", errors="replace")[self._read :]
        self._read += len(lines)
        assert not lines, f"logged: {_words_of(lines)}"
        memory = self.server.memory()
        assert memory < MOST_MEMORY, f"the server uses {memory:.0f} MB"

    def _count_connections(self) -> int:
        return sum(is_held(line.split(), self.port) for line in TCP.read_text().splitlines()[1:])

    def leave(self) -> None:
        """Disconnect the well-behaved player."""
        self._client.close()


def is_held(fields: list[str], port: int) -> bool:
    """True if a line of /proc/net/tcp is the server's end of a connection that it has not closed."""
    return int(fields[1].rpartition(":")[2], 16) == port and fields[3] in (ESTABLISHED, CLOSE_WAIT)


def _words_of(lines: str) -> str:
    """The first message of a log, without its time and without where things lie on this machine."""
    try:
        first: dict[str, Any] = json.loads(lines.splitlines()[0])
    except ValueError:
        return lines[:200]
    words = " ".join(f"{value}" for name, value in first.items() if name not in ("at", "level"))
    for folder in (sysconfig.get_path("purelib"), str(ROOT)):
        words = words.replace(f"{folder}/", "")
    return words


@asynccontextmanager
async def open_prey() -> AsyncIterator[Prey]:
    """A server with its own store, for as long as it is needed."""
    folder = Path(tempfile.mkdtemp(prefix="rexarium-fuzz-"))
    server = table_server(folder, free_port())
    server.start()
    try:
        await asyncio.to_thread(server.wait)
        caller = Caller(server.port)
        names = ("Anna", "Ben", *(f"stranger {number}" for number in range(STRANGERS)))
        keys = [(await caller.post("/api/people", {"nickname": name}))[1] for name in names]
        new = {"game": "trex", "seats": 3, "seat": 1, "bots": {"3": "hatchling"}}
        address, _ = await caller.post("/api/tables", new, keys[0])
        await caller.post(f"/api/tables/{address['table']}/seats/2", {"share": "ben"}, keys[1])
        await caller.post(
            f"/api/tables/{address['table']}/seats/1", {"share": "anna", "is_started": True}, keys[0]
        )
        caller.close()
        prey = Prey(server, address["table"], keys)
        await prey.settle()
        yield prey
        prey.leave()
    finally:
        server.kill()
        shutil.rmtree(folder, ignore_errors=True)
