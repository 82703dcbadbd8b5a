"""A client that reads slowly is sent one snapshot instead of all it has missed."""

import asyncio
import socket

import pytest

from rexarium.kernel.facts import SPECTATOR
from rexarium.server.model import commands
from rexarium.server.model.commands import Say
from rexarium.server.net.session import MOST_WAITING, Session
from tests.server.support.live_server import HELLO, LiveServer
from tests.server.support.samples import ANNA, BEN, TABLE
from tests.server.support.server import TestServer, idle
from tests.server.support.sockets import FakeConnection, no_answer, part, session_on


@pytest.mark.send_buffer(4096)
async def test_a_client_that_stops_reading_gets_a_snapshot_when_it_resumes(live_server: LiveServer) -> None:
    """Messages do not pile up behind a full connection: they are dropped for a snapshot."""
    live = await live_server.api.service.tables.get(TABLE)
    with socket.socket() as raw:
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        raw.connect(("127.0.0.1", live_server.number))
        raw.setblocking(False)
        async with live_server.call(sock=raw, max_queue=1) as slow:
            await slow.send(HELLO)
            await slow.expect("welcome", "snapshot", "presence")
            for number in range(400):
                await live.submit(ANNA, Say(id=f"s{number}", text="x" * 400))
                await asyncio.sleep(0)
            (session,) = live.presence.recipients
            assert isinstance(session, Session)
            assert len(session._outgoing) <= MOST_WAITING
            assert session.needs_snapshot
            number = live.table.event_number(SPECTATOR)
            while slow.heard[-1].get("number") != number:
                await slow.hear()
            kinds = [message["is"] for message in slow.heard[3:]]
            assert "welcome" in kinds
            assert kinds.count("event") < 400
            last = max(place for place, message in enumerate(slow.heard) if message["is"] == "snapshot")
            numbers = [m["number"] for m in slow.heard[last:] if m["is"] in ("event", "snapshot")]
            assert numbers == list(range(numbers[0], number + 1))
            before = [m["number"] for m in slow.heard[: last - 1] if m["is"] in ("event", "snapshot")]
            assert before == list(range(before[0], before[-1] + 1))


async def test_a_blocked_connection_queues_little_and_asks_for_a_snapshot_once_writable(
    server: TestServer,
) -> None:
    line = FakeConnection()
    session = session_on(line)
    await server.live.join(session)
    session.stay(server.live, no_answer, part)
    line.is_writable = False
    line.posted.clear()
    for number in range(300):
        await server.do(ANNA, Say, text=f"{number}")
        assert len(session._outgoing) <= MOST_WAITING
    await server.do(BEN, commands.Resign)  # the view changes while nothing can be sent
    assert not line.posted
    line.is_writable = True
    session.on_writable()
    await idle()
    session.close("Bye.")
    welcome, snapshot, bye = line.posted
    assert bye == {"is": "bye", "sentence": "Bye."}
    assert line.is_over
    assert (welcome["is"], welcome["seat"]) == ("welcome", None)
    assert (snapshot["is"], snapshot["number"]) == ("snapshot", server.live.table.event_number(SPECTATOR))


async def test_queued_messages_go_before_later_ones_and_before_goodbye(server: TestServer) -> None:
    line = FakeConnection()
    session = session_on(line)
    session.stay(server.live, no_answer, part)
    line.is_writable = False
    for number in range(3):
        session.send(b"%d" % number)
    session.close("Bye.")
    session.send(b"3")
    assert not line.posted
    assert not line.is_over
    line.is_writable = True
    session.on_writable()
    assert line.posted == [0, 1, 2, {"is": "bye", "sentence": "Bye."}]
    assert line.is_over


async def test_one_snapshot_is_enough_however_often_the_connection_can_be_written_to(
    server: TestServer,
) -> None:
    line = FakeConnection()
    session = session_on(line)
    await server.live.join(session)
    session.stay(server.live, no_answer, part)
    line.is_writable = False
    line.posted.clear()
    for number in range(MOST_WAITING + 1):
        await server.do(ANNA, Say, text=f"{number}")
    assert session.needs_snapshot
    line.is_writable = True
    for _ in range(3):
        session.on_writable()
    await idle()
    assert [message["is"] for message in line.posted] == ["welcome", "snapshot"]
    line.is_writable = False
    line.posted.clear()
    for number in range(MOST_WAITING + 1):
        await server.do(BEN, Say, text=f"{number}")
    line.is_writable = True
    session.on_writable()
    await idle()
    assert [message["is"] for message in line.posted] == ["welcome", "snapshot"], "and the next time again"
