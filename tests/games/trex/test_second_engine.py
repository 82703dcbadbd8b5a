"""The whole state, move by move, against an engine that was written apart from ours: bench/trex.c.

Both engines play the same games, of which a third are wars of comets and a third hoards, so that rare rules come up.
"""

import os
import shutil
import subprocess
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from rexarium.games.trex import codes
from rexarium.games.trex.rules import TrexState
from rexarium.games.trex.words import COLOUR_NAMES, PROMPTS
from rexarium.kernel import bits
from rexarium.kernel.outline import read_outline
from tests.games.trex.builders import TREX, table

SOURCE = Path(__file__).parents[3] / "bench" / "trex.c"
SEED = 19990401
TABLES = list(product((2, 3, 4, 5), (1, 0), (0, 1)))  # seats, flip_with_one, shower_is_extra_loss
GAMES = 130  # at each of the 16 tables


@pytest.fixture(scope="session")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The C engine, compiled; it counts how often each rare rule came up."""
    names = [os.environ.get("CC", ""), "cc", "gcc", "clang"]
    compiler = next((name for name in names if name and shutil.which(name.split()[0])), None)
    if compiler is None:
        pytest.skip("there is no C compiler, so there is no second engine to compare with")
    program = tmp_path_factory.mktemp("engine") / "trex"
    command = [*compiler.split(), "-O2", "-std=c11", "-DTREX_COUNT", str(SOURCE), "-o", str(program)]
    subprocess.run(command, check=True)
    return program


def run_trace(engine: Path, seats: int, games: int, seed: int, flip: int, extra: int) -> str:
    command = [str(engine), "trace", str(seats), str(games), str(seed), str(flip), str(extra)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


@pytest.mark.parametrize(("seats", "flip", "extra"), TABLES)
def test_both_engines_agree_on_every_state(engine: Path, seats: int, flip: int, extra: int) -> None:
    compare(run_trace(engine, seats, GAMES, SEED, flip, extra), seats, flip, extra, GAMES)


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(25))
@pytest.mark.parametrize(("seats", "flip", "extra"), TABLES)
def test_both_engines_agree_on_fifty_thousand_games(
    engine: Path, seats: int, flip: int, extra: int, chunk: int
) -> None:
    compare(run_trace(engine, seats, 125, SEED + 1 + chunk, flip, extra), seats, flip, extra, 125)


def test_every_rare_rule_comes_up_in_such_games(engine: Path) -> None:
    """TR-13, TR-18 to TR-21, TR-24 to TR-31, TR-33 to TR-35, TR-37, TR-39 to TR-41, TR-43, TR-47, TR-53, TR-54."""
    counts: dict[str, int] = {}
    for seats, flip, extra in TABLES:
        command = [str(engine), "check", str(seats), str(GAMES), str(SEED), str(flip), str(extra)]
        found = subprocess.run(command, check=True, capture_output=True, text=True)
        for line in found.stderr.splitlines():
            name, count = line.split()
            counts[name] = counts.get(name, 0) + int(count)
    assert len(counts) > 25
    assert [name for name, count in counts.items() if count == 0] == []


def compare(text: str, seats: int, flip: int, extra: int, games: int) -> None:
    """Replay a trace in our engine; every line must be what we would have written."""
    lines = iter(text.splitlines())
    played = 0
    for line in lines:
        assert line.startswith("game ")
        replay(lines, seats, flip, extra)
        played += 1
    assert played == games


def replay(lines: Iterator[str], seats: int, flip: int, extra: int) -> None:
    state, line = read_start(lines, seats, flip, extra)
    comet = codes.NOBODY
    while True:
        if state.asked not in (codes.PROMPT_CHANGE, codes.PROMPT_OVER):
            comet = state.comet_seat  # theirs stays named until the next round, ours goes with the piles
        assert line == say_state(state, comet)
        if state.waiting == 0:
            break
        assert next(lines) == "legal " + " ".join(map(str, state.moves(state.turn)))
        _, seat, move = next(lines).split()
        assert int(seat) == state.turn + 1
        assert state.waiting == 1 << state.turn
        state.apply(state.turn, int(move))
        line = next(lines)
    everybody = range(seats)
    assert next(lines) == "score " + " ".join(str(state.score(seat)) for seat in everybody)
    assert next(lines) == "sum " + " ".join(str(state.remaining_sum(seat)) for seat in everybody)
    assert next(lines) == "winners " + " ".join(str(seat + 1) for seat in bits.members(state.winners()))


def read_start(lines: Iterator[str], seats: int, flip: int, extra: int) -> tuple[TrexState, str]:
    """The deal of a trace as our own, and the first line after it."""
    deal, line = [], next(lines)
    while line.startswith("deal "):
        deal.append(line.removeprefix("deal "))
        line = next(lines)
    renamed = "\n".join(deal).replace("left:", "left eggs:").replace("right:", "right eggs:")
    renamed = renamed.replace("first: ", "first: seat ")
    setup = table(seats, flip=bool(flip), extra=bool(extra))
    state = TREX.start(setup, TREX.read_deal(setup, read_outline(renamed)))
    assert isinstance(state, TrexState)
    return state, line


def say_state(state: TrexState, comet: int) -> str:
    """Our state in the words of the other engine: everything, hidden cards and their order too."""
    eggs = ",".join(COLOUR_NAMES[egg] if egg != codes.NO_EGG else "-" for egg in state.open_eggs)
    turn = 0 if state.waiting == 0 else state.turn + 1
    head = (
        f"state round={state.round} prompt={PROMPTS[state.asked]} turn={turn}"
        f" strongest={COLOUR_NAMES[state.strongest]} weakest={COLOUR_NAMES[state.weakest]}"
        f" open={eggs} comet={0 if comet == codes.NOBODY else comet + 1}"
    )
    ring, eggs_taken = list(state.ring), list(state.eggs)
    return head + "".join(say_seat(state, seat, ring, eggs_taken) for seat in range(state.seats))


def say_seat(state: TrexState, seat: int, ring: list[int], eggs: list[int]) -> str:
    start, stock, pile = state.head[seat], state.stock[seat], state.pile[seat]
    cards = [ring[seat * 32 + place % 32] for place in range(start, start + stock + pile)]
    return (
        f" s{seat + 1}=h:{say_set(state.hand[seat])}"
        f";s:{','.join(map(str, cards[:stock]))};p:{','.join(map(str, cards[stock:]))}"
        f";e:{','.join(map(str, eggs[seat * 5 : seat * 5 + 5]))}"
        f";l:{say_set(state.lost[seat])};v:{say_set(state.seen[seat])}"
    )


@cache
def say_set(mask: int) -> str:
    return ",".join(map(str, bits.members(mask)))
