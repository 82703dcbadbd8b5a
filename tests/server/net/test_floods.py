"""Nobody floods a server: not with tables, people, talk or connections; and a school behind one address can play."""

from asyncio import gather
from typing import Any

import httpx
import msgspec
import pytest

from rexarium.server.limits import Limit, Tiers
from rexarium.server.model import commands, log
from rexarium.server.net import access as limits
from rexarium.server.net.access import COOKIE, Access
from rexarium.server.runtime.networks import disguise, network_of, read_secret
from rexarium.server.runtime.settings import Settings
from tests.server.support.api import (
    NEW_TABLE,
    SECRET,
    Api,
    SocketClient,
    expect,
    open_access,
    start_api,
    tiered,
)
from tests.server.support.samples import ANNA, BEN, PEOPLE, TABLE, opening
from tests.server.test_limits import Time

OPEN = NEW_TABLE | {"is_open": True, "seat": 1}
USUAL = Settings()


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    """A clock for every limit that advances only when told to."""
    clock = Time()
    monkeypatch.setattr(limits, "Limit", lambda burst, rate: Limit(burst, rate, clock))
    return clock


class Crowd:
    """People who come from one address or another, through our proxy."""

    def __init__(self, api: Api, time: Time) -> None:
        self.api = api
        self.time = time
        self.guests: list[httpx.AsyncClient] = []

    async def come(self, address: str) -> httpx.AsyncClient:
        """A new person with their own browser, who waits as long as the server says."""
        while True:
            visitor = await self.knock(address)
            if isinstance(visitor, httpx.AsyncClient):
                return visitor
            self.time.now += visitor

    async def knock(self, address: str) -> httpx.AsyncClient | int:
        """A new person, or the number of seconds they have to wait."""
        visitor = self.api.visitor(**{"x-forwarded-for": address})
        answer = await visitor.post("/api/people", json={"nickname": f"Guest {len(self.guests)}"})
        if answer.status_code == 201:
            self.guests.append(visitor)
            return visitor
        why = expect(answer, 429, "too fast")
        assert answer.headers["retry-after"] == str(why["seconds"])
        return int(why["seconds"])

    async def call(self, visitor: httpx.AsyncClient, table: str = TABLE) -> SocketClient:
        """One of their connections to a table."""
        client = SocketClient(self.api.admission, f"/ws/{table}", key=visitor.cookies[COOKIE])
        client.send(do="hello", version=1)
        await client.idle()
        return client


def behind_proxy(**fields: Any) -> Access:
    """The doors as they are, where our proxy tells the addresses."""
    return Access(proxies=1, **fields)


# Networks


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("64:ff9b::192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:DB8:1:2::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("nowhere", "nowhere"),
        ("192.0.2.7:8080", "nowhere"),
    ],
)
def test_a_network_is_an_ipv4_address_or_half_an_ipv6_address(address: str, network: str) -> None:
    assert network_of(address) == network


def test_a_stored_network_is_useless_without_the_secret(tmp_path: Any) -> None:
    secret = read_secret(tmp_path / "key")
    assert read_secret(tmp_path / "key") == secret != read_secret(tmp_path / "other")
    assert (tmp_path / "key").stat().st_mode & 0o077 == 0
    assert disguise("192.0.2.7", secret) == disguise("192.0.2.7", secret) != disguise("192.0.2.8", secret)
    assert "192" not in disguise("192.0.2.7", b"k" * 32)
    assert disguise("", secret) == ""


# Newcomers


async def test_600_newcomers_from_one_ipv6_network_are_told_when_to_retry(time: Time) -> None:
    async with start_api(behind_proxy()) as api:
        crowd = Crowd(api, time)
        for number in range(600):
            await crowd.knock(f"2001:db8:0:1::{number + 1:x}")
            time.now += 0.01
        assert len(crowd.guests) == USUAL.newcomers + 5  # one a second
        assert isinstance(await crowd.knock("2001:db8:0:2::1"), httpx.AsyncClient)
        wait = await crowd.knock("2001:db8:0:1::1")
        assert isinstance(wait, int)
        time.now += wait
        assert isinstance(await crowd.knock("2001:db8:0:1::1"), httpx.AsyncClient)


