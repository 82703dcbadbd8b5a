"""A refusal as it is sent."""

from typing import Any

from rexarium.kernel.errors import RexariumError
from rexarium.kernel.sentence import Sentence
from rexarium.server.model.refusal import Refusal, as_refusal
from rexarium.server.wire import messages
from rexarium.server.wire.bodies import Problem


def problem_of(error: RexariumError) -> Problem:
    """Any refusal of ours as plain data."""
    why = as_refusal(error)
    return Problem(why.code, str(error), why.rule, *made_of(why.sentence), why.seconds)


def made_of(text: str) -> tuple[str, dict[str, Any]]:
    """The pattern and values of a sentence, by which a page says it in its reader's language."""
    return (text.pattern, dict(text.values)) if isinstance(text, Sentence) else ("", {})


def say_refusal(id_: str | None, error: RexariumError) -> messages.Refused:
    """A refusal as it goes over the wire."""
    refusal = error if isinstance(error, Refusal) else Refusal("not possible", error.said)
    why = problem_of(refusal)
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
