"""Messages over a WebSocket are answered one after the other, and each person gets their own replies."""

import asyncio
from typing import Any

import msgspec
import pytest
import websockets
from websockets.frames import Frame, Opcode

from rexarium.server.limits import Limit
from rexarium.server.model import log
from rexarium.server.model.commands import Say
from rexarium.server.model.errors import Refusal
from rexarium.server.model.log import Clock
from rexarium.server.model.table import Table
from rexarium.server.net import session
from rexarium.server.net.session import MOST_WAITING, Session
from rexarium.server.net.websocket import head_of
from tests.server.support.api import Api, tiered
from tests.server.support.live_server import GREETED, HELLO, LiveServer, start_live_server
from tests.server.support.model_table import line_of, moves_of
from tests.server.support.samples import ANNA, BEN, PATIENCE, PEOPLE, TABLE, bot, opening
from tests.server.support.server import TestServer, idle, start_server
from tests.server.support.sockets import FakeConnection, no_answer, part, session_on, watch_transports

# At the table


@pytest.mark.access(requests=tiered(network=Limit(3, 0.0001)))
async def test_message_rates_are_limited(live_server: LiveServer) -> None:
    for _ in range(3):
        async with live_server.join("ben"):
            pass
    for person in ("ben", ""):
        with pytest.raises(websockets.InvalidStatus, match="HTTP 403"):
            async with live_server.call(person):
                pass


async def test_two_tabs_of_one_person_see_the_same_and_get_their_own_replies(
    live_server: LiveServer,
) -> None:
    table = (await live_server.api.service.tables.get(TABLE)).table
    seat = table.waiting()[0]
    who = PEOPLE[seat].person
    async with live_server.join(who) as first, live_server.join(who) as second:
        await first.expect("presence")
        line = line_of(table, seat)
        done = await first.ask(do="move", ply=0, line=line)
        assert done == {"is": "done", "id": "q1", "number": table.length, "table": None}
        (event,) = await second.expect("event")
        assert event in first.heard
        assert event["happened"] == {"what": "moved", "seat": seat + 1, "line": line}
        # The same person, the same name: the same command.
        again = await second.ask(do="move", ply=0, line=line)
        assert again == done
        stale = await second.ask(id="other", do="move", ply=0, line=line)
        assert stale["code"] == "stale"
        await second.expect("snapshot")


async def test_a_program_plays_the_seat_of_its_key(live_server: LiveServer) -> None:
    api = live_server.api
    await api.service.tables.begin(_two_seats())
    anna = await api.store.person("anna")
    assert anna is not None
    key = await api.service.tables.make_seat_key(anna, "for-a-program", 2)
    live = await api.service.tables.get("for-a-program")
    named = f"{GREETED}&key={key}"  # in an address, which others may read: there a key is none
    async with live_server.call(table="for-a-program", origin=None, query=named) as nobody:
        welcome, *_ = await nobody.expect("welcome", "snapshot", "presence")
        assert welcome["seat"] is None
    async with live_server.call(table="for-a-program", origin=None) as program:
        await program.send(HELLO | {"key": key})
        welcome, snapshot, _ = await program.expect("welcome", "snapshot", "presence")
        assert (welcome["seat"], welcome["person"]) == (2, None)
        await live.append(lambda _: [log.Started()])
        made = 0
        while made < 3:
            table = live.table
            if table.waiting() == [0]:
                await live.append(lambda table: [log.Moved(seat=0, moves=moves_of(table, 0))])
                continue
            ply = table.match.ply if table.match else -1
            done = await program.ask(do="move", ply=ply, line=line_of(table, 1))
            assert done["is"] == "done"
            made += 1
        refused = await program.ask(do="say", text="beep")
        assert refused["code"] == "not allowed"
        position = next(m for m in reversed(program.heard) if m["is"] == "event")["position"]
        assert position["view"]["seats"][0]["hand"] is None
        assert position["view"]["seats"][1]["hand"] is not None
        assert snapshot["position"] is None


def _two_seats() -> list[log.AnyEntry]:
    first, *rest = opening("trex", [ANNA, None], is_started=False)
    return [msgspec.structs.replace(first, table="for-a-program"), *rest]


