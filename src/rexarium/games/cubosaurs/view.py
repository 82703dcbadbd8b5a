"""What each pair of eyes may see of Cubosaurs (CU-08, CU-15): everything but the cards and tiles to come."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb

from rexarium.games.cubosaurs import codes
from rexarium.games.cubosaurs.rules import CubosaursState
from rexarium.games.cubosaurs.words import (
    DINOSAUR_NAMES,
    DIRECTION_NAMES,
    KIND_NAMES,
    PROMPTS,
    TILE_EFFECTS,
    TILE_TITLES,
    TYPE_NAMES,
    name_kind,
)
from rexarium.kernel import bits
from rexarium.kernel.facts import SPECTATOR, TRUTH, name_eyes
from rexarium.kernel.phrases import listed, name_seats


@dataclass(frozen=True, slots=True)
class TileView:
    """A tile of the market."""

    tile: int
    title: str
    effect: str
    cost: int


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """What one part of a collection brings as it lies there."""

    of: str
    number: int
    points: int


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat's place at the table."""

    seat: int
    collection: Mapping[str, int]  # by card
    types: Mapping[str, int]  # by type
    score_lines: tuple[ScoreLine, ...]
    round_score: int  # the present round as it stands
    one_more: Mapping[str, int]  # by card, what it would add to the round's score if it joined the collection
    round_scores: tuple[int, ...]  # of the rounds that have ended
    score: int
    tokens: int
    owed: int  # tokens still to be gained
    tiles: tuple[int, ...]  # bought this round


@dataclass(frozen=True, slots=True)
class View:
    """The whole table through one pair of eyes."""

    eyes: str
    round: int
    rounds: int
    direction: str
    prompt: str
    turn: int | None
    waiting: tuple[int, ...]
    hand: Mapping[str, int]  # by card
    if_kept: (
        int | None
    )  # what the hand as a whole would add to the round's score of whoever has it; None without one
    is_decided: bool  # the turn's owner has kept or refused
    deck_size: int
    unseen: Mapping[str, int]  # by card, what is in the deck or set aside
    destroyed: Mapping[str, int]  # by card
    is_advanced: bool
    market: tuple[TileView, ...]
    supply: int
    tile: int | None  # being bought
    victim: int | None  # the opponent that the purchase names
    theirs: str | None  # the opponent's card that is to be exchanged
    seats: tuple[SeatView, ...]
    winners: tuple[int, ...]  # empty until the game is over


def view(state: CubosaursState, eyes: int) -> View:
    """CU-08, CU-15, CU-43: hand and collections are open, destroyed cards too; deck and decks to come are not."""
    is_over = state.waiting == 0
    is_exchange = state.tile == codes.EXCHANGE_TILE and state.asked == codes.PROMPT_OWN
    return View(
        eyes=name_eyes(eyes, state.seats),
        round=state.round + 1,
        rounds=state.rounds,
        direction=DIRECTION_NAMES[state.direction],
        prompt=PROMPTS[state.asked],
        turn=None if is_over else state.turn + 1,
        waiting=name_seats(state.waiting),
        hand=name_counts(state.hand),
        if_kept=if_kept(state),
        is_decided=state.is_decided == 1,
        deck_size=state.deck_left,
        unseen=name_counts(state.unseen),
        destroyed=name_counts(destroyed(state)),
        is_advanced=state.dna == 1,
        market=tuple(_view_tile(state, tile) for tile in bits.members(state.market)),
        supply=state.supply,
        tile=state.tile if state.tile != codes.NO_TILE else None,
        victim=state.victim + 1 if state.victim != codes.NOBODY else None,
        theirs=name_kind(state.theirs) if is_exchange else None,
        seats=tuple(_view_seat(state, seat, cards) for seat, cards in enumerate(collections_of(state))),
        winners=name_seats(state.winners()) if is_over else (),
    )


def views(state: CubosaursState, eyes: Sequence[int]) -> list[View]:
    """The same table through several pairs of eyes: at this one everybody sees the same, and the truth no more."""
    seen = view(state, SPECTATOR)
    return [replace(seen, eyes=name_eyes(each, state.seats)) for each in eyes]


def _view_tile(state: CubosaursState, tile: int) -> TileView:
    return TileView(tile, TILE_TITLES[tile - 1], TILE_EFFECTS[tile - 1], state.tile_costs[tile])


def _view_seat(state: CubosaursState, seat: int, cards: list[int]) -> SeatView:
    finished = state.round + (state.waiting == 0)
    return SeatView(
        seat=seat + 1,
        collection=name_counts(cards),
        types={
            name: number
            for type_, name in enumerate(TYPE_NAMES)
            if (number := type_count(state, seat, type_))
        },
        score_lines=tuple(score_lines(state, seat)),
        round_score=state.score_round(seat),
        one_more=one_more(state, seat),
        round_scores=tuple(state.round_scores[seat : finished * codes.MAX_SEATS : codes.MAX_SEATS]),
        score=state.score(seat),
        tokens=state.tokens[seat],
        owed=state.owed[seat],
        tiles=tuple(bits.members(state.bought[seat])),
    )


