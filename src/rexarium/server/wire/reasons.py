"""Answers to a `why`: which rules allow or forbid a move, or add up to a score."""

from rexarium.kernel.facts import SPECTATOR
from rexarium.kernel.lines import follow
from rexarium.kernel.rulebook import Reason
from rexarium.match import Match
from rexarium.server.model.refusal import Refusal
from rexarium.server.model.room import Room
from rexarium.server.wire import messages
from rexarium.server.wire.problems import made_of


def show_reasons(room: Room, eyes: int, question: messages.Why) -> messages.Reasons:
    """The rules that answer a `why`, saying no more than these eyes may know."""
    if room.match is None:
        raise Refusal("not possible", "The game has not started yet.")
    if question.line is not None:
        return _why_line(room, room.match, eyes, question)
    if question.seat is None or question.seat > room.setup.seats:
        raise Refusal("unknown", "Say which move or whose score you mean.")
    reasons = room.game.why_score(room.match.state(), question.seat - 1)
    return messages.Reasons(question.id, None, [show_reason(reason) for reason in reasons])


def _why_line(room: Room, match: Match, eyes: int, question: messages.Why) -> messages.Reasons:
    assert question.line is not None
    if eyes == SPECTATOR:
        raise Refusal("not allowed", "Only players can ask about moves.")
    moves = room.game.read_line(question.line)
    state, place = follow(match.state(), eyes, moves)
    against = room.game.why_illegal(state, eyes, moves[place])
    reason = against or room.game.why_legal(state, eyes, moves[place])
    return messages.Reasons(question.id, against is None, [show_reason(reason)])


def show_reason(reason: Reason) -> messages.ReasonState:
    """A reason with the parts from which a page translates it."""
    return messages.ReasonState(
        reason.rule, str(reason.sentence), list(reason.also), *made_of(reason.sentence)
    )
