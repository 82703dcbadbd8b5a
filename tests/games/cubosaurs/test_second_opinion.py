"""Cubosaurs and its second opinion agree, in whole games, at crowded tables and in any position."""

import random
from collections import Counter
from itertools import permutations

import pytest

from rexarium.games.cubosaurs import GAME
from rexarium.games.cubosaurs.rules import CubosaursState
from rexarium.kernel import bits
from rexarium.kernel.chance import Chance
from rexarium.kernel.errors import BadPosition
from rexarium.kernel.facts import SPECTATOR, TRUTH
from rexarium.kernel.game import Setup
from rexarium.kernel.outline import read_outline
from tests.games.cubosaurs.second_opinion import (
    COLOURS,
    any_setup,
    bare_den,
    best_pairing,
    check_round_trip,
    fuzzed,
    play_both,
    read,
    say_deal,
    say_fuzzed,
    type_of,
)


@pytest.mark.parametrize("seed", range(5))
def test_whole_games_agree(seed: int) -> None:
    dice = random.Random(seed)
    for _ in range(10):
        setup = any_setup(dice)
        den = bare_den(dice, setup)
        state = GAME.start(setup, GAME.read_deal(setup, read_outline(say_deal(den))))
        play_both(dice, setup, state, den, is_begun=False)


@pytest.mark.parametrize("seed", range(5))
def test_crowded_tables_agree(seed: int) -> None:
    dice = random.Random(1000 + seed)
    ends: Counter[str] = Counter()
    for _ in range(40):
        setup = any_setup(dice)
        den = fuzzed(dice, setup)
        state = read(setup, say_fuzzed(den))
        check_round_trip(setup, state)
        play_both(dice, setup, state, den, is_begun=True)
        ends["shared"] += len(den.winners()) > 1
        ends["below zero"] += min(den.score(seat) for seat in den.seats) < 0
        ends["all tokens taken"] += den.is_advanced and den.supply == 0
    assert ends["below zero"]
    assert ends["all tokens taken"]


@pytest.mark.parametrize("seed", range(4))
def test_scores_of_any_collections(seed: int) -> None:
    """CU-18 to CU-25, CU-37, CU-38: piles of cards as no game deals them."""
    dice = random.Random(2000 + seed)
    for _ in range(150):
        setup = any_setup(dice)
        den = fuzzed(dice, setup)
        cards = sorted((den.box.cards - den.hand - den.destroyed - Counter(den.decks[0])).elements())
        for seat in den.seats:
            den.collection[seat] = Counter()
        for card in dice.sample(cards, dice.randint(0, len(cards))):
            den.collection[dice.choice(den.seats)][card] += 1
        state = read(setup, say_fuzzed(den))
        for seat in den.seats:
            assert state.score_round(seat - 1) == den.round_score(seat)
            assert state.score(seat - 1) == den.score(seat)


def test_the_best_pairing_is_the_best_of_all_pairings() -> None:
    """CU-20: any greys beside any blacks, and any number of pairs among those that lie side by side."""
    dice = random.Random(5)
    for _ in range(40):
        grey, black = [[dice.randint(1, 3) for _ in range(dice.randint(0, 4))] for _ in COLOURS]
        ways = [
            2 * sum(one + other for one, other in zip(greys[:pairs], blacks[:pairs], strict=False))
            for greys in permutations(grey)
            for blacks in permutations(black)
            for pairs in range(5)
        ]
        assert best_pairing(tuple(grey), tuple(black)) == max(ways) - sum(grey) - sum(black)


VALUES = {
    "round": ("1", "2", "3", "4"),
    "direction": ("clockwise", "counter-clockwise"),
    "phase": GAME.prompts,
    "turn": ("seat 1", "2", "seat 5"),
    "hand": ("none", "t-rex", "grey 3, black 2", "3 pterodactyl, egg t-rex", "9 t-rex"),
    "deck": ("none", "t-rex, t-rex", "grey 3", "egg t-rex, egg t-rex"),
    "deck size": ("0", "3", "20", "55"),
    "destroyed": ("none", "t-rex", "8 t-rex"),
    "market": ("none", "1, 2, 3", "4, 5, 6", "7, 8, 9, 10", "1, 1"),
    "supply": ("0", "1", "20", "40"),
    "decided": ("yes", "no"),
    "has bought": ("yes", "no"),
    "tile": ("none", *map(str, range(1, 11))),
    "victim": ("none", "seat 1", "2", "seat 3"),
    "theirs": ("none", "t-rex", "grey 3"),
    "then": ("first turn", "decision", "offer", "next turn"),
    "deck 2": ("none", "t-rex", "grey 3, grey 3, grey 3"),
    "deck 3": ("none", "t-rex"),
    "tiles 2": ("none", "3, 1", "10, 9, 8, 7, 6, 5, 4, 3, 2, 1"),
    "tiles 3": ("none", "3, 1"),
}
SEAT_VALUES = {
    "collection": ("none", "t-rex", "2 grey 3, egg t-rex", "7 stegosaurus", "grey 2, black 2, pentaceratops"),
    "tokens": ("0", "1", "5", "40", "41"),
    "owed": ("0", "1", "3"),
    "bought": ("none", "1", "2, 7", "10"),
    "rounds": ("none", "0", "-3, 4", "5, 5, -999", "+7"),
}
NONSENSE = ("-1", "seat 9", "perhaps", "", "?", "triceratops", "99999999999")


