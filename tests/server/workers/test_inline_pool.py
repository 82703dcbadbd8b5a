"""A pool without processes answers like one that has some."""

import asyncio
from dataclasses import dataclass

import pytest

from rexarium.kernel.errors import Unknown
from rexarium.server.model.errors import Refusal
from rexarium.server.workers.inline import InlinePool
from rexarium.server.workers.pool import WorkerFailed


@dataclass
class Work:
    """Ends as instructed."""

    end: Exception | int

    def run(self) -> int:
        if isinstance(self.end, Exception):
            raise self.end
        return self.end


async def test_a_task_runs_after_others_have_had_their_turn() -> None:
    turns = list[str]()

    async def work() -> None:
        assert await InlinePool().run(Work(7)) == 7
        turns.append("work")

    async def other() -> None:
        turns.append("other")

    await asyncio.gather(work(), other())
    assert turns == ["other", "work"]


@pytest.mark.parametrize(
    ("end", "heard", "text"),
    [
        (Refusal("not allowed", "Not you."), Refusal, "Not you."),
        (Unknown("There is no such game."), Refusal, "There is no such game."),
        (ZeroDivisionError("a card's name"), WorkerFailed, "ZeroDivisionError"),
    ],
    ids=["refusal", "error of ours", "any other"],
)
async def test_an_error_is_a_refusal_or_a_worker_failure(
    end: Exception, heard: type[Exception], text: str
) -> None:
    with pytest.raises(heard) as caught:
        await InlinePool().run(Work(end))
    assert str(caught.value) == text


async def test_a_closed_inline_pool_takes_no_more_tasks() -> None:
    pool = InlinePool()
    waiting = asyncio.create_task(pool.run(Work(1)))
    await asyncio.sleep(0)
    await pool.close()
    for asked in (waiting, pool.run(Work(2))):
        with pytest.raises(WorkerFailed, match="closed"):
            await asked
