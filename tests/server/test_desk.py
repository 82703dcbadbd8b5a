"""A table at work: nothing is shown that is not durable, nothing is done twice, and nobody is waited for in vain."""

import asyncio
import gc
import json
import logging
import weakref
from asyncio.subprocess import PIPE, Process
from collections.abc import Awaitable, Callable
from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace

from rexarium.bots import LEVELS
from rexarium.kernel.errors import RexariumError
from rexarium.kernel.facts import SPECTATOR
from rexarium.server.model import absence, asks, commands, log
from rexarium.server.model.absence import credits_of
from rexarium.server.model.commands import AskFor, Move, Mute, Resign, Say, Sit, Stand, Start
from rexarium.server.model.fold import fold as fold_one
from rexarium.server.model.log import Clock
from rexarium.server.model.refusal import Refusal
from rexarium.server.model.room import SUBSTITUTE, Room
from rexarium.server.model.rows import Outage, Person
from rexarium.server.net.pools import BOTS, NICE_BOTS, bots_pool
from rexarium.server.runtime import reliance
from rexarium.server.runtime.replies import MOST_REFUSED
from rexarium.server.runtime.service import Service
from rexarium.server.runtime.tables import AGAIN, AT_ONCE
from rexarium.server.wire import messages, present
from rexarium.server.wire.messages import Rematch, Why
from rexarium.server.workers.bots import ChooseMove, choose_move
from rexarium.server.workers.pool import WorkerFailed
from rexarium.server.workers.processes import WorkerPool
from rexarium.server.workers.tasks import Task
from tests.server.stage import (
    ANNA,
    BEN,
    CLEO,
    DORA,
    GAMES,
    NOBODY,
    NOON,
    PATIENCE,
    PEOPLE,
    PROGRAM,
    PaperWire,
    Puppets,
    Scribes,
    ShakyStore,
    Theatre,
    bot,
    fold,
    in_theatre,
    line_of,
    open_service,
    opening,
    person,
    picture,
    play,
    program,
    settle,
    until,
)

LIVE = Clock("live", bank=60, increment=5)


def kinds(wire: PaperWire) -> list[str]:
    return [message["is"] for message in wire.read()]


def shaky(theatre: Theatre) -> ShakyStore:
    assert isinstance(theatre.store, ShakyStore)
    return theatre.store


# Coming and going


def test_who_joins_is_told_who_they_are_and_everything_they_may_know() -> None:
    async def scene(theatre: Theatre) -> None:
        wire, guest = await theatre.join(BEN), await theatre.join(NOBODY)
        welcome, snapshot, presence, later = wire.read()
        assert (welcome["is"], welcome["seat"], welcome["person"]) == ("welcome", 2, "ben")
        assert snapshot["number"] == theatre.desk.room.number_for(1)
        assert presence == {"is": "presence", "here": [2], "watching": 0}
        assert later == {"is": "presence", "here": [2], "watching": 1}
        welcome, snapshot, _ = guest.read()
        assert (welcome["seat"], welcome["person"], welcome["name"]) == (None, None, None)
        assert snapshot["position"]["decision"] is None

    in_theatre(scene)


def test_a_seat_is_here_as_long_as_one_of_its_tabs_is() -> None:
    async def scene(theatre: Theatre) -> None:
        first, second = await theatre.join(BEN), await theatre.join(BEN)
        other = await theatre.join(ANNA)
        theatre.desk.leave(first)
        assert theatre.desk.here() == [0, 1]
        theatre.desk.leave(second)
        theatre.desk.leave(second)  # who is gone cannot go
        assert theatre.desk.here() == [0]
        assert [message["here"] for message in other.read() if message["is"] == "presence"] == [
            [1, 2],
            [1, 2],
            [1],
        ]

    in_theatre(scene)


def test_both_tabs_of_a_person_are_sent_the_same() -> None:
    async def scene(theatre: Theatre) -> None:
        tabs = [await theatre.join(BEN), await theatre.join(BEN)]
        for wire in tabs:
            wire.read()
        for _ in range(6):
            await theatre.move()
        assert tabs[0].letters == tabs[1].letters
        assert len(tabs[0].letters) == 6

    in_theatre(scene)


def test_nobody_was_away_before_the_table_came_to_work() -> None:
    """After a restart who comes back first does not find all others gone since 1970."""

    async def scene(theatre: Theatre) -> None:
        await theatre.restart(seconds=3600)
        await theatre.join(ANNA)
        over = {"matter": "take over", "seat": 2, "bot": "hatchling"}
        with pytest.raises(Refusal, match=r"less than a minute\. The seat can be taken over in 60 seconds"):
            await theatre.do(ANNA, AskFor, **over)
        theatre.clock.advance(60)
        await theatre.do(ANNA, AskFor, **over)

    in_theatre(scene)


def test_nobody_has_kept_the_others_waiting_while_the_house_was_closed() -> None:
    async def scene(theatre: Theatre) -> None:
        seat = theatre.desk.room.waiting()[0]
        await theatre.restart(seconds=3600)
        for who in PEOPLE:
            await theatre.join(who)
        over = {"matter": "take over", "seat": seat + 1, "bot": "hatchling"}
        other = PEOPLE[(seat + 1) % 3]
        with pytest.raises(Refusal, match="is here"):
            await theatre.do(other, AskFor, **over)
        with pytest.raises(Refusal, match="600 seconds to go"):
            await theatre.do(other, AskFor, matter="clock")
        theatre.clock.advance(600)
        await theatre.do(other, AskFor, matter="clock")

    in_theatre(scene)


def test_who_sits_down_sees_with_other_eyes_and_everybody_hears_who_is_here() -> None:
    async def scene(theatre: Theatre) -> None:
        wires = {who: await theatre.join(who) for who in (ANNA, CLEO, DORA)}
        for wire in wires.values():
            wire.read()
        await theatre.do(CLEO, Sit, seat=3)
        assert kinds(wires[CLEO]) == ["welcome", "snapshot", "presence"]
        assert wires[CLEO].eyes == 2
        event, presence = wires[ANNA].read()
        assert (event["is"], event["happened"]) == ("event", {"what": "seated", "seat": 3, "name": "Cleo"})
        assert presence == {"is": "presence", "here": [1, 3], "watching": 1}
        await theatre.do(CLEO, Sit, seat=2)  # gets up, sits down
        assert kinds(wires[CLEO]) == ["welcome", "snapshot", "welcome", "snapshot", "presence"]
        assert kinds(wires[ANNA]) == ["event", "event", "presence"]
        await theatre.do(CLEO, Stand)
        assert wires[CLEO].eyes == SPECTATOR

    in_theatre(scene, "trex", ANNA, None, None, is_started=False)


def test_who_resigns_sees_no_more_than_any_guest() -> None:
    async def scene(theatre: Theatre) -> None:
        ben, guest = await theatre.join(BEN), await theatre.join(DORA)
        await theatre.do(BEN, Resign)
        welcome, snapshot = (message for message in ben.read()[-3:] if message["is"] != "presence")
        assert welcome["seat"] is None
        events = guest.read()
        assert snapshot["position"] == next(e["position"] for e in events if e["is"] == "event")

    in_theatre(scene)


# Durable, then visible


