"""Nothing is lost and nothing is made: cards, eggs, knowledge, in true and in imagined worlds."""

import pytest

from rexarium.games.trex import codes
from rexarium.games.trex.rules import TrexState
from rexarium.kernel import bits, dice
from rexarium.kernel.facts import SPECTATOR
from rexarium.testkit.information import imagined
from rexarium.testkit.walk import begin, choosers, walk
from tests.games.trex.builders import OTHER_BOX, TREX, pile_of, stock_of, table

pytestmark = pytest.mark.mutation


def check(state: TrexState, eggs_in_box: tuple[int, ...]) -> None:
    """TR-01, TR-05, TR-09, TR-38, TR-49: every card of every set and every egg is in just one place."""
    for seat in range(state.seats):
        stock, pile = stock_of(state, seat), pile_of(state, seat)
        places = [*bits.members(state.hand[seat]), *stock, *pile, *bits.members(state.lost[seat])]
        assert sorted(places) == list(range(codes.CARDS)), f"seat {seat + 1}: {sorted(places)}"
        seen = set(bits.members(state.seen[seat]))
        assert seen >= set(pile), "a card on a pile that nobody has seen"
        unknown = [card not in seen for card in stock]
        assert unknown == sorted(unknown, reverse=True), "TR-45: what was played lies below what was not"
        if state.showered >> seat & 1:
            assert codes.SHOWER in pile, "TR-41: the shower that is to be lost is not on the pile"
        check_top(state, seat, pile)
    piles = list(state.egg_piles)
    eggs = [*piles[state.turned : codes.EGG_PILE], *piles[codes.EGG_PILE + state.turned :]]
    eggs += [egg for egg in state.open_eggs if egg != codes.NO_EGG]
    counts = [
        eggs.count(colour) + sum(state.eggs[seat * 5 + colour] for seat in range(state.seats))
        for colour in range(5)
    ]
    assert counts == list(eggs_in_box)
    assert state.strongest != state.weakest, "TR-08, TR-48"


def check_top(state: TrexState, seat: int, pile: tuple[int, ...]) -> None:
    """TR-32, TR-34, TR-35: the strength that is kept is that of the card that counts."""
    if state.asked != codes.PROMPT_PLAY:
        return  # once ranked, the cards that were on top may be gone
    worths = [0] + [state.strength(card) for card in pile if card != codes.CHAMAELOSAURUS]
    assert state.top[seat] // codes.CLOCK == worths[-1]
    assert (state.top[seat] < codes.MAX_SEATS) == (not pile)


@pytest.mark.parametrize("extra", [False, True])
@pytest.mark.parametrize("flip", [False, True])
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_cards_and_eggs_are_conserved(seats: int, flip: bool, extra: bool) -> None:
    edition = OTHER_BOX if flip else None
    for number, choose in enumerate(choosers(seats).values()):
        setup = table(seats, flip=flip, extra=extra, edition=edition)
        match = begin(TREX, setup, number)
        for ply in walk(match, number, choose):
            state = match.state()
            assert isinstance(state, TrexState)
            check(state, setup.edition.numbers.eggs)
            if ply % 5 == 0:
                for eyes in (ply % seats, SPECTATOR):
                    world = imagined(state, eyes, dice.advance(ply))
                    assert isinstance(world, TrexState)
                    check(world, setup.edition.numbers.eggs)
                    check_legal(world)


def check_legal(world: TrexState) -> None:
    """TR-16 to TR-20: in an imagined world too, whoever is to play has the moves of the hand there."""
    if world.asked == codes.PROMPT_PLAY and world.waiting:
        hand = world.hand[world.turn]
        assert world.legal[world.turn] & codes.ALL_CARDS == hand
        can_flip = bits.count(hand) == 0 or (bits.count(hand) == 1 and world.flip_with_one == 1)
        assert bits.has(world.legal[world.turn], codes.FLIP) == (can_flip and world.stock[world.turn] > 0)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_an_imagined_world_can_be_played_to_its_end(seats: int) -> None:
    """Whoever imagines it, at whosever turn."""
    match = begin(TREX, table(seats, extra=True), 77)
    for ply in walk(match, 77):
        if ply % 9:
            continue
        for eyes in (*range(seats), SPECTATOR):
            world = imagined(match.state(), eyes, ply)
            assert isinstance(world, TrexState)
            seed = ply
            while world.waiting:
                seat = bits.lowest(world.waiting)
                seed = dice.advance(seed)
                world.apply(
                    seat, bits.nth(world.legal[seat], dice.below(seed, bits.count(world.legal[seat])))
                )
            check(world, match.setup.edition.numbers.eggs)
