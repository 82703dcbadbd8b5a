"""The devices of a person: which there are, when each was last seen, and how they are signed out."""

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx
import pytest

from rexarium.server.model.devices import describe, public_id
from rexarium.server.model.rows import Device, Person
from rexarium.server.model.text import fingerprint
from rexarium.server.net.access import COOKIE
from rexarium.server.runtime import people
from rexarium.server.runtime.people import SEEN_EVERY
from rexarium.server.storage.memory import MemoryStore
from tests.server.support.api import Api, SocketClient, expect, key_of, start_api
from tests.server.support.samples import TABLE
from tests.server.support.server import idle

FIREFOX = "Mozilla/5.0 (Android 14; Mobile; rv:128.0) Gecko/128.0 Firefox/128.0"
EDGE = (
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)"
    " Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0"
)
SAFARI = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)"
    " Version/17.5 Mobile/15E148 Safari/604.1"
)
DEVICES = "/api/me/devices"
OTHERS = f"{DEVICES}?keep=this"


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        (FIREFOX, ("Firefox", "Android")),
        (EDGE, ("Edge", "Windows")),
        (SAFARI, ("Safari", "iPhone")),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", ("Firefox", "Linux")),
        (SAFARI.replace("Version/17.5", "CriOS/126.0"), ("Chrome", "iPhone")),
        (SAFARI.replace("iPhone; CPU iPhone", "iPad; CPU").replace("Version", "FxiOS"), ("Firefox", "iPad")),
        (EDGE.replace(" Edg/126.0.0.0", ""), ("Chrome", "Windows")),
        (EDGE.replace("Edg", "OPR").replace("Windows NT 10.0", "Macintosh"), ("Opera", "macOS")),
        ("python-httpx/0.28.1", ("", "")),
        ("", ("", "")),
    ],
)
def test_a_device_is_described_by_its_browser_and_system(agent: str, words: tuple[str, str]) -> None:
    assert describe(agent) == words


@asynccontextmanager
async def phone_of_anna(api: Api) -> AsyncIterator[httpx.AsyncClient]:
    """One more device of hers, which came in by a link."""
    async with (
        api.visitor("anna") as anna,
        api.visitor(**{"user-agent": SAFARI}) as phone,
    ):
        ticket = expect(await anna.post("/api/me/tickets"), 201)["ticket"]
        expect(await phone.post("/api/tickets", json={"ticket": ticket}), 201)
        yield phone


async def call(api: Api, visitor: httpx.AsyncClient) -> SocketClient:
    """A connection to the table from a visitor's device."""
    client = SocketClient(api.admission, f"/ws/{TABLE}", key=visitor.cookies[COOKIE])
    client.send(do="hello", version=1)
    await client.idle()
    return client


async def is_cut(client: SocketClient) -> bool:
    await client.idle()
    return client.code is not None and client.read()[-1]["is"] == "bye"


# The list


async def test_a_persons_devices_are_listed_with_description_and_last_use(
    api: Api,
) -> None:
    then = api.clock()
    async with phone_of_anna(api) as phone:
        api.clock.advance(7200)
        async with api.visitor("anna", **{"user-agent": EDGE}) as anna:
            assert expect(await anna.get("/api/me"), 200)["person"] == "anna"
            await anna.get("/api/me")
            assert expect(await anna.get(DEVICES), 200) == [
                {
                    "device": public_id(fingerprint(key_of("anna"))),
                    "browser": "Edge",
                    "system": "Windows",
                    "since": None,  # from before it was written down
                    "seen_at": api.clock(),
                    "is_this": True,
                },
                {
                    "device": public_id(fingerprint(phone.cookies[COOKIE])),
                    "browser": "Safari",
                    "system": "iPhone",
                    "since": then,
                    "seen_at": then,
                    "is_this": False,
                },
            ]
        assert [one["is_this"] for one in expect(await phone.get(DEVICES), 200)] == [True, False]
    async with api.visitor() as nobody:
        expect(await nobody.get(DEVICES), 403, "not allowed")