# Tables


@pytest.mark.access(settings=USUAL)
async def test_nobody_has_more_than_three_waiting_tables_and_started_ones_do_not_count(api: Api) -> None:
    async with api.visitor("anna") as anna, api.visitor("ben") as ben:
        tables = [expect(await anna.post("/api/tables", json=OPEN), 201)["table"] for _ in range(3)]
        why = expect(await anna.post("/api/tables", json=OPEN), 409, "not possible")
        assert why["sentence"] == (
            "You have 3 tables waiting for players, and that is the limit. "
            "Start one of them or call it off, then you can open another."
        )
        expect(await ben.post("/api/tables", json=OPEN), 201)
        for seat, visitor in enumerate((anna, ben), 1):
            seating = {"share": "s" * 8, "is_started": seat == 2}
            expect(await visitor.post(f"/api/tables/{tables[0]}/seats/{seat}", json=seating), 204)
        expect(await anna.post("/api/tables", json=OPEN), 201)
        expect(await anna.post("/api/tables", json=OPEN), 409)
        live = await api.service.tables.get(tables[1])
        await live.submit(ANNA, commands.CallOff(id="off"))
        expect(await anna.post("/api/tables", json=OPEN), 201)


@pytest.mark.access(settings=USUAL)
async def test_games_against_bots_do_not_count_as_waiting_but_unfinished_ones_are_limited(api: Api) -> None:
    async with api.visitor("anna") as anna:
        for _ in range(3):
            expect(await anna.post("/api/tables", json=OPEN), 201)
        bots = OPEN | {"bots": {"2": "hatchling"}}
        for _ in range(5):
            table = expect(await anna.post("/api/tables", json=bots), 201)["table"]
            seating = {"share": "s" * 8, "is_started": True}
            expect(await anna.post(f"/api/tables/{table}/seats/1", json=seating), 204)
        for _ in range(3):
            expect(await anna.post("/api/tables", json=bots), 201)
        expect(await anna.post("/api/tables", json=bots), 409, "not possible")
        alone = {
            "game": "trex",
            "seats": 2,
            "bots": {"1": "hatchling", "2": "hatchling"},
            "is_started": True,
        }
        expect(await anna.post("/api/tables", json=alone), 201)


@pytest.mark.access(settings=USUAL)
async def test_two_simultaneous_requests_are_both_counted(api: Api) -> None:
    async with api.visitor("anna") as anna:
        requests = [anna.post("/api/tables", json=OPEN) for _ in range(9)]
        found = [answer.status_code for answer in await gather(*requests)]
        assert sorted(found) == [201] * 3 + [409] * 6


@pytest.mark.access(settings=USUAL)
async def test_rematches_do_not_bypass_the_limit(api: Api) -> None:
    live = await api.service.tables.get(TABLE)
    await live.append(lambda _: [log.Ended(how="agreement")])
    async with api.visitor("anna") as anna:
        for _ in range(3):
            expect(await anna.post("/api/tables", json=OPEN), 201)
    client = await api.call(TABLE, "ben")
    refused = await client.ask(do="rematch")
    assert refused["code"] == "not possible"
    assert refused["sentence"].startswith("The host has 3 tables waiting")


