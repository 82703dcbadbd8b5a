"""From a box and a deal to the first question: TR-07 to TR-10."""

from rexarium.games.trex import codes
from rexarium.games.trex.edition import Numbers
from rexarium.games.trex.notation import Deal
from rexarium.games.trex.rules import TrexState
from rexarium.kernel.chance import Chance
from rexarium.kernel.errors import BadSetup
from rexarium.kernel.game import Setup


def draw_deal(setup: Setup, chance: Chance, first: int | None) -> Deal:
    """TR-07 to TR-10: shuffle eggs, colours and sets; the host names the first seat, or it is drawn by lot."""
    if first is not None and not 0 <= first < setup.seats:
        raise BadSetup(f"The first seat is 1 to {setup.seats}.", "TR-10")
    numbers: Numbers = setup.edition.numbers
    box = [colour for colour, number in enumerate(numbers.eggs) for _ in range(number)]
    sets = tuple(tuple(chance.shuffled(list(range(codes.CARDS)))) for _ in range(setup.seats))
    eggs = chance.shuffled(box)
    strongest, weakest, *_ = chance.shuffled(list(range(codes.COLOURS)))
    lot = chance.below(setup.seats)
    return Deal(
        sets=sets,
        left=tuple(eggs[: codes.EGG_PILE]),
        right=tuple(eggs[codes.EGG_PILE :]),
        strongest=strongest,
        weakest=weakest,
        first=lot if first is None else first,
    )


def empty_table(setup: Setup) -> TrexState:
    """A state with the sets gathered, the box and the rulings in place, and nothing dealt."""
    numbers: Numbers = setup.edition.numbers
    state = TrexState()
    state.seats = setup.seats
    state.flip_with_one = int(setup.rulings["flip_with_one"] == "on")
    state.shower_is_extra_loss = int(setup.rulings["shower_is_extra_loss"] == "on")
    state.comets = numbers.comet_mask()
    state.draws = numbers.draw_bits()
    state.egg_piles = [colour for colour, number in enumerate(numbers.eggs) for _ in range(number)]
    state.gather()
    return state


def start(setup: Setup, deal: Deal, *, is_telling: bool) -> TrexState:
    """TR-07 to TR-10: seven cards in each hand, ten in each stock, two eggs and two colours open."""
    state = empty_table(setup)
    hand, ring = [0] * codes.MAX_SEATS, [0] * (codes.MAX_SEATS * codes.RING)
    for seat, cards in enumerate(deal.sets):
        hand[seat] = sum(1 << card for card in cards[: codes.HAND])
        ring[seat * codes.RING : seat * codes.RING + codes.CARDS - codes.HAND] = cards[codes.HAND :]
    state.assign({"hand": hand, "ring": ring, "egg_piles": [*deal.left, *deal.right]})
    state.strongest, state.weakest = deal.strongest, deal.weakest
    state.is_telling = is_telling
    state.begin_game(deal.first)
    return state
