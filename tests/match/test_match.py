"""The one door: submit, stale answers, time-outs, undo, fork, and what is uncovered when the game is over."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rexarium.games import AnyGame, find_game
from rexarium.kernel.errors import CannotUndo, NotYourTurn, StalePly, UnreadableMove
from rexarium.kernel.facts import SPECTATOR, TRUTH, teaches
from rexarium.kernel.lines import legal_lines
from rexarium.match import Match
from rexarium.testkit.records import check_same
from rexarium.testkit.strategies import matches
from rexarium.testkit.walk import begin, walk
from tests.laws.registry import every_game

TREX = find_game("trex")


def played(plies: int, seats: int = 3, seed: int = 5) -> Match:
    match = begin(TREX, TREX.setup(seats), seed)
    for ply in walk(match, seed):
        if ply >= plies:
            break
    return match


def test_a_move_may_be_written_or_a_number() -> None:
    match = played(0)
    seat = match.waiting()[0]
    twin = match.fork(0)
    move = match.state().moves(seat)[0]
    assert match.submit(seat, TREX.say(move).upper()) == twin.submit(seat, move)
    check_same(match, twin)


@every_game
@given(data=st.data())
@settings(max_examples=40)
def test_checked_moves_play_as_submitted_moves_do(game: AnyGame, data: st.DataObject) -> None:
    match = data.draw(matches(game, most_plies=80))
    twin = match.fork(match.ply)
    for seat in match.waiting():
        line, *_ = legal_lines(game, match.state(), seat)
        assert match.check(seat, line) == match.check(seat, game.say_line(line)) == tuple(line)
        assert match.play(seat, line) == twin.submit(seat, game.say_line(line))
        check_same(match, twin)


def test_every_move_of_a_line_is_one_of_the_game() -> None:
    match = played(3)
    seat = match.waiting()[0]
    legal = match.state().moves(seat)[0]
    for moves in ((TREX.move_count,), (-1,), (legal, TREX.move_count), (legal, 2**70)):
        with pytest.raises(UnreadableMove):
            match.check(seat, moves)


def test_an_answer_to_another_ply_is_stale() -> None:
    match = played(7)
    seat = match.waiting()[0]
    move = match.state().moves(seat)[0]
    for ply in (0, 6, 8):
        with pytest.raises(StalePly):
            match.submit(seat, move, ply)
    match.submit(seat, move, 7)
    assert match.ply == 8
    with pytest.raises(StalePly):  # sent twice
        match.submit(seat, move, 7)


def test_nonsense_is_refused_without_a_trace() -> None:
    match = played(7)
    before = match.state().fields()
    seat = match.waiting()[0]
    with pytest.raises(UnreadableMove):
        match.submit(seat, "checkmate")
    for other in (-1, 3, 99):
        with pytest.raises(NotYourTurn):
            match.submit(other, 0)
    with pytest.raises(NotYourTurn):
        match.time_out((seat + 1) % 3)
    assert match.state().fields() == before
    assert match.ply == 7


def test_the_state_that_a_match_hands_out_is_a_copy() -> None:
    match = played(4)
    before = match.state().fields()
    state = match.state()
    seat = match.waiting()[0]
    state.apply(seat, state.moves(seat)[0])
    match.sight(seat).imagine(3)
    assert match.state().fields() == before


@every_game
@given(data=st.data())
@settings(max_examples=40)
def test_undo_goes_back_just_as_far_as_nothing_was_learnt(game: AnyGame, data: st.DataObject) -> None:
    match = data.draw(matches(game, most_plies=80))
    for seat in range(match.setup.seats):
        twin = match.fork(match.ply)
        own = [ply.asked_at for ply in match.plies if ply.seat == seat and not game.continues(ply.move)]
        since = [fact for ply in match.plies[own[-1] :] for fact in ply.facts] if own else []
        if not own or any(teaches(game.fact_kinds, fact, seat) for fact in since):
            with pytest.raises(CannotUndo):
                twin.undo(seat)
            check_same(match, twin)
        else:
            told = match.facts(seat)
            twin.undo(seat)
            check_same(match.fork(own[-1]), twin)
            assert told[: len(twin.facts(seat))] == twin.facts(seat)


def test_undo_is_possible_at_times() -> None:
    """TR-46, TR-47: to lose the top card shows nothing new; to keep the colours turns up new eggs."""
    allowed = refused = 0
    match = begin(TREX, TREX.setup(4), 3)
    for _ in walk(match, 3):
        for seat in {ply.seat for ply in match.plies[-1:]}:
            try:
                match.fork(match.ply).undo(seat)
                allowed += 1
            except CannotUndo:
                refused += 1
    assert allowed > 30
    assert refused > 30


@every_game
@given(data=st.data())
@settings(max_examples=15)
def test_a_fork_goes_its_own_way(game: AnyGame, data: st.DataObject) -> None:
    match = data.draw(matches(game, most_plies=60))
    before = match.state().fields()
    at = data.draw(st.sampled_from(sorted({0, match.ply, *(ply.asked_at for ply in match.plies)})))
    fork = match.fork(at)
    assert fork.ply == at
    assert fork.plies == match.plies[:at]
    for _ in walk(fork, 1):
        pass
    assert match.state().fields() == before


def test_facts_can_be_asked_for_from_any_ply_on() -> None:
    match = played(30)
    whole = match.facts(0)
    opening = len(match.opening)
    assert match.facts(0, since=0) == whole[opening:]
    for ply in range(31):
        later = sum(len(p.facts) for p in match.plies[ply:])
        assert match.facts(0, since=ply) == (whole[-later:] if later else [])


def test_everything_is_uncovered_when_the_game_is_over() -> None:
    """TR-43, TR-55: sealed until the end, and then open to all."""
    match = played(10_000)
    assert match.is_over
    for eyes in (0, SPECTATOR):
        assert match.facts(eyes) == match.facts(TRUTH)
        assert match.view(eyes) == match.view(TRUTH)
    going = match.fork(match.ply - 1)
    assert any(value is None for fact in going.facts(SPECTATOR) for value in fact.values.values())


def test_players_have_names_and_seats_without_one_are_numbered() -> None:
    match = Match(TREX, TREX.setup(3), played(0).deal, ["Ada", "Bo"])
    assert match.players == ["Ada", "Bo", "seat 3"]
