"""What a record shows without playouts: its steps, its winners, and why the scores are what they are."""

from dataclasses import dataclass

from rexarium.kernel.game import winners
from rexarium.kernel.rulebook import Reason
from rexarium.match import Match, Record


@dataclass(frozen=True, slots=True)
class Standing:
    """A seat's score, explained rule by rule."""

    seat: int
    score: int
    reasons: tuple[Reason, ...]


def find_steps(match: Match) -> tuple[int, ...]:
    """The plies at which nothing is hidden or half made: where each line or simultaneous choice begins, and the last ply."""
    begun = [
        number
        for number, ply in enumerate(match.plies)
        if ply.asked_at == number and not match.game.continues(ply.move)
    ]
    return (*begun, match.ply)


def explain_scores(match: Match) -> tuple[Standing, ...]:
    """Every seat's score as the match stands."""
    state = match.state()
    return tuple(
        Standing(seat, state.score(seat), tuple(match.game.why_score(state, seat)))
        for seat in range(match.setup.seats)
    )


def find_winners(record: Record) -> tuple[int, ...]:
    """The seats that won by the rules, or that the table named when it ended the game; none if it is unfinished."""
    if record.match.is_over:
        return tuple(winners(record.match.state()))
    return record.ending.winners if record.ending else ()
