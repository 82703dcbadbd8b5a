"""`./rex python -m bench.table.load [--tables N] [--rate R] [--seconds S] [--rounds N] [--soak] [--alone]`: under load.

A thousand tables of four, all games mixed, a WebSocket a seat; the server in one process, the whole crowd in another.
Then boardgame.io's server under the same pace. That is one round; there are several, because a machine that is shared is
not always as fast, and what counts is the median. With --soak only memory over time, and how long the server looks for
garbage at once.
"""

import argparse
import asyncio
import json
import os
import random
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import uvloop

from bench.report import Report, Target
from bench.table import crowd, page, rival
from bench.table.pace import Pace, Tally, milliseconds
from bench.table.process import STORE, Server, free_port, table_server
from bench.table.wire import Caller, Wire, go_to_table

MOVES, LATENCY, MEMORY, RATIO, OPENING = 1500.0, 50.0, 300.0, 3.0, 2.0  # what we want to reach
COLLECTION = 10.0  # likewise
STEP = 1.25  # from one rate to the next, on the ladder that each contender climbs
FIRST_STEP = MOVES / STEP**4  # so that one step is the rate that we want
LAST_STEP = MOVES / STEP**12  # whoever does not keep up even with that does not at all
STEP_SECONDS, TRIES, HALVINGS = 5.0, 2, 2
SOAK_STEP = 10.0
FILLING = 120.0  # seconds in which games that have begun together become as long as games are on the average
COLUMNS = {
    "moves/s": 9,
    "done50": 8,
    "done99": 8,
    "seen50": 8,
    "seen99": 8,
    "games": 7,
    "resyncs": 9,
    "MB/s": 6,
}
BUSY = {"server": 8, "client": 8, "MB": 6}
LIVE = "SELECT id FROM tables WHERE stage = 'playing'"


class Crowd(Protocol):
    """Everybody at one server."""

    async def gather(self, tables: int, seats: int) -> None:
        """Sit down and begin."""

    def disperse(self) -> None:
        """Go home."""


@dataclass
class Contender:
    """A server with its crowd and the pace they play at."""

    server: Server
    crowd: Crowd
    pace: Pace

    async def play(self, seconds: float, rate: float | None, report: Report) -> Tally:
        """Play, and say how it went and who was busy."""
        server, own, begin = self.server.cpu(), time.process_time(), time.perf_counter()
        tally = await self.pace.play(seconds, rate)
        passed = time.perf_counter() - begin
        report.line(
            f"{say('as it goes' if rate is None else f'{rate:.0f}', tally)}"
            f"{(self.server.cpu() - server) / passed:>8.0%}{(time.process_time() - own) / passed:>8.0%}"
            f"{self.server.memory():>6.0f}"
        )
        for error, count in tally.errors.most_common(5):
            report.line(f"    ERROR, {count} times: {error}")
        return tally

    async def climb(self, report: Report) -> float:
        """The highest rate at which 99 of 100 moves are answered and shown in time: on a ladder, then between its steps."""
        best, rate = 0.0, FIRST_STEP
        while await self._keeps_up(rate, report):
            best, rate = rate, rate * STEP
        while not best:
            if rate <= LAST_STEP:
                return 0.0
            if await self._keeps_up(rate / STEP, report):
                best = rate / STEP
            else:
                rate /= STEP
        for _ in range(HALVINGS):
            between = (best * rate) ** 0.5
            if await self._keeps_up(between, report):
                best = between
            else:
                rate = between
        return best

    async def _keeps_up(self, rate: float, report: Report) -> bool:
        for _ in range(TRIES):
            tally = await self.play(STEP_SECONDS, rate, report)
            if worst(tally) < LATENCY and tally.rate > 0.95 * rate and not tally.errors:
                return True
        return False


def worst(tally: Tally) -> float:
    """The 99th percentile in milliseconds, of the answers or of the events, whichever is later."""
    return max(milliseconds(tally.acknowledged, 0.99), milliseconds(tally.shown, 0.99))


