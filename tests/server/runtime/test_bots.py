"""Bots play by themselves, and are replaced when they fail."""

import asyncio
from asyncio.subprocess import PIPE, Process
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from msgspec.structs import replace

from rexarium.bots import LEVELS
from rexarium.server.model import asks, log
from rexarium.server.model.commands import AskFor, Start
from rexarium.server.model.table import SUBSTITUTE
from rexarium.server.net.pools import BOTS, NICE_BOTS, bot_pool
from rexarium.server.runtime.service import Service
from rexarium.server.workers.bots import ChooseMove, choose_move
from rexarium.server.workers.pool import WorkerFailed
from rexarium.server.workers.processes import WorkerPool
from rexarium.server.workers.tasks import Task
from tests.server.support.fakes import FakeBots, InlinePool
from tests.server.support.model_table import dump
from tests.server.support.samples import ANNA, PATIENCE, bot
from tests.server.support.server import TestServer, idle, wait_for


@pytest.mark.table("tyrannosaurus", bot(), bot("hunter"), bot())
async def test_bots_play_a_game_to_its_end_by_themselves(server: TestServer) -> None:
    await wait_for(lambda: server.live.table.stage == "over")
    await idle()
    assert dump(await server.read_again()) == dump(server.live.table)


@pytest.mark.table("trex", bot(), bot(), is_started=False)
async def test_a_table_is_idle_while_a_bot_thinks(server: TestServer) -> None:
    server.bots.go.clear()
    ticks = 0
    tick = server.live.run_due

    async def counted() -> None:
        nonlocal ticks
        ticks += 1
        await tick()

    server.live.run_due = counted  # type: ignore[method-assign]
    await server.do(ANNA, Start)
    await idle()
    assert len(server.bots.asked) == 1
    assert ticks == 0
    assert not server.live.is_idle


@pytest.mark.table("trex", bot("tyrant"), bot("tyrant"), is_started=False)
async def test_the_rules_move_when_every_replacement_bot_fails(server: TestServer) -> None:
    server.bots.failing = set(LEVELS)
    await server.do(ANNA, Start)
    await idle()
    entries = [
        server.live.table.codec.decode(entry.data)
        for entry in await server.store.entries(server.live.table.id)
    ]
    seat = next(entry.seat for entry in entries if isinstance(entry, log.Replaced))
    sitters = [b.player.bot for b in entries if isinstance(b, log.Replaced) and b.seat == seat]
    assert sitters == [SUBSTITUTE, LEVELS[0], SUBSTITUTE]
    moved = next(entry for entry in entries if isinstance(entry, log.Moved))
    assert (moved.seat, moved.is_forced) == (seat, True)


@pytest.mark.table("trex", bot("tyrant"), bot("tyrant"), is_started=False)
async def test_a_bot_that_gives_an_invalid_answer_is_replaced(server: TestServer) -> None:
    async def nonsense(task: Task[Any], is_urgent: Callable[[], bool] = lambda: True) -> Any:
        if isinstance(task, ChooseMove) and task.bot == "tyrant":
            return 63
        return await FakeBots.run(server.bots, task, is_urgent)

    server.bots.run = nonsense  # type: ignore[method-assign]
    await server.do(ANNA, Start)
    await idle()
    assert {player.bot for player in server.live.table.players if player} == {SUBSTITUTE}


@pytest.mark.table("trex", ANNA, bot(), bot())
async def test_a_bots_move_for_an_outdated_position_is_dropped(server: TestServer) -> None:
    table = server.live.table
    while not (table.bots_to_move() and asks._can_take_back(table, 0)):
        server.bots.go.set()
        await wait_for(lambda: table.waiting() == [0])
        server.bots.go.clear()
        await server.move(0)
    await wait_for(lambda: len(server.live._thoughts) == 1)
    await server.do(ANNA, AskFor, matter="take back")
    assert table.waiting() == [0]
    ply = table.match.ply if table.match else -1
    server.bots.go.set()
    await idle()
    assert table.match is not None
    assert table.match.ply == ply
    assert table.waiting() == [0]


@pytest.mark.table("tyrannosaurus", ANNA, bot(), is_started=False)
async def test_choosing_and_taking_back_does_not_keep_a_bot_from_moving(server: TestServer) -> None:
    table = server.live.table
    server.bots.go.clear()
    await server.do(ANNA, Start)
    await wait_for(lambda: len(server.bots.asked) == 1)
    await server.move(0)
    await server.do(ANNA, AskFor, matter="take back")
    server.bots.go.set()
    await idle()
    assert table.waiting() == [0]
    assert len(server.bots.asked) == 1, "it was asked the same again"


async def test_a_hanging_bot_is_killed_at_its_deadline_and_a_crash_is_detected(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With real processes: one that sleeps, one that ends, one that cannot be started, one that raises."""

    def start(*words: str) -> Callable[[str, int], Awaitable[Process]]:
        return lambda *_: asyncio.create_subprocess_exec(*words, stdin=PIPE, stdout=PIPE)

    server = TestServer()
    server.service = Service(server.store, bot_pool(), InlinePool(), server.clock, heartbeat_seconds=None)
    await server.open("trex", [bot(), bot()], is_started=False)
    await server.live.append(lambda _: [log.Started()])
    match = server.live.table.match
    assert match is not None
    (seat,) = match.waiting()
    task = choose_move("trex", match.sight(seat), match.ply, "hatchling")
    server.live.close("")
    for words, deadline, complaint in (
        (("sleep", "600"), 0.3, "too long"),
        (("true",), PATIENCE, "died"),
        (("/no/such",), PATIENCE, "started"),
    ):
        with monkeypatch.context() as patch:
            patch.setattr("rexarium.server.workers.processes._start", start(*words))
            with pytest.raises(WorkerFailed, match=complaint):
                await WorkerPool(BOTS, 1, NICE_BOTS, deadline).run(task)
    pool = WorkerPool(BOTS, 1, NICE_BOTS, PATIENCE)
    move = await pool.run(task)
    assert match.check(seat, move)
    (process,) = pool._idle
    process.kill()
    assert await pool.run(task) is not None  # another has started
    # Its kind is logged, and no text that could hold a card.
    with pytest.raises(WorkerFailed, match=r"^AssertionError$"):
        await pool.run(replace(task, seat=1 - seat))
    assert await pool.run(task) is not None
    await pool.close()
    await server.service.close()
