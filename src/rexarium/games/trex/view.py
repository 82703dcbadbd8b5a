"""What each pair of eyes may see of T-Rex (TR-55): built up from nothing, never cut down."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from rexarium.games.trex import codes
from rexarium.games.trex.rules import TrexState
from rexarium.games.trex.words import CARD_NAMES, COLOUR_NAMES, PROMPTS, name_card, name_cards, name_colour
from rexarium.kernel import bits
from rexarium.kernel.facts import TRUTH, name_eyes
from rexarium.kernel.phrases import listed, name_seats


@dataclass(frozen=True, slots=True)
class Comet:
    """The comet that rules the round."""

    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat's place at the table."""

    seat: int
    hand: tuple[str, ...] | None  # None is hidden
    hand_size: int
    stock_size: int
    pile_size: int
    lost_size: int
    top: str | None
    counts_as: str | None  # what the top card is worth: another card under a Chamaelosaurus
    rank: int | None  # among the top cards now
    eggs: Mapping[str, int]
    score: int
    next_egg: Mapping[str, int]  # what one more egg of a colour would add


@dataclass(frozen=True, slots=True)
class View:
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
    comet: Comet | None
    last_lap: tuple[int, ...]  # the seats that still play, if nobody extends the round
    seats: tuple[SeatView, ...]
    symbols: Mapping[str, str]  # what each card of the box carries
    winners: tuple[int, ...]  # empty until the game is over


def view(state: TrexState, eyes: int) -> View:
    """TR-55: top cards, sizes, eggs and colours for all; a hand for its seat alone."""
    return views(state, (eyes,))[0]


def views(state: TrexState, eyes: Sequence[int]) -> list[View]:
    """The same table through several pairs of eyes: only the hands differ."""
    is_over = state.waiting == 0
    public = _view_seats(state)
    open_table = View(
        eyes="",
        round=state.round,
        rounds=codes.ROUNDS,
        prompt=PROMPTS[state.asked],
        turn=None if is_over else state.turn + 1,
        strongest=COLOUR_NAMES[state.strongest],
        weakest=COLOUR_NAMES[state.weakest],
        aside=tuple(
            name for colour, name in enumerate(COLOUR_NAMES) if colour not in (state.strongest, state.weakest)
        ),
        open_eggs=tuple(name_colour(egg) for egg in state.open_eggs if egg != codes.NO_EGG),
        egg_pile_size=codes.EGG_PILE - state.turned,
        comet=ruling_comet(state),
        last_lap=tuple(seat + 1 for seat in last_lap(state)),
        seats=public,
        symbols=_name_symbols(state.comets, state.draws),
        winners=name_seats(state.winners()) if is_over else (),
    )
    hands = state.hand
    return [
        replace(
            open_table,
            eyes=name_eyes(each, state.seats),
            seats=tuple(
                replace(seat, hand=name_cards(hands[seat.seat - 1]))
                if each in (seat.seat - 1, TRUTH)
                else seat
                for seat in public
            ),
        )
        for each in eyes
    ]


def _view_seats(state: TrexState) -> tuple[SeatView, ...]:
    """The seats as everybody sees them, without their hands."""
    ranks = {seat: place for place, seat in enumerate(standing(state), start=1)}
    all_eggs, hands, stocks, piles, lost = state.eggs, state.hand, state.stock, state.pile, state.lost
    found = []
    for seat in range(state.seats):
        base = seat * codes.COLOURS
        eggs = {name: all_eggs[base + colour] for colour, name in enumerate(COLOUR_NAMES)}
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
                rank=ranks.get(seat),
                eggs=eggs,
                score=state.score(seat),
                next_egg={name: 2 * number + 1 for name, number in eggs.items()},
            )
        )
    return tuple(found)


@lru_cache(maxsize=64)
def _name_symbols(comets: int, draws: int) -> Mapping[str, str]:
    """What every card of a box carries; it is the same all game long."""
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
    """The seats by their top cards, strongest first; once ranked, in that order to the end of the round."""
    if state.asked != codes.PROMPT_PLAY:
        return list(state.rank)[: state.seats]
    showing = [seat for seat in range(state.seats) if state.pile[seat] > 0]
    return sorted(showing, key=lambda seat: -state.top[seat])


def ruling_comet(state: TrexState) -> Comet | None:
    """TR-24: the strongest comet of the round; its card is the one on the owner's pile of just that strength."""
    if state.comet_seat == codes.NOBODY:
        return None
    for card in pile_of(state, state.comet_seat):
        strength = codes.SHOWER_STRENGTH if card == codes.SHOWER else state.strength(card)
        if bits.has(state.comets, card) and strength == state.comet_strength:
            return Comet(state.comet_seat + 1, name_card(card))
    return None


def last_lap(state: TrexState) -> list[int]:
    """TR-23: once a comet rules, the seats from the one whose turn it is to the comet's."""
    if state.comet_seat == codes.NOBODY or state.asked != codes.PROMPT_PLAY:
        return []
    length = (state.comet_seat - state.turn) % state.seats + 1
    lap = [(state.turn + step) % state.seats for step in range(length)]
    return [seat for seat in lap if state.plays(seat) != 0]


def memory(state: TrexState, eyes: int) -> dict[str, str]:
    """TR-55: where each card lies as far as a perfect memory knows; `?` is a card it cannot know."""
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
    """The hidden cards of a set, less those whose place follows by exclusion: all in the hand, or all lost."""
    if eyes == TRUTH:
        return 0
    hidden = state.hidden_cards(seat, eyes)
    in_hand = bits.count(state.hand[seat] & hidden)
    in_stock = sum(bits.has(hidden, card) for card in stock_of(state, seat))
    if in_stock == 0 and in_hand in (0, bits.count(hidden)):
        return 0
    return 0 if in_stock == bits.count(hidden) == 1 else hidden


def odds(state: TrexState, eyes: int) -> dict[str, Fraction]:
    """TR-55, counted exactly: each hidden card is equally likely in each place where a hidden card lies."""
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


def _egg_odds(state: TrexState, eyes: int) -> dict[str, Fraction]:
    piles = state.egg_piles
    left, right = piles[state.turned : codes.EGG_PILE], piles[codes.EGG_PILE + state.turned :]
    found = {}
    for side, pile in (("left", left), ("right", right)):
        unturned = pile[:1] if eyes == TRUTH else left + right
        for colour, name in enumerate(COLOUR_NAMES):
            if unturned:
                found[f"next {side} egg is {name}"] = Fraction(unturned.count(colour), len(unturned))
    return found
