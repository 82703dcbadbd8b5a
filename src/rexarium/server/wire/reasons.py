"""Answers to a `why`: which rules allow or forbid a move, or add up to a score."""

from rexarium.kernel.facts import SPECTATOR
from rexarium.kernel.lines import follow
from rexarium.kernel.rulebook import Reason
from rexarium.match import Match
from rexarium.server.model.errors import Refusal
from rexarium.server.model.table import Table
from rexarium.server.wire import messages
from rexarium.server.wire.problems import pattern_and_values


def reasons_state(table: Table, eyes: int, question: messages.Why) -> messages.Reasons:
    """The rules that answer a `why`, saying no more than these eyes may know."""
    if table.match is None:
        raise Refusal("not possible", "The game has not started yet.")
    if question.line is not None:
        return _why_line(table, table.match, eyes, question)
    if question.seat is None or question.seat > table.setup.seats:
        raise Refusal("unknown", "Say which move or whose score you mean.")
    reasons = table.game.why_score(table.match.state(), question.seat - 1)
    return messages.Reasons(question.id, None, [reason_state(reason) for reason in reasons])


def _why_line(table: Table, match: Match, eyes: int, question: messages.Why) -> messages.Reasons:
    assert question.line is not None
    if eyes == SPECTATOR:
        raise Refusal("not allowed", "Only players can ask about moves.")
    moves = table.game.read_line(question.line)
    state, place = follow(match.state(), eyes, moves)
    against = table.game.why_illegal(state, eyes, moves[place])
    reason = against or table.game.why_legal(state, eyes, moves[place])
    return messages.Reasons(question.id, against is None, [reason_state(reason)])


def reason_state(reason: Reason) -> messages.ReasonState:
    """A reason with the parts from which a page translates it."""
    return messages.ReasonState(
        reason.rule, str(reason.sentence), list(reason.also), *pattern_and_values(reason.sentence)
    )
