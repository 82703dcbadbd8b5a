"""`./rex python -m bench.table.kills [--kills N] [--seconds S]`: the server is killed under load, again and again.

It is kill -9 at a random moment: while moves come in, while the store is opened, while everybody comes back. The next
server opens the same store, the clients come again with the same command ids and go on, and the court hears what they
have been told. What it cannot show is a power cut: the kernel lives on and writes what it was given.
"""

import argparse
import asyncio
import random
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter

from bench.table import page
from bench.table.court import Court
from bench.table.process import STORE, Server, free_port, table_server
from bench.table.rascals import Gang, gather

EARLY = 0.15  # share of the kills that hit a server before it is open
HELPERS = 0.3  # share of the servers whose helpers, the one who writes among them, are killed first
SHORTEST, LONGEST = 0.02, 0.8  # seconds of a server's life after it is open
MOST_COMPLAINTS = 20
SIGN_OF_LIFE = 50  # kills


@dataclass
class Verdict:
    """What so many kills have shown."""

    kills: int = 0
    early: int = 0
    helpers: int = 0
    seconds: float = 0.0
    restarts: list[float] = field(default_factory=list)  # seconds until open
    wrong: list[str] = field(default_factory=list)
    heard: dict[str, int] = field(default_factory=dict)

    def lines(self) -> list[str]:
        """The verdict in words."""
        middle = sorted(self.restarts)[len(self.restarts) // 2] if self.restarts else 0.0
        return [
            f"kills            {self.kills} in {self.seconds:.0f} s, {60 * self.kills / self.seconds:.0f} a minute;"
            f" {self.early} of them before the server was open",
            f"helpers          {self.helpers} killed besides: processes that wrote for a server which lived on",
            f"a new server     open {middle:.2f} s (median) after it was let at the store, its modules loaded before",
            f"acknowledged     {self.heard.get('acknowledged', 0)} moves, each held against the log",
            f"frames           {self.heard.get('frames', 0)} events and snapshots, each held against the log",
            f"replayed         {self.heard.get('entries', 0)} entries with {self.heard.get('moves', 0)} plies at"
            f" {sum(count for name, count in self.heard.items() if name.startswith('tables'))} tables,"
            f" {self.heard.get('tables over', 0)} games to the end, all legal",
            f"wrong            {len(self.wrong)}",
            *(f"  {wrong}" for wrong in self.wrong[:MOST_COMPLAINTS]),
        ]


class Trial:
    """Servers that die, one after the other, over one store."""

    def __init__(self, folder: Path, tables: int, seats: int, *, is_gentle: bool = False) -> None:
        self._folder = folder
        self._is_gentle = is_gentle  # each is told to stop, and is not killed
        self._tables, self._seats = tables, seats
        self._port = free_port()
        self._court = Court(folder / STORE)
        self.verdict = Verdict()
        self._gangs: list[Gang] = []
        self._servers: list[Server] = []

    async def run(self, kills: int, seconds: float) -> Verdict:
        """Kill until there were enough, or time is up."""
        verdict, begin = self.verdict, perf_counter()
        try:
            server = self._prepare()
            server.call()
            await asyncio.to_thread(server.wait)
            self._gangs = await gather(self._port, self._tables, self._seats, self._close_case)
            while verdict.kills < kills and perf_counter() - begin < seconds and not verdict.wrong:
                follower = self._prepare()
                await self._let_live(server)
                await asyncio.to_thread(server.stop if self._is_gentle else server.kill)
                verdict.kills += 1
                if verdict.kills % SIGN_OF_LIFE == 0:
                    print(f"{verdict.kills} kills after {perf_counter() - begin:.0f} s", flush=True)
                server = follower
                server.call()
            verdict.restarts.append(await asyncio.to_thread(server.wait))
            await asyncio.sleep(1)
            for gang in self._gangs:
                await gang.end()
                self._close_case(gang)
        finally:
            for server in self._servers:
                server.kill()
        verdict.wrong += self._court.replay_everything()
        verdict.heard = dict(self._court.heard)
        verdict.seconds = perf_counter() - begin
        return verdict

    def _prepare(self) -> Server:
        """The next server, which loads its modules while the one before still lives."""
        server = table_server(self._folder, self._port, is_waiting=True)
        server.start()
        self._servers = [*self._servers[-1:], server]
        return server

    async def _let_live(self, server: Server) -> None:
        """A short life; a server that comes to be open is looked at by the court while it plays."""
        if random.random() < EARLY:
            self.verdict.early += 1
            await asyncio.sleep(random.uniform(0, 0.2))
            return
        self.verdict.restarts.append(await asyncio.to_thread(server.wait))
        self._hear()
        await asyncio.sleep(random.uniform(SHORTEST, LONGEST))
        if not self._is_gentle and random.random() < HELPERS:
            self.verdict.helpers += server.kill_helpers()
            await asyncio.sleep(random.uniform(SHORTEST, LONGEST))

    def _hear(self) -> None:
        self.verdict.wrong += self._court.hear((gang.table, gang.witnesses()) for gang in self._gangs)

    def _close_case(self, gang: Gang) -> None:
        """A gang leaves its table for ever."""
        self.verdict.wrong += self._court.hear([(gang.table, gang.witnesses())], is_last=True)


def main(words: Sequence[str]) -> int:
    """Kill, judge, and write the verdict down."""
    parser = argparse.ArgumentParser(prog="./rex python -m bench.table.kills", description=__doc__)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--tables", type=int, default=24)
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--output", type=Path, help="write the verdict there instead of into docs/")
    asked = parser.parse_args(words)
    head = page.head()
    with tempfile.TemporaryDirectory(prefix="rexarium-kills-") as folder:
        trial = Trial(Path(folder), asked.tables, asked.seats)
        verdict = asyncio.run(trial.run(asked.kills, asked.seconds))
    lines = [*head, *verdict.lines()]
    print("\n".join(lines))
    page.write("kills", lines, asked.output)
    return 1 if verdict.wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