@pytest.mark.access(chat=Limit(3, 0.001), hints=Limit(1, 0.001))
async def test_chat_hints_and_rematches_use_the_same_connection(live_server: LiveServer) -> None:
    entries = opening("trex", [ANNA, bot(), bot()], Clock())
    await live_server.api.service.tables.begin(
        [msgspec.structs.replace(entries[0], table="with-bots"), *entries[1:]]
    )
    live = await live_server.api.service.tables.get("with-bots")
    async with live_server.join("anna", "with-bots") as anna:
        said = [await anna.ask(do="say", text=f"{n}") for n in range(4)]
        assert [answer["is"] for answer in said] == ["done", "done", "done", "refused"]
        assert said[-1]["code"] == "too fast"
        assert await anna.ask(do="say", text="2", id=said[2]["id"]) == said[2]
        while live.table.waiting() != [0]:
            await asyncio.sleep(0.01)
        hints = [await anna.ask(do="hint") for _ in range(2)]
        assert [answer["is"] for answer in hints] == ["prospects", "refused"]
        assert (await anna.ask(do="rematch"))["code"] == "not possible"
        await anna.ask(do="resign")
        done = await anna.ask(do="rematch")
        assert done["table"]
        async with live_server.join("anna", done["table"]):
            pass


@pytest.mark.access(changes=Limit(2, 0.001))
async def test_changes_of_choice_and_seat_are_limited_and_moves_are_not(
    live_server: LiveServer,
) -> None:
    for table_id, is_started in (("of-choices", True), ("of-seats", False)):
        entries = opening("tyrannosaurus", [ANNA, BEN], is_started=is_started)
        await live_server.api.service.tables.begin(
            [msgspec.structs.replace(entries[0], table=table_id), *entries[1:]]
        )
    table = (await live_server.api.service.tables.get("of-choices")).table
    async with live_server.join("anna", "of-choices") as anna, live_server.join("ben", "of-seats") as ben:

        async def choose(choice: int, **fields: Any) -> dict[str, Any]:
            assert table.match is not None
            return await anna.ask(do="move", ply=table.match.ply, line=line_of(table, 0, choice), **fields)

        chosen = [await choose(number) for number in range(4)]
        assert [answer["is"] for answer in chosen] == ["done", "done", "done", "refused"]
        assert chosen[-1]["code"] == "too fast"
        assert await choose(2, id=chosen[2]["id"]) == chosen[2]
        for more in (
            {"do": "ask", "matter": "take back"},
            {"do": "mute", "person": "ben", "is_muted": True},
        ):
            assert (await anna.ask(**more))["code"] == "too fast"
        assert (await anna.ask(do="say", text="well"))["is"] == "done"
        seats = [await ben.ask(do=what, **where) for what, where in (("sit", {"seat": 2}), ("stand", {}))]
        assert [answer["is"] for answer in seats] == ["done", "done"]
        assert (await ben.ask(do="sit", seat=2))["code"] == "too fast"


