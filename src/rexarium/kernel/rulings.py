"""Open questions of the rules and how a table answers them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rexarium.kernel.errors import BadSetup


@dataclass(frozen=True, slots=True)
class Ruling:
    """A question that tables may answer differently."""

    id: str
    rule: str
    question: str
    answers: tuple[str, ...]
    default: str
    source: str
    default_by_seats: Mapping[int, str] = field(
        default_factory=dict
    )  # where a number of seats has another default
    said: Mapping[str, str] = field(default_factory=dict)  # the answers as people say them

    def default_for(self, seats: int) -> str:
        """The answer of a table that does not give one."""
        return self.default_by_seats.get(seats, self.default)


@dataclass(frozen=True, slots=True)
class Preset:
    """Answers that go together under a name."""

    id: str
    title: str
    answers: Mapping[str, str]


def settle(rulings: Sequence[Ruling], answers: Mapping[str, str], seats: int) -> dict[str, str]:
    """The answer to every question, as given or by default; unknown names and answers are refused."""
    by_id = {ruling.id: ruling for ruling in rulings}
    for name, answer in answers.items():
        if name not in by_id:
            known = ", ".join(by_id) or "none"
            raise BadSetup(f"There is no ruling '{name}' here; there is {known}.")
        if answer not in by_id[name].answers:
            choices = " or ".join(by_id[name].answers)
            raise BadSetup(f"The ruling '{name}' is {choices}, not '{answer}'.", by_id[name].rule)
    return {ruling.id: answers.get(ruling.id, ruling.default_for(seats)) for ruling in rulings}
