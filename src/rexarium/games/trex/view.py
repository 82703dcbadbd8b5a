"""What each viewer may see of T-Rex (TR-55): built from what they may know, never by deleting from the truth."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from rexarium.games.trex import codes
from rexarium.games.trex.rules import TrexState
from rexarium.games.trex.words import CARD_NAMES, COLOUR_NAMES, PROMPTS, name_card, name_cards, name_colour
from rexarium.kernel import bits
from rexarium.kernel.facts import SPECTATOR, TRUTH, name_eyes
from rexarium.kernel.phrases import listed, name_seats


# Views are built for all eyes after every move, so they are C-made structs that the garbage collector does not track.
class Comet(msgspec.Struct, frozen=True, gc=False):
    """The comet that rules the round."""

    seat: int
    card: str


class IfPlayed(msgspec.Struct, frozen=True, gc=False):
    """What a hand card would do if it were played now."""

    counts_as: str  # the card itself; for a Chamaelosaurus, the card it copies
    rank: int  # among the top cards after that
    draws: int
    comet: str | None  # "rules" or "falls short"
    ends_round: bool


class SeatView(msgspec.Struct, frozen=True, gc=False):
    """A seat as it is seen."""

    seat: int
    hand: tuple[str, ...] | None  # None if hidden
    hand_size: int
    stock_size: int
    pile_size: int
    lost_size: int
    top: str | None
    counts_as: str | None  # what the top card counts as; for a Chamaelosaurus, the card it copies
    beneath: str | None  # the card that a Chamaelosaurus lies on
    rank: int | None  # among the present top cards
    owes_shower: bool  # it played the comet shower this round and still has to lose it
    eggs: Mapping[str, int]
    egg_points: Mapping[str, int]  # what the eggs of each colour bring
    score: int
    next_egg: Mapping[str, int]  # what one more egg of each colour would add
    remaining: (
        tuple[str, ...] | None
    )  # the cards still in the game, once it is over, or for eyes that may see everything
    remaining_sum: int | None  # the sum that breaks a tie


class View(msgspec.Struct, frozen=True, gc=False):
    """The whole table through one pair of eyes."""

    eyes: str
    round: int
    rounds: int
    prompt: str
    turn: int | None
    strongest: str
    weakest: str
    aside: tuple[str, ...]
    open_eggs: tuple[str, ...]
    egg_pile_size: int
    eggs_left: Mapping[str, int]  # face down, in both piles together
    comet: Comet | None
    last_lap: tuple[int, ...]  # the seats still to play, if nobody extends the round
    order: tuple[
        int, ...
    ]  # the order of the seats: clockwise, then by rank; at the end of the game, the best first
    if_played: Mapping[str, IfPlayed]  # by hand card, for the seat that has to play; otherwise empty
    seats: tuple[SeatView, ...]
    symbols: Mapping[str, str]  # the symbol of each card in the box
    winners: tuple[int, ...]  # empty until the game is over


def view(state: TrexState, eyes: int) -> View:
    """TR-55: top cards, sizes, eggs and colours are open to all; a hand only to its seat."""
    return views(state, (eyes,))[0]


def views(state: TrexState, eyes: Sequence[int]) -> list[View]:
    """The same table for several viewers: only the hands differ, and what their cards would do."""
    is_over = state.waiting == 0
    strongest, weakest, left = state.strongest, state.weakest, _hidden_eggs(state)
    open_to_all = View(
        eyes=name_eyes(SPECTATOR, state.seats),
        round=state.round,
        rounds=codes.ROUNDS,
        prompt=PROMPTS[state.asked],
        turn=None if is_over else state.turn + 1,
        strongest=COLOUR_NAMES[strongest],
        weakest=COLOUR_NAMES[weakest],
        aside=tuple([name for colour, name in enumerate(COLOUR_NAMES) if colour not in (strongest, weakest)]),
        open_eggs=tuple([name_colour(egg) for egg in state.open_eggs if egg != codes.NO_EGG]),
        egg_pile_size=codes.EGG_PILE - state.turned,
        eggs_left={name: left.count(colour) for colour, name in enumerate(COLOUR_NAMES)},
        comet=ruling_comet(state),
        last_lap=tuple([seat + 1 for seat in last_lap(state)]),
        order=tuple([seat + 1 for seat in order(state)]),
        if_played={},
        seats=_covered_seats(state),
        symbols=_name_symbols(state.comets, state.draws),
        winners=name_seats(state.winners()) if is_over else (),
    )
    return [
        replace(
            open_to_all,
            eyes=name_eyes(each, state.seats),
            if_played=_if_played_by(state, each),
            seats=tuple(
                [
                    _uncover(state, seat, place, each) if each in (seat, TRUTH) else place
                    for seat, place in enumerate(open_to_all.seats)
                ]
            ),
        )
        for each in eyes
    ]


def _covered_seats(state: TrexState) -> tuple[SeatView, ...]:
    """All seats with what everyone may see; what only some viewers may see is filled in later."""
    ranks = {seat: place for place, seat in enumerate(standing(state), start=1)}
    all_eggs, hands, stocks, piles, lost = state.eggs, state.hand, state.stock, state.pile, state.lost
    showered, found = state.showered, []
    for seat in range(state.seats):
        eggs, egg_points, next_egg = _name_eggs(
            tuple(all_eggs[seat * codes.COLOURS : (seat + 1) * codes.COLOURS])
        )
        pile = pile_of(state, seat)
        found.append(
            SeatView(
                seat=seat + 1,
                hand=None,
                hand_size=bits.count(hands[seat]),
                stock_size=stocks[seat],
                pile_size=piles[seat],
                lost_size=bits.count(lost[seat]),
                top=name_card(pile[-1]) if pile else None,
                counts_as=name_worth(pile) if pile else None,
                beneath=name_card(pile[-2]) if pile[1:] and pile[-1] == codes.CHAMAELOSAURUS else None,
                rank=ranks.get(seat),
                owes_shower=bits.has(showered, seat),
                eggs=eggs,
                egg_points=egg_points,
                score=state.score(seat),
                next_egg=next_egg,
                remaining=None,
                remaining_sum=None,
            )
        )
    return tuple(found)


def _uncover(state: TrexState, seat: int, place: SeatView, eyes: int) -> SeatView:
    """TR-55: show a hand only to its seat; TR-43: show cards lost unseen only to the truth."""
    hand = name_cards(state.hand[seat])
    if eyes != TRUTH or state.waiting != 0:
        return replace(place, hand=hand)
    remaining = name_cards(codes.ALL_CARDS & ~state.lost[seat])
    return replace(place, hand=hand, remaining=remaining, remaining_sum=state.remaining_sum(seat))


def _if_played_by(state: TrexState, eyes: int) -> dict[str, IfPlayed]:
    """TR-55: only the seat that has to play sees what the cards of its hand would do."""
    if state.asked != codes.PROMPT_PLAY or eyes != state.turn:
        return {}
    return {CARD_NAMES[card]: if_played(state, card) for card in bits.members(state.hand[eyes])}


def if_played(state: TrexState, card: int) -> IfPlayed:
    """TR-16 to TR-36: what happens if the seat to move plays a card of its hand, using only what the seat knows."""
    seat, after = state.turn, state.copy()
    assert isinstance(after, TrexState)
    after.apply(seat, card)
    top = after.top
    strength = codes.SHOWER_STRENGTH if card == codes.SHOWER else top[seat] // codes.CLOCK
    rules = "rules" if strength >= state.comet_strength else "falls short"
    return IfPlayed(
        counts_as=CARD_NAMES[card] if card < codes.NUMBERED else name_worth(pile_of(after, seat)),
        rank=sorted(top, reverse=True).index(top[seat]) + 1,
        draws=state.stock[seat] - after.stock[seat],
        comet=rules if bits.has(state.comets, card) else None,
        ends_round=after.asked != codes.PROMPT_PLAY,
    )


@lru_cache(maxsize=4096)
def _name_eggs(numbers: tuple[int, ...]) -> tuple[Mapping[str, int], ...]:
    """TR-52: by colour, how many eggs, what they bring, and what one more would add."""
    eggs = dict(zip(COLOUR_NAMES, numbers, strict=True))
    points = {name: number * number for name, number in eggs.items()}
    return eggs, points, {name: 2 * number + 1 for name, number in eggs.items()}


@lru_cache(maxsize=64)
def _name_symbols(comets: int, draws: int) -> Mapping[str, str]:
    """The symbol of every card in a box; cached, because it stays the same for the whole game."""
    return {name: name_symbol(comets, draws, card) for card, name in enumerate(CARD_NAMES)}


def name_symbol(comets: int, draws: int, card: int) -> str:
    """TR-03, TR-27, TR-32: what a card does when it is played."""
    if bits.has(comets, card):
        return "comet"
    return f"draw {draws >> (2 * card) & 3}" if card < codes.NUMBERED else "none"


def pile_of(state: TrexState, seat: int) -> list[int]:
    """The played pile, the first card played first."""
    return [state.pile_card(seat, place) for place in range(state.pile[seat])]


def stock_of(state: TrexState, seat: int) -> list[int]:
    """The stock, its top first."""
    ring = state.ring
    return [ring[state.slot(seat, place)] for place in range(state.stock[seat])]


def name_worth(pile: list[int]) -> str:
    """TR-32, TR-34, TR-35: what the top card counts as."""
    cards = [card for card in pile if card != codes.CHAMAELOSAURUS]
    return name_card(cards[-1]) if cards and cards[-1] < codes.NUMBERED else "0"


def standing(state: TrexState) -> list[int]:
    """The seats by their top cards, strongest first; once ranked, they keep that order to the end of the round."""
    if state.asked != codes.PROMPT_PLAY:
        return list(state.rank)[: state.seats]
    piles, tops = state.pile, state.top
    return sorted([seat for seat in range(state.seats) if piles[seat] > 0], key=lambda seat: -tops[seat])


def order(state: TrexState) -> list[int]:
    """TR-16, TR-23: clockwise, the comet's seat last; TR-37, TR-42: by rank; TR-52: at the end, the best first."""
    seats = range(state.seats)
    if state.asked == codes.PROMPT_OVER:
        best = state.winners()
        return sorted(seats, key=lambda seat: (not bits.has(best, seat), -state.score(seat)))
    if state.asked != codes.PROMPT_PLAY:
        return standing(state)
    first = state.turn if state.comet_seat == codes.NOBODY else state.comet_seat + 1
    return [(first + step) % state.seats for step in seats]


