"""Nonsense, floods and broken messages: each is answered or ends the connection, and nobody else notices."""

import json
import random
from collections import Counter
from typing import Any, get_args

import msgspec
import pytest

from rexarium.server.limits import Limit
from rexarium.server.model import commands
from rexarium.server.net import dispatch, session
from rexarium.server.wire import messages
from rexarium.server.wire.messages import ClientMessage
from tests.server.support.api import counted, tiered
from tests.server.support.live_server import LiveClient, LiveServer, start_live_server
from tests.server.support.samples import TABLE

# Nonsense


async def test_an_oversized_message_closes_the_connection(live_server: LiveServer) -> None:
    async with live_server.join("anna") as anna:
        largest = json.dumps({"do": "say", "id": "1", "text": "x" * 500}).ljust(messages.LARGEST_MESSAGE)
        assert (await _answer(anna, largest))["is"] == "done"
        await anna.send(largest + " ")
        assert await anna.until_closed() == 1009


async def _answer(phone: LiveClient, text: str) -> dict[str, Any]:
    await phone.send(text)
    while (heard := await phone.hear())["is"] in ("event", "presence"):
        pass
    return heard


async def test_a_client_that_sends_only_nonsense_is_disconnected(live_server: LiveServer) -> None:
    async with live_server.join("anna") as anna:
        for number in range(dispatch.MAX_BAD_MESSAGES):
            await anna.send(f"nonsense {number}")
        assert await anna.until_closed() == 1001
        refusals = [message for message in anna.heard if message["is"] == "refused"]
        assert len(refusals) == dispatch.MAX_BAD_MESSAGES
        assert anna.heard[-1]["is"] == "bye"


@pytest.mark.access(session_messages=Limit(10, 0.001))
async def test_a_flood_is_refused_then_disconnected_and_nobody_else_notices(
    live_server: LiveServer,
) -> None:
    async with live_server.join("ben") as ben, live_server.join("anna") as anna:
        await ben.expect("presence")
        for number in range(60):
            await anna.send({"do": "why", "id": f"w{number}", "seat": 1})
        assert await anna.until_closed() == 1001
        kinds = Counter(message["is"] for message in anna.heard)
        assert kinds["reasons"] == 10
        assert kinds["refused"] == dispatch.MAX_BAD_MESSAGES
        refused = [message for message in anna.heard if message["is"] == "refused"]
        assert {(message["code"], message["id"]) for message in refused} == {
            ("too fast", f"w{number}") for number in range(10, 10 + dispatch.MAX_BAD_MESSAGES)
        }
        assert (await ben.ask(do="why", seat=1))["is"] == "reasons"
    async with live_server.join("anna") as anna:  # and may come again
        assert (await anna.ask(do="why", seat=1))["is"] == "reasons"


@pytest.mark.access(messages=tiered(person=Limit(10, 0.001)))
async def test_many_connections_from_one_address_share_its_limit(live_server: LiveServer) -> None:
    async with live_server.join("anna") as one, live_server.join("anna") as other:
        for number in range(5):
            assert (await one.ask(do="why", id=f"a{number}", seat=1))["is"] == "reasons"
            assert (await other.ask(do="why", id=f"b{number}", seat=1))["is"] == "reasons"
        assert (await one.ask(do="why", id="a", seat=1))["code"] == "too fast"
        before = counted("rexarium_commands_total", kind="unheard", answer="too fast")
        assert (await other.ask(do="why", id="b", seat=1))["code"] == "too fast"
        assert counted("rexarium_commands_total", kind="unheard", answer="too fast") == before + 1


# A grammar of messages, some of them broken
KINDS = [kind for kind in get_args(ClientMessage) if kind not in (messages.Hello, commands.Resign)]
WORDS = (
    "take blue",
    "play blue 7",
    "lose top",
    "hunter",
    "anna",
    "hello",
    "é\u202e",
    "x" * 70,
    "x" * 600,
    "\x00",
    "",
)


def any_message(chance: random.Random) -> dict[str, Any]:
    """A message of some kind with fields of the right or the wrong sort."""
    kind = chance.choice(KINDS)
    info = msgspec.inspect.type_info(kind)
    assert isinstance(info, msgspec.inspect.StructType)
    message: dict[str, Any] = {"do": info.tag}
    for field in info.fields:
        if field.encode_name == "id" and chance.random() < 0.9:
            message["id"] = f"id{chance.randrange(10**6)}"
        elif field.required or chance.random() < 0.5:
            message[field.encode_name] = any_value(field.type, chance)
    return message


def any_value(kind: Any, chance: random.Random) -> Any:
    """A value that fits, mostly."""
    if isinstance(kind, msgspec.inspect.UnionType):
        kind = chance.choice(kind.types)
    if chance.random() < 0.08:
        return any_junk(chance)
    if isinstance(kind, msgspec.inspect.LiteralType):
        return chance.choice(kind.values)
    fitting: dict[type, Any] = {
        msgspec.inspect.IntType: chance.choice([1, 1, 2, 2, 3, 3, 4, 0, 9, -1, 10**6, 2**70]),
        msgspec.inspect.BoolType: chance.random() < 0.5,
        msgspec.inspect.NoneType: None,
    }
    return fitting.get(type(kind), chance.choice(WORDS))


def any_junk(chance: random.Random) -> Any:
    return chance.choice(
        [None, True, 1.5, -0.0, 10**400, "", [], {}, [[[]]], {"a": {"b": 1}}, "\ud800", "\uffff"]
    )


def broken(text: str, chance: random.Random) -> str:
    """A text that was damaged on its way."""
    place = chance.randrange(len(text) + 1)
    ways = (
        text[:place],
        text[:place] + chance.choice('{}[]",:\\\x00é') + text[place:],
        text + text,
        text.replace('"do"', '"is"'),
        text.replace(":", " : ", 1),
        text.replace("{", '{"extra":1,', 1),
    )
    return chance.choice(ways)


@pytest.mark.uvloop
async def test_every_message_is_answered_whatever_is_sent(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(dispatch, "MAX_BAD_MESSAGES", 10**9)
    monkeypatch.setattr(session, "MOST_WAITING", 10**6)
    chance = random.Random(7)
    async with start_live_server() as live_server:
        live = await live_server.api.service.tables.get(TABLE)
        async with live_server.join("anna") as anna:
            expected: Counter[str] = Counter()
            for _ in range(800):
                text = json.dumps(any_message(chance))
                text = broken(text, chance) if chance.random() < 0.25 else text
                expected[expects(text)] += 1
                await anna.send(text)
            await anna.send({"do": "why", "id": "the-end", "seat": 1})
            while (await anna.hear()).get("id") != "the-end":
                pass
            answers = Counter(message["is"] for message in anna.heard[3:])
            commands = answers["done"] + answers["refused"] + answers["reasons"] + answers["prospects"]
            assert commands == expected["answer"] + 1
            assert answers["pong"] == expected["pong"] > 5
            assert answers["done"] > 20
            assert answers["refused"] > 300
            codes = Counter(m["code"] for m in anna.heard if m["is"] == "refused")
            assert len(codes) >= 5, codes
            assert "unavailable" not in codes
        async with live_server.join("ben") as ben:
            assert ben.heard[1]["number"] == live.table.event_number(1)
    assert not caplog.records


def expects(text: str) -> str:
    """How a text will be answered: by a pong, by a snapshot, or by an answer to a command."""
    try:
        message = messages.decode(text)
    except (msgspec.DecodeError, UnicodeError):
        return "answer"
    return {"Ping": "pong", "Resync": "snapshot"}.get(type(message).__name__, "answer")
