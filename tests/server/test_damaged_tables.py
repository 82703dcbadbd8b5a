"""A table whose log is damaged is refused in a sentence and noted; every other table goes on as if nothing were wrong."""

import logging
from collections.abc import Sequence

import pytest

from rexarium.server.model.refusal import Refusal
from rexarium.server.model.rows import Entry
from rexarium.server.runtime import offline
from rexarium.server.storage.memory import MemoryStore, rows_of
from tests.server.stage import PEOPLE, TABLE
from tests.server.street import Street, on_street, says

BAD = "a-damaged-table"


def without_one(entries: Sequence[Entry]) -> list[Entry]:
    return [entry for entry in entries if entry.number != 2]


def cut(entries: Sequence[Entry]) -> list[Entry]:
    return [entry._replace(body=entry.body[:9]) if entry.number == 2 else entry for entry in entries]


def overwritten(entries: Sequence[Entry]) -> list[Entry]:
    return [entry._replace(body=b"\xff\x00{") if entry.number == 2 else entry for entry in entries]


def of_nobody(entries: Sequence[Entry]) -> list[Entry]:
    """It can be read, and cannot be true."""
    body = b'{"is":"vacated","seat":99}'
    return [entry._replace(body=body) if entry.number == 2 else entry for entry in entries]


async def put_aside(street: Street, entries: Sequence[Entry], summary: bytes | None = None) -> None:
    """Another table in the store, with these entries."""
    store = street.store
    assert isinstance(store, MemoryStore)
    listing = await store.listing(TABLE)
    assert listing is not None
    own = listing.summary.replace(TABLE.encode(), BAD.encode()) if summary is None else summary
    store._hold(rows_of(listing._replace(table=BAD, wake_at=street.clock(), summary=own), entries))


@pytest.mark.parametrize("damage", [without_one, cut, overwritten, of_nobody])
def test_only_the_damaged_table_is_refused(damage: object, caplog: pytest.LogCaptureFixture) -> None:
    assert callable(damage)

    async def scene(street: Street) -> None:
        await put_aside(street, damage(await street.store.entries(TABLE)))
        async with street.visitor("anna") as anna:
            refusal = says(await anna.get(f"/api/tables/{BAD}"), 409, "not possible")
            assert refusal["sentence"] == (
                "This table cannot be opened: entry 2 of its log is damaged."
                " The person who runs this server can restore a backup."
            )
            says(await anna.get(f"/api/tables/{TABLE}"), 200)
            assert len(says(await anna.get("/api/me/tables"), 200)) == 2
        line = await street.call(BAD, "anna")
        (frame,) = line.read()
        assert frame["code"] == "not possible"
        line = await street.call(TABLE, "anna")
        assert line.read()[0]["is"] == "welcome"
        await line.hang_up()

    with caplog.at_level(logging.ERROR, "rexarium.server"):
        on_street(scene)
    noted = [vars(record) for record in caplog.records if record.msg == "a table's log is damaged"]
    assert {(one["table"], one["entry"]) for one in noted} == {(BAD, 2)}


def test_its_alarm_rings_once_and_not_for_ever() -> None:
    async def scene(street: Street) -> None:
        await put_aside(street, cut(await street.store.entries(TABLE)))
        await street.service.tables.wake(BAD)
        assert BAD not in street.service.tables.alarms.timers

    on_street(scene)


def test_a_feed_tells_of_all_other_tables() -> None:
    async def scene(street: Street) -> None:
        seat = (await street.service.tables.get(TABLE)).room.waiting()[0]
        async with street.visitor(PEOPLE[seat].person) as mine, street.visitor() as reader:
            path = says(await mine.post("/api/me/feed"), 201)["path"]
            await put_aside(street, cut(await street.store.entries(TABLE)))
            text = (await reader.get(path)).text
            assert TABLE in text
            assert BAD not in text

    on_street(scene)


def test_a_list_leaves_out_a_table_whose_listing_is_damaged() -> None:
    async def scene(street: Street) -> None:
        await put_aside(street, await street.store.entries(TABLE), summary=b'{"table":')
        async with street.visitor("anna") as anna:
            assert [each["table"] for each in says(await anna.get("/api/me/tables"), 200)] == [TABLE]
            says(await anna.get("/api/tables"), 200)
            says(await anna.get(f"/api/tables/{BAD}"), 200)

    on_street(scene)


def test_commands_of_this_machine_refuse_it_in_the_same_sentence() -> None:
    async def scene(street: Street) -> None:
        await put_aside(street, without_one(await street.store.entries(TABLE)))
        for work in (offline.read_room(street.store, BAD), offline.end_table(street.store, BAD, 0)):
            with pytest.raises(Refusal, match="entry 2 of its log is damaged"):
                await work

    on_street(scene)
