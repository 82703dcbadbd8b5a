"""Asks: what the other players have to agree to, and how each is settled."""

from typing import Any

import pytest
from msgspec import structs

from rexarium.bots import LEVELS
from rexarium.server.model import absence, asks, log, schedule
from rexarium.server.model.commands import Answer, AskFor, Move, Resign, Resume, Sit
from tests.server.support.model_table import ModelTable, away, names, refused
from tests.server.support.samples import ANNA, BEN, CLEO, DORA, PEOPLE, bot, person
from tests.server.support.stages import DAY, DAYS, LIVE, MINUTE, asked, quiet_move


def test_an_ask_is_carried_out_once_everyone_has_agreed() -> None:
    model = ModelTable()
    assert names(model.do(ANNA, AskFor, matter="pause")) == ["Asked"]
    assert names(model.do(BEN, Answer, ask=0, is_yes=True)) == ["Answered"]
    assert names(model.do(CLEO, Answer, ask=0, is_yes=True)) == ["Answered", "Settled", "Paused"]
    assert model.table.is_paused
    assert asked(model) == []
    assert refused(model, CLEO, Answer, ask=0, is_yes=True) == "not possible"


def test_a_single_no_rejects_an_ask() -> None:
    model = ModelTable()
    model.do(ANNA, AskFor, matter="end")
    assert names(model.do(BEN, Answer, ask=0, is_yes=False)) == ["Answered", "Settled"]
    assert model.table.stage == "playing"
    model.do(BEN, AskFor, matter="end")
    assert list(model.table.asks) == [1]


def test_agreeing_twice_counts_once() -> None:
    model = ModelTable()
    model.do(ANNA, AskFor, matter="end")
    model.do(BEN, Answer, ask=0, is_yes=True)
    model.do(BEN, Answer, ask=0, is_yes=True)
    assert model.table.stage == "playing"


def test_nobody_answers_their_own_ask_or_votes_without_a_seat() -> None:
    model = ModelTable()
    model.do(ANNA, AskFor, matter="end")
    assert refused(model, ANNA, Answer, ask=0, is_yes=True) == "not allowed"
    assert refused(model, DORA, Answer, ask=0, is_yes=True) == "not allowed"
    assert refused(model, BEN, AskFor, matter="end") == "not possible"  # it has been asked already


def test_an_ask_expires_and_takes_longer_with_days_per_move() -> None:
    model, slow = ModelTable(), ModelTable(clock=DAYS)
    for table in (model, slow):
        table.do(ANNA, AskFor, matter="pause")
    assert schedule.next_deadline(model.table) == model.now + absence.ASK_TIMEOUT
    assert names(model.wait(2 * MINUTE)) == ["Settled"]
    assert slow.wait(2 * MINUTE) == []
    assert names(slow.wait(DAY))[0] == "Settled"


def test_an_ask_is_settled_without_a_player_who_resigns() -> None:
    model = ModelTable()
    model.do(ANNA, AskFor, matter="pause")
    model.do(BEN, Answer, ask=0, is_yes=True)
    assert names(model.do(CLEO, Resign)) == ["Resigned"]
    assert schedule.next_check(model.table, model.moment()) == model.now
    assert names(model.wait(0)) == ["Settled", "Paused"]
    assert schedule.next_check(model.table, model.moment()) is None


def test_a_resigned_player_cannot_ask_and_their_vote_no_longer_counts() -> None:
    model = ModelTable(players=[ANNA, BEN, CLEO, bot()])
    model.do(ANNA, AskFor, matter="end")
    model.do(BEN, AskFor, matter="pause")
    model.do(ANNA, Answer, ask=1, is_yes=True)
    model.do(ANNA, Resign)
    assert names(model.wait(0)) == ["Settled"]
    assert list(model.table.asks) == [1]
    assert model.table.asks[1].yes == set()
    model.do(CLEO, Answer, ask=1, is_yes=True)
    assert model.table.is_paused


