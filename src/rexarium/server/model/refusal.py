"""What the table refuses, in one sentence, with a code for programs."""

from typing import Literal

from rexarium.kernel.errors import RexariumError, Unknown
from rexarium.kernel.sentence import Sentence

RefusalCode = Literal[
    "stale",
    "not your turn",
    "illegal",
    "unreadable",
    "not allowed",
    "not possible",
    "too fast",
    "too large",
    "unknown",
    "wrong version",
    "unavailable",
]


class Refusal(RexariumError):
    """A command that changes nothing; or, in doubt, one of which nobody knows that yet."""

    def __init__(
        self,
        code: RefusalCode,
        sentence: str,
        rule: str | None = None,
        *,
        seconds: int | None = None,
        is_in_doubt: bool = False,
    ) -> None:
        super().__init__(sentence)
        self.code: RefusalCode = code
        self.sentence = sentence
        self.rule = rule
        self.seconds = seconds  # until it may be tried again, if we know
        self.is_in_doubt = is_in_doubt  # asked again under its id, the command gets its true answer

    def again(self) -> "Refusal":
        """The same, not raised yet."""
        return Refusal(
            self.code, self.sentence, self.rule, seconds=self.seconds, is_in_doubt=self.is_in_doubt
        )


def as_refusal(error: RexariumError) -> Refusal:
    """Any refusal of ours as one of the table."""
    if isinstance(error, Refusal):
        return error
    text = error.said if isinstance(error.said, Sentence) else str(error)
    return Refusal(
        "unknown" if isinstance(error, Unknown) else "not possible", text, getattr(error, "rule", "") or None
    )
