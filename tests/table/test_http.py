"""The HTTP API: every endpoint, who may use it, what it keeps to itself, and what it answers to nonsense."""

import asyncio
import dataclasses
import re
import sqlite3
import xml.etree.ElementTree as ET
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import httpx
import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings

from rexarium.bots import LEVELS
from rexarium.games import all_games
from rexarium.kernel.texts import LANGUAGES
from rexarium.match import check_proof, read_whole_record
from rexarium.table import house, http, log, openapi, protocol
from rexarium.table.doors import COOKIE, HEADERS, Doors
from rexarium.table.house import fingerprint
from rexarium.table.http import ENDPOINTS, STATUS
from rexarium.table.limits import Limit
from rexarium.table.log import Clock
from rexarium.table.storage.memory import MemoryStore
from rexarium.table.storage.store import Person
from tests.table.stage import (
    ANNA,
    BEN,
    PATIENCE,
    PEOPLE,
    ShakyStore,
    bot,
    line_of,
    open_house,
    opening,
    play,
    settle,
)
from tests.table.street import ORIGIN, Line, Street, key_of, open_doors

TABLE = "a-table-of-ours"
Scene = Callable[[Street], Awaitable[None]]
WISH = {"game": "trex", "seats": 2}


def on_street(scene: Scene, doors: Doors | None = None) -> None:
    """Play a scene in front of a house with a table where Anna, Ben and Cleo play."""

    async def whole() -> None:
        street = Street(doors)
        await street.know("Anna", "Ben", "Cleo", "Dora")
        await open_house(street.house)
        await street.house._found(opening("trex", PEOPLE))
        await scene(street)
        await street.house.close()

    play(whole())


def says(answer: httpx.Response, status: int, code: str = "") -> Any:
    """The answer's body, if it is what was expected."""
    assert answer.status_code == status, f"{answer.status_code}: {answer.text[:300]}"
    body: Any = answer.json() if answer.headers.get("content-type") == "application/json" else answer.text
    if code:
        assert body["code"] == code
        assert body["sentence"].endswith(".")
    return body


# Who one is


def test_somebody_new_gets_a_cookie_that_no_page_can_read_and_no_other_site_can_send() -> None:
    async def scene(street: Street) -> None:
        async with street.visitor() as eva:
            assert says(await eva.get("/api/me"), 200) is None
            answer = await eva.post("/api/people", json={"nickname": " Eva\n<b> "})
            me = says(answer, 201)
            assert me["nickname"] == "Eva <b>"
            cookie = answer.headers["set-cookie"]
            assert re.fullmatch(
                rf"{COOKIE}=[\w-]{{43}}; HttpOnly; Max-Age=\d+; Path=/; SameSite=strict", cookie
            )
            assert says(await eva.get("/api/me"), 200) == me
            again = says(await eva.post("/api/people", json={"nickname": "Eve"}), 200)
            assert again == {"person": me["person"], "nickname": "Eve"}
            assert says(await eva.patch("/api/me", json={"nickname": "Eva"}), 200) == me | {"nickname": "Eva"}
            gone = await eva.delete("/api/me")
            assert (gone.status_code, gone.content) == (204, b"")
            assert "Max-Age=0" in gone.headers["set-cookie"]
            assert says(await eva.get("/api/me"), 200) is None

    on_street(scene)


def test_a_device_that_was_forgotten_is_nobodys_even_with_its_old_cookie() -> None:
    async def scene(street: Street) -> None:
        async with street.visitor("anna") as anna:
            await anna.delete("/api/me")
        async with street.visitor("anna") as thief:
            assert says(await thief.get("/api/me"), 200) is None

    on_street(scene)


