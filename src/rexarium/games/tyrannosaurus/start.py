"""From a box and a deal to the first question: TY-05 to TY-10."""

from rexarium.games.tyrannosaurus import codes
from rexarium.games.tyrannosaurus.edition import Numbers
from rexarium.games.tyrannosaurus.notation import Deal
from rexarium.games.tyrannosaurus.rules import TyrannosaurusState
from rexarium.kernel.chance import Chance
from rexarium.kernel.errors import BadSetup
from rexarium.kernel.game import Setup

_PAIRS = {
    "stegosaurus-triceratops": (codes.STEGOSAURUS, codes.TRICERATOPS),
    "pteranodon-diplodocus": (codes.PTERANODON, codes.DIPLODOCUS),
}
_COMPASS = {"8": 0b11111111, "4": 0b01010101}


def dinosaurs_in_play(setup: Setup) -> tuple[int, ...]:
    """TY-05: the dinosaurs for this number of players."""
    if setup.seats == 2:
        return _PAIRS[setup.rulings["pair"]]
    if setup.seats == 3:
        return (codes.TRICERATOPS, codes.PTERANODON, codes.DIPLODOCUS)
    return (codes.TRICERATOPS, codes.PTERANODON, codes.DIPLODOCUS, codes.STEGOSAURUS)


def variants(seats: int) -> list[dict[str, str]]:
    """TY-05: two players choose between two pairs."""
    return [{"pair": pair} for pair in _PAIRS] if seats == 2 else [{}]


def draw_deal(setup: Setup, chance: Chance, first: int | None) -> Deal:
    """TY-06, TY-07, TY-10: draw the dinosaurs, with two or four a card removed from each, and the bone."""
    if first is not None and not 0 <= first < setup.seats:
        raise BadSetup(f"The bone goes to seat 1 to {setup.seats}.", "TY-10")
    numbers: Numbers = setup.edition.numbers
    dinosaurs = tuple(chance.shuffled(list(dinosaurs_in_play(setup))))
    removed = tuple(
        _draw_card(numbers, dinosaur, chance) if setup.seats != 3 else codes.NO_ACTION
        for dinosaur in dinosaurs
    )
    lot = chance.below(setup.seats)
    return Deal(dinosaurs, removed, lot if first is None else first)


def _draw_card(numbers: Numbers, dinosaur: int, chance: Chance) -> int:
    split = numbers.splits[dinosaur * codes.ACTIONS : dinosaur * codes.ACTIONS + codes.ACTIONS]
    cards = [action for action, number in enumerate(split) for _ in range(number)]
    return cards[chance.below(len(cards))]


def empty_table(setup: Setup) -> TyrannosaurusState:
    """A state with the box and the rulings in place and the dinosaurs not yet given out."""
    numbers: Numbers = setup.edition.numbers
    state = TyrannosaurusState()
    state.seats = setup.seats
    state.turns = codes.CARDS if setup.seats == 3 else codes.CARDS - 1
    state.directions = _COMPASS[setup.rulings["directions"]]
    state.play_on = int(setup.rulings["play_on"] == "on")
    dinosaurs = dinosaurs_in_play(setup)
    state.assign(
        {
            "splits": list(numbers.splits),
            "start_cells": list(numbers.corners),
            "start_trees": list(numbers.trees),
            "dinosaur": [*dinosaurs, *[0] * codes.MAX_SEATS][: codes.MAX_SEATS],
        }
    )
    return state


def start(setup: Setup, deal: Deal, *, is_telling: bool) -> TyrannosaurusState:
    """TY-07 to TY-11: all dinosaurs in their corners, and the lake still to be placed."""
    state = empty_table(setup)
    spare = [codes.NO_ACTION] * codes.MAX_SEATS
    state.assign(
        {
            "dinosaur": [*deal.dinosaurs, 0, 0, 0, 0][: codes.MAX_SEATS],
            "removed": [*deal.removed, *spare][: codes.MAX_SEATS],
        }
    )
    state.is_telling = is_telling
    state.begin_game(deal.bone)
    return state
