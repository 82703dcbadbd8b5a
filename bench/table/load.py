"""`./rex python -m bench.table.load [--tables N] [--rate R] [--seconds S] [--rounds N] [--soak] [--alone]`: the load test.

A thousand tables of four, all games mixed, with one WebSocket for each seat; the server is in one process, the whole crowd
in another. Then boardgame.io's server runs at the same pace. That is one round. There are several, and the median counts,
because a shared machine is not always equally fast. With --soak only memory over time and the longest garbage collection
are measured.
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
from bench.table.client import Caller, Client, go_to_table
from bench.table.pace import Pace, Tally, milliseconds
from bench.table.process import STORE, Server, free_port, table_server

MOVES, LATENCY, MEMORY, RATIO, OPENING = 1500.0, 50.0, 300.0, 3.0, 2.0  # our targets
COLLECTION = 10.0  # likewise
STEP = 1.25  # from one rate to the next, on the ladder that each contender climbs
FIRST_STEP = MOVES / STEP**4  # so that one of the steps is the target rate
LAST_STEP = MOVES / STEP**12  # a contender that cannot keep up even with this one gets no rate
STEP_SECONDS, TRIES, HALVINGS = 5.0, 2, 2
SOAK_STEP = 10.0
FILLING = 120.0  # seconds until games that began together are spread over all stages
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
    """All players on one server."""

    async def gather(self, tables: int, seats: int) -> None:
        """Seat everybody and start all games."""

    def disperse(self) -> None:
        """Go home."""


@dataclass
class Contender:
    """A server, its crowd and the pace they play at."""

    server: Server
    crowd: Crowd
    pace: Pace

    async def play(self, seconds: float, rate: float | None, report: Report) -> Tally:
        """Play for a while; report the tally and how busy the server and the client were."""
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
        """The highest rate at which 99 of 100 moves are answered and shown in time, first by steps, then between them."""
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
    """The 99th percentile in milliseconds of the answers or of the events, whichever is higher."""
    return max(milliseconds(tally.acknowledged, 0.99), milliseconds(tally.shown, 0.99))


def say_columns(first: str, columns: Mapping[str, int]) -> str:
    """The column headings."""
    return f"{first:>12}" + "".join(f"{name:>{width}}" for name, width in columns.items())


def say(first: str, tally: Tally) -> str:
    """A tally as a row."""
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
    """Our server's results in one round."""

    offered: Tally
    full: Tally
    best: float  # the highest rate on the ladder
    peak: float  # MB

    @property
    def errors(self) -> int:
        """The number of errors; each was reported where it happened."""
        return sum((self.offered.errors + self.full.errors).values())


async def measure_ours(folder: Path, asked: argparse.Namespace, report: Report) -> Found:
    """Measure our server: at the given rate, as fast as possible, and up the ladder."""
    report.heading(f"Rexarium: {asked.tables} tables of {asked.seats}, all games mixed, SQLite")
    report.line(f"  a sync to disk takes {say_disk(folder)}")
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
    """Judge our server by all rounds: rates and latencies by the median, the rest by the worst round."""
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
    """Gather our crowd at our tables."""
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
    """How long a sync to disk takes; no durable move can be faster."""
    waits = []
    with (folder / "disk").open("wb", buffering=0) as file:
        for _ in range(200):
            file.write(bytes(4096))
            begin = time.perf_counter()
            os.fdatasync(file.fileno())
            waits.append(time.perf_counter() - begin)
    return f"{milliseconds(waits, 0.5):.2f} / {milliseconds(waits, 0.99):.2f} ms (p50 / p99)"


async def measure_opening(folder: Path, report: Report) -> None:
    """Measure the time from a restart after a kill to the first answer and to a table's snapshot."""
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
    """Connect to a table as a new person, and wait for its snapshot."""
    caller = Caller(port)
    _, key = await caller.post("/api/people", {"nickname": "somebody"})
    caller.close()
    is_seen = asyncio.Event()

    def read(message: bytes) -> None:
        if json.loads(message)["is"] == "snapshot":
            is_seen.set()

    client = Client(read, lambda: None)
    await go_to_table(client, port, table, key)
    await asyncio.wait_for(is_seen.wait(), 30)
    client.close()


async def measure_theirs(
    folder: Path, matches: Path | None, asked: argparse.Namespace, report: Report
) -> float:
    """The rate that boardgame.io's server reaches, with its matches in files or in memory."""
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
    """Compare our highest rate with theirs, by the medians and round by round."""
    if not theirs:
        return
    each = [_times(own.best, other) for own, other in zip(ours, theirs, strict=False)]
    report.line(
        f"  times boardgame.io's rate, {storage}, by round: {', '.join(f'{ratio:.1f}' for ratio in each)}"
    )
    best = statistics.median(own.best for own in ours)
    label = f"times boardgame.io's rate at the same p99, {storage}"
    report.target(Target(label, _times(best, statistics.median(theirs)), RATIO))


def _times(ours: float, theirs: float) -> float:
    return ours / theirs if theirs else float("inf")


async def find_rival(folder: Path, report: Report) -> bool:
    """Install boardgame.io; false if that is not possible."""
    try:
        await asyncio.to_thread(rival.install, folder)
    except (rival.Missing, OSError, TimeoutError) as error:
        report.line(f"  boardgame.io was not measured: {error}")
        return False
    return True


async def measure_rounds(folder: Path, asked: argparse.Namespace, report: Report) -> None:
    """Measure ours and theirs in turn, so that other load on the machine affects both."""
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
    """Play at a rate for a long time; report the memory over time and the longest garbage collection."""
    report.heading(f"Memory over {asked.seconds:.0f} s at {asked.rate:.0f} moves/s")
    server = table_server(folder, free_port())
    server.start()
    series: list[float] = []
    games: list[int] = []  # that ended in each step
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
        Target("ms of processor time, longest garbage collection", longest, COLLECTION, is_floor=False)
    )
    report.line(f"  {found['rexarium_collection_seconds_total']:.1f} s of processor time for all collections")


async def measure(asked: argparse.Namespace, report: Report) -> None:
    """Run the measurement that was asked for, in a temporary folder."""
    with tempfile.TemporaryDirectory(prefix="rexarium-load-", dir=asked.folder) as name:
        if asked.soak:
            await soak(Path(name), asked, report)
        else:
            await measure_rounds(Path(name), asked, report)


def main(words: Sequence[str]) -> int:
    """Measure and save the results."""
    parser = argparse.ArgumentParser(prog="./rex python -m bench.table.load", description=__doc__)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--rate", type=float, default=MOVES, help="moves per second")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--soak", action="store_true", help="measure only memory over time")
    parser.add_argument("--alone", action="store_true", help="without boardgame.io")
    parser.add_argument(
        "--folder", type=Path, help="the folder for the temporary stores, best on a disk of its own"
    )
    parser.add_argument("--output", type=Path, help="write the results to this file instead of docs/")
    asked = parser.parse_args(words)
    report, head = Report(), page.head()
    uvloop.run(measure(asked, report))
    print("\n".join(["", *report.summary()]))
    page.write("soak" if asked.soak else "load", [*head, *report.summary(), *report.lines], asked.output)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
