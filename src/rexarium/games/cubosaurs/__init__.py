"""Cubosaurs (Fabien Tanguy, 2022), base game and DNA evolutions: the package's public interface.

Other packages import nothing else from this folder.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from rexarium.games.cubosaurs import (
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
from rexarium.games.cubosaurs.edition import SHELF
from rexarium.games.cubosaurs.judgement import LADDER
from rexarium.games.cubosaurs.measures import MEASURES
from rexarium.games.cubosaurs.notation import Deal
from rexarium.games.cubosaurs.rules import CubosaursState
from rexarium.games.cubosaurs.rulings import MAX_SEATS, MIN_SEATS, OFFICIAL_SEATS, PRESETS, RULINGS
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

# An upper bound for a round: every card drawn may begin a hand; a hand is refused at most seven times before it holds all
# eight types, each time by naming a card and ending the turn; and each of these may bring a token taken from an opponent.
_HANDS = codes.MAX_SEATS * (codes.DECK_A_SEAT - codes.START)
_PLIES_A_ROUND = _HANDS * codes.TYPES * (3 + 1) + codes.TILES * 6 + codes.MAX_SEATS * codes.START


class Cubosaurs(Game[CubosaursState, Deal]):
    """Keep a hand or pass it on, score collections against each other and buy tiles: a game for two to five."""

    id = "cubosaurs"
    title = "Cubosaurs"
    year = 2022
    authors = "Fabien Tanguy"
    publishers = "the box of 2022"
    state_class = CubosaursState
    rules_version = 1
    min_seats = MIN_SEATS
    max_seats = MAX_SEATS
    official_seats = OFFICIAL_SEATS
    seats_rule = "CU-04"
    rulings = RULINGS
    presets = PRESETS
    library = Library(__package__)
    rulebook = library.rulebook()
    shelf = SHELF
    measures = MEASURES
    fact_kinds = words.FACT_KINDS
    prompts = words.PROMPTS
    has_secrets = False
    ladder = LADDER
    move_count = codes.MOVES
    ply_bound = codes.MAX_ROUNDS * _PLIES_A_ROUND

    def deal(self, setup: Setup, chance: Chance, first: int | None = None) -> Deal:
        return start.draw_deal(setup, chance, first)

    def say_deal(self, deal: Deal) -> list[str]:
        return notation.say_deal(deal)

    def read_deal(self, setup: Setup, lines: Sequence[Line]) -> Deal:
        rounds, tiles = start.rounds_of(setup), start.tiles_of(setup)
        return notation.read_deal(setup.seats, start.box_of(setup), tiles, rounds, lines, BadRecord)

    def start(self, setup: Setup, deal: Deal, *, is_telling: bool = False) -> CubosaursState:
        return start.start(setup, deal, is_telling=is_telling)

    def read_position(self, setup: Setup, lines: Sequence[Line]) -> CubosaursState:
        return position.read_position(setup, lines)

    def say_position(self, state: CubosaursState) -> list[str]:
        return position.say_position(state)

    def say(self, move: int) -> str:
        return notation.say(move)

    def read(self, text: str) -> int:
        return notation.read(text)

    def say_line(self, moves: Sequence[int]) -> str:
        return notation.say_line(moves)

    def read_line(self, text: str) -> list[int]:
        return notation.read_line(text)

    def continues(self, move: int) -> bool:
        return notation.continues(move)

    def parts(self, move: int) -> tuple[str, ...]:
        return notation.parts(move)

    def question(self, state: CubosaursState, seat: int) -> str:
        return words.question(state.prompt(seat), state.legal[seat] > 1 << codes.BUY)

    def view(self, state: CubosaursState, eyes: int) -> view.View:
        return view.view(state, eyes)

    def views(self, state: CubosaursState, eyes: Sequence[int]) -> list[Any]:
        return view.views(state, eyes)

    def memory(self, state: CubosaursState, eyes: int) -> Mapping[str, str]:
        return view.memory(state, eyes)

    def odds(self, state: CubosaursState, eyes: int) -> Mapping[str, Fraction]:
        return view.odds(state, eyes)

    def picture(self, view: Any, width: int, names: Sequence[str] = ()) -> list[list[Span]]:
        return picture.draw(view, width, names)

    def why_legal(self, state: CubosaursState, seat: int, move: int) -> Reason:
        return why.why_legal(state, seat, move)

    def why_illegal(self, state: CubosaursState, seat: int, move: int) -> Reason | None:
        return why.why_illegal(state, seat, move)

    def why_score(self, state: CubosaursState, seat: int) -> list[Reason]:
        return why.why_score(state, seat)

    def variants(self, seats: int) -> Sequence[Mapping[str, str]]:
        return start.variants()

    def hint(self, state: CubosaursState, seat: int, move: int) -> Sentence:
        return hints.hint(state, seat, move)

    def counts(self, state: CubosaursState, facts: Sequence[FactInts]) -> list[Count]:
        return counts.counts(state, facts)


guard.fit(CubosaursState, doors.DOORS)
GAME = Cubosaurs()
