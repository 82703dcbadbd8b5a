"""`./rex python -m bench.table.kills [--store postgres] [--kills N]`: kill the server under load, again and again.

It is kill -9 at a random moment: while moves come in, while the store is opened, while everybody reconnects. The next
server opens the same store, the clients reconnect and continue with the same command ids, and the court checks what they
were told. In some rounds whatever writes for the server is killed as well: its child processes, or PostgreSQL. This
cannot show what a power cut would do: the kernel survives and writes what it was given.

Kills come in rounds, each with its own store. A finished round is saved with its commit, so that the same command
continues until this commit has had that many kills; the verdict covers all of them.
"""

import argparse
import asyncio
import random
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any

from bench.rounds import FOLDER, Rounds, commit
from bench.table import page
from bench.table.court import Court, Witness
from bench.table.process import PATIENCE, Server, free_port, table_server
from bench.table.rascals import Gang, gather
from bench.table.stores import SHELVES, FileShelf, Shelf

EARLY = 0.15  # share of the kills that hit a server before it is open
BLOWS = 0.3  # share of the servers whose writer or database is killed first
RECOVERIES = 0.5  # share of those that are seen to recover before they are killed
SHORTEST, LONGEST = 0.02, 0.8  # seconds of a server's life after it is open
LAST = 60  # moves that the last server still has to carry out
MOST_COMPLAINTS = 20
ROUND = 50  # kills


