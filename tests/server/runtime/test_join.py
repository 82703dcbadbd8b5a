"""Joining a table and leaving it: what each session is sent, and which seats are connected."""

import json

import pytest

from rexarium.kernel.facts import SPECTATOR
from rexarium.server.model import log
from rexarium.server.model.commands import AskFor, Resign, Sit, Stand
from rexarium.server.model.errors import Refusal
from rexarium.server.wire import messages, present
from tests.server.support.live import kinds
from tests.server.support.samples import (
    ANNA,
    BEN,
    CLEO,
    DORA,
    GAMES,
    NOBODY,
    PEOPLE,
    PROGRAM,
    bot,
    program,
)
from tests.server.support.server import TestServer, start_server


async def test_joining_sends_the_welcome_and_a_snapshot(server: TestServer) -> None:
    session, guest = await server.join(BEN), await server.join(NOBODY)
    welcome, snapshot, presence, later = session.read()
    assert (welcome["is"], welcome["seat"], welcome["person"]) == ("welcome", 2, "ben")
    assert snapshot["number"] == server.live.table.event_number(1)
    assert presence == {"is": "presence", "here": [2], "watching": 0}
    assert later == {"is": "presence", "here": [2], "watching": 1}
    welcome, snapshot, _ = guest.read()
    assert (welcome["seat"], welcome["person"], welcome["name"]) == (None, None, None)
    assert snapshot["position"]["decision"] is None


async def test_a_seat_is_connected_while_one_of_its_tabs_is(server: TestServer) -> None:
    first, second = await server.join(BEN), await server.join(BEN)
    other = await server.join(ANNA)
    server.live.leave(first)
    assert server.live.presence.seats() == [0, 1]
    server.live.leave(second)
    server.live.leave(second)  # nobody can leave twice
    assert server.live.presence.seats() == [0]
    assert [message["here"] for message in other.read() if message["is"] == "presence"] == [
        [1, 2],
        [1, 2],
        [1],
    ]


async def test_both_tabs_of_a_person_are_sent_the_same(server: TestServer) -> None:
    tabs = [await server.join(BEN), await server.join(BEN)]
    for session in tabs:
        session.read()
    for _ in range(6):
        await server.move()
    assert tabs[0].messages == tabs[1].messages
    assert len(tabs[0].messages) == 6


async def test_nobody_counts_as_absent_before_the_table_was_loaded(server: TestServer) -> None:
    """After a restart the first player back does not find the others absent since 1970."""
    await server.restart(seconds=3600)
    await server.join(ANNA)
    over = {"matter": "take over", "seat": 2, "bot": "hatchling"}
    with pytest.raises(Refusal, match=r"less than a minute\. The seat can be taken over in 60 seconds"):
        await server.do(ANNA, AskFor, **over)
    server.clock.advance(60)
    await server.do(ANNA, AskFor, **over)


async def test_time_with_the_server_closed_does_not_count_as_absence(server: TestServer) -> None:
    seat = server.live.table.waiting()[0]
    await server.restart(seconds=3600)
    for who in PEOPLE:
        await server.join(who)
    over = {"matter": "take over", "seat": seat + 1, "bot": "hatchling"}
    other = PEOPLE[(seat + 1) % 3]
    with pytest.raises(Refusal, match="is here"):
        await server.do(other, AskFor, **over)
    with pytest.raises(Refusal, match="600 seconds to go"):
        await server.do(other, AskFor, matter="clock")
    server.clock.advance(600)
    await server.do(other, AskFor, matter="clock")


@pytest.mark.table("trex", ANNA, None, None, is_started=False)
async def test_sitting_down_changes_the_view_and_presence_is_announced(server: TestServer) -> None:
    sessions = {who: await server.join(who) for who in (ANNA, CLEO, DORA)}
    for session in sessions.values():
        session.read()
    await server.do(CLEO, Sit, seat=3)
    assert kinds(sessions[CLEO]) == ["welcome", "snapshot", "presence"]
    assert sessions[CLEO].eyes == 2
    event, presence = sessions[ANNA].read()
    assert (event["is"], event["happened"]) == ("event", {"what": "seated", "seat": 3, "name": "Cleo"})
    assert presence == {"is": "presence", "here": [1, 3], "watching": 1}
    await server.do(CLEO, Sit, seat=2)  # gets up, sits down
    assert kinds(sessions[CLEO]) == ["welcome", "snapshot", "welcome", "snapshot", "presence"]
    assert kinds(sessions[ANNA]) == ["event", "event", "presence"]
    await server.do(CLEO, Stand)
    assert sessions[CLEO].eyes == SPECTATOR


async def test_a_resigned_player_sees_no_more_than_a_guest(server: TestServer) -> None:
    ben, guest = await server.join(BEN), await server.join(DORA)
    await server.do(BEN, Resign)
    welcome, snapshot = (message for message in ben.read()[-3:] if message["is"] != "presence")
    assert welcome["seat"] is None
    events = guest.read()
    assert snapshot["position"] == next(e["position"] for e in events if e["is"] == "event")


async def test_only_clients_that_missed_events_get_a_snapshot(server: TestServer) -> None:
    session = await server.join(BEN)
    number = server.live.table.event_number(1)
    session.read()
    await server.live.pong(session, number)
    assert kinds(session) == ["pong"]
    await server.live.pong(session, number - 1)
    assert kinds(session) == ["snapshot", "pong"]
    await server.live.resync(session)
    assert kinds(session) == ["snapshot"]
    await server.live.send_snapshot(session)
    assert kinds(session) == ["welcome", "snapshot"]


@pytest.mark.parametrize("game", GAMES)
async def test_every_seat_is_sent_only_what_it_may_know_of_a_turn(game: str) -> None:
    async with start_server(game) as server:
        sessions = [await server.join(who) for who in (*PEOPLE, DORA)]
        table, told = server.live.table, set[bool]()
        for _ in range(12):
            ply = table.match.ply if table.match else 0
            for session in sessions:
                session.read()
            await server.move()
            assert table.match is not None
            turns = [
                json.loads(messages.encode(present.turn_states(table, session.eyes, ply)))
                for session in sessions
            ]
            assert [session.read()[-1]["turns"] for session in sessions] == turns
            told |= {turn == turns[-1] for turn in turns}
        assert False in told or game != "trex", "nobody has drawn a card"


async def test_after_the_game_every_turn_is_sent_again_in_full(server: TestServer) -> None:
    session = await server.join(BEN)
    for _ in range(9):
        await server.move()
    session.read()
    await server.live.append(lambda _: [log.Ended(how="agreement")])
    (event,) = session.read()
    fresh = await server.join(BEN)
    snapshot = fresh.read()[1]
    assert event["turns"] == snapshot["turns"]
    assert event["turns"][0]["seat"] is None
    assert "hidden" not in str(event["turns"])


@pytest.mark.table("trex", ANNA, program(), bot())
async def test_a_program_that_is_replaced_becomes_a_guest_at_once(server: TestServer) -> None:
    session = await server.join(PROGRAM)
    assert session.eyes == 1
    await server.join(ANNA)
    session.read()
    await server.live.append(lambda _: [log.Replaced(seat=1, player=bot("hunter"))])
    assert session.eyes == SPECTATOR
    messages = session.read()
    assert [message["is"] for message in messages][-3:] == ["welcome", "snapshot", "presence"]
    assert messages[-3]["seat"] is None
