"""A game's analysis as it is sent, and the tasks by which workers compute it, one position at a time.

Each task is short, so that others can run in between. The analysis itself is in `rexarium.analysis`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import msgspec

from rexarium.analysis import Chances, explain_scores, find_chances, find_steps, find_winners, sample_plies
from rexarium.analysis.chances import seed_for
from rexarium.kernel.facts import TRUTH
from rexarium.match import Record, read_whole_record
from rexarium.server.wire import bodies, messages, present, reasons


@dataclass(frozen=True, slots=True)
class Outline:
    """What an analysis can say about a game at once, without playouts."""

    game: str
    players: tuple[str, ...]
    plies: tuple[int, ...]  # where each step begins, and where the game ends
    standings: tuple[bodies.Standing, ...]
    winners: tuple[int, ...]  # empty if nobody has won


class OutlineTask(msgspec.Struct, frozen=True, tag="outline"):
    """The task to outline the game of a record."""

    record: str

    def run(self) -> Outline:
        """Read the record and outline its game."""
        record = _read(self.record)
        match = record.match
        return Outline(
            match.game.id,
            tuple(match.players),
            find_steps(match),
            tuple(
                bodies.Standing(each.seat + 1, each.score, list(map(reasons.reason_state, each.reasons)))
                for each in explain_scores(match)
            ),
            find_winners(record),
        )


class ChancesTask(msgspec.Struct, frozen=True, tag="chances"):
    """The task to estimate everyone's chances at one ply of a record."""

    record: str
    ply: int

    def run(self) -> Chances:
        """The chances by seat, adding up to 1; the same record gives the same ones on any machine that is fast enough."""
        state = _read(self.record).match.fork(self.ply).state()
        return find_chances(state, seed_for(self.record, self.ply))


class TurnsTask(msgspec.Struct, frozen=True, tag="turns"):
    """The task to describe what happened in some stretches of a record."""

    record: str
    stretches: tuple[tuple[int, int], ...]

    def run(self) -> list[list[messages.Turn]]:
        """The moves of each stretch with all their facts, hidden ones included, because the game is over."""
        match = _read(self.record).match
        return [[present.turn_state(match, ply, TRUTH) for ply in range(*each)] for each in self.stretches]


@lru_cache(maxsize=4)
def _read(record: str) -> Record:
    """A record, cached because many tasks are about the same one."""
    return read_whole_record(record)


def aftermath_body(
    outline: Outline,
    chances: Mapping[int, Chances],
    turns: Sequence[Sequence[messages.Turn]],
    progress: float,
) -> bodies.Aftermath:
    """The analysis as far as its tasks have been answered."""
    shown = [ply for ply in sample_plies(outline.plies) if ply in chances]
    return bodies.Aftermath(
        game=outline.game,
        seats=list(outline.players),
        progress=progress,
        standings=list(outline.standings),
        winners=[seat + 1 for seat in outline.winners],
        points=[bodies.ChancePoint(ply, _round(chances[ply])) for ply in shown],
        turns=[_turning_point(outline, chances, each) for each in turns],
    )


def _turning_point(
    outline: Outline, chances: Mapping[int, Chances], turns: Sequence[messages.Turn]
) -> bodies.TurningPoint:
    before = turns[0].ply
    after = next(ply for ply in outline.plies if ply > before)
    return bodies.TurningPoint(after, list(turns), _round(chances[before]), _round(chances[after]))


def _round(chances: Chances) -> list[float]:
    return [round(chance, 4) for chance in chances]
