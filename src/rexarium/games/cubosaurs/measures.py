"""The named values of Cubosaurs that cases check, in words."""

from collections.abc import Callable, Sequence

from rexarium.games.cubosaurs import codes
from rexarium.games.cubosaurs.edition import EGG_LABELS, TILE_LABELS, Numbers
from rexarium.games.cubosaurs.rules import CubosaursState
from rexarium.games.cubosaurs.view import collection_of, deck_of, name_counts
from rexarium.games.cubosaurs.words import (
    COLOUR_NAMES,
    DINOSAUR_NAMES,
    DIRECTION_NAMES,
    EGG_NAMES,
    KIND_NAMES,
    PROMPTS,
    THEN_NAMES,
    name_kind,
)
from rexarium.kernel import bits
from rexarium.kernel.edition import Edition
from rexarium.kernel.measures import Measures
from rexarium.kernel.phrases import listed


def _cards(counts: Sequence[int]) -> str:
    """`2 t-rex, grey 3`: a single card needs no number."""
    named = name_counts(tuple(counts)).items()
    return listed([name if number == 1 else f"{number} {name}" for name, number in named])


def _in_order(kinds: Sequence[int]) -> str:
    return listed([KIND_NAMES[kind] for kind in kinds])


def _tiles(tiles: Sequence[int]) -> str:
    return listed([str(tile) for tile in tiles])


def later_deck(state: CubosaursState, round_: int) -> list[int]:
    """The deck of a later round, in draw order."""
    first = round_ * codes.BOX
    return list(state.decks)[first : first + state.seats * codes.DECK_A_SEAT][::-1]


def later_tiles(state: CubosaursState, round_: int) -> list[int]:
    """The order of tiles for a later round."""
    order = list(state.tile_orders)[round_ * codes.TILES : (round_ + 1) * codes.TILES]
    return [tile for tile in order if tile != codes.NO_TILE]


def is_exchanging(state: CubosaursState) -> bool:
    """CU-46: whether the opponent's card has been named, but not yet the player's own."""
    return state.tile == codes.EXCHANGE_TILE and state.asked == codes.PROMPT_OWN


def _waiting(state: CubosaursState) -> str:
    return f"seat {bits.lowest(state.waiting) + 1}" if state.waiting else "nobody"


def _ended_rounds(state: CubosaursState, seat: int) -> str:
    number = state.round + (state.waiting == 0)
    scores = list(state.round_scores)[seat : number * codes.MAX_SEATS : codes.MAX_SEATS]
    return listed([str(score) for score in scores])


def _of_round(round_: int) -> dict[str, Callable[[CubosaursState], str]]:
    """The names for a later round; there are none for a round that has begun."""
    return {
        f"deck {round_ + 1}": lambda state: (
            _in_order(later_deck(state, round_)) if state.round < round_ < state.rounds else "none"
        ),
        f"tiles {round_ + 1}": lambda state: (
            _tiles(later_tiles(state, round_)) if state.round < round_ < state.rounds else "none"
        ),
    }


def _score_of_type(type_: int) -> Callable[[CubosaursState, int], str]:
    return lambda state, seat: str(state.score_set(seat, type_))


def _score_of_egg(egg: int) -> Callable[[CubosaursState, int], str]:
    return lambda state, seat: str(state.score_egg(seat, egg))


