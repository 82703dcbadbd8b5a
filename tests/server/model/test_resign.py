"""Resigning, with two players and with more."""

from rexarium.server.model.commands import Resign, Sit
from rexarium.server.model.table import SUBSTITUTE
from rexarium.server.wire import present
from tests.server.support.model_table import ModelTable, names, refused
from tests.server.support.samples import ANNA, BEN, bot


def test_with_two_players_resigning_loses_the_game() -> None:
    model = ModelTable(players=[ANNA, BEN])
    assert names(model.do(BEN, Resign)) == ["Resigned", "Ended"]
    table = present.table_state(model.table)
    assert table.outcome is not None
    assert (table.outcome.how, table.outcome.winners) == ("resigned", [1])
    assert [(seat.name, seat.has_resigned) for seat in table.seats] == [("Anna", False), ("Ben", True)]


def test_the_last_player_to_resign_counts_as_having_played() -> None:
    model = ModelTable()
    model.do(BEN, Resign)
    model.do(ANNA, Resign)
    seats = present.table_state(model.table).seats
    assert [seat.bot or seat.name for seat in seats] == ["Anna", SUBSTITUTE, "Cleo"]


def test_with_more_players_a_bot_takes_a_resigned_seat_for_good() -> None:
    model = ModelTable()
    assert names(model.do(BEN, Resign)) == ["Resigned"]
    player = model.table.players[1]
    assert player is not None
    assert player.bot == SUBSTITUTE
    assert present.table_state(model.table).seats[1].has_resigned
    assert refused(model, BEN, Sit, seat=2) == "not allowed"
    assert refused(model, BEN, Resign) == "not allowed"
    assert names(model.do(ANNA, Resign)) == ["Resigned", "Ended"]
    outcome = present.table_state(model.table).outcome
    assert outcome is not None
    assert outcome.winners == [3]


def test_when_the_last_person_resigns_from_bots_the_game_is_abandoned() -> None:
    model = ModelTable(players=[ANNA, bot(), bot()])
    assert names(model.do(ANNA, Resign)) == ["Resigned", "Ended"]
    outcome = present.table_state(model.table).outcome
    assert outcome is not None
    assert (outcome.how, outcome.winners) == ("abandoned", [])