@pytest.mark.uvloop
async def test_a_disconnect_with_messages_queued_is_not_an_error(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    transports = watch_transports(monkeypatch)
    async with start_live_server() as live_server:
        live = await live_server.api.service.tables.get(TABLE)
        async with live_server.join("anna"):
            (session,) = live.presence.recipients
            assert isinstance(session, Session)
            (transport,) = transports
            transport.abort()
            session.send(b"{}")
            session.close("Too late.")
            while live.presence.recipients:
                await asyncio.sleep(0.01)
    assert not caplog.records


async def test_a_server_that_closes_says_goodbye(live_server: LiveServer) -> None:
    live = await live_server.api.service.tables.get(TABLE)
    async with live_server.join("anna") as anna, live_server.join("ben") as ben:
        await anna.expect("presence")
        for phone in (anna, ben):
            phone.heard.clear()
        live.close("Reconnect.")
        for phone in (anna, ben):
            assert await phone.until_closed() == 1001
            assert phone.heard == [{"is": "bye", "sentence": "Reconnect."}]


async def test_a_restarting_server_says_so(live_server: LiveServer) -> None:
    async with live_server.join("anna") as anna:
        live_server.uvicorn.should_exit = True
        assert await anna.until_closed() == 1012


# Hearing


async def test_messages_are_answered_in_order_and_a_fast_sender_waits(
    server: TestServer,
) -> None:
    line, answered, go = FakeConnection(), list[str](), asyncio.Event()

    async def answer(_: Session, text: str) -> None:
        await go.wait()
        answered.append(text)

    session = session_on(line)
    session.stay(server.live, answer, part)
    for text in "abc":
        session.on_message(text)
        assert line.is_heard == (text == "a")
    await idle()
    assert not answered
    go.set()
    await idle()
    assert answered == ["a", "b", "c"]
    assert line.is_heard
    session.on_message("d")
    session.close("Bye.")
    await idle()
    assert answered == ["a", "b", "c"]  # after a goodbye nothing is read


async def test_an_error_while_resending_a_snapshot_is_logged_too(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object) -> None:
        raise ZeroDivisionError

    async with start_server() as server:
        line = FakeConnection()
        visitor = session_on(line)
        visitor.stay(server.live, no_answer, part)
        monkeypatch.setattr(server.live, "send_snapshot", fail)
        line.is_writable = False
        for _ in range(MOST_WAITING + 1):
            visitor.send(b"{}")
        line.is_writable = True
        visitor.on_writable()
        await idle()
        assert line.posted == [{"is": "bye", "sentence": session.ACCIDENT}]
        assert line.is_over
    assert [record.message for record in caplog.records] == ["could not answer a client"]


async def test_goodbye_is_said_once(server: TestServer) -> None:
    line = FakeConnection()
    session = session_on(line)
    session.stay(server.live, no_answer, part)
    session.close("Bye.")
    session.on_writable()  # the goodbye had filled the connection, which is writable again
    session.close("Bye again.")
    assert line.posted == [{"is": "bye", "sentence": "Bye."}]


async def test_a_disconnect_cancels_the_pending_hint(server: TestServer) -> None:
    is_over = asyncio.Event()

    async def think_for_ever(*_: object) -> None:
        try:
            await asyncio.sleep(PATIENCE)
        finally:
            is_over.set()

    async def answer(session: Session, _: str) -> None:
        await session.run_cancellable(think_for_ever())

    line = FakeConnection()
    session = session_on(line)
    session.stay(server.live, answer, part)
    session.on_message("hint")
    await idle()
    session.on_close()
    await idle()
    assert is_over.is_set()
    assert not server.live.tasks.running
    assert not line.posted


async def test_a_sent_command_is_carried_out_even_if_the_connection_drops(live_server: LiveServer) -> None:
    live = await live_server.api.service.tables.get(TABLE)
    async with live_server.join("anna") as anna:
        await anna.send({"do": "say", "id": "last", "text": "my last words"})
        anna.line.transport.abort()
    async with asyncio.timeout(PATIENCE):
        while live.presence.recipients or not live.table.chat:
            await asyncio.sleep(0.01)
    assert [said.text for said in live.table.chat] == ["my last words"]


@pytest.mark.uvloop
async def test_an_error_while_answering_is_logged_and_the_client_can_reconnect(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object) -> None:
        raise ZeroDivisionError("the seven of hearts")

    async with start_live_server() as live_server:
        live = await live_server.api.service.tables.get(TABLE)
        async with live_server.join("anna") as anna:
            monkeypatch.setattr(live, "submit", fail)
            await anna.send({"do": "say", "id": "s", "text": "hello"})
            assert await anna.until_closed() == 1001
            assert anna.heard[-1] == {"is": "bye", "sentence": session.ACCIDENT}
    assert [record.message for record in caplog.records] == ["could not answer a client"]


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536, 200_000])
def test_a_message_is_framed_as_the_websockets_library_frames_it(size: int) -> None:
    message = b"x" * size
    assert head_of(message) + message == Frame(Opcode.TEXT, message).serialize(mask=False)


async def test_invalid_text_closes_the_connection(live_server: LiveServer) -> None:
    async with live_server.join("anna") as anna:
        await anna.line.send(b"\xff\xfe", text=True)
        assert await anna.until_closed() == 1007


@pytest.mark.access(chat=Limit(2, 0.001))
async def test_a_repeated_command_gets_the_reply_it_had_and_does_not_count_for_the_limits(api: Api) -> None:
    anna = await api.call(TABLE, "anna")
    refused = [await anna.ask(do="say", id="empty", text=" ") for _ in range(4)]
    assert {each["code"] for each in refused} == {"not possible"}
    done = [await anna.ask(do="say", id="hello", text="hello") for _ in range(4)]
    assert {each["is"] for each in done} == {"done"}
    assert (await anna.ask(do="say", id="more", text="more"))["code"] == "too fast"
    again = [await anna.ask(do="say", id=id_, text="again") for id_ in ("empty", "hello")]
    assert again == [refused[0], done[0]], "also once the limit is reached"


async def test_limits_are_asked_for_new_commands_only_and_while_the_table_rests(server: TestServer) -> None:
    seen: list[bool] = []

    def limit(table: Table) -> None:
        seen.append(table is server.live.table and server.live._queue.locked())

    for _ in range(3):
        await server.live.submit(ANNA, Say(id="s", text="hello"), limit)
        with pytest.raises(Refusal, match="empty"):
            await server.live.submit(ANNA, Say(id="e", text=" "), limit)
    assert seen == [True, True]
