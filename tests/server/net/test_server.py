"""The server over HTTP: what it offers, how it is, and feeds that say whose turn it is."""

import asyncio
import xml.etree.ElementTree as ET

import httpx
import msgspec
import pytest

from rexarium.bots import LEVELS
from rexarium.games import all_games
from rexarium.kernel.texts import LANGUAGES
from rexarium.server.model import log
from rexarium.server.model.text import url_token
from rexarium.server.runtime import tables
from rexarium.server.wire import messages
from tests.server.storage.samples import put
from tests.server.support.api import NEW_TABLE, ORIGIN, Api, expect, key_of, start_api
from tests.server.support.fakes import FlakyStore
from tests.server.support.samples import PEOPLE, TABLE, opening
from tests.server.support.server import idle, open_service


async def test_every_offered_game_can_be_played(api: Api) -> None:
    async with api.visitor("anna") as anna:
        for card in expect(await anna.get("/api/games"), 200):
            assert card["bots"] == list(LEVELS)
            book = expect(await anna.get(f"/api/games/{card['id']}/rules"), 200)
            assert len(book["rules"]) > 40
            for preset in card["presets"]:
                new = {"game": card["id"], "seats": card["max_seats"], "preset": preset["id"]}
                expect(await anna.post("/api/tables", json=new), 201)
            for edition in card["editions"]:
                new = {"game": card["id"], "seats": card["min_seats"], "edition": edition["id"]}
                expect(await anna.post("/api/tables", json=new), 201)
        expect(await anna.get("/api/games/chess/rules"), 404, "unknown")


async def test_rules_and_questions_come_in_the_requested_language(api: Api) -> None:
    async with api.visitor("anna") as anna:
        for game in all_games().values():
            address = f"/api/games/{game.id}/rules"
            for language in LANGUAGES:
                book = expect(await anna.get(f"{address}?language={language}"), 200)
                texts = game.texts(language)
                assert book["intro"] == texts.rulebook.intro
                assert [rule["text"] for rule in book["rules"]] == [
                    rule.text for rule in texts.rulebook.rules.values()
                ]
                cards = expect(await anna.get(f"/api/games?language={language}"), 200)
                card = next(card for card in cards if card["id"] == game.id)
                assert [each["question"] for each in card["rulings"]] == [r.question for r in texts.rulings]
                assert [each["said"] for each in card["rulings"]] == [r.said for r in texts.rulings]
                assert [each["title"] for each in card["presets"]] == [p.title for p in texts.presets]
                assert [each["title"] for each in card["editions"]] == list(texts.editions.values())
            assert expect(await anna.get(address), 200)["intro"] == game.rulebook.intro
            expect(await anna.get(f"{address}?language=tlh"), 400, "unreadable")


async def test_health_and_counters_hold_no_names(api: Api) -> None:
    async with api.visitor("anna") as anna:
        health = expect(await anna.get("/healthz"), 200)
        assert health["is_open"]
        assert health["protocol"] == messages.VERSION
        await anna.get(f"/api/tables/{TABLE}")
        page = (await anna.get("/metrics")).text
        assert 'route="/api/tables/{table}"' in page
        assert not [word for word in (TABLE, "anna", "Anna", key_of("anna")) if word in page]
        api.service.is_open = False
        expect(await anna.get("/healthz"), 503)


async def test_the_counters_are_served_to_this_machine_only(api: Api) -> None:
    """Whoever reads them often enough could tell that somebody changes a secret choice."""
    for address, status in (("127.0.0.1", 200), ("::1", 200), ("192.168.1.7", 403)):
        transport = httpx.ASGITransport(api.app, client=(address, 1))
        async with httpx.AsyncClient(transport=transport, base_url=ORIGIN) as visitor:
            assert (await visitor.get("/metrics")).status_code == status


async def test_a_feed_shows_its_owners_turns(api: Api) -> None:
    live = await api.service.tables.get(TABLE)
    seat = live.table.waiting()[0]
    name = PEOPLE[seat].person
    async with api.visitor(name) as mine, api.visitor() as reader:
        path = (expect(await mine.post("/api/me/feed"), 201))["path"]
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
        await live.append(lambda _: [log.Moved(seat=seat, moves=(live.table.match.default_move(seat),))])  # type: ignore[union-attr]
        assert ET.fromstring((await reader.get(path)).text).findall("{*}entry") == []
        assert before
        expect(await reader.get(path + "x"), 404, "unknown")
        expect(await reader.get("/feed/nobody/key"), 404, "unknown")
        expect(await reader.post("/api/me/feed"), 403)
        await mine.post("/api/me/feed")
        expect(await reader.get(path), 404, "unknown")  # the address before ends


