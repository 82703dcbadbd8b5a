"""What every store does, in memory, in SQLite and in PostgreSQL."""

import asyncio

import pytest

from rexarium.server.model.rows import START, UNKNOWN, Device, Outage, Person, Place, StoredEntry
from rexarium.server.storage.memory import MemoryStore
from rexarium.server.storage.store import Exists, Fenced, NotFound, Store
from tests.server.storage.samples import ANN, BOB, PHONE, entries, listing, outcome, own, put


async def test_an_empty_store_has_nothing(store: Store) -> None:
    assert await store.entries("a") == []
    assert await store.listing("a") is None
    assert await store.open_listings(9) == []
    assert await store.listings_of("ann", 9) == []
    assert await store.all_listings(None, 9) == []
    assert await store.alarms() == []
    assert await store.person("ann") is None
    assert await store.person_of_key(b"key") is None
    assert await store.last_beat() is None
    assert await store.outages(0) == []


# Tables


async def test_a_log_comes_back_in_order(store: Store) -> None:
    await put(store, listing("a"), entries(0, 9))
    await put(store, listing("a"), entries(10, 11))
    assert await store.entries("a") == entries(0, 11)
    assert await store.entries("a", 10) == entries(10, 11)
    assert await store.entries("a", 12) == []


async def test_bodies_and_times_are_kept_to_the_bit(store: Store) -> None:
    log = [StoredEntry(0, 2**62, bytes(range(256)) * 999), StoredEntry(1, -1, b"")]
    await put(store, listing("a"), log)
    assert await store.entries("a") == log


async def test_a_listing_is_replaced_as_a_whole(store: Store) -> None:
    first = listing("a", 1, wake_at=2**60, people=("bob", "ann", "bob"), summary=b"\0\xff")
    second = listing("a", 2, game="other", stage="over", is_open=False, people=("zoe",), summary=b"")
    for one in (first, second):
        await put(store, one, [])
        assert await store.listing("a") == one
        assert await store.all_listings(None, 9) == [one]


async def test_an_existing_entry_is_never_overwritten(store: Store) -> None:
    await put(store, listing("a", 1), entries(0, 2))
    for first, last in ((2, 2), (0, 5), (2, 3)):
        with pytest.raises(Fenced):
            await put(store, listing("a", 2), entries(first, last))
    assert await store.entries("a") == entries(0, 2)
    assert await store.listing("a") == listing("a", 1)


async def test_a_gap_is_refused(store: Store) -> None:
    await put(store, listing("a", 1), entries(0, 2))
    for wrong in (entries(4, 4), [*entries(3, 3), *entries(5, 5)]):
        with pytest.raises(ValueError, match="gap"):
            await put(store, listing("a", 2), wrong)
    with pytest.raises(ValueError, match="gap"):
        await put(store, listing("b"), entries(1, 1))
    assert await store.entries("a") == entries(0, 2)
    assert await store.listing("a") == listing("a", 1)
    assert await store.listing("b") is None


async def test_many_tables_are_written_at_once(store: Store) -> None:
    names = [f"table {number}" for number in range(100)]
    for first in (0, 2):
        await asyncio.gather(*(put(store, listing(name, first), entries(first, first + 1)) for name in names))
    assert [await store.entries(name) for name in names] == [entries(0, 3)] * 100
    assert await store.all_listings(None, 999) == [listing(name, 2) for name in sorted(names)]


async def test_simultaneous_appends_to_one_table_keep_their_order(store: Store) -> None:
    ours = await own(store, "a")
    await asyncio.gather(
        *(store.append(ours, listing("a", number), entries(number, number)) for number in range(50))
    )
    assert await store.entries("a") == entries(0, 49)
    assert await store.listing("a") == listing("a", 49)


async def test_one_of_two_appends_of_the_same_number_succeeds(store: Store) -> None:
    bodies, ours = [b"mine", b"yours"], await own(store, "a")
    outcomes = await asyncio.gather(
        *(outcome(store.append(ours, listing("a"), [StoredEntry(0, 0, body)])) for body in bodies)
    )
    assert outcomes == [None, Fenced]
    assert await store.entries("a") == [StoredEntry(0, 0, b"mine")]


