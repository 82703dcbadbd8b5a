"""The lab: many games of bots at one or several set-ups, all from one seed, on all cores.

Every deal is played once with each seat first, so that a good hand is dealt to every place. What is dealt depends
on the seed, the number of seats and the number of the deal; all series with so many seats have the same deals.
"""

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import islice
from multiprocessing import get_context
from threading import current_thread, main_thread

from rexarium.arena.tally import WON, Tally
from rexarium.bots import Bot
from rexarium.games import AnyGame, find_game
from rexarium.kernel.chance import Chance
from rexarium.kernel.counts import Count, name_place
from rexarium.kernel.edition import Edition
from rexarium.kernel.game import Setup, winners
from rexarium.match import Match

SEAT, PLIES, SHARED = "seat", "plies", "won by several"
CHUNK = 8  # deals that a process plays at a time: the sums, and so their last digits, do not depend on the processes
AHEAD = 4  # chunks a process that wait to be played

MakeBot = Callable[[int], Bot]  # from a seed; a class or function that a process can be told by its name


@dataclass(frozen=True)
class Series:
    """Games at one set-up; `note` is what tells it from others with as many seats and the same box."""

    setup: Setup
    note: str = ""


@dataclass(frozen=True)
class Plan:
    """What is to be played."""

    game: str
    series: tuple[Series, ...]
    games: int  # in each series at least so many: deals are played whole
    seed: str
    make_bot: MakeBot

    def deals(self, series: Series) -> int:
        """How many deals make up the games of a series."""
        return -(-self.games // series.setup.seats)

    def total(self) -> int:
        """How many games there are in all."""
        return sum(self.deals(series) * series.setup.seats for series in self.series)


@dataclass(frozen=True)
class Chunk:
    """Some deals of one series: what a process is asked to play."""

    plan: Plan
    series: int
    deals: range


def make_series(
    game: AnyGame,
    seats: Sequence[int],
    editions: Sequence[Edition],
    *,
    preset: str = "table",
    rulings: Mapping[str, str] | None = None,
) -> tuple[Series, ...]:
    """A series for each box, number of seats and variant; a ruling that is named leaves no variants of itself."""
    named = {**game.preset(preset).answers, **(rulings or {})}
    found: list[Series] = []
    for edition in editions:
        for number in seats:
            for variant in game.variants(number):
                setup = game.setup(number, edition=edition, rulings={**variant, **named})
                series = Series(setup, ", ".join(setup.rulings[name] for name in variant))
                if series not in found:
                    found.append(series)
    return tuple(found)


class Lab:
    """A plan being carried out; what has been played so far can be looked at any time."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.tallies = [Tally() for _ in plan.series]

    @property
    def games(self) -> int:
        """How many games have been played."""
        return sum(tally.games for tally in self.tallies)

    @property
    def is_done(self) -> bool:
        """Has everything been played?"""
        return self.games == self.plan.total()

    def run(self, jobs: int = 1) -> Iterator[int]:
        """Play on so many processes; yields again and again how many games more have been played."""
        chunks = list(_chunks(self.plan))
        results = map(play_chunk, chunks) if jobs == 1 else _play_on_processes(chunks, jobs)
        for chunk, tally in zip(chunks, results, strict=True):
            self.tallies[chunk.series].merge(tally)
            yield tally.games


def default_jobs() -> int:
    """As many processes as this one may use cores."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _chunks(plan: Plan) -> Iterator[Chunk]:
    """All series take turns, so that an interrupted plan has something of each."""
    for start in range(0, max(map(plan.deals, plan.series), default=0), CHUNK):
        for at, series in enumerate(plan.series):
            deals = range(start, min(start + CHUNK, plan.deals(series)))
            if deals:
                yield Chunk(plan, at, deals)


def _play_on_processes(chunks: Iterable[Chunk], jobs: int) -> Iterator[Tally]:
    """The tallies in the order of the chunks, whoever is ready first."""
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"))
    ahead = iter(chunks)
    try:
        with _deaf_children():
            pending = deque(pool.submit(play_chunk, chunk) for chunk in islice(ahead, jobs))
        for chunk in ahead:
            pending.append(pool.submit(play_chunk, chunk))
            if len(pending) >= jobs * AHEAD:
                yield pending.popleft().result()
        while pending:
            yield pending.popleft().result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


@contextmanager
def _deaf_children() -> Iterator[None]:
    """Ctrl-C goes to every process of the terminal: those that start in here inherit that they ignore it."""
    if current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def play_chunk(chunk: Chunk) -> Tally:
    """Play some deals, each with every seat first."""
    plan, setup = chunk.plan, chunk.plan.series[chunk.series].setup
    game, tally = find_game(plan.game), Tally()
    for deal in chunk.deals:
        name = f"{plan.seed}, {setup.seats} seats, deal {deal}"
        seats = range(setup.seats)
        tally.add_block([play_game(game, setup, name, first, plan.make_bot) for first in seats])
    return tally


def play_game(game: AnyGame, setup: Setup, deal: str, first: int, make_bot: MakeBot) -> list[Count]:
    """Play one game to its end and count; the deal's name decides all that is dealt but who is first."""
    match = Match.fresh(game, setup, Chance.of(deal), first=first)
    bots = [make_bot(_bot_seed(deal, first, seat)) for seat in range(setup.seats)]
    while not match.is_over:
        for seat in match.waiting():
            decision = match.decision(seat)
            assert decision is not None, "who is waited for is asked something"
            match.submit(seat, bots[seat].choose(match.sight(seat), decision))
    return _count(match, first)


def _bot_seed(deal: str, first: int, seat: int) -> int:
    """A chance of its own for each bot, which tells nothing about the deal."""
    return Chance.of(f"{deal}, first {first + 1}, seat {seat + 1}").below(1 << 63)


def _count(match: Match, first: int) -> list[Count]:
    """What every game has; what this game counts; and the same for each seat by its distance from the first."""
    state, seats = match.state(), match.setup.seats
    facts = [*match.opening, *(fact for ply in match.plies for fact in ply.facts)]
    won = winners(state)
    counts = [_with_win(count, won) for count in match.game.counts(state, facts)]
    by_seat = {count.seat: count for count in counts}
    for distance in range(seats):
        counts.append(replace(by_seat[(first + distance) % seats], groups={SEAT: name_place(distance)}))
    return [Count({}, {PLIES: match.ply, SHARED: len(won) > 1}), *counts]


def _with_win(count: Count, won: Sequence[int]) -> Count:
    """A shared win is a part of a win."""
    if count.seat is None:
        return count
    share = 1 / len(won) if count.seat in won else 0.0
    return replace(count, numbers={WON: share, **count.numbers})
