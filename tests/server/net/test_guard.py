"""The guard: which requests reach an endpoint, what is refused, and what every response has."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Sequence
from typing import Any

import httpx
import pytest
import segno

from rexarium.server.limits import Limit
from rexarium.server.net import adapter
from rexarium.server.net.access import COOKIE, HEADERS
from rexarium.server.net.endpoints import ENDPOINTS
from rexarium.server.runtime import availability
from rexarium.server.storage.memory import MemoryStore, Row
from rexarium.server.wire import bodies
from tests.server.support.api import (
    NEW_TABLE,
    ORIGIN,
    Api,
    SocketClient,
    expect,
    open_access,
    start_api,
    tiered,
)
from tests.server.support.samples import ANNA, BEN, PATIENCE, TABLE, opening
from tests.server.support.server import open_service


def calls() -> list[tuple[str, str]]:
    """A call of every endpoint."""
    parts = {
        "game": "trex",
        "table": TABLE,
        "seat": "2",
        "person": "anna",
        "key": "k" * 20,
        "device": "d" * 24,
    }
    return [(point.method, point.path.format(**parts)) for point in ENDPOINTS]


CHANGING = [call for call in calls() if call[0] != "GET"]


@pytest.mark.parametrize(("method", "path"), CHANGING)
@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://localhost:81", "https://localhost", "http://["]
)
async def test_a_page_from_another_origin_cannot_change_anything(
    api: Api, method: str, path: str, origin: str
) -> None:
    before = repr(vars(api.store))
    async with api.visitor("anna", origin=origin) as anna:
        expect(await anna.request(method, path, json={}), 403, "not allowed")
    assert repr(vars(api.store)) == before


async def test_a_program_without_an_origin_can_do_what_its_cookie_allows(api: Api) -> None:
    async with api.visitor("anna") as anna:
        del anna.headers["origin"]
        expect(await anna.post("/api/tables", json=NEW_TABLE), 201)


@pytest.mark.parametrize(
    "host", ["evil.example", "localhost.evil.example", "127.0.0.1.nip.io:80", "[::ffff:127.0.0.1]", ""]
)
async def test_another_hostname_gets_nothing(api: Api, host: str) -> None:
    """A page whose name was made to point at this machine gets nothing, not even what is open to all."""
    async with api.visitor("anna", host=host) as anna:
        for method, path in (*calls(), ("GET", "/"), ("GET", "/page/index.html")):
            expect(await anna.request(method, path), 403, "not allowed")


async def test_an_error_is_logged_once_and_answered_as_a_refusal(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with start_api() as api:
        api.service.people.find_by_key = None  # type: ignore[method-assign, assignment]
        # What is raised, uvicorn notes too.
        transport = httpx.ASGITransport(api.app, raise_app_exceptions=True)
        async with httpx.AsyncClient(transport=transport, base_url=ORIGIN, cookies={COOKIE: "x"}) as visitor:
            expect(await visitor.get("/api/me"), 500, "unavailable")
            assert (await visitor.get("/healthz")).text == ""
    assert [record.getMessage() for record in caplog.records] == ["a request failed"] * 2


class FullStore(MemoryStore):
    """A store whose disk may be full and whose connection may drop."""

    WRITES = (
        "create",
        "append",
        "release",
        "add_person",
        "rename",
        "change_feed",
        "see_key",
        "drop_key",
        "drop_keys",
        "drop_tickets",
        "add_ticket",
        "redeem_ticket",
        "beat",
    )
    READS = (
        "take",  # a file only looks whether there is such a table
        "entries",
        "listing",
        "open_listings",
        "listings_of",
        "person",
        "person_of_key",
        "devices",
        "person_of_ticket",
    )

    def __init__(self) -> None:
        super().__init__()
        self.is_full = False
        self.is_cut = False

    def __getattribute__(self, name: str) -> Any:
        found = super().__getattribute__(name)
        if (name in FullStore.WRITES and self.is_full) or (name in FullStore.READS and self.is_cut):
            return _fail
        return found


async def _fail(*_: object) -> None:
    raise sqlite3.OperationalError("database or disk is full")


WRITES = [
    ("POST", "/api/people", {"nickname": "Eva"}),
    ("PATCH", "/api/me", {"nickname": "Ann"}),
    ("DELETE", "/api/me", None),
    ("DELETE", "/api/me/devices?keep=this", None),
    ("POST", "/api/me/tickets", None),
    ("POST", "/api/tickets", {"ticket": "t" * 32}),
    ("POST", "/api/me/feed", None),
    ("POST", "/api/tables", NEW_TABLE),
]
READS = ["/api/me", "/api/me/devices", "/api/me/tables", "/api/tables", "/api/tables/some-other-table"]


async def test_requests_that_need_the_store_are_refused_only_while_it_fails(
    caplog: pytest.LogCaptureFixture,
) -> None:
    store = FullStore()
    api = Api(store=store)
    await api.add_people("Anna", "Ben")
    await open_service(api.service)
    await api.service.tables.begin(opening("trex", (ANNA, BEN)))
    async with (
        api.visitor("anna") as anna,
        api.visitor("ben") as ben,
        api.visitor() as stranger,
    ):
        store.is_full = True
        for method, path, body in WRITES:
            who = stranger if path == "/api/tickets" else anna  # a device is one person's
            answer = await who.request(method, path, json=body)
            expect(answer, 503, "unavailable")
            assert answer.headers["retry-after"]
        assert expect(await anna.get("/api/me"), 200)["nickname"] == "Anna"
        store.is_cut = True
        assert expect(await anna.get("/api/me"), 200)["nickname"] == "Anna"  # whom we know already
        for path in READS:
            expect(await ben.get(path), 503, "unavailable")
        assert (await anna.get("/t/some-other-table")).status_code == 200  # the page itself will say it
        client = await api.call(TABLE, "ben")
        assert client.read()[-1]["code"] == "unavailable"
        store.is_full = store.is_cut = False
        for method, path, body in sorted(WRITES):
            if (method, path) not in (("POST", "/api/tickets"), ("DELETE", "/api/me")):
                assert (await anna.request(method, path, json=body)).is_success, path
    await api.service.close()
    assert {record.getMessage() for record in caplog.records} == {"the store failed"}


class SlowStore(MemoryStore):
    """A store whose writer may be stuck."""

    def __init__(self) -> None:
        super().__init__()
        self.is_stuck = False

    def __getattribute__(self, name: str) -> Any:
        found = super().__getattribute__(name)
        return _wait if name in FullStore.WRITES and self.is_stuck else found


async def _wait(*_: object) -> None:
    await asyncio.Event().wait()


async def test_a_store_that_hangs_keeps_nobody_waiting_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    store = SlowStore()
    api = Api(store=store)
    await api.add_people("Anna", "Ben")
    await open_service(api.service)
    async with api.visitor("anna") as anna, api.visitor() as stranger:
        tables = [expect(await anna.post("/api/tables", json=NEW_TABLE), 201)["table"] for _ in range(2)]
        seats = [
            ("POST", f"/api/tables/{tables[0]}/seats/1", {"share": "s" * 32}),
            ("POST", f"/api/tables/{tables[1]}/seats/1/key", None),
        ]
        store.is_stuck = True
        monkeypatch.setattr(availability, "PATIENCE", 0.05)
        for method, path, body in (*WRITES, *seats):
            who = stranger if path == "/api/tickets" else anna
            answer = await who.request(method, path, json=body)
            expect(answer, 503, "unavailable")
            assert answer.headers["retry-after"]


async def test_a_server_that_cannot_write_is_unhealthy() -> None:
    store = FullStore()
    api = Api(store=store, pulse=0.01)
    await api.service.open()
    async with api.visitor() as doctor:
        for store.is_full, status in ((False, 200), (True, 503), (False, 200)):
            while (answer := await doctor.get("/healthz")).status_code != status:
                await asyncio.sleep(0.01)
            assert answer.json()["is_open"] == (status == 200)
    await api.service.close()


@pytest.mark.parametrize("is_gone", [True, False], ids=["gone", "slow"])
async def test_a_request_body_cut_short_or_too_slow_is_not_an_error(
    is_gone: bool, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def receive() -> dict[str, str]:
        if not is_gone:
            await asyncio.sleep(PATIENCE)
        return {"type": "http.disconnect"}

    monkeypatch.setattr(adapter, "BODY_SECONDS", PATIENCE if is_gone else 0.05)
    async with start_api() as api:
        sent: list[Any] = []

        async def send(message: Any) -> None:
            sent.append(message)

        headers = [(b"host", b"localhost"), (b"content-type", b"application/json")]
        scope = {
            "type": "http",
            "method": "POST",
            "path": "/api/people",
            "headers": headers,
            "query_string": b"",
        }
        await api.app(scope, receive, send)
        assert sent[0]["status"] == 400
    assert not caplog.records


async def test_every_response_has_the_security_headers(api: Api) -> None:
    async with api.visitor("anna") as anna, api.visitor(host="evil.example") as evil:
        answers = [await anna.request(method, path) for method, path in calls()]
        answers += [
            await anna.get(path) for path in ("/", "/t/x", "/nowhere", "/page/nothing", "/api/openapi.json")
        ]
        answers += [await anna.put("/api/tables"), await anna.post("/healthz"), await evil.get("/")]
        answers.append(await anna.post("/api/tables", content=b"x" * (bodies.LARGEST_BODY + 1)))
        api.service.people.find_by_key = None  # type: ignore[method-assign, assignment]
        answers.append(await anna.get("/api/me"))
    assert {answer.status_code for answer in answers} >= {200, 204, 400, 403, 404, 405, 500}
    for answer in answers:
        assert {name: answer.headers.get(name) for name in HEADERS} == dict(HEADERS), answer.request.url
        assert "server" not in answer.headers
        assert answer.headers.get("access-control-allow-origin") is None


@pytest.mark.parametrize("path", ["/api/tables/", "/page", "/healthz/", "//localhost/", "/t/some-table/"])
async def test_no_response_redirects(api: Api, path: str) -> None:
    async with api.visitor() as eva:
        request = eva.build_request("GET", ORIGIN + path)
        assert (await eva.send(request)).status_code == 404


async def test_unknown_paths_are_404_and_unknown_methods_405(api: Api) -> None:
    async with api.visitor("anna") as anna:
        for path in (
            "/api",
            "/api/nothing",
            "/api/tables/x/y",
            "/ws/x",
            "/page/../app.py",
            "/page/%2e%2e/app.py",
        ):
            answer = await anna.get(path)
            assert answer.status_code == 404, path
            if path.startswith("/api/"):
                expect(answer, 404, "unknown")
        for method, path, allowed in (
            ("PUT", "/api/tables", "GET, HEAD, POST"),
            ("POST", "/api/me", "DELETE, GET, HEAD, PATCH"),
            ("DELETE", "/api/games", "GET, HEAD"),
        ):
            answer = await anna.request(method, path)
            expect(answer, 405, "not possible")
            assert answer.headers["allow"] == allowed
        assert (await anna.post("/metrics")).status_code == 405


BODIES = [(point.method, point.path) for point in ENDPOINTS if point.body is not None]


@pytest.mark.parametrize(("method", "path"), BODIES)
async def test_a_body_is_json_of_its_type_and_not_too_large(api: Api, method: str, path: str) -> None:
    async with api.visitor("anna") as anna:
        kinds = [
            "text/plain",
            "",
            "application/x-www-form-urlencoded",
            "multipart/form-data",
            "application/jsonp",
        ]
        for kind in kinds:
            headers = {"content-type": kind}
            answer = await anna.request(method, path, content=b"{}", headers=headers)
            expect(answer, 400, "unreadable")
        headers = {"content-type": "application/json; charset=utf-8"}
        for body in (
            b"",
            b"{",
            b"[]",
            b"null",
            b'"x"',
            b"\xff",
            b"[" * 100_000,
            b'{"a":' * 50_000,
            b'{"x":1}',
        ):
            expect(await anna.request(method, path, content=body, headers=headers), 400, "unreadable")

        async def endless() -> AsyncIterator[bytes]:
            sent = 0
            while sent < 20:
                sent += 1
                yield b" " * 65_536

        expect(await anna.request(method, path, content=endless(), headers=headers), 413, "too large")


@pytest.mark.parametrize(
    "path", ["/api/tables?game=trex%00", "/feed/anna%00/key", "/feed/anna/%00", "/api/games/%00/rules"]
)
async def test_an_address_with_a_null_character_does_not_reach_the_storage(api: Api, path: str) -> None:
    async with api.visitor() as guest:
        expect(await guest.get(path), 400, "unreadable")  # PostgreSQL takes it for a failure of its own


@pytest.mark.access(requests=tiered(network=Limit(5, 0.0001)))
async def test_only_the_client_that_asks_too_much_has_to_wait(api: Api) -> None:
    async with api.visitor("anna") as anna:
        statuses = [(await anna.get("/api/games")).status_code for _ in range(7)]
        assert statuses == [200] * 5 + [429] * 2
        assert (await anna.get("/api/games", headers={"x-forwarded-for": "1.2.3.4"})).status_code == 429
        for path in ("/", f"/t/{TABLE}", "/api/openapi.json", "/nowhere"):
            expect(await anna.get(path), 429, "too fast")
        assert (await anna.get("/page/nothing.js")).status_code == 404  # parts of a page come many at once


@pytest.mark.access(requests=tiered(network=Limit(2, 0.0001)))
async def test_pages_count_as_requests(api: Api) -> None:
    async with api.visitor() as guest:
        assert [(await guest.get(f"/t/{TABLE}")).status_code for _ in range(3)] == [200, 200, 429]


async def test_newcomers_tickets_and_tables_have_their_own_limits() -> None:
    async def _come(api: Api) -> httpx.Response:
        async with api.visitor() as visitor:
            return await visitor.post("/api/people", json={"nickname": "Eva"})

    kept: list[Row] = []

    async def keep(rows: Sequence[Row]) -> None:
        kept.extend(rows)

    access = open_access(people=Limit(3, 0.0001), tables=tiered(person=Limit(3, 0.0001)))
    async with start_api(access, MemoryStore(keep=keep)) as api:
        new = [await _come(api) for _ in range(4)]
        assert [answer.status_code for answer in new] == [201, 201, 201, 429]
        async with api.visitor("anna") as anna, api.visitor("ben") as ben:
            tries = [await anna.post("/api/tickets", json={"ticket": "x" * 20}) for _ in range(2)]
            tries += [await anna.post("/api/me/tickets")]
            assert {answer.status_code for answer in tries} == {429}
            assert "ticket" not in {row.kind for row in kept}
            tables = [await anna.post("/api/tables", json=NEW_TABLE) for _ in range(4)]
            assert [answer.status_code for answer in tables] == [201, 201, 201, 429]
            expect(await ben.post("/api/tables", json=NEW_TABLE), 201)


async def test_link_pictures_are_limited_and_drawn_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn = []

    def draw(link: str, **_: Any) -> Any:
        drawn.append(link)
        return make(link)

    make = segno.make
    monkeypatch.setattr(segno, "make", draw)
    async with start_api(open_access(pictures=Limit(3, 0.0001))) as api:
        async with api.visitor() as guest:
            links = [
                await guest.get(f"/api/tables/{TABLE}/link", headers={"host": "localhost:8123"})
                for _ in range(4)
            ]
        assert [answer.status_code for answer in links] == [200, 200, 200, 429]
        assert len({answer.text for answer in links[:3]}) == 1
        assert drawn == [f"http://localhost:8123/t/{TABLE}"]


@pytest.mark.access(requests=tiered(network=Limit(1, 0.0001)), proxies=1)
async def test_behind_proxies_clients_are_told_apart_by_our_own_proxys_header(api: Api) -> None:
    async with api.visitor() as visitor:
        for address, expected in (("1.1.1.1", 200), ("2.2.2.2", 200), ("6.6.6.6, 1.1.1.1", 429)):
            answer = await visitor.get("/api/games", headers={"x-forwarded-for": address})
            assert answer.status_code == expected


@pytest.mark.parametrize("path", ["/", "/ws", "/ws/", f"/ws/{TABLE}/", f"/ws/{TABLE}/1", f"/t/{TABLE}"])
async def test_api_endpoints_exist_only_where_there_are_tables(api: Api, path: str) -> None:
    client = SocketClient(api.admission, path, "anna")
    client.send(do="hello", version=1)
    await client.idle()
    assert (client.code, client.frames) == (403, [])
