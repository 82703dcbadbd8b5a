"""The whole state, move by move, against an engine that was written apart from ours: bench/tyrannosaurus.c.

Both engines play the same games. Of five games one is random, one a war, one reckless, one thrifty, and in one all
gather in a corner, so that rare rules come up.
"""

import os
import shutil
import subprocess
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import NamedTuple

import pytest

from rexarium.games import find_game
from rexarium.games.tyrannosaurus import codes
from rexarium.games.tyrannosaurus.rules import TyrannosaurusState
from rexarium.games.tyrannosaurus.words import DINOSAUR_NAMES, PROMPTS, name_cell, name_cells
from rexarium.kernel import bits
from rexarium.kernel.outline import read_outline

SOURCE = Path(__file__).parents[3] / "bench" / "tyrannosaurus.c"
GAME = find_game("tyrannosaurus")
PAIRS = ("stegosaurus-triceratops", "pteranodon-diplodocus")
SEED = 19930401
GAMES = 130  # at each of the 16 tables


class Table(NamedTuple):
    """What a trace is asked for, in the order of the C program's words."""

    seats: int
    directions: int
    pair: int
    play_on: int


TABLES = [
    Table(seats, directions, pair, play_on)
    for (seats, pair), directions, play_on in product(((2, 0), (2, 1), (3, 0), (4, 0)), (8, 4), (0, 1))
]


