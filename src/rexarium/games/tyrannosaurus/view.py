"""What each viewer may see of Tyrannosaurus Rex (TY-49): built from what they may know, never by deleting from the truth."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

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
from rexarium.kernel.facts import SPECTATOR, TRUTH, name_eyes
from rexarium.kernel.phrases import name_seats


# Views are built for all eyes after every move, so they are C-made structs that the garbage collector does not track.
class SeatView(msgspec.Struct, frozen=True, gc=False):
    """A seat as it is seen."""

    seat: int
    dinosaur: str
    cell: str | None  # None if eliminated
    trees: int
    is_in_game: bool
    cards_box: Mapping[str, int]  # all that its dinosaur has in the box
    cards_played: Mapping[str, int]
    cards_most: Mapping[str, int]  # the most that may be left of each kind, counting the removed card
    cards_left: Mapping[str, int] | None  # None if hidden, because a card of unknown kind is removed
    card_count: int
    removed: str | None  # None if hidden
    choice: str | None  # the viewer's own secret choice; None if hidden or not made
    last_choice: str | None  # the last one revealed


class View(msgspec.Struct, frozen=True, gc=False):
    """The whole valley through one pair of eyes."""

    eyes: str
    turn: int
    turns: int
    prompt: str
    bone: int
    runaway: int | None
    runaways: tuple[int, ...]  # those whose panics are completed after this one
    rex: str | None
    lair: str
    lake: str
    volcano: str
    trees: tuple[str, ...]
    trees_out: int
    order: tuple[int, ...]  # how this prompt's choices come to be applied; at the end, the best first
    seats: tuple[SeatView, ...]
    last_out: tuple[int, ...]  # those who left last, at the same moment: they win if nobody is left
    winners: tuple[int, ...]  # empty until the game is over


def view(state: TyrannosaurusState, eyes: int) -> View:
    """TY-49: everything except the others' secret choices and removed cards."""
    return views(state, (eyes,))[0]


def views(state: TyrannosaurusState, eyes: Sequence[int]) -> list[View]:
    """The same table for several viewers: only what each seat knows about itself differs."""
    is_over = state.waiting == 0
    rex, runaway = state.rex, state.runaway
    open_to_all = View(
        eyes=name_eyes(SPECTATOR, state.seats),
        turn=state.turn,
        turns=state.turns,
        prompt=PROMPTS[state.asked],
        bone=state.bone + 1,
        runaway=runaway + 1 if runaway != codes.NOBODY else None,
        runaways=name_seats(state.runaways),
        rex=name_cell(rex) if rex != codes.NOWHERE else None,
        lair=name_cell(codes.LAIR),
        lake=name_cell(state.lake),
        volcano=name_cell(state.volcano),
        trees=tuple(name_cells(state.trees)),
        trees_out=state.trees_out,
        order=tuple([seat + 1 for seat in order(state)]),
        seats=_covered_seats(state),
        last_out=name_seats(state.last_out),
        winners=name_seats(state.winners()) if is_over else (),
    )
    return [
        replace(
            open_to_all,
            eyes=name_eyes(each, state.seats),
            seats=tuple(
                [
                    _uncover(state, seat, place) if each in (seat, TRUTH) else place
                    for seat, place in enumerate(open_to_all.seats)
                ]
            ),
        )
        for each in eyes
    ]


def _covered_seats(state: TyrannosaurusState) -> tuple[SeatView, ...]:
    """TY-49: all seats with what everyone may see; choices are hidden, and removed cards too, if there are any."""
    cells, trees, revealed, removed = state.cell, state.supply, state.revealed, state.removed
    found = []
    for seat in range(state.seats):
        cards, is_whole = cards_of(state, seat), removed[seat] == codes.NO_ACTION
        found.append(
            SeatView(
                seat=seat + 1,
                dinosaur=DINOSAUR_NAMES[state.dinosaur[seat]],
                cell=name_cell(cells[seat]) if cells[seat] != codes.NOWHERE else None,
                trees=trees[seat],
                is_in_game=bits.has(state.alive, seat),
                cards_box=cards.box,
                cards_played=cards.played,
                cards_most=cards.most,
                cards_left=cards.left if is_whole else None,
                card_count=sum(cards.left.values()),
                removed=name_action(codes.NO_ACTION) if is_whole else None,
                choice=None,
                last_choice=name_move(revealed[seat]) if revealed[seat] != codes.NO_MOVE else None,
            )
        )
    return tuple(found)