def collection_of(state: CubosaursState, seat: int) -> list[int]:
    """By kind, the cards of a collection."""
    return collections_of(state)[seat]


def collections_of(state: CubosaursState) -> list[list[int]]:
    """By seat and kind, the cards of all collections."""
    cards = state.collection
    return [cards[seat * codes.KINDS : (seat + 1) * codes.KINDS] for seat in range(state.seats)]


def name_counts(counts: list[int]) -> dict[str, int]:
    """Cards by name, those there are."""
    return {KIND_NAMES[kind]: number for kind, number in enumerate(counts) if number}


def type_count(state: CubosaursState, seat: int, type_: int) -> int:
    """How many cards of a type a collection has, eggs too."""
    return (
        bits.count(state.held[seat] & codes.ALL_EGGS) if type_ == codes.EGG else state.count_type(seat, type_)
    )


def destroyed(state: CubosaursState) -> list[int]:
    """CU-42, CU-43: by kind, what is in nobody's collection, not in the hand, and yet was seen."""
    there = (state.unseen, state.hand, *collections_of(state))
    return [number - sum(gone) for number, *gone in zip(state.box, *there, strict=True)]


def score_lines(state: CubosaursState, seat: int) -> list[ScoreLine]:
    """CU-18 to CU-25, CU-37, CU-38: the present round, line by line, in the order in which the book scores it."""
    lines = []
    for type_, name in enumerate(DINOSAUR_NAMES):
        if number := state.count_type(seat, type_):
            lines.append(ScoreLine(name, number, state.score_set(seat, type_)))
    if raptors := state.count_for_egg(seat, codes.GREY):
        lines.append(ScoreLine("velociraptor", raptors, state.score_velociraptors(seat)))
    for egg in range(codes.EGGS):
        kind = codes.FIRST_EGG + egg
        if bits.has(state.held[seat], kind):
            lines.append(ScoreLine(KIND_NAMES[kind], 1, state.score_egg(seat, egg)))
    for tile in (codes.VARIETY_TILE, codes.BROOD_TILE):
        if bits.has(state.bought[seat], tile):
            lines.append(ScoreLine(f"tile {tile}", 1, state.score_tile(seat, tile)))
    return lines


def one_more(state: CubosaursState, seat: int) -> dict[str, int]:
    """By card that may still come or lies in the hand: what it would add to the present round's score."""
    before, unseen, hand = state.score_round(seat), state.unseen, state.hand
    scratch = state.copy()
    assert isinstance(scratch, CubosaursState)
    found = {}
    for kind, name in enumerate(KIND_NAMES):
        if unseen[kind] or hand[kind]:
            scratch.collect(seat, kind, 1)
            found[name] = scratch.score_round(seat) - before
            scratch.remove(seat, kind)
    return found


def if_kept(state: CubosaursState) -> int | None:
    """CU-10: what keeping the hand would add to the present round's score of whoever has it."""
    if state.hand_kinds == 0:
        return None
    seat = state.next_seat(state.turn) if state.is_decided else state.turn
    kept = state.copy()
    assert isinstance(kept, CubosaursState)
    for kind, number in enumerate(state.hand):
        if number:
            kept.collect(seat, kind, number)
    return kept.score_round(seat) - state.score_round(seat)


def memory(state: CubosaursState, eyes: int) -> dict[str, str]:
    """Everything that happens is seen by all; a perfect memory knows what has not come yet."""
    counts = state.unseen if eyes != TRUTH else _in_deck(state)
    cards = [f"{number} {name}" for name, number in name_counts(counts).items()]
    return {"unseen" if eyes != TRUTH else "deck": listed(cards)}


def _in_deck(state: CubosaursState) -> list[int]:
    counts = [0] * codes.KINDS
    for kind in deck_of(state):
        counts[kind] += 1
    return counts


def deck_of(state: CubosaursState) -> list[int]:
    """The rest of the round's deck in draw order: the truth, not for a seat's eyes."""
    first = state.round * codes.BOX
    return list(state.decks)[first : first + state.deck_left][::-1]


def odds(state: CubosaursState, eyes: int) -> dict[str, Fraction]:
    """CU-05, counted exactly: each unseen card is equally likely to be next, and to be in the deck or set aside."""
    if state.deck_left == 0 or state.waiting == 0:
        return {}
    counts = list(state.unseen)
    total, deck = sum(counts), deck_of(state)
    found: dict[str, Fraction] = {}
    for kind, name in enumerate(KIND_NAMES):
        if eyes == TRUTH:
            next_, in_deck = Fraction(int(deck[0] == kind)), Fraction(int(kind in deck))
        else:
            next_ = Fraction(counts[kind], total)
            in_deck = 1 - Fraction(comb(total - counts[kind], len(deck)), comb(total, len(deck)))
        if state.box[kind]:
            found[f"next card is {name}"] = next_
            found[f"deck has {name}"] = in_deck
    return found
