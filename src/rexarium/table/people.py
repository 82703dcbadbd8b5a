"""Everybody who plays here: nicknames, known again by the keys of their devices."""

import hashlib
import secrets
from collections.abc import Callable
from dataclasses import replace

from rexarium.table.desk import Wire
from rexarium.table.naming import clean_name
from rexarium.table.refusal import Refusal
from rexarium.table.reliance import dependable
from rexarium.table.storage.store import Person, Store

TICKET_TIME = 600_000  # milliseconds
FORGOTTEN = "This device is nobody's any more."
MOST_KNOWN = 10_000  # devices that are known without asking the storage; the longest known is forgotten first


def fingerprint(key: str) -> bytes:
    """What is kept of a key; the key itself is known to its device alone."""
    return hashlib.sha256(key.encode()).digest()


class People:
    """All people of a house, and the wires by which they are here."""

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self._store = store
        self._now = now
        self._wires: dict[str, set[Wire]] = {}  # by the key of the device
        self._known: dict[bytes, Person] = {}  # by the fingerprint of it: every request and every call asks
        self._changes = 0  # of anybody

    @dependable
    async def come_in(self, nickname: str) -> tuple[Person, str]:
        """Somebody new, and the key for their device."""
        person = Person(secrets.token_urlsafe(9), _check_name(nickname), self._now())
        key = secrets.token_urlsafe(32)
        await self._store.add_person(person, fingerprint(key))
        return person, key

    async def who(self, key: str) -> Person | None:
        """Whose device has this key."""
        if not key:
            return None
        digest = fingerprint(key)
        return self._known.get(digest) or await self._find(digest)

    @dependable
    async def _find(self, digest: bytes) -> Person | None:
        """The same, as it is written down; to be remembered, if nobody has changed meanwhile."""
        changes = self._changes
        person = await self._store.person_of_key(digest)
        if person is not None and changes == self._changes:
            if len(self._known) >= MOST_KNOWN:
                del self._known[next(iter(self._known))]
            self._known[digest] = person
        return person

    def _forget(self, person: str) -> None:
        """Somebody is not as we knew them any more."""
        self._changes += 1
        self._known = {digest: known for digest, known in self._known.items() if known.id != person}

    @dependable
    async def rename(self, person: Person, nickname: str) -> Person:
        """Another nickname, from the next table on."""
        renamed = replace(person, nickname=_check_name(nickname))
        try:
            await self._store.rename(person.id, renamed.nickname)
        finally:  # though we may not know how it went
            self._forget(person.id)
        return renamed

    # Devices

    def hold(self, key: str, wire: Wire) -> None:
        """Remember by which device somebody came, from before we ask whose it is until they have gone.

        Programs, and guests without a nickname, come by none that we could know again.
        """
        if key:
            self._wires.setdefault(key, set()).add(wire)

    def let_go(self, key: str, wire: Wire) -> None:
        """They have gone."""
        if key:
            self._wires[key].discard(wire)
            if not self._wires[key]:
                del self._wires[key]

    @dependable
    async def forget_device(self, key: str) -> None:
        """The device is no longer theirs; what it has open is closed, in all its windows."""
        if not key:
            return
        try:
            await self._store.drop_key(fingerprint(key))
        finally:
            self._changes += 1
            self._known.pop(fingerprint(key), None)
        for wire in [*self._wires.get(key, ())]:
            wire.hang_up(FORGOTTEN)

    @dependable
    async def make_ticket(self, person: Person) -> tuple[str, int]:
        """What lets one more device of theirs in, and until when."""
        ticket, now = secrets.token_urlsafe(24), self._now()
        until = now + TICKET_TIME
        await self._store.add_ticket(fingerprint(ticket), person.id, until, now)
        return ticket, until

    @dependable
    async def use_ticket(self, ticket: str) -> tuple[Person, str]:
        """Let a device in, once, with a key of its own."""
        key = secrets.token_urlsafe(32)
        person = await self._store.redeem_ticket(fingerprint(ticket), fingerprint(key), self._now())
        if person is None:
            raise Refusal("unknown", "This link has been used, or its time is up; make a new one.")
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


def _check_name(nickname: str) -> str:
    name = clean_name(nickname)
    if not name:
        raise Refusal("not possible", "A nickname needs at least one sign that can be seen.")
    return name