def test_while_the_store_is_writing_nobody_sees_anything() -> None:
    async def scene(theatre: Theatre) -> None:
        store = shaky(theatre)
        wires = [await theatre.join(who) for who in (ANNA, BEN, CLEO, NOBODY)]
        leaver = await theatre.join(DORA)
        for wire in wires:
            wire.read()
        store.go.clear()
        moving = asyncio.create_task(theatre.move())
        await settle()
        newcomer = PaperWire(DORA)
        waiting = [
            asyncio.create_task(theatre.desk.join(newcomer)),
            asyncio.create_task(theatre.desk.resync(wires[0])),
            asyncio.create_task(theatre.desk.answer_ping(wires[1], 0)),
            asyncio.create_task(theatre.desk.why(ANNA, Why(id="w", seat=1))),
            asyncio.create_task(theatre.desk.look(present.show_table)),
            asyncio.create_task(theatre.service.tables.record(theatre.desk.room.id)),
        ]
        await settle()
        theatre.desk.leave(leaver)
        await settle()
        assert not moving.done()
        assert not any(task.done() for task in waiting)
        assert not any(wire.letters for wire in (*wires, newcomer))
        store.go.set()
        await moving
        *tasks, record = waiting
        await asyncio.gather(*tasks)
        with pytest.raises(Refusal):
            await record
        assert all(message for wire in wires for message in kinds(wire))

    in_theatre(scene)


