"""Refusals as they are sent over HTTP and WebSocket."""

from typing import Any

from rexarium.kernel.errors import RexariumError
from rexarium.kernel.sentence import Sentence
from rexarium.server.model.errors import as_refusal
from rexarium.server.wire import messages
from rexarium.server.wire.bodies import Problem


def to_problem(error: RexariumError) -> Problem:
    """Any of the project's own errors as the body of an HTTP response."""
    why = as_refusal(error)
    return Problem(why.code, str(error), why.rule, *pattern_and_values(why.sentence), why.seconds)


def pattern_and_values(text: str) -> tuple[str, dict[str, Any]]:
    """A sentence's pattern and values, from which a page translates it; both are empty for plain text."""
    return (text.pattern, dict(text.values)) if isinstance(text, Sentence) else ("", {})


def to_refused(id_: str | None, error: RexariumError) -> messages.Refused:
    """Any of the project's own errors as the reply to a command."""
    refusal = as_refusal(error)
    why = to_problem(refusal)
    return messages.Refused(
        id_,
        why.code,
        why.sentence,
        why.rule,
        why.pattern,
        why.values,
        seconds=why.seconds,
        is_in_doubt=refusal.is_in_doubt,
    )
