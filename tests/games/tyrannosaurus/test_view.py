"""What a view of Tyrannosaurus Rex reckons for its readers, against what then happens."""

from collections.abc import Iterator

import pytest

from rexarium.games import find_game
from rexarium.games.tyrannosaurus.rules import TyrannosaurusState
from rexarium.games.tyrannosaurus.view import View
from rexarium.kernel import bits
from rexarium.kernel.facts import SPECTATOR, TRUTH
from rexarium.kernel.state import FactInts
from rexarium.match import Match
from rexarium.testkit.walk import stroll

TYRANNOSAURUS = find_game("tyrannosaurus")
SEATS = range(TYRANNOSAURUS.min_seats, TYRANNOSAURUS.max_seats + 1)


def matches(seats: int) -> Iterator[Match]:
    """Matches at all their moments, to the end."""
    for seed, preset in enumerate(("table", "to-the-last-turn", "table")):
        yield from stroll(TYRANNOSAURUS, TYRANNOSAURUS.setup(seats, preset=preset), seed=seed, step=1)


def look(match: Match, eyes: int) -> View:
    view = match.view(eyes)
    assert isinstance(view, View)
    return view


@pytest.mark.parametrize("seats", SEATS)
def test_what_may_be_left_is_what_is_left_and_the_removed_card(seats: int) -> None:
    """TY-07."""
    for match in matches(seats):
        truth = look(match, TRUTH)
        for seat, known in zip(look(match, SPECTATOR).seats, truth.seats, strict=True):
            assert known.cards_left is not None
            for kind, most in seat.cards_most.items():
                assert most == seat.cards_box[kind] - seat.cards_played[kind]
                assert most - known.cards_left[kind] == (known.removed == kind)
            assert sum(seat.cards_most.values()) - seat.card_count == (known.removed != "none")


ACTS = {"moved", "stopped", "turned_back", "rested"}
TELLING = {  # the facts in which somebody's choice is applied, and where in them the chooser is
    "lake": ({"lake_moved", "tile_stayed"}, 1),
    "volcano": ({"volcano_moved", "tile_stayed"}, 1),
    "act": (ACTS, 1),
    "drive": ({"driven"}, 2),
    "rex": ({"rex_moved", "rex_stayed", "rex_vanished"}, 1),
}


def applied_by(facts: list[FactInts], prompt: str) -> tuple[int, ...]:
    """Whose choices were applied, in this order, up to the next phase."""
    names, place = TELLING[prompt]
    found: list[int] = []
    for fact in facts:
        name = TYRANNOSAURUS.fact_kinds[fact[0]].name
        if name in names and fact[place] + 1 not in found:
            found.append(fact[place] + 1)
        elif name in ("ran_away", "harvested", "trees_planted"):
            break
    return tuple(found)


@pytest.mark.parametrize("seats", SEATS)
def test_seats_come_in_their_order(seats: int) -> None:
    """TY-18."""
    compared: dict[str, int] = {}
    for match in matches(seats):
        view = look(match, SPECTATOR)
        if match.is_over:
            assert sorted(view.order) == list(range(1, seats + 1))
            assert set(view.order[: len(view.winners)]) == set(view.winners)
            continue
        state = match.state().copy()
        assert isinstance(state, TyrannosaurusState)
        state.is_telling = True
        for seat in match.waiting():
            state.apply(seat, state.moves(seat)[0])
        asked = tuple(seat + 1 for seat in bits.members(match.state().waiting | match.state().committed))
        applied = applied_by(state.take_facts(), view.prompt)
        assert tuple(sorted(view.order)) == asked
        assert applied == tuple(seat for seat in view.order if seat in applied)
        compared[view.prompt] = compared.get(view.prompt, 0) + (len(applied) > 1)
    expected = {"lake", "volcano", "act", "rex", *(["drive"] if seats > 2 else [])}
    assert all(compared[prompt] for prompt in expected), compared
