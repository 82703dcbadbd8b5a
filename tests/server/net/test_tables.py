"""Tables over HTTP: opened, listed, shown, and their records."""

import xml.etree.ElementTree as ET
from typing import Any

import httpx
import msgspec
import pytest

from rexarium.match import check_proof, read_whole_record
from rexarium.server.limits import Limit
from rexarium.server.model import log
from rexarium.server.runtime.records import ContinueRecord
from rexarium.server.wire import messages
from tests.server.storage.samples import put
from tests.server.support.api import NEW_TABLE, ORIGIN, Api, expect, open_access, start_api
from tests.server.support.model_table import moves_of
from tests.server.support.samples import ANNA, TABLE


async def test_a_table_is_opened_listed_and_shown(api: Api) -> None:
    async with api.visitor("anna") as anna, api.visitor() as guest:
        api.clock.advance(1)
        new = NEW_TABLE | {
            "is_open": True,
            "seat": 1,
            "bots": {"2": "hunter"},
            "clock": {"kind": "live", "bank": 60},
        }
        table = (expect(await anna.post("/api/tables", json=new), 201))["table"]
        shown = expect(await guest.get(f"/api/tables/{table}"), 200)
        assert [seat["kind"] for seat in shown["seats"]] == ["person", "bot"]
        assert (shown["stage"], shown["host"], shown["proof"]) == ("gathering", "anna", None)
        summary, *_ = expect(await guest.get("/api/tables"), 200)
        assert summary["table"] == table
        assert summary["seats"] == ["Anna", "hunter bot"]
        mine = expect(await anna.get("/api/me/tables"), 200)
        assert {one["table"] for one in mine} == {table, TABLE}
        assert all(one["seat"] is None for one in expect(await anna.get("/api/tables"), 200))
        expect(await guest.get("/api/me/tables"), 403, "not allowed")
        expect(await guest.post("/api/tables", json=new), 403, "not allowed")
        expect(await guest.get("/api/tables/nothing-here"), 404, "unknown")


async def test_a_persons_table_list_shows_their_seat_and_turn(api: Api) -> None:
    live = await api.service.tables.get(TABLE)
    turns = set()
    for _ in range(4):
        (waiting,) = live.table.waiting()
        for seat, name in enumerate(("anna", "ben", "cleo")):
            async with api.visitor(name) as visitor:
                (mine,) = expect(await visitor.get("/api/me/tables"), 200)
                assert (mine["seat"], mine["is_your_turn"]) == (seat + 1, seat == waiting)
        turns.add(waiting)
        await live.append(lambda table, seat=waiting: [log.Moved(seat=seat, moves=moves_of(table, seat))])  # type: ignore[misc]
    assert len(turns) > 1
    await live.append(lambda _: [log.Resigned(seat=1)])
    async with api.visitor("ben") as ben:
        (mine,) = expect(await ben.get("/api/me/tables"), 200)
        assert (mine["seat"], mine["is_your_turn"]) == (None, False)


async def test_a_persons_table_list_shows_how_games_ended(api: Api) -> None:
    async with api.visitor("anna") as anna:
        (mine,) = expect(await anna.get("/api/me/tables"), 200)
        assert mine["outcome"] is None
        live = await api.service.tables.get(TABLE)
        await live.append(lambda _: [log.Ended(how="agreement", winners=(1,))])
        (mine,) = expect(await anna.get("/api/me/tables"), 200)
        assert mine["outcome"] == {"how": "agreement", "winners": [2], "scores": None}


async def test_a_listing_from_an_older_server_is_still_shown(api: Api) -> None:
    old = await api.store.listing(TABLE)
    summary = msgspec.json.decode(old.summary)
    for name in ("people", "outcome", "seat", "is_your_turn"):
        del summary[name]
    await put(api.store, old._replace(summary=msgspec.json.encode(summary)), [])
    async with api.visitor("anna") as anna:
        (mine,) = expect(await anna.get("/api/me/tables"), 200)
        assert (mine["seat"], mine["is_your_turn"], mine["people"]) == (None, False, [])


@pytest.mark.parametrize(
    ("access", "link"),
    [
        ({}, f"{ORIGIN}/t/{TABLE}"),
        ({"hostnames": ("localhost", "192.168.1.5", "den")}, f"http://192.168.1.5/t/{TABLE}"),
        ({"hostnames": ("localhost", "rex.example"), "is_secure": True}, f"https://rex.example/t/{TABLE}"),
    ],
)
async def test_a_table_has_an_address_for_other_devices_and_its_qr_code(
    access: dict[str, Any], link: str
) -> None:
    async with start_api(open_access(**access)) as api, api.visitor() as guest:
        card = expect(await guest.get(f"/api/tables/{TABLE}/link"), 200)
        assert card["link"] == link
        assert ET.fromstring(card["picture"]).tag.endswith("svg")
        expect(await guest.get("/api/tables/nothing-here/link"), 404, "unknown")


