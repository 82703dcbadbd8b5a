"""`./rex python -m bench.table.pairs REVISION [--tables N] [--rate R] [--stretches N] [--memory]`: before and after.

The servers of a git revision and of the working tree run side by side, each with the same crowd. They are measured in
turn, for a few seconds each and in random order, so that other load on the machine affects both. The result is the
processor time of the server and its child processes per move, as the median of the ratios within a pair. Both use the
working tree's compiled core.
"""

import argparse
import contextlib
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import uvloop

from bench.table import crowd
from bench.table.pace import Pace, Tally, milliseconds
from bench.table.process import ROOT, Server, free_port, table_server

SECONDS = 2.0
COMPILED = ("*.so", "*.pyd")


@dataclass
class Side:
    """One of the two servers and its crowd."""

    name: str
    server: Server
    pace: Pace
    crowd: crowd.Crowd

    async def play(self, seconds: float, rate: float) -> tuple[float, Tally]:
        """Play for a stretch; returns the microseconds of processor time per move, and the tally."""
        before = self.server.cpu()
        tally = await self.pace.play(seconds, rate, warm_up=0)
        for error, count in tally.errors.most_common(3):
            print(f"{self.name}: ERROR, {count} times: {error}")
        return 1e6 * (self.server.cpu() - before) / max(1, len(tally.acknowledged)), tally


@contextlib.contextmanager
def checked_out(revision: str, folder: Path) -> Iterator[Path]:
    """A temporary checkout of a revision's sources, with the compiled core of this working tree."""
    tree = folder / "sources"
    subprocess.run(["git", "worktree", "add", "--quiet", "--detach", tree, revision], cwd=ROOT, check=True)
    try:
        for pattern in COMPILED:
            for path in (ROOT / "src").rglob(pattern):
                shutil.copy(path, tree / path.relative_to(ROOT))
        yield tree
    finally:
        subprocess.run(["git", "worktree", "remove", "--force", tree], cwd=ROOT, check=True)


def open_side(name: str, sources: Path, folder: Path) -> Side:
    """Start a server from these sources."""
    own = folder / name
    own.mkdir()
    server = table_server(own, free_port())
    server = replace(server, sources=sources, environment={"PYTHONPATH": str(sources / "src")})
    server.start()
    pace = Pace()
    return Side(name, server, pace, crowd.Crowd(server.port, pace))


async def measure(asked: argparse.Namespace) -> None:
    """Let both play, and print the results."""
    with (
        tempfile.TemporaryDirectory(prefix="rexarium-pairs-", dir=asked.folder) as name,
        checked_out(asked.revision, Path(name)) as tree,
    ):
        sides = [
            open_side(side, sources, Path(name)) for side, sources in (("before", tree), ("after", ROOT))
        ]
        try:
            await _compare(sides, asked)
        finally:
            for side in sides:
                side.server.kill()


async def _compare(sides: Sequence[Side], asked: argparse.Namespace) -> None:
    for side in sides:
        side.server.wait()
        empty = side.server.memory()
        await side.crowd.gather(asked.tables, asked.seats)
        full = side.server.memory()
        print(f"{side.name:>8}: {empty:.1f} MB, with {asked.tables * asked.seats} sockets {full:.1f} MB")
    before, after = (side.server.memory() for side in sides)
    print(f"memory, after to before: {after / before:.3f}")
    if asked.memory:
        return
    for side in sides:
        await side.play(SECONDS, asked.rate)  # warms both up
    found: dict[str, list[float]] = {side.name: [] for side in sides}
    late: dict[str, list[float]] = {side.name: [] for side in sides}
    for number in range(asked.stretches):
        for side in random.sample(sides, len(sides)):
            cost, tally = await side.play(asked.seconds, asked.rate)
            found[side.name].append(cost)
            late[side.name] += tally.acknowledged
        pair = {name: costs[-1] for name, costs in found.items()}
        print(
            f"{number + 1:>3}: {pair['before']:.0f} and {pair['after']:.0f} µs a move: {pair['after'] / pair['before']:.3f}"
        )
    for name, costs in found.items():
        print(
            f"{name:>8}: {statistics.median(costs):.0f} µs a move (median);"
            f" answers {milliseconds(late[name], 0.5):.1f} / {milliseconds(late[name], 0.99):.1f} ms (p50 / p99)"
        )
    ratios = [after / before for before, after in zip(found["before"], found["after"], strict=True)]
    first, middle, third = statistics.quantiles(ratios, n=4)
    print(f"processor time a move, after to before: {middle:.3f} (quartiles {first:.3f} and {third:.3f})")


def main(words: Sequence[str]) -> int:
    """Measure and print the results."""
    parser = argparse.ArgumentParser(prog="./rex python -m bench.table.pairs", description=__doc__)
    parser.add_argument("revision", help="the git revision to compare with")
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--rate", type=float, default=1000, help="moves per second")
    parser.add_argument("--stretches", type=int, default=21, help="for each side")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="in a stretch")
    parser.add_argument(
        "--memory", action="store_true", help="measure only memory, after everybody has sat down"
    )
    parser.add_argument("--folder", type=Path, help="the folder for the temporary stores")
    uvloop.run(measure(parser.parse_args(words)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