def test_a_device_that_is_forgotten_is_cut_off_in_all_its_windows_and_no_other_device_is() -> None:
    async def scene(street: Street) -> None:
        ticket, _ = await street.house.make_ticket(Person("anna", "Anna", 0))
        _, phone_key = await street.house.use_ticket(ticket)
        first, second = await street.call(TABLE, "anna"), await street.call(TABLE, "anna")
        ben = await street.call(TABLE, "ben")
        phone = Line(street.app, f"/ws/{TABLE}", key=phone_key)
        phone.send(do="hello", version=1)
        await phone.rest()
        async with street.visitor("anna") as anna:
            assert (await anna.delete("/api/me")).status_code == 204
        first.send(do="say", id="late", text="I am still here")
        await first.rest()
        for line in (first, second):
            assert line.read()[-1]["is"] == "bye"
            assert line.code == 1001
        desk = await street.house.desk(TABLE)
        assert desk.room.chat == []
        assert desk.here() == [0, 1]  # the phone
        assert (await phone.ask(do="say", text="and I"))["is"] == "done"
        await phone.hang_up()
        assert desk.here() == [1]
        street.clock.advance(61)
        taken = await ben.ask(do="ask", matter="take over", seat=1, bot=LEVELS[0])
        assert taken["is"] == "done"  # Cleo is away too
        assert desk.room.seat_of("anna") is None
        assert not street.house._wires.get(phone_key)

    on_street(scene)


def test_who_is_forgotten_while_we_ask_who_they_are_does_not_stay() -> None:
    async def scene(street: Street) -> None:
        whose, asked, go = street.store.person_of_key, asyncio.Event(), asyncio.Event()

        async def slowly(key: bytes) -> Person | None:
            person = await whose(key)
            asked.set()
            await go.wait()
            return person  # type: ignore[no-any-return]

        street.store.person_of_key = slowly
        line = Line(street.app, f"/ws/{TABLE}", "anna")
        line.send(do="hello", version=1)
        await asked.wait()
        street.store.person_of_key = whose
        async with street.visitor("anna") as anna:
            assert (await anna.delete("/api/me")).status_code == 204
        go.set()
        while line.code is None:
            await asyncio.sleep(0)
        await line.rest()
        assert [message["is"] for message in line.read()] == ["bye"]
        assert (await street.house.desk(TABLE)).here() == []

    on_street(scene)


def test_behind_https_the_cookie_is_for_https_only() -> None:
    async def scene(street: Street) -> None:
        async with street.visitor() as eva:
            eva.headers["origin"] = "https://localhost"
            answer = await eva.post("/api/people", json={"nickname": "Eva"})
            assert "; Secure" in answer.headers["set-cookie"]
            eva.cookies.set(COOKIE, answer.headers["set-cookie"].split(";")[0].partition("=")[2])
            card = says(await eva.post("/api/me/tickets"), 201)
            assert card["link"].startswith("https://localhost/#ticket=")

    on_street(scene, open_doors(is_secure=True))


@pytest.mark.parametrize("nickname", ["", " ", "\u200b", "\u3164", "x" * 41, None, 7, ["Eva"]])
def test_a_name_that_is_none_is_refused(nickname: Any) -> None:
    async def scene(street: Street) -> None:
        async with street.visitor() as eva:
            answer = await eva.post("/api/people", json={"nickname": nickname})
            assert answer.status_code in (400, 409)
            assert "set-cookie" not in answer.headers

    on_street(scene)


def test_a_ticket_lets_one_more_device_in_once_and_not_for_ever() -> None:
    async def scene(street: Street) -> None:
        async with street.visitor("anna") as anna, street.visitor() as phone, street.visitor() as thief:
            card = says(await anna.post("/api/me/tickets"), 201)
            assert card["link"] == f"{ORIGIN}/#ticket={card['ticket']}"
            assert card["picture"].startswith("<svg")
            assert card["until"] == street.clock() + 600_000
            me = says(await phone.post("/api/tickets", json={"ticket": card["ticket"]}), 201)
            assert me == {"person": "anna", "nickname": "Anna"}
            assert phone.cookies[COOKIE] != anna.cookies[COOKIE]
            assert (says(await phone.get("/api/me"), 200))["person"] == "anna"
            says(await thief.post("/api/tickets", json={"ticket": card["ticket"]}), 404, "unknown")
            late = says(await anna.post("/api/me/tickets"), 201)
            street.clock.advance(601)
            says(await thief.post("/api/tickets", json={"ticket": late["ticket"]}), 404, "unknown")
            says(await thief.post("/api/me/tickets"), 403)

    on_street(scene)


