"""Whatever is done in whatever order, a database answers as the store in the memory does."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule, run_state_machine_as_test

from bench.postgres import execute
from rexarium.server.model.rows import Device, Listing, Outage, Ownership, Person, StoredEntry
from rexarium.server.storage import open_store
from rexarium.server.storage.backup import CONTENTS
from rexarium.server.storage.memory import MemoryStore
from rexarium.server.storage.store import Store
from tests.server.storage.samples import everything, outcome

TABLES = ("a", "b", "B", "ä")
PEOPLE = ("ann", "bob", "zoe")
KEYS = (b"1", b"2", b"3")

texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=5)
times = st.integers(0, 20)
appends = st.tuples(
    st.builds(
        Listing,
        table=st.sampled_from(TABLES),
        game=texts,
        stage=st.sampled_from(["gathering", "playing", "over"]),
        is_open=st.booleans(),
        wake_at=st.none() | times,
        changed_at=times,
        people=st.lists(st.sampled_from(PEOPLE), max_size=3).map(tuple),
        summary=st.binary(max_size=5),
        host=st.sampled_from(PEOPLE),
        network=st.sampled_from(["", "one", "two"]),
    ),
    st.lists(st.binary(max_size=5), max_size=3),
    st.sampled_from([0, 0, 0, 0, -1, 1]),  # by how much the numbers are wrong
)
people = st.builds(Person, id=st.sampled_from(PEOPLE), nickname=texts, since=times, feed=texts)
keys = st.sampled_from(KEYS)
devices = st.builds(Device, since=st.none() | times, seen_at=st.none() | times, browser=texts, system=texts)


class Comparison(RuleBasedStateMachine):
    """Does everything to both stores."""

    address: str
    clear: Callable[[], None]

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.model = MemoryStore()
        self.clear()
        self.store = self.runner.run(open_store(self.address))
        self.lengths: dict[str, int] = {}
        self.own_nothing()

    def own_nothing(self) -> None:
        self.owned: dict[Store, dict[str, Ownership]] = {self.model: {}, self.store: {}}

    def both(self, work: Callable[[Store], Awaitable[object]]) -> None:
        async def compare() -> None:
            expected = await outcome(work(self.model))
            assert await outcome(work(self.store)) == expected

        self.runner.run(compare())

    @rule(planned=appends)
    def create(self, planned: tuple[Listing, list[bytes], int]) -> None:
        listing, bodies, fault = planned
        entries = [StoredEntry(number, number, body) for number, body in enumerate(bodies, max(fault, 0))]
        if not entries or fault < 1:
            self.lengths.setdefault(listing.table, len(entries))
        self.both(lambda store: store.create(listing, entries))

    @rule(table=st.sampled_from(TABLES))
    def take(self, table: str) -> None:
        async def work(store: Store) -> bool:
            ownership = await store.take(table)
            if ownership is not None:
                self.owned[store][table] = ownership
            return ownership is not None

        self.both(work)

    @rule(table=st.sampled_from(TABLES))
    def release(self, table: str) -> None:
        if table in self.owned[self.model]:
            self.both(lambda store: store.release(self.owned[store].pop(table)))

    @rule(group=st.lists(appends, min_size=1, max_size=5))
    def append(self, group: list[tuple[Listing, list[bytes], int]]) -> None:
        planned = []
        for listing, bodies, fault in group:
            length = self.lengths.get(listing.table, 0)
            first = max(length + fault, 0)
            entries = [StoredEntry(number, number, body) for number, body in enumerate(bodies, first)]
            planned.append((listing, entries))
            if first == length and listing.table in self.owned[self.model]:
                self.lengths[listing.table] += len(entries)

        async def work(store: Store) -> list[object]:
            owned, nobodys = self.owned[store], Ownership("", -1)
            return await asyncio.gather(
                *(
                    outcome(store.append(owned.get(one.table, nobodys), one, entries))
                    for one, entries in planned
                )
            )

        self.both(work)

    @rule(person=people, key=keys, device=devices)
    def add_person(self, person: Person, key: bytes, device: Device) -> None:
        self.both(lambda store: store.add_person(person, key, device))

    @rule(person=people)
    def rename(self, person: Person) -> None:
        self.both(lambda store: store.rename(person.id, person.nickname))

    @rule(person=people)
    def change_feed(self, person: Person) -> None:
        self.both(lambda store: store.change_feed(person.id, person.feed))

    @rule(key=keys, seen=devices)
    def see_key(self, key: bytes, seen: Device) -> None:
        self.both(lambda store: store.see_key(key, seen))

    @rule(person=st.sampled_from(PEOPLE), kept=keys)
    def drop_keys(self, person: str, kept: bytes) -> None:
        async def work(store: Store) -> list[bytes]:
            return sorted(await store.drop_keys(person, kept))

        self.both(work)

    @rule(person=st.sampled_from(PEOPLE))
    def drop_tickets(self, person: str) -> None:
        self.both(lambda store: store.drop_tickets(person))

    @rule(key=keys)
    def drop_key(self, key: bytes) -> None:
        self.both(lambda store: store.drop_key(key))

    @rule(ticket=keys, person=st.sampled_from(PEOPLE), until=times, now=times)
    def add_ticket(self, ticket: bytes, person: str, until: int, now: int) -> None:
        self.both(lambda store: store.add_ticket(ticket, person, until, now))

    @rule(ticket=keys, now=times)
    def person_of_ticket(self, ticket: bytes, now: int) -> None:
        self.both(lambda store: store.person_of_ticket(ticket, now))

    @rule(ticket=keys, key=keys, now=times, device=devices)
    def redeem_ticket(self, ticket: bytes, key: bytes, now: int, device: Device) -> None:
        self.both(lambda store: store.redeem_ticket(ticket, key, now, device))

    @rule(now=times)
    def pulse(self, now: int) -> None:
        self.both(lambda store: store.beat(now))

    @rule(since=times, until=times)
    def add_outage(self, since: int, until: int) -> None:
        self.both(lambda store: store.add_outage(Outage(since, until)))

    @rule()
    def look(self) -> None:
        self.both(lambda store: everything(store, TABLES, PEOPLE, KEYS))

    @rule()
    def start_again(self) -> None:
        self.runner.run(self.store.close())
        self.store = self.runner.run(open_store(self.address))
        self.own_nothing()
        self.look()

    def teardown(self) -> None:
        try:
            self.look()
        finally:
            self.runner.run(self.store.close())
            self.runner.close()


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_database_is_like_the_model(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    class Machine(Comparison):
        pass

    if kind == "sqlite":
        Machine.address = f"sqlite:///{tmp_path}/rex.db"
        Machine.clear = staticmethod(lambda: empty(tmp_path))
    else:
        Machine.address = request.getfixturevalue("postgres")()
        asyncio.run(create(Machine.address))
        deletes = [f"DELETE FROM {table.name}" for table in reversed(CONTENTS)]
        Machine.clear = staticmethod(lambda: asyncio.run(execute(Machine.address, *deletes)))
    run_state_machine_as_test(Machine, settings=settings(max_examples=15, stateful_step_count=20))


def empty(folder: Path) -> None:
    for path in folder.iterdir():
        path.unlink()


async def create(address: str) -> None:
    await (await open_store(address)).close()