async def test_one_of_two_creations_of_the_same_table_succeeds(store: Store) -> None:
    bodies = [b"mine", b"yours"]
    outcomes = await asyncio.gather(
        *(
            outcome(store.create(listing("a", people=(str(body),)), [StoredEntry(0, 0, body)]))
            for body in bodies
        )
    )
    assert sorted(outcomes, key=str) == [Exists, None]
    made = bodies[outcomes.index(None)]
    assert await store.entries("a") == [StoredEntry(0, 0, made)]
    assert await store.listing("a") == listing("a", people=(str(made),))
    assert [await store.listings_of(str(body), 9) == [] for body in bodies] == [
        body != made for body in bodies
    ]


async def test_a_new_table_begins_with_its_first_entry(store: Store) -> None:
    for wrong in (entries(1, 1), [*entries(0, 0), *entries(2, 2)]):
        with pytest.raises(ValueError, match="gap"):
            await store.create(listing("a"), wrong)
    assert await store.listing("a") is None
    assert await store.take("a") is None


async def test_a_refused_append_does_not_affect_others_in_its_group(store: Store) -> None:
    await put(store, listing("a", 1), entries(0, 0))
    a, b, c, d = [await own(store, table) for table in "abcd"]
    outcomes = await asyncio.gather(
        outcome(store.append(b, listing("b"), entries(0, 3))),
        outcome(store.append(a, listing("a", 2, people=("zoe",)), entries(0, 1))),
        outcome(store.append(c, listing("c", 9), entries(7, 7))),
        outcome(store.append(a, listing("a", 3), entries(1, 1))),
        outcome(store.append(b, listing("d", 9), entries(0, 0))),
        outcome(store.append(d, listing("d"), entries(0, 0))),
    )
    assert [*outcomes] == [None, Fenced, ValueError, None, Fenced, None]
    assert await store.entries("a") == entries(0, 1)
    assert await store.listings_of("zoe", 9) == []
    assert await store.all_listings(None, 9) == [
        listing("a", 3),
        listing("b"),
        listing("c"),
        listing("d"),
    ]


async def test_a_cancelled_append_does_not_affect_others(store: Store) -> None:
    tasks = [asyncio.create_task(put(store, listing(name), entries(0, 0))) for name in "abc"]
    await asyncio.sleep(0)
    tasks[1].cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert [await store.entries(name) for name in "ac"] == [entries(0, 0)] * 2
    await put(store, listing("d"), entries(0, 0))


async def test_the_lobby_shows_open_tables_waiting_ones_first_then_the_newest(store: Store) -> None:
    await put(store, listing("a", 5), [])
    await put(store, listing("b", 7, stage="gathering"), [])
    await put(store, listing("closed", 8, is_open=False), [])
    await put(store, listing("over", 9, stage="over"), [])
    await put(store, listing("c", 6), [])
    assert [one.table for one in await store.open_listings(9)] == ["b", "c", "a"]
    assert [one.table for one in await store.open_listings(2)] == ["b", "c"]
    await put(store, listing("a", 10), [])
    assert [one.table for one in await store.open_listings(9)] == ["b", "a", "c"]


