"""The whole analysis of a record, for the command line and notebooks."""

from collections.abc import Callable
from dataclasses import dataclass

from rexarium.analysis.chances import Chances, find_chances, seed_for
from rexarium.analysis.outline import Standing, explain_scores, find_steps, find_winners
from rexarium.analysis.turning_points import find_swings, find_wanted, sample_plies
from rexarium.match import Match, Record, say_record

Progress = Callable[[int, int], None]  # how many positions are done, and how many are known to be needed


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A step after which the chances had changed: one line, or choices made at once."""

    begin: int  # the ply before it
    end: int  # the ply after it
    lines: tuple[str, ...]  # as the record has them: `2 play blue 7`
    before: Chances
    after: Chances


@dataclass(frozen=True, slots=True)
class Analysis:
    """What there is to know about a game that was played. Seats count from 0, and a tuple of chances is by seat."""

    match: Match
    standings: tuple[Standing, ...]
    winners: tuple[int, ...]
    chances: dict[int, Chances]  # by ply, in order
    turning_points: tuple[TurningPoint, ...]  # in order


def analyse(record: Record, on_progress: Progress = lambda *_: None) -> Analysis:
    """Analyse a record; this may take some seconds. The same record gives the same numbers as the server does."""
    match = record.match
    chances = _find_all_chances(record, find_steps(match), on_progress)
    turning_points = [_turning_point(match, chances, *stretch) for stretch in sorted(find_swings(chances))]
    return Analysis(match, explain_scores(match), find_winners(record), chances, tuple(turning_points))


def _find_all_chances(record: Record, steps: tuple[int, ...], on_progress: Progress) -> dict[int, Chances]:
    text = say_record(record.match, record.proof, record.notes, record.ending)
    found: dict[int, Chances] = {}
    total = len(sample_plies(steps))
    while wanted := find_wanted(steps, found):
        total = max(total, len(found) + len(wanted))
        for ply in wanted:
            on_progress(len(found), total)
            found[ply] = find_chances(record.match.fork(ply).state(), seed_for(text, ply))
    on_progress(len(found), total)
    return dict(sorted(found.items()))


def _turning_point(match: Match, chances: dict[int, Chances], begin: int, end: int) -> TurningPoint:
    lines = tuple(f"{line[0].seat + 1} {match.say_line(line)}" for line in match.lines(begin, end))
    return TurningPoint(begin, end, lines, chances[begin], chances[end])
