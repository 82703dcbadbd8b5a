"""What every game offers: the one door through which match, table, bots, tools and tests enter it."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, Generic, TypeVar

from rexarium.kernel import bits
from rexarium.kernel.chance import Chance
from rexarium.kernel.counts import Count
from rexarium.kernel.decision import Choice, Decision
from rexarium.kernel.edition import Edition, Shelf
from rexarium.kernel.errors import BadPosition, BadSetup, Unknown
from rexarium.kernel.facts import FactKind
from rexarium.kernel.measures import Measures
from rexarium.kernel.outline import Line
from rexarium.kernel.rulebook import Reason, Rulebook
from rexarium.kernel.rulings import Preset, Ruling, settle
from rexarium.kernel.sentence import Sentence
from rexarium.kernel.state import FactInts, State
from rexarium.kernel.texts import LANGUAGES, Library, Texts, translate
from rexarium.kernel.thought import PLAIN_LADDER, Thought

S = TypeVar("S", bound=State)
D = TypeVar("D")


@dataclass(frozen=True)
class Setup:
    """A table before the deal: the number of seats, the box, and the answers to the open questions."""

    seats: int
    edition: Edition
    rulings: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a picture's line with the style it is drawn in."""

    text: str
    style: str = ""


class Game(ABC, Generic[S, D]):
    """A game: rules and box. Ints inside, words outside; stateless."""

    id: str
    title: str
    year: int
    authors: str
    publishers: str
    state_class: type[S]
    rules_version: int  # rises when the same record would play differently
    min_seats: int
    max_seats: int
    official_seats: range
    seats_rule: str
    rulings: Sequence[Ruling]
    presets: Sequence[Preset]
    library: Library
    rulebook: Rulebook
    shelf: Shelf
    measures: Measures[S]
    fact_kinds: Sequence[FactKind]
    prompts: Sequence[str]
    ladder: Sequence[Thought] = PLAIN_LADDER  # how bots of each level think, from weak to strong
    has_secrets: bool = True  # does a seat know anything that the others at the table do not?
    move_count: int  # moves are ints from 0 to this
    ply_bound: int  # no game is longer

    # The box

    def edition_ids(self) -> list[str]:
        """The editions that come with Rexarium, the standard one first."""
        return self.shelf.ids()

    def edition(self, id_: str = "standard") -> Edition:
        """An edition by its name."""
        return self.shelf.load(id_)

    def read_edition(self, text: str) -> Edition:
        """An edition from the text of a TOML file, checked."""
        return self.shelf.read(text)

    def edition_of_lines(self, id_: str, title: str, lines: Sequence[Line]) -> Edition:
        """An edition from the canonical lines of a record, checked."""
        return self.shelf.read_lines(id_, title, lines)

    def setup(
        self,
        seats: int,
        *,
        edition: Edition | None = None,
        preset: str = "table",
        rulings: Mapping[str, str] | None = None,
    ) -> Setup:
        """A table for a number of seats; single rulings override the preset's."""
        if not self.min_seats <= seats <= self.max_seats:
            range_ = f"{self.min_seats} to {self.max_seats}"
            raise BadSetup(f"{self.title} is for {range_} seats, not {seats}.", self.seats_rule)
        answers = {**self.preset(preset).answers, **(rulings or {})}
        return Setup(seats, edition or self.edition(), settle(self.rulings, answers, seats))

    def preset(self, id_: str) -> Preset:
        """A preset by its name."""
        for preset in self.presets:
            if preset.id == id_:
                return preset
        raise Unknown(
            f"There is no preset '{id_}'; {self.title} has {', '.join(p.id for p in self.presets)}."
        )

    # The deal

    @abstractmethod
    def deal(self, setup: Setup, chance: Chance, first: int | None = None) -> D:
        """A deal drawn by chance; the host may name who is first."""

    @abstractmethod
    def say_deal(self, deal: D) -> list[str]:
        """The deal as a record writes it."""

    @abstractmethod
    def read_deal(self, setup: Setup, lines: Sequence[Line]) -> D:
        """The deal of a record, checked against the box."""

    @abstractmethod
    def start(self, setup: Setup, deal: D, *, is_telling: bool = False) -> S:
        """The state after the set-up; with its facts, if it is telling."""

    # Positions, for cases

    @abstractmethod
    def read_position(self, setup: Setup, lines: Sequence[Line]) -> S:
        """Any position that a person writes down."""

    @abstractmethod
    def say_position(self, state: S) -> list[str]:
        """A position as text that `read_position` sets up again."""

    def restore(self, fields: Mapping[str, int | list[int]]) -> S:
        """The state that these fields were read from (`State.fields`); it tells no facts.

        Their form is checked, and that every int is in range, but not that they are a position of this game.
        """
        state = self.state_class()
        if _form_of(fields) != _form_of(state.fields()) or fields["seats"] not in range(
            self.min_seats, self.max_seats + 1
        ):
            raise BadPosition(f"These are not the fields of a state of {self.title}.", 0)
        try:
            state.assign(dict(fields))
        except OverflowError:
            raise BadPosition(f"An int is too large for a state of {self.title}.", 0) from None
        return state

    def measure(self, setup: Setup, state: S, name: str) -> str:
        """A named thing of a position in words (`rank`, `score 1`, `hand 2`), for cases; the truth, not a view."""
        found = self.measures.find(setup.edition, state, name)
        if found is None:
            raise Unknown(f"{self.title} has nothing called '{name}' for a table of {state.seats} seats.")
        return found

    # Languages

    def texts(self, language: str = "en") -> Texts:
        """What people read of the game, in their language."""
        if language not in LANGUAGES:
            raise Unknown(f"There is no language '{language}' here; there is {', '.join(LANGUAGES)}.")
        return self._texts[language]

    @cached_property
    def _texts(self) -> Mapping[str, Texts]:
        boxes = {id_: self.edition(id_).title for id_ in self.edition_ids()}
        return {
            language: translate(self.library, language, self.rulings, self.presets, boxes)
            for language in LANGUAGES
        }

    # Words

    @abstractmethod
    def say(self, move: int) -> str:
        """A move as it is written."""

    @abstractmethod
    def read(self, text: str) -> int:
        """A move from its writing, legal or not."""

    def say_line(self, moves: Sequence[int]) -> str:
        """Moves that belong together, in one line: `buy 7 seat 2 grey 3`."""
        return " ".join(self.say(move) for move in moves)

    def read_line(self, text: str) -> list[int]:
        """The moves of a line, legal or not; a line may stop early, or be the rest of one."""
        return [self.read(text)]

    def continues(self, move: int) -> bool:
        """Does this move only ever continue a line that another move began?"""
        return False

    @abstractmethod
    def parts(self, move: int) -> tuple[str, ...]:
        """The pieces that a player touches to make the move."""

    def reveal_order(self, state: S) -> list[int]:
        """The order in which simultaneous choices are written down."""
        return list(range(state.seats))

    @abstractmethod
    def question(self, state: S, seat: int) -> str:
        """What the seat is asked, as a sentence."""

    def decision(self, state: S, seat: int, ply: int = 0) -> Decision | None:
        """What the seat is asked, with every legal answer; None if it is asked nothing."""
        moves = state.moves(seat)
        if not moves:
            return None
        known = self._choices
        choices = tuple([known[move] for move in moves])
        return Decision(seat, ply, self.prompts[state.prompt(seat)], self.question(state, seat), choices)

    @cached_property
    def _choices(self) -> tuple[Choice, ...]:
        """Every move, legal or not, as a choice; cached, because decisions are made often."""
        return tuple(Choice(move, self.say(move), self.parts(move)) for move in range(self.move_count))

    # Eyes

    @abstractmethod
    def view(self, state: S, eyes: int) -> Any:
        """What a seat, a spectator or the truth may see: built up from nothing, plain data."""

    def views(self, state: S, eyes: Sequence[int]) -> list[Any]:
        """The same table through several pairs of eyes; a game may work out once what all of them see."""
        return [self.view(state, each) for each in eyes]

    @abstractmethod
    def memory(self, state: S, eyes: int) -> Mapping[str, str]:
        """What a perfect memory behind these eyes knows beyond the view, in words."""

    @abstractmethod
    def odds(self, state: S, eyes: int) -> Mapping[str, Fraction]:
        """The exact odds of what is where, for a perfect memory behind these eyes: `hand 2 has blue 7` → 3/10."""

    @abstractmethod
    def picture(self, view: Any, width: int, names: Sequence[str] = ()) -> list[list[Span]]:
        """A view drawn for a terminal of so many columns, as lines of styled spans; `names` by seat."""

    # Why

    @abstractmethod
    def why_legal(self, state: S, seat: int, move: int) -> Reason:
        """Why the seat may make this move."""

    @abstractmethod
    def why_illegal(self, state: S, seat: int, move: int) -> Reason | None:
        """Why the seat may not make this move, using only what the seat knows; None if it may."""

    @abstractmethod
    def why_score(self, state: S, seat: int) -> list[Reason]:
        """Where the seat's points come from, and by which rule the game is won."""

    # Advice

    @abstractmethod
    def hint(self, state: S, seat: int, move: int) -> Sentence:
        """What speaks for or against a legal move at a glance, in a sentence; it tells no more than the seat may know."""

    # Many games

    def variants(self, seats: int) -> Sequence[Mapping[str, str]]:
        """The rulings that change the pieces at a table of this size, so that the lab can compare each on its own."""
        return [{}]

    def counts(self, state: S, facts: Sequence[FactInts]) -> Sequence[Count]:
        """What is worth counting in a finished game with all its facts: one count for each seat, and some for the
        table."""
        return [Count({}, {"score": state.score(seat)}, seat) for seat in range(state.seats)]


def _form_of(fields: Mapping[str, int | list[int]]) -> dict[str, int | None]:
    """Which fields there are, and how many ints each holds in a list; None if it is a lone one."""
    return {name: len(value) if isinstance(value, list) else None for name, value in fields.items()}


def winners(state: State) -> list[int]:
    """The seats that win the game as it stands."""
    return bits.members(state.winners())
