"""What each pair of eyes may see of Tyrannosaurus Rex (TY-49): built up from nothing, never cut down."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, partial

import msgspec

from rexarium.games.tyrannosaurus import codes
from rexarium.games.tyrannosaurus.rules import TyrannosaurusState
from rexarium.games.tyrannosaurus.words import (
    ACTION_NAMES,
    DINOSAUR_NAMES,
    PROMPTS,
    name_action,
    name_cell,
    name_cells,
    name_move,
)
from rexarium.kernel import bits
from rexarium.kernel.facts import TRUTH, name_eyes
from rexarium.kernel.phrases import name_seats


# A view is made for every pair of eyes at every move, so it is made in C, and never looked through for garbage.
class SeatView(msgspec.Struct, frozen=True, gc=False):
    """One seat's place at the table."""

    seat: int
    dinosaur: str
    cell: str | None  # None when eliminated
    trees: int
    is_in_game: bool
    cards_box: Mapping[str, int]  # that its dinosaur has in the box
    cards_played: Mapping[str, int]
    cards_most: Mapping[str, int]  # that may be left of a kind: the removed card is one of these
    cards_left: Mapping[str, int] | None  # None is hidden: a card of unknown kind is removed
    card_count: int
    removed: str | None  # None is hidden
    choice: str | None  # the own secret choice; None is hidden or none
    last_choice: str | None  # the last one that was revealed


class View(msgspec.Struct, frozen=True, gc=False):
    """The whole valley through one pair of eyes."""

    eyes: str
    turn: int
    turns: int
    prompt: str
    bone: int
    runaway: int | None
    runaways: tuple[int, ...]  # whose panics are completed after this one
    rex: str | None
    lair: str
    lake: str
    volcano: str
    trees: tuple[str, ...]
    trees_out: int
    order: tuple[int, ...]  # how the choices of this prompt come to be applied; at the end the best first
    seats: tuple[SeatView, ...]
    last_out: tuple[int, ...]  # who left last, in one instant: they win if nobody is left
    winners: tuple[int, ...]  # empty until the game is over


Place = partial[SeatView]  # a seat's place without what only some eyes may see


def view(state: TyrannosaurusState, eyes: int) -> View:
    """TY-49: all but the others' secret choices and removed cards."""
    return views(state, (eyes,))[0]


def views(state: TyrannosaurusState, eyes: Sequence[int]) -> list[View]:
    """The same table through several pairs of eyes: only what a seat knows of itself differs."""
    is_over = state.waiting == 0
    seen_by = partial(
        View,
        turn=state.turn,
        turns=state.turns,
        prompt=PROMPTS[state.asked],
        bone=state.bone + 1,
        runaway=state.runaway + 1 if state.runaway != codes.NOBODY else None,
        runaways=name_seats(state.runaways),
        rex=name_cell(state.rex) if state.rex != codes.NOWHERE else None,
        lair=name_cell(codes.LAIR),
        lake=name_cell(state.lake),
        volcano=name_cell(state.volcano),
        trees=tuple(name_cells(state.trees)),
        trees_out=state.trees_out,
        order=tuple(seat + 1 for seat in order(state)),
        last_out=name_seats(state.last_out),
        winners=name_seats(state.winners()) if is_over else (),
    )
    places = [_place(state, seat) for seat in range(state.seats)]
    covered = [_cover(state, seat, place) for seat, place in enumerate(places)]
    return [
        seen_by(
            eyes=name_eyes(each, state.seats),
            seats=tuple(
                _uncover(state, seat, place) if each in (seat, TRUTH) else covered[seat]
                for seat, place in enumerate(places)
            ),
        )
        for each in eyes
    ]


def _place(state: TyrannosaurusState, seat: int) -> Place:
    """A seat as everybody sees it; what it alone may know is still to be said."""
    cell, revealed = state.cell[seat], state.revealed[seat]
    box, played = cards_box(state, seat), cards_played(state, seat)
    most = tuple([number - played[name] for name, number in box.items()])
    return partial(
        SeatView,
        seat=seat + 1,
        dinosaur=DINOSAUR_NAMES[state.dinosaur[seat]],
        cell=None if cell == codes.NOWHERE else name_cell(cell),
        trees=state.supply[seat],
        is_in_game=bits.has(state.alive, seat),
        cards_box=box,
        cards_played=played,
        cards_most=_by_action(most),
        card_count=sum(cards_left(state, seat).values()),
        last_choice=name_move(revealed) if revealed != codes.NO_MOVE else None,
    )


