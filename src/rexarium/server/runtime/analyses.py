"""Analyses of finished games: each runs once, a task at a time, and partial results can be seen in the meantime."""

import asyncio
import hashlib
from collections import OrderedDict

from rexarium.analysis import Chances, find_swings, find_wanted, sample_plies
from rexarium.server.model.errors import Refusal
from rexarium.server.wire import bodies, messages
from rexarium.server.wire.aftermath import ChancesTask, Outline, OutlineTask, TurnsTask, aftermath_body
from rexarium.server.workers.pool import Pool, WorkerFailed

PATIENCE = 1.0  # seconds to wait for the complete result; asking again shows how far it has got
KEPT = 500  # analyses
AT_ONCE = 2  # analyses running at once; the others wait their turn
MOST_WAITING = 200
_UNAVAILABLE = "The replay is not ready. Try again in a moment."


class Analysis:
    """What has been found out about the game of one record."""

    def __init__(self, record: str, pool: Pool, limit: asyncio.Semaphore) -> None:
        self._record = record
        self._pool = pool
        self._limit = limit
        self._outline: Outline | None = None
        self._chances: dict[int, Chances] = {}
        self._wanted = 1
        self._turns: list[list[messages.Turn]] = []
        self.task = asyncio.create_task(self._run())
        self.task.add_done_callback(lambda task: task.cancelled() or task.exception())  # nobody may ask again

    async def _run(self) -> Refusal | None:
        """Work it out. A failure is returned, not raised: an exception would form a cycle with the task."""
        try:
            async with self._limit:
                await self._work()
        except Refusal as refusal:  # a record that cannot be read is refused with its own reason
            return refusal.copy()
        except WorkerFailed:
            return Refusal("unavailable", _UNAVAILABLE)
        return None

    @property
    def has_failed(self) -> bool:
        """True if no result can be expected."""
        return self.task.done() and (
            self.task.cancelled() or bool(self.task.exception() or self.task.result())
        )

    def excuse(self) -> BaseException:
        """Why it failed."""
        if self.task.cancelled():
            return Refusal("unavailable", _UNAVAILABLE)
        why = self.task.exception() or self.task.result()
        assert why is not None, "only a failed analysis has an excuse"
        return why.copy() if isinstance(why, Refusal) else why

    async def _work(self) -> None:
        self._outline = await self._pool.run(OutlineTask(self._record))
        self._wanted = len(sample_plies(self._outline.plies)) + 1
        while wanted := find_wanted(self._outline.plies, self._chances):
            await self._find_chances(wanted)
        stretches = tuple(sorted(find_swings(self._chances)))
        self._turns = await self._pool.run(TurnsTask(self._record, stretches))
        self._record = ""  # it may be long and is not needed any more

    async def _find_chances(self, plies: list[int]) -> None:
        for ply in plies:
            self._chances[ply] = await self._pool.run(ChancesTask(self._record, ply))

    def body(self) -> bodies.Aftermath | None:
        """The results so far; None if there are none yet."""
        if self._outline is None:
            return None
        done = len(self._chances) / self._wanted
        progress = 1.0 if self.task.done() else min(0.99, round(done, 2))
        return aftermath_body(self._outline, self._chances, self._turns, progress)


class Analyses:
    """A server's analyses; the one unused for longest is forgotten first, and can be made again."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._limit = asyncio.Semaphore(AT_ONCE)
        self._analyses: OrderedDict[bytes, Analysis] = OrderedDict()

    def knows(self, record: str) -> bool:
        """True if this record has been asked about before."""
        return _key(record) in self._analyses

    async def get(self, record: str) -> bodies.Aftermath:
        """The results so far for a record's game, complete if that takes no longer than a moment."""
        analysis = self._analysis(record)
        await asyncio.wait((analysis.task,), timeout=PATIENCE)
        if analysis.has_failed:
            self._analyses.pop(_key(record), None)
            raise analysis.excuse()
        return analysis.body() or bodies.Aftermath("", [], 0.0, [], [], [], [])

    def _analysis(self, record: str) -> Analysis:
        key = _key(record)
        if key not in self._analyses:
            if sum(not analysis.task.done() for analysis in self._analyses.values()) >= MOST_WAITING:
                raise Refusal("unavailable", _UNAVAILABLE)
            self._analyses[key] = Analysis(record, self._pool, self._limit)
            self._evict_done()
        self._analyses.move_to_end(key)
        return self._analyses[key]

    def _evict_done(self) -> None:
        """Forget finished analyses, the one unused for longest first."""
        done = [key for key, analysis in self._analyses.items() if analysis.task.done()]
        for key in done[: len(self._analyses) - KEPT]:
            del self._analyses[key]

    async def close(self) -> None:
        """Stop all analyses."""
        tasks = [analysis.task for analysis in self._analyses.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _key(record: str) -> bytes:
    return hashlib.sha256(record.encode()).digest()
