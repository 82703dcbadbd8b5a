"""The casebook: positions, moves and what must then hold, as a text that anyone can write.

`docs/how-to/write-a-case.md` describes the format. A case is run from top to bottom; the first step that
fails ends it.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from rexarium.games import AnyGame, find_game
from rexarium.kernel import bits, dice
from rexarium.kernel.chance import Chance
from rexarium.kernel.edition import Edition
from rexarium.kernel.errors import BadCase, BadSetup, BadText, RexariumError
from rexarium.kernel.facts import SPECTATOR, TRUTH, tell
from rexarium.kernel.game import Setup
from rexarium.kernel.outline import Line, read_outline
from rexarium.kernel.state import FactInts, State

_HEADS = ("shows", "seats", "preset", "rulings", "edition", "refused", "position", "deal")
_MOVE = re.compile(r"^([1-9]) (?!can\b|cannot\b|can only\b)(.+)$")
_ABILITY = re.compile(r"^([1-9]) (cannot|can only|can)\b\s*(.*)$")


class CaseFailed(Exception):
    """A step did not hold."""


@dataclass
class Case:
    """One case as it stands in its file."""

    game: AnyGame
    title: str
    line: int
    heads: dict[str, Line] = field(default_factory=dict)
    steps: list[Line] = field(default_factory=list)

    @property
    def rules(self) -> list[str]:
        """The rules it shows."""
        return self.heads["shows"].items() if "shows" in self.heads else []


@dataclass(frozen=True)
class CaseResult:
    """What became of a case; `failure` is empty if all held, else it names the line."""

    case: Case
    failure: str = ""
    line: int = 0


def read_casebook(text: str) -> list[Case]:
    """The cases of a file."""
    game: AnyGame | None = None
    cases = []
    for line in read_outline(text, BadCase):
        if line.label == "game":
            game = _known(line, lambda line=line: find_game(line.value))  # type: ignore[misc]
        elif line.label == "case" and line.value and game:
            cases.append(_read_case(game, line))
        else:
            raise BadCase(f"expected 'game: NAME' and then 'case: TITLE', not '{line.text}'.", line.number)
    if not cases:
        raise BadCase("there is no case in this file.", 0)
    return cases


def read_casebook_file(path: Path) -> list[Case]:
    """The cases of a file on disk."""
    try:
        return read_casebook(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadCase(f"cannot read {path}: {error.strerror}.", 0) from None
    except UnicodeDecodeError:
        raise BadCase(f"{path} is no text in UTF-8.", 0) from None


def _read_case(game: AnyGame, head: Line) -> Case:
    case = Case(game, head.value, head.number)
    for line in head.children:
        is_head = line.label in _HEADS and not case.steps
        if is_head and line.label in case.heads:
            raise BadCase(f"'{line.label}' stands twice in this case.", line.number)
        if is_head:
            case.heads[line.label] = line
        else:
            case.steps.append(line)
    if "shows" in case.heads:
        for number in case.rules:
            _known(case.heads["shows"], lambda number=number: game.rulebook.rule(number))  # type: ignore[misc]
    return case


def _known(line: Line, find: Callable[[], Any]) -> Any:
    try:
        return find()
    except RexariumError as error:
        raise BadCase(str(error), line.number) from None


def run_case(case: Case) -> CaseResult:
    """Set the case up, go through its steps, and tell the first that fails."""
    line = case.line
    try:
        runner = _set_up(case)
        if runner is not None:
            for step in case.steps:
                line = step.number
                runner.run(step)
    except CaseFailed as failure:
        return CaseResult(case, str(failure), line)
    except BadText as error:
        return CaseResult(case, error.sentence, error.line or line)
    except RexariumError as error:
        return CaseResult(case, str(error), line)
    return CaseResult(case)


def _set_up(case: Case) -> "_Runner | None":
    refusal = case.heads.get("refused")
    if refusal is None:
        return _Runner(case)
    try:
        _Runner(case)
    except (BadText, BadSetup) as error:
        if refusal.value and error.rule != refusal.value:
            raise CaseFailed(
                f"refused by {error.rule or 'no rule'}, not by {refusal.value}: {error}"
            ) from None
        return None
    raise CaseFailed("this should be refused, but it was set up.")


class _Runner:
    """One case being run: a state, and the facts since the last move."""

    def __init__(self, case: Case) -> None:
        self.game = case.game
        self.heads = case.heads
        self.setup = self._read_setup()
        self.state: State = self._read_state()
        self.told: list[FactInts] = self.state.take_facts()
        self.state.is_telling = True

    # Set-up

    def _read_setup(self) -> Setup:
        answers = {}
        for item in self._head_items("rulings"):
            name, _, answer = item.partition("=")
            answers[name.strip()] = answer.strip()
        seats = self.heads["seats"].value if "seats" in self.heads else "4"
        if not seats.isdecimal():
            raise BadCase(f"'{seats}' is no number of seats.", self.heads["seats"].number)
        preset = self.heads["preset"].value if "preset" in self.heads else "table"
        return self.game.setup(int(seats), edition=self._read_edition(), preset=preset, rulings=answers)

    def _read_edition(self) -> Edition:
        if "edition" not in self.heads:
            return self.game.edition()
        line = self.heads["edition"]
        name, _, changes = line.value.partition(" with ")
        edition = self.game.edition(name.strip())
        if not changes:
            return edition
        numbers = dict(entry.split(": ", 1) for entry in edition.lines)
        for change in changes.split(";"):
            key, _, value = change.partition("=")
            numbers[key.strip()] = value.strip()
        lines = [Line(line.number, f"{key}: {value}") for key, value in numbers.items()]
        return self.game.edition_of_lines(name, edition.title, lines)

    def _read_state(self) -> State:
        if "position" in self.heads:
            return self.game.read_position(self.setup, self.heads["position"].children)
        deal = self.heads.get("deal", Line(0, "deal: seed 1"))
        if deal.children:
            return self.game.start(
                self.setup, self.game.read_deal(self.setup, deal.children), is_telling=True
            )
        words = deal.value.split()
        if words[:1] != ["seed"] or len(words) < 2:
            raise BadCase("write 'deal: seed 7' or the deal itself below.", deal.number)
        first = int(words[4]) - 1 if words[2:4] == ["first", "seat"] and words[4:] else None
        drawn = self.game.deal(self.setup, Chance.of(words[1]), first)
        return self.game.start(self.setup, drawn, is_telling=True)

    def _head_items(self, label: str) -> list[str]:
        return self.heads[label].items() if label in self.heads else []

    # Steps

    def run(self, step: Line) -> None:
        """Carry out or check one step."""
        if move := _MOVE.match(step.text):
            self._make(int(move[1]) - 1, self.game.read(move[2]))
        elif ability := _ABILITY.match(step.text):
            self._check_ability(int(ability[1]) - 1, ability[2], ability[3])
        elif " = " in step.text and step.label.split()[0] not in _CHECKS:
            name, _, value = step.text.partition(" = ")
            self._same(name, self.game.measure(self.setup, self.state, name.strip()), value)
        else:
            check = _CHECKS.get(step.label.split()[0])
            if check is None:
                raise BadCase(f"'{step.text}' is no step that a case can take.", step.number)
            check(self, step)

    def _make(self, seat: int, move: int) -> None:
        if not 0 <= seat < self.setup.seats:
            raise CaseFailed(f"there is no seat {seat + 1}.")
        reason = self.game.why_illegal(self.state, seat, move)
        if reason is not None:
            raise CaseFailed(f"{self.game.say(move)} is illegal: {reason.sentence} ({reason.rule})")
        self.state.apply(seat, move)
        self.told = self.state.take_facts()

    def _check_ability(self, seat: int, verb: str, rest: str) -> None:
        legal = [self.game.say(move) for move in self.state.moves(seat)]
        if verb == "cannot":
            text, _, rule = rest.partition(":")
            self._check_illegal(seat, self.game.read(text), rule.strip())
            return
        wanted = [
            self.game.say(self.game.read(text))
            for text in rest.lstrip(": ").split(",")
            if text.strip() != "nothing"
        ]
        missing = [text for text in wanted if text not in legal]
        extra = [text for text in legal if text not in wanted] if verb == "can only" else []
        if missing:
            raise CaseFailed(f"not legal: {', '.join(missing)}; legal is {', '.join(legal) or 'nothing'}.")
        if extra:
            raise CaseFailed(f"legal too: {', '.join(extra)}.")

    def _check_illegal(self, seat: int, move: int, rule: str) -> None:
        reason = self.game.why_illegal(self.state, seat, move)
        if reason is None:
            raise CaseFailed(f"{self.game.say(move)} is legal.")
        if rule and rule not in (reason.rule, *reason.also):
            raise CaseFailed(f"forbidden by {reason.rule}, not by {rule}: {reason.sentence}")

    def _check_told(self, step: Line) -> None:
        fact = _squeeze(step.value)
        for eyes in self._eyes(
            step.label.removeprefix("not").removeprefix(" told").removeprefix("told").strip()
        ):
            lines = [tell(self.game.fact_kinds, told, eyes).line() for told in self.told]
            if (fact in lines) == step.label.startswith("not"):
                verb = "told" if fact in lines else "not told"
                raise CaseFailed(f"{verb} '{fact}'; told was: {'; '.join(lines) or 'nothing'}.")

    def _check_view(self, step: Line) -> None:
        for eyes in self._eyes(step.label.removeprefix("view")):
            view = asdict(self.game.view(self.state, eyes))
            if found := re.match(r"^(\S*)\s*\b(contains|lacks) (.+)$", step.value):
                leaves = list(_leaves(_follow(view, found[1])))
                pattern = re.compile(rf"(?<!\w){re.escape(_squeeze(found[3]))}(?!\w)")
                if any(pattern.search(leaf) for leaf in leaves) != (found[2] == "contains"):
                    raise CaseFailed(
                        f"the view {'lacks' if found[2] == 'contains' else 'contains'} '{found[3]}'."
                    )
            else:
                path, _, value = step.value.partition(" = ")
                self._same(path, _say_leaf(_follow(view, path.strip())), value)

    def _check_memory(self, step: Line) -> None:
        for eyes in self._eyes(step.label.removeprefix("memory")):
            name, _, value = step.value.partition(" = ")
            found = self.game.memory(self.state, eyes)
            self._same(name, found.get(name.strip(), "no such thing"), value)

    def _check_odds(self, step: Line) -> None:
        name, _, value = step.value.partition(" = ")
        for eyes in self._eyes(step.label.removeprefix("odds")):
            found = self.game.odds(self.state, eyes).get(_squeeze(name), Fraction(0))
            self._same(name, str(found), str(Fraction(value.strip())))

    def _check_why(self, step: Line) -> None:
        subject = step.label.removeprefix("why").strip()
        if subject.startswith("score "):
            reasons = self.game.why_score(self.state, int(subject.split()[1]) - 1)
            rules = {rule for reason in reasons for rule in (reason.rule, *reason.also)}
        else:
            seat, _, text = subject.partition(" ")
            move = self.game.read(text)
            if not bits.has(self.state.legal[int(seat) - 1], move):
                raise CaseFailed(f"{text} is not legal.")
            reason = self.game.why_legal(self.state, int(seat) - 1, move)
            rules = {reason.rule, *reason.also}
        if step.value not in rules:
            raise CaseFailed(f"the reason is {', '.join(sorted(rules))}, not {step.value}.")

    def _check_default(self, step: Line) -> None:
        seat = int(step.label.split()[1]) - 1
        self._same(step.label, self.game.say(self.state.default_move(seat)), step.value)

    def _check_asked(self, step: Line) -> None:
        self._same("asked", self._say_seats(self.state.waiting), step.value)

    def _check_winners(self, step: Line) -> None:
        found = self._say_seats(self.state.winners()) if self.state.waiting == 0 else "nobody"
        self._same("winners", found, step.value)

    def _check_over(self, step: Line) -> None:
        self._same("over", "no" if self.state.waiting else "yes", step.value)

    def _play_on(self, step: Line) -> None:
        """Random legal moves to the end of the game, or until a measure has a value."""
        text, _, goal = step.value.partition(" until ")
        name, _, value = goal.partition(" = ")
        if not text.removeprefix("seed ").strip().isdecimal():
            raise BadCase("write 'play on: seed 3' or 'play on: seed 3 until round = 2'.", step.number)
        seed = int(text.removeprefix("seed "))
        while self.state.waiting:
            if goal and self.game.measure(self.setup, self.state, name.strip()) == value.strip():
                return
            seat = bits.lowest(self.state.waiting)
            moves = self.state.moves(seat)
            seed = dice.advance(seed)
            self._make(seat, moves[dice.below(seed, len(moves))])
        if goal:
            raise CaseFailed(f"the game ended before {goal}.")

    def _eyes(self, text: str) -> list[int]:
        name = text.strip()
        if name == "all":
            return [*range(self.setup.seats), SPECTATOR]
        if name in ("spectator", "truth"):
            return [SPECTATOR if name == "spectator" else TRUTH]
        if name.isdecimal() and 1 <= int(name) <= self.setup.seats:
            return [int(name) - 1]
        raise CaseFailed(f"'{name}' is no seat, nor all, spectator or truth.")

    def _say_seats(self, mask: int) -> str:
        return " ".join(str(seat + 1) for seat in bits.members(mask)) or "nobody"

    def _same(self, name: str, found: str, wanted: str) -> None:
        if _squeeze(found) != _squeeze(wanted):
            raise CaseFailed(f"{name.strip()} is {found}, not {wanted.strip()}.")


_CHECKS: dict[str, Callable[[_Runner, Line], None]] = {
    "told": _Runner._check_told,
    "not": _Runner._check_told,
    "view": _Runner._check_view,
    "memory": _Runner._check_memory,
    "odds": _Runner._check_odds,
    "why": _Runner._check_why,
    "default": _Runner._check_default,
    "asked": _Runner._check_asked,
    "winners": _Runner._check_winners,
    "over": _Runner._check_over,
    "play": _Runner._play_on,
}


def _squeeze(text: str) -> str:
    return " ".join(text.split())


def _follow(view: Any, path: str) -> Any:
    """The part of a view that a path like `seats.2.hand` names; lists count from 1."""
    for key in path.split(".") if path else []:
        try:
            view = view[int(key) - 1] if isinstance(view, list | tuple) else view[key]
        except (KeyError, IndexError, ValueError, TypeError):
            raise CaseFailed(f"the view has no '{path}'.") from None
    return view


def _leaves(view: Any) -> Iterator[str]:
    if isinstance(view, dict):
        for value in view.values():
            yield from _leaves(value)
    elif isinstance(view, list | tuple):
        for value in view:
            yield from _leaves(value)
    else:
        yield str(view)


def _say_leaf(value: Any) -> str:
    """A part of a view in words: lists with commas, nothing as none, what is hidden as hidden."""
    if value is None:
        return "none"
    if isinstance(value, dict):
        return ", ".join(f"{key} {item}" for key, item in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(str(item) for item in value) if value else "none"
    return str(value)