def _cover(state: TyrannosaurusState, seat: int, place: Place) -> SeatView:
    """TY-49: to others the choice is hidden, and the removed card, unless there is none."""
    if state.removed[seat] == codes.NO_ACTION:
        return place(cards_left=cards_left(state, seat), removed=name_action(codes.NO_ACTION), choice=None)
    return place(cards_left=None, removed=None, choice=None)


def _uncover(state: TyrannosaurusState, seat: int, place: Place) -> SeatView:
    """To its own eyes nothing of a seat is hidden."""
    chosen = state.chosen[seat]
    return place(
        cards_left=cards_left(state, seat),
        removed=name_action(state.removed[seat]),
        choice=name_move(chosen) if chosen != codes.NO_MOVE else None,
    )


def order(state: TyrannosaurusState) -> list[int]:
    """TY-18: from the bone's holder clockwise; TY-27: from a runaway's left; TY-45, TY-46: at the end the best first."""
    if state.waiting == 0:
        best, alive, trees = state.winners(), state.alive, state.supply
        return sorted(
            range(state.seats),
            key=lambda seat: (not bits.has(best, seat), not bits.has(alive, seat), -trees[seat]),
        )
    first = state.runaway + 1 if state.asked == codes.PROMPT_DRIVE else state.bone
    seats = ((first + step) % state.seats for step in range(state.seats))
    return [seat for seat in seats if bits.has(state.waiting | state.committed, seat)]


def cards_box(state: TyrannosaurusState, seat: int) -> Mapping[str, int]:
    """TY-07: by action, the cards of a seat's dinosaur before one was removed."""
    base = state.dinosaur[seat] * codes.ACTIONS
    return _by_action(tuple(state.splits[base : base + codes.ACTIONS]))


def cards_left(state: TyrannosaurusState, seat: int) -> Mapping[str, int]:
    """By action, the cards a seat still has."""
    base = seat * codes.ACTIONS
    return _by_action(tuple(state.cards[base : base + codes.ACTIONS]))


def cards_played(state: TyrannosaurusState, seat: int) -> Mapping[str, int]:
    """TY-17: by action, the cards that lie open."""
    splits, cards, removed = state.splits, state.cards, state.removed[seat]
    box, hand = state.dinosaur[seat] * codes.ACTIONS, seat * codes.ACTIONS
    return _by_action(
        tuple(
            [
                splits[box + action] - (removed == action) - cards[hand + action]
                for action in range(codes.ACTIONS)
            ]
        )
    )


@lru_cache(maxsize=1024)
def _by_action(numbers: tuple[int, ...]) -> Mapping[str, int]:
    """Numbers with the names of their actions; the same few come again and again."""
    return dict(zip(ACTION_NAMES, numbers, strict=True))


def memory(state: TyrannosaurusState, eyes: int) -> dict[str, str]:
    """TY-49: nothing is forgotten at this table; what can be deduced of the removed cards is."""
    found = {}
    for seat in range(state.seats):
        possible = [name for name, chance in removed_odds(state, seat, eyes).items() if chance > 0]
        found[f"removed {seat + 1}"] = " or ".join(possible) or "none"
    return found


def odds(state: TyrannosaurusState, eyes: int) -> dict[str, Fraction]:
    """TY-49, counted exactly: which action card each seat has removed."""
    return {
        f"removed {seat + 1} is {name}": chance
        for seat in range(state.seats)
        for name, chance in removed_odds(state, seat, eyes).items()
    }


def removed_odds(state: TyrannosaurusState, seat: int, eyes: int) -> dict[str, Fraction]:
    """TY-07: any of the nine cards was as likely to be removed; what has been played cannot be. Empty with three."""
    removed, base = state.removed[seat], state.dinosaur[seat] * codes.ACTIONS
    if removed == codes.NO_ACTION:
        return {}
    if eyes in (seat, TRUTH):
        return {name: Fraction(int(removed == action)) for action, name in enumerate(ACTION_NAMES)}
    played = cards_played(state, seat)
    weights = {
        name: state.splits[base + action] if state.splits[base + action] > played[name] else 0
        for action, name in enumerate(ACTION_NAMES)
    }
    return {name: Fraction(weight, sum(weights.values())) for name, weight in weights.items()}
