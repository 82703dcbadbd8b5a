"""Everything that happens by itself: forced moves, replaced bots, and when to check again."""

import pytest

from rexarium.bots import LEVELS
from rexarium.server.model import log, schedule
from rexarium.server.model.commands import AskFor
from rexarium.server.model.log import Clock
from rexarium.server.model.table import SUBSTITUTE
from rexarium.server.wire import summary
from tests.server.support.model_table import ModelTable, names
from tests.server.support.samples import ANNA, BEN, GAMES, bot
from tests.server.support.stages import DAYS, LIVE

# Time


def test_when_time_is_up_the_rules_move_and_the_move_is_logged() -> None:
    model = ModelTable(clock=LIVE)
    seat = model.table.waiting()[0]
    assert model.table.match is not None
    moves = (model.table.match.default_move(seat),)
    assert model.wait(59.999) == []
    (entry,) = model.wait(0.001)
    assert entry == log.Moved(seat=seat, moves=moves, is_forced=True)
    assert model.table.clocks.left[seat] == 5_000


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("clock", [LIVE, DAYS], ids=["live", "days"])
def test_with_a_clock_a_game_ends_even_if_nobody_does_anything(game: str, clock: Clock) -> None:
    model = ModelTable(game, clock=clock)
    for _ in range(2000):
        if model.table.stage == "over":
            break
        due = schedule.next_deadline(model.table)
        assert due is not None, "nothing would ever happen again"
        model.wait(max(0, due - model.now) / 1000)
    assert model.table.stage == "over"
    assert summary.record_text(model.table)


def test_a_player_who_just_disconnected_is_not_overruled() -> None:
    model = ModelTable()
    for seat in (1, 2):
        model.leave(seat)
    model.now += 5_000
    for matter in ("pause", "end"):
        assert names(model.do(ANNA, AskFor, matter=matter)) == ["Asked"]


# Bots


def test_a_failed_bot_is_replaced_and_the_rules_move_if_all_fail() -> None:
    model = ModelTable(players=[bot("tyrant"), ANNA, BEN])
    while 0 not in model.table.waiting():
        model.move()
    seen = []
    for _ in range(4):
        entries = schedule.replace_bot(model.table, 0)
        model.write(entries)
        (entry,) = entries
        seen.append(entry.player.bot if isinstance(entry, log.Replaced) else "the rules")
    assert seen == [SUBSTITUTE, LEVELS[0], SUBSTITUTE, "the rules"]
    assert 0 not in model.table.waiting() or model.table.match is not None
    assert schedule.replace_bot(model.table, 1) == []  # a person is no bot


def test_a_table_with_a_bot_to_move_is_due_at_once() -> None:
    model = ModelTable(players=[bot(), bot()])
    assert schedule.wake_at(model.table) == model.table.changed_at
    assert schedule.next_deadline(model.table) is None