@pytest.mark.parametrize("is_late", [False, True], ids=["nothing was written", "it was written all the same"])
def test_when_the_store_fails_all_are_sent_away_and_the_log_says_what_is_true(
    is_late: bool, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene(theatre: Theatre) -> None:
        store = shaky(theatre)
        await theatre.move()
        before = await theatre.read_again()
        wires = [await theatre.join(who) for who in (ANNA, BEN, NOBODY)]
        for wire in wires:
            wire.read()
        store.is_failing, store.is_failing_late = not is_late, is_late
        old = theatre.desk
        ply, seat = 1, old.room.waiting()[0]
        line = line_of(old.room, seat)
        command = Move(id="shaky", ply=ply, line=line)
        queued = [asyncio.create_task(old.do(theatre.actor(seat), command)) for _ in range(2)]
        for task in queued:
            with pytest.raises(Refusal) as caught:
                await task
            assert caught.value.code == "unavailable"
        assert all(wire.letters == [] and wire.farewell for wire in wires)
        late = PaperWire(ANNA)
        await old.join(late)
        assert late.farewell
        store.is_failing = store.is_failing_late = False
        theatre.desk = await theatre.service.tables.get(old.room.id)
        assert theatre.desk is not old
        assert theatre.desk.room.size == before.size + is_late
        assert picture(theatre.desk.room) == picture(await theatre.read_again())
        done = await theatre.desk.do(theatre.actor(seat), command)  # the client tries again
        assert done.number == before.size + 1
        assert theatre.desk.room.size == before.size + 1

    with caplog.at_level(logging.ERROR):
        in_theatre(scene)
    assert [record.message for record in caplog.records] == ["could not write a table"]


def test_a_table_that_broke_off_goes_on_by_itself_when_the_store_works_again() -> None:
    async def scene(theatre: Theatre) -> None:
        store = shaky(theatre)
        theatre.puppets.go.clear()
        await theatre.do(ANNA, Start)
        store.is_failing = True
        theatre.puppets.go.set()
        await settle()
        table = theatre.desk.room.id
        assert table not in theatre.service.tables.live
        assert (
            theatre.service.tables.alarms.timers[table].when()
            <= asyncio.get_running_loop().time() + AGAIN / 1000
        )
        theatre.service.tables.alarms.cancel(table)
        theatre.service.tables.alarms.ring(table)  # too early: it tries again later
        await settle()
        assert table in theatre.service.tables.alarms.timers
        store.is_failing = False
        theatre.service.tables.alarms.ring(table)
        await until(lambda: table in theatre.service.tables.live)
        desk = await theatre.service.tables.get(table)
        await until(lambda: desk.room.stage == "over")

    async def quiet(theatre: Theatre) -> None:
        logging.disable(logging.CRITICAL)
        try:
            await scene(theatre)
        finally:
            logging.disable(logging.NOTSET)

    in_theatre(quiet, "trex", bot(), bot(), is_started=False)


def test_a_desk_that_broke_off_does_not_take_the_next_one_with_it() -> None:
    async def scene(theatre: Theatre) -> None:
        old = theatre.desk
        old.close("")
        theatre.service.tables.forget(old.room.id, old)
        new = await theatre.service.tables.get(old.room.id)
        theatre.service.tables.forget(old.room.id, old)
        assert await theatre.service.tables.get(old.room.id) is new

    in_theatre(scene)


def test_a_command_is_carried_out_though_who_sent_it_hangs_up() -> None:
    async def scene(theatre: Theatre) -> None:
        shaky(theatre).go.clear()
        sending = asyncio.create_task(theatre.move())
        await settle()
        sending.cancel()
        await settle()
        shaky(theatre).go.set()
        await settle()
        assert theatre.desk.room.match is not None
        assert theatre.desk.room.match.ply == 1
        assert picture(await theatre.read_again()) == picture(theatre.desk.room)

    in_theatre(scene)


# Once


def test_the_same_command_gets_the_same_answer_and_is_done_once_also_after_a_restart() -> None:
    async def scene(theatre: Theatre) -> None:
        say = Say(id="s", text="hello")
        first = await theatre.desk.do(BEN, say)
        await theatre.move()
        again = await theatre.desk.do(BEN, say)
        assert again == first
        assert len(theatre.desk.room.chat) == 1
        seat = theatre.desk.room.waiting()[0]
        assert theatre.desk.room.match is not None
        move = Move(id="m", ply=theatre.desk.room.match.ply, line=line_of(theatre.desk.room, seat))
        who = theatre.actor(seat)
        done = await theatre.desk.do(who, move)
        await theatre.move()
        for _ in range(2):
            size = theatre.desk.room.size
            assert await theatre.desk.do(who, move) == done
            assert await theatre.desk.do(BEN, say) == first
            assert theatre.desk.room.size == size
            await theatre.restart()
        other = await theatre.desk.do(ANNA, say)  # another person's id is another command
        assert other != first

    in_theatre(scene)


def test_a_stale_move_changes_nothing() -> None:
    async def scene(theatre: Theatre) -> None:
        seat = theatre.desk.room.waiting()[0]
        line = line_of(theatre.desk.room, seat)
        await theatre.move()
        before = picture(theatre.desk.room)
        with pytest.raises(Refusal) as caught:
            await theatre.do(theatre.actor(seat), Move, ply=0, line=line)
        assert caught.value.code == "stale"
        assert picture(theatre.desk.room) == before

    in_theatre(scene)


def test_an_answer_to_a_question_that_was_taken_back_is_stale_also_after_a_restart() -> None:
    async def scene(theatre: Theatre) -> None:
        room = theatre.desk.room
        while True:
            seat = room.waiting()[0]
            await theatre.move(seat)
            other = room.waiting()[0]
            if other != seat and asks._can_take_back(room, seat):
                break
        first = await decision_of(theatre, other)
        await theatre.desk.write(lambda _: [log.TakenBack(seat=seat)])
        await theatre.move(seat, choice=1)
        await theatre.restart()
        second = await decision_of(theatre, other)
        assert (first["ply"], first["taken_back"]) == (second["ply"], 0)
        before = picture(theatre.desk.room)
        for line in (second["choices"][0]["line"], "take blue"):
            with pytest.raises(Refusal) as caught:
                await theatre.do(theatre.actor(other), Move, ply=first["ply"], taken_back=0, line=line)
            assert caught.value.code == "stale"
        assert picture(theatre.desk.room) == before
        await theatre.move(other, ply=second["ply"], taken_back=second["taken_back"])
        assert theatre.desk.room.match is not None
        assert theatre.desk.room.match.plies[second["ply"]].seat == other

    in_theatre(scene)


async def decision_of(theatre: Theatre, seat: int) -> dict[str, Any]:
    """What a seat is asked, as it is shown to who comes."""
    wire = await theatre.join(theatre.actor(seat))
    (decision,) = [each["position"]["decision"] for each in wire.read() if each["is"] == "snapshot"]
    assert isinstance(decision, dict)
    return decision


def test_first_come_first_served() -> None:
    async def scene(theatre: Theatre) -> None:
        shaky(theatre).go.clear()
        says = [asyncio.create_task(theatre.do(BEN, Say, text=str(n))) for n in range(30)]
        await settle()
        shaky(theatre).go.set()
        numbers = [done.number for done in await asyncio.gather(*says)]
        assert numbers == sorted(n for n in numbers if n is not None)
        assert [said.text for said in theatre.desk.room.chat] == [str(n) for n in range(30)]

    in_theatre(scene)


def test_who_has_missed_something_is_told_all_anew_and_who_has_not_is_not() -> None:
    async def scene(theatre: Theatre) -> None:
        wire = await theatre.join(BEN)
        number = theatre.desk.room.number_for(1)
        wire.read()
        await theatre.desk.answer_ping(wire, number)
        assert kinds(wire) == ["pong"]
        await theatre.desk.answer_ping(wire, number - 1)
        assert kinds(wire) == ["snapshot", "pong"]
        await theatre.desk.resync(wire)
        assert kinds(wire) == ["snapshot"]
        await theatre.desk.greet_again(wire)
        assert kinds(wire) == ["welcome", "snapshot"]

    in_theatre(scene)


@pytest.mark.parametrize("game", GAMES)
def test_every_seat_is_told_of_a_turn_what_its_own_eyes_may_know(game: str) -> None:
    async def scene(theatre: Theatre) -> None:
        wires = [await theatre.join(who) for who in (*PEOPLE, DORA)]
        room, told = theatre.desk.room, set[bool]()
        for _ in range(12):
            ply = room.match.ply if room.match else 0
            for wire in wires:
                wire.read()
            await theatre.move()
            assert room.match is not None
            turns = [json.loads(messages.encode(present.show_turns(room, wire.eyes, ply))) for wire in wires]
            assert [wire.read()[-1]["turns"] for wire in wires] == turns
            told |= {turn == turns[-1] for turn in turns}
        assert False in told or game != "trex", "nobody has drawn a card"

    in_theatre(scene, game)


def test_when_the_game_is_over_every_turn_is_told_again_uncovered() -> None:
    async def scene(theatre: Theatre) -> None:
        wire = await theatre.join(BEN)
        for _ in range(9):
            await theatre.move()
        wire.read()
        await theatre.desk.write(lambda _: [log.Ended(how="agreement")])
        (event,) = wire.read()
        fresh = await theatre.join(BEN)
        snapshot = fresh.read()[1]
        assert event["turns"] == snapshot["turns"]
        assert event["turns"][0]["seat"] is None
        assert "hidden" not in str(event["turns"])

    in_theatre(scene)


# Time


def test_a_question_is_settled_by_itself_when_who_it_is_for_resigns_goes_or_comes_back() -> None:
    async def resigns(theatre: Theatre) -> None:
        wire = await theatre.join(ANNA)
        await theatre.do(ANNA, AskFor, matter="pause")
        await theatre.do(BEN, commands.Answer, ask=0, is_yes=True)
        await theatre.do(CLEO, Resign)
        await until(lambda: theatre.desk.room.is_paused)
        await settle()
        happened = [letter["happened"]["what"] for letter in wire.read() if letter["is"] == "event"]
        happened = [what for what in happened if what != "moved"]  # perhaps the substitute was quicker
        assert happened == ["asked", "answered", "resigned", "settled", "paused"]

    async def goes(theatre: Theatre) -> None:
        wires = [await theatre.join(who) for who in PEOPLE]
        await theatre.do(ANNA, AskFor, matter="pause")
        await theatre.do(BEN, commands.Answer, ask=0, is_yes=True)
        theatre.desk.leave(wires[2])
        alarm = theatre.desk._alarm
        assert alarm is not None
        left = alarm.when() - asyncio.get_running_loop().time()
        assert left <= absence.ABSENCE / 1000  # and not only when the question is forgotten
        theatre.clock.advance(60)
        await theatre.desk.tick()
        assert theatre.desk.room.is_paused

    async def comes_back(theatre: Theatre) -> None:
        await theatre.join(ANNA)
        theatre.clock.advance(61)
        await theatre.join(BEN)
        await theatre.do(ANNA, AskFor, matter="take over", seat=3, bot=LEVELS[0])
        assert theatre.desk.room.asks
        await theatre.join(CLEO)
        await until(lambda: not theatre.desk.room.asks)
        assert theatre.desk.room.seat_of("cleo") == 2

    in_theatre(resigns)
    in_theatre(goes)
    in_theatre(comes_back)


def test_the_alarm_makes_the_move_of_who_is_late() -> None:
    async def scene(theatre: Theatre) -> None:
        for who in (BEN, CLEO):
            await theatre.join(who)
        wire = await theatre.join(ANNA)
        wire.read()
        theatre.clock.advance(59)
        await theatre.desk.tick()
        assert wire.letters == []
        theatre.clock.advance(1)
        await theatre.desk.tick()
        (event,) = wire.read()
        assert event["happened"]["text"] == "time is up"

    in_theatre(scene, clock=LIVE)


def test_no_clock_runs_while_the_house_is_closed() -> None:
    async def scene(theatre: Theatre) -> None:
        seat = theatre.desk.room.waiting()[0]
        theatre.clock.advance(20)
        await theatre.restart(seconds=3600)
        room = theatre.desk.room
        deadline = room.clocks.deadline(seat)
        assert deadline is not None
        assert deadline - theatre.clock() == 40_000
        body = theatre.desk.room.codec.decode((await theatre.store.entries(room.id))[-1].body)
        assert body == log.Credited(time=3_600_000)
        size = room.size
        theatre.clock.advance(10)
        await theatre.restart(seconds=100)
        deadline = theatre.desk.room.clocks.deadline(seat)
        assert deadline is not None
        assert deadline - theatre.clock() == 30_000
        assert theatre.desk.room.size == size + 1

    in_theatre(scene, clock=LIVE)


@pytest.mark.parametrize(
    ("players", "clock"), [((bot(), bot()), Clock()), ((ANNA, BEN), LIVE)], ids=["bots", "clock"]
)
def test_a_house_that_opens_goes_on_with_its_tables_though_nobody_comes(
    players: tuple[Any, ...], clock: Clock
) -> None:
    async def scene(theatre: Theatre) -> None:
        theatre.puppets.go.clear()
        await theatre.desk.write(lambda _: [log.Started()])
        theatre.clock.advance(61)  # the alarm goes by another clock, and has not rung
        size, table = theatre.desk.room.size, theatre.desk.room.id
        await theatre.service.close()
        theatre.service = Service(theatre.store, Puppets(), theatre.scribes, theatre.clock, pulse=None)
        await open_service(theatre.service)
        for _ in range(1000):
            await asyncio.sleep(0)
        written = [
            theatre.desk.room.codec.decode(entry.body) for entry in await theatre.store.entries(table, size)
        ]
        assert any(isinstance(body, log.Moved) for body in written)

    in_theatre(scene, "trex", *players, clock=clock, is_started=False)


def test_where_no_clock_runs_there_is_nothing_to_credit() -> None:
    async def scene(theatre: Theatre) -> None:
        size = theatre.desk.room.size
        await theatre.restart(seconds=3600)
        assert theatre.desk.room.size == size

    in_theatre(scene)


def test_a_question_to_the_others_waits_for_a_closed_house() -> None:
    async def scene(theatre: Theatre) -> None:
        await theatre.desk.do(ANNA, AskFor(id="pause", matter="pause"))
        theatre.clock.advance(20)
        await theatre.restart(seconds=3600)
        (ask,) = theatre.desk.room.asks.values()
        assert theatre.clock() - ask.at == 20_000

    in_theatre(scene)


def test_a_house_that_was_killed_credits_since_its_last_sign_of_life() -> None:
    async def scene(theatre: Theatre) -> None:
        table, seat = theatre.desk.room.id, theatre.desk.room.waiting()[0]
        theatre.clock.advance(30)
        await theatre.store.pulse(theatre.clock())
        theatre.desk.close("")  # and then no more
        theatre.clock.advance(500)
        again = Service(theatre.store, Puppets(), Scribes(), theatre.clock, pulse=None)
        await open_service(again)
        assert await theatre.store.outages(0) == [Outage(NOON + 30_000, NOON + 530_000)]
        desk = await again.tables.get(table)
        deadline = desk.room.clocks.deadline(seat)
        assert deadline is not None
        assert deadline - theatre.clock() == 30_000
        await again.close()

    in_theatre(scene, clock=LIVE)


def time_left(theatre: Theatre, seat: int) -> int:
    """Milliseconds until a seat's time is up."""
    deadline = theatre.desk.room.clocks.deadline(seat)
    assert deadline is not None
    return deadline - theatre.clock()


def test_while_the_house_is_asleep_no_clock_runs() -> None:
    """The lid of a laptop, a machine that is put aside: nobody closes the house, and nobody opens it again."""

    async def scene(theatre: Theatre) -> None:
        for who in (ANNA, CLEO):
            await theatre.join(who)
        seat, wire = theatre.desk.room.waiting()[0], await theatre.join(BEN)
        theatre.clock.advance(20)
        theatre.clock.sleep(3600)
        wire.read()
        await theatre.desk.tick()  # the alarm of who should have moved meanwhile
        assert await theatre.store.outages(0) == [Outage(NOON + 20_000, NOON + 3620_000)]
        assert theatre.desk.room.forced == {}
        assert time_left(theatre, seat) == 40_000
        assert [message["happened"]["what"] for message in wire.read()] == ["credited"]
        await theatre.desk.tick()
        assert time_left(theatre, seat) == 40_000, "an outage is credited once"
        theatre.clock.advance(40)
        await theatre.desk.tick()
        assert theatre.desk.room.forced == {seat: 1}

    in_theatre(scene, clock=LIVE)


def test_who_moves_first_after_the_house_has_slept_does_not_pay_for_it() -> None:
    async def scene(theatre: Theatre) -> None:
        seat = theatre.desk.room.waiting()[0]
        theatre.clock.advance(20)
        theatre.clock.sleep(3600)
        await theatre.move(seat)
        assert theatre.desk.room.clocks.left[seat] == 40_000 + LIVE.increment * 1000

    in_theatre(scene, clock=LIVE)


def test_a_table_that_nobody_touches_is_told_when_the_house_is_awake_again() -> None:
    async def scene(theatre: Theatre) -> None:
        seat = theatre.desk.room.waiting()[0]
        theatre.clock.sleep(3600)
        await theatre.service.heartbeat.beat()  # the keeper's
        await settle()
        assert time_left(theatre, seat) == 60_000

    in_theatre(scene, clock=LIVE)


def test_when_the_house_awakes_its_outage_is_noted_once_however_many_want_to_know() -> None:
    async def scene(theatre: Theatre) -> None:
        add, noted = theatre.store.add_outage, []

        async def add_slowly(outage: Outage) -> None:
            noted.append(outage)
            await asyncio.sleep(0)
            await add(outage)

        theatre.store.add_outage = add_slowly  # type: ignore[method-assign]
        theatre.clock.sleep(3600)
        await asyncio.gather(
            theatre.service.heartbeat.outages(), theatre.service.heartbeat.beat(), theatre.desk.tick()
        )
        assert noted == [Outage(NOON, NOON + 3600_000)]

    in_theatre(scene, clock=LIVE)


def test_a_house_whose_storage_says_nothing_is_not_well_and_its_clocks_stand(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def scene(theatre: Theatre) -> None:
        async def say_nothing(_now: int) -> None:
            await asyncio.Event().wait()

        seat = theatre.desk.room.waiting()[0]
        with monkeypatch.context() as patch:
            patch.setattr(reliance, "PATIENCE", 0.01)
            patch.setattr(theatre.store, "pulse", say_nothing)
            with pytest.raises(TimeoutError):
                await theatre.service.heartbeat.beat()
        assert not theatre.service.is_healthy
        theatre.clock.sleep(5)  # which would else be no outage
        await theatre.desk.tick()
        assert theatre.service.is_healthy
        assert time_left(theatre, seat) == 60_000

    in_theatre(scene, clock=LIVE)


def test_a_pulse_that_is_a_little_late_is_no_outage() -> None:
    async def scene(theatre: Theatre) -> None:
        seat = theatre.desk.room.waiting()[0]
        theatre.clock.sleep(5)
        await theatre.service.heartbeat.beat()
        await theatre.desk.tick()
        assert await theatre.store.outages(0) == []
        assert time_left(theatre, seat) == 55_000

    in_theatre(scene, clock=LIVE)


def test_while_the_storage_fails_no_clock_runs() -> None:
    async def scene(theatre: Theatre) -> None:
        store, table = shaky(theatre), theatre.desk.room.id
        seat = theatre.desk.room.waiting()[0]
        theatre.clock.advance(20)
        store.is_failing = True
        with pytest.raises(Refusal, match="could not save"):
            await theatre.move(seat)
        for _ in range(2):
            theatre.clock.sleep(60)
            with pytest.raises(OSError, match="disk"):
                await theatre.service.heartbeat.beat()
            with pytest.raises(Refusal) as refused:
                await theatre.service.tables.get(table)
            assert refused.value.code == "unavailable"
        assert not theatre.service.is_healthy
        store.is_failing = False
        theatre.desk = await theatre.service.tables.get(table)
        assert theatre.service.is_healthy
        assert theatre.desk.room.forced == {}
        assert time_left(theatre, seat) == 40_000

    in_theatre(scene, clock=LIVE)


def test_a_table_waits_while_the_storage_fails_though_its_time_is_up() -> None:
    async def scene(theatre: Theatre) -> None:
        store, table, desk = shaky(theatre), theatre.desk.room.id, theatre.desk
        wire, seat = await theatre.join(ANNA), theatre.desk.room.waiting()[0]
        store.is_failing = True
        with pytest.raises(OSError, match="disk"):
            await theatre.service.heartbeat.beat()
        theatre.clock.sleep(61)
        desk.wake()
        await settle()
        assert wire.farewell is not None
        store.is_failing = False
        theatre.desk = await theatre.service.tables.get(table)
        assert theatre.desk is not desk
        assert (theatre.desk.room.forced, time_left(theatre, seat)) == ({}, 60_000)

    in_theatre(scene, clock=LIVE)


def test_nobody_is_missing_because_the_house_was_asleep() -> None:
    async def scene(theatre: Theatre) -> None:
        wires = [await theatre.join(who) for who in (ANNA, BEN, CLEO)]
        theatre.desk.leave(wires[2])
        theatre.clock.advance(30)
        theatre.clock.sleep(3600)
        with pytest.raises(Refusal, match="less than a minute"):
            await theatre.do(ANNA, AskFor, matter="take over", seat=3, bot="hunter")
        theatre.clock.advance(61)
        await theatre.do(ANNA, AskFor, matter="take over", seat=3, bot="hunter")

    in_theatre(scene)


def test_outages_that_overlap_are_credited_once() -> None:
    room = fold([(body, NOON) for body in opening("trex", PEOPLE, LIVE)])
    outages = [
        Outage(NOON - 9000, NOON - 5000),
        Outage(NOON - 1000, NOON + 2000),
        Outage(NOON - 1000, NOON + 3000),
    ]
    assert credits_of(room, outages) == [log.Credited(time=3000)]
    assert credits_of(room, outages[:1]) == []


def test_of_a_table_that_is_put_back_nothing_is_kept() -> None:
    """Garbage in circles is looked for only now and then, so tables must leave none."""

    async def scene(theatre: Theatre) -> None:
        await theatre.move()
        wire = await theatre.join(ANNA)
        await theatre.move()
        theatre.desk.leave(wire)
        theatre.clock.advance(601)
        theatre.service.tables.evict_idle()
        table, desk, room = theatre.desk.room.id, weakref.ref(theatre.desk), weakref.ref(theatre.desk.room)
        del theatre.desk
        await settle()
        assert (desk(), room()) == (None, None)
        theatre.desk = await theatre.service.tables.get(table)

    gc.collect()
    gc.disable()
    try:
        in_theatre(scene, clock=Clock("days", 3600, 0))
    finally:
        gc.enable()


def test_a_rematch_leaves_no_circles_behind() -> None:
    """Likewise."""

    async def scene(theatre: Theatre) -> None:
        await theatre.desk.write(lambda _: [log.Ended(how="agreement")])
        gc.collect()
        await theatre.service.tables.rematch(theatre.desk, ANNA, messages.Rematch(id="again"))
        await settle()
        gc.set_debug(gc.DEBUG_SAVEALL)
        gc.collect()
        assert not [
            each for each in gc.garbage if isinstance(each, BaseException | asyncio.Task | log.Seated)
        ]

    gc.disable()
    try:
        in_theatre(scene)
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()


def test_a_table_that_nobody_looks_at_is_put_back_and_comes_again() -> None:
    async def scene(theatre: Theatre) -> None:
        await theatre.move()
        old = theatre.desk
        wire = await theatre.join(ANNA)
        theatre.clock.advance(3600)
        theatre.service.tables.evict_idle()
        assert await theatre.service.tables.get(old.room.id) is old  # Anna looks
        old.leave(wire)
        theatre.clock.advance(3600)
        theatre.service.tables.evict_idle()
        new = await theatre.service.tables.get(old.room.id)
        assert new is not old
        assert picture(new.room) == picture(old.room)

    in_theatre(scene)


# Bots


def test_bots_play_a_game_to_its_end_by_themselves() -> None:
    async def scene(theatre: Theatre) -> None:
        await until(lambda: theatre.desk.room.stage == "over")
        await settle()
        assert picture(await theatre.read_again()) == picture(theatre.desk.room)

    in_theatre(scene, "tyrannosaurus", bot(), bot("hunter"), bot())


def test_while_a_bot_thinks_the_table_rests() -> None:
    async def scene(theatre: Theatre) -> None:
        theatre.puppets.go.clear()
        ticks = 0
        tick = theatre.desk.tick

        async def counted() -> None:
            nonlocal ticks
            ticks += 1
            await tick()

        theatre.desk.tick = counted  # type: ignore[method-assign]
        await theatre.do(ANNA, Start)
        await settle()
        assert len(theatre.puppets.asked) == 1
        assert ticks == 0
        assert not theatre.desk.is_idle

    in_theatre(scene, "trex", bot(), bot(), is_started=False)


def test_a_bot_that_fails_is_replaced_and_if_all_fail_the_rules_move() -> None:
    async def scene(theatre: Theatre) -> None:
        theatre.puppets.failing = set(LEVELS)
        await theatre.do(ANNA, Start)
        await settle()
        bodies = [
            theatre.desk.room.codec.decode(entry.body)
            for entry in await theatre.store.entries(theatre.desk.room.id)
        ]
        seat = next(body.seat for body in bodies if isinstance(body, log.Replaced))
        sitters = [b.player.bot for b in bodies if isinstance(b, log.Replaced) and b.seat == seat]
        assert sitters == [SUBSTITUTE, LEVELS[0], SUBSTITUTE]
        moved = next(body for body in bodies if isinstance(body, log.Moved))
        assert (moved.seat, moved.is_forced) == (seat, True)

    in_theatre(scene, "trex", bot("tyrant"), bot("tyrant"), is_started=False)


def test_a_bot_that_answers_nonsense_is_replaced() -> None:
    async def scene(theatre: Theatre) -> None:
        async def nonsense(task: Task[Any], is_urgent: Callable[[], bool] = lambda: True) -> Any:
            if isinstance(task, ChooseMove) and task.bot == "tyrant":
                return 63
            return await Puppets.run(theatre.puppets, task, is_urgent)

        theatre.puppets.run = nonsense  # type: ignore[method-assign]
        await theatre.do(ANNA, Start)
        await settle()
        assert {player.bot for player in theatre.desk.room.players if player} == {SUBSTITUTE}

    in_theatre(scene, "trex", bot("tyrant"), bot("tyrant"), is_started=False)


def test_a_move_that_a_bot_thought_of_for_another_position_is_not_made() -> None:
    async def scene(theatre: Theatre) -> None:
        room = theatre.desk.room
        while not (room.bots_to_move() and asks._can_take_back(room, 0)):
            theatre.puppets.go.set()
            await until(lambda: room.waiting() == [0])
            theatre.puppets.go.clear()
            await theatre.move(0)
        await until(lambda: len(theatre.desk._thoughts) == 1)
        await theatre.do(ANNA, AskFor, matter="take back")
        assert room.waiting() == [0]
        ply = room.match.ply if room.match else -1
        theatre.puppets.go.set()
        await settle()
        assert room.match is not None
        assert room.match.ply == ply
        assert room.waiting() == [0]

    in_theatre(scene, "trex", ANNA, bot(), bot())


def test_nobody_keeps_a_bot_from_moving_by_choosing_and_taking_back() -> None:
    async def scene(theatre: Theatre) -> None:
        room = theatre.desk.room
        theatre.puppets.go.clear()
        await theatre.do(ANNA, Start)
        await until(lambda: len(theatre.puppets.asked) == 1)
        await theatre.move(0)
        await theatre.do(ANNA, AskFor, matter="take back")
        theatre.puppets.go.set()
        await settle()
        assert room.waiting() == [0]
        assert len(theatre.puppets.asked) == 1, "it was asked the same again"

    in_theatre(scene, "tyrannosaurus", ANNA, bot(), is_started=False)


def test_a_bot_that_hangs_is_killed_at_its_deadline_and_one_that_crashes_is_found_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With real processes: one that sleeps, one that ends, one that cannot be started, one that raises."""

    def start(*words: str) -> Callable[[str, int], Awaitable[Process]]:
        return lambda *_: asyncio.create_subprocess_exec(*words, stdin=PIPE, stdout=PIPE)

    async def scene() -> None:
        theatre = Theatre()
        theatre.service = Service(theatre.store, bots_pool(), Scribes(), theatre.clock, pulse=None)
        await theatre.open("trex", [bot(), bot()], is_started=False)
        await theatre.desk.write(lambda _: [log.Started()])
        match = theatre.desk.room.match
        assert match is not None
        (seat,) = match.waiting()
        task = choose_move("trex", match.sight(seat), match.ply, "hatchling")
        theatre.desk.close("")
        for words, deadline, complaint in (
            (("sleep", "600"), 0.3, "too long"),
            (("true",), PATIENCE, "died"),
            (("/no/such",), PATIENCE, "started"),
        ):
            with monkeypatch.context() as patch:
                patch.setattr("rexarium.server.workers.processes._start", start(*words))
                with pytest.raises(WorkerFailed, match=complaint):
                    await WorkerPool(BOTS, 1, NICE_BOTS, deadline).run(task)
        pool = WorkerPool(BOTS, 1, NICE_BOTS, PATIENCE)
        move = await pool.run(task)
        assert match.check(seat, move)
        (process,) = pool._idle
        process.kill()
        assert await pool.run(task) is not None  # another has started
        # Its kind is told, and no word that could hold a card.
        with pytest.raises(WorkerFailed, match=r"^AssertionError$"):
            await pool.run(replace(task, seat=1 - seat))
        assert await pool.run(task) is not None
        await pool.close()
        await theatre.service.close()

    play(scene())


# Hints and whys


def test_a_hint_is_for_who_plays_against_bots_alone() -> None:
    async def alone(theatre: Theatre) -> None:
        await settle()
        prospects = await theatre.desk.hint(ANNA, messages.Hint(id="h"))
        assert prospects.prospects
        with pytest.raises(Refusal):
            await theatre.desk.hint(DORA, messages.Hint(id="h"))

    async def together(theatre: Theatre) -> None:
        with pytest.raises(Refusal, match="against bots"):
            await theatre.desk.hint(ANNA, messages.Hint(id="h"))

    async def without_people(theatre: Theatre) -> None:
        with pytest.raises(Refusal, match="against bots"):
            await theatre.desk.hint(PROGRAM, messages.Hint(id="h"))

    in_theatre(alone, "tyrannosaurus", ANNA, bot(), bot())
    in_theatre(together, "trex", ANNA, BEN, bot())
    in_theatre(together, "trex", ANNA, program(), bot())
    in_theatre(without_people, "trex", bot(), program(), bot())


def test_a_why_is_answered_by_a_rule_and_changes_nothing() -> None:
    async def scene(theatre: Theatre) -> None:
        room = theatre.desk.room
        seat = room.waiting()[0]
        before = picture(room)
        legal = await theatre.desk.why(theatre.actor(seat), Why(id="1", line=line_of(room, seat)))
        illegal = await theatre.desk.why(theatre.actor(seat), Why(id="2", line="take yellow"))
        score = await theatre.desk.why(DORA, Why(id="3", seat=1))
        assert (legal.is_legal, illegal.is_legal, score.is_legal) == (True, False, None)
        assert all(answer.reasons[0].rule.startswith("TR-") for answer in (legal, illegal))
        for question in (Why(id="4"), Why(id="5", seat=4)):
            with pytest.raises(Refusal):
                await theatre.desk.why(ANNA, question)
        with pytest.raises(Refusal):
            await theatre.desk.why(DORA, Why(id="6", line="take yellow"))
        assert picture(room) == before

    in_theatre(scene)


# The house


def test_a_program_that_is_replaced_becomes_a_guest_at_once() -> None:
    async def scene(theatre: Theatre) -> None:
        wire = await theatre.join(PROGRAM)
        assert wire.eyes == 1
        await theatre.join(ANNA)
        wire.read()
        await theatre.desk.write(lambda _: [log.Replaced(seat=1, player=bot("hunter"))])
        assert wire.eyes == SPECTATOR
        messages = wire.read()
        assert [message["is"] for message in messages][-3:] == ["welcome", "snapshot", "presence"]
        assert messages[-3]["seat"] is None

    in_theatre(scene, "trex", ANNA, program(), bot())


def test_a_rematch_is_one_table_for_all_who_ask_with_everybody_one_seat_further() -> None:
    async def scene(theatre: Theatre) -> None:
        with pytest.raises(Refusal):
            await theatre.service.tables.rematch(theatre.desk, ANNA, Rematch(id="early"))
        await theatre.desk.write(lambda _: [log.Ended(how="agreement")])
        with pytest.raises(Refusal, match="not over"):  # as the same command was told before
            await theatre.service.tables.rematch(theatre.desk, ANNA, Rematch(id="early"))
        with pytest.raises(Refusal):
            await theatre.service.tables.rematch(theatre.desk, DORA, Rematch(id="r"))
        asking = (theatre.service.tables.rematch(theatre.desk, who, Rematch(id="r")) for who in (ANNA, BEN))
        first, second = await asyncio.gather(*asking)
        assert first.table == second.table == theatre.desk.room.rematch
        assert await theatre.service.tables.rematch(theatre.desk, ANNA, Rematch(id="r")) == first
        assert first.table is not None
        room = (await theatre.service.tables.get(first.table)).room
        assert [player and player.person for player in room.players] == ["cleo", "anna", "ben"]
        assert room.opened.host_seed != theatre.desk.room.opened.host_seed
        assert room.opened.follows == theatre.desk.room.id
        assert len(await theatre.store.listings_of("anna", 9)) == 2
        await theatre.restart()
        assert await theatre.service.tables.rematch(theatre.desk, ANNA, Rematch(id="r")) == first

    in_theatre(scene)


def test_a_table_that_one_has_left_before_the_game_is_not_ones_own_any_more() -> None:
    async def scene(theatre: Theatre) -> None:
        async def tables(who: str) -> int:
            return len(await theatre.store.listings_of(who, 9))

        await theatre.do(BEN, Stand)
        assert await tables("ben") == 0
        await theatre.do(CLEO, Sit, seat=2, share="of-cleo")
        assert await tables("cleo") == 1
        await theatre.do(ANNA, Stand, seat=2)
        assert await tables("cleo") == 0
        await theatre.do(BEN, Sit, seat=2, share="of-ben")
        await theatre.do(CLEO, Sit, seat=3, share="of-cleo")
        await theatre.do(ANNA, Start)
        await theatre.do(BEN, Resign)
        assert [await tables(who.person) for who in PEOPLE] == [1, 1, 1]

    in_theatre(scene, is_started=False)


def test_a_rematch_belongs_to_its_host_and_waits_for_all_who_sit_there() -> None:
    async def scene(theatre: Theatre) -> None:
        await theatre.do(DORA, Sit, seat=3, share="of-dora")
        await theatre.do(ANNA, Stand, seat=3)
        await theatre.do(CLEO, Sit, seat=3, share="of-cleo")
        await theatre.do(ANNA, Start)
        await theatre.desk.write(lambda _: [log.Ended(how="agreement")])
        with pytest.raises(Refusal, match="Only those who played"):
            await theatre.service.tables.rematch(theatre.desk, DORA, Rematch(id="r"))
        done = await theatre.service.tables.rematch(theatre.desk, BEN, Rematch(id="r"))
        theatre.desk = await theatre.service.tables.get(done.table or "")
        room = theatre.desk.room
        assert room.host == "anna"
        assert [player and player.person for player in room.players] == ["cleo", "anna", "ben"]
        for who, seat in ((ANNA, 2), (BEN, 3), (CLEO, 1)):
            with pytest.raises(Refusal, match="Waiting for seat"):
                await theatre.do(ANNA, Start)
            await theatre.do(who, Sit, seat=seat, share=f"of-{who.person}")
        await theatre.do(ANNA, Start)
        assert room.proof().shares == ("of-cleo", "of-anna", "of-ben")  # type: ignore[union-attr]

    in_theatre(scene, "trex", ANNA, BEN, None, is_started=False)


def test_where_the_host_does_not_play_again_whoever_asks_is_the_host() -> None:
    async def scene(theatre: Theatre) -> None:
        await theatre.desk.write(lambda _: [log.Replaced(seat=0, player=bot()), log.Ended(how="agreement")])
        done = await theatre.service.tables.rematch(theatre.desk, BEN, Rematch(id="r"))
        assert (await theatre.service.tables.get(done.table or "")).room.host == "ben"

    in_theatre(scene)


def test_who_was_silenced_is_silent_at_the_rematch_too_unless_they_are_its_host() -> None:
    async def scene(theatre: Theatre) -> None:
        for who in (BEN, DORA):
            await theatre.do(ANNA, Mute, person=who.person)
        await theatre.desk.write(lambda _: [log.Replaced(seat=0, player=bot()), log.Ended(how="agreement")])
        done = await theatre.service.tables.rematch(theatre.desk, BEN, Rematch(id="r"))
        theatre.desk = await theatre.service.tables.get(done.table or "")
        await theatre.do(BEN, commands.OpenChat)
        with pytest.raises(Refusal, match="muted"):
            await theatre.do(DORA, Say, text="hello")
        await theatre.do(BEN, Say, text="hello")
        await theatre.do(BEN, Mute, person="dora", is_muted=False)
        await theatre.do(DORA, Say, text="hello")

    in_theatre(scene)


def test_who_took_over_a_seat_has_played() -> None:
    async def scene(theatre: Theatre) -> None:
        await theatre.desk.write(
            lambda _: [log.Replaced(seat=2, player=person(DORA)), log.Ended(how="agreement")]
        )
        assert [each.table for each in await theatre.store.listings_of("dora", 9)] == [theatre.desk.room.id]
        assert (await theatre.service.tables.rematch(theatre.desk, DORA, Rematch(id="r"))).table

    in_theatre(scene)


def test_who_resigned_sits_at_the_rematch_too() -> None:
    async def scene(theatre: Theatre) -> None:
        await theatre.do(BEN, Resign)
        done = await theatre.service.tables.rematch(theatre.desk, BEN, Rematch(id="r"))
        room = (await theatre.service.tables.get(done.table or "")).room
        assert [player and player.person for player in room.players] == ["ben", "anna"]

    in_theatre(scene, "trex", ANNA, BEN)


def test_who_resigned_and_took_over_another_seat_has_one_at_the_rematch() -> None:
    async def scene(theatre: Theatre) -> None:
        await theatre.do(BEN, Resign)
        taken = log.Replaced(seat=2, player=person(BEN))
        await theatre.desk.write(lambda _: [taken, log.Ended(how="agreement")])
        done = await theatre.service.tables.rematch(theatre.desk, ANNA, Rematch(id="r"))
        room = (await theatre.service.tables.get(done.table or "")).room
        assert [player and player.person for player in room.players] == ["ben", "anna", ""]

    in_theatre(scene)


def test_who_resigned_twice_has_one_seat_at_the_rematch() -> None:
    async def scene(theatre: Theatre) -> None:
        await theatre.do(ANNA, Resign)
        await theatre.do(DORA, Resign)
        await theatre.desk.write(lambda _: [log.Replaced(seat=3, player=person(ANNA))])
        await theatre.do(ANNA, Resign)
        await theatre.do(BEN, Resign)
        assert theatre.desk.room.stage == "over"
        done = await theatre.service.tables.rematch(theatre.desk, CLEO, Rematch(id="r"))
        room = (await theatre.service.tables.get(done.table or "")).room
        assert [player and player.person for player in room.players] == ["anna", "", "ben", "cleo"]

    in_theatre(scene, "trex", *PEOPLE, DORA)


def test_what_the_old_table_calls_its_rematch_is_there_even_if_the_house_falls_in_between() -> None:
    async def scene(theatre: Theatre) -> None:
        store = shaky(theatre)
        await theatre.desk.write(lambda _: [log.Ended(how="agreement")])
        append = store.append

        async def fail(*_: object) -> None:
            raise OSError

        store.append = fail  # type: ignore[method-assign, assignment]
        logging.disable(logging.CRITICAL)
        with pytest.raises(Refusal):
            await theatre.service.tables.rematch(theatre.desk, ANNA, Rematch(id="r"))
        logging.disable(logging.NOTSET)
        store.append = append  # type: ignore[method-assign]
        theatre.desk = await theatre.service.tables.get(theatre.desk.room.id)
        (left,) = [each.table for each in await store.all_listings("gathering", 9)]
        theatre.desk = await theatre.restart()
        done = await theatre.service.tables.rematch(theatre.desk, BEN, Rematch(id="r"))
        assert done.table == left, "what the crash left behind is the rematch, and there is no other"
        assert (await theatre.service.tables.get(left)).room.id == left
        assert len(await store.all_listings(None, 9)) == 2

    in_theatre(scene)


def test_the_keeper_of_the_house_ends_a_game_once() -> None:
    async def scene(theatre: Theatre) -> None:
        wire = await theatre.join(ANNA)
        wire.read()
        for _ in range(2):
            await theatre.service.end_table(theatre.desk.room.id)
        (event,) = wire.read()
        assert event["table"]["outcome"]["how"] == "closed"

    in_theatre(scene)


def test_a_table_is_read_once_however_many_come() -> None:
    async def scene(theatre: Theatre) -> None:
        table = theatre.desk.room.id
        await theatre.service.close()
        service = Service(theatre.store, Puppets(), Scribes(), theatre.clock, pulse=None)
        await open_service(service)
        desks = await asyncio.gather(*(service.tables.get(table) for _ in range(20)))
        assert len(set(map(id, desks))) == 1
        for name in ("nothing-here", "../../etc", "", "x" * 100):
            with pytest.raises(Refusal) as caught:
                await service.tables.get(name)
            assert caught.value.code == "unknown"
        await service.close()

    in_theatre(scene)


def test_while_a_long_log_is_read_the_other_tables_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(theatre: Theatre) -> None:
        muted = log.Muted(by="anna", person="ben", is_muted=True)
        await theatre.desk.write(lambda _: [muted] * 10 * AT_ONCE)
        folded, seen = 0, [0]

        def counted(room: Room, body: log.AnyBody, at: int) -> None:
            nonlocal folded
            folded += 1
            fold_one(room, body, at)

        monkeypatch.setattr("rexarium.server.model.restoring.fold", counted)
        theatre.desk.close("")
        table = theatre.desk.room.id
        theatre.service.tables.forget(table, theatre.desk)
        reading = asyncio.create_task(theatre.service.tables.get(table))
        while not reading.done():
            await asyncio.sleep(0)
            seen.append(folded)
        assert folded == theatre.desk.room.size
        assert max(after - before for before, after in pairwise(seen)) <= AT_ONCE
        assert picture((await reading).room) == picture(theatre.desk.room)

    in_theatre(scene)


def test_closing_the_house_writes_what_is_under_way_and_sends_all_away() -> None:
    async def scene(theatre: Theatre) -> None:
        wire = await theatre.join(ANNA)
        wire.read()
        shaky(theatre).go.clear()
        moving = asyncio.create_task(theatre.move())
        await settle()
        closing = asyncio.create_task(theatre.service.close())
        await settle()
        assert wire.farewell
        assert not closing.done()
        shaky(theatre).go.set()
        await asyncio.gather(closing, moving)
        room = await theatre.read_again()
        assert room.match is not None
        assert room.match.ply == 1
        with pytest.raises(Refusal):
            await theatre.move()

    in_theatre(scene)


def test_a_house_whose_disk_is_full_can_be_closed(caplog: pytest.LogCaptureFixture) -> None:
    class Full(ShakyStore):
        is_closed = False

        async def pulse(self, now: int) -> None:
            if self.is_failing:
                raise OSError("no space left on device")
            await super().pulse(now)

        async def close(self) -> None:
            self.is_closed = True

    async def scene() -> None:
        store = Full()
        theatre = Theatre(store)
        await theatre.open()
        store.is_failing = True
        await theatre.service.close()
        assert store.is_closed

    play(scene())
    assert [record.message for record in caplog.records] == ["could not write the final heartbeat"]


def test_a_wish_that_cannot_be_is_refused_and_leaves_nothing_behind() -> None:
    async def scene(theatre: Theatre) -> None:
        host = Person("anna", "Anna", 0)
        before = await theatre.store.all_listings(None, 99)
        wishes: list[dict[str, Any]] = [
            {"game": "chess"},
            {"seats": 8},
            {"edition": "../standard"},
            {"preset": "none"},
            {"rulings": {"x": "y"}},
            {"bots": {"4": "hunter"}},
            {"bots": {"one": "hunter"}},
            {"bots": {"1": "clairvoyant"}},
            {"bots": {"1": "hunter"}, "seat": 1},
            {"seat": 4},
            {"is_started": True},
            {
                "is_started": True,
                "seat": 1,
                "bots": {"2": "hunter", "3": "hunter"},
            },  # without a share of the host's
            {"clock": Clock("live", bank=1)},
            {"clock": Clock("live", bank=60, increment=-1)},
            {"clock": Clock("days", bank=10**9)},
        ]
        for wish in wishes:
            fields: dict[str, Any] = {"game": "trex", "seats": 3, **wish}
            impossible = commands.NewTable(**fields)
            with pytest.raises(RexariumError):
                await theatre.service.tables.create(host, impossible)
        assert await theatre.store.all_listings(None, 99) == before
        possible = commands.NewTable("trex", 2, bots={"1": "hunter", "2": "hunter"}, is_started=True)
        address = await theatre.service.tables.create(host, possible)
        assert (await theatre.service.tables.get(address.table)).room.stage == "playing"

    in_theatre(scene)


def test_what_was_refused_stays_refused_under_its_id_for_whoever_was_refused() -> None:
    async def scene(theatre: Theatre) -> None:
        with pytest.raises(Refusal, match="Every seat needs a player") as first:
            await theatre.do(ANNA, Start, id="s")
        await theatre.do(CLEO, Sit, seat=3, share="of-cleo")
        for _ in range(2):
            with pytest.raises(Refusal, match="Every seat needs a player") as again:
                await theatre.do(ANNA, Start, id="s")
            assert (again.value.code, again.value.sentence) == (first.value.code, first.value.sentence)
        assert theatre.desk.room.match is None
        await theatre.do(BEN, Start, id="s")
        assert theatre.desk.room.stage == "playing"

    in_theatre(scene, "trex", ANNA, BEN, None, is_started=False)


def test_a_refusal_that_is_remembered_has_its_rule_and_holds_nothing_else() -> None:
    async def scene(theatre: Theatre) -> None:
        seat = theatre.desk.room.waiting()[0]
        rules = []
        for _ in range(2):
            with pytest.raises(Refusal) as caught:
                await theatre.move(seat, id="m", line="take yellow")
            rules.append(caught.value.rule)
        assert rules[0]
        assert rules[0] == rules[1]
        (kept,) = theatre.desk.replies._refused.values()
        assert kept.__traceback__ is None
        assert kept.__context__ is None

    in_theatre(scene)


def test_only_so_many_refusals_are_remembered() -> None:
    async def scene(theatre: Theatre) -> None:
        for number in range(MOST_REFUSED + 1):
            with pytest.raises(Refusal):
                await theatre.do(ANNA, Start, id=f"s{number}")
        await theatre.do(CLEO, Sit, seat=3, share="of-cleo")
        with pytest.raises(Refusal):
            await theatre.do(ANNA, Start, id="s1")
        await theatre.do(ANNA, Start, id="s0")
        assert theatre.desk.room.stage == "playing"

    in_theatre(scene, "trex", ANNA, BEN, None, is_started=False)


def test_what_could_only_not_be_written_is_tried_again_under_the_same_id() -> None:
    async def scene(theatre: Theatre) -> None:
        store, table = shaky(theatre), theatre.desk.room.id
        store.is_failing = True
        logging.disable(logging.CRITICAL)
        with pytest.raises(Refusal, match="could not save"):
            await theatre.do(ANNA, Say, id="s", text="hello")
        logging.disable(logging.NOTSET)
        store.is_failing = False
        theatre.desk = await theatre.service.tables.get(table)
        await theatre.do(ANNA, Say, id="s", text="hello")
        assert [said.text for said in theatre.desk.room.chat] == ["hello"]

    in_theatre(scene)
