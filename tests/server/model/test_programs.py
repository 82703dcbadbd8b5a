"""A program plays its own seat and no other."""

from rexarium.kernel.facts import SPECTATOR
from rexarium.server.model import log
from rexarium.server.model.commands import Answer, AskFor, Move, Resign, Say, Sit, Stand, Start
from tests.server.support.model_table import ModelTable, names, refused
from tests.server.support.samples import ANNA, BEN, CLEO, PROGRAM, bot, program


def test_a_program_plays_its_seat_and_no_other() -> None:
    model = ModelTable(players=[ANNA, program(), BEN])
    while model.table.waiting() != [1]:
        model.move()
    model.move(1)
    entry = model.log[-1][0]
    assert isinstance(entry, log.Moved)
    assert entry.seat == 1
    assert refused(model, PROGRAM, Say, text="hi") == "not allowed"
    assert refused(model, PROGRAM, Sit, seat=1) == "not allowed"


def test_a_replaced_program_no_longer_sees_or_does_anything() -> None:
    model = ModelTable(players=[ANNA, program(), bot()])
    assert model.table.eyes_of(PROGRAM.id) == 1
    model.leave(1)
    model.now += 61_000
    assert names(model.do(ANNA, AskFor, matter="take over", seat=2, bot="hunter"))[-1] == "Replaced"
    assert model.table.eyes_of(PROGRAM.id) == SPECTATOR
    assert refused(model, PROGRAM, Resign) == "not allowed"


def test_a_connected_program_keeps_its_seat_like_a_person() -> None:
    model = ModelTable(players=[ANNA, program(), bot()])
    over = {"matter": "take over", "seat": 2, "bot": "hunter"}
    assert refused(model, ANNA, AskFor, **over) == "not allowed"
    model.leave(1)
    assert refused(model, ANNA, AskFor, **over) == "not allowed"


def test_a_program_back_before_everyone_agreed_keeps_its_seat() -> None:
    model = ModelTable(players=[ANNA, program(), BEN])
    model.leave(1)
    model.now += 61_000
    model.do(ANNA, AskFor, matter="take over", seat=2, bot="hunter")
    model.here.add(1)
    assert names(model.do(BEN, Answer, ask=0, is_yes=True)) == ["Answered", "Settled"]
    assert model.table.seat_of(PROGRAM.id) == 1


def test_a_program_whose_seat_was_cleared_does_not_see_the_new_players_view() -> None:
    model = ModelTable(players=[ANNA, program(), None], is_started=False)
    model.do(ANNA, Stand, seat=2)
    model.do(BEN, Sit, seat=2, share="of-ben")
    model.do(CLEO, Sit, seat=3, share="of-cleo")
    model.do(ANNA, Start)
    assert model.table.eyes_of(PROGRAM.id) == SPECTATOR
    assert refused(model, PROGRAM, Move, ply=0, line="play blue 7") == "not allowed"