def _uncover(state: TyrannosaurusState, seat: int, place: SeatView) -> SeatView:
    """Reveal to a seat everything about itself."""
    chosen = state.chosen[seat]
    return replace(
        place,
        cards_left=cards_of(state, seat).left,
        removed=name_action(state.removed[seat]),
        choice=name_move(chosen) if chosen != codes.NO_MOVE else None,
    )


def order(state: TyrannosaurusState) -> list[int]:
    """TY-18: from the bone's holder clockwise; TY-27: from a runaway's left; TY-45, TY-46: at the end, the best first."""
    if state.waiting == 0:
        best, alive, trees = state.winners(), state.alive, state.supply
        return sorted(
            range(state.seats),
            key=lambda seat: (not bits.has(best, seat), not bits.has(alive, seat), -trees[seat]),
        )
    first = state.runaway + 1 if state.asked == codes.PROMPT_DRIVE else state.bone
    seats, asked = state.seats, state.waiting | state.committed
    clockwise = [(first + step) % seats for step in range(seats)]
    return [seat for seat in clockwise if bits.has(asked, seat)]


class Cards(NamedTuple):
    """TY-07, TY-17: a seat's cards, by action."""

    box: Mapping[str, int]  # all of its dinosaur's, before one was removed
    played: Mapping[str, int]  # those that have been played
    most: Mapping[str, int]  # the rest, including the removed one
    left: Mapping[str, int]  # those that the seat still has


def cards_of(state: TyrannosaurusState, seat: int) -> Cards:
    """All cards of a seat: the truth, not for everyone's eyes."""
    box, left = state.dinosaur[seat] * codes.ACTIONS, seat * codes.ACTIONS
    return _count_cards(
        tuple(state.splits[box : box + codes.ACTIONS]),
        tuple(state.cards[left : left + codes.ACTIONS]),
        state.removed[seat],
    )


@lru_cache(maxsize=4096)
def _count_cards(box: tuple[int, ...], left: tuple[int, ...], removed: int) -> Cards:
    """A seat's cards; cached, because there are few combinations."""
    most = [number + (removed == action) for action, number in enumerate(left)]
    played = [number - kept for number, kept in zip(box, most, strict=True)]
    return Cards(*(dict(zip(ACTION_NAMES, numbers, strict=True)) for numbers in (box, played, most, left)))


def memory(state: TyrannosaurusState, eyes: int) -> dict[str, str]:
    """TY-49: nothing is forgotten at this table; a removed card is known if it can be deduced."""
    found = {}
    for seat in range(state.seats):
        possible = [name for name, chance in removed_odds(state, seat, eyes).items() if chance > 0]
        found[f"removed {seat + 1}"] = " or ".join(possible) or "none"
    return found


def odds(state: TyrannosaurusState, eyes: int) -> dict[str, Fraction]:
    """TY-49: the exact chance that each seat has removed each action card."""
    return {
        f"removed {seat + 1} is {name}": chance
        for seat in range(state.seats)
        for name, chance in removed_odds(state, seat, eyes).items()
    }


def removed_odds(state: TyrannosaurusState, seat: int, eyes: int) -> dict[str, Fraction]:
    """TY-07: each of the nine cards was equally likely to be removed, except those played; empty with three seats."""
    removed, base = state.removed[seat], state.dinosaur[seat] * codes.ACTIONS
    if removed == codes.NO_ACTION:
        return {}
    if eyes in (seat, TRUTH):
        return {name: Fraction(int(removed == action)) for action, name in enumerate(ACTION_NAMES)}
    played = cards_of(state, seat).played
    weights = {
        name: state.splits[base + action] if state.splits[base + action] > played[name] else 0
        for action, name in enumerate(ACTION_NAMES)
    }
    return {name: Fraction(weight, sum(weights.values())) for name, weight in weights.items()}
