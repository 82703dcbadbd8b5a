"""Positions of T-Rex for tests, as text or out of a random game, and what lies where in them."""

from collections.abc import Iterator
from itertools import permutations
from textwrap import dedent
from typing import Any

from rexarium.games import find_game
from rexarium.games.trex import codes
from rexarium.games.trex.rules import TrexState
from rexarium.kernel import bits
from rexarium.kernel.edition import Edition
from rexarium.kernel.game import Setup
from rexarium.kernel.outline import Line, read_outline

TREX = find_game("trex")
Canon = tuple[Any, ...]


def rulings(flip: bool = True, extra: bool = False) -> dict[str, str]:
    """The answers to both open questions."""
    return {
        "flip_with_one": "on" if flip else "off",
        "shower_is_extra_loss": "on" if extra else "off",
    }


def table(seats: int, *, flip: bool = True, extra: bool = False, edition: Edition | None = None) -> Setup:
    """A table of T-Rex."""
    return TREX.setup(seats, rulings=rulings(flip, extra), edition=edition)


def position(text: str, seats: int, *, flip: bool = True, extra: bool = False) -> TrexState:
    """A position as cases write it."""
    state = TREX.read_position(table(seats, flip=flip, extra=extra), read_outline(dedent(text)))
    assert isinstance(state, TrexState)
    return state


def edition_with(**changes: str) -> Edition:
    """The standard edition with some lines changed: `blue_7="draw 3", yellow_1="comet"`."""
    standard = TREX.edition()
    numbers = dict(line.split(": ", 1) for line in standard.lines)
    numbers |= {key.replace("_", " "): value for key, value in changes.items()}
    lines = [Line(n, f"{key}: {value}") for n, (key, value) in enumerate(numbers.items(), start=1)]
    return TREX.edition_of_lines("changed", "a box of our own", lines)


OTHER_BOX = edition_with(
    blue_7="draw 3", blue_2="comet", red_15="comet", brown_3="draw 1",
    eggs="yellow 2, blue 10, brown 8, green 6, red 4",
)  # fmt: skip


def stock_of(state: TrexState, seat: int) -> tuple[int, ...]:
    """The stock, its top first, straight from the ring."""
    return _run(list(state.ring), seat, state.head[seat], state.stock[seat])


def pile_of(state: TrexState, seat: int) -> tuple[int, ...]:
    """The played pile, the first card first, straight from the ring."""
    return _run(list(state.ring), seat, state.head[seat] + state.stock[seat], state.pile[seat])


def _run(ring: list[int], seat: int, start: int, length: int) -> tuple[int, ...]:
    base = seat * codes.RING
    return tuple([ring[base + place % codes.RING] for place in range(start, start + length)])


def canon(state: TrexState) -> Canon:
    """All that lies on the table, and nothing that the ring only remembers."""
    ring, hand, lost, head, stock, pile = (
        list(values) for values in (state.ring, state.hand, state.lost, state.head, state.stock, state.pile)
    )
    cards = tuple(
        (
            hand[seat],
            _run(ring, seat, head[seat], stock[seat]),
            _run(ring, seat, head[seat] + stock[seat], pile[seat]),
            lost[seat],
        )
        for seat in range(state.seats)
    )
    piles = tuple(state.egg_piles)
    eggs = (piles[state.turned : codes.EGG_PILE], piles[codes.EGG_PILE + state.turned :])
    return (cards, eggs, tuple(state.open_eggs), tuple(state.eggs), tuple(state.legal))


def all_worlds(state: TrexState, eyes: int) -> Iterator[TrexState]:
    """Every world that these eyes may believe in, each once, dealt by hand: TR-55 read literally."""
    worlds = [state]
    for owner in range(state.seats):
        worlds = [dealt for world in worlds for dealt in _all_sets(world, owner, eyes)]
    return (dealt for world in worlds for dealt in _all_eggs(world))


def _all_sets(state: TrexState, owner: int, eyes: int) -> Iterator[TrexState]:
    open_cards = set(bits.members(state.seen[owner]))
    if owner == eyes:
        open_cards |= set(bits.members(state.hand[owner]))
    hidden = [card for card in range(codes.CARDS) if card not in open_cards]
    stock = stock_of(state, owner)
    places = [place for place, card in enumerate(stock) if card in hidden]
    in_hand = sum(card in hidden for card in bits.members(state.hand[owner]))
    for order in permutations(hidden):
        to_stock, to_hand = order[: len(places)], order[len(places) : len(places) + in_hand]
        to_lost = order[len(places) + in_hand :]
        if list(to_hand) == sorted(to_hand) and list(to_lost) == sorted(to_lost):
            yield _dealt(state, owner, hidden, dict(zip(places, to_stock, strict=True)), to_hand, to_lost)


def _dealt(
    state: TrexState,
    owner: int,
    hidden: list[int],
    to_stock: dict[int, int],
    to_hand: tuple[int, ...],
    to_lost: tuple[int, ...],
) -> TrexState:
    world = state.copy()
    assert isinstance(world, TrexState)
    ring, hand, lost = list(world.ring), list(world.hand), list(world.lost)
    for place, card in to_stock.items():
        ring[owner * codes.RING + (state.head[owner] + place) % codes.RING] = card
    keeps = ~bits.mask_of(hidden)
    hand[owner] = (hand[owner] & keeps) | bits.mask_of(list(to_hand))
    lost[owner] = (lost[owner] & keeps) | bits.mask_of(list(to_lost))
    world.assign({"ring": ring, "hand": hand, "lost": lost})
    if world.asked == codes.PROMPT_PLAY:
        legal = list(world.legal)
        legal[world.turn] = world.plays(world.turn)
        world.assign({"legal": legal})
    return world


def _all_eggs(state: TrexState) -> Iterator[TrexState]:
    piles, turned = tuple(state.egg_piles), state.turned
    unturned = piles[turned : codes.EGG_PILE] + piles[codes.EGG_PILE + turned :]
    depth = codes.EGG_PILE - turned
    for order in set(permutations(unturned)):
        world = state.copy()
        assert isinstance(world, TrexState)
        left, right = order[:depth], order[depth:]
        tops = (piles[:turned], piles[codes.EGG_PILE : codes.EGG_PILE + turned])
        world.assign({"egg_piles": [*tops[0], *left, *tops[1], *right]})
        yield world