def ruling_comet(state: TrexState) -> Comet | None:
    """TR-24: the strongest comet of the round; its card is the one of exactly that strength on its owner's pile."""
    if state.comet_seat == codes.NOBODY:
        return None
    for card in pile_of(state, state.comet_seat):
        strength = codes.SHOWER_STRENGTH if card == codes.SHOWER else state.strength(card)
        if bits.has(state.comets, card) and strength == state.comet_strength:
            return Comet(state.comet_seat + 1, name_card(card))
    return None


def last_lap(state: TrexState) -> list[int]:
    """TR-23: once a comet rules, the seats from the one on turn to the comet's."""
    if state.comet_seat == codes.NOBODY or state.asked != codes.PROMPT_PLAY:
        return []
    length = (state.comet_seat - state.turn) % state.seats + 1
    lap = [(state.turn + step) % state.seats for step in range(length)]
    return [seat for seat in lap if state.plays(seat) != 0]


def memory(state: TrexState, eyes: int) -> dict[str, str]:
    """TR-55: where each card is, as far as a perfect memory can tell; `?` is a card it cannot place."""
    found = {}
    for seat in range(state.seats):
        hidden = uncertain_cards(state, seat, eyes)
        hand = [name_card(card) for card in bits.members(state.hand[seat] & ~hidden)]
        unknown = bits.count(state.hand[seat] & hidden)
        lost = [name_card(card) for card in bits.members(state.lost[seat] & ~hidden)]
        unseen = bits.count(state.lost[seat] & hidden)
        stock = ["?" if bits.has(hidden, card) else name_card(card) for card in stock_of(state, seat)]
        found[f"hand {seat + 1}"] = listed(hand + ["?"] * unknown)
        found[f"stock {seat + 1}"] = listed(stock)
        found[f"lost {seat + 1}"] = listed(lost + ["?"] * unseen)
        never_seen = 0 if eyes == TRUTH else state.hidden_cards(seat, eyes)
        found[f"unseen {seat + 1}"] = listed(name_cards(never_seen))
    return found