async def test_117_tables_from_one_address_do_not_crowd_others_out_of_the_lobby(time: Time) -> None:
    async with start_api(behind_proxy()) as api:
        crowd = Crowd(api, time)
        quiet = await crowd.come("198.51.100.1")
        mine = expect(await quiet.post("/api/tables", json=OPEN), 201)["table"]
        opened = []
        for _ in range(39):
            flooder = await crowd.come("192.0.2.1")
            for _ in range(3):
                api.clock.advance(0.005)
                opened.append(await flooder.post("/api/tables", json=OPEN))
        statuses = [answer.status_code for answer in opened]
        assert statuses == [201] * USUAL.waiting_network + [409] * (117 - USUAL.waiting_network)
        assert expect(opened[-1], 409)["values"] == {"most": 100}
        waiting = [one for one in expect(await quiet.get("/api/tables"), 200) if one["stage"] == "gathering"]
        assert mine in [one["table"] for one in waiting]
        assert len(waiting) == 1 + USUAL.listed
        expect(await quiet.post("/api/tables", json=OPEN), 201)


@pytest.mark.access(settings=Settings(waiting_network=1))
async def test_network_limits_survive_a_restart_and_no_address_is_stored(api: Api) -> None:
    async with api.visitor("anna") as anna, api.visitor("ben") as ben:
        table = expect(await anna.post("/api/tables", json=OPEN), 201)["table"]
        expect(await ben.post("/api/tables", json=OPEN), 409, "not possible")
        kept = (await api.store.listing(table)).network
        assert kept == disguise("127.0.0.1", SECRET)
        del api.service.tables.live[table]
        expect(await ben.post("/api/tables", json=OPEN), 409, "not possible")
        live = await api.service.tables.get(table)
        await live.submit(ANNA, commands.OpenChat(id="c"))
        assert (await api.store.listing(table)).network == kept
        await live.submit(ANNA, commands.CallOff(id="off"))
        assert (await api.store.listing(table)).network == ""
        expect(await ben.post("/api/tables", json=OPEN), 201)
        assert "127.0.0.1" not in repr(vars(api.store))


# The lobby


async def test_the_lobby_is_read_page_by_page_and_by_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rexarium.server.runtime.tables.LOBBY", 2)
    monkeypatch.setattr("rexarium.server.net.endpoints.tables.LOBBY", 2)
    async with start_api() as api, api.visitor("anna") as anna, api.visitor() as guest:
        opened = []
        for game in ("trex", "cubosaurs", "trex", "trex"):
            api.clock.advance(1)
            opened.append(expect(await anna.post("/api/tables", json=OPEN | {"game": game}), 201)["table"])
        answer = await guest.get("/api/tables?game=trex")
        found = [one["table"] for one in expect(answer, 200)]
        while link := answer.links.get("next"):
            answer = await guest.get(link["url"])
            found += [one["table"] for one in expect(answer, 200)]
        assert found == [opened[3], opened[2], opened[0], TABLE]
        expect(await guest.get("/api/tables?after=here"), 400, "unreadable")
        assert len(expect(await guest.get("/api/tables?game=cubosaurs"), 200)) == 1
        assert "link" not in (await guest.get("/api/tables?game=cubosaurs")).headers


# Talk


async def test_40_guests_cannot_flood_a_tables_chat(time: Time) -> None:
    async with start_api(behind_proxy()) as api:
        crowd, said = Crowd(api, time), []
        for _ in range(40):
            guest = await crowd.come("192.0.2.1")
            client = await crowd.call(guest)
            for number in range(8):
                time.now += 0.025
                said.append(await client.ask(do="say", text=f"spam {number}"))
        assert {answer["sentence"] for answer in said} == {
            "Only players can chat here; the host can open the chat."
        }
        anna = await api.call(TABLE, "anna")
        assert (await anna.ask(do="open chat"))["is"] == "done"
        time.now += 100
        clients = [await crowd.call(guest) for guest in crowd.guests]
        answers = [(await client.ask(do="say", text="hi"))["is"] for client in clients]
        assert answers == ["done"] * 20 + ["refused"] * 20  # together they have a pace that one can read
        assert (await anna.ask(do="say", text="shush"))["is"] == "done"
        assert (await anna.ask(do="open chat", is_open=False))["is"] == "done"
        assert (await clients[0].ask(do="say", text="hi"))["code"] == "not allowed"


