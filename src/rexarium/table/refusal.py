"""What the table refuses, in one sentence, with a code for programs."""

from rexarium.kernel.errors import RexariumError, Unknown
from rexarium.table.protocol import Problem, RefusalCode


class Refusal(RexariumError):
    """A command that changes nothing."""

    def __init__(self, code: RefusalCode, sentence: str, rule: str | None = None) -> None:
        super().__init__(sentence)
        self.code: RefusalCode = code
        self.sentence = sentence
        self.rule = rule


def problem_of(error: RexariumError) -> Problem:
    """Any refusal of ours as plain data; it gets unharmed from one process to another."""
    if isinstance(error, Refusal):
        return Problem(error.code, error.sentence, error.rule)
    code: RefusalCode = "unknown" if isinstance(error, Unknown) else "not possible"
    return Problem(code, str(error), getattr(error, "rule", "") or None)