async def test_the_lobby_is_paged_and_can_be_filtered_by_game(store: Store) -> None:
    for number in range(7):
        game, stage = ("trex", "gathering") if number % 2 else ("cubosaurs", "playing")
        await put(store, listing(f"{number}", number // 2, game=game, stage=stage), [])
    found, place = [], START
    while page := await store.open_listings(2, after=place):
        found += [one.table for one in page]
        place = Place(page[-1].stage, page[-1].changed_at, page[-1].table)
    assert found == ["5", "3", "1", "6", "4", "2", "0"]
    assert [one.table for one in await store.open_listings(9, game="trex")] == ["5", "3", "1"]
    assert await store.open_listings(9, game="tyrannosaurus") == []


async def test_no_network_fills_the_lobby_while_others_wait(store: Store) -> None:
    for number in range(9):
        await put(store, listing(f"flood-{number}", number, stage="gathering", network="one"), [])
    assert len(await store.open_listings(99, listed=2)) == 9  # nobody else is there
    await put(store, listing("quiet", 0, stage="gathering", network="two"), [])
    await put(store, listing("played", 99, network="one"), [])
    shown = [one.table for one in await store.open_listings(99, listed=2)]
    assert shown == ["flood-8", "flood-7", "quiet"]
    assert [
        one.table for one in await store.open_listings(1, 2, "trex", Place("gathering", 7, "flood-7"))
    ] == ["quiet"]
    await put(store, listing("flood-8", 8, stage="over", network=""), [])
    shown = [one.table for one in await store.open_listings(99, listed=2)]
    assert shown == ["flood-7", "flood-6", "quiet"]  # what waited behind it comes in its place


async def test_waiting_tables_are_counted_as_they_are_stored(store: Store) -> None:
    await put(store, listing("a", stage="gathering", host="ann", network="one"), entries(0, 0))
    await put(store, listing("b", stage="gathering", host="ann", network="two", is_open=False), entries(0, 0))
    await put(store, listing("c", stage="playing", host="ann", network="one"), entries(0, 0))
    assert await store.count_waiting("ann", "one") == (2, 1)
    await put(store, listing("a", stage="playing", host="ann", network="one"), entries(1, 1))
    assert await store.count_waiting("ann", "one") == (1, 0)
    assert await store.count_waiting("bob", "two") == (0, 1)


async def test_people_find_their_tables(store: Store) -> None:
    await put(store, listing("a", 5, people=("ann", "bob")), [])
    await put(store, listing("b", 6, people=("bob",), stage="over", is_open=False), [])
    assert [one.table for one in await store.listings_of("bob", 9)] == ["a", "b"]
    assert [one.table for one in await store.listings_of("bob", 0)] == ["a"]
    await put(store, listing("a", 7, people=("zoe", "bob")), [])
    assert [one.table for one in await store.listings_of("bob", 9)] == ["a", "b"]
    assert [one.table for one in await store.listings_of("zoe", 9)] == ["a"]
    assert await store.listings_of("ann", 9) == []


async def test_no_unfinished_table_is_lost_among_finished_ones(store: Store) -> None:
    for name, changed_at, stage in (("a", 1, "playing"), ("b", 2, "gathering"), ("c", 3, "playing")):
        await put(store, listing(name, changed_at, stage=stage), [])
    for name, changed_at in (("x", 9), ("y", 8), ("z", 7)):
        await put(store, listing(name, changed_at, stage="over"), [])
    await put(store, listing("another's", 10, stage="over", people=("zoe",)), [])
    assert [one.table for one in await store.listings_of("ann", 2)] == ["c", "b", "a", "x", "y"]
    assert [one.table for one in await store.listings_of("ann", 9)] == ["c", "b", "a", "x", "y", "z"]


async def test_people_who_join_without_an_entry_find_their_tables_too(store: Store) -> None:
    await put(store, listing("a"), entries(0, 0))
    await put(store, listing("a", people=("zoe",)), [])
    await put(store, listing("a"), entries(1, 1))
    assert await store.listings_of("zoe", 9) == []
    assert await store.listings_of("ann", 9) == [listing("a")]


async def test_all_tables_come_in_the_order_of_their_ids(store: Store) -> None:
    names = ["B", "Z", "_", "a", "b", "ä", "é", "🦖"]  # by their bytes, in every database
    for name in reversed(names):
        await put(store, listing(name, stage="over" if name in "ab" else "playing"), [])
    assert [one.table for one in await store.all_listings(None, 99)] == names
    assert [one.table for one in await store.all_listings(None, 2, "_")] == ["a", "b"]
    assert [one.table for one in await store.all_listings("over", 99)] == ["a", "b"]
    assert [one.table for one in await store.all_listings("playing", 2, "Z")] == ["_", "ä"]


async def test_alarms_come_in_the_order_of_their_times(store: Store) -> None:
    for name, at in (("a", 30), ("b", None), ("c", 10), ("d", 10)):
        await put(store, listing(name, wake_at=at), [])
    assert await store.alarms() == [("c", 10), ("d", 10), ("a", 30)]
    await put(store, listing("c", wake_at=None), [])
    assert await store.alarms() == [("d", 10), ("a", 30)]


# People


async def test_people_are_found_by_their_keys(store: Store) -> None:
    await store.add_person(ANN, b"\0\1")
    await store.add_person(BOB, b"\0\2")
    assert await store.person("ann") == ANN
    assert await store.person_of_key(b"\0\2") == BOB
    await store.drop_key(b"\0\2")
    assert await store.person_of_key(b"\0\2") is None
    assert await store.person("bob") == BOB
    await store.drop_key(b"no key")


async def test_a_person_has_the_devices_they_signed_in_with(store: Store) -> None:
    await store.add_person(ANN, b"1", PHONE)
    await store.add_person(BOB, b"2")
    await store.add_ticket(b"ticket", "ann", 50, 0)
    laptop = Device(9, 9, "Edge", "Windows")
    await store.redeem_ticket(b"ticket", b"3", 10, laptop)
    assert await store.devices("ann") == {b"1": PHONE, b"3": laptop}
    assert await store.devices("bob") == {b"2": UNKNOWN}
    assert await store.devices("zoe") == {}


async def test_marking_a_device_as_seen_does_not_restore_it(store: Store) -> None:
    await store.add_person(ANN, b"1", PHONE)
    await store.add_person(BOB, b"2")
    for key in (b"1", b"2", b"no key"):
        await store.see_key(key, Device(None, 20, "Firefox", "Linux"))
    assert await store.devices("ann") == {b"1": Device(PHONE.since, 20, "Firefox", "Linux")}
    assert await store.devices("bob") == {b"2": Device(None, 20, "Firefox", "Linux")}
    await store.drop_key(b"1")
    await store.see_key(b"1", PHONE)
    assert await store.devices("ann") == {}


async def test_all_keys_of_a_person_are_dropped_but_one(store: Store) -> None:
    await store.add_person(ANN, b"1")
    await store.add_person(BOB, b"2")
    for number in (b"3", b"4"):
        await store.add_ticket(number, "ann", 50, 0)
        await store.redeem_ticket(number, number, 0)
    assert sorted(await store.drop_keys("ann", b"3")) == [b"1", b"4"]
    assert [await store.person_of_key(key) for key in (b"1", b"2", b"3", b"4")] == [None, BOB, ANN, None]
    assert await store.drop_keys("ann", b"") == [b"3"]
    assert await store.drop_keys("ann", b"") == []
    assert await store.person("ann") == ANN


async def test_nobody_is_added_twice(store: Store) -> None:
    await store.add_person(ANN, b"1")
    for person, key in ((ANN, b"2"), (BOB, b"1")):
        with pytest.raises(Exists):
            await store.add_person(person, key)
    assert await store.person_of_key(b"2") is None
    assert await store.person("bob") is None


async def test_people_change_their_nickname_and_feed(store: Store) -> None:
    await store.add_person(ANN, b"1")
    await asyncio.gather(store.rename("ann", "Anna"), store.change_feed("ann", "another"))
    assert await store.person("ann") == Person("ann", "Anna", ANN.since, "another")
    await asyncio.gather(store.change_feed("ann", "the last"), store.rename("ann", "Ännchen"))
    assert await store.person("ann") == Person("ann", "Ännchen", ANN.since, "the last")
    for change in (store.rename, store.change_feed):
        with pytest.raises(NotFound):
            await change("bob", "Bob")


async def test_a_ticket_admits_one_device(store: Store) -> None:
    await store.add_person(ANN, b"1")
    await store.add_ticket(b"ticket", "ann", 50, 0)
    assert await store.redeem_ticket(b"another", b"2", 10) is None
    assert await store.redeem_ticket(b"ticket", b"2", 50) == ANN
    assert await store.redeem_ticket(b"ticket", b"3", 50) is None
    assert await store.person_of_key(b"1") == ANN
    assert await store.person_of_key(b"2") == ANN
    assert await store.person_of_key(b"3") is None


async def test_a_tickets_owner_can_be_looked_up_without_using_it(store: Store) -> None:
    await store.add_person(ANN, b"1")
    await store.add_ticket(b"ticket", "ann", 50, 0)
    assert await store.person_of_ticket(b"another", 50) is None
    assert [await store.person_of_ticket(b"ticket", now) for now in (50, 51, 50)] == [ANN, None, ANN]
    assert await store.redeem_ticket(b"ticket", b"2", 50) == ANN
    assert await store.person_of_ticket(b"ticket", 50) is None


async def test_the_tickets_of_one_person_are_dropped(store: Store) -> None:
    await store.add_person(ANN, b"1")
    await store.add_person(BOB, b"2")
    for ticket, person in ((b"one", "ann"), (b"two", "ann"), (b"three", "bob")):
        await store.add_ticket(ticket, person, 50, 0)
    await store.drop_tickets("ann")
    assert [await store.person_of_ticket(one, 0) for one in (b"one", b"two", b"three")] == [None, None, BOB]


async def test_a_ticket_expires(store: Store) -> None:
    await store.add_person(ANN, b"1")
    await store.add_ticket(b"ticket", "ann", 50, 0)
    assert await store.redeem_ticket(b"ticket", b"2", 51) is None
    assert await store.person_of_key(b"2") is None


async def test_expired_tickets_are_deleted_when_one_is_added(store: Store) -> None:
    await store.add_person(ANN, b"1")
    await store.add_ticket(b"old", "ann", 50, 0)
    await store.add_ticket(b"valid", "ann", 60, 0)
    with pytest.raises(NotFound):
        await store.add_ticket(b"nobody's", "bob", 90, 60)
    await store.add_ticket(b"new", "ann", 90, 60)
    assert [await store.redeem_ticket(ticket, ticket, 0) for ticket in (b"old", b"valid", b"new")] == [
        None,
        ANN,
        ANN,
    ]


async def test_a_ticket_moves_a_key_to_its_person(store: Store) -> None:
    await store.add_person(ANN, b"1")
    await store.add_person(BOB, b"2")
    await store.add_ticket(b"ticket", "ann", 50, 0)
    assert await store.redeem_ticket(b"ticket", b"2", 0) == ANN
    assert await store.person_of_key(b"2") == ANN


async def test_a_ticket_is_used_once_however_many_try(store: Store) -> None:
    await store.add_person(ANN, b"1")
    for ticket in (b"one", b"two"):
        await store.add_ticket(ticket, "ann", 50, 0)
        keys = [b"%s %d" % (ticket, number) for number in range(20)]
        found = await asyncio.gather(*(store.redeem_ticket(ticket, key, 0) for key in keys))
        known = [await store.person_of_key(key) for key in keys]
        assert sorted(map(bool, found)) == [False] * 19 + [True]
        assert known == found


async def test_a_ticket_needs_a_person_and_is_added_once(store: Store) -> None:
    with pytest.raises(NotFound):
        await store.add_ticket(b"ticket", "ann", 50, 0)
    await store.add_person(ANN, b"1")
    await store.add_ticket(b"ticket", "ann", 50, 0)
    with pytest.raises(Exists):
        await store.add_ticket(b"ticket", "ann", 60, 0)


# The server's own life


async def test_the_last_heartbeat_counts(store: Store) -> None:
    await asyncio.gather(*(store.beat(now) for now in (1, 2)))
    await store.beat(2**50)
    assert await store.last_beat() == 2**50


async def test_only_outages_that_ended_after_a_time_are_returned(store: Store) -> None:
    for outage in (Outage(30, 40), Outage(10, 20), Outage(10, 20), Outage(15, 50)):
        await store.add_outage(outage)
    assert await store.outages(0) == [Outage(10, 20), Outage(15, 50), Outage(30, 40)]
    assert await store.outages(20) == [Outage(15, 50), Outage(30, 40)]
    assert await store.outages(50) == []


async def test_a_failed_write_leaves_no_trace(store: Store) -> None:
    """A time beyond 64 bits is refused, though memory could hold it."""
    if isinstance(store, MemoryStore):
        return
    broken = [*entries(0, 0), entries(1, 1)[0]._replace(at=2**70)]
    done = await asyncio.gather(
        put(store, listing("a"), entries(0, 0)),
        put(store, listing("b"), broken),
        put(store, listing("c"), entries(0, 0)),
        return_exceptions=True,
    )
    assert [isinstance(one, Exception) for one in done] == [False, True, False]
    assert await store.entries("b") == []
    assert await store.all_listings(None, 9) == [listing("a"), listing("c")]
