"""Tables over HTTP: opened, listed, shown, and their records."""

import xml.etree.ElementTree as ET
from typing import Any

import httpx
import msgspec
import pytest

from rexarium.match import check_proof, read_whole_record
from rexarium.server.limits import Limit
from rexarium.server.model import log
from rexarium.server.runtime.records import PlayingOn
from rexarium.server.wire import messages
from tests.server.stage import (
    ANNA,
    TABLE,
    moves_of,
)
from tests.server.storage.samples import put
from tests.server.street import ORIGIN, WISH, Street, on_street, open_doors, says


def test_a_table_is_opened_listed_and_shown() -> None:
    async def scene(street: Street) -> None:
        async with street.visitor("anna") as anna, street.visitor() as guest:
            street.clock.advance(1)
            wish = WISH | {
                "is_open": True,
                "seat": 1,
                "bots": {"2": "hunter"},
                "clock": {"kind": "live", "bank": 60},
            }
            table = (says(await anna.post("/api/tables", json=wish), 201))["table"]
            shown = says(await guest.get(f"/api/tables/{table}"), 200)
            assert [seat["kind"] for seat in shown["seats"]] == ["person", "bot"]
            assert (shown["stage"], shown["host"], shown["proof"]) == ("gathering", "anna", None)
            summary, *_ = says(await guest.get("/api/tables"), 200)
            assert summary["table"] == table
            assert summary["seats"] == ["Anna", "hunter bot"]
            mine = says(await anna.get("/api/me/tables"), 200)
            assert {one["table"] for one in mine} == {table, TABLE}
            assert all(one["seat"] is None for one in says(await anna.get("/api/tables"), 200))
            says(await guest.get("/api/me/tables"), 403, "not allowed")
            says(await guest.post("/api/tables", json=wish), 403, "not allowed")
            says(await guest.get("/api/tables/nothing-here"), 404, "unknown")

    on_street(scene)


def test_a_list_of_ones_tables_says_where_one_sits_and_whether_one_is_waited_for() -> None:
    async def scene(street: Street) -> None:
        desk = await street.service.tables.get(TABLE)
        turns = set()
        for _ in range(4):
            (waiting,) = desk.room.waiting()
            for seat, name in enumerate(("anna", "ben", "cleo")):
                async with street.visitor(name) as visitor:
                    (mine,) = says(await visitor.get("/api/me/tables"), 200)
                    assert (mine["seat"], mine["is_your_turn"]) == (seat + 1, seat == waiting)
            turns.add(waiting)
            await desk.write(lambda room, seat=waiting: [log.Moved(seat=seat, moves=moves_of(room, seat))])  # type: ignore[misc]
        assert len(turns) > 1
        await desk.write(lambda _: [log.Resigned(seat=1)])
        async with street.visitor("ben") as ben:
            (mine,) = says(await ben.get("/api/me/tables"), 200)
            assert (mine["seat"], mine["is_your_turn"]) == (None, False)

    on_street(scene)


def test_ones_own_tables_say_how_their_games_ended() -> None:
    async def scene(street: Street) -> None:
        async with street.visitor("anna") as anna:
            (mine,) = says(await anna.get("/api/me/tables"), 200)
            assert mine["outcome"] is None
            desk = await street.service.tables.get(TABLE)
            await desk.write(lambda _: [log.Ended(how="agreement", winners=(1,))])
            (mine,) = says(await anna.get("/api/me/tables"), 200)
            assert mine["outcome"] == {"how": "agreement", "winners": [2], "scores": None}

    on_street(scene)


def test_a_listing_of_an_older_house_is_still_listed() -> None:
    async def scene(street: Street) -> None:
        old = await street.store.listing(TABLE)
        summary = msgspec.json.decode(old.summary)
        for name in ("people", "outcome", "seat", "is_your_turn"):
            del summary[name]
        await put(street.store, old._replace(summary=msgspec.json.encode(summary)), [])
        async with street.visitor("anna") as anna:
            (mine,) = says(await anna.get("/api/me/tables"), 200)
            assert (mine["seat"], mine["is_your_turn"], mine["people"]) == (None, False, [])

    on_street(scene)


@pytest.mark.parametrize(
    ("doors", "link"),
    [
        ({}, f"{ORIGIN}/t/{TABLE}"),
        ({"hosts": ("localhost", "192.168.1.5", "den")}, f"http://192.168.1.5/t/{TABLE}"),
        ({"hosts": ("localhost", "rex.example"), "is_secure": True}, f"https://rex.example/t/{TABLE}"),
    ],
)
def test_a_table_has_an_address_that_other_devices_can_use_and_a_picture_of_it(
    doors: dict[str, Any], link: str
) -> None:
    async def scene(street: Street) -> None:
        async with street.visitor() as guest:
            card = says(await guest.get(f"/api/tables/{TABLE}/link"), 200)
            assert card["link"] == link
            assert ET.fromstring(card["picture"]).tag.endswith("svg")
            says(await guest.get("/api/tables/nothing-here/link"), 404, "unknown")

    on_street(scene, open_doors(**doors))


