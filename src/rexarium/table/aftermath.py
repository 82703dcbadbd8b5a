"""Looking back on a game: the score explained, everybody's chance to win along the way, and where it turned.

A seat's chance at a position is its share of many light playouts from there: the cards lie as they truly lay, and everybody
plays on sensibly, knowing what their seat knows. Decision 12 says why. All of this is worked out in a process of its
own, a task at a time, so that others get in between.
"""

import time
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from rexarium.kernel.errors import RexariumError
from rexarium.kernel.facts import TRUTH
from rexarium.kernel.game import winners
from rexarium.match import Match, Record, read_whole_record
from rexarium.search.thinking import appraise
from rexarium.search.tree import Tree
from rexarium.table import protocol, showing
from rexarium.table.refusal import problem_of

PLAYOUTS = 2000  # a position: a chance of a half is then known to within two per cent
SLICE = 100  # playouts between two looks at the clock
SECONDS = 0.25  # of work that a position may take, on however slow a machine
CARE = 2  # moves that a playout compares before it makes one
HORIZON = 255  # chapters: to the end of the game
MOST_POINTS = 60
MOST_TURNS = 5
LEAST_SWING = 0.06  # what is less may be chance of the playouts
Chances = tuple[float, ...]  # by seat


@dataclass(frozen=True, slots=True)
class Outline:
    """How a game went, as far as nothing must be reckoned: a step is a line, or choices made at once."""

    game: str
    players: tuple[str, ...]
    plies: tuple[int, ...]  # where the steps begin, and where the game stops
    standings: tuple[protocol.Standing, ...]
    winners: tuple[int, ...]  # nobody, if nobody has ended it


@dataclass(frozen=True, slots=True)
class Sketch:
    """The task to outline the game of a record."""

    record: str

    def answer(self) -> Outline | protocol.Problem:
        """The outline, or what is wrong with the record."""
        try:
            record = _read(self.record)
        except RexariumError as error:
            return problem_of(error)
        match = record.match
        return Outline(
            match.game.id,
            tuple(match.players),
            tuple(_find_steps(match)),
            tuple(_explain(match)),
            tuple(_find_winners(record)),
        )


@dataclass(frozen=True, slots=True)
class Appraisal:
    """The task to find out everybody's chance at one ply of a record."""

    record: str
    ply: int

    def answer(self) -> Chances:
        """By seat, together 1; the same for the same record, on a machine that is fast enough."""
        state = _read(self.record).match.fork(self.ply).state()
        tree = Tree(1)
        tree.care, tree.horizon = CARE, HORIZON
        seed = zlib.crc32(f"{self.ply} {self.record}".encode())
        sums, done, end = [0.0] * state.seats, 0, time.process_time() + SECONDS
        while done < PLAYOUTS and (done == 0 or time.process_time() < end):
            seed = appraise(tree, state, SLICE, seed)
            sums = [sum_ + tree.sums[seat] for seat, sum_ in enumerate(sums)]
            done += SLICE
        return tuple(sum_ / done for sum_ in sums)


@dataclass(frozen=True, slots=True)
class Telling:
    """The task to tell what happened in some stretches of a record."""

    record: str
    stretches: tuple[tuple[int, int], ...]

    def answer(self) -> list[list[protocol.Turn]]:
        """The moves of each stretch with their facts; the game is over, so it is the truth."""
        match = _read(self.record).match
        return [[showing.show_turn(match, ply, TRUTH) for ply in range(*each)] for each in self.stretches]


@lru_cache(maxsize=4)
def _read(record: str) -> Record:
    """Many tasks are about the same record."""
    return read_whole_record(record)


def _find_steps(match: Match) -> list[int]:
    """The plies at which a new line begins, and the last one."""
    found = [
        number
        for number, ply in enumerate(match.plies)
        if ply.asked_at == number and not match.game.continues(ply.move)
    ]
    return [*found, match.ply]


def _explain(match: Match) -> list[protocol.Standing]:
    state = match.state()
    return [
        protocol.Standing(
            seat + 1,
            state.score(seat),
            [showing.show_reason(reason) for reason in match.game.why_score(state, seat)],
        )
        for seat in range(match.setup.seats)
    ]


def _find_winners(record: Record) -> Sequence[int]:
    if record.match.is_over:
        return winners(record.match.state())
    return record.ending.winners if record.ending else ()


# What is made of it


def choose_points(plies: Sequence[int]) -> list[int]:
    """The plies whose chances are shown: all, or so many at even distances, with the first and the last."""
    if len(plies) <= MOST_POINTS:
        return list(plies)
    last = len(plies) - 1
    return [plies[round(place * last / (MOST_POINTS - 1))] for place in range(MOST_POINTS)]


def find_swings(chances: Mapping[int, Chances]) -> list[tuple[int, int]]:
    """The stretches between plies whose chances are known in which most changed hands, the greatest first."""
    plies = sorted(chances)
    swings = [(_swing(chances[one], chances[next_]), one, next_) for one, next_ in pairwise(plies)]
    swings.sort(key=lambda each: (-each[0], each[1]))
    return [(one, next_) for swing, one, next_ in swings[:MOST_TURNS] if swing >= LEAST_SWING]


def _swing(before: Chances, after: Chances) -> float:
    """How much of the win has changed hands."""
    return sum(abs(one - other) for one, other in zip(before, after, strict=True)) / 2


def put_together(
    outline: Outline,
    chances: Mapping[int, Chances],
    turns: Sequence[Sequence[protocol.Turn]],
    progress: float,
) -> protocol.Aftermath:
    """What is known so far."""
    shown = [ply for ply in choose_points(outline.plies) if ply in chances]
    return protocol.Aftermath(
        game=outline.game,
        seats=list(outline.players),
        progress=progress,
        standings=list(outline.standings),
        winners=[seat + 1 for seat in outline.winners],
        points=[protocol.ChancePoint(ply, _round(chances[ply])) for ply in shown],
        turns=[_turning_point(outline, chances, each) for each in turns],
    )


def _turning_point(
    outline: Outline, chances: Mapping[int, Chances], turns: Sequence[protocol.Turn]
) -> protocol.TurningPoint:
    before = turns[0].ply
    after = next(ply for ply in outline.plies if ply > before)
    return protocol.TurningPoint(after, list(turns), _round(chances[before]), _round(chances[after]))


def _round(chances: Chances) -> list[float]:
    return [round(chance, 4) for chance in chances]
