"""Games that are being looked back on: each is studied once, a task at a time, and what is known can be seen meanwhile."""

import asyncio
import hashlib
from collections import OrderedDict

from rexarium.table import protocol
from rexarium.table.aftermath import (
    Appraisal,
    Chances,
    Outline,
    Sketch,
    Telling,
    choose_points,
    find_swings,
    put_together,
)
from rexarium.table.refusal import Refusal, refusal_of
from rexarium.table.thinkers import BotFailed, Thinkers

PATIENCE = 1.0  # seconds that who asks waits for the whole; who asks again sees how far it has come
KEPT = 500  # studies
AT_ONCE = 2  # are worked on; the others wait in line, and the first is done first
MOST_WAITING = 200
_UNAVAILABLE = "This game cannot be looked back on just now; try again in a moment."


class Study:
    """What has been found out about the game of one record."""

    def __init__(self, record: str, thinkers: Thinkers, line: asyncio.Semaphore) -> None:
        self._record = record
        self._thinkers = thinkers
        self._line = line
        self._outline: Outline | None = None
        self._chances: dict[int, Chances] = {}
        self._wanted = 1
        self._turns: list[list[protocol.Turn]] = []
        self.task = asyncio.create_task(self._run())
        self.task.add_done_callback(lambda task: task.cancelled() or task.exception())  # nobody may ask again

    async def _run(self) -> None:
        async with self._line:
            await self._work()

    async def _work(self) -> None:
        self._outline = await self._sketch()
        points = choose_points(self._outline.plies)
        self._wanted = len(points) + 1
        await self._appraise(points)
        await self._look_closer(self._outline.plies)
        stretches = tuple(sorted(find_swings(self._chances)))
        self._turns = await self._thinkers.think(Telling(self._record, stretches))
        self._record = ""  # somebody's may be long, and nobody needs it any more

    async def _sketch(self) -> Outline:
        found = await self._thinkers.think(Sketch(self._record))
        if isinstance(found, protocol.Problem):
            raise refusal_of(found)
        assert isinstance(found, Outline)
        return found

    async def _appraise(self, plies: list[int]) -> None:
        for ply in plies:
            self._chances[ply] = await self._thinkers.think(Appraisal(self._record, ply))

    async def _look_closer(self, plies: tuple[int, ...]) -> None:
        """In a long game a stretch between two points may have several moves: which of them was it?"""
        while inner := [
            ply for one, other in find_swings(self._chances) for ply in plies if one < ply < other
        ]:
            await self._appraise(inner)

    def show(self) -> protocol.Aftermath | None:
        """What is known so far; None: nothing yet."""
        if self._outline is None:
            return None
        done = len(self._chances) / self._wanted
        progress = 1.0 if self.task.done() else min(0.99, round(done, 2))
        return put_together(self._outline, self._chances, self._turns, progress)


class Studies:
    """The studies of a house; the longest unseen is forgotten first, and could be made again."""

    def __init__(self, thinkers: Thinkers) -> None:
        self._thinkers = thinkers
        self._line = asyncio.Semaphore(AT_ONCE)
        self._studies: OrderedDict[bytes, Study] = OrderedDict()

    def knows(self, record: str) -> bool:
        """Has this record been asked about before?"""
        return _key(record) in self._studies

    async def look_back(self, record: str) -> protocol.Aftermath:
        """What is known of a record's game, the whole if it takes no longer than a moment."""
        study = self._study(record)
        await asyncio.wait((study.task,), timeout=PATIENCE)
        if study.task.done() and (study.task.cancelled() or study.task.exception()):
            self._studies.pop(_key(record), None)
            _tell_why(study.task)
        return study.show() or protocol.Aftermath("", [], 0.0, [], [], [], [])

    def _study(self, record: str) -> Study:
        key = _key(record)
        if key not in self._studies:
            if sum(not study.task.done() for study in self._studies.values()) >= MOST_WAITING:
                raise Refusal("unavailable", _UNAVAILABLE)
            self._studies[key] = Study(record, self._thinkers, self._line)
            self._make_room()
        self._studies.move_to_end(key)
        return self._studies[key]

    def _make_room(self) -> None:
        """Forget what is done, the longest unseen first."""
        done = [key for key, study in self._studies.items() if study.task.done()]
        for key in done[: len(self._studies) - KEPT]:
            del self._studies[key]

    async def close(self) -> None:
        """Nobody looks back any more."""
        tasks = [study.task for study in self._studies.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _key(record: str) -> bytes:
    return hashlib.sha256(record.encode()).digest()


def _tell_why(task: asyncio.Task[None]) -> None:
    """Why a study came to nothing: for a record that cannot be read in its own words."""
    error = None if task.cancelled() else task.exception()
    if isinstance(error, Refusal):
        raise error
    if error is None or isinstance(error, BotFailed):
        raise Refusal("unavailable", _UNAVAILABLE)
    raise error
