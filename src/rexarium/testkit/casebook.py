"""The casebook: positions, moves and what must then hold, as a text that anyone can write.

`docs/how-to/write-a-case.md` describes the format. A case runs from top to bottom; the first step that
fails ends it.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from rexarium.games import AnyGame, find_game
from rexarium.kernel.chance import Chance
from rexarium.kernel.edition import Edition
from rexarium.kernel.errors import BadCase, BadText, RexariumError
from rexarium.kernel.game import Setup
from rexarium.kernel.outline import Line, read_outline
from rexarium.kernel.phrases import plain
from rexarium.kernel.state import State
from rexarium.testkit import steps
from rexarium.testkit.likeness import split_comparison, split_list, split_rules
from rexarium.testkit.trial import CaseFailed, Trial

HEADS = ("shows", "seats", "preset", "rulings", "edition", "position", "deal", "refused")
BLANK = "blank"  # an edition that has only the lines below it
_YES_NO = {"true": "on", "yes": "on", "false": "off", "no": "off"}
_SEED = re.compile(r"^seed (\S+?),?(?: first (?:seat )?(\d))?$")
_COMMENT = re.compile(r"(?<=\S)\s(?=# )")
T = TypeVar("T")


@dataclass
class Case:
    """One case as written in its file."""

    game: AnyGame
    title: str
    line: int
    heads: dict[str, Line] = field(default_factory=dict)
    steps: list[Line] = field(default_factory=list)

    @property
    def rules(self) -> list[str]:
        """The numbers of the rules that it shows."""
        return self.numbers("shows")

    def numbers(self, label: str) -> list[str]:
        """The rule numbers that a head lists."""
        return split_rules(self.value(label))

    def value(self, label: str, default: str = "") -> str:
        """The value of a head."""
        return plain(self.heads[label].value) if label in self.heads else default

    def head(self, label: str) -> Line:
        """The line of a head, or the case's own if it is left out."""
        return self.heads.get(label, Line(self.line, label))


@dataclass(frozen=True)
class CaseResult:
    """The result of a case; `failure` is empty if everything was true, otherwise it says what was not, and `line` where."""

    case: Case
    failure: str = ""
    line: int = 0


# Reading


