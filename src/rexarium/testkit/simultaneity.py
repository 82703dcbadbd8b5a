"""The third law: when several seats choose at once, neither the order of their choices nor any choice can be seen."""

from collections.abc import Callable, Mapping
from itertools import permutations, product

from rexarium.games import AnyGame
from rexarium.kernel import bits
from rexarium.kernel.facts import SPECTATOR, name_eyes
from rexarium.kernel.state import State
from rexarium.testkit.information import channels

Show = Callable[[State, int], object]  # what a pair of eyes is shown of a state


def check_simultaneity(game: AnyGame, state: State, most: int = 4) -> int:
    """Check both halves of the law at one position; returns how many orders of choices were tried, 0 if one seat moves."""
    waiting = bits.members(state.waiting)
    if len(waiting) < 2:
        return 0
    orders = 0
    every = list(product(*(state.moves(seat) for seat in waiting)))
    for moves in every[:: max(1, len(every) // most)]:
        orders += check_order(state, dict(zip(waiting, moves, strict=True)))
    check_secrecy(state, lambda shown, eyes: channels(game, shown, eyes))
    check_stillness(state, game.view)
    return orders


def check_order(state: State, moves: Mapping[int, int]) -> int:
    """Any order of these choices leads to the same state, and the reveal tells the same facts; returns their number."""
    first: tuple[object, object] | None = None
    orders = list(permutations(moves))
    for order in orders:
        after = state.copy()
        after.is_telling = True
        for seat in order:
            assert bits.has(after.legal[seat], moves[seat]), (
                f"after others have chosen, seat {seat + 1} may not make the move {moves[seat]} any more"
            )
            after.take_facts()  # "has chosen" facts come in this order and are not recorded
            after.apply(seat, moves[seat])
        found = (after.fields(), after.take_facts())
        first = first or found
        assert found == first, (
            f"the order {[seat + 1 for seat in order]} leads elsewhere:\n  {first}\n  {found}"
        )
    return len(orders)


def check_secrecy(state: State, show: Show) -> None:
    """Until all have chosen, nobody else can tell which choice a seat has made."""
    waiting = bits.members(state.waiting)
    for seat in waiting if len(waiting) > 1 else []:
        others = [eyes for eyes in (*range(state.seats), SPECTATOR) if eyes != seat]
        seen: list[list[object]] = []
        for move in state.moves(seat):
            after = state.copy()
            after.apply(seat, move)
            seen.append([show(after, eyes) for eyes in others])
        assert all(shown == seen[0] for shown in seen), f"the others can see what seat {seat + 1} has chosen"


def check_stillness(state: State, show: Show) -> None:
    """Until the last seat has chosen, the others' views stay as they are: the table shows who has chosen, not the
    game."""
    waiting = bits.members(state.waiting)
    for seat in waiting if len(waiting) > 1 else []:
        after = state.copy()
        after.apply(seat, state.moves(seat)[0])
        for eyes in (*range(state.seats), SPECTATOR):
            if eyes != seat:
                assert show(after, eyes) == show(state, eyes), (
                    f"the view of {name_eyes(eyes, state.seats)} changes when seat {seat + 1} has chosen"
                )
