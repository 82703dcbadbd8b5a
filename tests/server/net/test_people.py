"""People over HTTP: who one is, on which devices, and what is kept of it."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest

from rexarium.bots import LEVELS
from rexarium.server.model import log
from rexarium.server.model.log import Player
from rexarium.server.model.rows import Person
from rexarium.server.model.text import fingerprint
from rexarium.server.net.access import COOKIE
from rexarium.server.runtime import people
from rexarium.server.storage.memory import MemoryStore
from tests.server.support.api import NEW_TABLE, ORIGIN, Api, SocketClient, expect, key_of, start_api
from tests.server.support.samples import ANNA, TABLE, opening

PROGRAM_KEY = "key-of-a-program-0123456789"


async def test_a_new_person_gets_an_http_only_same_site_cookie(api: Api) -> None:
    async with api.visitor() as eva:
        assert expect(await eva.get("/api/me"), 200) is None
        answer = await eva.post("/api/people", json={"nickname": " Eva  <b> "})
        me = expect(answer, 201)
        assert me["nickname"] == "Eva <b>"
        cookie = answer.headers["set-cookie"]
        assert re.fullmatch(rf"{COOKIE}=[\w-]{{43}}; HttpOnly; Max-Age=\d+; Path=/; SameSite=strict", cookie)
        assert expect(await eva.get("/api/me"), 200) == me
        again = expect(await eva.post("/api/people", json={"nickname": "Eve"}), 200)
        assert again == {"person": me["person"], "nickname": "Eve"}
        assert expect(await eva.patch("/api/me", json={"nickname": "Eva"}), 200) == me | {"nickname": "Eva"}
        gone = await eva.delete("/api/me")
        assert (gone.status_code, gone.content) == (204, b"")
        assert "Max-Age=0" in gone.headers["set-cookie"]
        assert expect(await eva.get("/api/me"), 200) is None


async def test_a_forgotten_device_is_unknown_even_with_its_old_cookie(api: Api) -> None:
    async with api.visitor("anna") as anna:
        await anna.delete("/api/me")
    async with api.visitor("anna") as thief:
        assert expect(await thief.get("/api/me"), 200) is None


async def test_forgetting_a_device_closes_its_connections_and_no_others(
    api: Api,
) -> None:
    ticket, _ = await api.service.people.make_ticket(Person("anna", "Anna", 0))
    _, phone_key = await api.service.people.redeem_ticket(ticket)
    first, second = await api.call(TABLE, "anna"), await api.call(TABLE, "anna")
    ben = await api.call(TABLE, "ben")
    phone = SocketClient(api.admission, f"/ws/{TABLE}", key=phone_key)
    phone.send(do="hello", version=1)
    await phone.idle()
    async with api.visitor("anna") as anna:
        assert (await anna.delete("/api/me")).status_code == 204
    first.send(do="say", id="late", text="I am still here")
    await first.idle()
    for line in (first, second):
        assert line.read()[-1]["is"] == "bye"
        assert line.code == 1001
    live = await api.service.tables.get(TABLE)
    assert live.table.chat == []
    assert live.presence.seats() == [0, 1]  # the phone
    assert (await phone.ask(do="say", text="and I"))["is"] == "done"
    await phone.hang_up()
    assert live.presence.seats() == [1]
    api.clock.advance(61)
    taken = await ben.ask(do="ask", matter="take over", seat=1, bot=LEVELS[0])
    assert taken["is"] == "done"  # Cleo is away too
    assert live.table.seat_of("anna") is None
    devices = await api.service.people.devices(Person("anna", "Anna", 0))
    assert devices[fingerprint(phone_key)].seen_at != api.clock()  # as it would be while it is connected


async def test_forgetting_a_device_does_not_affect_connections_without_one(api: Api) -> None:
    await api.service.tables.begin(_with_program())
    program = await api.call("with-a-program", key=PROGRAM_KEY)
    guest = await api.call(TABLE)
    async with api.visitor() as nobody:
        assert (await nobody.delete("/api/me")).status_code == 204
    assert (await api.service.tables.get("with-a-program")).presence.seats() == [1]
    for line in (program, guest):
        await line.idle()
        assert "bye" not in [message["is"] for message in line.read()]
        line.send(do="ping", seen=0)
        await line.idle()
        assert line.read()[-1]["is"] == "pong"
        await line.hang_up()


def _with_program() -> list[log.AnyEntry]:
    first, *rest = opening("trex", [ANNA, Player("program", key=fingerprint(PROGRAM_KEY).hex())])
    return [msgspec.structs.replace(first, table="with-a-program"), *rest]


async def test_a_device_forgotten_during_lookup_is_not_admitted(api: Api) -> None:
    whose, asked, go = api.store.person_of_key, asyncio.Event(), asyncio.Event()

    async def slowly(key: bytes) -> Person | None:
        person = await whose(key)
        asked.set()
        await go.wait()
        return person  # type: ignore[no-any-return]

    api.store.person_of_key = slowly
    client = SocketClient(api.admission, f"/ws/{TABLE}", "anna")
    client.send(do="hello", version=1)
    await asked.wait()
    api.store.person_of_key = whose
    async with api.visitor("anna") as anna:
        assert (await anna.delete("/api/me")).status_code == 204
    go.set()
    while client.code is None:
        await asyncio.sleep(0)
    await client.idle()
    assert [message["is"] for message in client.read()] == ["bye"]
    assert (await api.service.tables.get(TABLE)).presence.seats() == []


@pytest.mark.access(is_secure=True)
async def test_behind_https_the_cookie_is_for_https_only(api: Api) -> None:
    async with api.visitor() as eva:
        eva.headers["origin"] = "https://localhost"
        answer = await eva.post("/api/people", json={"nickname": "Eva"})
        assert "; Secure" in answer.headers["set-cookie"]
        eva.cookies.set(COOKIE, answer.headers["set-cookie"].split(";")[0].partition("=")[2])
        card = expect(await eva.post("/api/me/tickets"), 201)
        assert card["link"].startswith("https://localhost/#ticket=")


@pytest.mark.parametrize(
    "nickname", ["", " ", "\u200b", "\u3164", "E\u202eva", "hunter bot", "Seat 1", "x" * 41, None, 7, ["Eva"]]
)
async def test_an_invalid_name_is_refused(api: Api, nickname: Any) -> None:
    async with api.visitor() as eva:
        answer = await eva.post("/api/people", json={"nickname": nickname})
        assert answer.status_code in (400, 409)
        assert "set-cookie" not in answer.headers


async def test_a_lookalike_name_keeps_its_owner_from_sitting_and_chatting_until_changed(
    api: Api,
) -> None:
    async with api.visitor() as eva, api.visitor() as fake:
        await eva.post("/api/people", json={"nickname": "Eva"})
        table = expect(await eva.post("/api/tables", json=NEW_TABLE), 201)["table"]  # she only hosts it
        await fake.post("/api/people", json={"nickname": "\u0415v\u0430"})
        seat, share = f"/api/tables/{table}/seats/1", {"share": "5eed" * 8}
        why = expect(await fake.post(seat, json=share), 409, "not possible")
        assert why["values"] == {"name": "\u0415v\u0430"}
        client = SocketClient(api.admission, f"/ws/{table}", key=fake.cookies[COOKIE])
        client.send(do="hello", version=1)
        await client.idle()
        live = await api.service.tables.get(table)
        await live.append(lambda table: [log.ChatOpened(by=table.host, is_open=True)])
        assert (await client.ask(do="say", text="I am Eva"))["code"] == "not possible"
        assert (await client.ask(do="sit", seat=1, share="5eed" * 8))["code"] == "not possible"
        expect(await fake.patch("/api/me", json={"nickname": "Fay"}), 200)
        assert (await client.ask(do="sit", seat=1, share="5eed" * 8))["is"] == "done"
        assert (await client.ask(do="say", text="I am Fay"))["is"] == "done"
        expect(await eva.patch("/api/me", json={"nickname": "fay"}), 200)
        expect(await eva.post(f"/api/tables/{table}/seats/2", json=share), 409, "not possible")
        expect(await eva.patch("/api/me", json={"nickname": "Eva"}), 200)
        expect(await eva.post(f"/api/tables/{table}/seats/2", json=share), 204)
        await client.hang_up()


async def test_a_name_from_before_the_rule_is_changed_when_its_person_next_sits_down(api: Api) -> None:
    await api.add_people("hunter bot")
    async with api.visitor("hunter bot") as old:
        assert expect(await old.get("/api/me"), 200)["nickname"] == "hunter bot"
        expect(await old.post("/api/tables", json=NEW_TABLE | {"seat": 1}), 409, "not possible")
        expect(await old.patch("/api/me", json={"nickname": "Hugo"}), 200)
        expect(await old.post("/api/tables", json=NEW_TABLE | {"seat": 1}), 201)


async def test_a_ticket_admits_one_more_device_once_and_expires(api: Api) -> None:
    async with api.visitor("anna") as anna, api.visitor() as phone, api.visitor() as thief:
        card = expect(await anna.post("/api/me/tickets"), 201)
        assert card["link"] == f"{ORIGIN}/#ticket={card['ticket']}"
        assert card["picture"].startswith("<svg")
        assert card["until"] == api.clock() + 600_000
        me = expect(await phone.post("/api/tickets", json={"ticket": card["ticket"]}), 201)
        assert me == {"person": "anna", "nickname": "Anna"}
        assert phone.cookies[COOKIE] != anna.cookies[COOKIE]
        assert (expect(await phone.get("/api/me"), 200))["person"] == "anna"
        expect(await thief.post("/api/tickets", json={"ticket": card["ticket"]}), 404, "unknown")
        late = expect(await anna.post("/api/me/tickets"), 201)
        api.clock.advance(601)
        expect(await thief.post("/api/tickets", json={"ticket": late["ticket"]}), 404, "unknown")
        expect(await thief.post("/api/me/tickets"), 403)


async def test_a_strangers_link_does_not_take_over_a_device_that_has_an_owner(api: Api) -> None:
    async with api.visitor("dora") as dora, api.visitor("anna") as anna:
        ticket = {"ticket": expect(await dora.post("/api/me/tickets"), 201)["ticket"]}
        answer = await anna.post("/api/tickets", json=ticket)
        assert expect(answer, 409, "not possible")["values"] == {"name": "Anna"}
        assert "set-cookie" not in answer.headers
        assert expect(await anna.get("/api/me"), 200)["person"] == "anna"
        await anna.delete("/api/me")
        anna.cookies.clear()
        # Who means it may.
        assert expect(await anna.post("/api/tickets", json=ticket), 201)["person"] == "dora"


async def test_a_new_name_and_a_new_feed_do_not_overwrite_each_other() -> None:
    class SlowStore(MemoryStore):
        """One whose disk takes its time, so that both have read the person before either is written."""

        meeting: asyncio.Barrier | None = None

        async def person_of_key(self, key: bytes) -> Person | None:
            found = await super().person_of_key(key)
            if self.meeting is not None:
                await self.meeting.wait()
                self.meeting = None  # looking up again need not wait for anybody
            return found

    store = SlowStore()
    async with start_api(store=store) as api, api.visitor() as eva:
        await eva.post("/api/people", json={"nickname": "Eva"})
        old = expect(await eva.post("/api/me/feed"), 201)["path"]
        store.meeting = asyncio.Barrier(2)
        made, renamed = await asyncio.gather(
            eva.post("/api/me/feed"), eva.patch("/api/me", json={"nickname": "Eve"})
        )
        assert expect(renamed, 200)["nickname"] == expect(await eva.get("/api/me"), 200)["nickname"] == "Eve"
        assert (await eva.get(expect(made, 201)["path"])).status_code == 200
        assert (await eva.get(old)).status_code == 404


async def test_only_fingerprints_of_keys_and_tickets_are_kept(api: Api) -> None:
    async with api.visitor() as eva:
        await eva.post("/api/people", json={"nickname": "Eva"})
        secrets = [eva.cookies[COOKIE]]
        secrets.append((expect(await eva.post("/api/me/tickets"), 201))["ticket"])
        secrets.append((expect(await eva.post("/api/me/feed"), 201))["path"].rpartition("/")[2])
        table = (expect(await eva.post("/api/tables", json=NEW_TABLE), 201))["table"]
        key = expect(await eva.post(f"/api/tables/{table}/seats/2/key"), 201)
        secrets.append(key["key"])
    kept = repr(vars(api.store))
    assert not [secret for secret in secrets if secret in kept]
    for secret in secrets:
        assert repr(fingerprint(secret))[2:-1] in kept or fingerprint(secret).hex() in kept


class CountingStore(MemoryStore):
    """A store that notes whose keys it is asked for, and can be made to take its time over it."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[bytes] = []
        self.is_open = asyncio.Event()
        self.is_open.set()

    async def person_of_key(self, key: bytes) -> Person | None:
        self.asked.append(key)
        found = await super().person_of_key(key)
        await self.is_open.wait()
        return found