def test_a_strangers_link_does_not_make_a_device_theirs_that_is_somebodys() -> None:
    async def scene(street: Street) -> None:
        async with street.visitor("dora") as dora, street.visitor("anna") as anna:
            ticket = {"ticket": says(await dora.post("/api/me/tickets"), 201)["ticket"]}
            answer = await anna.post("/api/tickets", json=ticket)
            assert says(answer, 409, "not possible")["values"] == {"name": "Anna"}
            assert "set-cookie" not in answer.headers
            assert says(await anna.get("/api/me"), 200)["person"] == "anna"
            await anna.delete("/api/me")
            anna.cookies.clear()
            assert (
                says(await anna.post("/api/tickets", json=ticket), 201)["person"] == "dora"
            )  # who means it may

    on_street(scene)


def test_of_keys_and_tickets_only_fingerprints_are_kept() -> None:
    async def scene(street: Street) -> None:
        async with street.visitor() as eva:
            await eva.post("/api/people", json={"nickname": "Eva"})
            secrets = [eva.cookies[COOKIE]]
            secrets.append((says(await eva.post("/api/me/tickets"), 201))["ticket"])
            secrets.append((says(await eva.post("/api/me/feed"), 201))["path"].rpartition("/")[2])
            table = (says(await eva.post("/api/tables", json=WISH), 201))["table"]
            key = says(await eva.post(f"/api/tables/{table}/seats/2/key"), 201)
            secrets.append(key["key"])
        kept = repr(vars(street.store))
        assert not [secret for secret in secrets if secret in kept]
        for secret in secrets:
            assert repr(fingerprint(secret))[2:-1] in kept or fingerprint(secret).hex() in kept

    on_street(scene)


# Tables


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
        desk = await street.house.desk(TABLE)
        turns = set()
        for _ in range(4):
            (waiting,) = desk.room.waiting()
            for seat, name in enumerate(("anna", "ben", "cleo")):
                async with street.visitor(name) as visitor:
                    (mine,) = says(await visitor.get("/api/me/tables"), 200)
                    assert (mine["seat"], mine["is_your_turn"]) == (seat + 1, seat == waiting)
            turns.add(waiting)
            await desk.write(lambda room, seat=waiting: [log.Moved(seat=seat, line=line_of(room, seat))])  # type: ignore[misc]
        assert len(turns) > 1
        await desk.write(lambda _: [log.Resigned(seat=1)])
        async with street.visitor("ben") as ben:
            (mine,) = says(await ben.get("/api/me/tables"), 200)
            assert (mine["seat"], mine["is_your_turn"]) == (None, False)

    on_street(scene)


def test_a_listing_of_an_older_house_is_still_listed() -> None:
    async def scene(street: Street) -> None:
        old = await street.store.listing(TABLE)
        summary = msgspec.json.decode(old.summary)
        for name in ("people", "seat", "is_your_turn"):
            del summary[name]
        await street.store.append(dataclasses.replace(old, summary=msgspec.json.encode(summary)), [])
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
            desk = await street.house.desk(TABLE)
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
        desk = await street.house.desk(TABLE)
        for _ in range(9):
            seat = desk.room.waiting()[0]
            await desk.write(lambda room, seat=seat: [log.Moved(seat=seat, line=line_of(room, seat))])  # type: ignore[misc]
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
            again = await street.house.desk(table)
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
            done = await street.house.rematch(again, ANNA, protocol.Rematch(id="r"))
            assert done.table is not None
            fresh = (await street.house.desk(done.table)).room
            assert not fresh.opened.deal
            assert not fresh.opened.moves
            assert fresh.commitment
            for bad in ({"record": "x"}, {"record": text[:-3]}):
                says(await anna.post("/api/tables", json=wish | bad), 409, "not possible")

    on_street(scene)


def test_without_a_game_there_is_nothing_to_replay() -> None:
    async def scene(street: Street) -> None:
        async with street.visitor("anna") as anna:
            table = (says(await anna.post("/api/tables", json=WISH), 201))["table"]
            for page in ("record", "replay", "aftermath"):
                says(await anna.get(f"/api/tables/{table}/{page}"), 409, "not possible")
                says(await anna.get(f"/api/tables/nothing-here/{page}"), 404, "unknown")

    on_street(scene)


# The house


