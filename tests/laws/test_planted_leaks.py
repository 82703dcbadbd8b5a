"""Law 2 can fail: each kind of leak, planted on purpose, is caught by it."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from msgspec import structs

from rexarium.bots import RandomBot
from rexarium.games import AnyGame
from rexarium.games.trex import Trex, codes, words
from rexarium.games.trex.rules import TrexState
from rexarium.games.trex.view import View
from rexarium.kernel import bits, dice
from rexarium.kernel.decision import Decision
from rexarium.kernel.facts import SPECTATOR, TRUTH, FactKind, Secrecy, Uncovers
from rexarium.kernel.outline import read_outline
from rexarium.kernel.rulebook import Reason
from rexarium.kernel.sight import Sight
from rexarium.kernel.state import State
from rexarium.testkit.information import (
    Imagine,
    check_bot,
    check_facts,
    check_imagined,
    check_posterior,
    check_sight,
    imagined,
)
from rexarium.testkit.walk import all_eyes, begin, drowsy, stroll

HONEST = Trex()
SETUP = HONEST.setup(3)
FLIPS = HONEST.read_position(
    SETUP, read_outline("seat 1:\n  hand: none\nseat 2:\n  hand: yellow 1\nseat 3:\n  hand: none")
)


def positions(step: int = 25) -> Iterator[TrexState]:
    """Some positions of a random game that still goes on."""
    for match in stroll(any_game(HONEST), SETUP, seed=5, step=step):
        state = match.state()
        if isinstance(state, TrexState) and not match.is_over:
            yield state


def any_game(game: Trex) -> AnyGame:
    found: Any = game
    return found  # type: ignore[no-any-return]


def look_everywhere(game: Trex, imagine: Imagine = imagined) -> None:
    """The whole law for one game: imagined worlds and facts, for every pair of eyes."""
    for state in positions():
        for eyes in all_eyes(SETUP):
            check_imagined(any_game(game), state, eyes, seed=7, imagine=imagine)
    for eyes in all_eyes(SETUP):
        for start in (begin(any_game(HONEST), SETUP, 8).state(), FLIPS):
            check_facts(any_game(game), start, eyes, seed=8, choose=drowsy, imagine=imagine)


def test_the_honest_game_passes_all_that_the_leaky_ones_fail() -> None:
    look_everywhere(HONEST)
    for state in positions(60):
        check_posterior(any_game(HONEST), state, 1, seed=9, worlds=400)


# Leaky games


class ShowsNeighboursHand(Trex):
    """The view shows the hand of the seat to the left."""

    def view(self, state: TrexState, eyes: int) -> View:
        view = super().view(state, eyes)
        if eyes >= state.seats:
            return view
        other = (eyes + 1) % state.seats
        seats = list(view.seats)
        seats[other] = structs.replace(seats[other], hand=words.name_cards(state.hand[other]))
        return structs.replace(view, seats=tuple(seats))


class ShowsSpectatorsEverything(Trex):
    """Whoever has no seat sees the truth."""

    def view(self, state: TrexState, eyes: int) -> View:
        return super().view(state, TRUTH if eyes == SPECTATOR else eyes)


class ShowsNextEgg(Trex):
    """The size of the egg piles tells the colour of the next egg."""

    def view(self, state: TrexState, eyes: int) -> View:
        view = super().view(state, eyes)
        return structs.replace(
            view, egg_pile_size=view.egg_pile_size + state.egg_piles[state.turned % 15] * 100
        )


class RemembersTooMuch(Trex):
    """Memory is the truth."""

    def memory(self, state: TrexState, eyes: int) -> Mapping[str, str]:
        return super().memory(state, TRUTH)


class RemembersOwnLosses(Trex):
    """Memory knows which card its own seat lost unseen (TR-43)."""

    def memory(self, state: TrexState, eyes: int) -> Mapping[str, str]:
        found = dict(super().memory(state, eyes))
        if eyes < state.seats:
            found[f"lost {eyes + 1}"] = super().memory(state, TRUTH)[f"lost {eyes + 1}"]
        return found


class CountsFromTruth(Trex):
    """The odds are computed from the truth."""

    def odds(self, state: TrexState, eyes: int) -> Mapping[str, Fraction]:
        return super().odds(state, TRUTH)


class CountsInOrderOfTruth(Trex):
    """The odds are right, but the order in which they come tells the top of a stock."""

    def odds(self, state: TrexState, eyes: int) -> Mapping[str, Fraction]:
        found = super().odds(state, eyes)
        true = super().odds(state, TRUTH)
        return {name: found[name] for name in sorted(found, key=lambda name: true[name])}


class ExplainsTooMuch(Trex):
    """Why a move is illegal depends on a card in the stock."""

    def why_illegal(self, state: TrexState, seat: int, move: int) -> Reason | None:
        reason = super().why_illegal(state, seat, move)
        if reason and state.stock[seat] and state.ring[state.slot(seat, 0)] == move:
            return replace(reason, sentence=f"{reason.sentence} It lies on top of the stock.")
        return reason


class PraisesTooMuch(Trex):
    """Why a move is legal depends on another hand."""

    def why_legal(self, state: TrexState, seat: int, move: int) -> Reason:
        reason = super().why_legal(state, seat, move)
        other = (seat + 1) % state.seats
        return replace(reason, sentence=f"{reason.sentence} The others hold {state.hand[other] % 7}.")


class AsksTooMuch(Trex):
    """The question depends on the top of the stock."""

    def question(self, state: TrexState, seat: int) -> str:
        is_comet = state.stock[seat] and bits.has(state.comets, state.ring[state.slot(seat, 0)])
        return super().question(state, seat) + (" Careful!" if is_comet else "")


class ScoresTooMuch(Trex):
    """The reasons of a score tell the sum of the remaining cards during the game."""

    def why_score(self, state: TrexState, seat: int) -> list[Reason]:
        return [
            *super().why_score(state, seat),
            Reason("TR-53", f"The cards add up to {state.remaining_sum(seat)}."),
        ]


def with_fact(name: str, secrecy: Secrecy | None = None, uncovers: Uncovers | None = None) -> Trex:
    """A game that declares the secrecy of a fact's last argument, or what the fact uncovers, wrongly."""

    def declared(kind: FactKind) -> FactKind:
        if kind.name != name:
            return kind
        *rest, last = kind.arguments
        last = replace(last, secrecy=secrecy or last.secrecy)
        return replace(kind, arguments=(*rest, last), uncovers=uncovers or kind.uncovers)

    class Declares(Trex):
        """The table of facts with one row changed."""

    Declares.fact_kinds = tuple(declared(kind) for kind in words.FACT_KINDS)  # type: ignore[assignment]
    return Declares()


