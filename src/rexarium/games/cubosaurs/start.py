"""From a box and a deal to the first question: CU-05 to CU-07, CU-31."""

from rexarium.games.cubosaurs import codes
from rexarium.games.cubosaurs.edition import Numbers
from rexarium.games.cubosaurs.notation import Deal
from rexarium.games.cubosaurs.rules import CubosaursState
from rexarium.kernel import bits
from rexarium.kernel.chance import Chance
from rexarium.kernel.errors import BadSetup
from rexarium.kernel.game import Setup


def is_advanced(setup: Setup) -> bool:
    """CU-31: whether there are tokens and tiles."""
    return setup.rulings["dna"] == "on"


def rounds_of(setup: Setup) -> int:
    """CU-27, CU-29: how many rounds are played."""
    return int(setup.rulings["rounds"])


def box_of(setup: Setup) -> list[int]:
    """CU-03: the number of cards of each kind; the base game ignores icons, so those kinds join the plain ones."""
    numbers: Numbers = setup.edition.numbers
    box = list(numbers.box)
    if not is_advanced(setup):
        for kind in bits.members(codes.WITH_ICON):
            box[kind - 1] += box[kind]
            box[kind] = 0
    return box


def tiles_of(setup: Setup) -> int:
    """CU-31, CU-51: the tiles in the game."""
    numbers: Numbers = setup.edition.numbers
    if not is_advanced(setup):
        return 0
    left_out = numbers.direct if setup.rulings["no_direct_interaction"] == "on" else 0
    return codes.ALL_TILES & ~left_out


def variants() -> list[dict[str, str]]:
    """CU-31: the lab compares the base game and the advanced one."""
    return [{"dna": "off"}, {"dna": "on"}]


def draw_deal(setup: Setup, chance: Chance, first: int | None) -> Deal:
    """CU-05, CU-07, CU-31, CU-49: draw the first player and each round's deck and, in the advanced game, order of tiles."""
    if first is not None and not 0 <= first < setup.seats:
        raise BadSetup(f"The first player is seat 1 to {setup.seats}.", "CU-07")
    lot = chance.below(setup.seats)
    cards = [kind for kind, number in enumerate(box_of(setup)) for _ in range(number)]
    tiles = bits.members(tiles_of(setup))
    decks, orders = [], []
    for _ in range(rounds_of(setup)):
        decks.append(tuple(chance.shuffled(cards)[: setup.seats * codes.DECK_A_SEAT]))
        if tiles:
            orders.append(tuple(chance.shuffled(tiles)))
    return Deal(lot if first is None else first, tuple(decks), tuple(orders))


def empty_table(setup: Setup) -> CubosaursState:
    """A state with the box and the rulings in place and nothing dealt."""
    numbers: Numbers = setup.edition.numbers
    state = CubosaursState()
    state.seats = setup.seats
    state.dna = int(is_advanced(setup))
    state.zero_majority = int(setup.rulings["zero_majority"] == "on")
    state.late_window = int(setup.rulings["buy_window"] == "before_or_after")
    state.rounds = rounds_of(setup)
    state.tiles = tiles_of(setup)
    state.market_size = setup.seats + 1
    state.assign(
        {
            "box": box_of(setup),
            "rows": list(numbers.rows),
            "egg_pays": list(numbers.egg_pays),
            "egg_costs": list(numbers.egg_costs),
            "tile_costs": [0, *numbers.tile_costs],
        }
    )
    return state


def start(setup: Setup, deal: Deal, *, is_telling: bool) -> CubosaursState:
    """CU-05 to CU-09: four cards each, and the first hand drawn."""
    state = empty_table(setup)
    state.assign({"decks": lay_decks(setup, deal), "tile_orders": lay_orders(deal)})
    state.is_telling = is_telling
    state.begin_game(deal.first)
    return state


def lay_decks(setup: Setup, deal: Deal) -> list[int]:
    """CU-05: each round's deck from bottom to top; above it lie the cards set aside, which nobody will ever see."""
    box = box_of(setup)
    cards = []
    for deck in deal.decks:
        aside = (kind for kind, number in enumerate(box) for _ in range(number - deck.count(kind)))
        cards += [*reversed(deck), *aside]
    return [*cards, *[0] * (codes.BOX * codes.MAX_ROUNDS - len(cards))]


def lay_orders(deal: Deal) -> list[int]:
    """CU-31, CU-49: each round's order of tiles, ten places per round."""
    places = []
    for order in deal.tile_orders:
        places += [*order, *[codes.NO_TILE] * (codes.TILES - len(order))]
    return [*places, *[codes.NO_TILE] * (codes.TILES * codes.MAX_ROUNDS - len(places))]