def test_what_is_offered_can_be_played() -> None:
    async def scene(street: Street) -> None:
        async with street.visitor("anna") as anna:
            for card in says(await anna.get("/api/games"), 200):
                assert card["bots"] == list(LEVELS)
                book = says(await anna.get(f"/api/games/{card['id']}/rules"), 200)
                assert len(book["rules"]) > 40
                for preset in card["presets"]:
                    wish = {"game": card["id"], "seats": card["max_seats"], "preset": preset["id"]}
                    says(await anna.post("/api/tables", json=wish), 201)
                for edition in card["editions"]:
                    wish = {"game": card["id"], "seats": card["min_seats"], "edition": edition["id"]}
                    says(await anna.post("/api/tables", json=wish), 201)
            says(await anna.get("/api/games/chess/rules"), 404, "unknown")

    on_street(scene)


def test_rules_and_questions_come_in_the_language_that_is_wished() -> None:
    async def scene(street: Street) -> None:
        async with street.visitor("anna") as anna:
            for game in all_games().values():
                address = f"/api/games/{game.id}/rules"
                for language in LANGUAGES:
                    book = says(await anna.get(f"{address}?language={language}"), 200)
                    texts = game.texts(language)
                    assert book["intro"] == texts.rulebook.intro
                    assert [rule["text"] for rule in book["rules"]] == [
                        rule.text for rule in texts.rulebook.rules.values()
                    ]
                    cards = says(await anna.get(f"/api/games?language={language}"), 200)
                    card = next(card for card in cards if card["id"] == game.id)
                    assert [each["question"] for each in card["rulings"]] == [
                        r.question for r in texts.rulings
                    ]
                    assert [each["said"] for each in card["rulings"]] == [r.said for r in texts.rulings]
                    assert [each["title"] for each in card["presets"]] == [p.title for p in texts.presets]
                    assert [each["title"] for each in card["editions"]] == list(texts.editions.values())
                assert says(await anna.get(address), 200)["intro"] == game.rulebook.intro
                says(await anna.get(f"{address}?language=tlh"), 400, "unreadable")

    on_street(scene)


def test_the_house_says_whether_it_is_open_and_counts_without_names() -> None:
    async def scene(street: Street) -> None:
        async with street.visitor("anna") as anna:
            health = says(await anna.get("/healthz"), 200)
            assert health["is_open"]
            assert health["protocol"] == protocol.VERSION
            await anna.get(f"/api/tables/{TABLE}")
            page = (await anna.get("/metrics")).text
            assert 'route="/api/tables/{table}"' in page
            assert not [word for word in (TABLE, "anna", "Anna", key_of("anna")) if word in page]
            street.house.is_open = False
            says(await anna.get("/healthz"), 503)

    on_street(scene)


def test_the_counters_are_for_this_machine_alone() -> None:
    """Whoever reads them often enough could tell that somebody changes a secret choice."""

    async def scene(street: Street) -> None:
        for address, status in (("127.0.0.1", 200), ("::1", 200), ("192.168.1.7", 403)):
            transport = httpx.ASGITransport(street.app, client=(address, 1))
            async with httpx.AsyncClient(transport=transport, base_url=ORIGIN) as visitor:
                assert (await visitor.get("/metrics")).status_code == status

    on_street(scene)


def test_a_feed_says_when_it_is_ones_turn_to_who_has_its_address() -> None:
    async def scene(street: Street) -> None:
        desk = await street.house.desk(TABLE)
        seat = desk.room.waiting()[0]
        name = PEOPLE[seat].person
        async with street.visitor(name) as mine, street.visitor() as reader:
            path = (says(await mine.post("/api/me/feed"), 201))["path"]
            answer = await reader.get(path)
            assert answer.headers["content-type"] == "application/atom+xml; charset=utf-8"
            feed = ET.fromstring(answer.text)
            (entry,) = feed.findall("{*}entry")
            link = entry.find("{*}link")
            assert link is not None
            assert link.attrib["href"] == f"{ORIGIN}/t/{TABLE}"
            before = entry.findtext("{*}id")
            assert entry.findtext("{*}title") == "T-Rex: your turn"
            french = ET.fromstring((await reader.get(f"{path}?language=fr")).text)
            assert french.attrib["{http://www.w3.org/XML/1998/namespace}lang"] == "fr"
            assert french.findtext("{*}entry/{*}title") == "T-Rex\u00a0: à vous de jouer"
            await desk.write(lambda _: [log.Moved(seat=seat, line=desk.room.match.default_line(seat))])  # type: ignore[union-attr]
            assert ET.fromstring((await reader.get(path)).text).findall("{*}entry") == []
            assert before
            says(await reader.get(path + "x"), 404, "unknown")
            says(await reader.get("/feed/nobody/key"), 404, "unknown")
            says(await reader.post("/api/me/feed"), 403)
            await mine.post("/api/me/feed")
            says(await reader.get(path), 404, "unknown")  # the address before ends

    on_street(scene)


