"""From a box and a deal to the first question: PB-03."""

from rexarium.games.pebbles import codes
from rexarium.games.pebbles.edition import Numbers
from rexarium.games.pebbles.notation import Deal
from rexarium.games.pebbles.rules import PebblesState

from rexarium.kernel.chance import Chance
from rexarium.kernel.errors import BadSetup
from rexarium.kernel.game import Setup


def draw_deal(setup: Setup, chance: Chance, first: int | None) -> Deal:
    """PB-02, PB-03: the cards are shuffled; the host names the first seat, or it is drawn by lot."""
    if first is not None and not 0 <= first < setup.seats:
        raise BadSetup(f"The first seat is 1 to {setup.seats}.", "PB-03")
    cards = tuple(chance.shuffled(list(range(codes.CARDS)))[: setup.seats])
    lot = chance.below(setup.seats)
    return Deal(cards, lot if first is None else first)


def empty_table(setup: Setup) -> PebblesState:
    """The heap is whole and nothing is dealt; the rulings are in place."""
    numbers: Numbers = setup.edition.numbers
    state = PebblesState()
    state.seats = setup.seats
    state.may_show = int(setup.rulings["show"] == "on")
    state.heap = numbers.heap
    return state


def start(setup: Setup, deal: Deal, *, is_telling: bool) -> PebblesState:
    """PB-03: each seat has its card."""
    state = empty_table(setup)
    for seat, card in enumerate(deal.cards):
        state.assign_at("card", seat, card)
    state.is_telling = is_telling
    state.begin_game(deal.first)
    return state