def say_columns(first: str, columns: Mapping[str, int]) -> str:
    """The heads of columns."""
    return f"{first:>12}" + "".join(f"{name:>{width}}" for name, width in columns.items())


def say(first: str, tally: Tally) -> str:
    """A tally in columns."""
    latencies = [
        milliseconds(found, share) for found in (tally.acknowledged, tally.shown) for share in (0.5, 0.99)
    ]
    figures = [f"{tally.rate:.0f}", *(f"{latency:.1f}" for latency in latencies)]
    figures += [str(tally.games), str(tally.resyncs), f"{tally.bytes / tally.seconds / 1e6:.1f}"]
    widths = COLUMNS.values()
    return f"{first:>12}" + "".join(
        f"{figure:>{width}}" for figure, width in zip(figures, widths, strict=True)
    )


@dataclass(frozen=True)
class Found:
    """What our server did in one round."""

    offered: Tally
    full: Tally
    best: float  # the highest rate on the ladder
    peak: float  # MB

    @property
    def errors(self) -> int:
        """Of any kind; each was said where it came."""
        return sum((self.offered.errors + self.full.errors).values())


async def measure_ours(folder: Path, asked: argparse.Namespace, report: Report) -> Found:
    """Our server: at a rate, as fast as it goes, up the ladder."""
    report.heading(f"Rexarium: {asked.tables} tables of {asked.seats}, all games mixed, SQLite")
    report.line(f"  a wait for the disk takes {say_disk(folder)}")
    server = table_server(folder, free_port())
    server.start()
    try:
        server.wait()
        ours = await sit_down(server, asked, report)
        report.line(say_columns("offered/s", COLUMNS | BUSY))
        offered = await ours.play(asked.seconds, asked.rate, report)
        full = await ours.play(asked.seconds, None, report)
        peak = server.peak()
        best = await ours.climb(report)
        ours.crowd.disperse()
    finally:
        server.kill()
    return Found(offered, full, best, peak)


def judge(found: Sequence[Found], asked: argparse.Namespace, report: Report) -> None:
    """What all rounds say of our server; a rate or a latency is that of the middle one, the rest that of the worst."""
    middle, latencies = statistics.median, [worst(each.offered) for each in found]
    latency = f"ms to the 99th of 100 at {asked.rate:.0f} moves/s"
    report.target(
        Target("durable moves a second, as fast as it goes", middle(each.full.rate for each in found), MOVES)
    )
    report.target(Target(latency, middle(latencies), LATENCY, is_floor=False))
    report.line(f"  {latency}: {', '.join(f'{each:.1f}' for each in latencies)}")
    report.target(
        Target("highest rate with that latency, moves/s", middle(each.best for each in found), MOVES)
    )
    report.target(Target("memory at its peak, MB", max(each.peak for each in found), MEMORY, is_floor=False))
    report.target(Target("errors", sum(each.errors for each in found), 1, is_floor=False))


async def sit_down(server: Server, asked: argparse.Namespace, report: Report) -> Contender:
    """Our crowd at our tables."""
    pace = Pace()
    guests = crowd.Crowd(server.port, pace)
    begin = time.perf_counter()
    await guests.gather(asked.tables, asked.seats)
    report.line(
        f"  {asked.tables * asked.seats} people at {asked.tables} tables after"
        f" {time.perf_counter() - begin:.0f} s; {server.memory():.0f} MB"
    )
    return Contender(server, guests, pace)


def say_disk(folder: Path) -> str:
    """How long the disk takes, which no durable move can be faster than."""
    waits = []
    with (folder / "disk").open("wb", buffering=0) as file:
        for _ in range(200):
            file.write(bytes(4096))
            begin = time.perf_counter()
            os.fdatasync(file.fileno())
            waits.append(time.perf_counter() - begin)
    return f"{milliseconds(waits, 0.5):.2f} / {milliseconds(waits, 0.99):.2f} ms (p50 / p99)"