LEAKY_GAMES: dict[str, Trex] = {
    **{
        leak.__name__: leak()
        for leak in (
            ShowsNeighboursHand,
            ShowsSpectatorsEverything,
            ShowsNextEgg,
            RemembersTooMuch,
            RemembersOwnLosses,
            CountsFromTruth,
            CountsInOrderOfTruth,
            ExplainsTooMuch,
            PraisesTooMuch,
            AsksTooMuch,
            ScoresTooMuch,
        )
    },
    "tells all what was drawn": with_fact("drew", Secrecy.OPEN),
    "tells all what was lost": with_fact("lost_stock", Secrecy.OPEN),
    "tells the owner what was lost": with_fact("lost_stock", Secrecy.OWNER),
    "says that a flip uncovers nothing": with_fact("flipped", uncovers=Uncovers.NOTHING),
    "says that a flip uncovers nothing to its seat": with_fact("flipped", uncovers=Uncovers.TO_OTHERS),
    "says that new eggs uncover nothing": with_fact("eggs_turned", uncovers=Uncovers.NOTHING),
    "says that a play uncovers nothing": with_fact("played", uncovers=Uncovers.NOTHING),
    "says that a draw uncovers nothing": with_fact("drew", uncovers=Uncovers.NOTHING),
}


@pytest.mark.parametrize("leak", LEAKY_GAMES)
def test_a_game_that_tells_too_much_is_caught(leak: str) -> None:
    with pytest.raises(AssertionError):
        look_everywhere(LEAKY_GAMES[leak])