async def test_a_silenced_guest_stays_silent_with_a_new_cookie(time: Time) -> None:
    async with start_api(behind_proxy()) as api:
        crowd = Crowd(api, time)
        for _ in range(2):
            guest = await crowd.come("192.0.2.1")
            client = await crowd.call(guest)
            assert (await client.ask(do="say", text="me again"))["code"] == "not allowed"
        assert (await api.service.tables.get(TABLE)).table.chat == []


# Connections


async def test_connections_are_limited_by_person_as_well_as_by_address(time: Time) -> None:
    async with start_api(behind_proxy()) as api:
        crowd = Crowd(api, time)
        for _ in range(6):
            greedy = await crowd.come("192.0.2.1")
            clients = [await crowd.call(greedy) for _ in range(10)]
            assert all(client.code is None for client in clients)
        (refused,) = (await crowd.call(greedy)).read()
        assert (refused["code"], refused["values"]) == ("not possible", {"most": 10})
        neighbour = await crowd.come("192.0.2.1")
        assert (await crowd.call(neighbour)).code is None
        await clients[0].hang_up()
        assert (await crowd.call(greedy)).code is None


async def test_guests_and_networks_have_limited_connections() -> None:
    settings = Settings(connections=3, connections_person=2, connections_guests=2)
    async with start_api(open_access(settings=settings)) as api:
        guests = [await api.call(TABLE) for _ in range(2)]
        refused = (await api.call(TABLE)).read()[0]
        assert refused["sentence"].startswith("2 people without a nickname are connected from your network")
        await api.call(TABLE, "anna")
        refused = (await api.call(TABLE, "ben")).read()[0]
        assert refused["sentence"].startswith("3 connections from your network are open")
        await guests[0].hang_up()
        assert (await api.call(TABLE, "ben")).code is None


@pytest.mark.access(requests=tiered(person=Limit(3, 0.001), network=Limit(8, 0.001)))
async def test_one_persons_requests_do_not_get_a_neighbour_refused(api: Api) -> None:
    """Whoever has used up their own share takes nothing more of what the network has."""
    async with api.visitor("anna") as anna, api.visitor("ben") as ben:
        expect(await anna.get("/api/me"), 200)
        statuses = [(await anna.get("/api/games")).status_code for _ in range(9)]
        assert statuses == [200] * 3 + [429] * 6
        expect(await ben.get("/api/me"), 200)
        assert [(await ben.get("/api/games")).status_code for _ in range(4)] == [200, 200, 200, 429]


# Closed to newcomers


async def test_a_closed_table_admits_nobody_new_and_keeps_its_members(api: Api) -> None:
    first, *rest = opening("trex", [ANNA, BEN, None], is_started=False)
    await api.service.tables.begin([msgspec.structs.replace(first, table="closed-one"), *rest])
    anna, dora = await api.call("closed-one", "anna"), await api.call("closed-one", "dora")
    assert (await dora.ask(do="close"))["code"] == "not allowed"
    assert (await anna.ask(do="close"))["is"] == "done"
    async with api.visitor() as guest, api.visitor("cleo") as cleo:
        assert "closed-one" not in [one["table"] for one in expect(await guest.get("/api/tables"), 200)]
        for visitor in (guest, cleo):
            expect(await visitor.get("/api/tables/closed-one"), 403, "not allowed")
            expect(await visitor.get("/api/tables/closed-one/replay"), 403, "not allowed")
        why = expect(await cleo.post("/api/tables/closed-one/seats/3", json={"share": "s"}), 403)
        assert why["sentence"] == "The host has closed this table to newcomers. Ask them to open it again."
        for person in ("cleo", ""):
            client = await api.call("closed-one", person)
            assert [one["code"] for one in client.read()] == ["not allowed"]
            assert client.code == 1008
        assert (await dora.ask(do="sit", seat=3, share="s"))["code"] == "not allowed"
        await dora.hang_up()
        del api.service.tables.live["closed-one"]
        for person in ("anna", "ben", "dora"):  # members may come back
            assert (await api.call("closed-one", person)).code is None
        anna = await api.call("closed-one", "anna")
        assert (await anna.ask(do="close", is_closed=False))["is"] == "done"
        expect(await cleo.post("/api/tables/closed-one/seats/3", json={"share": "s"}), 204)
        assert "closed-one" in [one["table"] for one in expect(await guest.get("/api/tables"), 200)]