async def test_a_waiting_table_is_not_lost_among_finished_games(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tables, "LOBBY", 2)
    async with start_api() as api:
        live = await api.service.tables.get(TABLE)
        name = PEOPLE[live.table.waiting()[0]].person
        old = await api.store.listing(TABLE)
        for number in range(3):
            other = {"table": f"over-{number}", "stage": "over", "changed_at": old.changed_at + 1 + number}
            summary = msgspec.json.decode(old.summary) | other | {"waiting": []}
            over = old._replace(**other, summary=msgspec.json.encode(summary))
            await api.store.create(over, [])
        async with api.visitor(name) as mine:
            listed = expect(await mine.get("/api/me/tables"), 200)
            assert len(listed) == 3
            assert (listed[0]["table"], listed[0]["is_your_turn"]) == (TABLE, True)
            path = (expect(await mine.post("/api/me/feed"), 201))["path"]
            assert len(ET.fromstring((await mine.get(path)).text).findall("{*}entry")) == 1


async def test_a_feed_loads_only_tables_that_may_be_waiting(api: Api) -> None:
    first = await api.service.tables.get(TABLE)
    del api.service.tables.live[TABLE]
    for table in ("of-an-older-house", "a-second-table"):
        await api.service.tables.begin([msgspec.structs.replace(opening()[0], table=table), *opening()[1:]])
    old = await api.store.listing("of-an-older-house")
    summary = msgspec.json.decode(old.summary)
    del summary["people"]
    await put(api.store, old._replace(summary=msgspec.json.encode(summary)), [])
    waiting, *_ = first.table.waiting()
    person = PEOPLE[(waiting + 1) % 3].person
    async with api.visitor(person) as mine:
        path = (expect(await mine.post("/api/me/feed"), 201))["path"]
        expect(await mine.get(path), 200)
        assert set(api.service.tables.live) == {"of-an-older-house"}


async def test_a_feed_holds_any_name_and_is_still_xml(api: Api) -> None:
    async with api.visitor() as eva:
        await eva.post("/api/people", json={"nickname": "<&\">]]>'"})
        new = NEW_TABLE | {"seat": 1, "bots": {"2": "hatchling"}}
        table = expect(await eva.post("/api/tables", json=new), 201)["table"]
        seating = {"share": "mine", "is_started": True}
        expect(await eva.post(f"/api/tables/{table}/seats/1", json=seating), 204)
        for _ in range(200):
            await asyncio.sleep(0)
        path = (expect(await eva.post("/api/me/feed"), 201))["path"]
        ET.fromstring((await eva.get(path)).text)


async def test_no_page_shows_anything_before_it_is_durable() -> None:
    """The last move of a game uncovers everything: not before it is written."""
    store = FlakyStore()
    api = Api(store=store)
    await api.add_people("Anna", "Ben", "Cleo")
    await open_service(api.service)
    await api.service.tables.begin(opening("trex", PEOPLE))
    live = await api.service.tables.get(TABLE)
    async with api.visitor(PEOPLE[live.table.waiting()[0]].person) as player:
        path = expect(await player.post("/api/me/feed"), 201)["path"]
        store.go.clear()
        ending = asyncio.create_task(live.append(lambda _: [log.Ended(how="agreement")]))
        await idle()
        pages = [
            f"/api/tables/{TABLE}",
            f"/api/tables/{TABLE}/replay",
            f"/api/tables/{TABLE}/record",
            path,
        ]
        asking = [asyncio.create_task(player.get(page)) for page in pages]
        await idle()
        assert not any(task.done() for task in asking)
        listed = expect(await player.get("/api/tables"), 200)
        assert [one["stage"] for one in listed] == ["playing"]
        store.go.set()
        await ending
        assert [(await task).status_code for task in asking] == [200] * 4
    await api.service.close()


def test_no_generated_token_looks_like_an_option() -> None:
    assert [url_token(bytes([first, 1, 2])) for first in (0, 0xF8, 0xFC)] == ["AAEC", "xAEC", "_AEC"]
