"""The law on the pipe: nothing hidden from a seat changes a byte that a worker is sent for it.

Two servers are driven by the same script. They differ in the host's seed, in what is hidden in the deal, in the shares of
others and in choices that nobody has seen; the seeds by which worlds are imagined are the same. What is written to the
workers of bots is the same in both: every byte, how many messages there are and in which order. And because a law that
cannot fail proves nothing, the true state is leaked on purpose, and caught.
"""

import asyncio
import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
import pytest

from rexarium.kernel.facts import SPECTATOR
from rexarium.kernel.sight import Sight
from rexarium.server.framing import LENGTH, frame
from rexarium.server.model import log
from rexarium.server.model.table import Table
from rexarium.server.net.pools import BOTS
from rexarium.server.runtime.live import LiveTable
from rexarium.server.runtime.service import Service
from rexarium.server.storage.memory import MemoryStore
from rexarium.server.wire import messages
from rexarium.server.workers import bots, processes
from rexarium.server.workers.bots import Advise, ChooseMove
from rexarium.server.workers.processes import WorkerPool
from rexarium.server.workers.tasks import Answered, encode
from tests.server.laws.worlds import (
    SEATED,
    Script,
    World,
    choice_worlds,
    deal_as,
    deal_worlds,
    in_world,
    is_legal,
    pending_worlds,
    send,
)
from tests.server.support.fakes import FakeClock, InlinePool
from tests.server.support.samples import NOON, TABLE, bot, opening
from tests.server.support.server import idle, open_service, wait_for

WORKERS = 8  # more than ever have something to think about at once
DECODER: msgspec.msgpack.Decoder[bots.Task] = msgspec.msgpack.Decoder(bots.Task)


class Tap:
    """Fake worker processes: they keep what is written to them and answer on demand."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.waiting: list[tuple[bots.Task, TappedProcess]] = []

    async def start(self, entry_module: str, _nice: int) -> "TappedProcess":
        assert entry_module == BOTS
        return TappedProcess(self)

    async def wait_for(self, seat: int) -> None:
        """Until something is asked for a seat."""
        await wait_for(lambda: any(task.seat == seat for task, _ in self.waiting))

    async def answer(self, seat: int, answer: Any) -> None:
        """Reply to what is asked for a seat, as soon as it is."""
        await self.wait_for(seat)
        place = next(place for place, (task, _) in enumerate(self.waiting) if task.seat == seat)
        _, process = self.waiting.pop(place)
        process.stdout.feed_data(frame(encode(Answered(msgspec.Raw(encode(answer))))))


class TappedProcess:
    """As much of a process as a pool needs; it is its own standard input."""

    returncode: int | None = None

    def __init__(self, tap: Tap) -> None:
        self.stdin, self.stdout = self, asyncio.StreamReader()
        self._tap = tap

    def write(self, data: bytes) -> None:
        self._tap.written.append(data)
        self._tap.waiting.append((DECODER.decode(data[LENGTH:]), self))

    async def drain(self) -> None: ...

    def kill(self) -> None:
        self.returncode = -9

    async def wait(self) -> int | None:
        return self.returncode


# Two servers


@dataclass(frozen=True)
class Cast:
    """The players: on the seat under test a bot, or a person who asks for hints; bots elsewhere."""

    is_hinting: bool

    def has_bot(self, script: Script, seat: int) -> bool:
        return (seat == script.eyes) != self.is_hinting


BOT, HINTS = Cast(is_hinting=False), Cast(is_hinting=True)


async def record(script: Script, world: World, cast: Cast) -> list[bytes]:
    """Everything written to the bots' workers while a script is played in a world."""
    tap, seeds = Tap(), itertools.count(7)
    with pytest.MonkeyPatch.context() as patch:
        deal_as(patch, world.deal)
        patch.setattr(processes, "_start", tap.start)
        patch.setattr(bots, "draw_seed", lambda: next(seeds))
        await perform(script, world, cast, tap)
    return tap.written


async def open_tapped(store: MemoryStore, clock: FakeClock) -> Service:
    service = Service(store, WorkerPool(BOTS, WORKERS, 0), InlinePool(), clock, heartbeat_seconds=None)
    await open_service(service)
    return service


