"""What the table refuses, in one sentence, with a code for programs."""

from typing import Any

from rexarium.kernel.errors import RexariumError, Unknown
from rexarium.kernel.sentence import Sentence
from rexarium.table.protocol import Problem, RefusalCode


class Refusal(RexariumError):
    """A command that changes nothing."""

    def __init__(self, code: RefusalCode, sentence: str, rule: str | None = None) -> None:
        super().__init__(sentence)
        self.code: RefusalCode = code
        self.sentence = sentence
        self.rule = rule

    def again(self) -> "Refusal":
        """The same, not raised yet."""
        return Refusal(self.code, self.sentence, self.rule)


def problem_of(error: RexariumError) -> Problem:
    """Any refusal of ours as plain data; it gets unharmed from one process to another."""
    if isinstance(error, Refusal):
        return Problem(error.code, str(error.sentence), error.rule, *made_of(error.sentence))
    code: RefusalCode = "unknown" if isinstance(error, Unknown) else "not possible"
    return Problem(code, str(error), getattr(error, "rule", "") or None, *made_of(error.said))


def refusal_of(problem: Problem) -> Refusal:
    """What a problem was before it came from another process; it can still be said in every language."""
    text = Sentence(problem.pattern, problem.values) if problem.pattern else problem.sentence
    return Refusal(problem.code, text, problem.rule)


def made_of(text: str) -> tuple[str, dict[str, Any]]:
    """The pattern and values of a sentence, by which a page says it in its reader's language."""
    return (text.pattern, dict(text.values)) if isinstance(text, Sentence) else ("", {})