def uncertain_cards(state: TrexState, seat: int, eyes: int) -> int:
    """The hidden cards of a set, except those that must all be in the hand or all be lost."""
    if eyes == TRUTH:
        return 0
    hidden = state.hidden_cards(seat, eyes)
    in_hand = bits.count(state.hand[seat] & hidden)
    in_stock = sum(bits.has(hidden, card) for card in stock_of(state, seat))
    if in_stock == 0 and in_hand in (0, bits.count(hidden)):
        return 0
    return 0 if in_stock == bits.count(hidden) == 1 else hidden


def odds(state: TrexState, eyes: int) -> dict[str, Fraction]:
    """TR-55, exactly: each hidden card is equally likely to be in each place that holds a hidden card."""
    found: dict[str, Fraction] = {}
    for seat in range(state.seats):
        hidden = 0 if eyes == TRUTH else state.hidden_cards(seat, eyes)
        in_hand = bits.count(state.hand[seat] & hidden)
        stock = stock_of(state, seat)
        is_unknown = [bits.has(hidden, card) for card in stock]
        places = bits.count(hidden)
        for card, name in enumerate(CARD_NAMES):
            if bits.has(hidden, card):
                found[f"hand {seat + 1} has {name}"] = Fraction(in_hand, places)
                found[f"stock {seat + 1} has {name}"] = Fraction(sum(is_unknown), places)
                found[f"top of stock {seat + 1} is {name}"] = Fraction(int(any(is_unknown[:1])), places)
                found[f"lost {seat + 1} has {name}"] = Fraction(places - in_hand - sum(is_unknown), places)
            else:
                found[f"hand {seat + 1} has {name}"] = Fraction(int(bits.has(state.hand[seat], card)))
                found[f"stock {seat + 1} has {name}"] = Fraction(int(card in stock))
                found[f"top of stock {seat + 1} is {name}"] = Fraction(int(stock[:1] == [card]))
                found[f"lost {seat + 1} has {name}"] = Fraction(int(bits.has(state.lost[seat], card)))
    return found | _egg_odds(state, eyes)


def _hidden_eggs(state: TrexState) -> list[int]:
    """The face-down eggs, without telling in which pile they are."""
    piles = state.egg_piles
    return piles[state.turned : codes.EGG_PILE] + piles[codes.EGG_PILE + state.turned :]


def _egg_odds(state: TrexState, eyes: int) -> dict[str, Fraction]:
    piles = state.egg_piles
    left, right = piles[state.turned : codes.EGG_PILE], piles[codes.EGG_PILE + state.turned :]
    found = {}
    for side, pile in (("left", left), ("right", right)):
        unturned = pile[:1] if eyes == TRUTH else _hidden_eggs(state)
        for colour, name in enumerate(COLOUR_NAMES):
            if unturned:
                found[f"next {side} egg is {name}"] = Fraction(unturned.count(colour), len(unturned))
    return found
