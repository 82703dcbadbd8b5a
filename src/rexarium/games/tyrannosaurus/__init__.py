"""Tyrannosaurus Rex (Sylvie Barc, Jean-Charles Rodriguez, with Michel Lalet, 1993): the package's public interface.

Other packages import nothing else from this folder.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from rexarium.games.tyrannosaurus import (
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
from rexarium.games.tyrannosaurus.edition import SHELF
from rexarium.games.tyrannosaurus.judgement import LADDER
from rexarium.games.tyrannosaurus.measures import MEASURES
from rexarium.games.tyrannosaurus.notation import Deal
from rexarium.games.tyrannosaurus.rules import TyrannosaurusState
from rexarium.games.tyrannosaurus.rulings import MAX_SEATS, MIN_SEATS, OFFICIAL_SEATS, PRESETS, RULINGS
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


class Tyrannosaurus(Game[TyrannosaurusState, Deal]):
    """A valley, secret choices and a beast that everyone steers, for two to four seats."""

    id = "tyrannosaurus"
    title = "Tyrannosaurus Rex"
    year = 1993
    authors = "Sylvie Barc, Jean-Charles Rodriguez, with Michel Lalet"
    publishers = "the box of 1993"
    state_class = TyrannosaurusState
    rules_version = 1
    min_seats = MIN_SEATS
    max_seats = MAX_SEATS
    official_seats = OFFICIAL_SEATS
    seats_rule = "TY-05"
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
    ply_bound = 2 * codes.MAX_SEATS + codes.CARDS * codes.MAX_SEATS * (codes.MAX_SEATS + 1)

    def deal(self, setup: Setup, chance: Chance, first: int | None = None) -> Deal:
        return start.draw_deal(setup, chance, first)

    def say_deal(self, deal: Deal) -> list[str]:
        return notation.say_deal(deal)

    def read_deal(self, setup: Setup, lines: Sequence[Line]) -> Deal:
        return notation.read_deal(
            start.dinosaurs_in_play(setup), setup.edition.numbers.splits, lines, BadRecord
        )

    def start(self, setup: Setup, deal: Deal, *, is_telling: bool = False) -> TyrannosaurusState:
        return start.start(setup, deal, is_telling=is_telling)

    def read_position(self, setup: Setup, lines: Sequence[Line]) -> TyrannosaurusState:
        return position.read_position(setup, lines)

    def say_position(self, state: TyrannosaurusState) -> list[str]:
        return position.say_position(state)

    def say(self, move: int) -> str:
        return notation.say(move)

    def read(self, text: str) -> int:
        return notation.read(text)

    def parts(self, move: int) -> tuple[str, ...]:
        return notation.parts(move)

    def reveal_order(self, state: TyrannosaurusState) -> list[int]:
        return [(state.bone + step) % state.seats for step in range(state.seats)]

    def question(self, state: TyrannosaurusState, seat: int) -> str:
        return words.QUESTIONS[state.prompt(seat)]

    def view(self, state: TyrannosaurusState, eyes: int) -> view.View:
        return view.view(state, eyes)

    def views(self, state: TyrannosaurusState, eyes: Sequence[int]) -> list[Any]:
        return view.views(state, eyes)

    def memory(self, state: TyrannosaurusState, eyes: int) -> Mapping[str, str]:
        return view.memory(state, eyes)

    def odds(self, state: TyrannosaurusState, eyes: int) -> Mapping[str, Fraction]:
        return view.odds(state, eyes)

    def picture(self, view: Any, width: int, names: Sequence[str] = ()) -> list[list[Span]]:
        return picture.draw(view, width, names)

    def why_legal(self, state: TyrannosaurusState, seat: int, move: int) -> Reason:
        return why.why_legal(state, seat, move)

    def why_illegal(self, state: TyrannosaurusState, seat: int, move: int) -> Reason | None:
        return why.why_illegal(state, seat, move)

    def why_score(self, state: TyrannosaurusState, seat: int) -> list[Reason]:
        return why.why_score(state, seat)

    def variants(self, seats: int) -> Sequence[Mapping[str, str]]:
        return start.variants(seats)

    def hint(self, state: TyrannosaurusState, seat: int, move: int) -> Sentence:
        return hints.hint(state, seat, move)

    def counts(self, state: TyrannosaurusState, facts: Sequence[FactInts]) -> list[Count]:
        return counts.counts(state, facts)


guard.fit(TyrannosaurusState, doors.DOORS)
GAME = Tyrannosaurus()
