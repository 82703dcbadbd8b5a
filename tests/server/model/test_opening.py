"""The first entries of a table and of its rematch: nothing in them is drawn, so the same arguments give the same entries."""

import pytest

from rexarium.server.model import commands, log
from rexarium.server.model.errors import Refusal
from rexarium.server.model.log import Clock, Player
from rexarium.server.model.opening import first_entries, open_new, rematch_entries
from rexarium.server.model.rows import Person
from tests.server.support.model_table import ModelTable
from tests.server.support.samples import ANNA, DORA, SEED

HOST = Person("anna", "Anna", 0)
OTHER_SEED = "ab" * 32


def planned(**fields: object) -> list[log.AnyEntry]:
    """The first entries of a T-Rex table for two."""
    new = commands.NewTable(**({"game": "trex", "seats": 2} | fields))  # type: ignore[arg-type]
    return first_entries(HOST, new, open_new(new), "the-name", OTHER_SEED)


def test_a_table_uses_the_given_name_and_seed() -> None:
    (opened,) = planned(is_open=True, clock=Clock("days", bank=86_400))
    assert isinstance(opened, log.Opened)
    assert (opened.table, opened.host_seed) == ("the-name", OTHER_SEED)
    assert (opened.by, opened.name, opened.is_open) == ("anna", "Anna", True)
    assert opened.clock == Clock("days", bank=86_400)
    assert planned() == planned()


def test_host_and_bots_sit_down_in_the_order_of_the_seats() -> None:
    _, *seated = planned(bots={"2": "hunter"}, seat=1)
    assert [(entry.seat, entry.player.bot, entry.player.person) for entry in seated if isinstance(entry, log.Seated)] == [
        (0, "", "anna"),
        (1, "hunter", ""),
    ]  # fmt: skip
    assert isinstance(planned(bots={"1": "hunter", "2": "alpha"}, is_started=True)[-1], log.Started)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"bots": {"3": "hunter"}}, "no seat 3"),
        ({"bots": {"1": "hunter"}, "seat": 1}, "Seat 1 is taken"),
        ({"is_started": True}, "Every seat needs a player"),
        ({"bots": {"2": "hunter"}, "seat": 1, "is_started": True}, "Take your seat first"),
        ({"clock": Clock("live", bank=9)}, "Live time limits run from 10 seconds"),
        ({"clock": Clock("days", bank=86_400, increment=1)}, "nothing is added"),
    ],
)
def test_an_impossible_request_is_refused_in_a_sentence(fields: dict[str, object], sentence: str) -> None:
    with pytest.raises(Refusal, match=sentence):
        planned(**fields)


def test_a_rematch_moves_everyone_one_seat_on_and_has_its_own_seed() -> None:
    model = ModelTable()
    model.do(ANNA, commands.Mute, person="dora", is_muted=True)
    model.write([log.Ended(how="agreement")])
    table = model.table
    opened, *rest = rematch_entries(table, "ben", OTHER_SEED)
    assert isinstance(opened, log.Opened)
    assert (opened.host_seed, opened.follows, opened.by) == (OTHER_SEED, table.id, "anna")
    assert opened.table not in (table.id, "")
    seated = [(entry.seat, entry.player) for entry in rest if isinstance(entry, log.Seated)]
    names = [Player(name, person=name.lower()) for name in ("Anna", "Ben", "Cleo")]
    assert sorted(seated, key=lambda each: each[0]) == [(0, names[2]), (1, names[0]), (2, names[1])]
    assert log.Muted(by="anna", person="dora", is_muted=True) in rest
    other, *same = rematch_entries(table, "ben", SEED)
    assert isinstance(other, log.Opened)
    assert (other.table, same) == (opened.table, rest), "whoever asks finds the same table"


def test_only_players_can_ask_for_a_rematch_and_only_after_the_game() -> None:
    model = ModelTable()
    with pytest.raises(Refusal, match="not over"):
        rematch_entries(model.table, "anna", SEED)
    model.write([log.Ended(how="agreement")])
    with pytest.raises(Refusal, match="Only those who played"):
        rematch_entries(model.table, DORA.person, SEED)
    model.write([log.Followed(table="the-next-one")])
    assert rematch_entries(model.table, "anna", SEED) == []
