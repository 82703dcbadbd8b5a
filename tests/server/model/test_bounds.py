"""The number of commands at a table is limited, so that every id can be remembered and nothing is ever carried out twice."""

import pytest

from rexarium.server.model import decide, log
from rexarium.server.model.commands import HandOver, Mute, Say, SeatBot, Sit, Stand, TakeSeat
from rexarium.server.model.errors import Refusal
from rexarium.server.model.moment import Actor
from tests.server.support.model_table import ModelTable, fold, refused
from tests.server.support.samples import ANNA, BEN, CLEO, DORA

MOST = 12


@pytest.fixture(autouse=True)
def _soon_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decide, "MAX_COMMANDS", MOST)


def crowd(model: ModelTable) -> Actor:
    """Guests chat, since the host lets them, until one is refused; returns that guest."""
    model.write([log.ChatOpened(by="anna", is_open=True)])
    for number in range(2 * MOST):
        guest = Actor(f"guest-{number % 5}", f"Guest {number % 5}")
        try:
            model.do(guest, Say, text="hello")
        except Refusal:
            return guest
    raise AssertionError("guests can talk without end")


def test_all_guests_together_share_one_players_command_limit() -> None:
    model = ModelTable("tyrannosaurus", [ANNA, BEN])
    guest = crowd(model)
    assert len(model.table.replies) == MOST
    for who in (guest, DORA):  # a newcomer may say no more than the others
        assert refused(model, who, Say, text="well") == "not possible"
    for number in range(MOST):  # players have their own number
        model.do(ANNA, Say, text=str(number))
    model.move(0)
    assert refused(model, ANNA, Say, text="well") == "not possible"
    model.do(BEN, HandOver, secret="s" * 16)
    model.do(DORA, TakeSeat, seat=2, secret="s" * 16)  # from now on she plays
    model.do(DORA, Say, text="well")
    model.do(BEN, Say, text="players can go on talking")
    assert fold(model.log).replies == model.table.replies


def test_a_player_who_leaves_before_the_game_counts_as_a_guest_unless_the_host() -> None:
    model = ModelTable(players=[None, BEN, None], is_started=False)
    for number in range(MOST // 2):
        guest = Actor(f"guest-{number}", f"Guest {number}")
        model.do(guest, Sit, seat=3)
        model.do(guest, Stand)
    assert model.table.guest_command_count() == MOST
    assert refused(model, CLEO, Sit, seat=3) == "not possible"
    model.do(ANNA, Mute, person="emil")  # whose table it is, though she has no seat
    model.do(ANNA, SeatBot, seat=3, bot="hatchling")
    model.do(ANNA, Sit, seat=1)
    model.do(BEN, Say, text="let us begin")


def test_commands_an_older_server_allowed_still_fold() -> None:
    model = ModelTable()
    crowd(model)
    entries = [*model.log]
    for number in range(3 * MOST):
        entries.append((log.Said(by="dora", command=f"old-{number}", name="Dora", text="hello"), model.now))
    table = fold(entries)
    assert all(("dora", f"old-{number}") in table.replies for number in range(3 * MOST))