OF_TABLE: dict[str, Callable[[CubosaursState], str]] = {
    "round": lambda state: str(state.round + 1),
    "rounds": lambda state: str(state.rounds),
    "direction": lambda state: DIRECTION_NAMES[state.direction],
    "phase": lambda state: PROMPTS[state.asked],
    "prompt": lambda state: PROMPTS[state.asked],
    "turn": lambda state: f"seat {state.turn + 1}",
    "asked": _waiting,
    "hand": lambda state: _cards(state.hand),
    "hand size": lambda state: str(sum(state.hand)),
    "deck": lambda state: _in_order(deck_of(state)),
    "deck size": lambda state: str(state.deck_left),
    "unseen": lambda state: _cards(state.unseen),
    "destroyed": lambda state: _cards(state.destroyed),
    "market": lambda state: _tiles(bits.members(state.market)),
    "supply": lambda state: str(state.supply),
    "all tokens": lambda state: str(state.supply + sum(state.tokens[: state.seats])),
    "decided": lambda state: "yes" if state.is_decided else "no",
    "has bought": lambda state: "yes" if state.has_bought else "no",
    "tile": lambda state: str(state.tile) if state.tile != codes.NO_TILE else "none",
    "victim": lambda state: f"seat {state.victim + 1}" if state.victim != codes.NOBODY else "none",
    "theirs": lambda state: name_kind(state.theirs) if is_exchanging(state) else "none",
    "then": lambda state: THEN_NAMES[state.then] if state.asked == codes.PROMPT_TOKEN else "none",
    **_of_round(1),
    **_of_round(2),
}

OF_SEAT: dict[str, Callable[[CubosaursState, int], str]] = {
    "collection": lambda state, seat: _cards(collection_of(state, seat)),
    "collection size": lambda state, seat: str(sum(collection_of(state, seat))),
    "types": lambda state, seat: str(state.count_types(seat)),
    "tokens": lambda state, seat: str(state.tokens[seat]),
    "owed": lambda state, seat: str(state.owed[seat]),
    "bought": lambda state, seat: _tiles(bits.members(state.bought[seat])),
    "rounds": _ended_rounds,
    "round score": lambda state, seat: str(state.score_round(seat)),
    "total": lambda state, seat: str(state.total(seat)),
    "score": lambda state, seat: str(state.score(seat)),
    "velociraptors": lambda state, seat: str(state.score_velociraptors(seat)),
    "tile 1": lambda state, seat: str(state.score_tile(seat, codes.VARIETY_TILE)),
    "tile 2": lambda state, seat: str(state.score_tile(seat, codes.BROOD_TILE)),
    **{name: _score_of_type(type_) for type_, name in enumerate(DINOSAUR_NAMES)},
    **{f"egg {name}": _score_of_egg(egg) for egg, name in enumerate(EGG_NAMES)},
}


def of_box(edition: Edition) -> dict[str, str]:
    """CU-01, CU-03, CU-31: what the box contains: `box t-rex` is all of them, `box t-rex dna` those with an icon."""
    numbers: Numbers = edition.numbers
    found = {
        "box cards": str(sum(numbers.box)),
        "box icons": str(sum(numbers.box[kind] for kind in bits.members(codes.WITH_ICON))),
        "box eggs": str(sum(numbers.box[codes.FIRST_EGG :])),
        "box tokens": str(codes.TOKENS),
        "box tiles": str(codes.TILES),
        "box direct tiles": _tiles(bits.members(numbers.direct)),
    }
    for kind, label in enumerate(KIND_NAMES):
        with_icon = numbers.box[kind + 1] if kind < codes.FIRST_EGG and kind % 2 == 0 else 0
        found[f"box {label}"] = str(numbers.box[kind] + with_icon)
    for at, colour in enumerate(COLOUR_NAMES):
        first = codes.FIRST_GREY + codes.COLOUR * at
        found[f"box {colour}"] = str(sum(numbers.box[first : first + codes.COLOUR]))
    for dinosaur, label in enumerate(DINOSAUR_NAMES):
        row = numbers.rows[dinosaur * codes.ROW : (dinosaur + 1) * codes.ROW]
        found[f"{label} points"] = " ".join(map(str, row))
    for label, pays, costs in zip(EGG_LABELS, numbers.egg_pays, numbers.egg_costs, strict=True):
        found[f"{label} points"] = f"{pays} if most, {-costs} otherwise"
    for label, cost in zip(TILE_LABELS, numbers.tile_costs, strict=True):
        found[f"{label} cost"] = str(cost)
    return found


MEASURES = Measures(OF_TABLE, OF_SEAT, of_box)
