"""The WebSocket handshake over a real network: greetings, versions, origins and limits."""

import asyncio
import json
import socket
from dataclasses import replace
from typing import Any

import pytest
import websockets

from rexarium.server.net import admission
from rexarium.server.wire.messages import VERSION
from tests.server.support.api import BOUNDLESS
from tests.server.support.live_server import GREETED, HELLO, LiveServer, start_live_server
from tests.server.support.samples import TABLE


async def test_hello_is_answered_with_welcome_and_snapshot(live_server: LiveServer) -> None:
    async with live_server.call("ben") as ben, live_server.call() as guest:
        await ben.send(HELLO)
        welcome, snapshot, _ = await ben.expect("welcome", "snapshot", "presence")
        assert (welcome["version"], welcome["person"], welcome["seat"]) == (VERSION, "ben", 2)
        assert snapshot["table"]["table"] == TABLE
        await guest.send(json.dumps(HELLO).encode())  # bytes will do
        welcome, *_ = await guest.expect("welcome", "snapshot", "presence")
        assert welcome["seat"] is None
        await ben.send(HELLO)
        await ben.expect("presence", "refused")


async def test_a_version_in_the_url_counts_as_a_hello(
    live_server: LiveServer,
) -> None:
    async with live_server.call("ben", query=GREETED) as ben, live_server.call() as guest:
        welcome, snapshot, _ = await ben.expect("welcome", "snapshot", "presence")
        await guest.send(HELLO)
        _, other, _ = await guest.expect("welcome", "snapshot", "presence")
        assert (welcome["version"], welcome["person"], welcome["seat"]) == (VERSION, "ben", 2)
        assert snapshot["table"] == other["table"]
        assert snapshot["number"] == other["number"]
        await ben.send(HELLO)  # which is one too many, and does no harm
        _, refused = await ben.expect("presence", "refused")
        assert (refused["id"], refused["code"]) == (None, "not possible")
        assert (await ben.ask(do="say", text="still here"))["is"] == "done"


async def test_messages_sent_before_the_welcome_are_answered_after_it(live_server: LiveServer) -> None:
    async with live_server.call("ben", query=GREETED) as ben:
        await ben.send({"do": "say", "id": "s", "text": "in a hurry"})
        await ben.send({"do": "ping", "seen": 1_000})
        await ben.expect("welcome", "snapshot", "presence", "event", "done", "snapshot", "pong")


@pytest.mark.parametrize(
    ("query", "code"),
    [
        (f"?version={VERSION + 1}", "wrong version"),
        ("?version=0", "wrong version"),
        ("?version=", "unreadable"),
        ("?version=one", "unreadable"),
        ("?version=-1", "unreadable"),
        ("?version=%D9%A1", "unreadable"),  # a digit elsewhere
        ("?version=%FF%00", "unreadable"),
        ("?version=1%2C%22key%22%3A%221234567890123456%22", "unreadable"),
        (f"?version={'1' * 3000}", "unreadable"),
        (f"?version={'1' * 5000}", "too large"),
    ],
)
async def test_another_version_in_the_url_is_refused_as_in_a_hello(
    live_server: LiveServer, query: str, code: str
) -> None:
    async with live_server.call("ben", query=query) as ben:
        (refused,) = await ben.expect("refused")
        assert refused["code"] == code
        assert await ben.until_closed() == 1008


@pytest.mark.parametrize(
    ("first", "code"),
    [
        ({"do": "hello", "version": VERSION + 1}, "wrong version"),
        ({"do": "hello", "version": "one"}, "unreadable"),
        ({"do": "hello", "version": 1, "key": "a-key-that-nobody-has"}, "not allowed"),
        ({"do": "hello", "version": 1, "surprise": 1}, "unreadable"),
        ({"do": "ping", "seen": 1}, "not possible"),
        ({"do": "start", "id": "1"}, "not possible"),
        ("", "unreadable"),
        ("hello", "unreadable"),
        ("[" * 4000, "unreadable"),
        (b"\xff\xfe\x00", "unreadable"),
    ],
)
async def test_a_first_message_other_than_hello_is_refused(
    live_server: LiveServer, first: Any, code: str
) -> None:
    async with live_server.call("ben") as ben:
        await ben.send(first)
        (refused,) = await ben.expect("refused")
        assert refused["code"] == code
        assert await ben.until_closed() == 1008


async def test_a_connection_to_a_missing_table_is_closed(live_server: LiveServer) -> None:
    for table in ("nothing-here", "x", "x" * 200):
        async with live_server.call("ben", table, query=GREETED) as ben:
            (refused,) = await ben.expect("refused")
            assert refused["code"] == "unknown"
            assert await ben.until_closed() == 1008


@pytest.mark.uvloop
async def test_a_silent_client_is_disconnected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(admission, "HELLO_SECONDS", 0.1)
    async with start_live_server() as live_server, live_server.call("ben") as ben:
        assert await ben.until_closed() == 1001


@pytest.mark.parametrize("query", ["", GREETED])
@pytest.mark.parametrize(
    ("person", "origin", "host", "is_let_in"),
    [
        ("ben", "", "", True),
        ("ben", "http://evil.example", "", False),
        ("ben", "null", "", False),
        ("ben", "http://[", "", False),
        ("ben", None, "", False),  # a cookie without an origin: no page of ours, and no program needs one
        ("", None, "", True),
        ("", "http://evil.example", "", False),
        ("", None, "evil.example", False),
        ("", "http://evil.example", "evil.example", False),
    ],
)
async def test_only_our_pages_and_cookieless_programs_are_admitted(
    live_server: LiveServer, person: str, origin: str | None, host: str, is_let_in: bool, query: str
) -> None:
    with socket.create_connection(("127.0.0.1", live_server.number)) as raw:
        raw.setblocking(False)
        calling = live_server.call(person, origin=origin, host=host or "localhost", sock=raw, query=query)
        if is_let_in:
            async with calling:
                return
        with pytest.raises(websockets.InvalidStatus, match="HTTP 403"):
            await calling.__aenter__()


@pytest.mark.access(settings=replace(BOUNDLESS, connections_guests=2))
async def test_connections_per_client_are_limited(live_server: LiveServer) -> None:
    async with live_server.join(), live_server.join(), live_server.call(query=GREETED) as third:
        (refused,) = await third.expect("refused")
        assert (refused["code"], refused["values"]) == ("not possible", {"most": 2})
        assert await third.until_closed() == admission.REFUSED
    while True:  # a closed connection frees a place as soon as it is noticed
        async with live_server.call(query=GREETED) as third:
            if (await third.hear())["is"] == "welcome":
                break
        await asyncio.sleep(0.02)