@dataclass
class Verdict:
    """The result of some kills."""

    kills: int = 0
    early: int = 0
    blows: dict[str, int] = field(default_factory=dict)  # what else was killed
    seconds: float = 0.0
    restarts: list[float] = field(default_factory=list)  # seconds until open
    wrong: list[str] = field(default_factory=list)
    heard: dict[str, int] = field(default_factory=dict)

    def __add__(self, other: "Verdict") -> "Verdict":
        """Both results combined."""
        return Verdict(
            self.kills + other.kills,
            self.early + other.early,
            dict(Counter(self.blows) + Counter(other.blows)),
            self.seconds + other.seconds,
            self.restarts + other.restarts,
            self.wrong + other.wrong,
            dict(Counter(self.heard) + Counter(other.heard)),
        )

    def lines(self) -> list[str]:
        """The verdict as text."""
        middle = sorted(self.restarts)[len(self.restarts) // 2] if self.restarts else 0.0
        pace = 60 * self.kills / self.seconds if self.seconds else 0.0
        return [
            f"kills            {self.kills} in {self.seconds:.0f} s, {pace:.0f} a minute;"
            f" {self.early} of them before the server was open",
            *(
                f"killed as well   {count} times {what}, while the server lived on"
                for what, count in sorted(self.blows.items())
            ),
            f"a new server     open {middle:.2f} s (median) after it got the store, with its modules loaded beforehand",
            f"acknowledged     {self.heard.get('acknowledged', 0)} moves, each checked against the log",
            f"frames           {self.heard.get('frames', 0)} events and snapshots, each checked against the log",
            f"replayed         {self.heard.get('entries', 0)} entries with {self.heard.get('moves', 0)} plies at"
            f" {sum(count for name, count in self.heard.items() if name.startswith('tables'))} tables,"
            f" {self.heard.get('tables over', 0)} games to the end, all legal",
            f"wrong            {len(self.wrong)}",
            *(f"  {wrong}" for wrong in self.wrong[:MOST_COMPLAINTS]),
        ]


class Trial:
    """Servers that die one after another over the same store."""

    def __init__(
        self, folder: Path, tables: int, seats: int, shelf: Shelf | None = None, *, is_gentle: bool = False
    ) -> None:
        self._folder = folder
        self._shelf = shelf or FileShelf(folder)
        self._is_gentle = is_gentle  # servers that are told to stop instead of killed
        self._tables, self._seats = tables, seats
        self._port = free_port()
        self._court = Court(self._shelf.address)
        self._blows: Counter[str] = Counter()
        self.verdict = Verdict()
        self._gangs: list[Gang] = []
        self._left: list[tuple[str, list[Witness]]] = []  # tables, and what was seen there
        self._servers: list[Server] = []

    async def run(self, kills: int, seconds: float) -> Verdict:
        """Kill servers until there have been enough kills or time is up."""
        verdict, begin = self.verdict, perf_counter()
        try:
            server = self._prepare()
            server.call()
            await asyncio.to_thread(server.wait)
            self._gangs = await gather(self._port, self._tables, self._seats, self._leave)
            while verdict.kills < kills and perf_counter() - begin < seconds and not verdict.wrong:
                follower = self._prepare()
                await self._let_live(server)
                await asyncio.to_thread(server.stop if self._is_gentle else server.kill)
                verdict.kills += 1
                await asyncio.to_thread(self._shelf.mend)
                server = follower
                server.call()
            verdict.restarts.append(await asyncio.to_thread(server.wait))
            await self._play_on()
            for gang in self._gangs:
                await gang.end()
                self._leave(gang)
            self._gangs = []
            self._hear()
            verdict.wrong += self._court.replay_everything()
        except (
            Exception
        ) as error:  # a server that does not come back is a finding, but no reason to forget the others
            verdict.wrong.append(f"{type(error).__name__}: {error}")
        finally:
            for server in self._servers:
                server.kill()
        verdict.heard, verdict.blows = dict(self._court.heard), dict(self._blows)
        verdict.seconds = perf_counter() - begin
        return verdict

    def _prepare(self) -> Server:
        """The next server, which loads its modules while the previous one still runs."""
        server = table_server(self._folder, self._port, self._shelf.address, is_waiting=True)
        server.start()
        self._servers = [*self._servers[-1:], server]
        return server

    async def _let_live(self, server: Server) -> None:
        """Run a server for a short time; if it opens, the court checks it while it plays."""
        if random.random() < EARLY:
            self.verdict.early += 1
            await asyncio.sleep(random.uniform(0, 0.2))
            return
        self.verdict.restarts.append(await asyncio.to_thread(server.wait))
        self._hear()
        await asyncio.sleep(random.uniform(SHORTEST, LONGEST))
        if not self._is_gentle and random.random() < BLOWS:
            self._blows[await asyncio.to_thread(self._shelf.strike, server)] += 1
            if random.random() < RECOVERIES:
                await asyncio.to_thread(self._shelf.mend)
                await asyncio.to_thread(server.wait)
            await asyncio.sleep(random.uniform(SHORTEST, LONGEST))

    async def _play_on(self) -> None:
        """Let the last server, which is not killed, play with all gangs, so that the court has something to check."""
        begin, goal = perf_counter(), self._moves() + LAST
        while self._moves() < goal and perf_counter() - begin < PATIENCE:
            await asyncio.sleep(0.05)
        if self._moves() < goal:
            self.verdict.wrong.append("the last server carries out no moves")

    def _moves(self) -> int:
        return sum(gang.moves for gang in self._gangs)

    def _hear(self) -> None:
        self.verdict.wrong += self._court.hear(self._left, is_last=True)
        self._left = []
        self.verdict.wrong += self._court.hear([(gang.table, gang.witnesses()) for gang in self._gangs])

    def _leave(self, gang: Gang) -> None:
        """Note that a gang has left its table for good; the court hears it once the store can be read."""
        self._left.append((gang.table, gang.witnesses()))


def hunt(rounds: Rounds, store: str, kills: int, seconds: float, tables: int, seats: int) -> Verdict:
    """Play rounds until there have been enough kills, time is up or something is wrong; returns the result of all rounds
    on this commit."""
    verdict = sum((Verdict(**_fields(found)) for found in rounds.of_this_commit()), Verdict())
    end = perf_counter() + seconds
    while verdict.kills < kills and (left := end - perf_counter()) > 0:
        folder = Path(tempfile.mkdtemp(prefix="rexarium-kills-"))
        shelf = SHELVES[store](folder)
        try:
            trial = Trial(folder, tables, seats, shelf)
            found = asyncio.run(trial.run(min(ROUND, kills - verdict.kills), left))
        finally:
            shelf.close()
        rounds.add(**asdict(found))
        verdict += found
        print(f"{verdict.kills} kills, {len(verdict.wrong)} wrong", flush=True)
        if found.wrong:
            print(f"its files are in {folder}", flush=True)
            break
        shutil.rmtree(folder)
    return verdict


def _fields(found: dict[str, Any]) -> dict[str, Any]:
    return {name: found[name] for name in Verdict.__dataclass_fields__}


def main(words: Sequence[str]) -> int:
    """Kill, judge and save the verdict."""
    parser = argparse.ArgumentParser(prog="./rex python -m bench.table.kills", description=__doc__)
    parser.add_argument("--store", choices=SHELVES, default="sqlite")
    parser.add_argument("--kills", type=int, default=1000, help="the total on this commit")
    parser.add_argument("--seconds", type=float, default=3600, help="the limit for this run")
    parser.add_argument("--tables", type=int, default=24)
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--results", type=Path, default=FOLDER, help="the folder where rounds are saved")
    parser.add_argument("--output", type=Path, help="write the verdict to this file instead of docs/")
    asked = parser.parse_args(words)
    head = page.head()
    rounds = Rounds(asked.results / f"kills-{asked.store}.jsonl", commit())
    verdict = hunt(rounds, asked.store, asked.kills, asked.seconds, asked.tables, asked.seats)
    lines = [*head[:-1], f"commit      {rounds.commit}", "", *verdict.lines()]
    print("\n".join(lines))
    page.write(f"kills on {asked.store}", lines, asked.output)
    return 1 if verdict.wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
