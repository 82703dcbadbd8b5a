"""Chat: one clean line, in its author's name, and within limits."""

import pytest

from rexarium.server.model import decide
from rexarium.server.model.commands import (
    AskFor,
    Move,
    Mute,
    OpenChat,
    Resign,
    Say,
    SeatBot,
    Sit,
    Stand,
    Start,
)
from tests.server.support.model_table import ModelTable, line_of, refused
from tests.server.support.samples import ANNA, BEN, DORA


def test_chat_is_one_clean_line_in_its_authors_name() -> None:
    model = ModelTable()
    model.do(BEN, Say, text="  hello\u202e\n there ")
    assert (model.table.chat[-1].name, model.table.chat[-1].text) == ("Ben", "hello there")
    assert refused(model, BEN, Say, text="\u200b\n") == "not possible"


def test_a_silenced_person_stays_silent_until_the_host_lifts_it() -> None:
    model = ModelTable()
    model.do(ANNA, OpenChat)
    model.do(ANNA, Mute, person="dora")
    assert refused(model, DORA, Say, text="hello") == "not allowed"
    model.do(ANNA, Mute, person="dora", is_muted=False)
    model.do(DORA, Say, text="hello")
    assert refused(model, ANNA, Mute, person="anna") == "not possible"


def test_past_the_command_limit_a_player_can_only_move_and_nobody_else_is_affected(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(decide, "MAX_COMMANDS", 6)
    model = ModelTable("tyrannosaurus", [ANNA, BEN])
    for choice in range(3):  # the first is a move, and what follows a change of mind
        model.move(0, choice)
    model.do(ANNA, AskFor, matter="take back")
    model.do(ANNA, Mute, person="ben", is_muted=False)
    model.do(ANNA, Say, text="hm")
    model.move(0)  # the game goes on
    assert model.table.match is not None
    for make, fields in (
        (Move, {"ply": model.table.match.ply, "line": line_of(model.table, 0, 1)}),
        (AskFor, {"matter": "take back"}),
        (AskFor, {"matter": "pause"}),
        (Mute, {"person": "ben", "is_muted": True}),
        (Say, {"text": "well"}),
    ):
        assert refused(model, ANNA, make, **fields) == "not possible"
    model.do(BEN, Say, text="go on")
    model.move(1)
    model.move(0)
    model.do(ANNA, Resign)


def test_before_the_game_seat_changes_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decide, "MAX_COMMANDS", 4)
    model = ModelTable(players=[ANNA, BEN, None], is_started=False)
    model.do(BEN, Sit, seat=3)
    model.do(BEN, Sit, seat=2)
    model.do(BEN, Stand)
    model.do(ANNA, SeatBot, seat=2, bot="hatchling")
    model.do(BEN, Sit, seat=3, share="ben")
    for make, fields in ((Sit, {"seat": 3}), (Stand, {})):
        assert refused(model, BEN, make, **fields) == "not possible"
    model.do(BEN, Start)


def test_a_table_remembers_only_the_latest_chat_lines() -> None:
    model = ModelTable()
    for number in range(250):
        model.do(BEN, Say, text=str(number))
    assert [said.text for said in model.table.chat] == [str(number) for number in range(50, 250)]
