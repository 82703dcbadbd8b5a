"""The parts of a service by themselves: signs of life, alarms, who is connected, and what was replied."""

import asyncio

import pytest

from rexarium.kernel.facts import SPECTATOR
from rexarium.server.model.errors import Refusal
from rexarium.server.model.log import AnyEntry
from rexarium.server.model.rows import Outage
from rexarium.server.model.table import Table
from rexarium.server.runtime.alarms import Alarms
from rexarium.server.runtime.heartbeat import SILENCE, Heartbeat
from rexarium.server.runtime.presence import Presence
from rexarium.server.runtime.replies import MOST_REFUSED, Replies
from rexarium.server.storage.memory import MemoryStore
from tests.server.support.fakes import FakeClock, FakeSession, FlakyStore
from tests.server.support.model_table import ModelTable
from tests.server.support.samples import ANNA, BEN, CLEO, NOON

# Heartbeat


class Patient:
    """A heartbeat, its clock and its store, and how many times an outage was reported."""

    def __init__(self, store: MemoryStore | None = None) -> None:
        self.clock = FakeClock()
        self.store = store or FlakyStore()
        self.told = 0
        self.heart = Heartbeat(self.store, self.clock, self.note)

    def note(self) -> None:
        self.told += 1


async def test_the_time_without_a_server_is_an_outage() -> None:
    one = Patient(MemoryStore())
    assert await one.heart.start() == 0
    another = Patient(one.store)
    another.clock.sleep(30)
    assert await another.heart.start() == 30_000
    assert await another.heart.outages() == [Outage(NOON, NOON + 30_000)]


async def test_a_long_silence_is_an_outage_and_a_short_one_is_not() -> None:
    patient = Patient()
    await patient.heart.start()
    patient.clock.sleep(SILENCE / 1000)
    await patient.heart.beat()
    assert (await patient.heart.outages(), patient.told) == ([], 0)
    since = patient.clock()
    patient.clock.sleep(SILENCE / 1000 + 0.001)
    assert await patient.heart.outages() == [Outage(since, patient.clock())]
    assert patient.told == 1
    assert await patient.store.last_beat() == patient.clock()


async def test_a_failed_write_is_an_outage_however_short() -> None:
    store = FlakyStore()
    patient = Patient(store)
    await patient.heart.start()
    store.is_failing = True
    with pytest.raises(OSError, match="no room"):
        await patient.heart.beat()
    assert not patient.heart.can_write
    store.is_failing = False
    patient.clock.sleep(1)
    await patient.heart.beat()
    assert patient.heart.can_write
    assert await patient.heart.outages() == [Outage(NOON, NOON + 1000)]


# Alarms


async def test_an_alarm_rings_once_for_its_table() -> None:
    woken = list[str]()

    async def wake(table: str) -> None:
        woken.append(table)

    clock = FakeClock()
    alarms = Alarms(clock, wake)
    alarms.set("one", clock() + 3_600_000)
    alarms.set("one", clock())  # the other is forgotten
    alarms.set("two", clock())
    alarms.cancel("two")
    alarms.set("three", clock() + 3_600_000)
    while not woken:
        await asyncio.sleep(0)
    await alarms.drain()
    assert (woken, [*alarms.timers]) == (["one"], ["three"])
    alarms.close()
    alarms.set("four", clock())
    assert not alarms.timers


# Presence


def test_a_seat_is_absent_once_its_last_connection_ends() -> None:
    clock = FakeClock()
    presence, table = Presence(clock), ModelTable().table
    wires = [FakeSession(who) for who in (ANNA, ANNA, BEN, CLEO)]
    for session, eyes in zip(wires, (0, 0, 1, SPECTATOR), strict=True):
        session.eyes = eyes
        presence.recipients.add(session)
    assert (presence.seats(), presence.has_players()) == ([0, 1], True)
    assert presence.moment().present == {"anna", "ben", "cleo"}
    clock.advance(10)
    presence.leave(wires[0], table)
    assert presence.seats() == [0, 1]
    presence.leave(wires[1], table)
    clock.advance(5)
    moment = presence.moment()
    assert [moment.away(seat) for seat in range(3)] == [5_000, 0, 15_000]
    presence.excuse(clock())  # until when nobody could play
    assert presence.moment().away(0) == 0
    assert presence.is_untold
    presence.tell()
    assert not presence.is_untold
    assert wires[2].read() == [{"is": "presence", "here": [2], "watching": 1}]


# Replies


def test_a_refused_command_stays_refused_for_its_sender_and_id() -> None:
    replies = Replies(Table())

    def refuse() -> list[AnyEntry]:
        raise Refusal("not possible", "Not now.")

    with pytest.raises(Refusal) as first:
        replies.remember(ANNA, "c", refuse)
    with pytest.raises(Refusal, match="Not now") as again:
        replies.find(ANNA, "c")
    assert again.value is not first.value  # which would hold all that it was raised in
    with pytest.raises(Refusal, match="Not now"):
        replies.remember(ANNA, "c", list)
    assert replies.find(BEN, "c") is None
    assert replies.find(ANNA, "d") is None
    for number in range(MOST_REFUSED):
        with pytest.raises(Refusal):
            replies.remember(BEN, f"{number}", refuse)
    assert replies.find(ANNA, "c") is None  # the oldest is forgotten


def test_a_completed_command_is_known_from_the_log() -> None:
    table = Table()
    table.replies["anna", "c"] = 5
    assert Replies(table).find(ANNA, "c") == 5
