"""Analyses of finished games: each runs once, a task at a time, and partial results can be seen in the meantime."""

import asyncio
import hashlib
from collections import OrderedDict

from rexarium.analysis import Chances, choose_points, find_swings, find_wanted
from rexarium.server.model.refusal import Refusal
from rexarium.server.wire import bodies, messages
from rexarium.server.wire.aftermath import Appraisal, Outline, Sketch, Telling, put_together
from rexarium.server.workers.pool import Pool, WorkerFailed

PATIENCE = 1.0  # seconds to wait for the complete result; asking again shows how far it has got
KEPT = 500  # analyses
AT_ONCE = 2  # analyses running at once; the others wait their turn
MOST_WAITING = 200
_UNAVAILABLE = "The replay is not ready. Try again in a moment."


class Study:
    """What has been found out about the game of one record."""

    def __init__(self, record: str, pool: Pool, line: asyncio.Semaphore) -> None:
        self._record = record
        self._pool = pool
        self._line = line
        self._outline: Outline | None = None
        self._chances: dict[int, Chances] = {}
        self._wanted = 1
        self._turns: list[list[messages.Turn]] = []
        self.task = asyncio.create_task(self._run())
        self.task.add_done_callback(lambda task: task.cancelled() or task.exception())  # nobody may ask again

    async def _run(self) -> Refusal | None:
        """Work it out. A failure is returned, not raised: an exception would form a cycle with the task."""
        try:
            async with self._line:
                await self._work()
        except Refusal as refusal:  # a record that cannot be read is refused with its own reason
            return refusal.again()
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
        return why.again() if isinstance(why, Refusal) else why

    async def _work(self) -> None:
        self._outline = await self._pool.run(Sketch(self._record))
        self._wanted = len(choose_points(self._outline.plies)) + 1
        while wanted := find_wanted(self._outline.plies, self._chances):
            await self._appraise(wanted)
        stretches = tuple(sorted(find_swings(self._chances)))
        self._turns = await self._pool.run(Telling(self._record, stretches))
        self._record = ""  # it may be long and is not needed any more

    async def _appraise(self, plies: list[int]) -> None:
        for ply in plies:
            self._chances[ply] = await self._pool.run(Appraisal(self._record, ply))

    def show(self) -> bodies.Aftermath | None:
        """The results so far; None if there are none yet."""
        if self._outline is None:
            return None
        done = len(self._chances) / self._wanted
        progress = 1.0 if self.task.done() else min(0.99, round(done, 2))
        return put_together(self._outline, self._chances, self._turns, progress)


class Studies:
    """A server's analyses; the one unused for longest is forgotten first, and can be made again."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._line = asyncio.Semaphore(AT_ONCE)
        self._studies: OrderedDict[bytes, Study] = OrderedDict()

    def knows(self, record: str) -> bool:
        """True if this record has been asked about before."""
        return _key(record) in self._studies

    async def look_back(self, record: str) -> bodies.Aftermath:
        """The results so far for a record's game, complete if that takes no longer than a moment."""
        study = self._study(record)
        await asyncio.wait((study.task,), timeout=PATIENCE)
        if study.has_failed:
            self._studies.pop(_key(record), None)
            raise study.excuse()
        return study.show() or bodies.Aftermath("", [], 0.0, [], [], [], [])

    def _study(self, record: str) -> Study:
        key = _key(record)
        if key not in self._studies:
            if sum(not study.task.done() for study in self._studies.values()) >= MOST_WAITING:
                raise Refusal("unavailable", _UNAVAILABLE)
            self._studies[key] = Study(record, self._pool, self._line)
            self._make_room()
        self._studies.move_to_end(key)
        return self._studies[key]

    def _make_room(self) -> None:
        """Forget finished analyses, the one unused for longest first."""
        done = [key for key, study in self._studies.items() if study.task.done()]
        for key in done[: len(self._studies) - KEPT]:
            del self._studies[key]

    async def close(self) -> None:
        """Stop all analyses."""
        tasks = [study.task for study in self._studies.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _key(record: str) -> bytes:
    return hashlib.sha256(record.encode()).digest()