@pytest.fixture(scope="session")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The C engine, compiled; it counts how often each rare case came up."""
    names = [os.environ.get("CC", ""), "cc", "gcc", "clang"]
    compiler = next((name for name in names if name and shutil.which(name.split()[0])), None)
    if compiler is None:
        pytest.skip("there is no C compiler, so there is no second engine to compare with")
    program = tmp_path_factory.mktemp("engine") / "tyrannosaurus"
    flags = ["-O2", "-std=c11", "-DTYRANNOSAURUS_COUNT"]
    subprocess.run([*compiler.split(), *flags, str(SOURCE), "-o", str(program)], check=True)
    return program


def run(engine: Path, what: str, table: Table, games: int, seed: int) -> "subprocess.CompletedProcess[str]":
    numbers = (table.seats, games, seed, table.directions, table.pair, table.play_on)
    return subprocess.run([str(engine), what, *map(str, numbers)], check=True, capture_output=True, text=True)


@pytest.mark.parametrize("table", TABLES)
def test_both_engines_agree_on_every_state(engine: Path, table: Table) -> None:
    compare(run(engine, "trace", table, GAMES, SEED).stdout, table, GAMES)


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(10))
@pytest.mark.parametrize("table", TABLES)
def test_both_engines_agree_on_twenty_thousand_games(engine: Path, table: Table, chunk: int) -> None:
    compare(run(engine, "trace", table, 125, SEED + 1 + chunk).stdout, table, 125)


def test_every_rare_case_comes_up_in_such_games(engine: Path) -> None:
    """TY-14, TY-22 to TY-24, TY-27 to TY-29, TY-31, TY-32, TY-34 to TY-38, TY-40, TY-43 to TY-46."""
    counts: dict[str, int] = {}
    for table in TABLES:
        for line in run(engine, "trace", table, GAMES, SEED).stderr.splitlines():
            name, count = line.split()
            counts[name] = counts.get(name, 0) + int(count)
    assert len(counts) > 40
    assert [name for name, count in counts.items() if count == 0] == []


def compare(text: str, table: Table, games: int) -> None:
    """Replay a trace in our engine; every line must be what we would have written."""
    lines = iter(text.splitlines())
    played = 0
    for line in lines:
        assert line.startswith("game ")
        replay(lines, table)
        played += 1
    assert played == games


def replay(lines: Iterator[str], table: Table) -> None:
    state = read_start(lines, table)
    shown = [codes.NO_ACTION] * table.seats
    while True:
        assert next(lines) == say_state(state, shown)
        if state.waiting == 0:
            break
        for seat in range(table.seats):
            if state.legal[seat] != 0:
                assert next(lines) == f"legal {seat + 1} " + " ".join(map(str, state.moves(seat)))
        word, seat_text, move_text = next(lines).split()
        assert word == "move"
        seat, move = int(seat_text) - 1, int(move_text)
        if state.asked == codes.PROMPT_ACT:
            shown[seat] = action_of(move)
        state.apply(seat, move)
    everybody = range(table.seats)
    assert next(lines) == "score " + " ".join(str(state.score(seat)) for seat in everybody)
    assert next(lines) == "winners " + " ".join(str(seat + 1) for seat in bits.members(state.winners()))


def action_of(move: int) -> int:
    if move == codes.REST:
        return codes.ACTION_REST
    return codes.ACTION_MOVE if move < codes.PANIC else codes.ACTION_PANIC


def read_start(lines: Iterator[str], table: Table) -> TyrannosaurusState:
    """The deal of a trace as our own."""
    deal = [next(lines).removeprefix("deal ") for _ in range(table.seats + 1)]
    text = "\n".join(deal).replace(" removed", ", removed").replace("removed move", "removed movement")
    rulings = {
        "directions": str(table.directions),
        "pair": PAIRS[table.pair],
        "play_on": "on" if table.play_on else "off",
    }
    setup = GAME.setup(table.seats, rulings=rulings)
    dealt = GAME.read_deal(setup, read_outline(text.replace("bone: ", "bone: seat ")))
    state = GAME.start(setup, dealt)
    assert isinstance(state, TyrannosaurusState)
    return state


def say_state(state: TyrannosaurusState, shown: list[int]) -> str:
    """Our state in the words of the other engine: everything, cards and secret choices too."""
    waiting = ",".join(str(seat + 1) for seat in bits.members(state.waiting))
    runaway = 0 if state.runaway == codes.NOBODY else state.runaway + 1
    head = (
        f"state turn={state.turn} prompt={PROMPTS[state.asked]} bone={state.bone + 1} waiting={waiting or '-'}"
        f" rex={say_cell(state.rex)} lake={say_cell(state.lake)} volcano={say_cell(state.volcano)}"
        f" trees={','.join(name_cells(state.trees)) or '-'} out={state.trees_out} runaway={runaway}"
    )
    return head + "".join(say_seat(state, seat, shown[seat]) for seat in range(state.seats))


def say_seat(state: TyrannosaurusState, seat: int, shown: int) -> str:
    cards = state.cards[seat * codes.ACTIONS : (seat + 1) * codes.ACTIONS]
    if state.asked == codes.PROMPT_DRIVE and was_asked_to_act(state, seat, shown):
        cards[shown] += 1  # theirs still counts the card on the table, ours does not (TY-17, TY-33)
    choice = state.chosen[seat] if bits.has(state.committed, seat) else "-"
    return (
        f" s{seat + 1}={DINOSAUR_NAMES[state.dinosaur[seat]]}:{say_cell(state.cell[seat])}"
        f":{state.supply[seat]}:{','.join(map(str, cards))}:{choice}"
    )


def was_asked_to_act(state: TyrannosaurusState, seat: int, shown: int) -> bool:
    """Has it played a card this turn? Then it has one card less than turns are left, this one too."""
    left = sum(state.cards[seat * codes.ACTIONS : (seat + 1) * codes.ACTIONS])
    return shown != codes.NO_ACTION and left == state.turns - state.turn


def say_cell(cell: int) -> str:
    return "-" if cell == codes.NOWHERE else name_cell(cell)


@pytest.mark.parametrize("cell", range(codes.CELLS))
def test_a_step_leads_to_the_next_cell_or_off_the_board(cell: int) -> None:
    """TY-03; the compiled core has its own table of steps."""
    state = TyrannosaurusState()
    state.seats = codes.MAX_SEATS
    ways = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
    for direction, (south, east) in enumerate(ways):
        row, column = cell // codes.SIDE + south, cell % codes.SIDE + east
        is_on_board = 0 <= row < codes.SIDE and 0 <= column < codes.SIDE
        wanted = row * codes.SIDE + column if is_on_board else codes.NOWHERE
        step = state.step(cell, direction)
        assert (step if step < codes.OFF else codes.NOWHERE) == wanted
        assert step < codes.OFF or step == codes.OFF + cell