def test_a_feed_holds_any_name_and_is_still_xml() -> None:
    async def scene(street: Street) -> None:
        async with street.visitor() as eva:
            await eva.post("/api/people", json={"nickname": "<&\">]]>'"})
            wish = WISH | {"seat": 1, "bots": {"2": "hatchling"}, "is_started": True}
            says(await eva.post("/api/tables", json=wish), 201)
            for _ in range(200):
                await asyncio.sleep(0)
            path = (says(await eva.post("/api/me/feed"), 201))["path"]
            ET.fromstring((await eva.get(path)).text)

    on_street(scene)


def test_no_page_shows_what_is_not_durable_yet() -> None:
    """The last move of a game uncovers everything: not before it is written."""

    async def scene() -> None:
        store = ShakyStore()
        street = Street(store=store)
        await street.know("Anna", "Ben", "Cleo")
        await open_house(street.house)
        await street.house._found(opening("trex", PEOPLE))
        desk = await street.house.desk(TABLE)
        async with street.visitor("anna") as anna:
            path = says(await anna.post("/api/me/feed"), 201)["path"]
            store.go.clear()
            ending = asyncio.create_task(desk.write(lambda _: [log.Ended(how="agreement")]))
            await settle()
            pages = [
                f"/api/tables/{TABLE}",
                f"/api/tables/{TABLE}/replay",
                f"/api/tables/{TABLE}/record",
                path,
            ]
            asking = [asyncio.create_task(anna.get(page)) for page in pages]
            await settle()
            assert not any(task.done() for task in asking)
            listed = says(await anna.get("/api/tables"), 200)
            assert [one["stage"] for one in listed] == ["playing"]
            store.go.set()
            await ending
            assert [(await task).status_code for task in asking] == [200] * 4
        await street.house.close()

    play(scene())


# The door


def calls() -> list[tuple[str, str]]:
    """A call of every endpoint."""
    parts = {"game": "trex", "table": TABLE, "seat": "2", "person": "anna", "key": "k" * 20}
    return [(point.method, point.path.format(**parts)) for point in ENDPOINTS]


CHANGING = [call for call in calls() if call[0] != "GET"]


@pytest.mark.parametrize(("method", "path"), CHANGING)
@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://localhost:81", "https://localhost", "http://["]
)
def test_a_page_of_another_origin_changes_nothing(method: str, path: str, origin: str) -> None:
    async def scene(street: Street) -> None:
        before = repr(vars(street.store))
        async with street.visitor("anna", origin=origin) as anna:
            says(await anna.request(method, path, json={}), 403, "not allowed")
        assert repr(vars(street.store)) == before

    on_street(scene)


def test_a_program_without_an_origin_may_do_what_its_cookie_may() -> None:
    async def scene(street: Street) -> None:
        async with street.visitor("anna") as anna:
            del anna.headers["origin"]
            says(await anna.post("/api/tables", json=WISH), 201)

    on_street(scene)


@pytest.mark.parametrize(
    "host", ["evil.example", "localhost.evil.example", "127.0.0.1.nip.io:80", "[::ffff:127.0.0.1]", ""]
)
def test_under_another_name_nothing_is_there(host: str) -> None:
    """A page whose name was made to point at this machine gets nothing, not even what is open to all."""

    async def scene(street: Street) -> None:
        async with street.visitor("anna", host=host) as anna:
            for method, path in (*calls(), ("GET", "/"), ("GET", "/page/index.html")):
                says(await anna.request(method, path), 403, "not allowed")

    on_street(scene)


