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
from rexarium.server.net.doors import COOKIE
from rexarium.server.runtime import people
from rexarium.server.runtime.people import SEEN_EVERY
from rexarium.server.storage.memory import MemoryStore
from tests.server.stage import TABLE, settle
from tests.server.street import Line, Street, key_of, on_street, says

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
def test_a_device_is_told_by_its_browser_and_system(agent: str, words: tuple[str, str]) -> None:
    assert describe(agent) == words


@asynccontextmanager
async def phone_of_anna(street: Street) -> AsyncIterator[httpx.AsyncClient]:
    """One more device of hers, which came in by a link."""
    async with (
        street.visitor("anna") as anna,
        street.visitor(**{"user-agent": SAFARI}) as phone,
    ):
        ticket = says(await anna.post("/api/me/tickets"), 201)["ticket"]
        says(await phone.post("/api/tickets", json={"ticket": ticket}), 201)
        yield phone


async def call(street: Street, visitor: httpx.AsyncClient) -> Line:
    """A line to the table, by a visitor's device."""
    line = Line(street.admission, f"/ws/{TABLE}", key=visitor.cookies[COOKIE])
    line.send(do="hello", version=1)
    await line.rest()
    return line


async def is_cut(line: Line) -> bool:
    await line.rest()
    return line.code is not None and line.read()[-1]["is"] == "bye"


# The list


