"""Whatever keeps the store from answering, people hear that the server cannot save just now, and to try again."""

import asyncio
import logging
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from rexarium.server.metrics import METRICS
from rexarium.server.model import log, schedule
from rexarium.server.model.commands import NewTable
from rexarium.server.model.errors import Refusal
from rexarium.server.model.rows import Person
from rexarium.server.runtime import availability, live
from rexarium.server.runtime.availability import OUT_OF_ORDER, needs_store
from rexarium.server.runtime.service import Service
from rexarium.server.storage.renewal import open_sqlite
from rexarium.server.storage.sqlite import file
from rexarium.server.storage.store import Fenced, InUse
from rexarium.server.workers.inline import InlinePool
from tests.server.support.live import flaky
from tests.server.support.samples import TABLE
from tests.server.support.server import TestServer, idle, wait_for


@pytest.mark.parametrize(
    "error", [Fenced("it is theirs"), InUse("stop that server first"), OSError("no room")]
)
async def test_another_server_and_an_outage_are_the_same_to_people(error: Exception) -> None:
    @needs_store
    async def save() -> None:
        raise error

    with pytest.raises(Refusal) as caught:
        await save()
    assert (caught.value.code, str(caught.value.sentence)) == ("unavailable", OUT_OF_ORDER)


async def test_who_opens_a_table_while_another_server_takes_the_file_is_told_to_try_again(
    tmp_path: Path,
) -> None:
    path = tmp_path / "rex.db"
    store = open_sqlite(path)
    service = Service(store, InlinePool(), InlinePool(), heartbeat_seconds=None)
    await service.open()
    with closing(file.connect(path)) as connection:
        file.begin_term(connection)
    with pytest.raises(Refusal) as caught:
        await service.tables.create(Person("p", "Pat", 1), NewTable(game="trex", seats=2, seat=1))
    assert caught.value.code == "unavailable"
    await service.close()


async def test_a_table_that_is_read_too_late_and_fails_is_nobodys_accident(
    server: TestServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever asked has given up by then: nothing is left behind that Python would complain about."""
    complaints: list[Any] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: complaints.append(context))
    go, tables = asyncio.Event(), server.service.tables

    async def fail(_: str) -> Any:
        await go.wait()
        raise ZeroDivisionError

    monkeypatch.setattr(tables, "_read", fail)
    monkeypatch.setattr(availability, "PATIENCE", 0.01)
    server.live.close("")
    tables.forget(TABLE, server.live)
    with pytest.raises(Refusal):
        await tables.get(TABLE)
    go.set()
    await wait_for(lambda: TABLE not in tables._reading)
    await idle()
    assert complaints == []


async def test_what_was_due_and_crashed_is_logged_and_tried_again_after_a_pause(
    server: TestServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> list[log.AnyEntry]:
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr(schedule, "due_entries", fail)
        patch.setattr(schedule, "next_deadline", lambda _: server.clock() - 1)
        server.live.wake()
        await server.live.tasks.drain()
    (record,) = [each for each in caplog.records if each.message == "a table's task failed"]
    assert (record.levelno, vars(record)["table"]) == (logging.ERROR, TABLE)
    alarm = server.live._alarm
    assert alarm is not None
    assert alarm.when() - asyncio.get_running_loop().time() == pytest.approx(live.PAUSE, abs=1)


async def test_a_refusal_that_nobody_waits_for_is_no_accident(
    server: TestServer, caplog: pytest.LogCaptureFixture
) -> None:
    server.live.close("")
    server.live.wake()
    await server.live.tasks.drain()
    assert caplog.records == []


async def test_a_table_of_another_servers_is_left_to_it_until_somebody_asks(
    server: TestServer, caplog: pytest.LogCaptureFixture
) -> None:
    tables, failures = server.service.tables, METRICS.storage_failures
    before = repr(vars(failures))
    for is_read_again in (False, True):
        if is_read_again:
            server.live = await tables.get(TABLE)
        assert await flaky(server).take(TABLE) is not None
        with pytest.raises(Refusal) as caught:
            await server.live.append(lambda _: [log.Said(by="anna", text="hello", name="Anna")])
        assert caught.value.code == "unavailable"
        assert TABLE not in tables.live
        assert TABLE not in tables.alarms.timers
    assert repr(vars(failures)) == before
    assert {record.levelno for record in caplog.records} == {logging.WARNING}


async def test_a_table_that_is_taken_while_its_alarm_wakes_it_is_left_to_its_new_owner(
    server: TestServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables, store = server.service.tables, flaky(server)
    server.live.close("")
    tables.forget(TABLE, server.live)
    append = store.append

    async def append_late(*values: Any) -> None:
        await store.take(TABLE)
        await append(*values)

    monkeypatch.setattr(store, "append", append_late)
    said = log.Said(by="anna", text="hello", name="Anna")
    monkeypatch.setattr(schedule, "due_entries", lambda *_: [said])
    tables.alarms.ring(TABLE)
    await tables.alarms.drain()
    await idle()
    assert TABLE not in tables.live
    assert TABLE not in tables.alarms.timers