def test_an_accident_is_noted_once_and_told_in_the_form_of_a_refusal(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def scene(street: Street) -> None:
        street.house.who = None  # type: ignore[method-assign, assignment]
        transport = httpx.ASGITransport(
            street.app, raise_app_exceptions=True
        )  # what is raised, uvicorn notes too
        async with httpx.AsyncClient(transport=transport, base_url=ORIGIN, cookies={COOKIE: "x"}) as visitor:
            says(await visitor.get("/api/me"), 500, "unavailable")
            assert (await visitor.get("/healthz")).text == ""

    on_street(scene)
    assert [record.getMessage() for record in caplog.records] == ["a request failed"] * 2


class FullStore(MemoryStore):
    """A store whose disk may be full, and whose line may be cut."""

    def __init__(self) -> None:
        super().__init__()
        self.is_full = False
        self.is_cut = False

    def __getattribute__(self, name: str) -> Any:
        found = super().__getattribute__(name)
        writes = ("append", "add_person", "change_person", "drop_key", "add_ticket", "redeem_ticket", "pulse")
        reads = ("entries", "listing", "open_listings", "listings_of", "person", "person_of_key")
        if (name in writes and self.is_full) or (name in reads and self.is_cut):
            return _fail
        return found


async def _fail(*_: object) -> None:
    raise sqlite3.OperationalError("database or disk is full")


WRITES = [
    ("POST", "/api/people", {"nickname": "Eva"}),
    ("PATCH", "/api/me", {"nickname": "Ann"}),
    ("DELETE", "/api/me", None),
    ("POST", "/api/me/tickets", None),
    ("POST", "/api/tickets", {"ticket": "t" * 32}),
    ("POST", "/api/me/feed", None),
    ("POST", "/api/tables", WISH),
]
READS = ["/api/me", "/api/me/tables", "/api/tables", "/api/tables/some-other-table"]


def test_while_the_store_fails_what_needs_it_is_refused_for_the_time_being_and_then_goes_on(
    caplog: pytest.LogCaptureFixture,
) -> None:
    store = FullStore()

    async def scene(street: Street) -> None:
        async with street.visitor("anna") as anna, street.visitor() as stranger:
            store.is_full = True
            for method, path, body in WRITES:
                who = stranger if path == "/api/tickets" else anna  # a device is one person's
                answer = await who.request(method, path, json=body)
                says(answer, 503, "unavailable")
                assert answer.headers["retry-after"]
            assert says(await anna.get("/api/me"), 200)["nickname"] == "Anna"
            store.is_cut = True
            for path in READS:
                says(await anna.get(path), 503, "unavailable")
            assert (await anna.get("/t/some-other-table")).status_code == 200  # the page itself will say it
            line = await street.call(TABLE, "anna")
            assert line.read()[-1]["code"] == "unavailable"
            store.is_full = store.is_cut = False
            for method, path, body in sorted(WRITES):
                if (method, path) not in (("POST", "/api/tickets"), ("DELETE", "/api/me")):
                    assert (await anna.request(method, path, json=body)).is_success, path

    async def whole() -> None:
        street = Street(store=store)
        await street.know("Anna", "Ben")
        await open_house(street.house)
        await street.house._found(opening("trex", (ANNA, BEN)))
        await scene(street)
        await street.house.close()

    play(whole())
    assert {record.getMessage() for record in caplog.records} == {
        "the storage failed",
        "a table could not be written",
    }


def test_a_house_that_cannot_write_is_not_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house, "PULSE", 0.01)
    store = FullStore()

    async def whole() -> None:
        street = Street(store=store)
        await street.house.open()
        async with street.visitor() as doctor:
            for store.is_full, status in ((False, 200), (True, 503), (False, 200)):
                while (answer := await doctor.get("/healthz")).status_code != status:
                    await asyncio.sleep(0.01)
                assert answer.json()["is_open"] == (status == 200)
        await street.house.close()

    play(whole())