def test_the_address_keeps_its_port() -> None:
    async def scene(street: Street) -> None:
        transport = httpx.ASGITransport(street.app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost:8765") as guest:
            card = says(await guest.get(f"/api/tables/{TABLE}/link"), 200)
            assert card["link"] == f"http://den:8765/t/{TABLE}"

    on_street(scene, open_doors(hosts=("localhost", "den")))


def test_a_private_table_is_for_who_has_its_link() -> None:
    async def scene(street: Street) -> None:
        async with street.visitor("anna") as anna, street.visitor("ben") as ben:
            table = (says(await anna.post("/api/tables", json=WISH | {"seat": 1}), 201))["table"]
            assert len(table) >= 16
            for visitor in (anna, ben):
                listed = says(await visitor.get("/api/tables"), 200)
                assert table not in [one["table"] for one in listed]
            mine = says(await anna.get("/api/me/tables"), 200)
            assert table in [one["table"] for one in mine]
            assert table not in [one["table"] for one in says(await ben.get("/api/me/tables"), 200)]
            says(await ben.get(f"/api/tables/{table}"), 200)

    on_street(scene)


@pytest.mark.parametrize(
    ("wish", "status"),
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
def test_a_wish_that_cannot_be_is_refused(wish: dict[str, Any], status: int) -> None:
    async def scene(street: Street) -> None:
        async with street.visitor("anna") as anna:
            says(await anna.post("/api/tables", json=WISH | wish), status)

    on_street(scene)


def test_the_commitment_is_told_before_a_share_is_taken() -> None:
    """Whoever opens a table learns what was pledged for; only then they add their share, and it is dealt."""

    async def scene(street: Street) -> None:
        async with street.visitor("anna") as anna, street.visitor("ben") as ben, street.visitor() as nobody:
            says(await anna.post("/api/tables", json=WISH | {"seat": 1, "share": "mine"}), 400, "unreadable")
            wish = WISH | {"seat": 1, "bots": {"2": "hatchling"}}
            says(await anna.post("/api/tables", json=wish | {"is_started": True}), 409, "not possible")
            address = says(await anna.post("/api/tables", json=wish), 201)
            path = f"/api/tables/{address['table']}"
            shown = says(await anna.get(path), 200)
            assert (shown["commitment"], shown["shared"]) == (address["commitment"], [])
            seating = {"share": "of-anna", "is_started": True}
            says(await nobody.post(f"{path}/seats/1", json=seating), 403, "not allowed")
            says(await ben.post(f"{path}/seats/1", json=seating), 409, "not possible")
            says(await anna.post(f"{path}/seats/x", json=seating), 404, "unknown")
            says(await anna.post(f"{path}/seats/1", json=seating), 204)
            dealt = says(await anna.get(path), 200)
            assert (dealt["stage"], dealt["commitment"]) == ("playing", address["commitment"])
            room = (await street.service.tables.get(address["table"])).room
            assert room.shares == ["of-anna", ""]

    on_street(scene)


def test_who_sits_down_again_and_again_is_slowed_down() -> None:
    async def scene(street: Street) -> None:
        async with street.visitor("anna") as anna, street.visitor("ben") as ben:
            table = says(await anna.post("/api/tables", json=WISH), 201)["table"]
            seat = f"/api/tables/{table}/seats/1"
            for number in range(2):
                says(await anna.post(seat, json={"share": f"share-{number}"}), 204)
            says(await anna.post(seat, json={"share": "one-too-many"}), 429, "too fast")
            says(await ben.post(f"/api/tables/{table}/seats/2", json={"share": "his-first"}), 204)
            assert (await street.service.tables.get(table)).room.shares == ["share-1", "his-first"]

    on_street(scene, open_doors(changes=Limit(2, 0.0001)))


def test_a_rule_that_forbids_a_table_is_named() -> None:
    async def scene(street: Street) -> None:
        async with street.visitor("anna") as anna:
            body = says(await anna.post("/api/tables", json=WISH | {"seats": 7}), 409, "not possible")
            assert body["rule"] == "TR-06"

    on_street(scene)


def test_a_key_for_a_program_is_the_hosts_to_give_for_a_free_seat() -> None:
    async def scene(street: Street) -> None:
        async with street.visitor("anna") as anna, street.visitor("ben") as ben, street.visitor() as guest:
            table = (says(await anna.post("/api/tables", json=WISH | {"seat": 1}), 201))["table"]
            path = f"/api/tables/{table}/seats"
            says(await guest.post(f"{path}/2/key"), 403, "not allowed")
            says(await ben.post(f"{path}/2/key"), 403, "not allowed")
            for seat in ("1", "3", "0", "x", "-1", "999999999999", "\uff12"):
                says(await anna.post(f"{path}/{seat}/key"), 409, "not possible")
            key = (says(await anna.post(f"{path}/2/key"), 201))["key"]
            says(await anna.post(f"{path}/2/key"), 409, "not possible")
            shown = says(await guest.get(f"/api/tables/{table}"), 200)
            assert shown["seats"][1]["kind"] == "program"
            assert key not in str(shown)
            says(await anna.post(f"/api/tables/{TABLE}/seats/2/key"), 409)
            says(await anna.post("/api/tables/nothing-here/seats/2/key"), 404)

    on_street(scene)


def test_a_record_is_there_when_the_game_is_over_and_proves_its_deal() -> None:
    async def scene(street: Street) -> None:
        path = f"/api/tables/{TABLE}"
        async with street.visitor() as guest:
            says(await guest.get(f"{path}/record"), 403, "not allowed")
            says(await guest.get(f"{path}/replay"), 200)
            desk = await street.service.tables.get(TABLE)
            await desk.write(lambda _: [log.Ended(how="agreement")])
            answer = await guest.get(f"{path}/record")
            text = says(answer, 200)
            assert answer.headers["content-disposition"] == f'attachment; filename="{TABLE}.rex"'
            record = read_whole_record(text)
            assert record.proof is not None
            check_proof(record.match, record.proof)
            replay = says(await guest.get(f"{path}/replay"), 200)
            uploaded = says(await guest.post("/api/replays", json={"record": text}), 200)
            assert uploaded == replay
            for bad in ("x", "rexarium record 1", text.replace("blue", "red"), text[:-9]):
                says(await guest.post("/api/replays", json={"record": bad}), 409, "not possible")
            says(await guest.post("/api/replays", json={"record": "x" * 200_001}), 400, "unreadable")

    on_street(scene)


def test_a_record_is_played_on_from_any_ply_and_its_rematch_is_dealt_anew() -> None:
    async def scene(street: Street) -> None:
        desk = await street.service.tables.get(TABLE)
        for _ in range(9):
            seat = desk.room.waiting()[0]
            await desk.write(lambda room, seat=seat: [log.Moved(seat=seat, moves=moves_of(room, seat))])  # type: ignore[misc]
        await desk.write(lambda _: [log.Ended(how="agreement")])
        async with street.visitor("anna") as anna:
            text = says(await anna.get(f"/api/tables/{TABLE}/record"), 200)
            wish = {
                "game": "?",
                "seats": 1,
                "record": text,
                "ply": 5,
                "seat": 1,
                "bots": {"2": "hunter", "3": "hunter"},
            }
            table = says(await anna.post("/api/tables", json=wish | {"is_started": True}), 201)["table"]
            again = await street.service.tables.get(table)
            assert again.room.match is not None
            assert desk.room.match is not None
            assert again.room.match.plies[:5] == desk.room.match.plies[:5]
            shown = says(await anna.get(f"/api/tables/{table}"), 200)
            assert (shown["commitment"], shown["proof"]) == (None, None)
            says(await anna.get(f"/api/tables/{table}/record"), 403, "not allowed")
            await again.write(lambda _: [log.Ended(how="agreement")])
            played = read_whole_record(says(await anna.get(f"/api/tables/{table}/record"), 200))
            assert played.proof is None
            assert says(await anna.get(f"/api/tables/{table}"), 200)["proof"] is None
            done = await street.service.tables.rematch(again, ANNA, messages.Rematch(id="r"))
            assert done.table is not None
            fresh = (await street.service.tables.get(done.table)).room
            assert not fresh.opened.deal
            assert not fresh.opened.moves
            assert fresh.commitment
            for bad in ({"record": "x"}, {"record": text[:-3]}):
                says(await anna.post("/api/tables", json=wish | bad), 409, "not possible")
            assert {type(task) for task in street.scribes.asked} == {PlayingOn}  # no record is read in here
            street.scribes.is_failing = True
            says(await anna.post("/api/tables", json=wish), 503, "unavailable")

    on_street(scene)


def test_without_a_game_there_is_nothing_to_replay() -> None:
    async def scene(street: Street) -> None:
        async with street.visitor("anna") as anna:
            table = (says(await anna.post("/api/tables", json=WISH), 201))["table"]
            for page in ("record", "replay", "aftermath"):
                says(await anna.get(f"/api/tables/{table}/{page}"), 409, "not possible")
                says(await anna.get(f"/api/tables/nothing-here/{page}"), 404, "unknown")

    on_street(scene)