def test_a_returning_player_can_vote_on_a_take_back_though_a_bot_plays_for_them() -> None:
    model, seat = quiet_move()
    here, away = [other for other in range(3) if other != seat]
    model.leave(away)
    model.now += MINUTE * 1000
    model.do(PEOPLE[seat], AskFor, matter="take back")
    model.do(PEOPLE[here], Answer, ask=model.table.ask_count - 1, is_yes=True)
    assert model.wait(0) == []  # it is the absent one's game too
    model.do(PEOPLE[seat], AskFor, matter="take over", seat=away + 1, bot=LEVELS[0])
    model.do(PEOPLE[here], Answer, ask=model.table.ask_count - 1, is_yes=True)
    assert model.wait(0) == []
    model.here.add(away)
    model.do(PEOPLE[away], Sit, seat=away + 1)
    answered = model.do(PEOPLE[away], Answer, ask=model.table.ask_count - 2, is_yes=True)
    assert names(answered) == ["Answered", "Settled", "TakenBack"]


def test_an_absent_voter_is_waited_for_a_minute_and_no_longer() -> None:
    model = ModelTable()
    model.do(ANNA, AskFor, matter="pause")
    model.do(BEN, Answer, ask=0, is_yes=True)
    model.now += 10_000
    model.leave(2)
    assert schedule.next_check(model.table, model.moment()) == model.now + absence.ABSENCE
    assert model.wait(MINUTE - 1) == []
    assert names(model.wait(1)) == ["Settled", "Paused"]


def test_a_take_back_ask_ends_when_the_take_back_becomes_impossible() -> None:
    model, seat = quiet_move()
    model.do(PEOPLE[seat], AskFor, matter="take back")
    while asks._can_take_back(model.table, seat):
        assert model.wait(0) == []
        model.move()
    assert schedule.next_check(model.table, model.moment()) == model.now
    assert model.wait(0) == [log.Settled(ask=0, is_yes=False)]


def test_a_takeover_ask_ends_when_the_player_is_back() -> None:
    model = away()
    model.do(ANNA, AskFor, matter="take over", seat=3, bot=LEVELS[0])
    model.away_since[2] = model.now  # they were here for a moment, or the server was asleep
    assert model.wait(0) == []
    model.here.add(2)
    assert model.wait(0) == [log.Settled(ask=0, is_yes=False)]


@pytest.mark.parametrize(
    "body", [log.Replaced(seat=0, player=bot()), log.Resigned(seat=0)], ids=["replaced", "resigned"]
)
def test_a_player_who_takes_over_or_returns_has_time_to_think(body: Any) -> None:
    model = ModelTable(clock=LIVE)
    seat = model.table.waiting()[0]
    model.now += 60_000
    model.write([structs.replace(body, seat=seat)])
    assert model.wait(16) == []
    model.write([log.Seated(seat=seat, player=person(PEOPLE[seat]))])
    assert model.wait(8) == []
    assert names(model.wait(1)) == ["Moved"]


def test_nothing_needs_consent_when_all_opponents_are_bots() -> None:
    model = ModelTable(players=[ANNA, bot(), bot()])
    assert names(model.do(ANNA, AskFor, matter="pause")) == ["Asked", "Settled", "Paused"]
    assert names(model.do(ANNA, Resume)) == ["Resumed"]
    assert names(model.do(ANNA, AskFor, matter="end")) == ["Asked", "Settled", "Ended"]


def test_a_pause_stops_clocks_and_moves_until_any_player_ends_it() -> None:
    model = ModelTable(clock=LIVE)
    seat = model.table.waiting()[0]
    model.wait(10)
    model.write([log.Paused()])
    assert model.table.clocks.left[seat] == 50_000
    assert model.wait(DAY) == []
    assert refused(model, PEOPLE[seat], Move, ply=0, line="play blue 7") == "not possible"
    assert refused(model, BEN, AskFor, matter="pause") == "not possible"
    model.do(CLEO, Resume)
    assert model.table.clocks.deadline(seat) == model.now + 50_000
    assert refused(model, BEN, Resume) == "not possible"