# Leaky imaginations


def trex(state: State) -> TrexState:
    assert isinstance(state, TrexState)
    return state


def returns_the_truth(state: State, _eyes: int, _seed: int) -> State:
    """Imagines nothing: everything stays as it is."""
    return state.copy()


def forgets_the_order_of_stocks(state: State, eyes: int, seed: int) -> State:
    """Shuffles whole stocks, though a part of their order is known (TR-45, TR-55)."""
    world = trex(imagined(state, eyes, seed))
    ring = list(world.ring)
    for seat in range(world.seats):
        for place in range(world.stock[seat] - 1, 0, -1):
            seed = dice.advance(seed)
            here, there = world.slot(seat, place), world.slot(seat, dice.below(seed, place + 1))
            ring[here], ring[there] = ring[there], ring[here]
    world.assign({"ring": ring})
    return world


def ignores_what_was_seen(state: State, eyes: int, seed: int) -> State:
    """Deals all cards anew that are not on a pile, those that all have seen among them."""
    blind = trex(state.copy())
    on_piles = [
        bits.mask_of([blind.pile_card(seat, place) for place in range(blind.pile[seat])])
        for seat in range(blind.seats)
    ]
    blind.assign({"seen": [*on_piles, *[0] * (5 - blind.seats)]})
    blind.imagine(eyes, seed)
    blind.assign({"seen": list(trex(state).seen)})
    return blind


def deals_own_hand_anew(state: State, _eyes: int, seed: int) -> State:
    """Forgets the own hand: what a spectator imagines."""
    return imagined(state, SPECTATOR, seed)


def keeps_true_moves(state: State, eyes: int, seed: int) -> State:
    """The hands are dealt anew, but whoever is to move keeps the moves of the true hand."""
    world = imagined(state, eyes, seed)
    world.assign({"legal": list(state.legal)})
    return world


def keeps_drawn_cards_in_the_ring(state: State, eyes: int, seed: int) -> State:
    """Where drawn cards lay before they were drawn, they can still be read."""
    world, truth = trex(imagined(state, eyes, seed)), trex(state)
    ring = list(world.ring)
    for seat in range(world.seats):
        for place in range(world.stock[seat] + world.pile[seat], codes.RING):
            ring[world.slot(seat, place)] = truth.ring[world.slot(seat, place)]
    world.assign({"ring": ring})
    return world


def shuffles_true_eggs(state: State, eyes: int, seed: int) -> State:
    """Whoever knows the seed can turn this shuffle back, and has the true order of the eggs."""
    world, truth = trex(imagined(state, eyes, seed)), trex(state)
    eggs = list(truth.egg_piles)
    slots = [*range(truth.turned, 15), *range(15 + truth.turned, 30)]
    for place in range(len(slots) - 1, 0, -1):
        seed = dice.advance(seed)
        other = dice.below(seed, place + 1)
        eggs[slots[place]], eggs[slots[other]] = eggs[slots[other]], eggs[slots[place]]
    world.assign({"egg_piles": eggs})
    return world


@pytest.mark.parametrize(
    "imagine",
    [
        returns_the_truth,
        forgets_the_order_of_stocks,
        ignores_what_was_seen,
        deals_own_hand_anew,
        keeps_true_moves,
        keeps_drawn_cards_in_the_ring,
        shuffles_true_eggs,
    ],
)
def test_an_imagination_that_knows_too_much_or_too_little_is_caught(imagine: Imagine) -> None:
    """By the law, or by the core, which does not go on with a world whose moves belong to other cards."""
    with pytest.raises((AssertionError, ValueError)):
        look_everywhere(HONEST, imagine)


def leaves_eggs_alone(state: State, eyes: int, seed: int) -> State:
    """Only cards are imagined; the egg piles stay true."""
    world = trex(imagined(state, eyes, seed))
    world.assign({"egg_piles": list(trex(state).egg_piles)})
    return world


def leaves_losses_alone(state: State, eyes: int, seed: int) -> State:
    """A card lost unseen stays the true one."""
    while True:
        seed = dice.advance(seed)
        world = trex(imagined(state, eyes, seed))
        if list(world.lost) == list(trex(state).lost):
            return world


