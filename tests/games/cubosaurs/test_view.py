"""What a view of Cubosaurs reckons for its readers, against what then happens."""

from collections.abc import Iterator

import pytest

from rexarium.games import find_game
from rexarium.games.cubosaurs import codes
from rexarium.games.cubosaurs.rules import CubosaursState
from rexarium.games.cubosaurs.view import View, type_count
from rexarium.games.cubosaurs.words import KIND_NAMES, TYPE_NAMES
from rexarium.kernel.facts import SPECTATOR
from rexarium.testkit.walk import stroll

CUBOSAURS = find_game("cubosaurs")
SEATS = range(CUBOSAURS.min_seats, CUBOSAURS.max_seats + 1)
LATE = {"dna": "on", "buy_window": "before_or_after", "rounds": "3"}


def tables(seats: int) -> Iterator[CubosaursState]:
    """Positions all over some games, base and advanced, the end included."""
    for seed, rulings in enumerate(({}, LATE, LATE, {"dna": "on"})):
        for match in stroll(CUBOSAURS, CUBOSAURS.setup(seats, rulings=rulings), seed=seed, step=1):
            state = match.state()
            assert isinstance(state, CubosaursState)
            yield state


def look(state: CubosaursState) -> View:
    view = CUBOSAURS.view(state, SPECTATOR)
    assert isinstance(view, View)
    return view


def after(state: CubosaursState, *moves: int) -> View | None:
    """The table after some moves of the turn's owner; None if they end the round."""
    twin = state.copy()
    assert isinstance(twin, CubosaursState)
    for move in moves:
        assert move in twin.moves(state.turn)
        twin.apply(state.turn, move)
    view = look(twin)
    return view if view.round == state.round + 1 and not view.winners else None


def changes(before: View, then: View) -> tuple[int, ...]:
    return tuple(new.round_score - old.round_score for old, new in zip(before.seats, then.seats, strict=True))


@pytest.mark.parametrize("seats", SEATS)
def test_keeping_does_what_the_view_predicts(seats: int) -> None:
    """CU-10."""
    tokens = turned = 0
    for state in tables(seats):
        view, kept = look(state), look(state).if_kept
        assert (kept is None) == (not view.hand)
        if kept is None or codes.KEEP not in state.moves(state.turn):
            continue
        assert kept.seat == view.turn == view.order[0]
        then = after(state, codes.KEEP)
        if then is None:
            continue
        old, new = view.seats[state.turn], then.seats[state.turn]
        assert kept.changes == changes(view, then)
        assert kept.points == kept.changes[state.turn] == sum(line.points for line in kept.lines)
        assert kept.score == new.round_score
        lines = {line.of: (line.number, line.points) for line in new.score_lines}
        for line in kept.lines:
            before = next((each.points for each in old.score_lines if each.of == line.of), 0)
            assert lines[line.of] == (line.number, before + line.points)
        if view.supply >= kept.tokens:
            assert kept.tokens == new.tokens + new.owed - old.tokens - old.owed
        tokens += kept.tokens > 0
        turned += any(points for seat, points in enumerate(kept.changes) if seat != state.turn)
    assert tokens
    assert turned, "no egg of somebody else has turned"


@pytest.mark.parametrize("seats", SEATS)
def test_naming_a_card_does_what_the_view_predicts(seats: int) -> None:
    """CU-11."""
    compared: dict[tuple[str, int], int] = {}
    for state in tables(seats):
        view = look(state)
        can_refuse = codes.REFUSE in state.moves(state.turn)
        assert (view.giver is None) == (view.prompt not in ("add", "own", "theirs"))
        assert bool(view.if_named) == (can_refuse or view.giver is not None)
        for name, named in view.if_named.items():
            giver = view.giver or view.turn or 0
            assert name in view.seats[giver - 1].collection
            if view.prompt == "theirs" and state.tile == codes.EXCHANGE_TILE:
                continue  # the other half of the exchange is still to be named
            move = CUBOSAURS.read(name)
            then = after(state, *([codes.REFUSE] if can_refuse else []), move)
            if then:
                assert named == changes(view, then)
                compared[view.prompt, state.tile] = compared.get((view.prompt, state.tile), 0) + 1
    assert {tile for _, tile in compared} >= {codes.NO_TILE, codes.DESTROY_OWN_TILE, codes.TAKE_TILE}
    assert ("own", codes.EXCHANGE_TILE) in compared


@pytest.mark.parametrize("seats", SEATS)
def test_seats_come_in_their_order(seats: int) -> None:
    """CU-07."""
    for state in tables(seats):
        view = look(state)
        assert sorted(view.order) == list(range(1, seats + 1))
        if view.prompt == "over":
            assert set(view.order[: len(view.winners)]) == set(view.winners)
            continue
        if view.is_decided:
            assert view.order[-1] == view.turn
        else:
            assert view.order[0] == view.turn
        then = after(state, codes.KEEP) if codes.KEEP in state.moves(state.turn) else None
        if then and then.turn != view.turn:
            assert then.order == view.order[1:] + view.order[:1]


@pytest.mark.parametrize("seats", SEATS)
def test_one_more_card_scores_what_the_view_predicts(seats: int) -> None:
    """CU-18 to CU-25."""
    for state in tables(seats):
        before, view = state.fields(), look(state)
        assert state.fields() == before
        for seat, place in enumerate(view.seats):
            assert place.one_more.keys() == view.unseen.keys() | view.hand.keys()
            for card, points in place.one_more.items():
                twin = state.copy()
                assert isinstance(twin, CubosaursState)
                twin.collect(seat, KIND_NAMES.index(card), 1)
                assert points == twin.score_round(seat) - place.round_score


@pytest.mark.parametrize("seats", SEATS)
def test_sums_are_those_of_their_parts(seats: int) -> None:
    """CU-20, CU-50."""
    for state in tables(seats):
        view = look(state)
        assert view.aside_size == codes.BOX - codes.DECK_A_SEAT * seats
        for seat in view.seats:
            types = [type_count(state, seat.seat - 1, type_) for type_ in range(codes.TYPES)]
            assert seat.types == {name: types[type_] for type_, name in enumerate(TYPE_NAMES) if types[type_]}
            raptors = [card.split()[0] for card, number in seat.collection.items() for _ in range(number)]
            assert seat.pairs == min(raptors.count("grey"), raptors.count("black"))
            eggs = [line for line in seat.score_lines if line.of.startswith("egg ")]
            assert seat.egg_score == sum(line.points for line in eggs)
            assert {line.points for line in eggs} <= {p for line in eggs for p in view.egg_points[line.of]}
            now = 0 if view.prompt == "over" else seat.round_score
            assert sum(seat.round_scores) + now + seat.token_points == seat.score
            for line in seat.score_lines:
                if line.of in view.set_points:
                    printed = view.set_points[line.of]
                    assert line.points == printed[min(line.number, len(printed)) - 1]
