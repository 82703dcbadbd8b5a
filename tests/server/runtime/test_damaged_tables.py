"""A table whose log is damaged is refused in a sentence and noted; every other table goes on as if nothing were wrong."""

import logging
from collections.abc import Sequence

import pytest

from rexarium.server.model.errors import Refusal
from rexarium.server.model.rows import StoredEntry
from rexarium.server.runtime import offline
from rexarium.server.storage.memory import MemoryStore, rows_of
from tests.server.support.api import Api, expect, start_api
from tests.server.support.samples import PEOPLE, TABLE

BAD = "a-damaged-table"


def without_one(entries: Sequence[StoredEntry]) -> list[StoredEntry]:
    return [entry for entry in entries if entry.number != 2]


def cut(entries: Sequence[StoredEntry]) -> list[StoredEntry]:
    return [entry._replace(data=entry.data[:9]) if entry.number == 2 else entry for entry in entries]


def overwritten(entries: Sequence[StoredEntry]) -> list[StoredEntry]:
    return [entry._replace(data=b"\xff\x00{") if entry.number == 2 else entry for entry in entries]


def of_nobody(entries: Sequence[StoredEntry]) -> list[StoredEntry]:
    """It can be read, and cannot be true."""
    body = b'{"is":"vacated","seat":99}'
    return [entry._replace(data=body) if entry.number == 2 else entry for entry in entries]


async def put_aside(api: Api, entries: Sequence[StoredEntry], summary: bytes | None = None) -> None:
    """Another table in the store, with these entries."""
    store = api.store
    assert isinstance(store, MemoryStore)
    listing = await store.listing(TABLE)
    assert listing is not None
    own = listing.summary.replace(TABLE.encode(), BAD.encode()) if summary is None else summary
    store._hold(rows_of(listing._replace(table=BAD, wake_at=api.clock(), summary=own), entries))


@pytest.mark.parametrize("damage", [without_one, cut, overwritten, of_nobody])
async def test_only_the_damaged_table_is_refused(damage: object, caplog: pytest.LogCaptureFixture) -> None:
    assert callable(damage)

    with caplog.at_level(logging.ERROR, "rexarium.server"):
        async with start_api() as api:
            await put_aside(api, damage(await api.store.entries(TABLE)))
            async with api.visitor("anna") as anna:
                refusal = expect(await anna.get(f"/api/tables/{BAD}"), 409, "not possible")
                assert refusal["sentence"] == (
                    "This table cannot be opened: entry 2 of its log is damaged."
                    " The person who runs this server can restore a backup."
                )
                expect(await anna.get(f"/api/tables/{TABLE}"), 200)
                assert len(expect(await anna.get("/api/me/tables"), 200)) == 2
            client = await api.call(BAD, "anna")
            (frame,) = client.read()
            assert frame["code"] == "not possible"
            client = await api.call(TABLE, "anna")
            assert client.read()[0]["is"] == "welcome"
            await client.hang_up()
    noted = [vars(record) for record in caplog.records if record.msg == "a table's log is damaged"]
    assert {(one["table"], one["entry"]) for one in noted} == {(BAD, 2)}


async def test_a_damaged_tables_alarm_rings_only_once(api: Api) -> None:
    await put_aside(api, cut(await api.store.entries(TABLE)))
    await api.service.tables.wake(BAD)
    assert BAD not in api.service.tables.alarms.timers


async def test_a_feed_shows_all_other_tables(api: Api) -> None:
    seat = (await api.service.tables.get(TABLE)).table.waiting()[0]
    async with api.visitor(PEOPLE[seat].person) as mine, api.visitor() as reader:
        path = expect(await mine.post("/api/me/feed"), 201)["path"]
        await put_aside(api, cut(await api.store.entries(TABLE)))
        text = (await reader.get(path)).text
        assert TABLE in text
        assert BAD not in text


async def test_a_list_leaves_out_a_table_whose_listing_is_damaged(api: Api) -> None:
    await put_aside(api, await api.store.entries(TABLE), summary=b'{"table":')
    async with api.visitor("anna") as anna:
        assert [each["table"] for each in expect(await anna.get("/api/me/tables"), 200)] == [TABLE]
        expect(await anna.get("/api/tables"), 200)
        expect(await anna.get(f"/api/tables/{BAD}"), 200)


async def test_local_commands_refuse_a_damaged_table_in_the_same_sentence(api: Api) -> None:
    await put_aside(api, without_one(await api.store.entries(TABLE)))
    for work in (offline.read_table(api.store, BAD), offline.end_table(api.store, BAD, 0)):
        with pytest.raises(Refusal, match="entry 2 of its log is damaged"):
            await work