@pytest.mark.access(hostnames=("localhost", "den"))
async def test_the_address_keeps_its_port(api: Api) -> None:
    transport = httpx.ASGITransport(api.app)
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost:8765") as guest:
        card = expect(await guest.get(f"/api/tables/{TABLE}/link"), 200)
        assert card["link"] == f"http://den:8765/t/{TABLE}"


async def test_a_private_table_needs_its_link(api: Api) -> None:
    async with api.visitor("anna") as anna, api.visitor("ben") as ben:
        table = (expect(await anna.post("/api/tables", json=NEW_TABLE | {"seat": 1}), 201))["table"]
        assert len(table) >= 16
        for visitor in (anna, ben):
            listed = expect(await visitor.get("/api/tables"), 200)
            assert table not in [one["table"] for one in listed]
        mine = expect(await anna.get("/api/me/tables"), 200)
        assert table in [one["table"] for one in mine]
        assert table not in [one["table"] for one in expect(await ben.get("/api/me/tables"), 200)]
        expect(await ben.get(f"/api/tables/{table}"), 200)


@pytest.mark.parametrize(
    ("new", "status"),
    [
        ({"game": "chess"}, 404),
        ({"edition": "../standard"}, 404),
        ({"preset": "x"}, 404),
        ({"seats": 7}, 409),
        ({"seats": 9}, 400),
        ({"seats": 0}, 400),
        ({"bots": {"2": "clairvoyant"}}, 404),
        ({"bots": {"9": "hunter"}}, 404),
        ({"bots": {"1": "hunter"}, "seat": 1}, 409),
        ({"is_started": True}, 409),
        ({"clock": {"kind": "live", "bank": 1}}, 409),
        ({"clock": {"kind": "sand"}}, 400),
        ({"rulings": {"no": "such"}}, 409),
        ({"surprise": 1}, 400),
    ],
)
async def test_an_impossible_request_is_refused(api: Api, new: dict[str, Any], status: int) -> None:
    async with api.visitor("anna") as anna:
        expect(await anna.post("/api/tables", json=NEW_TABLE | new), status)


async def test_the_commitment_is_shown_before_a_share_is_taken(api: Api) -> None:
    """Whoever opens a table learns what was pledged for; only then they add their share, and it is dealt."""
    async with api.visitor("anna") as anna, api.visitor("ben") as ben, api.visitor() as nobody:
        expect(
            await anna.post("/api/tables", json=NEW_TABLE | {"seat": 1, "share": "mine"}), 400, "unreadable"
        )
        new = NEW_TABLE | {"seat": 1, "bots": {"2": "hatchling"}}
        expect(await anna.post("/api/tables", json=new | {"is_started": True}), 409, "not possible")
        address = expect(await anna.post("/api/tables", json=new), 201)
        path = f"/api/tables/{address['table']}"
        shown = expect(await anna.get(path), 200)
        assert (shown["commitment"], shown["shared"]) == (address["commitment"], [])
        seating = {"share": "of-anna", "is_started": True}
        expect(await nobody.post(f"{path}/seats/1", json=seating), 403, "not allowed")
        expect(await ben.post(f"{path}/seats/1", json=seating), 409, "not possible")
        expect(await anna.post(f"{path}/seats/x", json=seating), 404, "unknown")
        expect(await anna.post(f"{path}/seats/1", json=seating), 204)
        dealt = expect(await anna.get(path), 200)
        assert (dealt["stage"], dealt["commitment"]) == ("playing", address["commitment"])
        table = (await api.service.tables.get(address["table"])).table
        assert table.shares == ["of-anna", ""]


@pytest.mark.access(changes=Limit(2, 0.0001))
async def test_repeatedly_sitting_down_is_rate_limited(api: Api) -> None:
    async with api.visitor("anna") as anna, api.visitor("ben") as ben:
        table = expect(await anna.post("/api/tables", json=NEW_TABLE), 201)["table"]
        seat = f"/api/tables/{table}/seats/1"
        for number in range(2):
            expect(await anna.post(seat, json={"share": f"share-{number}"}), 204)
        expect(await anna.post(seat, json={"share": "one-too-many"}), 429, "too fast")
        expect(await ben.post(f"/api/tables/{table}/seats/2", json={"share": "his-first"}), 204)
        assert (await api.service.tables.get(table)).table.shares == ["share-1", "his-first"]


async def test_a_refused_table_names_the_rule(api: Api) -> None:
    async with api.visitor("anna") as anna:
        body = expect(await anna.post("/api/tables", json=NEW_TABLE | {"seats": 7}), 409, "not possible")
        assert body["rule"] == "TR-06"


