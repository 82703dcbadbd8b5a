"""Everybody who plays here: nicknames, known again by the keys of their devices."""

import asyncio
import secrets
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import TypeVar

from rexarium.server.model.devices import describe, public_id
from rexarium.server.model.naming import check_nickname
from rexarium.server.model.refusal import Refusal
from rexarium.server.model.rows import Device, Person
from rexarium.server.model.text import fingerprint
from rexarium.server.runtime.presence import Wire
from rexarium.server.runtime.reliance import dependable
from rexarium.server.storage.store import Store

TICKET_TIME = 600_000  # milliseconds
SEEN_EVERY = 3_600_000  # milliseconds; when a device was last seen is written down no more often
FORGOTTEN = "You have been signed out on this device."
USED_UP = "This link has been used or has expired. Make a new one."
MOST_KNOWN = 10_000  # devices that are known without asking the storage; the longest known is forgotten first

T = TypeVar("T")


def _remember(known: dict[bytes, T], digest: bytes, what: T) -> None:
    """Remember something of a device, and forget the longest remembered if that is too much."""
    if len(known) >= MOST_KNOWN and digest not in known:
        del known[next(iter(known))]
    known[digest] = what


class People:
    """All people of a server, and the wires by which they are here."""

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self._store = store
        self._now = now
        self._wires: dict[
            bytes, set[Wire]
        ] = {}  # by the fingerprint of the device's key, as all that follows
        self._known: dict[bytes, Person] = {}  # every request and every call asks
        self._seen: dict[bytes, Device] = {}  # what was last written of a device that was seen
        self._leaving: set[bytes] = set()  # what is being signed out
        self._changes = 0  # of anybody
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_closed = False

    async def close(self) -> None:
        """Finish what is being written, and write no more of who was seen."""
        self._is_closed = True
        await asyncio.gather(*self._tasks, return_exceptions=True)

    @dependable
    async def come_in(self, nickname: str, agent: str = "") -> tuple[Person, str]:
        """Somebody new, and the key for their device, whose browser says that it is this."""
        person = Person(secrets.token_urlsafe(9), check_nickname(nickname), self._now())
        key = secrets.token_urlsafe(32)
        await self._store.add_person(person, fingerprint(key), self._new_device(key, agent))
        return person, key

    def recall(self, key: str) -> Person | None:
        """Whose device has this key, if we have asked lately: nobody at the door waits for the storage."""
        return self._known.get(fingerprint(key)) if key else None

    async def who(self, key: str, agent: str = "") -> Person | None:
        """Whose device has this key; its browser says that it is this."""
        if not key:
            return None
        digest = fingerprint(key)
        person = self._known.get(digest) or await self._find(digest)
        if person is None or digest in self._leaving:
            return None
        if self._is_long_unseen(digest):
            self._see(digest, *describe(agent))
        return person

    @dependable
    async def _find(self, digest: bytes) -> Person | None:
        """The same, as it is written down, and remembered from then on.

        If anybody has changed in the meantime the answer may be an old one, and we ask again.
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
        """Somebody is not as we knew them any more."""
        self._changes += 1
        self._known = {digest: known for digest, known in self._known.items() if known.id != person}

    @dependable
    async def rename(self, person: Person, nickname: str) -> Person:
        """Another nickname, from the next table on."""
        renamed = replace(person, nickname=check_nickname(nickname))
        try:
            await self._store.rename(person.id, renamed.nickname)
        finally:  # though we may not know how it went
            self._forget(person.id)
        for wires in self._wires.values():  # so that anyone who was asked to choose another name can go on
            for wire in wires:
                if wire.actor.person == person.id:
                    wire.actor = replace(wire.actor, name=renamed.nickname)
        return renamed

    # Devices

    @dependable
    async def devices(self, person: Person) -> dict[bytes, Device]:
        """All devices of a person, by the fingerprints of their keys."""
        return {
            digest: self._as_seen(digest, device)
            for digest, device in (await self._store.devices(person.id)).items()
        }

    def _as_seen(self, digest: bytes, device: Device) -> Device:
        """A device as we know it, though that may not be written yet; one with a WebSocket open is seen just now."""
        device = replace(self._seen.get(digest, device), since=device.since)
        return replace(device, seen_at=self._now()) if digest in self._wires else device

    def _new_device(self, key: str, agent: str) -> Device:
        """A device that is seen for the first time."""
        now = self._now()
        browser, system = describe(agent)
        device = Device(now, now, browser, system)
        _remember(self._seen, fingerprint(key), device)
        return device

    def _is_long_unseen(self, digest: bytes) -> bool:
        last = self._seen.get(digest)
        return last is None or last.seen_at is None or self._now() - last.seen_at >= SEEN_EVERY

    def _see(self, digest: bytes, browser: str, system: str) -> None:
        """Write down that a device was seen. Nobody waits for that, and nobody is refused if it fails."""
        if self._is_closed:
            return
        seen = Device(None, self._now(), browser, system)
        _remember(self._seen, digest, seen)
        task = asyncio.create_task(self._write_seen(digest, seen))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _write_seen(self, digest: bytes, seen: Device) -> None:
        with suppress(Refusal):  # the failure is noted
            await self._store_seen(digest, seen)

    @dependable
    async def _store_seen(self, digest: bytes, seen: Device) -> None:
        await self._store.see_key(digest, seen)

    def hold(self, key: str, wire: Wire) -> None:
        """Remember by which device somebody came, from before we ask whose it is until they have gone.

        Programs, and guests without a nickname, come by none that we could know again.
        """
        if key:
            self._wires.setdefault(fingerprint(key), set()).add(wire)

    def let_go(self, key: str, wire: Wire) -> None:
        """They have gone, and were seen until now."""
        if not key:
            return
        digest = fingerprint(key)
        self._wires[digest].discard(wire)
        if not self._wires[digest]:
            del self._wires[digest]
        last = self._seen.get(digest)
        if last is not None and self._is_long_unseen(digest):
            self._see(digest, last.browser, last.system)

    @dependable
    async def forget_device(self, key: str) -> None:
        """The device is no longer theirs; what it has open is closed, in all its windows."""
        if not key:
            return
        digest = fingerprint(key)
        with self._parting({digest}):
            await self._store.drop_key(digest)
        self._cut_off({digest})

    @dependable
    async def sign_out(self, person: Person, device: str) -> None:
        """The same for any device of a person, perhaps a lost one, and for the tickets that it may have made."""
        digest = next((one for one in await self._store.devices(person.id) if public_id(one) == device), None)
        if digest is None:
            raise Refusal("unknown", "You are not signed in on that device.")
        with self._parting({digest}):
            await self._store.drop_tickets(person.id)
            await self._store.drop_key(digest)
        self._cut_off({digest})

    @dependable
    async def sign_out_all(self, person: Person, kept: str = "") -> None:
        """The same for all devices of a person, or for all but the one with this key."""
        keeping = fingerprint(kept) if kept else b""
        devices = {*await self._store.devices(person.id)} - {keeping}
        with self._parting(devices):
            await self._store.drop_tickets(person.id)
            dropped = await self._store.drop_keys(person.id, keeping)
        self._forget(person.id)  # one more device may have come in while we looked for them
        self._cut_off(devices.union(dropped))

    @contextmanager
    def _parting(self, devices: set[bytes]) -> Iterator[None]:
        """While devices are being signed out nobody comes in by them, and afterwards none is remembered."""
        self._leaving |= devices
        try:
            yield
        finally:  # though we may not know how it went
            self._changes += 1
            self._leaving -= devices
            for digest in devices:
                self._known.pop(digest, None)
                self._seen.pop(digest, None)

    def _cut_off(self, devices: Iterable[bytes]) -> None:
        """Close what devices have open."""
        for digest in devices:
            for wire in [*self._wires.get(digest, ())]:
                wire.hang_up(FORGOTTEN)

    @dependable
    async def make_ticket(self, person: Person) -> tuple[str, int]:
        """What lets one more device of theirs in, and until when."""
        ticket, now = secrets.token_urlsafe(24), self._now()
        until = now + TICKET_TIME
        await self._store.add_ticket(fingerprint(ticket), person.id, until, now)
        return ticket, until

    @dependable
    async def whose_ticket(self, ticket: str) -> Person:
        """As whom a ticket would let a device in; it is as good as before."""
        person = await self._store.person_of_ticket(fingerprint(ticket), self._now())
        if person is None:
            raise Refusal("unknown", USED_UP)
        return person

    @dependable
    async def use_ticket(self, ticket: str, agent: str = "") -> tuple[Person, str]:
        """Let a device in, once, with a key of its own."""
        key = secrets.token_urlsafe(32)
        device = self._new_device(key, agent)
        person = await self._store.redeem_ticket(fingerprint(ticket), fingerprint(key), self._now(), device)
        if person is None:
            raise Refusal("unknown", USED_UP)
        return person, key

    # Feeds

    @dependable
    async def make_feed(self, person: Person) -> str:
        """A new key to the feed that says whose turn it is; the one before is worth nothing any more."""
        key = secrets.token_urlsafe(24)
        try:
            await self._store.change_feed(person.id, fingerprint(key).hex())
        finally:
            self._forget(person.id)
        return key

    @dependable
    async def whose_feed(self, person: str, key: str) -> Person:
        """The person whose feed this is."""
        found = await self._store.person(person)
        if found is None or not found.feed or not secrets.compare_digest(found.feed, fingerprint(key).hex()):
            raise Refusal("unknown", "There is no such feed.")
        return found
