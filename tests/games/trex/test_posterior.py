"""TR-55: imagined worlds against every world there is, counted one by one."""

from collections import Counter
from collections.abc import Callable
from math import prod

import pytest

from rexarium.games.trex import codes
from rexarium.games.trex.rules import TrexState
from rexarium.kernel import bits, dice
from rexarium.kernel.chance import Chance
from rexarium.kernel.facts import SPECTATOR
from rexarium.testkit.information import check_distribution, imagined, told
from tests.games.trex.builders import TREX, Canon, all_worlds, canon, position, table

pytestmark = pytest.mark.mutation

OUT = "brown 8, green 9, red 10, yellow 11, brown 13, shower, chamaelosaurus"  # lost by both, in sight of all
EGGS = "left eggs: yellow, blue, blue\nright eggs: blue, blue, blue"

# Four cards of each set were never seen: seat 1 has lost one of them.
SMALL = f"""\
round: 12
strongest: red
weakest: brown
turn: seat 1
open eggs: green, red
{EGGS}
seat 1:
  hand: yellow 1, green 14, blue 12
  stock: red 5, brown 3, green 4
  lost: red 15, blue 2, yellow 6, blue 7, {OUT}
  seen: blue 2, yellow 6, blue 7, {OUT}, green 4, blue 12, green 14
seat 2:
  hand: brown 3, yellow 6
  stock: green 4, blue 2, red 5
  lost: red 15, yellow 1, green 14, blue 7, {OUT}, blue 12
  seen: red 15, yellow 1, green 14, blue 7, {OUT}, blue 12, red 5
"""

LATE_LOSSES = f"""\
round: 12
phase: lose
rank: 2 1
{EGGS}
seat 1:
  hand: yellow 1
  stock: red 5, brown 3, green 4
  pile: blue 7
  lost: red 15, blue 2, yellow 6, {OUT}, blue 12, green 14
  seen: blue 2, yellow 6, blue 7, {OUT}, green 4, green 14, red 15
seat 2:
  hand: brown 3
  stock: green 4, blue 2, red 5
  pile: yellow 6
  lost: red 15, yellow 1, green 14, blue 7, {OUT}, blue 12
  seen: red 15, yellow 1, green 14, blue 7, {OUT}, yellow 6, blue 12
"""

POSITIONS = {"play": SMALL, "lose": LATE_LOSSES}


def imagined_worlds(state: TrexState, eyes: int, number: int) -> Counter[Canon]:
    counts: Counter[Canon] = Counter()
    for seed in range(number):
        world = imagined(state, eyes, dice.advance(seed * 7919))
        assert isinstance(world, TrexState)
        counts[canon(world)] += 1
    return counts


@pytest.mark.parametrize("eyes", [0, 1, SPECTATOR])
@pytest.mark.parametrize("name", POSITIONS)
def test_every_world_is_imagined_equally_often(name: str, eyes: int) -> None:
    state = position(POSITIONS[name], 2)
    weights = Counter(canon(world) for world in all_worlds(state, eyes))
    assert set(weights.values()) == {1}
    assert len(weights) > 50
    counts = imagined_worlds(state, eyes, 12 * len(weights) + 2000)
    check_distribution(f"{name}, eyes {eyes}", counts, weights)


@pytest.mark.parametrize("eyes", [0, 1, SPECTATOR])
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", POSITIONS)
def test_beliefs_match_what_was_seen(name: str, seed: int, eyes: int) -> None:
    """Bayes by brute force: of all worlds at the start, those in which the same was told are left at the end."""
    moves = history(position(POSITIONS[name], 2), seed, length=3)
    heard, truth, true_choices = watch(position(POSITIONS[name], 2), moves, eyes)
    assert truth is not None
    weights: Counter[Canon] = Counter()
    for world in all_worlds(position(POSITIONS[name], 2), eyes):
        also_heard, after, choices = watch(world, moves, eyes)
        if after is not None and also_heard == heard:
            weights[canon(after)] += 1
            assert choices == true_choices, "how a random player chooses would betray the hand"
    check_distribution(
        f"{name}, eyes {eyes}, after {[TREX.say(move) for _, move in moves]}",
        imagined_worlds(truth, eyes, 12 * len(weights) + 2000),
        weights,
    )


