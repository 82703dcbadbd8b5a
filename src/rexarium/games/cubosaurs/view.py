"""What each viewer may see of Cubosaurs (CU-08, CU-15): everything except the cards and tiles to come."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import comb

import msgspec
from msgspec.structs import replace

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

EGG_LINES = frozenset(KIND_NAMES[codes.FIRST_EGG :])  # the names of eggs among the lines of a score
# By type, its first kind.
FIRST_KINDS = (*range(0, codes.FIRST_GREY, 2), codes.FIRST_GREY, codes.FIRST_BLACK, codes.FIRST_EGG)


# Views are built for all eyes after every move, so they are C-made structs that the garbage collector does not track.
class TileView(msgspec.Struct, frozen=True, gc=False):
    """A tile of the market."""

    tile: int
    title: str
    effect: str
    cost: int


class ScoreLine(msgspec.Struct, frozen=True, gc=False):
    """What one part of a collection brings as it stands."""

    of: str
    number: int
    points: int


class IfKept(msgspec.Struct, frozen=True, gc=False):
    """How keeping the hand would change the present round."""

    seat: int  # the seat that has the hand, or is about to get it
    points: int  # added to that seat's score
    score: int  # that seat's score then
    tokens: int  # gained
    lines: tuple[
        ScoreLine, ...
    ]  # the parts of the collection that change: how many cards then, how many more points
    changes: tuple[int, ...]  # by seat, how its score changes: keeping can make or break somebody else's egg


class SeatView(msgspec.Struct, frozen=True, gc=False):
    """A seat as it is seen."""

    seat: int
    collection: Mapping[str, int]  # by card
    types: Mapping[str, int]  # by type
    pairs: int  # of Velociraptors: how many of the highest cards of each colour are paired
    score_lines: tuple[ScoreLine, ...]
    egg_score: int  # all eggs together
    round_score: int  # the present round as it stands
    one_more: Mapping[str, int]  # by card, what it would add to the round's score if it joined the collection
    round_scores: tuple[int, ...]  # of the finished rounds
    score: int
    tokens: int
    token_points: int  # the points for tokens at the end of the game
    owed: int  # tokens still to be gained
    tiles: tuple[int, ...]  # bought this round


class View(msgspec.Struct, frozen=True, gc=False):
    """The whole table through one pair of eyes."""

    eyes: str
    round: int
    rounds: int
    direction: str
    prompt: str
    turn: int | None
    waiting: tuple[int, ...]
    order: tuple[
        int, ...
    ]  # from the seat that has the hand, or is about to get it; at the end of the game, the best first
    hand: Mapping[str, int]  # by card
    if_kept: IfKept | None  # None without a hand
    giver: int | None  # the seat whose card has to be named, if any
    if_named: Mapping[
        str, tuple[int, ...]
    ]  # by card that can be named now or, when refusing, added: by seat, how its score for the round changes
    is_decided: bool  # whether the player on turn has kept or refused
    deck_size: int
    aside_size: int  # set aside unseen
    unseen: Mapping[str, int]  # by card, what is in the deck or set aside
    destroyed: Mapping[str, int]  # by card
    set_points: Mapping[str, tuple[int, ...]]  # by dinosaur, as printed for one, two, three, and four or more
    egg_points: Mapping[
        str, tuple[int, int]
    ]  # by egg, as printed: with the most of its dinosaur, and without
    is_advanced: bool
    market: tuple[TileView, ...]
    supply: int
    tile: int | None  # the tile being bought
    victim: int | None  # the opponent named by the purchase
    theirs: str | None  # the opponent's card to be exchanged
    seats: tuple[SeatView, ...]
    winners: tuple[int, ...]  # empty until the game is over


def view(state: CubosaursState, eyes: int) -> View:
    """CU-08, CU-15, CU-43: the hand, the collections and destroyed cards are open; the decks are not."""
    return views(state, (eyes,))[0]


def views(state: CubosaursState, eyes: Sequence[int]) -> list[View]:
    """The same table for several viewers; in this game all of them, even the truth, see the same."""
    is_over = state.waiting == 0
    is_exchange = state.tile == codes.EXCHANGE_TILE and state.asked == codes.PROMPT_OWN
    unseen, hand = tuple(state.unseen), tuple(state.hand)
    to_come = [kind for kind in range(codes.KINDS) if unseen[kind] or hand[kind]]
    giver = giver_of(state)
    set_points, egg_points = _name_points(tuple(state.rows), tuple(state.egg_pays), tuple(state.egg_costs))
    open_to_all = View(
        eyes=name_eyes(SPECTATOR, state.seats),
        round=state.round + 1,
        rounds=state.rounds,
        direction=DIRECTION_NAMES[state.direction],
        prompt=PROMPTS[state.asked],
        turn=None if is_over else state.turn + 1,
        waiting=name_seats(state.waiting),
        order=tuple([seat + 1 for seat in order(state)]),
        hand=name_counts(hand),
        if_kept=if_kept(state),
        giver=None if giver is None else giver + 1,
        if_named=if_named(state),
        is_decided=state.is_decided == 1,
        deck_size=state.deck_left,
        aside_size=sum(unseen) - state.deck_left,
        unseen=name_counts(unseen),
        destroyed=name_counts(tuple(state.destroyed)),
        set_points=set_points,
        egg_points=egg_points,
        is_advanced=state.dna == 1,
        market=tuple(_view_tile(state, tile) for tile in bits.members(state.market)),
        supply=state.supply,
        tile=state.tile if state.tile != codes.NO_TILE else None,
        victim=state.victim + 1 if state.victim != codes.NOBODY else None,
        theirs=name_kind(state.theirs) if is_exchange else None,
        seats=_view_seats(state, to_come),
        winners=name_seats(state.winners()) if is_over else (),
    )
    return [replace(open_to_all, eyes=name_eyes(each, state.seats)) for each in eyes]


@lru_cache(maxsize=64)
def _name_points(
    rows: tuple[int, ...], pays: tuple[int, ...], costs: tuple[int, ...]
) -> tuple[Mapping[str, tuple[int, ...]], Mapping[str, tuple[int, int]]]:
    """CU-18, CU-22: the points printed on dinosaurs and eggs; cached, because they stay the same for the whole game."""
    sets = {
        name: rows[type_ * codes.ROW : (type_ + 1) * codes.ROW] for type_, name in enumerate(DINOSAUR_NAMES)
    }
    eggs = {KIND_NAMES[codes.FIRST_EGG + egg]: (pays[egg], -costs[egg]) for egg in range(codes.EGGS)}
    return sets, eggs


def _view_tile(state: CubosaursState, tile: int) -> TileView:
    return TileView(tile, TILE_TITLES[tile - 1], TILE_EFFECTS[tile - 1], state.tile_costs[tile])


def _view_seats(state: CubosaursState, to_come: list[int]) -> tuple[SeatView, ...]:
    """All seats; the state is asked only once for what it has for each of them."""
    tokens, owed, bought, scores = state.tokens, state.owed, state.bought, state.round_scores
    finished = (state.round + (state.waiting == 0)) * codes.MAX_SEATS
    found = []
    for seat, cards in enumerate(collections_of(state)):
        lines = score_lines(state, seat)
        found.append(
            SeatView(
                seat=seat + 1,
                collection=name_counts(cards),
                types=_name_types(cards),
                pairs=min(state.count_type(seat, codes.GREY), state.count_type(seat, codes.BLACK)),
                score_lines=tuple(lines),
                egg_score=sum([line.points for line in lines if line.of in EGG_LINES]),
                round_score=state.score_round(seat),
                one_more=one_more(state, seat, to_come),
                round_scores=tuple(scores[seat : finished : codes.MAX_SEATS]),
                score=state.score(seat),
                tokens=tokens[seat],
                token_points=tokens[seat] // 2,
                owed=owed[seat],
                tiles=tuple(bits.members(bought[seat])),
            )
        )
    return tuple(found)


def collection_of(state: CubosaursState, seat: int) -> tuple[int, ...]:
    """By kind, the cards in a collection."""
    return collections_of(state)[seat]


def collections_of(state: CubosaursState) -> list[tuple[int, ...]]:
    """By seat and kind, the cards in all collections."""
    cards = tuple(state.collection)
    return [cards[seat * codes.KINDS : (seat + 1) * codes.KINDS] for seat in range(state.seats)]


@lru_cache(maxsize=8192)
def name_counts(cards: tuple[int, ...]) -> Mapping[str, int]:
    """Cards by name, omitting zeros; cached, because most collections have not changed since the last move."""
    return {KIND_NAMES[kind]: number for kind, number in enumerate(cards) if number}


@lru_cache(maxsize=8192)
def _name_types(cards: tuple[int, ...]) -> Mapping[str, int]:
    """The same by type, including eggs."""
    numbers = [sum(cards[first:end]) for first, end in pairwise((*FIRST_KINDS, codes.KINDS))]
    return {TYPE_NAMES[type_]: number for type_, number in enumerate(numbers) if number}


def type_count(state: CubosaursState, seat: int, type_: int) -> int:
    """How many cards of a type a collection has, including eggs."""
    return (
        bits.count(state.held[seat] & codes.ALL_EGGS) if type_ == codes.EGG else state.count_type(seat, type_)
    )


def score_lines(state: CubosaursState, seat: int) -> list[ScoreLine]:
    """CU-18 to CU-25, CU-37, CU-38: the present round, line by line, in the order in which the rulebook scores it."""
    lines = []
    for type_, name in enumerate(DINOSAUR_NAMES):
        if number := state.count_type(seat, type_):
            lines.append(ScoreLine(name, number, state.score_set(seat, type_)))
    if raptors := state.count_for_egg(seat, codes.GREY):
        lines.append(ScoreLine("velociraptor", raptors, state.score_velociraptors(seat)))
    eggs, bought = state.held[seat] >> codes.FIRST_EGG, state.bought[seat]
    for egg in bits.members(eggs) if eggs else ():
        lines.append(ScoreLine(KIND_NAMES[codes.FIRST_EGG + egg], 1, state.score_egg(seat, egg)))
    for tile in (codes.VARIETY_TILE, codes.BROOD_TILE) if bought else ():
        if bits.has(bought, tile):
            lines.append(ScoreLine(f"tile {tile}", 1, state.score_tile(seat, tile)))
    return lines


def one_more(state: CubosaursState, seat: int, kinds: list[int]) -> dict[str, int]:
    """By card of these kinds, in ascending order: what it would add to the score of the present round."""
    gains = state.gains(seat, bits.mask_of(kinds))
    return {KIND_NAMES[kind]: gain for kind, gain in zip(kinds, gains, strict=True)}


def holder(state: CubosaursState) -> int:
    """CU-09, CU-14: the seat that has the hand, or is about to get it."""
    return state.next_seat(state.turn) if state.is_decided else state.turn


def order(state: CubosaursState) -> list[int]:
    """CU-07, CU-28: from the hand's holder in the round's direction; CU-30: at the end, the best first."""
    if state.waiting == 0:
        return sorted(range(state.seats), key=lambda seat: (-state.score(seat), -state.last_score(seat)))
    seats = [holder(state)]
    for _ in range(1, state.seats):
        seats.append(state.next_seat(seats[-1]))
    return seats


def if_kept(state: CubosaursState) -> IfKept | None:
    """CU-10, CU-32: how keeping the hand would change the present round as it stands."""
    if state.hand_kinds == 0:
        return None
    seat, kept = holder(state), _copy(state)
    hand = state.hand
    for kind in bits.members(state.hand_kinds):
        kept.collect(seat, kind, hand[kind])
    changes = _changes(_round_scores(state), kept)
    return IfKept(
        seat=seat + 1,
        points=changes[seat],
        score=kept.score_round(seat),
        tokens=(kept.owed[seat] - state.owed[seat]) * state.dna,
        lines=tuple(_changed_lines(score_lines(state, seat), score_lines(kept, seat))),
        changes=changes,
    )


def _changed_lines(before: list[ScoreLine], after: list[ScoreLine]) -> list[ScoreLine]:
    """The lines that changed, with their gain in points."""
    old = {line.of: line for line in before}
    return [
        ScoreLine(line.of, line.number, line.points - (old[line.of].points if line.of in old else 0))
        for line in after
        if line != old.get(line.of)
    ]


def giver_of(state: CubosaursState) -> int | None:
    """CU-11, CU-41 to CU-46: whose card a prompt asks for."""
    if state.asked in (codes.PROMPT_ADD, codes.PROMPT_OWN):
        return state.turn
    return state.victim if state.asked == codes.PROMPT_THEIRS else None


def nameable(state: CubosaursState) -> list[int]:
    """The cards that can be named now; before refusing, those that can be added to the hand."""
    moves = state.legal[state.turn]
    return bits.members(state.addable() if bits.has(moves, codes.REFUSE) else moves >> codes.CARD)


def if_named(state: CubosaursState) -> dict[str, tuple[int, ...]]:
    """CU-11, CU-41 to CU-46: by card that would leave its collection, and by seat: how the round's score changes."""
    before, found = _round_scores(state), {}
    for kind in nameable(state):
        after = _copy(state)
        _name(after, kind)
        found[KIND_NAMES[kind]] = _changes(before, after)
    return found