async def test_a_device_id_grants_no_access(api: Api) -> None:
    async with api.visitor("anna") as anna:
        (card,) = expect(await anna.get(DEVICES), 200)
    for key in (card["device"], fingerprint(key_of("anna")).hex()):
        assert await api.service.people.find_by_key(key) is None
    assert fingerprint(key_of("anna")).hex() not in str(card)


async def test_the_user_agent_string_is_not_kept(api: Api) -> None:
    async with api.visitor(**{"user-agent": SAFARI + " secret-build"}) as eva:
        await eva.post("/api/people", json={"nickname": "Eva"})
        await eva.get("/api/me")
    kept = repr(vars(api.store)) + repr(vars(api.service.people))
    assert "Safari" in kept
    assert "secret-build" not in kept
    assert "Mozilla" not in kept


class NotingStore(MemoryStore):
    """A store that notes which devices were written down as seen, and may take its time to drop one."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[bytes] = []
        self.tickets: list[bytes] = []
        self.is_asked = asyncio.Event()
        self.is_open = asyncio.Event()
        self.is_open.set()

    async def see_key(self, key: bytes, seen: Device) -> None:
        self.seen.append(key)
        await super().see_key(key, seen)

    async def add_ticket(self, ticket: bytes, person: str, until: int, now: int) -> None:
        self.tickets.append(ticket)
        await super().add_ticket(ticket, person, until, now)

    async def drop_key(self, key: bytes) -> None:
        await self._take_time()
        await super().drop_key(key)

    async def drop_keys(self, person: str, kept: bytes) -> list[bytes]:
        await self._take_time()
        return await super().drop_keys(person, kept)

    async def _take_time(self) -> None:
        self.is_asked.set()
        await self.is_open.wait()


async def test_a_devices_last_use_is_stored_once_an_hour() -> None:
    store = NotingStore()
    async with start_api(store=store) as api:
        anna, ben = fingerprint(key_of("anna")), fingerprint(key_of("ben"))
        who = api.service.people.find_by_key
        for seconds, seen in ((0, [anna]), (SEEN_EVERY / 1000 - 1, [anna]), (1, [anna, anna])):
            api.clock.advance(seconds)
            for _ in range(5):
                assert await who(key_of("anna")) is not None
                assert await who("nobody's") is None
                await asyncio.sleep(0)
            assert store.seen == seen
        assert await who(key_of("ben")) is not None
        await asyncio.sleep(0)
        assert store.seen == [anna, anna, ben]


async def test_a_connected_device_counts_as_used_until_it_leaves(api: Api) -> None:
    async with phone_of_anna(api) as phone:
        line = await call(api, phone)
        api.clock.advance(9000)
        async with api.visitor("anna") as anna:
            assert expect(await anna.get(DEVICES), 200)[1]["seen_at"] == api.clock()
            await line.hang_up()
            gone_at = api.clock()
            api.clock.advance(500)
            assert expect(await anna.get(DEVICES), 200)[1]["seen_at"] == gone_at


class FailingStore(MemoryStore):
    """A store whose disk is full when a device was seen."""

    async def see_key(self, key: bytes, seen: Device) -> None:
        raise OSError("no space left")


async def test_failing_to_store_the_last_use_refuses_nobody(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with start_api(store=FailingStore()) as api:
        async with api.visitor("anna") as anna:
            assert expect(await anna.get("/api/me"), 200)["person"] == "anna"
        await idle()
    gc.collect()  # otherwise nobody notices a failed task
    assert [record.getMessage() for record in caplog.records] == ["the store failed"]


# Signing out


async def test_signing_out_a_device_closes_only_its_own_connections_at_once(
    api: Api,
) -> None:
    async with phone_of_anna(api) as phone, api.visitor("anna") as anna:
        lost = [await call(api, phone), await call(api, phone)]
        kept = [await call(api, anna), await api.call(TABLE, "ben"), await api.call(TABLE)]
        _, card = expect(await anna.get(DEVICES), 200)
        gone = await anna.delete(f"{DEVICES}/{card['device']}")
        assert gone.status_code == 204
        assert "set-cookie" not in gone.headers
        assert [line.code for line in lost] == [1001, 1001]
        lost[0].send(do="say", id="late", text="I am still here")
        assert [await is_cut(line) for line in lost] == [True, True]
        assert [await is_cut(line) for line in kept] == [False, False, False]
        assert (await api.service.tables.get(TABLE)).table.chat == []
        assert expect(await phone.get("/api/me"), 200) is None
        assert [one["is_this"] for one in expect(await anna.get(DEVICES), 200)] == [True]
        expect(await anna.delete(f"{DEVICES}/{card['device']}"), 404, "unknown")
        for line in kept:
            await line.hang_up()


async def test_nobody_signs_out_someone_elses_device(api: Api) -> None:
    async with api.visitor("anna") as anna, api.visitor("ben") as ben, api.visitor() as eva:
        line = await call(api, anna)
        (card,) = expect(await anna.get(DEVICES), 200)
        expect(await ben.delete(f"{DEVICES}/{card['device']}"), 404, "unknown")
        for path in (f"{DEVICES}/{card['device']}", DEVICES, OTHERS):
            expect(await eva.delete(path), 403, "not allowed")
        assert (await ben.delete(OTHERS)).status_code == 204
        assert expect(await anna.get("/api/me"), 200)["person"] == "anna"
        assert not await is_cut(line)
        await line.hang_up()


async def test_signing_out_covers_all_other_devices_or_all_devices(api: Api) -> None:
    async with (
        phone_of_anna(api) as phone,
        phone_of_anna(api) as tablet,
        api.visitor("anna") as anna,
    ):
        lines = [await call(api, visitor) for visitor in (anna, phone, tablet)]
        others = await tablet.delete(OTHERS)
        assert others.status_code == 204
        assert "set-cookie" not in others.headers
        assert [await is_cut(line) for line in lines] == [True, True, False]
        assert [expect(await one.get("/api/me"), 200) is None for one in (anna, phone, tablet)] == [
            True,
            True,
            False,
        ]
        everywhere = await tablet.delete(DEVICES)
        assert everywhere.status_code == 204
        assert "Max-Age=0" in everywhere.headers["set-cookie"]
        assert await is_cut(lines[2])
        assert await api.store.devices("anna") == {}
        assert await api.store.person("anna") is not None  # her games know her name


async def test_the_current_device_can_be_signed_out_from_the_list(api: Api) -> None:
    async with api.visitor("anna") as anna:
        (card,) = expect(await anna.get(DEVICES), 200)
        gone = await anna.delete(f"{DEVICES}/{card['device']}")
        assert "Max-Age=0" in gone.headers["set-cookie"]
    async with api.visitor("anna") as thief:
        assert expect(await thief.get("/api/me"), 200) is None


@pytest.mark.parametrize("path", ["one", OTHERS, DEVICES])
async def test_signing_out_a_lost_device_voids_its_links(api: Api, path: str) -> None:
    async with phone_of_anna(api) as phone, api.visitor("anna") as anna, api.visitor() as thief:
        ticket = {"ticket": expect(await phone.post("/api/me/tickets"), 201)["ticket"]}
        _, card = expect(await anna.get(DEVICES), 200)
        await anna.delete(path if path != "one" else f"{DEVICES}/{card['device']}")
        expect(await thief.post("/api/tickets", json=ticket), 404, "unknown")


async def test_a_link_stays_valid_when_its_device_signs_itself_out(api: Api) -> None:
    async with api.visitor("anna") as anna, api.visitor() as phone:
        ticket = {"ticket": expect(await anna.post("/api/me/tickets"), 201)["ticket"]}
        await anna.delete("/api/me")
        assert expect(await phone.post("/api/tickets", json=ticket), 201)["person"] == "anna"


@pytest.mark.parametrize("path", ["one", OTHERS])
async def test_a_device_is_blocked_as_soon_as_its_sign_out_is_being_stored(path: str) -> None:
    store = NotingStore()
    async with start_api(store=store) as api, phone_of_anna(api) as phone, api.visitor("anna") as anna:
        _, card = expect(await anna.get(DEVICES), 200)
        assert expect(await phone.get("/api/me"), 200)["person"] == "anna"  # known by heart
        store.is_open.clear()
        store.is_asked.clear()
        store.tickets.clear()
        where = path if path != "one" else f"{DEVICES}/{card['device']}"
        leaving = asyncio.create_task(anna.delete(where))
        await store.is_asked.wait()
        expect(await phone.post("/api/me/tickets"), 403, "not allowed")
        assert expect(await anna.get("/api/me"), 200)["person"] == "anna"
        store.is_open.set()
        assert (await leaving).status_code == 204
        assert expect(await phone.get("/api/me"), 200) is None
        assert not store.tickets


async def test_a_lookup_started_before_a_sign_out_does_not_admit_the_device_after_it() -> None:
    """However late the answer comes; and what it said is not remembered."""

    class LateStore(MemoryStore):
        """A store that holds its first answer back."""

        def __init__(self) -> None:
            super().__init__()
            self.is_asked, self.is_open = asyncio.Event(), asyncio.Event()

        async def person_of_key(self, key: bytes) -> Person | None:
            found = await super().person_of_key(key)
            if not self.is_asked.is_set():
                self.is_asked.set()
                await self.is_open.wait()
            return found

    store = LateStore()
    async with start_api(store=store) as api:
        everybody, anna = api.service.people, Person("anna", "Anna", api.clock())
        asking = asyncio.create_task(everybody.find_by_key(key_of("anna")))
        await store.is_asked.wait()
        await everybody.sign_out_all(anna)
        store.is_open.set()
        assert await asking is None
        assert await everybody.find_by_key(key_of("anna")) is None


async def test_a_device_added_while_all_are_being_signed_out_is_signed_out_too() -> None:
    class BlindStore(MemoryStore):
        """A store that does not yet know of a device when it lists them."""

        async def devices(self, person: str) -> dict[bytes, Device]:
            return {}

    async with start_api(store=BlindStore()) as api, phone_of_anna(api) as phone, api.visitor("anna") as anna:
        line = await call(api, phone)
        assert expect(await phone.get("/api/me"), 200)["person"] == "anna"
        await anna.delete(OTHERS)
        assert await is_cut(line)
        assert expect(await phone.get("/api/me"), 200) is None


async def test_a_sign_out_that_could_not_be_stored_has_not_happened() -> None:
    class FullStore(MemoryStore):
        """A store whose disk is full."""

        async def drop_keys(self, person: str, kept: bytes) -> list[bytes]:
            raise OSError("no space left")

    async with start_api(store=FullStore()) as api, api.visitor("anna") as anna:
        line = await call(api, anna)
        expect(await anna.delete(DEVICES), 503, "unavailable")
        assert expect(await anna.get("/api/me"), 200)["person"] == "anna"
        assert not await is_cut(line)
        await line.hang_up()


async def test_a_seat_program_is_not_a_device(api: Api) -> None:
    async with api.visitor("dora") as dora:
        new = {"game": "trex", "seats": 2, "seat": 1}
        table = expect(await dora.post("/api/tables", json=new), 201)["table"]
        key = expect(await dora.post(f"/api/tables/{table}/seats/2/key"), 201)["key"]
        program = await api.call(table, key=key)
        assert len(expect(await dora.get(DEVICES), 200)) == 1
        await dora.delete(DEVICES)
        assert not await is_cut(program)
        await program.hang_up()


async def test_the_number_of_remembered_last_uses_is_limited(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(people, "MOST_KNOWN", 2)
    store = NotingStore()
    async with start_api(store=store) as api:
        for name in ("anna", "ben", "cleo", "dora", "dora", "cleo", "anna"):
            assert await api.service.people.find_by_key(key_of(name)) is not None
            await idle()
        written = ("anna", "ben", "cleo", "dora", "anna")  # who is not remembered is written down again
        assert store.seen == [fingerprint(key_of(name)) for name in written]
