"""The lab: many games of bots at one or several set-ups, all from one seed, on all cores.

Every deal is played once with each seat first, so that every place gets every hand. The deals depend on the seed, the
number of seats and the number of the deal; all series with the same number of seats have the same deals.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from rexarium.arena.bout import ask_bot, bot_seed, count_game, play_out
from rexarium.arena.processes import do_all
from rexarium.arena.tally import Tally
from rexarium.bots import Bot, make_bot, seated
from rexarium.games import AnyGame, find_game
from rexarium.kernel.chance import Chance
from rexarium.kernel.counts import Count, name_place
from rexarium.kernel.edition import Edition
from rexarium.kernel.errors import BadSetup, BotForfeit
from rexarium.kernel.game import Setup, winners
from rexarium.match import Match

SEAT, PLIES, SHARED = "seat", "plies", "won by several"
CHUNK = 8  # deals that a process plays at a time; fixed, so that no digit of a sum depends on the processes

MakeBot = Callable[[int], Bot]  # from a seed


@dataclass(frozen=True)
class Series:
    """Games at one set-up; `note` tells it from others with the same box and number of seats."""

    setup: Setup
    note: str = ""


@dataclass(frozen=True)
class Plan:
    """What is to be played."""

    game: str
    series: tuple[Series, ...]
    games: int  # at least this many in each series, because deals are played whole
    seed: str
    bot: str  # the word for the bot on every seat

    def deals(self, series: Series) -> int:
        """How many deals make up the games of a series."""
        return -(-self.games // series.setup.seats)

    def total(self) -> int:
        """The total number of games."""
        return sum(self.deals(series) * series.setup.seats for series in self.series)


@dataclass(frozen=True)
class Chunk:
    """Some deals of one series: the task of a process."""

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
    """A series for each box, number of seats and variant; a ruling that was set has no variants."""
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
    """A plan being carried out; its results so far can be read at any time."""

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
        """Play on a number of processes; yields the number of further games from time to time."""
        chunks = list(_chunks(self.plan))
        for chunk, tally in zip(chunks, do_all(play_chunk, chunks, jobs), strict=True):
            self.tallies[chunk.series].merge(tally)
            yield tally.games


def _chunks(plan: Plan) -> Iterator[Chunk]:
    """All series take turns, so that an interrupted plan has something of each."""
    for start in range(0, max(map(plan.deals, plan.series), default=0), CHUNK):
        for at, series in enumerate(plan.series):
            deals = range(start, min(start + CHUNK, plan.deals(series)))
            if deals:
                yield Chunk(plan, at, deals)


def play_chunk(chunk: Chunk) -> Tally:
    """Play some deals, each with every seat first."""
    plan, setup = chunk.plan, chunk.plan.series[chunk.series].setup
    game, tally = find_game(plan.game), Tally()
    make = partial(make_bot, plan.bot, game, setup.seats)
    for deal in chunk.deals:
        name = f"{plan.seed}, {setup.seats} seats, deal {deal}"
        seats = range(setup.seats)
        tally.add_block([play_game(game, setup, name, first, make) for first in seats])
    return tally


def play_game(game: AnyGame, setup: Setup, deal: str, first: int, make: MakeBot) -> list[Count]:
    """Play one game to its end and count; the deal's name decides everything but the first seat."""
    match = Match.fresh(game, setup, Chance.of(deal), first=first)
    seats = range(setup.seats)
    with seated([make(bot_seed(f"{deal}, first {first + 1}, seat {seat + 1}")) for seat in seats]) as bots:
        try:
            play_out(match, lambda decision: ask_bot(bots[decision.seat], match, decision))
        except BotForfeit as forfeit:
            raise BadSetup(f"{forfeit} A lab counts whole games only.") from None
    return _count(match, first)


def _count(match: Match, first: int) -> list[Count]:
    """What every game counts, what this game counts, and the same by distance from the first seat."""
    seats = match.setup.seats
    counts = count_game(match)
    by_seat = {count.seat: count for count in counts}
    for distance in range(seats):
        counts.append(replace(by_seat[(first + distance) % seats], groups={SEAT: name_place(distance)}))
    shared = len(winners(match.state())) > 1
    return [Count({}, {PLIES: match.ply, SHARED: shared}), *counts]
