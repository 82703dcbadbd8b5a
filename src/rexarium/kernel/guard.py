# cython: language_level=3, infer_types=True, annotation_typing=False
"""What Python may call on a compiled state: every call is checked first, and a refused one changes nothing.

Inside the core nobody checks a seat, a move or an index, and a wrong one would write anywhere in memory. So the methods
that Python sees are *doors*: they take whole numbers only, compare them with the state, make sure that none of its
fields points outside an array, and then call the method. The core itself calls the methods behind the doors.

A game lists its doors in its room of that name, each with the checks of its arguments. A wrong argument is a TypeError
or a ValueError. Uncompiled the fields are not examined: there Python itself guards the memory.
"""

from collections.abc import Callable
from operator import index
from typing import Any

from rexarium.kernel import bits, raw
from rexarium.kernel.state import State

WORDS = 1 << 64
MOST_SEATS = 5
NOBODY = 255  # a seat number that no seat has

# A check of the argument at a place. It raises, or leaves in the list what the method gets.
Check = Callable[[Any, list[int], int], None]


def number(value: object, end: int, what: str, least: int = 0) -> int:
    """The whole number from the least one up to, but not including, an end; anything else is refused."""
    given = index(value)  # type: ignore[arg-type]
    if not least <= given < end:
        raise ValueError(f"{what} is a whole number from {least} to {end - 1}")
    return given


def below(end: int, what: str, least: int = 0) -> Check:
    """The check of a number in these bounds."""

    def check(_state: State, given: list[int], place: int) -> None:
        number(given[place], end, what, least)

    return check


def seat(state: State, given: list[int], place: int) -> None:
    """There must be such a seat at the table."""
    number(given[place], min(state.seats, MOST_SEATS), "a seat at this table")


def seat_or_nobody(value: object, seats: int) -> int:
    """A seat at the table, or NOBODY for any other number: without a seat one is a spectator."""
    given = index(value)  # type: ignore[arg-type]
    return given if 0 <= given < seats else NOBODY


def eyes(state: State, given: list[int], place: int) -> None:
    """Any other number is a spectator's."""
    given[place] = seat_or_nobody(given[place], state.seats)


def asked(state: State, given: list[int], place: int) -> None:
    """The seat must have a move to make."""
    seat(state, given, place)
    if state.legal[given[place]] == 0:
        raise ValueError("this seat is not asked anything")


def legal(state: State, given: list[int], place: int) -> None:
    """The seat before it must be allowed this move now."""
    move = number(given[place], 64, "a move")
    if not bits.has(state.legal[given[place - 1]], move):
        raise ValueError("this move is not legal now")


word = below(WORDS, "a seed or a set")

# The doors that every game has: what a seat is asked, the steps of a game, and how it stands.
INTERFACE: dict[str, tuple[Check, ...]] = {
    "prompt": (seat,),
    "apply": (seat, legal),
    "imagine": (eyes, word),
    "deal": (word,),
    "default_move": (asked,),
    "score": (seat,),
    "winners": (),
    "chapter": (),
    "outlook": (seat,),
    "appeal": (seat, legal),
    "is_sound": (),
}
OPEN = frozenset({"is_in_bounds"})  # safe with any fields; the other doors rely on these
PLAYING = frozenset(
    {"apply", "imagine", "default_move", "appeal"}
)  # these trust the cards and the question as well


def check_bounds(state: State) -> None:
    """The state must be initialised, and no field may point outside an array."""
    is_made = state.facts is not None  # a state made by `__new__` alone has none
    if raw.IS_COMPILED and not (is_made and state.is_in_bounds()):
        raise ValueError("no game has such a state: a field is out of its bounds")


def check_sound(state: State) -> None:
    """The cards must be those of the box, and the legal moves those that the rules allow."""
    check_bounds(state)
    if raw.IS_COMPILED and not state.is_sound():
        raise ValueError("no game has such a state: its fields contradict each other")


def dealable(state: object) -> State:
    """A private copy of a state that can be redealt, safe to use without the global lock."""
    if not isinstance(state, State):
        raise TypeError("this is not the state of a game")
    copy = state.copy()
    check_bounds(copy)
    return copy


def playable(state: object) -> State:
    """A private copy of a state from which a game can go on, safe to use without the global lock."""
    copy = dealable(state)
    check_sound(copy)
    return copy


def examine(
    state: State, arguments: tuple[object, ...], checks: tuple[Check, ...], is_playing: bool
) -> list[int]:
    """What a method gets, if it may be called."""
    if len(arguments) != len(checks):
        raise TypeError(f"this method takes {len(checks)} numbers, not {len(arguments)}")
    given = [index(argument) for argument in arguments]  # type: ignore[arg-type]
    for place in range(len(checks)):
        check = checks[place]
        if (
            check is not seat or not 0 <= given[place] < state.seats <= MOST_SEATS
        ):  # the commonest one, at hand
            check(state, given, place)
    # Last, so that no other thread runs between this and the call.
    if is_playing:
        check_sound(state)
    else:
        check_bounds(state)
    return given


def door(method: Callable[..., object], checks: tuple[Check, ...], is_playing: bool) -> Callable[..., object]:
    """A method as Python may call it."""

    def enter(state: State, *arguments: object) -> object:
        if not isinstance(state, State):
            raise TypeError("this is a method of a game's state")
        return method(state, *examine(state, arguments, checks, is_playing))

    enter.__doc__ = method.__doc__
    return enter


def fit(kind: type[State], doors: dict[str, tuple[Check, ...]]) -> None:
    """Give a game's state its doors: those of every game and its own. Nothing else on it can be called. Uncompiled,
    only the doors of every game are checked, because there the rules themselves use the others.
    """
    every = {**INTERFACE, **doors}
    if raw.IS_COMPILED:
        open_ = {name for name, value in kind.__dict__.items() if callable(value) and name[:2] != "__"}
        odd = (open_ - OPEN) ^ every.keys()
        if odd:
            raise TypeError(f"a method without a door, or a door without a method: {', '.join(sorted(odd))}")
    for name, checks in every.items():
        if raw.IS_COMPILED or name in INTERFACE:
            raw.put_method(kind, name, door(kind.__dict__[name], checks, name in PLAYING))
