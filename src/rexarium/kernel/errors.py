"""Everything that can be refused. Each error is one clear sentence; some know a rule, some know a line."""


class RexariumError(Exception):
    """The root: whoever catches this catches every refusal of ours and no accident."""

    @property
    def said(self) -> str:
        """The sentence as it was made: a page may know it in another language."""
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
    """The text is no move of this game."""


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
    """Such a table is not possible: the number of seats or a ruling; `rule` says which rule forbids it."""

    def __init__(self, sentence: str, rule: str = "") -> None:
        super().__init__(sentence)
        self.rule = rule


class Unknown(RexariumError):
    """No game, edition, preset, rule or measure of that name."""


class UnfairDeal(RexariumError):
    """A proof that is none, or that another deal or another table was made of."""


class BotForfeit(RexariumError):
    """A bot has broken its terms once too often; `seat` has lost, however its game stands."""

    def __init__(self, sentence: str, seat: int) -> None:
        super().__init__(sentence)
        self.seat = seat


class BadText(RexariumError):
    """A text that people write breaks its form; `line` is counted from 1, 0 if it is the whole."""

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