async def perform(script: Script, world: World, cast: Cast, tap: Tap) -> None:
    """Play the script. If the seat owes a move at its end, it is asked once more, when others may have chosen already."""
    store, clock = MemoryStore(), FakeClock()
    service = await open_tapped(store, clock)
    seats = range(script.setup.seats)
    players = [bot() if cast.has_bot(script, seat) else SEATED[seat] for seat in seats]
    entries = opening(script.game.id, players, script.clock, is_started=False)
    await service.tables.begin([in_world(entry, script, world) for entry in entries])
    table = await service.tables.get(TABLE)
    await table.append(lambda _: [log.Started(by="anna")])
    for number, written in enumerate(script.steps):
        step = world.instead.get(number, written)
        clock.go_to(NOON + number * 1000)
        match = table.table.match
        assert match is not None
        if step.message["do"] != "move" or not is_legal(match, step):
            continue
        if cast.has_bot(script, step.seat):
            await tap.answer(step.seat, script.game.read(step.message["line"]))
        else:
            if cast.is_hinting:
                await ask_for_hint(table, tap, script.eyes, number)
            assert not await send(table, step, number)
        await idle()
        for place, hidden in enumerate(world.unnoticed.get(number, ())):
            clock.advance(0.137)
            assert not await send(table, hidden, f"{number}-{place}")
            await idle()
    if script.eyes in table.table.waiting():
        if cast.is_hinting:
            await ask_for_hint(table, tap, script.eyes, len(script.steps))
        else:
            await service.close()
            tap.waiting.clear()
            service = await open_tapped(store, clock)
            await service.tables.get(TABLE)
            await tap.wait_for(script.eyes)
    await service.close()


async def ask_for_hint(table: LiveTable, tap: Tap, seat: int, number: int) -> None:
    asking = asyncio.create_task(table.hint(SEATED[seat], messages.Hint(id=f"h{number}")))
    await tap.answer(seat, [])
    assert (await asking).prospects == []


async def compare(script: Script, worlds: Sequence[World], cast: Cast) -> None:
    """The law: no byte that is written for the seat tells the worlds apart, nor does how many there are and when."""
    one, other = [await record(script, world, cast) for world in worlds]
    tasks, others = ([DECODER.decode(data[LENGTH:]) for data in written] for written in (one, other))
    assert [(type(task), task.seat, task.ply) for task in tasks] == [
        (type(task), task.seat, task.ply) for task in others
    ], "number and order tell the worlds apart"
    own = [place for place, task in enumerate(tasks) if task.seat == script.eyes]
    assert len(own) >= sum(seat == script.eyes for seat, _ in script.moves) > 0
    assert {type(tasks[place]) for place in own} == {Advise if cast.is_hinting else ChooseMove}
    assert cast.is_hinting or len(own) == len(tasks)
    for place in own:
        assert one[place] == other[place], f"task {place} tells the worlds apart"


# What is hidden


@pytest.mark.parametrize("cast", [BOT, HINTS], ids=["bot", "hints"])
@pytest.mark.parametrize(
    ("game", "share", "eyes"),
    [("trex", 0.6, 1), ("tyrannosaurus", 0.5, 0), ("cubosaurs", 0.5, 2)],
)
async def test_hidden_cards_change_no_byte_sent_to_a_worker(
    game: str, share: float, eyes: int, cast: Cast
) -> None:
    script, *worlds = deal_worlds(game, share, eyes)
    await compare(script, worlds, cast)


@pytest.mark.parametrize("eyes", [0, 2])
async def test_a_changed_secret_choice_reaches_no_worker(eyes: int) -> None:
    script, *worlds = choice_worlds(0.7, eyes)
    await compare(script, worlds, BOT)


@pytest.mark.parametrize("cast", [BOT, HINTS], ids=["bot", "hints"])
async def test_other_seats_choices_reach_no_worker_before_they_are_revealed(cast: Cast) -> None:
    script, *worlds = pending_worlds()
    await compare(script, worlds, cast)


# Planted leaks


def sends_the_truth(patch: pytest.MonkeyPatch) -> None:
    """The true state is sent, not an imagined one."""
    patch.setattr(Sight, "imagine", lambda sight, _seed: sight._Sight__state.copy())


def asks_again_after_a_change_of_mind(patch: pytest.MonkeyPatch) -> None:
    """A bot's answer is dropped if somebody has changed a secret choice in the meantime."""
    mark = Table.decision_key
    patch.setattr(
        Table, "decision_key", lambda table: (mark(table), table.length - table.event_number(SPECTATOR))
    )


@pytest.mark.parametrize(
    ("leak", "make_worlds", "cast"),
    [
        (sends_the_truth, lambda: deal_worlds("trex", 0.6, 1), BOT),
        (sends_the_truth, lambda: deal_worlds("trex", 0.6, 1), HINTS),
        (sends_the_truth, pending_worlds, BOT),
        (sends_the_truth, pending_worlds, HINTS),
        (asks_again_after_a_change_of_mind, choice_worlds, BOT),
    ],
)
async def test_the_law_on_the_pipe_catches_a_planted_leak(
    leak: Callable[[pytest.MonkeyPatch], None],
    make_worlds: Callable[[], tuple[Script, World, World]],
    cast: Cast,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    script, *worlds = make_worlds()
    await compare(script, worlds, cast)
    leak(monkeypatch)
    with pytest.raises(AssertionError, match="tell"):
        await compare(script, worlds, cast)