async def measure_opening(folder: Path, report: Report) -> None:
    """After a kill: from the start of the process to its first answer, and to the snapshot of some table."""
    with closing(sqlite3.connect(folder / STORE)) as store:
        live = [table for (table,) in store.execute(LIVE)]
        (entries,) = store.execute("SELECT count(*) FROM entries").fetchone()
    opened, shown = [], []
    for _ in range(5):
        server = table_server(folder, free_port())
        server.start()
        try:
            opened.append(server.wait())
            await see(server.port, random.choice(live))
            shown.append(time.perf_counter() - server.started)
        finally:
            server.kill()
    report.line(
        f"  opened again after a kill with {len(live)} live tables and {entries} entries:"
        f" {statistics.median(opened):.2f} s to the first answer,"
        f" {statistics.median(shown):.2f} s to a table's snapshot (medians of 5)"
    )
    report.target(
        Target("s from a process to a snapshot, medians", statistics.median(shown), OPENING, is_floor=False)
    )


async def see(port: int, table: str) -> None:
    """Come to a table as somebody new, and wait for its snapshot."""
    caller = Caller(port)
    _, key = await caller.post("/api/people", {"nickname": "somebody"})
    caller.close()
    is_seen = asyncio.Event()

    def read(message: bytes) -> None:
        if json.loads(message)["is"] == "snapshot":
            is_seen.set()

    wire = Wire(read, lambda: None)
    await go_to_table(wire, port, table, key)
    await asyncio.wait_for(is_seen.wait(), 30)
    wire.close()


async def measure_theirs(
    folder: Path, matches: Path | None, asked: argparse.Namespace, report: Report
) -> float:
    """boardgame.io's server, with its matches on files in a folder or in memory; the rate that it reached."""
    where = "its FlatFile storage, which does not wait for the disk" if matches else "matches in memory only"
    report.heading(f"boardgame.io {rival.VERSION}: {asked.tables} matches of 4 of a small card game, {where}")
    server = rival.rival_server(folder, free_port(), matches)
    server.start()
    try:
        server.wait()
        pace = Pace()
        theirs = Contender(server, rival.Crowd(server.port, pace), pace)
        await theirs.crowd.gather(asked.tables, 4)
        report.line(say_columns("offered/s", COLUMNS | BUSY))
        await theirs.play(asked.seconds, None, report)
        best = await theirs.climb(report)
        theirs.crowd.disperse()
        report.line(f"  {server.peak():.0f} MB at its peak")
    finally:
        server.kill()
    return best


def judge_beside(ours: Sequence[Found], theirs: Sequence[float], storage: str, report: Report) -> None:
    """Our highest rate beside theirs, the middle one of each; and round by round."""
    if not theirs:
        return
    each = [_times(own.best, other) for own, other in zip(ours, theirs, strict=False)]
    report.line(
        f"  times boardgame.io's rate, {storage}, by rounds: {', '.join(f'{ratio:.1f}' for ratio in each)}"
    )
    best = statistics.median(own.best for own in ours)
    label = f"times boardgame.io's rate at the same p99, {storage}"
    report.target(Target(label, _times(best, statistics.median(theirs)), RATIO))


def _times(ours: float, theirs: float) -> float:
    return ours / theirs if theirs else float("inf")


async def find_rival(folder: Path, report: Report) -> bool:
    """Install boardgame.io, if it can be had."""
    try:
        await asyncio.to_thread(rival.install, folder)
    except (rival.Missing, OSError, TimeoutError) as error:
        report.line(f"  boardgame.io was not measured: {error}")
        return False
    return True


