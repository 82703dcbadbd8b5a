"""What a view of T-Rex reckons for its readers, against what then happens."""

from collections.abc import Iterator

import pytest

from rexarium.games import find_game
from rexarium.games.trex import codes
from rexarium.games.trex.rules import TrexState
from rexarium.games.trex.view import View
from rexarium.games.trex.words import CARD_NAMES
from rexarium.kernel.facts import SPECTATOR, TRUTH, tell
from rexarium.testkit.walk import begin, stroll
from tests.games.trex.builders import OTHER_BOX, pile_of, rulings

TREX = find_game("trex")
SEATS = range(TREX.min_seats, TREX.max_seats + 1)


def tables(seats: int, step: int = 1) -> Iterator[TrexState]:
    """Positions all over some games, the end included."""
    for seed in range(3):
        setup = TREX.setup(
            seats, edition=OTHER_BOX if seed == 1 else None, rulings=rulings(seed != 2, seed == 1)
        )
        for match in stroll(TREX, setup, seed=seed, step=step):
            state = match.state()
            assert isinstance(state, TrexState)
            yield state


def look(state: TrexState, eyes: int) -> View:
    view = TREX.view(state, eyes)
    assert isinstance(view, View)
    return view


def play(state: TrexState, line: str) -> tuple[TrexState, dict[str, dict[str, object]]]:
    """The table after a move, and what happened by the names of the facts."""
    after = state.copy()
    assert isinstance(after, TrexState)
    after.is_telling = True
    after.apply(state.turn, TREX.read(line))
    told = [tell(TREX.fact_kinds, fact, TRUTH) for fact in after.take_facts()]
    return after, {each.kind.name: dict(each.values) for each in told}


@pytest.mark.parametrize("seats", SEATS)
def test_a_card_does_what_the_view_predicts(seats: int) -> None:
    """TR-16."""
    compared = set()
    for state in tables(seats, step=3):
        if state.asked != codes.PROMPT_PLAY:
            continue
        own = look(state, state.turn)
        assert set(own.if_played) == set(own.seats[state.turn].hand or ())
        for card, then in own.if_played.items():
            after, facts = play(state, f"play {card}")
            seat = look(after, SPECTATOR).seats[state.turn]
            comet = (
                "rules" if "comet_ruled" in facts else "falls short" if "comet_fell_short" in facts else None
            )
            assert then.rank == seat.rank
            assert then.counts_as == seat.counts_as
            assert then.draws == facts.get("drew", {"number": 0})["number"]
            assert then.comet == comet
            assert then.ends_round == ("round_ended" in facts)
            compared.add((comet, then.ends_round))
    assert len(compared) > 3, "hardly anything compared"


@pytest.mark.parametrize("seats", SEATS)
def test_only_the_card_owner_sees_what_cards_would_do(seats: int) -> None:
    """TR-55."""
    for state in tables(seats, step=9):
        for eyes in (*range(seats), SPECTATOR, TRUTH):
            is_asked = state.asked == codes.PROMPT_PLAY and eyes == state.turn
            assert is_asked or not look(state, eyes).if_played


@pytest.mark.parametrize("seats", SEATS)
def test_seats_come_in_their_order(seats: int) -> None:
    """TR-16."""
    for state in tables(seats):
        view = look(state, SPECTATOR)
        assert sorted(view.order) == list(range(1, seats + 1))
        if view.prompt == "play" and view.comet:
            assert view.order[-1] == view.comet.seat
            assert view.last_lap == tuple(seat for seat in view.order if seat in view.last_lap)
        elif view.prompt == "play":
            assert view.order[0] == view.turn
        elif view.prompt == "over":
            assert set(view.order[: len(view.winners)]) == set(view.winners)
        else:
            assert [view.seats[seat - 1].rank for seat in view.order] == list(range(1, seats + 1))


@pytest.mark.parametrize("seats", SEATS)
def test_eggs_are_all_accounted_for(seats: int) -> None:
    """TR-52."""
    for state in tables(seats, step=5):
        view = look(state, SPECTATOR)
        assert sum(view.eggs_left.values()) == 2 * view.egg_pile_size
        for colour, box in zip(view.eggs_left, _box(state), strict=True):
            taken = sum(seat.eggs[colour] for seat in view.seats)
            assert view.eggs_left[colour] + view.open_eggs.count(colour) + taken == box
        for seat in view.seats:
            assert sum(seat.egg_points.values()) == seat.score
            for colour, more in seat.next_egg.items():
                assert seat.egg_points[colour] + more == (seat.eggs[colour] + 1) ** 2


def _box(state: TrexState) -> list[int]:
    """By colour, all eggs of the game, counted from its beginning."""
    return [list(state.egg_piles).count(colour) for colour in range(codes.COLOURS)]


@pytest.mark.parametrize("seats", SEATS)
def test_the_end_shows_remaining_cards_to_those_who_may_know(seats: int) -> None:
    """TR-53."""
    for seed in range(4):
        *_, last = stroll(TREX, TREX.setup(seats), seed=seed, step=1)
        state = last.state()
        assert isinstance(state, TrexState)
        assert last.is_over
        for seat in look(state, TRUTH).seats:
            numbers = [int(card.split()[1]) for card in seat.remaining or () if " " in card]
            assert sum(numbers) == seat.remaining_sum
            assert len(seat.remaining or ()) == codes.CARDS - seat.lost_size
        for eyes in (*range(seats), SPECTATOR):
            assert not any(seat.remaining or seat.remaining_sum for seat in look(state, eyes).seats)
    start = begin(TREX, TREX.setup(seats), 1).state()
    assert isinstance(start, TrexState)
    assert not any(seat.remaining or seat.remaining_sum for seat in look(start, TRUTH).seats)


@pytest.mark.parametrize("seats", SEATS)
def test_what_lies_beneath_and_what_is_owed(seats: int) -> None:
    """TR-32, TR-41."""
    mimics = showers = 0
    for state in tables(seats):
        for seat in look(state, SPECTATOR).seats:
            pile = pile_of(state, seat.seat - 1)
            is_mimic = pile[-1:] == (codes.CHAMAELOSAURUS,) and len(pile) > 1
            assert seat.beneath == (CARD_NAMES[pile[-2]] if is_mimic else None)
            assert seat.owes_shower == (codes.SHOWER in pile)
            mimics += is_mimic
            showers += seat.owes_shower
    assert mimics
    assert showers
