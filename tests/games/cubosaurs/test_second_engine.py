"""The whole state, move by move, against an engine that was written apart from ours: bench/cubosaurs.c.

Both engines play the same games. Of five games one is random, in one all refuse, in one all hoard tokens, in one all
buy, and in one they buy late; at some tables there are few tokens, so that the supply runs out.
"""

import os
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import NamedTuple

import pytest

from rexarium.games import find_game
from rexarium.games.cubosaurs import codes
from rexarium.games.cubosaurs.notation import Deal
from rexarium.games.cubosaurs.rules import CubosaursState
from rexarium.games.cubosaurs.start import empty_table, lay_decks, lay_orders
from rexarium.games.cubosaurs.words import PROMPTS
from rexarium.kernel import bits

SOURCE = Path(__file__).parents[3] / "bench" / "cubosaurs.c"
GAME = find_game("cubosaurs")
SEED = 20221001
GAMES = 40  # at each of the 40 tables
FEW = 5  # tokens, which do not last
ON_OFF = ("off", "on")
WINDOWS = ("before", "before_or_after")


class Table(NamedTuple):
    """What a trace is asked for, in the order of the C program's words."""

    seats: int
    dna: int
    rounds: int
    zero_majority: int
    window: int
    no_direct: int
    tokens: int


ALL_SEATS = (2, 3, 4, 5)
BASE = [
    Table(seats, 0, rounds, zero, 0, 0, 0) for seats, (rounds, zero) in product(ALL_SEATS, ((3, 1), (2, 0)))
]
ADVANCED = [
    Table(seats, 1, 2 + (seats + window + direct) % 2, direct, window, direct, tokens)
    for seats, window, direct, tokens in product(ALL_SEATS, (0, 1), (0, 1), (codes.TOKENS, FEW))
]
TABLES = [*BASE, *ADVANCED]


@pytest.fixture(scope="session")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The C engine, compiled; it counts how often each rare case came up."""
    names = [os.environ.get("CC", ""), "cc", "gcc", "clang"]
    compiler = next((name for name in names if name and shutil.which(name.split()[0])), None)
    if compiler is None:
        pytest.skip("there is no C compiler, so there is no second engine to compare with")
    program = tmp_path_factory.mktemp("engine") / "cubosaurs"
    flags = ["-O2", "-std=c11", "-DCUBOSAURS_COUNT"]
    subprocess.run([*compiler.split(), *flags, str(SOURCE), "-o", str(program)], check=True)
    return program


def run(engine: Path, what: str, table: Table, games: int, seed: int) -> "subprocess.CompletedProcess[str]":
    numbers = (table.seats, games, seed, *table[1:])
    return subprocess.run([str(engine), what, *map(str, numbers)], check=True, capture_output=True, text=True)


@pytest.mark.parametrize("table", TABLES)
def test_both_engines_agree_on_every_state(engine: Path, table: Table) -> None:
    compare(run(engine, "trace", table, GAMES, SEED).stdout, table, GAMES)


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(5))
@pytest.mark.parametrize("table", TABLES)
def test_both_engines_agree_on_twenty_thousand_games(engine: Path, table: Table, chunk: int) -> None:
    compare(run(engine, "trace", table, 100, SEED + 1 + chunk).stdout, table, 100)


def test_every_rare_case_comes_up_in_such_games(engine: Path) -> None:
    """CU-12, CU-16 to CU-18, CU-20, CU-22 to CU-25, CU-28 to CU-30, CU-33, CU-35 to CU-47, CU-49, CU-50, CU-52."""
    counts: dict[str, int] = {}
    for table in TABLES:
        for line in run(engine, "trace", table, GAMES, SEED).stderr.splitlines():
            name, count = line.split()
            counts[name] = counts.get(name, 0) + int(count)
    assert len(counts) > 60
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
    while True:
        assert next(lines) == say_state(state)
        if state.waiting == 0:
            break
        (seat,) = bits.members(state.waiting)
        assert next(lines) == "legal " + " ".join(map(str, state.moves(seat)))
        word, move = next(lines).split()
        assert word == "move"
        state.apply(seat, int(move))
    everybody = range(table.seats)
    assert next(lines) == "score " + " ".join(str(state.score(seat)) for seat in everybody)
    assert next(lines) == "winners " + " ".join(str(seat + 1) for seat in bits.members(state.winners()))


def read_start(lines: Iterator[str], table: Table) -> CubosaursState:
    """The deal of a trace as our own, with so many tokens in the supply."""
    first = int(next(lines).removeprefix("deal first: ")) - 1
    decks = [read_numbers(next(lines), f"deal round {n + 1}: ") for n in range(table.rounds)]
    orders = [read_numbers(next(lines), f"deal tiles {n + 1}: ") for n in range(table.rounds * table.dna)]
    deal = Deal(first, tuple(decks), tuple(orders))
    rulings = {
        "dna": ON_OFF[table.dna],
        "rounds": str(table.rounds),
        "zero_majority": ON_OFF[table.zero_majority],
        "buy_window": WINDOWS[table.window],
        "no_direct_interaction": ON_OFF[table.no_direct],
    }
    setup = GAME.setup(table.seats, rulings=rulings)
    if not table.dna or table.tokens == codes.TOKENS:
        state = GAME.start(setup, deal)
        assert isinstance(state, CubosaursState)
        return state
    state = empty_table(setup)
    state.assign({"decks": lay_decks(setup, deal), "tile_orders": lay_orders(deal)})
    state.supply = table.tokens
    state.turn = first
    state.begin_round()
    return state


def read_numbers(line: str, label: str) -> tuple[int, ...]:
    assert line.startswith(label)
    return tuple(map(int, line.removeprefix(label).split()))


def say_state(state: CubosaursState) -> str:
    """Our state in the words of the other engine: everything but the rest of the deal."""
    is_asking = codes.PROMPT_ADD <= state.asked <= codes.PROMPT_OWN
    tile = state.tile if is_asking else codes.NO_TILE
    has_victim = state.asked in (codes.PROMPT_THEIRS, codes.PROMPT_OWN) and tile > 6
    head = (
        f"state turn={state.turn + 1} waiting={say_list(seat + 1 for seat in bits.members(state.waiting))}"
        f" prompt={PROMPTS[state.asked]} round={state.round + 1} direction={state.direction}"
        f" hand={say_cards(state.hand)} deck={state.deck_left} supply={state.supply if state.dna else 0}"
        f" market={say_list(bits.members(state.market))} tile={tile} victim={state.victim + 1 if has_victim else 0}"
    )
    return head + "".join(say_seat(state, seat) for seat in range(state.seats))


def say_seat(state: CubosaursState, seat: int) -> str:
    finished = state.round + (state.asked == codes.PROMPT_OVER)
    scores = [state.round_scores[round_ * codes.MAX_SEATS + seat] for round_ in range(finished)]
    collection = state.collection[seat * codes.KINDS : (seat + 1) * codes.KINDS]
    return (
        f" s{seat + 1}={say_cards(collection)}/{state.tokens[seat]}/{state.owed[seat]}"
        f"/{say_list(bits.members(state.bought[seat]))}/{sum(scores)}/{say_list(scores)}/{state.score(seat)}"
    )


def say_cards(numbers: Sequence[int]) -> str:
    return ",".join(f"{kind}:{number}" for kind, number in enumerate(numbers) if number) or "-"


def say_list(items: Iterable[int]) -> str:
    return ",".join(map(str, items)) or "-"
