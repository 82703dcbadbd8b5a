"""Everything that can be refused. Each error is one clear sentence; some know a rule, some know a line."""


class RexariumError(Exception):
    """The root: catching it catches every refusal of ours, and no accident."""

    @property
    def said(self) -> str:
        """The sentence as it was made, so that a page can say it in another language."""
        return self.args[0] if self.args else ""


class NotYourTurn(RexariumError):
    """The seat is not asked anything now; `rule` is the number of the rule that says so, if one does."""

    def __init__(self, sentence: str, rule: str = "") -> None:
        super().__init__(sentence)
        self.rule = rule

    def __str__(self) -> str:
        return f"{self.said} ({self.rule})" if self.rule else self.said


class StalePly(RexariumError):
    """The move answers another position than the one on the table."""


class UnreadableMove(RexariumError):
    """The text is not a move of this game."""


class IllegalMove(RexariumError):
    """The move is not allowed here; `rule` is the number of the rule that forbids it."""

    def __init__(self, sentence: str, rule: str) -> None:
        super().__init__(sentence)
        self.rule = rule

    def __str__(self) -> str:
        return f"{self.said} ({self.rule})"


class CannotUndo(RexariumError):
    """The seat has made no move, or has learnt something since."""


class BadSetup(RexariumError):
    """The number of seats or a ruling is not possible; `rule` is the rule that forbids it."""

    def __init__(self, sentence: str, rule: str = "") -> None:
        super().__init__(sentence)
        self.rule = rule


class Unknown(RexariumError):
    """No game, edition, preset, rule or measure of that name."""


class UnfairDeal(RexariumError):
    """Not a proof, or the proof of another deal or another table."""


class BotForfeit(RexariumError):
    """A bot has broken its terms once too often; `seat` has lost, whatever the position."""

    def __init__(self, sentence: str, seat: int) -> None:
        super().__init__(sentence)
        self.seat = seat


class BadText(RexariumError):
    """A text that people write has the wrong form; `line` counts from 1, and 0 means the whole text."""

    def __init__(self, sentence: str, line: int, rule: str = "") -> None:
        super().__init__(f"line {line}: {sentence}" if line else sentence)
        self.sentence = sentence
        self.line = line
        self.rule = rule


class BadEdition(BadText):
    """An edition file that breaks a constraint."""


class BadRecord(BadText):
    """A record that is damaged, truncated, changed or foreign."""


class BadPosition(BadText):
    """A position that cannot be set up."""


class BadCase(BadText):
    """A casebook file that cannot be read."""