async def test_known_devices_are_cached_and_unknown_ones_are_not() -> None:
    store = CountingStore()
    async with start_api(store=store) as api:
        who = api.service.people.find_by_key
        assert [await who(key_of("anna")) for _ in range(3)] == [Person("anna", "Anna", api.clock())] * 3
        assert [await who("nobody's key") for _ in range(2)] == [None, None]
        assert await who("") is None
        unknown = fingerprint("nobody's key")
        assert store.asked == [fingerprint(key_of("anna")), unknown, unknown]


async def test_the_device_cache_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people, "MOST_KNOWN", 2)
    store = CountingStore()
    async with start_api(store=store) as api:
        for name in ("anna", "ben", "cleo", "cleo", "ben", "anna"):
            person = await api.service.people.find_by_key(key_of(name))
            assert person is not None
            assert person.id == name
        names = [fingerprint(key_of(name)) for name in ("anna", "ben", "cleo", "anna")]
        assert store.asked == names


async def _rename(everybody: people.People, anna: Person) -> None:
    await everybody.rename(anna, "Annabel")


async def _change_feed(everybody: people.People, anna: Person) -> None:
    await everybody.make_feed(anna)


async def _forget(everybody: people.People, _anna: Person) -> None:
    await everybody.forget_device(key_of("anna"))


@pytest.mark.parametrize("change", [_rename, _change_feed, _forget])
@pytest.mark.parametrize("is_asked_before", [True, False], ids=["known", "being looked up"])
async def test_a_changed_person_is_updated_in_the_cache(
    change: Callable[[people.People, Person], Awaitable[None]], is_asked_before: bool
) -> None:
    """Also if somebody asked for them before, and the answer, which is old, comes after the change."""
    store = CountingStore()
    async with start_api(store=store) as api:
        everybody, key = api.service.people, key_of("anna")
        if is_asked_before:
            anna = await everybody.find_by_key(key)
            assert anna is not None
            await change(everybody, anna)
        else:
            store.is_open.clear()
            asking = asyncio.create_task(everybody.find_by_key(key))
            await asyncio.sleep(0)
            await change(everybody, Person("anna", "Anna", api.clock()))
            store.is_open.set()
            await asking
        assert await everybody.find_by_key(key) == await store.person_of_key(fingerprint(key))
        assert await everybody.find_by_key(key) != Person("anna", "Anna", api.clock())