def spoilt(dice: random.Random, text: str) -> str:
    """A position with some lines left out, said otherwise or added."""
    lines = text.splitlines()
    for _ in range(dice.choice([1, 1, 2, 3, 5])):
        at = dice.choice([at for at, line in enumerate(lines) if line and not line.startswith("seat")])
        of_seat = lines[at].startswith("  ")
        label = lines[at].split(":")[0].strip()
        values = SEAT_VALUES if of_seat else VALUES
        if dice.random() < 0.3:
            lines.pop(at)
            continue
        if dice.random() < 0.4:
            label = dice.choice(sorted(values))
        value = dice.choice(NONSENSE if dice.random() < 0.05 else values[label])
        lines[at] = f"{'  ' if of_seat else ''}{label}: {value}"
    return "\n".join(lines)


def check_sound(setup: Setup, state: CubosaursState) -> None:
    """CU-01, CU-31: no card and no token comes or goes, and just who is asked has moves."""
    assert min(GAME.view(state, TRUTH).destroyed.values(), default=0) >= 0
    assert state.supply + sum(state.tokens) <= 40
    for seat in range(setup.seats):
        assert bool(state.moves(seat)) == bits.has(state.waiting, seat)


@pytest.mark.parametrize("seed", range(4))
def test_any_position_is_refused_or_can_be_played(seed: int) -> None:
    """Whatever is written, the answer is BadPosition or a table that plays to the end and can be written down."""
    dice = random.Random(3000 + seed)
    played: Counter[str] = Counter()
    for _ in range(250):
        setup = any_setup(dice, "on" if dice.random() < 0.7 else "")
        try:
            state = read(setup, spoilt(dice, say_fuzzed(fuzzed(dice, setup))))
        except BadPosition:
            played["refused"] += 1
            continue
        played[GAME.prompts[state.asked]] += 1
        for _ in range(GAME.ply_bound):
            if state.waiting == 0:
                break
            check_sound(setup, state)
            if dice.random() < 0.1:
                check_round_trip(setup, state)
            (seat,) = bits.members(state.waiting)
            state.apply(seat, dice.choice(state.moves(seat)))
        assert state.waiting == 0
        assert state.winners()
    assert played["refused"] > 50, played
    assert played["turn"] > 20, played


def test_worlds_that_one_may_imagine() -> None:
    """CU-05, CU-08, CU-15: nothing that lies open changes, and the cards to come are any of the unseen."""
    dice = random.Random(7)
    for _ in range(60):
        setup = any_setup(dice)
        den = fuzzed(dice, setup)
        state = read(setup, say_fuzzed(den))
        eyes = dice.choice([*range(setup.seats), SPECTATOR])
        next_cards = set()
        for _ in range(5):
            world = state.copy()
            assert isinstance(world, CubosaursState)
            world.imagine(eyes, dice.getrandbits(60))
            assert GAME.view(world, eyes) == GAME.view(state, eyes)
            assert GAME.memory(world, eyes) == GAME.memory(state, eyes)
            assert GAME.odds(world, eyes) == GAME.odds(state, eyes)
            check_round_trip(setup, world)
            next_cards.add(GAME.measure(setup, world, "deck"))
        assert len(next_cards) > 1 or len(den.decks[0]) < 2


def test_the_lot_deals_evenly() -> None:
    """CU-05, CU-07: every seat leads, and every type comes as often as it is in the box."""
    setup = GAME.setup(4)
    firsts: Counter[int] = Counter()
    types: Counter[str] = Counter()
    for seed in range(400):
        deal = GAME.deal(setup, Chance.of(seed))
        firsts[deal.first] += 1
        types.update(type_of(GAME.say(23 + kind)) for kind in deal.decks[0])
    assert all(70 < firsts[seat] < 130 for seat in range(4)), firsts
    cards = types.total()
    for name, number in types.items():
        expected = cards * (6 if name == "egg" else 7) / 55
        assert abs(number - expected) < 0.06 * expected, types
