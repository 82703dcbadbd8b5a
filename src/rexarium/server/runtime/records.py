"""Tasks about records, their pool and its entry point: `python -m rexarium.server.runtime.records`."""

from typing import TypeVar

import msgspec

from rexarium.match import read_record
from rexarium.server.model import log
from rexarium.server.model.errors import Refusal
from rexarium.server.model.opening import opened_of
from rexarium.server.wire.aftermath import ChancesTask, OutlineTask, TurnsTask
from rexarium.server.wire.replay import ReplayTask
from rexarium.server.workers import tasks
from rexarium.server.workers.loop import main
from rexarium.server.workers.pool import Pool, WorkerFailed

T = TypeVar("T")


class ContinueRecord(msgspec.Struct, frozen=True, tag="play on"):
    """Continue a record's game, from a ply or from where it stopped.

    The record is read in a worker, because a long one, or one made to be slow, would hold up every table.
    """

    record: str
    ply: int | None

    def run(self) -> log.Opened:
        """The first entry of a new table, with the record's deal and the moves so far."""
        match = read_record(self.record)
        if self.ply is not None and self.ply < match.ply:
            asked_at = match.plies[self.ply].asked_at  # choices made at the same time are all asked for again
            match = match.fork(asked_at)
        if match.is_over:
            raise Refusal("not possible", "The game is already over at that move. Choose an earlier one.")
        return opened_of(match.game, match.setup, match)


Task = ContinueRecord | ReplayTask | OutlineTask | ChancesTask | TurnsTask


class Records:
    """Runs tasks about records in their pool; what is wrong with a record is refused with its own reason."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def replay(self, task: ReplayTask) -> bytes:
        """A replay, encoded."""
        return await self._run(task, Refusal("unavailable", "The replay could not be prepared. Try again."))

    async def play_on(self, record: str, ply: int | None) -> log.Opened:
        """The first entry of a table where a record's game continues."""
        excuse = Refusal("unavailable", "The game file could not be read. Try again.")
        return await self._run(ContinueRecord(record, ply), excuse)

    async def close(self) -> None:
        """Abandon running tasks."""
        await self._pool.close()

    async def _run(self, task: tasks.Task[T], excuse: Refusal) -> T:
        try:
            return await self._pool.run(task)
        except WorkerFailed:
            raise excuse from None


if __name__ == "__main__":
    main(Task)