def test_the_devices_of_a_person_are_listed_with_what_they_are_and_when_they_were_seen() -> None:
    async def scene(street: Street) -> None:
        then = street.clock()
        async with phone_of_anna(street) as phone:
            street.clock.advance(7200)
            async with street.visitor("anna", **{"user-agent": EDGE}) as anna:
                assert says(await anna.get("/api/me"), 200)["person"] == "anna"
                await anna.get("/api/me")
                assert says(await anna.get(DEVICES), 200) == [
                    {
                        "device": public_id(fingerprint(key_of("anna"))),
                        "browser": "Edge",
                        "system": "Windows",
                        "since": None,  # from before it was written down
                        "seen_at": street.clock(),
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
            assert [one["is_this"] for one in says(await phone.get(DEVICES), 200)] == [True, False]
        async with street.visitor() as nobody:
            says(await nobody.get(DEVICES), 403, "not allowed")

    on_street(scene)


def test_what_a_device_is_called_opens_no_door() -> None:
    async def scene(street: Street) -> None:
        async with street.visitor("anna") as anna:
            (card,) = says(await anna.get(DEVICES), 200)
        for key in (card["device"], fingerprint(key_of("anna")).hex()):
            assert await street.service.people.who(key) is None
        assert fingerprint(key_of("anna")).hex() not in str(card)

    on_street(scene)


def test_the_words_of_a_browser_are_not_kept() -> None:
    async def scene(street: Street) -> None:
        async with street.visitor(**{"user-agent": SAFARI + " secret-build"}) as eva:
            await eva.post("/api/people", json={"nickname": "Eva"})
            await eva.get("/api/me")
        kept = repr(vars(street.store)) + repr(vars(street.service.people))
        assert "Safari" in kept
        assert "secret-build" not in kept
        assert "Mozilla" not in kept

    on_street(scene)


class NotingStore(MemoryStore):
    """A store that notes which devices were written down as seen, and may take its time to drop one."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[bytes] = []
        self.is_asked = asyncio.Event()
        self.is_open = asyncio.Event()
        self.is_open.set()

    async def see_key(self, key: bytes, seen: Device) -> None:
        self.seen.append(key)
        await super().see_key(key, seen)

    async def drop_key(self, key: bytes) -> None:
        await self._take_time()
        await super().drop_key(key)

    async def drop_keys(self, person: str, kept: bytes) -> list[bytes]:
        await self._take_time()
        return await super().drop_keys(person, kept)

    async def _take_time(self) -> None:
        self.is_asked.set()
        await self.is_open.wait()


def test_that_a_device_was_seen_is_written_once_an_hour_and_not_at_every_request() -> None:
    store = NotingStore()

    async def scene(street: Street) -> None:
        anna, ben = fingerprint(key_of("anna")), fingerprint(key_of("ben"))
        who = street.service.people.who
        for seconds, seen in ((0, [anna]), (SEEN_EVERY / 1000 - 1, [anna]), (1, [anna, anna])):
            street.clock.advance(seconds)
            for _ in range(5):
                assert await who(key_of("anna")) is not None
                assert await who("nobody's") is None
                await asyncio.sleep(0)
            assert store.seen == seen
        assert await who(key_of("ben")) is not None
        await asyncio.sleep(0)
        assert store.seen == [anna, anna, ben]

    on_street(scene, store=store)


def test_whoever_sits_at_a_table_for_hours_is_seen_all_the_time_and_when_they_go() -> None:
    async def scene(street: Street) -> None:
        async with phone_of_anna(street) as phone:
            line = await call(street, phone)
            street.clock.advance(9000)
            async with street.visitor("anna") as anna:
                assert says(await anna.get(DEVICES), 200)[1]["seen_at"] == street.clock()
                await line.hang_up()
                gone_at = street.clock()
                street.clock.advance(500)
                assert says(await anna.get(DEVICES), 200)[1]["seen_at"] == gone_at

    on_street(scene)


class FailingStore(MemoryStore):
    """A store whose disk is full when a device was seen."""

    async def see_key(self, key: bytes, seen: Device) -> None:
        raise OSError("no space left")


def test_nobody_is_refused_because_it_cannot_be_written_that_they_were_seen(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def scene(street: Street) -> None:
        async with street.visitor("anna") as anna:
            assert says(await anna.get("/api/me"), 200)["person"] == "anna"
        await settle()

    on_street(scene, store=FailingStore())
    gc.collect()  # or nobody hears of a task that failed
    assert [record.getMessage() for record in caplog.records] == ["the store failed"]


# Signing out


def test_signing_out_one_device_closes_what_that_one_has_open_at_once_and_nothing_else() -> None:
    async def scene(street: Street) -> None:
        async with phone_of_anna(street) as phone, street.visitor("anna") as anna:
            lost = [await call(street, phone), await call(street, phone)]
            kept = [await call(street, anna), await street.call(TABLE, "ben"), await street.call(TABLE)]
            _, card = says(await anna.get(DEVICES), 200)
            gone = await anna.delete(f"{DEVICES}/{card['device']}")
            assert gone.status_code == 204
            assert "set-cookie" not in gone.headers
            assert [line.code for line in lost] == [1001, 1001]
            lost[0].send(do="say", id="late", text="I am still here")
            assert [await is_cut(line) for line in lost] == [True, True]
            assert [await is_cut(line) for line in kept] == [False, False, False]
            assert (await street.service.tables.get(TABLE)).room.chat == []
            assert says(await phone.get("/api/me"), 200) is None
            assert [one["is_this"] for one in says(await anna.get(DEVICES), 200)] == [True]
            says(await anna.delete(f"{DEVICES}/{card['device']}"), 404, "unknown")
            for line in kept:
                await line.hang_up()

    on_street(scene)


def test_nobody_signs_out_anothers_device() -> None:
    async def scene(street: Street) -> None:
        async with street.visitor("anna") as anna, street.visitor("ben") as ben, street.visitor() as eva:
            line = await call(street, anna)
            (card,) = says(await anna.get(DEVICES), 200)
            says(await ben.delete(f"{DEVICES}/{card['device']}"), 404, "unknown")
            for path in (f"{DEVICES}/{card['device']}", DEVICES, OTHERS):
                says(await eva.delete(path), 403, "not allowed")
            assert (await ben.delete(OTHERS)).status_code == 204
            assert says(await anna.get("/api/me"), 200)["person"] == "anna"
            assert not await is_cut(line)
            await line.hang_up()

    on_street(scene)


def test_all_other_devices_are_signed_out_or_all_of_them() -> None:
    async def scene(street: Street) -> None:
        async with (
            phone_of_anna(street) as phone,
            phone_of_anna(street) as tablet,
            street.visitor("anna") as anna,
        ):
            lines = [await call(street, visitor) for visitor in (anna, phone, tablet)]
            others = await tablet.delete(OTHERS)
            assert others.status_code == 204
            assert "set-cookie" not in others.headers
            assert [await is_cut(line) for line in lines] == [True, True, False]
            assert [says(await one.get("/api/me"), 200) is None for one in (anna, phone, tablet)] == [
                True,
                True,
                False,
            ]
            everywhere = await tablet.delete(DEVICES)
            assert everywhere.status_code == 204
            assert "Max-Age=0" in everywhere.headers["set-cookie"]
            assert await is_cut(lines[2])
            assert await street.store.devices("anna") == {}
            assert await street.store.person("anna") is not None  # her games know her name

    on_street(scene)


def test_the_present_device_can_be_signed_out_by_the_list_too() -> None:
    async def scene(street: Street) -> None:
        async with street.visitor("anna") as anna:
            (card,) = says(await anna.get(DEVICES), 200)
            gone = await anna.delete(f"{DEVICES}/{card['device']}")
            assert "Max-Age=0" in gone.headers["set-cookie"]
        async with street.visitor("anna") as thief:
            assert says(await thief.get("/api/me"), 200) is None

    on_street(scene)


@pytest.mark.parametrize("path", ["one", OTHERS, DEVICES])
def test_a_link_that_a_lost_device_made_is_worth_nothing_once_it_is_signed_out(path: str) -> None:
    async def scene(street: Street) -> None:
        async with phone_of_anna(street) as phone, street.visitor("anna") as anna, street.visitor() as thief:
            ticket = {"ticket": says(await phone.post("/api/me/tickets"), 201)["ticket"]}
            _, card = says(await anna.get(DEVICES), 200)
            await anna.delete(path if path != "one" else f"{DEVICES}/{card['device']}")
            says(await thief.post("/api/tickets", json=ticket), 404, "unknown")

    on_street(scene)


def test_a_link_stays_good_when_the_device_that_made_it_signs_itself_out() -> None:
    async def scene(street: Street) -> None:
        async with street.visitor("anna") as anna, street.visitor() as phone:
            ticket = {"ticket": says(await anna.post("/api/me/tickets"), 201)["ticket"]}
            await anna.delete("/api/me")
            assert says(await phone.post("/api/tickets", json=ticket), 201)["person"] == "anna"

    on_street(scene)


@pytest.mark.parametrize("path", ["one", OTHERS])
def test_a_device_does_nothing_more_from_the_moment_its_sign_out_is_being_written(path: str) -> None:
    store = NotingStore()

    async def scene(street: Street) -> None:
        async with phone_of_anna(street) as phone, street.visitor("anna") as anna:
            _, card = says(await anna.get(DEVICES), 200)
            assert says(await phone.get("/api/me"), 200)["person"] == "anna"  # known by heart
            store.is_open.clear()
            store.is_asked.clear()
            where = path if path != "one" else f"{DEVICES}/{card['device']}"
            leaving = asyncio.create_task(anna.delete(where))
            await store.is_asked.wait()
            says(await phone.post("/api/me/tickets"), 403, "not allowed")
            assert says(await anna.get("/api/me"), 200)["person"] == "anna"
            store.is_open.set()
            assert (await leaving).status_code == 204
            assert says(await phone.get("/api/me"), 200) is None
            assert not store._tickets

    on_street(scene, store=store)


def test_a_look_up_from_before_a_sign_out_does_not_let_the_device_in_after_it() -> None:
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

    async def scene(street: Street) -> None:
        everybody, anna = street.service.people, Person("anna", "Anna", street.clock())
        asking = asyncio.create_task(everybody.who(key_of("anna")))
        await store.is_asked.wait()
        await everybody.sign_out_all(anna)
        store.is_open.set()
        assert await asking is None
        assert await everybody.who(key_of("anna")) is None

    on_street(scene, store=store)


def test_a_device_that_comes_in_while_all_are_being_signed_out_is_signed_out_too() -> None:
    class BlindStore(MemoryStore):
        """A store that does not yet know of a device when it lists them."""

        async def devices(self, person: str) -> dict[bytes, Device]:
            return {}

    async def scene(street: Street) -> None:
        async with phone_of_anna(street) as phone, street.visitor("anna") as anna:
            line = await call(street, phone)
            assert says(await phone.get("/api/me"), 200)["person"] == "anna"
            await anna.delete(OTHERS)
            assert await is_cut(line)
            assert says(await phone.get("/api/me"), 200) is None

    on_street(scene, store=BlindStore())


def test_a_sign_out_that_could_not_be_written_has_not_happened() -> None:
    class FullStore(MemoryStore):
        """A store whose disk is full."""

        async def drop_keys(self, person: str, kept: bytes) -> list[bytes]:
            raise OSError("no space left")

    async def scene(street: Street) -> None:
        async with street.visitor("anna") as anna:
            line = await call(street, anna)
            says(await anna.delete(DEVICES), 503, "unavailable")
            assert says(await anna.get("/api/me"), 200)["person"] == "anna"
            assert not await is_cut(line)
            await line.hang_up()

    on_street(scene, store=FullStore())


def test_a_program_on_a_seat_is_no_device() -> None:
    async def scene(street: Street) -> None:
        async with street.visitor("dora") as dora:
            wish = {"game": "trex", "seats": 2, "seat": 1}
            table = says(await dora.post("/api/tables", json=wish), 201)["table"]
            key = says(await dora.post(f"/api/tables/{table}/seats/2/key"), 201)["key"]
            program = await street.call(table, key=key)
            assert len(says(await dora.get(DEVICES), 200)) == 1
            await dora.delete(DEVICES)
            assert not await is_cut(program)
            await program.hang_up()

    on_street(scene)


def test_of_many_devices_only_so_many_are_remembered_to_have_been_seen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(people, "MOST_KNOWN", 2)

    async def scene(street: Street) -> None:
        for name in ("anna", "ben", "cleo", "dora"):
            assert await street.service.people.who(key_of(name)) is not None
        assert len(street.service.people._seen) == 2

    on_street(scene)