async def test_a_closed_game_is_hidden_from_others_until_it_is_over(api: Api) -> None:
    anna = await api.call(TABLE, "anna")
    assert (await anna.ask(do="close"))["is"] == "done"
    assert (await api.call(TABLE)).code == 1008
    assert (await api.call(TABLE, "ben")).code is None
    live = await api.service.tables.get(TABLE)
    await live.append(lambda _: [log.Ended(how="agreement")])
    assert (await api.call(TABLE)).code is None


async def test_a_rematch_keeps_the_door_and_chat_settings(api: Api) -> None:
    anna = await api.call(TABLE, "anna")
    for command in ({"do": "open chat"}, {"do": "close"}):
        assert (await anna.ask(**command))["is"] == "done"
    live = await api.service.tables.get(TABLE)
    await live.append(lambda _: [log.Ended(how="agreement")])
    table_id = (await anna.ask(do="rematch"))["table"]
    table = (await api.service.tables.get(table_id)).table
    assert (table.is_chat_open, table.is_closed) == (True, True)
    assert (await api.call(table_id)).code == 1008
    for actor in PEOPLE:
        assert (await api.call(table_id, actor.person)).code is None


# A school


def test_200_people_behind_one_address_get_in_within_minutes(time: Time) -> None:
    access, come_in = Access(), 0
    while come_in < 200:
        excess = access.people.take("192.0.2.1")
        time.now += excess.seconds if excess else 0
        come_in += excess is None
    assert time.now <= 150
    pages = [access.requests.take("", "192.0.2.1") for _ in range(500)]  # before they have a nickname
    assert not any(pages)


@pytest.mark.usefixtures("time")
async def test_200_people_behind_one_address_play_100_games_at_once() -> None:
    """With the limits as they are, and all within one second, nobody is refused anything."""
    async with start_api(behind_proxy()) as api:
        pupils = [f"pupil-{number}" for number in range(200)]
        await api.add_people(*pupils)
        tables = []
        for host in pupils[::2]:
            async with api.visitor(host, **{"x-forwarded-for": "192.0.2.1"}) as visitor:
                new = OPEN | {"game": "cubosaurs"}
                tables.append(expect(await visitor.post("/api/tables", json=new), 201)["table"])
        for number, pupil in enumerate(pupils):
            client = await api.call(tables[number // 2], pupil)
            commands: list[dict[str, Any]] = [{"do": "sit", "seat": 1 + number % 2, "share": "s" * 8}]
            commands += [{"do": "start"}, {"do": "say", "text": "have fun"}] if number % 2 else []
            assert [(await client.ask(**command))["is"] for command in commands] == ["done"] * len(commands)
        assert {(await api.service.tables.get(table)).table.stage for table in tables} == {"playing"}


def test_waiting_as_long_as_a_refusal_says_is_enough(time: Time) -> None:
    tiers = Tiers(*(Limit(burst, rate, time) for burst, rate in ((2, 0.1), (1, 1), (3, 0.5))))
    assert [tiers.take("ann", "net") for _ in range(2)] == [None, None]
    assert tiers.take("ann", "net") == (2, 6, 10)
    assert tiers.take("bob", "net") is None
    assert tiers.take("bob", "net") == (3, 30, 2)
    time.now += 2
    assert tiers.take("bob", "net") is None  # their own token was given back
    assert tiers.take("", "other") is None
    assert tiers.take("", "other") == (1, 60, 1)