def likes_to_hold_comets(state: State, eyes: int, seed: int) -> State:
    """Of three worlds the one in which the others have the most comets: possible, but not even."""
    worlds = [trex(imagined(state, eyes, seed + offset)) for offset in (0, 12345, 54321)]
    return max(worlds, key=lambda world: sum(bits.count(hand & world.comets) for hand in world.hand))


@pytest.mark.parametrize(
    "imagine", [returns_the_truth, leaves_eggs_alone, leaves_losses_alone, likes_to_hold_comets]
)
def test_an_imagination_that_is_not_even_is_caught_by_the_odds(imagine: Imagine) -> None:
    state = next(state for state in positions(10) if state.round == 4)
    with pytest.raises(AssertionError):
        check_posterior(any_game(HONEST), state, 0, seed=3, worlds=900, imagine=imagine)


# Leaky sights


class ShowsState(Sight):
    """Offers the true state."""

    __slots__ = ("state",)

    def __init__(self, game: Any, state: State, seat: int) -> None:
        super().__init__(game, state, seat)
        self.state = state


class HasRoomForMore(Sight):
    """Has no slots: anything may be hung onto it."""


class ImaginesTruth(Sight):
    """Hands out the true state as an imagined world."""

    __slots__ = ("_true",)

    def __init__(self, game: Any, state: State, seat: int) -> None:
        super().__init__(game, state, seat)
        self._true = state

    def imagine(self, seed: int) -> State:
        return self._true


class ImaginesCopies(ImaginesTruth):
    """Hands out copies of the true state as imagined worlds."""

    __slots__ = ()

    def imagine(self, seed: int) -> State:
        return self._true.copy()


@pytest.mark.parametrize("sight", [ShowsState, HasRoomForMore, ImaginesTruth, ImaginesCopies])
def test_a_leaky_sight_is_caught(sight: type[Sight]) -> None:
    state = next(positions())
    check_sight(any_game(HONEST), state, 1, seed=3)
    with pytest.raises(AssertionError):
        check_sight(any_game(HONEST), state, 1, seed=3, make=sight)


# Cheating bots


class PeeksInside(RandomBot):
    """Reads the true state past its sight."""

    def choose(self, sight: Any, decision: Decision) -> int:
        assert sight._Sight__state is not None
        return decision.choices[0].move


class PeeksRoundTheCorner(RandomBot):
    """Gets at the true state by way of a method that it may use, and plays by the next egg."""

    def choose(self, sight: Any, decision: Decision) -> int:
        state = sight.view.__self__._Sight__state
        egg: int = state.egg_piles[state.turned]
        return decision.choices[egg % len(decision.choices)].move


class Breaks(RandomBot):
    """Makes moves that it has not been offered."""

    def choose(self, sight: Any, decision: Decision) -> int:
        return 36


class Imagines(RandomBot):
    """An honest bot that uses all of its sight."""

    def choose(self, sight: Sight, decision: Decision) -> int:
        worlds = [sight.imagine(self._seed + offset) for offset in range(3)]
        hints = sum(
            bits.count(trex(world).hand[seat]) * world.legal[seat] for world in worlds for seat in range(3)
        )
        hints += sum(egg * place for world in worlds for place, egg in enumerate(trex(world).egg_piles))
        hints += sum(trex(world).ring[place] * place for world in worlds for place in range(96))
        hints += int(sum(sight.odds().values()) * 64) + len(str(sight.view())) + sight.seat
        return decision.choices[hints % len(decision.choices)].move


def ask_everywhere(make: Callable[[int], RandomBot]) -> None:
    for state in positions(6):
        check_bot(any_game(HONEST), state, state.turn, seed=4, make=lambda: make(11))


@pytest.mark.parametrize("bot", [RandomBot, Imagines])
def test_an_honest_bot_passes(bot: type[RandomBot]) -> None:
    ask_everywhere(bot)


@pytest.mark.parametrize("bot", [PeeksInside, PeeksRoundTheCorner, Breaks])
def test_a_cheating_bot_is_caught(bot: type[RandomBot]) -> None:
    with pytest.raises(AssertionError):
        ask_everywhere(bot)
