"""A damaged log is refused with a clear message, and its table is not retried for ever."""

import logging

import pytest

from rexarium.server.model import log
from rexarium.server.model.codec import Codec
from rexarium.server.model.log import AnyEntry
from rexarium.server.model.restore import DamagedLog
from rexarium.server.model.rows import StoredEntry
from rexarium.server.runtime.offline import read_table
from tests.server.support.api import Api, expect, start_api
from tests.server.support.samples import TABLE, opening

STRANGE: dict[str, AnyEntry | bytes] = {
    "no json": b"\xff",
    "another kind": b'{"is":"eaten"}',
    "a move of nobody": b'{"is":"moved","seat":7,"line":"flip"}',
    "no move": b'{"is":"moved","seat":0,"line":""}',
    "a seat that is not there": log.Seated(seat=7, player=log.Player("Zoe")),
    "an answer to nothing": log.Answered(seat=0, ask=99, is_yes=True),
    "a log without its beginning": log.Followed(table="x"),
}


async def damage(api: Api, table: str, entry: AnyEntry | bytes) -> int:
    """Store a log with one entry that no server would write; its number."""
    entries = opening("trex")
    if isinstance(entry, log.Followed):
        entries = entries[1:]  # it is not even opened
    assert isinstance(entries[0], log.Opened | log.Seated)
    codec = Codec()
    data = [each if isinstance(each, bytes) else codec.encode(each) for each in (*entries, entry)]
    stored = [StoredEntry(number, 0, each) for number, each in enumerate(data)]
    listing = await api.store.listing(TABLE)
    await api.store.create(listing._replace(table=table), stored)
    return 0 if isinstance(entry, log.Followed) else len(stored) - 1


@pytest.mark.parametrize("entry", STRANGE.values(), ids=STRANGE)
async def test_a_damaged_log_is_refused_and_logged(
    entry: AnyEntry | bytes, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR, "rexarium.server"):
        async with start_api() as api:
            number = await damage(api, "damaged-table", entry)
            async with api.visitor("anna") as anna:
                problem = expect(await anna.get("/api/tables/damaged-table"), 409, "not possible")
            assert f"entry {number}" in problem["sentence"]
            with pytest.raises(DamagedLog):
                await read_table(api.store, "damaged-table")
            await api.service.tables.wake("damaged-table")
            assert "damaged-table" not in api.service.tables.alarms.timers
    assert {record.getMessage() for record in caplog.records} == {"a table's log is damaged"}