def history(state: TrexState, seed: int, length: int) -> list[tuple[int, int]]:
    """Some random moves from a position on."""
    moves = []
    for _ in range(length):
        seat = bits.lowest(state.waiting)
        seed = dice.advance(seed)
        move = bits.nth(state.legal[seat], dice.below(seed, bits.count(state.legal[seat])))
        moves.append((seat, move))
        state.apply(seat, move)
        if state.waiting == 0:
            return moves[:-1]
    return moves


def watch(
    state: TrexState, moves: list[tuple[int, int]], eyes: int
) -> tuple[list[str], TrexState | None, int]:
    """What eyes are told of these moves, where they lead (None if one is not legal), and among how many choices."""
    world = state.copy()
    assert isinstance(world, TrexState)
    world.is_telling = True
    choices = []
    for seat, move in moves:
        if not bits.has(world.legal[seat], move):
            return [], None, 0
        choices.append(bits.count(world.legal[seat]))
        world.apply(seat, move)
    return told(TREX, world.take_facts(), eyes), world, prod(choices)


# The deal itself: TR-07 to TR-10.


def fast_deals(seats: int, number: int) -> list[TrexState]:
    state = TREX.start(table(seats), TREX.deal(table(seats), chance(0)))
    deals, seed = [], 12345
    for _ in range(number):
        seed = state.deal(seed)
        dealt = state.copy()
        assert isinstance(dealt, TrexState)
        deals.append(dealt)
    return deals


def table_deals(seats: int, number: int) -> list[TrexState]:
    setup = table(seats)
    starts = [TREX.start(setup, TREX.deal(setup, chance(seed))) for seed in range(number)]
    return [state for state in starts if isinstance(state, TrexState)]


def chance(seed: int) -> Chance:
    return Chance.of(f"posterior {seed}")


@pytest.mark.parametrize("deals", [fast_deals, table_deals])
def test_deals_are_even(deals: Callable[[int, int], list[TrexState]]) -> None:
    """TR-07, TR-08, TR-09, TR-10: colours, first seat, hands, stock tops and first eggs, each counted."""
    states = deals(3, 6000)
    even = dict.fromkeys
    colours = [(a, b) for a in range(5) for b in range(5) if a != b]
    check_distribution("colours", Counter((s.strongest, s.weakest) for s in states), even(colours, 1))
    check_distribution("first", Counter(s.turn for s in states), even(range(3), 1))
    check_distribution("first eggs", Counter(s.open_eggs[0] for s in states), even(range(5), 1))
    pairs = {(a, b): 6 * (5 if a == b else 6) for a in range(5) for b in range(5)}
    check_distribution("egg pairs", Counter((s.open_eggs[0], s.open_eggs[1]) for s in states), pairs)
    for seat in range(3):
        in_hand = Counter(card for s in states for card in bits.members(s.hand[seat]))
        assert sum(in_hand.values()) == 7 * len(states)
        # Seven of a hand are drawn without replacement, which narrows the chi-square; the bound stays safe.
        check_distribution(
            f"top of stock {seat}", Counter(s.ring[s.slot(seat, 0)] for s in states), even(range(17), 1)
        )
        check_distribution(
            f"bottom of stock {seat}", Counter(s.ring[s.slot(seat, 9)] for s in states), even(range(17), 1)
        )
        for card in range(codes.CARDS):
            assert abs(in_hand[card] / len(states) - 7 / 17) < 0.04


def test_the_fast_deal_depends_on_its_seed_alone() -> None:
    """Whatever lay on the table before, the same seed deals the same game."""
    fresh = TREX.start(table(4), TREX.deal(table(4), chance(1)))
    used = TREX.start(table(4), TREX.deal(table(4), chance(2)))
    for seed in range(50):
        seat = bits.lowest(used.waiting)
        used.apply(seat, bits.lowest(used.legal[seat]))
        mine, other = fresh.copy(), used.copy()
        assert mine.deal(seed) == other.deal(seed)
        assert canon_of(mine) == canon_of(other)
        assert mine.moves(bits.lowest(mine.waiting)) == other.moves(bits.lowest(other.waiting))


def canon_of(state: object) -> Canon:
    assert isinstance(state, TrexState)
    return canon(state)