def _name(state: CubosaursState, kind: int) -> None:
    """Name a card, but change only the collections: what joins the hand or is drawn does not matter here."""
    turn, victim = state.turn, state.victim
    state.remove(victim if state.asked == codes.PROMPT_THEIRS else turn, kind)
    if state.tile == codes.TAKE_TILE:
        state.collect(turn, kind, 1)
    elif state.tile == codes.GIVE_TILE:
        state.collect(victim, kind, 1)
    elif state.tile == codes.EXCHANGE_TILE and state.asked == codes.PROMPT_THEIRS:
        state.collect(turn, kind, 1)
    elif state.tile == codes.EXCHANGE_TILE:
        state.collect(victim, kind, 1)
        state.remove(victim, state.theirs)
        state.collect(turn, state.theirs, 1)


def _copy(state: CubosaursState) -> CubosaursState:
    twin = state.copy()
    assert isinstance(twin, CubosaursState)
    return twin


def _round_scores(state: CubosaursState) -> list[int]:
    """By seat, the score of the present round."""
    return [state.score_round(seat) for seat in range(state.seats)]


def _changes(before: list[int], after: CubosaursState) -> tuple[int, ...]:
    """By seat, the change in the round's score."""
    return tuple([after.score_round(seat) - score for seat, score in enumerate(before)])


def memory(state: CubosaursState, eyes: int) -> dict[str, str]:
    """Everything that happens is open, so a perfect memory knows what is still to come."""
    counts = state.unseen if eyes != TRUTH else _in_deck(state)
    cards = [f"{number} {name}" for name, number in name_counts(tuple(counts)).items()]
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
    """CU-05, exactly: each unseen card is equally likely to be next, and to be in the deck or set aside."""
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