@pytest.mark.parametrize("is_gone", [True, False], ids=["gone", "slow"])
def test_who_hangs_up_in_the_middle_of_a_body_or_takes_for_ever_is_no_accident(
    is_gone: bool, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def receive() -> dict[str, str]:
        if not is_gone:
            await asyncio.sleep(PATIENCE)
        return {"type": "http.disconnect"}

    async def scene(street: Street) -> None:
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
        await street.app(scope, receive, send)
        assert sent[0]["status"] == 400

    monkeypatch.setattr(http, "BODY_SECONDS", 0.05)
    on_street(scene)
    assert not caplog.records


def test_every_answer_has_its_headers_whatever_it_is() -> None:
    async def scene(street: Street) -> None:
        async with street.visitor("anna") as anna, street.visitor(host="evil.example") as evil:
            answers = [await anna.request(method, path) for method, path in calls()]
            answers += [
                await anna.get(path)
                for path in ("/", "/t/x", "/nowhere", "/page/nothing", "/api/openapi.json")
            ]
            answers += [await anna.put("/api/tables"), await anna.post("/healthz"), await evil.get("/")]
            answers.append(await anna.post("/api/tables", content=b"x" * (protocol.LARGEST_BODY + 1)))
            street.house.who = None  # type: ignore[method-assign, assignment]
            answers.append(await anna.get("/api/me"))
        assert {answer.status_code for answer in answers} >= {200, 204, 400, 403, 404, 405, 500}
        for answer in answers:
            assert {name: answer.headers.get(name) for name in HEADERS} == dict(HEADERS), answer.request.url
            assert "server" not in answer.headers
            assert answer.headers.get("access-control-allow-origin") is None

    on_street(scene)


@pytest.mark.parametrize("path", ["/api/tables/", "/page", "/healthz/", "//localhost/", "/t/some-table/"])
def test_nobody_is_sent_elsewhere(path: str) -> None:
    async def scene(street: Street) -> None:
        async with street.visitor() as eva:
            request = eva.build_request("GET", ORIGIN + path)
            assert (await eva.send(request)).status_code == 404

    on_street(scene)


def test_what_is_not_there_is_404_and_what_is_not_done_is_405() -> None:
    async def scene(street: Street) -> None:
        async with street.visitor("anna") as anna:
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
                    says(answer, 404, "unknown")
            for method, path, allowed in (
                ("PUT", "/api/tables", "GET, HEAD, POST"),
                ("POST", "/api/me", "DELETE, GET, HEAD, PATCH"),
                ("DELETE", "/api/games", "GET, HEAD"),
            ):
                answer = await anna.request(method, path)
                says(answer, 405, "not possible")
                assert answer.headers["allow"] == allowed
            assert (await anna.post("/metrics")).status_code == 405

    on_street(scene)


BODIES = [(point.method, point.path) for point in ENDPOINTS if point.takes is not None]


@pytest.mark.parametrize(("method", "path"), BODIES)
def test_a_body_is_json_of_its_type_and_not_too_large(method: str, path: str) -> None:
    async def scene(street: Street) -> None:
        async with street.visitor("anna") as anna:
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
                says(answer, 400, "unreadable")
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
                says(await anna.request(method, path, content=body, headers=headers), 400, "unreadable")

            async def endless() -> AsyncIterator[bytes]:
                sent = 0
                while sent < 20:
                    sent += 1
                    yield b" " * 65_536

            says(await anna.request(method, path, content=endless(), headers=headers), 413, "too large")

    on_street(scene)


def test_whoever_asks_too_much_waits_and_nobody_else_does() -> None:
    async def scene(street: Street) -> None:
        async with street.visitor("anna") as anna:
            statuses = [(await anna.get("/api/games")).status_code for _ in range(7)]
            assert statuses == [200] * 5 + [429] * 2
            assert (await anna.get("/api/games", headers={"x-forwarded-for": "1.2.3.4"})).status_code == 429

    on_street(scene, open_doors(requests=Limit(5, 0.0001)))


def test_newcomers_tickets_and_tables_are_counted_by_themselves() -> None:
    async def scene(street: Street) -> None:
        new = [await _come(street) for _ in range(4)]
        assert [answer.status_code for answer in new] == [201, 201, 201, 429]
        async with street.visitor("anna") as anna, street.visitor("ben") as ben:
            tries = [await anna.post("/api/tickets", json={"ticket": "x" * 20}) for _ in range(2)]
            assert {answer.status_code for answer in tries} == {429}
            tables = [await anna.post("/api/tables", json=WISH) for _ in range(4)]
            assert [answer.status_code for answer in tables] == [201, 201, 201, 429]
            says(await ben.post("/api/tables", json=WISH), 201)

    async def _come(street: Street) -> httpx.Response:
        async with street.visitor() as visitor:
            return await visitor.post("/api/people", json={"nickname": "Eva"})

    on_street(scene, open_doors(people=Limit(3, 0.0001), tables=Limit(3, 0.0001)))


def test_behind_proxies_visitors_are_told_apart_by_what_our_own_proxy_says() -> None:
    async def scene(street: Street) -> None:
        async with street.visitor() as visitor:
            for address, expected in (("1.1.1.1", 200), ("2.2.2.2", 200), ("6.6.6.6, 1.1.1.1", 429)):
                answer = await visitor.get("/api/games", headers={"x-forwarded-for": address})
                assert answer.status_code == expected

    on_street(scene, open_doors(requests=Limit(1, 0.0001), proxies=1))


# The description


def test_the_description_is_valid_and_has_every_endpoint() -> None:
    description = openapi.describe()
    schemathesis.openapi.from_dict(description).validate()
    described = {
        (method.upper(), path) for path, methods in description["paths"].items() for method in methods
    }
    assert described == {(point.method, point.path) for point in ENDPOINTS}
    names = [
        operation["operationId"]
        for methods in description["paths"].values()
        for operation in methods.values()
    ]
    assert len(set(names)) == len(names)
    assert all(
        operation["summary"].endswith((".", "?"))
        for m in description["paths"].values()
        for operation in m.values()
    )


def test_every_code_of_a_refusal_has_a_status() -> None:
    assert set(STATUS) == set(protocol.RefusalCode.__args__)  # type: ignore[attr-defined]


SCHEMA = schemathesis.openapi.from_dict(openapi.describe())


@pytest.mark.parametrize(
    "operation",
    [found.ok() for found in SCHEMA.get_all_operations()],  # type: ignore[union-attr]
    ids=lambda o: o.label,
)
def test_whatever_is_sent_the_answer_is_one_of_those_described(operation: Any) -> None:
    """Fuzzed from the description: no accident, no status that it does not name, no body that is not as it says."""

    async def answers(cases: list[Any]) -> None:
        street = Street()
        await street.know("Anna", "Ben", "Cleo")
        await open_house(street.house)
        await street.house._found(opening("trex", [ANNA, BEN], Clock()))
        await street.house._found(
            [log.Opened(**(_fields(opening("trex", [ANNA, bot()])[0]) | {"table": "gathering"}))]
        )
        async with street.visitor("anna") as anna:
            for case in cases:
                kwargs = case.as_transport_kwargs(base_url=ORIGIN)
                request = {
                    key: kwargs[key] for key in ("json", "data", "params") if kwargs.get(key) is not None
                }
                if "data" in request:
                    request["content"] = request.pop("data")
                headers = {k: v for k, v in dict(kwargs["headers"]).items() if k.lower() == "content-type"}
                answer = await anna.request(kwargs["method"], kwargs["url"], headers=headers, **request)
                check(case, answer)
        await street.house.close()

    def check(case: Any, answer: httpx.Response) -> None:
        assert answer.status_code < 500, f"{case.method} {case.formatted_path}: {answer.status_code}"
        if str(answer.status_code) not in operation.definition.raw["responses"]:
            # A part of a path that is empty or holds a slash is another path.
            assert answer.status_code in (404, 405), (
                f"{case.method} {answer.request.url}: {answer.status_code}"
            )
            if answer.request.url.path.startswith("/api/"):
                assert answer.json()["code"] in ("unknown", "not possible")
            else:
                assert answer.headers["content-type"].startswith("text/plain")

    collected: list[Any] = []

    @settings(
        max_examples=15,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        database=None,
        derandomize=True,
    )
    @given(case=operation.as_strategy())
    def collect(case: Any) -> None:
        collected.append(case)

    collect()
    assert collected
    play(answers(collected))


def _fields(body: log.AnyBody) -> dict[str, Any]:
    return {name: getattr(body, name) for name in body.__struct_fields__}
