"""Refusals: why a command changed nothing, as a sentence for people and a code for programs."""

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
    """Raised when a command changes nothing, or when it is not yet known whether it did (`is_in_doubt`)."""

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
        self.seconds = seconds  # until the command may be tried again, if known
        self.is_in_doubt = is_in_doubt  # sent again with the same id, the command gets its real reply

    def copy(self) -> "Refusal":
        """A copy that has not been raised, and so has no traceback."""
        return Refusal(
            self.code, self.sentence, self.rule, seconds=self.seconds, is_in_doubt=self.is_in_doubt
        )


def as_refusal(error: RexariumError) -> Refusal:
    """Any of the project's own errors as a `Refusal`."""
    if isinstance(error, Refusal):
        return error
    text = error.said if isinstance(error.said, Sentence) else str(error)
    return Refusal(
        "unknown" if isinstance(error, Unknown) else "not possible", text, getattr(error, "rule", "") or None
    )
