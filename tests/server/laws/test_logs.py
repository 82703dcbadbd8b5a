"""No line of the server's log reveals anything about a game, whatever goes wrong."""

import errno
import json
import logging
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from rexarium.server.model import commands, log
from rexarium.server.model.errors import Refusal
from rexarium.server.model.fold import HANDLERS
from rexarium.server.model.table import Table
from rexarium.server.net.logs import SAME_LINES, configure_logging
from rexarium.server.net.logs import JsonFormatter as LogLine
from rexarium.server.wire import present
from tests.server.support.api import Api, key_of
from tests.server.support.fakes import FlakyStore
from tests.server.support.model_table import line_of
from tests.server.support.samples import PEOPLE, SEED, TABLE, opening
from tests.server.support.server import open_service


async def test_no_server_log_line_reveals_anything_about_a_game(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    with caplog.at_level(logging.DEBUG, "rexarium"):
        store = FlakyStore()
        api = Api(store=store)
        await api.add_people("Anna", "Ben", "Cleo")
        await open_service(api.service)
        await api.service.tables.begin(opening("trex"))
        table = await api.service.tables.get(TABLE)
        secrets = [SEED, "a word among friends", key_of("anna"), "share1"]
        line = await api.call(TABLE, "anna")
        for n in range(12):
            seat = table.table.waiting()[0]
            text = line_of(table.table, seat)
            secrets.append(text.removeprefix("play "))
            store.is_failing = n == 11
            command = commands.Move(id=f"m{n}", ply=n, line=text)
            try:
                await table.submit(PEOPLE[seat], command)
            except Refusal:
                assert store.is_failing
        await line.idle()
        store.is_failing = False
        table = await api.service.tables.get(TABLE)

        def accident(table: Table, *_: Any) -> Any:
            raise ValueError(f"{table.opened.host_seed} {secrets}")

        with monkeypatch.context() as patch:
            patch.setattr(present, "table_state", accident)
            async with api.visitor("anna") as visitor:
                answer = await visitor.get(f"/api/tables/{TABLE}")
                assert (answer.status_code, answer.json()["code"]) == (500, "unavailable")
                assert not [secret for secret in secrets if secret in answer.text]
            patch.setitem(HANDLERS, log.Moved, accident)
            api.service.tables.live.clear()
            api.service.tables.alarms.ring(TABLE)
            await line.idle()
        await api.service.close()
    lines = [LogLine().format(record) for record in caplog.records]
    assert {record.getMessage() for record in caplog.records} == {
        "could not write a table",
        "a request failed",
        "a table's log is damaged",
    }
    assert all('"trace"' in line for line in lines)
    assert not [secret for secret in secrets for line in lines if secret in line]


def test_a_repeated_error_is_logged_a_few_times_and_then_counted(tmp_path: Path) -> None:
    log_file = tmp_path / "server.log"
    loggers = [logging.getLogger(name) for name in ("rexarium", "uvicorn.error", "asyncio")]
    before = [(logger.handlers[:], logger.level, logger.propagate) for logger in loggers]
    try:
        configure_logging(log_file)
        (handler,) = loggers[0].handlers
        (sparing,) = handler.filters
        time = 0.0
        sparing._limit._now = lambda: time  # type: ignore[union-attr]
        for number in range(1000):
            loggers[0].error("the disk is full", extra={"number": number})
        loggers[0].error("something else")
        time = 61.0
        loggers[0].error("the disk is full")
    finally:
        loggers[0].handlers[0].close()
        for logger, (handlers, level, propagate) in zip(loggers, before, strict=True):
            logger.handlers[:], logger.propagate = handlers, propagate
            logger.setLevel(level)
    told = [json.loads(line) for line in log_file.read_text().splitlines()]
    assert len(told) == SAME_LINES[0] + 2
    assert told[-2]["what"] == "something else"
    assert told[-1]["left_out"] == 1000 - SAME_LINES[0]


def test_a_log_line_names_the_kind_of_error_without_its_message() -> None:
    for error, kind in (
        (OSError(errno.ENOSPC, "the ace"), "OSError ENOSPC"),
        (OSError("the ace"), "OSError"),
        (full_disk(), "OperationalError SQLITE_FULL"),
    ):
        record = logging.makeLogRecord({"msg": "an accident", "exc_info": (type(error), error, None)})
        line = LogLine().format(record)
        assert json.loads(line)["trace"][0] == kind
        assert "the ace" not in line


def full_disk() -> sqlite3.Error:
    """SQLite's error for a full disk."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute("PRAGMA max_page_count = 1")
        with pytest.raises(sqlite3.OperationalError) as caught:
            connection.execute("CREATE TABLE cards (name)")
    return caught.value
