"""Workers may die at any time, and callers never notice: another one is started and asked again."""

import asyncio
import logging
import os
import random
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import pytest
import uvloop
from msgspec.structs import replace

from rexarium.bots import LEVELS
from rexarium.server.model import log, schedule
from rexarium.server.model.commands import Start
from rexarium.server.model.errors import Refusal
from rexarium.server.model.rows import Listing, Ownership, StoredEntry
from rexarium.server.model.table import SUBSTITUTE
from rexarium.server.runtime.service import Service
from rexarium.server.storage.memory import MemoryStore
from rexarium.server.workers import processes
from rexarium.server.workers.bots import ChooseMove
from rexarium.server.workers.pool import WorkerFailed
from rexarium.server.workers.processes import WorkerPool
from rexarium.server.workers.tasks import Task
from tests.server.support.fakes import FakeClock, InlinePool, choices_of
from tests.server.support.samples import ANNA, bot, opening
from tests.server.support.server import idle, open_service, start_server, wait_for

GAMES, AT_ONCE = 200, 4
OFTEN = 0.005  # of the times that somebody is asked
LOOPS = {"asyncio": asyncio.new_event_loop, "uvloop": uvloop.new_event_loop}
ECHO = """
import sys
while head := sys.stdin.buffer.read(4):
    sys.stdout.buffer.write(head + sys.stdin.buffer.read(int.from_bytes(head, "big")))
    sys.stdout.buffer.flush()
"""  # a worker that starts in no time: what it is asked is what it answers


async def _start_echo(*_: object) -> Process:
    return await asyncio.create_subprocess_exec(sys.executable, "-ISc", ECHO, stdin=PIPE, stdout=PIPE)


@pytest.fixture(autouse=True)
def _echoes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "_start", _start_echo)


class Right(msgspec.Struct, frozen=True, tag="answered"):
    """A task for an echo whose answer is this: what is sent looks like a reply."""

    answer: int

    def run(self) -> int:
        return self.answer


class Blurred(msgspec.Struct, frozen=True, tag="answered"):
    """A task for an echo that answers with a text where a number is promised."""

    answer: str

    def run(self) -> int:
        return 0


class Trouble(msgspec.Struct, frozen=True, tag="failed"):
    """A task for an echo at which a worker comes to grief."""

    why: str

    def run(self) -> int:
        return 0


class Nonsense(msgspec.Struct, frozen=True, array_like=True):
    """A task for an echo that answers what nobody can make head or tail of."""

    said: str | None

    def run(self) -> int:
        return 0


async def kill(process: Process) -> None:
    """End it as a system does that has run out of memory, and see it dead."""
    os.kill(process.pid, signal.SIGKILL)
    await process.wait()
    await idle()


# Loops differ in what a broken pipe raises.
@pytest.mark.parametrize(
    "anyio_backend", [("asyncio", {"loop_factory": LOOPS[name]}) for name in sorted(LOOPS)], ids=sorted(LOOPS)
)
async def test_a_killed_worker_goes_unnoticed_by_its_caller() -> None:
    pool = WorkerPool("", 1, 0)
    assert await pool.run(Right(1)) == 1
    os.kill(pool._idle[0].pid, signal.SIGKILL)  # and we do not know it yet
    assert await pool.run(Right(2)) == 2
    await kill(pool._idle[0])  # and we know it
    assert await pool.run(Right(3)) == 3
    os.kill(pool._idle[0].pid, signal.SIGSTOP)
    asking = asyncio.create_task(pool.run(Right(4)))
    await wait_for(lambda: bool(pool._busy))
    await idle()
    await kill(*pool._busy)  # while it thinks
    assert await asking == 4
    await pool.close()


@pytest.mark.parametrize(
    "nonsense",
    [Trouble("MemoryError"), Nonsense("nothing of a reply"), Nonsense(None), Blurred("1")],
    ids=["error", "text", "none", "other type"],
)
async def test_a_worker_that_fails_twice_has_failed(nonsense: Any) -> None:
    """The first bot is not asked again, whatever the reason it failed; neither is the second."""
    pool = WorkerPool("", 1, 0)
    assert await pool.run(Right(1)) == 1
    first = pool._idle[0]
    with pytest.raises(WorkerFailed):
        await pool.run(nonsense)
    assert first.returncode is not None
    assert not pool._idle
    assert await pool.run(Right(2)) == 2
    await pool.close()


async def test_a_worker_past_its_deadline_is_not_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[Process] = []

    async def start(*_: object) -> Process:
        started.append(await _start_echo())
        os.kill(started[-1].pid, signal.SIGSTOP)
        return started[-1]

    monkeypatch.setattr(processes, "_start", start)
    with pytest.raises(WorkerFailed, match="too long"):
        await WorkerPool("", 1, 0, 0.05).run(Right(1))
    assert len(started) == 1
    assert started[0].returncode is not None


