"""The people of a server: their nicknames, and the devices they are known by."""

import asyncio
import secrets
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import TypeVar

from rexarium.server.model.devices import describe, public_id
from rexarium.server.model.errors import Refusal
from rexarium.server.model.naming import check_nickname
from rexarium.server.model.rows import Device, Person
from rexarium.server.model.text import fingerprint
from rexarium.server.runtime.availability import needs_store
from rexarium.server.runtime.presence import Recipient
from rexarium.server.storage.store import Store

TICKET_TIME = 600_000  # milliseconds
SEEN_EVERY = 3_600_000  # milliseconds; a device's last-seen time is written no more often than this
FORGOTTEN = "You have been signed out on this device."
USED_UP = "This link has been used or has expired. Make a new one."
MOST_KNOWN = 10_000  # devices known without asking the store; the oldest is forgotten first

T = TypeVar("T")


def _remember(known: dict[bytes, T], digest: bytes, what: T) -> None:
    """Remember something about a device, and forget the oldest if there are too many."""
    if len(known) >= MOST_KNOWN and digest not in known:
        del known[next(iter(known))]
    known[digest] = what


class People:
    """All people of a server, and their connections."""

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self._store = store
        self._now = now
        # The first four by the fingerprint of the device's key.
        self._recipients: dict[bytes, set[Recipient]] = {}
        self._known: dict[bytes, Person] = {}  # asked for by every request and every WebSocket handshake
        self._seen: dict[bytes, Device] = {}  # what was last recorded of a device
        self._leaving: set[bytes] = set()  # devices being signed out
        self._changes = 0  # counts changes to any person
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_closed = False

    async def close(self) -> None:
        """Finish pending writes, and record no more devices as seen."""
        self._is_closed = True
        await asyncio.gather(*self._tasks, return_exceptions=True)

    @needs_store
    async def register(self, nickname: str, agent: str = "") -> tuple[Person, str]:
        """Add a new person; return them and the key for their device, described by its user agent."""
        person = Person(secrets.token_urlsafe(9), check_nickname(nickname), self._now())
        key = secrets.token_urlsafe(32)
        await self._store.add_person(person, fingerprint(key), self._new_device(key, agent))
        return person, key

    def recall(self, key: str) -> Person | None:
        """The person with this key, if cached: a handshake never waits for the store."""
        return self._known.get(fingerprint(key)) if key else None

    async def find_by_key(self, key: str, agent: str = "") -> Person | None:
        """The person with this key, whose device is described by its user agent; None if nobody has it."""
        if not key:
            return None
        digest = fingerprint(key)
        person = self._known.get(digest) or await self._find(digest)
        if person is None or digest in self._leaving:
            return None
        if self._is_long_unseen(digest):
            self._see(digest, *describe(agent))
        return person

    @needs_store
    async def _find(self, digest: bytes) -> Person | None:
        """Look a person up in the store and cache them.

        If anyone has changed in the meantime the answer may be stale, and we ask again.
        """
        asked_at = -1
        person = None
        while asked_at != self._changes:
            asked_at = self._changes
            person = await self._store.person_of_key(digest)
        if person is not None:
            _remember(self._known, digest, person)
        return person

    def _forget(self, person: str) -> None:
        """Drop a person from the cache."""
        self._changes += 1
        self._known = {digest: known for digest, known in self._known.items() if known.id != person}

    @needs_store
    async def rename(self, person: Person, nickname: str) -> Person:
        """Change a person's nickname; tables use it from the next seat on."""
        renamed = replace(person, nickname=check_nickname(nickname))
        try:
            await self._store.rename(person.id, renamed.nickname)
        finally:  # even if we do not know whether it was written
            self._forget(person.id)
        # Anyone who was asked for another name can go on now.
        for recipients in self._recipients.values():
            for recipient in recipients:
                if recipient.actor.person == person.id:
                    recipient.actor = replace(recipient.actor, name=renamed.nickname)
        return renamed

    # Devices

    @needs_store
    async def devices(self, person: Person) -> dict[bytes, Device]:
        """A person's devices by the fingerprints of their keys."""
        return {
            digest: self._as_seen(digest, device)
            for digest, device in (await self._store.devices(person.id)).items()
        }

    def _as_seen(self, digest: bytes, device: Device) -> Device:
        """A device as last seen, whether stored yet or not; one with an open WebSocket is seen right now."""
        device = replace(self._seen.get(digest, device), since=device.since)
        return replace(device, seen_at=self._now()) if digest in self._recipients else device

    def _new_device(self, key: str, agent: str) -> Device:
        """A device seen for the first time."""
        now = self._now()
        browser, system = describe(agent)
        device = Device(now, now, browser, system)
        _remember(self._seen, fingerprint(key), device)
        return device

    def _is_long_unseen(self, digest: bytes) -> bool:
        last = self._seen.get(digest)
        return last is None or last.seen_at is None or self._now() - last.seen_at >= SEEN_EVERY

    def _see(self, digest: bytes, browser: str, system: str) -> None:
        """Record that a device was seen. Nobody waits for that, and if it fails nobody is refused."""
        if self._is_closed:
            return
        seen = Device(None, self._now(), browser, system)
        _remember(self._seen, digest, seen)
        task = asyncio.create_task(self._write_seen(digest, seen))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _write_seen(self, digest: bytes, seen: Device) -> None:
        with suppress(Refusal):  # the failure has been logged
            await self._store_seen(digest, seen)

    @needs_store
    async def _store_seen(self, digest: bytes, seen: Device) -> None:
        await self._store.see_key(digest, seen)

    def track(self, key: str, recipient: Recipient) -> None:
        """Note which device a connection comes from, before its person is known and until it closes.

        Programs and guests without a nickname have no device key.
        """
        if key:
            self._recipients.setdefault(fingerprint(key), set()).add(recipient)

    def untrack(self, key: str, recipient: Recipient) -> None:
        """Forget a closed connection; its device was last seen now."""
        if not key:
            return
        digest = fingerprint(key)
        self._recipients[digest].discard(recipient)
        if not self._recipients[digest]:
            del self._recipients[digest]
        last = self._seen.get(digest)
        if last is not None and self._is_long_unseen(digest):
            self._see(digest, last.browser, last.system)

    @needs_store
    async def forget_device(self, key: str) -> None:
        """Sign out the device with this key and close its connections."""
        if not key:
            return
        digest = fingerprint(key)
        with self._parting({digest}):
            await self._store.drop_key(digest)
        self._cut_off({digest})

    @needs_store
    async def sign_out(self, person: Person, device: str) -> None:
        """Sign out any of a person's devices, perhaps a lost one, and drop tickets it may have made."""
        digest = next((one for one in await self._store.devices(person.id) if public_id(one) == device), None)
        if digest is None:
            raise Refusal("unknown", "You are not signed in on that device.")
        with self._parting({digest}):
            await self._store.drop_tickets(person.id)
            await self._store.drop_key(digest)
        self._cut_off({digest})

    @needs_store
    async def sign_out_all(self, person: Person, kept: str = "") -> None:
        """Sign out all of a person's devices, except the one with key `kept`."""
        keeping = fingerprint(kept) if kept else b""
        devices = {*await self._store.devices(person.id)} - {keeping}
        with self._parting(devices):
            await self._store.drop_tickets(person.id)
            dropped = await self._store.drop_keys(person.id, keeping)
        self._forget(person.id)  # another device may have signed in while we looked them up
        self._cut_off(devices.union(dropped))

    @contextmanager
    def _parting(self, devices: set[bytes]) -> Iterator[None]:
        """Admit nobody with these devices' keys while they are being signed out, and forget them afterwards."""
        self._leaving |= devices
        try:
            yield
        finally:  # even if we do not know whether it was written
            self._changes += 1
            self._leaving -= devices
            for digest in devices:
                self._known.pop(digest, None)
                self._seen.pop(digest, None)

    def _cut_off(self, devices: Iterable[bytes]) -> None:
        """Close all connections of these devices."""
        for digest in devices:
            for recipient in [*self._recipients.get(digest, ())]:
                recipient.close(FORGOTTEN)

    @needs_store
    async def make_ticket(self, person: Person) -> tuple[str, int]:
        """Make a ticket that signs in one more device; return it and when it expires."""
        ticket, now = secrets.token_urlsafe(24), self._now()
        until = now + TICKET_TIME
        await self._store.add_ticket(fingerprint(ticket), person.id, until, now)
        return ticket, until

    @needs_store
    async def ticket_owner(self, ticket: str) -> Person:
        """The person a ticket would sign a device in as, without using it up."""
        person = await self._store.person_of_ticket(fingerprint(ticket), self._now())
        if person is None:
            raise Refusal("unknown", USED_UP)
        return person

    @needs_store
    async def redeem_ticket(self, ticket: str, agent: str = "") -> tuple[Person, str]:
        """Use up a ticket; return its person and a key for the new device."""
        key = secrets.token_urlsafe(32)
        device = self._new_device(key, agent)
        person = await self._store.redeem_ticket(fingerprint(ticket), fingerprint(key), self._now(), device)
        if person is None:
            raise Refusal("unknown", USED_UP)
        return person, key

    # Feeds

    @needs_store
    async def make_feed(self, person: Person) -> str:
        """Make a new key to a person's feed; the old one stops working."""
        key = secrets.token_urlsafe(24)
        try:
            await self._store.change_feed(person.id, fingerprint(key).hex())
        finally:
            self._forget(person.id)
        return key

    @needs_store
    async def feed_owner(self, person: str, key: str) -> Person:
        """The person whose feed has this key."""
        found = await self._store.person(person)
        if found is None or not found.feed or not secrets.compare_digest(found.feed, fingerprint(key).hex()):
            raise Refusal("unknown", "There is no such feed.")
        return found
