"""Things to store."""

from collections.abc import Awaitable, Iterable, Sequence
from typing import Any

from rexarium.server.model.rows import Device, Listing, Ownership, Person, Place, StoredEntry
from rexarium.server.storage.store import Exists, Fenced, NotFound, Store

PLACES = (("", 0, ""), ("gathering", 4, "b"), ("playing", 3, "a"))
ANN = Person("ann", "Ann", 5)
BOB = Person("bob", "Bob ü 🦖", 6, "feed")
PHONE = Device(7, 8, "Firefox", "Android")


def listing(table: str, changed_at: int = 0, **changes: Any) -> Listing:
    plain = Listing(table, "trex", "playing", True, None, changed_at, ("ann", "bob"), b"summary")
    return plain._replace(**changes)


def entries(first: int, last: int) -> list[StoredEntry]:
    return [StoredEntry(number, 1000 + number, b"body %d" % number) for number in range(first, last + 1)]


async def own(store: Store, table: str) -> Ownership:
    """Take a table, which is made if it is not there."""
    ownership = await store.take(table)
    if ownership is None:
        await store.create(listing(table), [])
        ownership = await store.take(table)
    assert ownership is not None
    return ownership


async def put(store: Store, listing: Listing, entries: Sequence[StoredEntry]) -> None:
    """Write as the newest owner of a table, or make it."""
    ownership = await store.take(listing.table)
    if ownership is None:
        await store.create(listing, entries)
    else:
        await store.append(ownership, listing, entries)


async def fill(store: Store) -> None:
    """Something of everything."""
    await put(
        store, listing("a", 3, people=("bob", "ann"), wake_at=70, summary=bytes(range(256))), entries(0, 2)
    )
    await put(store, listing("b", 4, stage="over", people=("ann",)), entries(0, 0))
    await put(store, listing("c", 4, is_open=False, people=("zoe", "zoe")), [])
    await store.add_person(ANN, b"key of ann", PHONE)
    await store.add_person(BOB, b"key of bob")
    await store.add_ticket(b"ticket", "bob", 50, 0)
    await store.beat(99)


async def everything(
    store: Store,
    tables: Iterable[str] = ("a", "b", "c"),
    people: Iterable[str] = ("ann", "bob", "zoe"),
    keys: Iterable[bytes] = (b"key of ann", b"key of bob"),
) -> dict[str, object]:
    """All that can be read."""
    return {
        "entries": [await store.entries(table) for table in tables],
        "later entries": [await store.entries(table, 1) for table in tables],
        "listing": [await store.listing(table) for table in tables],
        "open": [await store.open_listings(limit, listed) for limit in (2, 99) for listed in (1, 9)],
        "open, further": [await store.open_listings(2, 1, "trex", Place(*place)) for place in PLACES],
        "waiting": [
            await store.count_waiting(person, network) for person in people for network in ("", "one")
        ],
        "of": [await store.listings_of(person, limit) for person in people for limit in (1, 99)],
        "all": [await store.all_listings(stage, 99) for stage in (None, "gathering", "playing", "over")],
        "pages": [await store.all_listings(None, 2, after) for after in tables],
        "wakes": await store.alarms(),
        "people": [await store.person(person) for person in people],
        "keys": [await store.person_of_key(key) for key in keys],
        "devices": [await store.devices(person) for person in people],
        "pulse": await store.last_beat(),
        "outages": [await store.outages(since) for since in (-1, 10)],
    }


async def outcome(work: Awaitable[object]) -> object:
    """The result of an awaitable, or the refusal it raises."""
    try:
        return await work
    except (Fenced, Exists, NotFound, ValueError) as error:
        return type(error)