async def test_a_closed_pool_starts_no_more_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[Process] = []
    go = asyncio.Event()

    async def start(*_: object) -> Process:
        await go.wait()
        started.append(await _start_echo())
        return started[-1]

    pool = WorkerPool("", 1, 0)
    assert await pool.run(Right(1)) == 1
    os.kill(pool._idle[0].pid, signal.SIGSTOP)
    asking = asyncio.create_task(pool.run(Right(2)))
    await wait_for(lambda: bool(pool._busy))
    await pool.close()  # kills the one that thinks
    with pytest.raises(WorkerFailed, match="closed"):
        await asking
    monkeypatch.setattr(processes, "_start", start)
    pool = WorkerPool("", 1, 0)
    asking = asyncio.create_task(pool.run(Right(3)))
    await idle()
    await pool.close()
    go.set()
    with pytest.raises(WorkerFailed, match="closed"):
        await asking
    assert started[0].returncode is not None


class Massacre(WorkerPool):
    """Workers that are killed at random, before they are asked and while they think."""

    def __init__(self) -> None:
        super().__init__("", AT_ONCE, 0)
        self._random = random.Random(7)
        self.killed = {"idle": 0, "busy": 0}

    async def run(self, task: Task[Any], is_urgent: Callable[[], bool] = lambda: True) -> Any:
        assert isinstance(task, ChooseMove)
        if self._random.random() < OFTEN:
            self._strike("idle", self._idle)
        if self._random.random() < OFTEN:
            self._strike("busy", [*self._busy])
        return await super().run(Right(self._random.choice(choices_of(task))), is_urgent)

    def _strike(self, kind: str, victims: list[Process]) -> None:
        for process in victims:
            if process.returncode is None:
                process.send_signal(signal.SIGKILL)
                self.killed[kind] += 1


class Finish(MemoryStore):
    """A store that tells when a game is over."""

    def __init__(self) -> None:
        super().__init__()
        self.over = defaultdict[str, asyncio.Event](asyncio.Event)

    async def append(self, ownership: Ownership, listing: Listing, entries: Sequence[StoredEntry]) -> None:
        await super().append(ownership, listing, entries)
        if listing.stage == "over":
            self.over[listing.table].set()


@pytest.mark.uvloop
async def test_every_game_finishes_however_many_workers_are_killed(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.CRITICAL, "rexarium.server"):
        store, pool = Finish(), Massacre()
        service = Service(store, pool, InlinePool(), FakeClock(), heartbeat_seconds=None)
        await open_service(service)
        line = asyncio.Semaphore(AT_ONCE)

        async def play_one(number: int) -> None:
            async with line:
                opened, *others = opening("tyrannosaurus", [bot(), bot()])
                table = await service.tables.begin([replace(opened, table=f"{number:08}"), *others])
                await store.over[table].wait()

        await asyncio.gather(*map(play_one, range(GAMES)))
        assert pool.killed["idle"] > 0
        assert pool.killed["busy"] > 0
        await service.close()


@pytest.mark.parametrize(
    "answer",
    [RuntimeError("the handler is closed"), Refusal("not possible", "So it is."), "no move at all", None],
)
async def test_a_bot_that_fails_unexpectedly_is_replaced(
    answer: object, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING, "rexarium.server"):
        async with start_server("tyrannosaurus", bot("tyrant"), bot("tyrant"), is_started=False) as server:
            run = server.bots.run

            async def surprise(task: Task[Any], is_urgent: Callable[[], bool] = lambda: True) -> Any:
                assert isinstance(task, ChooseMove)
                if task.bot != "tyrant":
                    return await run(task, is_urgent)
                if isinstance(answer, Exception):
                    raise answer
                return answer

            server.bots.run = surprise  # type: ignore[method-assign]
            await server.do(ANNA, Start)
            await wait_for(lambda: server.live.table.stage == "over")
            assert {player.bot for player in server.live.table.players if player} == {SUBSTITUTE}
    assert {record.message for record in caplog.records} <= {"a bot failed"}


async def test_a_table_whose_bot_cannot_be_replaced_is_reread(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR, "rexarium.server"):
        async with start_server("tyrannosaurus", bot(), bot(), is_started=False) as server:

            def fail(*_: object) -> list[log.AnyEntry]:
                raise ZeroDivisionError

            server.bots.failing = set(LEVELS)
            table = server.live.table.id
            with monkeypatch.context() as patch:
                patch.setattr(schedule, "replace_bot", fail)
                await server.do(ANNA, Start)
                await wait_for(lambda: table not in server.service.tables.live)
            server.bots.failing = set()
            server.service.tables.alarms.cancel(table)
            server.service.tables.alarms.ring(table)
            await wait_for(lambda: table in server.service.tables.live)
            live = await server.service.tables.get(table)
            await wait_for(lambda: live.table.stage == "over")
    assert "could not finish a bot's turn" in {record.message for record in caplog.records}
