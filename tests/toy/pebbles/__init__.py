"""Pebbles, a game for tests: the front door. Nothing else of this folder is for others."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from rexarium.games.pebbles import (
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
from rexarium.games.pebbles.edition import SHELF
from rexarium.games.pebbles.judgement import LADDER
from rexarium.games.pebbles.measures import MEASURES
from rexarium.games.pebbles.notation import Deal
from rexarium.games.pebbles.rules import PebblesState
from rexarium.games.pebbles.rulings import MAX_SEATS, MIN_SEATS, OFFICIAL_SEATS, PRESETS, RULINGS

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


class Pebbles(Game[PebblesState, Deal]):
    """A heap of pebbles and a hidden card each, for two or three seats."""

    id = "pebbles"
    title = "Pebbles"
    year = 2026
    authors = "nobody"
    publishers = "nobody"
    rules_version = 1
    min_seats = MIN_SEATS
    max_seats = MAX_SEATS
    official_seats = OFFICIAL_SEATS
    seats_rule = "PB-02"
    rulings = RULINGS
    presets = PRESETS
    state_class = PebblesState
    library = Library(__package__)
    rulebook = library.rulebook()
    shelf = SHELF
    measures = MEASURES
    fact_kinds = words.FACT_KINDS
    prompts = words.PROMPTS
    ladder = LADDER
    move_count = codes.MOVES
    ply_bound = codes.LARGEST_HEAP + codes.MAX_SEATS

    def deal(self, setup: Setup, chance: Chance, first: int | None = None) -> Deal:
        return start.draw_deal(setup, chance, first)

    def say_deal(self, deal: Deal) -> list[str]:
        return notation.say_deal(deal)

    def read_deal(self, setup: Setup, lines: Sequence[Line]) -> Deal:
        return notation.read_deal(setup.seats, lines, BadRecord)

    def start(self, setup: Setup, deal: Deal, *, is_telling: bool = False) -> PebblesState:
        return start.start(setup, deal, is_telling=is_telling)

    def read_position(self, setup: Setup, lines: Sequence[Line]) -> PebblesState:
        return position.read_position(setup, lines)

    def say_position(self, state: PebblesState) -> list[str]:
        return position.say_position(state)

    def say(self, move: int) -> str:
        return notation.say(move)

    def read(self, text: str) -> int:
        return notation.read(text)

    def parts(self, move: int) -> tuple[str, ...]:
        return notation.parts(move)

    def question(self, state: PebblesState, seat: int) -> str:
        return words.QUESTIONS[state.prompt(seat)]

    def view(self, state: PebblesState, eyes: int) -> view.View:
        return view.view(state, eyes)

    def memory(self, state: PebblesState, eyes: int) -> Mapping[str, str]:
        return view.memory(state, eyes)

    def odds(self, state: PebblesState, eyes: int) -> Mapping[str, Fraction]:
        return view.odds(state, eyes)

    def picture(self, view: Any, width: int, names: Sequence[str] = ()) -> list[list[Span]]:
        return picture.draw(view, width, names)

    def why_legal(self, state: PebblesState, seat: int, move: int) -> Reason:
        return why.why_legal(state, seat, move)

    def why_illegal(self, state: PebblesState, seat: int, move: int) -> Reason | None:
        return why.why_illegal(state, seat, move)

    def why_score(self, state: PebblesState, seat: int) -> list[Reason]:
        return why.why_score(state, seat)

    def hint(self, state: PebblesState, seat: int, move: int) -> Sentence:
        return hints.hint(state, seat, move)

    def counts(self, state: PebblesState, facts: Sequence[FactInts]) -> list[Count]:
        return counts.counts(state, facts)


guard.fit(PebblesState, doors.DOORS)
GAME = Pebbles()
