"""T-Rex (Hanno & Wilfried Kuhn, 1999): the package's public interface, and all that other packages import."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from rexarium.games.trex import (
    codes,
    counts,
    doors,
    hints,
    notation,
    picture,
    position,
    start,
    view,
    why,
    words,
)
from rexarium.games.trex.edition import SHELF
from rexarium.games.trex.judgement import LADDER
from rexarium.games.trex.measures import MEASURES
from rexarium.games.trex.notation import Deal
from rexarium.games.trex.rules import TrexState
from rexarium.games.trex.rulings import MAX_SEATS, MIN_SEATS, OFFICIAL_SEATS, PRESETS, RULINGS
from rexarium.kernel import guard
from rexarium.kernel.chance import Chance
from rexarium.kernel.counts import Count
from rexarium.kernel.errors import BadRecord
from rexarium.kernel.game import Game, Setup, Span
from rexarium.kernel.outline import Line
from rexarium.kernel.rulebook import Reason
from rexarium.kernel.sentence import Sentence
from rexarium.kernel.state import FactInts
from rexarium.kernel.texts import Library


class Trex(Game[TrexState, Deal]):
    """Eggs, comets and a cross of colours, for two to five seats."""

    id = "trex"
    title = "T-Rex"
    year = 1999
    authors = "Hanno & Wilfried Kuhn"
    publishers = "Hans im Glück, Rio Grande Games"
    state_class = TrexState
    rules_version = 1
    min_seats = MIN_SEATS
    max_seats = MAX_SEATS
    official_seats = OFFICIAL_SEATS
    seats_rule = "TR-06"
    rulings = RULINGS
    presets = PRESETS
    library = Library(__package__)
    rulebook = library.rulebook()
    shelf = SHELF
    measures = MEASURES
    fact_kinds = words.FACT_KINDS
    prompts = words.PROMPTS
    ladder = LADDER
    move_count = codes.MOVES
    ply_bound = codes.ROUNDS * (codes.MAX_SEATS * codes.CARDS + 2 + 2 * codes.MAX_SEATS + 1)

    def deal(self, setup: Setup, chance: Chance, first: int | None = None) -> Deal:
        return start.draw_deal(setup, chance, first)

    def say_deal(self, deal: Deal) -> list[str]:
        return notation.say_deal(deal)

    def read_deal(self, setup: Setup, lines: Sequence[Line]) -> Deal:
        return notation.read_deal(setup.seats, setup.edition.numbers.eggs, lines, BadRecord)

    def start(self, setup: Setup, deal: Deal, *, is_telling: bool = False) -> TrexState:
        return start.start(setup, deal, is_telling=is_telling)

    def read_position(self, setup: Setup, lines: Sequence[Line]) -> TrexState:
        return position.read_position(setup, lines)

    def say_position(self, state: TrexState) -> list[str]:
        return position.say_position(state)

    def say(self, move: int) -> str:
        return notation.say(move)

    def read(self, text: str) -> int:
        return notation.read(text)

    def parts(self, move: int) -> tuple[str, ...]:
        return notation.parts(move)

    def question(self, state: TrexState, seat: int) -> str:
        return words.question(state.prompt(seat), bool(state.showered >> seat & 1))

    def view(self, state: TrexState, eyes: int) -> view.View:
        return view.view(state, eyes)

    def views(self, state: TrexState, eyes: Sequence[int]) -> list[Any]:
        return view.views(state, eyes)

    def memory(self, state: TrexState, eyes: int) -> Mapping[str, str]:
        return view.memory(state, eyes)

    def odds(self, state: TrexState, eyes: int) -> Mapping[str, Fraction]:
        return view.odds(state, eyes)

    def picture(self, view: Any, width: int, names: Sequence[str] = ()) -> list[list[Span]]:
        return picture.draw(view, width, names)

    def why_legal(self, state: TrexState, seat: int, move: int) -> Reason:
        return why.why_legal(state, seat, move)

    def why_illegal(self, state: TrexState, seat: int, move: int) -> Reason | None:
        return why.why_illegal(state, seat, move)

    def why_score(self, state: TrexState, seat: int) -> list[Reason]:
        return why.why_score(state, seat)

    def hint(self, state: TrexState, seat: int, move: int) -> Sentence:
        return hints.hint(state, seat, move)

    def counts(self, state: TrexState, facts: Sequence[FactInts]) -> list[Count]:
        return counts.counts(state, facts)


guard.fit(TrexState, doors.DOORS)
GAME = Trex()