async def measure_rounds(folder: Path, asked: argparse.Namespace, report: Report) -> None:
    """Ours and theirs in turn, so that whatever else the machine has to do meets both."""
    program = folder / "theirs"
    program.mkdir()
    has_rival = not asked.alone and await find_rival(program, report)
    ours, kept = [], []
    for number in range(asked.rounds):
        report.heading(f"Round {number + 1} of {asked.rounds}")
        own = folder / f"ours-{number}"
        own.mkdir()
        ours.append(await measure_ours(own, asked, report))
        if has_rival:
            kept.append(await measure_theirs(program, folder / f"theirs-{number}", asked, report))
    in_memory = [await measure_theirs(program, None, asked, report)] if has_rival else []
    report.heading("All rounds")
    judge(ours, asked, report)
    await measure_opening(folder / "ours-0", report)
    judge_beside(ours, kept, "FlatFile", report)
    judge_beside(ours, in_memory, "in memory", report)


async def soak(folder: Path, asked: argparse.Namespace, report: Report) -> None:
    """Play for long at a rate, and look at the memory again and again; and how long looking for garbage takes at most."""
    report.heading(f"Memory over {asked.seconds:.0f} s at {asked.rate:.0f} moves/s")
    server = table_server(folder, free_port())
    server.start()
    series: list[float] = []
    games: list[int] = []  # that were over in each step
    try:
        server.wait()
        ours = await sit_down(server, asked, report)
        report.line(say_columns("after", COLUMNS | {"MB": 8}))
        for _ in range(max(1, int(asked.seconds / SOAK_STEP))):
            tally = await ours.pace.play(SOAK_STEP, asked.rate, warm_up=0)
            series.append(server.memory())
            games.append(tally.games)
            report.line(f"{say(f'{len(series) * SOAK_STEP:.0f} s', tally)}{series[-1]:>8.1f}")
            for error, count in tally.errors.most_common(5):
                report.line(f"    ERROR, {count} times: {error}")
        found = server.counters()
        ours.crowd.disperse()
    finally:
        server.kill()
    full = series[int(FILLING / SOAK_STEP) :]
    half = len(full) // 2
    if half:
        growth = statistics.mean(full[half:]) / statistics.mean(full[:half]) - 1
        label = f"growth from the first half to the second after {FILLING:.0f} s, %"
        report.target(Target(label, 100 * growth, 10, is_floor=False))
        over = sum(games[-half:])
        kept = statistics.mean(full[half:]) - statistics.mean(full[:half])
        report.line(
            f"  {1000 * kept / max(1, over):.1f} kB more for each of the {over} games that ended in between"
        )
    else:
        report.line(f"  too short to say whether it grows: that takes more than {FILLING:.0f} s")
    report.target(Target("memory at its peak, MB", max(series), MEMORY, is_floor=False))
    longest = 1000 * found["rexarium_longest_collection_seconds"]
    report.target(
        Target("ms of processor time, longest look for garbage", longest, COLLECTION, is_floor=False)
    )
    report.line(f"  {found['rexarium_collection_seconds_total']:.1f} s of processor time for all of them")


async def measure(asked: argparse.Namespace, report: Report) -> None:
    """Everything that was asked for, in folders that are gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="rexarium-load-", dir=asked.folder) as name:
        if asked.soak:
            await soak(Path(name), asked, report)
        else:
            await measure_rounds(Path(name), asked, report)


def main(words: Sequence[str]) -> int:
    """Measure, and write it down."""
    parser = argparse.ArgumentParser(prog="./rex python -m bench.table.load", description=__doc__)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--rate", type=float, default=MOVES, help="moves a second that are offered")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--soak", action="store_true", help="only memory over time")
    parser.add_argument("--alone", action="store_true", help="without boardgame.io")
    parser.add_argument(
        "--folder", type=Path, help="where the stores lie meanwhile: on a disk of its own, best"
    )
    parser.add_argument("--output", type=Path, help="write the results there instead of into docs/")
    asked = parser.parse_args(words)
    report, head = Report(), page.head()
    uvloop.run(measure(asked, report))
    print("\n".join(["", *report.summary()]))
    page.write("soak" if asked.soak else "load", [*head, *report.summary(), *report.lines], asked.output)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
