"""A store in the memory that keeps its rows elsewhere: what it has said to be durable is kept there, and comes back."""

import asyncio
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from rexarium.server.model.rows import UNKNOWN, Outage
from rexarium.server.storage.memory import MemoryStore, Row
from rexarium.server.storage.store import Exists, Fenced
from tests.server.storage.samples import ANN, BOB, PHONE, entries, everything, fill, listing, outcome, own


class Shelf:
    """Keeps rows: all of them or, if it is full, none."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, Any], Row] = {}
        self.go = asyncio.Event()
        self.go.set()
        self.is_full = False

    async def keep(self, rows: Sequence[Row]) -> None:
        await self.go.wait()
        if self.is_full:
            raise OSError("there is no room")
        for row in rows:
            self.kept[row.kind, row.name] = row
            if row.value is None:
                del self.kept[row.kind, row.name]

    def rows(self) -> list[Row]:
        """The kept rows, in no order."""
        found = list(self.kept.values())
        Random(1).shuffle(found)
        return found


async def test_a_memory_store_is_filled_from_kept_rows() -> None:
    shelf = Shelf()
    store = MemoryStore(keep=shelf.keep)
    await fill(store)
    await store.append(await own(store, "a"), listing("a", 8, people=("zoe",)), entries(3, 12))
    await store.rename("ann", "Anna")
    await store.redeem_ticket(b"ticket", b"second key of bob", 10, PHONE)
    await store.add_ticket(b"unused", "ann", 20, 0)
    await store.see_key(b"key of bob", PHONE)
    await store.drop_keys("ann", b"")
    await store.add_outage(Outage(1, 30))
    again = MemoryStore(shelf.rows())
    assert await everything(again) == await everything(store)
    assert await again.entries("a") == entries(0, 12)
    assert await again.person_of_key(b"second key of bob") == BOB
    assert await again.person_of_key(b"key of ann") is None
    assert await again.redeem_ticket(b"ticket", b"key", 10) is None
    assert await again.person_of_ticket(b"unused", 20) == await store.person("ann")


async def test_a_refilled_memory_store_continues() -> None:
    shelf = Shelf()
    await fill(MemoryStore(keep=shelf.keep))
    store = MemoryStore(shelf.rows(), shelf.keep)
    with pytest.raises(Exists):
        await store.create(listing("a"), [])
    await store.append(await own(store, "a"), listing("a", 9), entries(3, 3))
    again = MemoryStore(shelf.rows())
    assert await again.entries("a") == entries(0, 3)
    assert await again.listing("a") == listing("a", 9)


async def test_nothing_is_reported_durable_or_shown_before_it_is_kept() -> None:
    shelf = Shelf()
    store = MemoryStore(keep=shelf.keep)
    ours = await own(store, "a")
    shelf.go.clear()
    writing = asyncio.create_task(store.append(ours, listing("a", 1), entries(0, 0)))
    for _ in range(9):
        await asyncio.sleep(0)
    assert not writing.done()
    assert await store.entries("a") == []
    shelf.go.set()
    await writing
    assert await store.entries("a") == entries(0, 0)


async def test_a_write_that_could_not_be_kept_is_absent_and_can_be_retried() -> None:
    shelf = Shelf()
    store = MemoryStore(keep=shelf.keep)
    ours = await own(store, "a")
    shelf.is_full = True
    for write in (store.append(ours, listing("a", 1), entries(0, 1)), store.add_person(ANN, b"key", UNKNOWN)):
        with pytest.raises(OSError, match="no room"):
            await write
    assert await store.entries("a") == []
    assert await store.person("ann") is None
    shelf.is_full = False
    await store.append(ours, listing("a", 1), entries(0, 0))
    assert await MemoryStore(shelf.rows()).entries("a") == entries(0, 0)


async def test_writes_are_kept_in_order_even_if_a_waiter_is_cancelled() -> None:
    shelf = Shelf()
    store = MemoryStore(keep=shelf.keep)
    ours = await own(store, "a")
    shelf.go.clear()
    first = asyncio.create_task(store.append(ours, listing("a", 1), entries(0, 1)))
    await asyncio.sleep(0)
    second = asyncio.create_task(outcome(store.append(ours, listing("a", 2), entries(0, 0))))
    third = asyncio.create_task(store.append(ours, listing("a", 3), entries(2, 2)))
    await asyncio.sleep(0)
    first.cancel()
    await asyncio.wait({first})
    shelf.go.set()
    assert await second == Fenced
    await third
    assert first.cancelled()
    for each in (store, MemoryStore(shelf.rows())):
        assert await each.entries("a") == entries(0, 2)
        assert await each.listing("a") == listing("a", 3)


async def test_refused_writes_are_not_kept() -> None:
    shelf = Shelf()
    store = MemoryStore(keep=shelf.keep)
    ours = await own(store, "a")
    await own(store, "a")
    kept = shelf.rows()
    with pytest.raises(Fenced):
        await store.append(ours, listing("a", 1), entries(0, 0))
    assert shelf.rows() == kept
