"""The same command gets the same reply, and is carried out once."""

import asyncio
import logging
from typing import Any

import pytest

from rexarium.server.model import asks, log
from rexarium.server.model.commands import Move, Say, Sit, Start
from rexarium.server.model.errors import Refusal
from rexarium.server.runtime.replies import MOST_REFUSED
from tests.server.support.live import flaky
from tests.server.support.model_table import dump, line_of
from tests.server.support.samples import ANNA, BEN, CLEO
from tests.server.support.server import TestServer, idle


async def test_a_repeated_command_gets_the_same_reply_even_after_a_restart(
    server: TestServer,
) -> None:
    say = Say(id="s", text="hello")
    first = await server.live.submit(BEN, say)
    await server.move()
    again = await server.live.submit(BEN, say)
    assert again == first
    assert len(server.live.table.chat) == 1
    seat = server.live.table.waiting()[0]
    assert server.live.table.match is not None
    move = Move(id="m", ply=server.live.table.match.ply, line=line_of(server.live.table, seat))
    who = server.actor(seat)
    done = await server.live.submit(who, move)
    await server.move()
    for _ in range(2):
        size = server.live.table.length
        assert await server.live.submit(who, move) == done
        assert await server.live.submit(BEN, say) == first
        assert server.live.table.length == size
        await server.restart()
    other = await server.live.submit(ANNA, say)  # another person's id is another command
    assert other != first


async def test_a_stale_move_changes_nothing(server: TestServer) -> None:
    seat = server.live.table.waiting()[0]
    line = line_of(server.live.table, seat)
    await server.move()
    before = dump(server.live.table)
    with pytest.raises(Refusal) as caught:
        await server.do(server.actor(seat), Move, ply=0, line=line)
    assert caught.value.code == "stale"
    assert dump(server.live.table) == before


async def test_an_answer_to_a_question_taken_back_is_stale_even_after_a_restart(
    server: TestServer,
) -> None:
    table = server.live.table
    while True:
        seat = table.waiting()[0]
        await server.move(seat)
        other = table.waiting()[0]
        if other != seat and asks._can_take_back(table, seat):
            break
    first = await decision_of(server, other)
    await server.live.append(lambda _: [log.TakenBack(seat=seat)])
    await server.move(seat, choice=1)
    await server.restart()
    second = await decision_of(server, other)
    assert (first["ply"], first["taken_back"]) == (second["ply"], 0)
    before = dump(server.live.table)
    for line in (second["choices"][0]["line"], "take blue"):
        with pytest.raises(Refusal) as caught:
            await server.do(server.actor(other), Move, ply=first["ply"], taken_back=0, line=line)
        assert caught.value.code == "stale"
    assert dump(server.live.table) == before
    await server.move(other, ply=second["ply"], taken_back=second["taken_back"])
    assert server.live.table.match is not None
    assert server.live.table.match.plies[second["ply"]].seat == other


async def decision_of(server: TestServer, seat: int) -> dict[str, Any]:
    """A seat's question, as a joining client is shown it."""
    session = await server.join(server.actor(seat))
    (decision,) = [each["position"]["decision"] for each in session.read() if each["is"] == "snapshot"]
    assert isinstance(decision, dict)
    return decision


async def test_first_come_first_served(server: TestServer) -> None:
    flaky(server).go.clear()
    says = [asyncio.create_task(server.do(BEN, Say, text=str(n))) for n in range(30)]
    await idle()
    flaky(server).go.set()
    numbers = [done.number for done in await asyncio.gather(*says)]
    assert numbers == sorted(n for n in numbers if n is not None)
    assert [said.text for said in server.live.table.chat] == [str(n) for n in range(30)]


@pytest.mark.table("trex", ANNA, BEN, None, is_started=False)
async def test_a_refusal_is_repeated_for_the_same_sender_and_id(
    server: TestServer,
) -> None:
    with pytest.raises(Refusal, match="Every seat needs a player") as first:
        await server.do(ANNA, Start, id="s")
    await server.do(CLEO, Sit, seat=3, share="of-cleo")
    for _ in range(2):
        with pytest.raises(Refusal, match="Every seat needs a player") as again:
            await server.do(ANNA, Start, id="s")
        assert (again.value.code, again.value.sentence) == (first.value.code, first.value.sentence)
    assert server.live.table.match is None
    await server.do(BEN, Start, id="s")
    assert server.live.table.stage == "playing"


async def test_a_remembered_refusal_keeps_its_rule_and_nothing_else_alive(server: TestServer) -> None:
    seat = server.live.table.waiting()[0]
    rules = []
    for _ in range(2):
        with pytest.raises(Refusal) as caught:
            await server.move(seat, id="m", line="take yellow")
        rules.append(caught.value.rule)
    assert rules[0]
    assert rules[0] == rules[1]
    (kept,) = server.live.replies._refused.values()
    assert kept.__traceback__ is None
    assert kept.__context__ is None


@pytest.mark.table("trex", ANNA, BEN, None, is_started=False)
async def test_the_number_of_remembered_refusals_is_limited(server: TestServer) -> None:
    for number in range(MOST_REFUSED + 1):
        with pytest.raises(Refusal):
            await server.do(ANNA, Start, id=f"s{number}")
    await server.do(CLEO, Sit, seat=3, share="of-cleo")
    with pytest.raises(Refusal):
        await server.do(ANNA, Start, id="s1")
    await server.do(ANNA, Start, id="s0")
    assert server.live.table.stage == "playing"


async def test_a_command_that_failed_to_store_can_be_retried_under_its_id(server: TestServer) -> None:
    store, table = flaky(server), server.live.table.id
    store.is_failing = True
    logging.disable(logging.CRITICAL)
    with pytest.raises(Refusal, match="could not save"):
        await server.do(ANNA, Say, id="s", text="hello")
    logging.disable(logging.NOTSET)
    store.is_failing = False
    server.live = await server.service.tables.get(table)
    await server.do(ANNA, Say, id="s", text="hello")
    assert [said.text for said in server.live.table.chat] == ["hello"]