async def test_only_the_host_issues_program_keys_and_only_for_free_seats(api: Api) -> None:
    async with api.visitor("anna") as anna, api.visitor("ben") as ben, api.visitor() as guest:
        table = (expect(await anna.post("/api/tables", json=NEW_TABLE | {"seat": 1}), 201))["table"]
        path = f"/api/tables/{table}/seats"
        expect(await guest.post(f"{path}/2/key"), 403, "not allowed")
        expect(await ben.post(f"{path}/2/key"), 403, "not allowed")
        for seat in ("1", "3", "0", "x", "-1", "999999999999", "\uff12"):
            expect(await anna.post(f"{path}/{seat}/key"), 409, "not possible")
        key = (expect(await anna.post(f"{path}/2/key"), 201))["key"]
        expect(await anna.post(f"{path}/2/key"), 409, "not possible")
        shown = expect(await guest.get(f"/api/tables/{table}"), 200)
        assert shown["seats"][1]["kind"] == "program"
        assert key not in str(shown)
        expect(await anna.post(f"/api/tables/{TABLE}/seats/2/key"), 409)
        expect(await anna.post("/api/tables/nothing-here/seats/2/key"), 404)


async def test_a_record_is_there_when_the_game_is_over_and_proves_its_deal(api: Api) -> None:
    path = f"/api/tables/{TABLE}"
    async with api.visitor() as guest:
        expect(await guest.get(f"{path}/record"), 403, "not allowed")
        expect(await guest.get(f"{path}/replay"), 200)
        live = await api.service.tables.get(TABLE)
        await live.append(lambda _: [log.Ended(how="agreement")])
        answer = await guest.get(f"{path}/record")
        text = expect(answer, 200)
        assert answer.headers["content-disposition"] == f'attachment; filename="{TABLE}.rex"'
        record = read_whole_record(text)
        assert record.proof is not None
        check_proof(record.match, record.proof)
        replay = expect(await guest.get(f"{path}/replay"), 200)
        uploaded = expect(await guest.post("/api/replays", json={"record": text}), 200)
        assert uploaded == replay
        for bad in ("x", "rexarium record 1", text.replace("blue", "red"), text[:-9]):
            expect(await guest.post("/api/replays", json={"record": bad}), 409, "not possible")
        expect(await guest.post("/api/replays", json={"record": "x" * 200_001}), 400, "unreadable")


async def test_a_record_is_continued_from_any_ply_and_its_rematch_is_dealt_afresh(api: Api) -> None:
    live = await api.service.tables.get(TABLE)
    for _ in range(9):
        seat = live.table.waiting()[0]
        await live.append(lambda table, seat=seat: [log.Moved(seat=seat, moves=moves_of(table, seat))])  # type: ignore[misc]
    await live.append(lambda _: [log.Ended(how="agreement")])
    async with api.visitor("anna") as anna:
        text = expect(await anna.get(f"/api/tables/{TABLE}/record"), 200)
        new = {
            "game": "?",
            "seats": 1,
            "record": text,
            "ply": 5,
            "seat": 1,
            "bots": {"2": "hunter", "3": "hunter"},
        }
        table = expect(await anna.post("/api/tables", json=new | {"is_started": True}), 201)["table"]
        again = await api.service.tables.get(table)
        assert again.table.match is not None
        assert live.table.match is not None
        assert again.table.match.plies[:5] == live.table.match.plies[:5]
        shown = expect(await anna.get(f"/api/tables/{table}"), 200)
        assert (shown["commitment"], shown["proof"]) == (None, None)
        expect(await anna.get(f"/api/tables/{table}/record"), 403, "not allowed")
        await again.append(lambda _: [log.Ended(how="agreement")])
        played = read_whole_record(expect(await anna.get(f"/api/tables/{table}/record"), 200))
        assert played.proof is None
        assert expect(await anna.get(f"/api/tables/{table}"), 200)["proof"] is None
        done = await api.service.tables.rematch(again, ANNA, messages.Rematch(id="r"))
        assert done.table is not None
        fresh = (await api.service.tables.get(done.table)).table
        assert not fresh.opened.deal
        assert not fresh.opened.moves
        assert fresh.commitment
        for bad in ({"record": "x"}, {"record": text[:-3]}):
            expect(await anna.post("/api/tables", json=new | bad), 409, "not possible")
        assert {type(task) for task in api.records.asked} == {ContinueRecord}  # no record is read in here
        api.records.is_failing = True
        expect(await anna.post("/api/tables", json=new), 503, "unavailable")


async def test_without_a_game_there_is_nothing_to_replay(api: Api) -> None:
    async with api.visitor("anna") as anna:
        table = (expect(await anna.post("/api/tables", json=NEW_TABLE), 201))["table"]
        for page in ("record", "replay", "aftermath"):
            expect(await anna.get(f"/api/tables/{table}/{page}"), 409, "not possible")
            expect(await anna.get(f"/api/tables/nothing-here/{page}"), 404, "unknown")
