"""Before the game: sitting down, getting up, clearing seats, and the start."""

import pytest
from msgspec import structs

from rexarium.server.model import decide, log, schedule
from rexarium.server.model.commands import Mute, Say, SeatBot, Sit, Stand, Start
from rexarium.server.model.fold import fold as fold_one
from rexarium.server.model.log import Clock
from rexarium.server.model.moment import Moment
from rexarium.server.model.table import Table
from rexarium.server.wire import present
from tests.server.support.model_table import ModelTable, dump, fold, names, refused
from tests.server.support.samples import (
    ANNA,
    BEN,
    CLEO,
    DORA,
    NOBODY,
    NOON,
    PEOPLE,
    PROGRAM,
    UNTIMED,
    bot,
    opening,
    person,
    program,
)
from tests.server.support.stages import DAY, DAYS, LIVE, MINUTE, full, gathering


def test_taking_another_seat_leaves_the_first() -> None:
    model = gathering()
    assert names(model.do(BEN, Sit, seat=3, share="mine")) == ["Vacated", "Seated"]
    assert model.table.players[1] is None
    assert model.table.seat_of("ben") == 2
    assert model.table.shares[1:] == ["", "mine"]


def test_a_seated_player_can_change_their_share_until_the_deal() -> None:
    model = full()
    model.do(BEN, Sit, seat=2, share="another")
    assert model.table.shares[1] == "another"
    assert model.table.seat_of("ben") == 1


def test_nothing_is_dealt_without_everyones_share() -> None:
    model = ModelTable(players=[ANNA, BEN, bot()], is_started=False)
    model.write([log.Seated(by="anna", seat=1, player=person(BEN))])  # as a rematch seats people
    assert refused(model, ANNA, Start) == "not possible"
    model.do(BEN, Sit, seat=2)
    assert refused(model, ANNA, Start) == "not possible"
    model.do(BEN, Sit, seat=2, share="of-ben")
    assert present.table_state(model.table).shared == [1, 2, 3]
    assert names(model.do(ANNA, Start)) == ["Started"]


def test_continuing_a_record_adds_no_share_to_its_deal() -> None:
    model = ModelTable(players=[ANNA, BEN])
    assert model.table.match is not None
    deal = tuple(model.table.game.say_deal(model.table.match.deal))
    opened, *rest = opening("trex", [ANNA, BEN], is_started=False)
    again = Table()
    for entry in (structs.replace(opened, deal=deal), *(structs.replace(each, share="") for each in rest)):
        fold_one(again, entry, NOON)
    assert names(decide.decide(again, ANNA, Start(id="s"), Moment(NOON))) == ["Started"]


def test_a_program_adds_a_share_for_its_own_seat_only() -> None:
    model = ModelTable(players=[ANNA, program(), None], is_started=False)
    model.do(PROGRAM, Sit, seat=2, share="of-a-program")
    assert model.table.shares[1] == "of-a-program"
    assert model.table.seat_of(PROGRAM.id) == 1
    assert refused(model, PROGRAM, Sit, seat=3, share="x") == "not allowed"
    assert refused(model, NOBODY, Sit, seat=3, share="x") == "not allowed"


def test_a_taken_or_unknown_seat_is_refused() -> None:
    model = gathering()
    assert refused(model, DORA, Sit, seat=2) == "not possible"
    assert refused(model, DORA, Sit, seat=4) == "unknown"
    assert refused(model, ANNA, SeatBot, seat=2, bot="hunter") == "not possible"


@pytest.mark.parametrize(
    "word", ["clairvoyant", "random", "search:400", "tyrant:9999999", "outside:rm -rf", ""]
)
def test_only_listed_bot_levels_play_with_people(word: str) -> None:
    assert refused(gathering(), ANNA, SeatBot, seat=3, bot=word) == "unknown"


def test_only_the_host_clears_someone_elses_seat() -> None:
    model = full()
    assert refused(model, BEN, Stand, seat=1) == "not allowed"
    model.do(ANNA, Stand, seat=2)
    assert model.table.players[1] is None
    assert refused(model, ANNA, Stand, seat=2) == "not possible"


def rematch(clock: Clock = UNTIMED) -> ModelTable:
    """A table where all have got their seats from a rematch, and Ben alone has come."""
    model = ModelTable(players=[None] * 3, clock=clock, is_started=False)
    seated = [log.Seated(by="ben", seat=seat, player=person(who)) for seat, who in enumerate(PEOPLE)]
    model.write(seated)
    model.here = {1}
    model.do(BEN, Sit, seat=2, share="of-ben")
    return model


@pytest.mark.parametrize(("clock", "patience"), [(UNTIMED, 2 * MINUTE), (LIVE, 2 * MINUTE), (DAYS, DAY)])
def test_an_absent_host_does_not_hold_up_a_rematch(clock: Clock, patience: int) -> None:
    model = rematch(clock)
    model.wait(patience - 1)
    assert refused(model, BEN, Stand, seat=1) == "not allowed"
    model.wait(1)
    assert refused(model, DORA, Stand, seat=3) == "not allowed"  # who has no seat
    assert refused(model, BEN, SeatBot, seat=1, bot="hunter") == "not allowed"
    model.do(BEN, Stand, seat=3)
    assert model.table.host == "ben"
    model.do(BEN, Stand, seat=1)
    for seat in (1, 3):
        model.do(BEN, SeatBot, seat=seat, bot="hunter")
    assert names(model.do(BEN, Start)) == ["Started"]
    assert dump(fold(model.log)) == dump(model.table)


def test_while_the_host_is_present_nobody_else_clears_a_seat() -> None:
    model = rematch()
    model.here.add(0)
    model.wait(DAY)
    assert refused(model, BEN, Stand, seat=3) == "not allowed"
    model.leave(0)
    model.wait(MINUTE - 1)
    assert refused(model, BEN, Stand, seat=3) == "not allowed"
    model.wait(1)
    model.do(BEN, Stand, seat=3)
    assert model.table.host == "ben"


def test_a_player_who_has_come_keeps_their_seat() -> None:
    model = rematch()
    model.do(CLEO, Say, text="one moment")  # without a share, as a page would never come
    model.do(ANNA, Sit, seat=1, share="of-anna")
    model.wait(DAY)
    assert refused(model, BEN, Stand, seat=1) == "not allowed"
    assert refused(model, BEN, Stand, seat=3) == "not allowed"
    looking_on = rematch()
    looking_on.here.add(2)
    looking_on.wait(DAY)
    assert refused(looking_on, BEN, Stand, seat=3) == "not allowed"


def test_a_new_host_is_no_longer_silenced() -> None:
    model = rematch()
    model.do(ANNA, Mute, person="ben")
    model.wait(DAY)
    model.do(BEN, Stand, seat=3)
    model.do(BEN, Say, text="hello")


def test_nothing_is_dealt_before_every_seat_is_taken() -> None:
    assert refused(gathering(), ANNA, Start) == "not possible"


def test_a_table_that_never_starts_is_removed() -> None:
    model = gathering()
    assert model.wait(6 * DAY) == []
    model.do(BEN, Say, text="still here")
    assert model.wait(6 * DAY) == []
    assert names(model.wait(DAY)) == ["Ended"]
    assert model.table.stage == "over"
    assert schedule.wake_at(model.table) is None
