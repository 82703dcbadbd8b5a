"""What the table refuses, in one sentence, with a code for programs."""

from rexarium.kernel.errors import RexariumError
from rexarium.table.protocol import RefusalCode


class Refusal(RexariumError):
    """A command that changes nothing."""

    def __init__(self, code: RefusalCode, sentence: str, rule: str | None = None) -> None:
        super().__init__(sentence)
        self.code: RefusalCode = code
        self.sentence = sentence
        self.rule = rule