def read_casebook_file(path: Path) -> list[Case]:
    """Read the cases of a file on disk."""
    try:
        return read_casebook(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise BadCase(f"cannot read {path}: {error.strerror}.", 0) from None
    except UnicodeDecodeError:
        raise BadCase(f"{path} is no text in UTF-8.", 0) from None


def read_casebook(text: str) -> list[Case]:
    """Read the cases of a file; anything unreadable is refused with its line."""
    game: AnyGame | None = None
    cases: list[Case] = []
    for line in _read_lines(text):
        label = line.label.lower()
        if label == "game":
            game = _at(line, lambda line=line: find_game(re.sub("[^a-z0-9]", "", line.value.lower())))  # type: ignore[misc]
        elif label == "case" and line.value and game:
            cases.append(Case(game, line.value, line.number))
            _add_lines(cases[-1], line.children)
        elif cases and label != "case":
            _add_lines(cases[-1], [line])
        else:
            raise BadCase(f"expected 'game: NAME' and then 'case: TITLE', not '{line.text}'.", line.number)
    if not cases:
        raise BadCase("there is no case in this file; a case begins with 'case: TITLE'.", 0)
    for case in cases:
        _check(case)
    return cases


def _read_lines(text: str) -> list[Line]:
    return read_outline("\n".join(_COMMENT.sub("  ", line) for line in text.splitlines()), BadCase)


def _add_lines(case: Case, lines: list[Line]) -> None:
    for line in lines:
        label = plain(line.label)
        if label not in HEADS:
            case.steps.append(line)
        elif case.steps:
            first = case.steps[0]
            text = f"'{label}' must stand before the first step, and '{first.text}' in line {first.number} is one."
            raise BadCase(text, line.number)
        elif label in case.heads:
            raise BadCase(f"'{label}' stands twice in this case.", line.number)
        else:
            case.heads[label] = line


def _check(case: Case) -> None:
    heads = case.heads
    for label in ("shows", "refused"):
        for number in case.numbers(label):
            _at(heads[label], lambda number=number: case.game.rulebook.rule(number))  # type: ignore[misc]
    if "position" in heads and "deal" in heads:
        raise BadCase("a case starts from a position or from a deal, not from both.", heads["deal"].number)
    if "refused" in heads and case.steps:
        raise BadCase("what is refused has no steps.", case.steps[0].number)
    if "refused" not in heads and not case.steps:
        raise BadCase("this case has no step and shows nothing.", case.line)


def _at(line: Line, find: Callable[[], T], refusal: type[BadText] = BadCase) -> T:
    """Give refusals raised inside the number of this line, unless they have their own."""
    try:
        return find()
    except BadText:
        raise
    except RexariumError as error:
        raise refusal(str(error), line.number, getattr(error, "rule", "")) from None


# Running


def run_case(case: Case) -> CaseResult:
    """Set the case up, run its steps and report the first one that fails."""
    line = case.line
    try:
        if "refused" in case.heads:
            line = case.heads["refused"].number
            _check_refused(case)
            return CaseResult(case)
        trial = Trial(case.game, *_set_up(case))
        for step in case.steps:
            line = step.number
            steps.run(trial, step)
    except BadText as error:
        return CaseResult(case, error.sentence, error.line or line)
    except (CaseFailed, RexariumError) as error:
        return CaseResult(case, str(error), line)
    return CaseResult(case)


def _check_refused(case: Case) -> None:
    wanted = case.numbers("refused")
    try:
        _set_up(case)
    except BadCase:
        raise
    except RexariumError as error:
        rule = getattr(error, "rule", "")
        if wanted and rule not in wanted:
            by = f"refused by {rule}" if rule else "refused, but by no rule"
            raise CaseFailed(f"{by}, not by {' or '.join(wanted)}: {error}") from None
    else:
        raise CaseFailed("this should be refused, but it can be set up.")


# Setting up


def _set_up(case: Case) -> tuple[Setup, State]:
    setup = _read_setup(case)
    if "position" in case.heads:
        return setup, case.game.read_position(setup, case.heads["position"].children)
    return setup, _read_deal(case, setup)


def _read_setup(case: Case) -> Setup:
    game, seats = case.game, case.value("seats", "4").removesuffix(" seats")
    if not re.match(r"^[0-9]{1,3}$", seats):
        raise BadCase(f"'{seats}' is no number of seats.", case.head("seats").number)
    edition = _at(case.head("edition"), lambda: _read_edition(case), BadText)
    preset = _at(case.head("preset"), lambda: game.preset(case.value("preset", "table")), BadText)
    _at(case.head("seats"), lambda: game.setup(int(seats)), BadText)
    answers = _read_rulings(case)
    return _at(
        case.head("rulings"),
        lambda: game.setup(int(seats), edition=edition, preset=preset.id, rulings=answers),
        BadText,
    )


def _read_rulings(case: Case) -> dict[str, str]:
    """Read `flip_with_one = off`, between commas or on separate lines; true and yes mean on."""
    head = case.head("rulings")
    answers = {}
    for item in [*split_list(plain(head.value)), *(plain(child.text) for child in head.children)]:
        found = split_comparison(item)
        if found is None or found[1] != "=":
            raise BadCase(f"write a ruling like 'flip_with_one = off', not '{item}'.", head.number)
        name = re.sub(r"[\s-]+", "_", found[0])
        is_known = any(ruling.id == name and found[2] in ruling.answers for ruling in case.game.rulings)
        answers[name] = found[2] if is_known else _YES_NO.get(found[2], found[2])
    return answers


def _read_edition(case: Case) -> Edition:
    """Read an edition by its name, with some of its lines replaced; `blank` has only the given lines."""
    head = case.head("edition")
    name, _, changes = case.value("edition", "standard").partition(" with ")
    lines = {} if name == BLANK else {Line(0, line).label: line for line in case.game.edition(name).lines}
    said = [Line(head.number, change) for change in changes.split(";") if change.strip()]
    said += [Line(child.number, plain(child.text)) for child in head.children]
    if not said and name != BLANK:
        return case.game.edition(name)
    numbered = {label: Line(head.number, line) for label, line in lines.items()}
    for line in said:
        found = split_comparison(line.text)
        if found is None:
            raise BadCase(
                f"write a line of an edition like 'blue 7: draw 1', not '{line.text}'.", line.number
            )
        numbered[found[0]] = Line(line.number, f"{found[0]}: {found[2]}")
    return case.game.edition_of_lines(name, f"{name}, changed", list(numbered.values()))


def _read_deal(case: Case, setup: Setup) -> State:
    game, head = case.game, case.head("deal")
    if head.children:
        lines = [Line(line.number, _spell_seat(plain(line.text))) for line in head.children]
        return game.start(setup, game.read_deal(setup, lines), is_telling=True)
    found = _SEED.match(case.value("deal", "seed 1"))
    if not found:
        raise BadCase(
            "write 'deal: seed 7', 'deal: seed 7 first seat 2', or the deal itself below.", head.number
        )
    first = int(found[2]) - 1 if found[2] else None
    deal = _at(head, lambda: game.deal(setup, Chance.of(found[1]), first), BadText)
    return game.start(setup, deal, is_telling=True)


def _spell_seat(text: str) -> str:
    return re.sub(r"^first: (\d)$", r"first: seat \1", text)
