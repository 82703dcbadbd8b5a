"""A stage for the tests of the table: people with names, a clock that stands, wires of paper, bots on strings."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from functools import partial
from typing import Any, TypeVar

import msgspec
import pytest

from rexarium.games import find_game
from rexarium.kernel.facts import SPECTATOR
from rexarium.kernel.sentence import sentence
from rexarium.server.model import checks, commands, decide, log, schedule
from rexarium.server.model.fold import fold as fold_one
from rexarium.server.model.log import AnyBody, Clock, Player
from rexarium.server.model.moment import Actor, Moment
from rexarium.server.model.refusal import Refusal
from rexarium.server.model.restoring import restore
from rexarium.server.model.room import Room
from rexarium.server.model.rows import Entry, Listing, Ownership
from rexarium.server.runtime import records
from rexarium.server.runtime.desk import Desk
from rexarium.server.runtime.heartbeat import Heartbeat
from rexarium.server.runtime.service import Service
from rexarium.server.storage.memory import MemoryStore
from rexarium.server.storage.store import Store
from rexarium.server.wire import messages, present, summary
from rexarium.server.workers import bots
from rexarium.server.workers.loop import reply_to
from rexarium.server.workers.pool import WorkerFailed
from rexarium.server.workers.tasks import Answered, Refused, Task, Text, encode, read_answer

T = TypeVar("T")
TABLE = "a-table-of-ours"
PATIENCE = 120  # seconds; only what hangs takes so long, on however slow a machine
NOON = 1_700_000_000_000  # milliseconds
UNTIMED = Clock()
SEED = "5eed" * 16
GAMES = ("trex", "tyrannosaurus", "cubosaurs")
ANNA, BEN, CLEO, DORA = (Actor(name.lower(), name) for name in ("Anna", "Ben", "Cleo", "Dora"))
PEOPLE = (ANNA, BEN, CLEO)
NOBODY = Actor()
KEY = "f1" * 32  # a program's, as its fingerprint
PROGRAM = Actor(name="program 2", key=KEY)


def play(
    scene: Coroutine[Any, Any, T], make_loop: Callable[[], asyncio.AbstractEventLoop] | None = None
) -> T:
    """Run a scene to its end; one that hangs fails."""

    async def bounded() -> T:
        return await asyncio.wait_for(scene, PATIENCE)

    with asyncio.Runner(loop_factory=make_loop) as runner:
        return runner.run(bounded())


class StandingClock:
    """A clock that goes when it is told to."""

    def __init__(self) -> None:
        self.now = NOON
        self.heartbeat: Heartbeat | None = None  # which beats all the time

    def __call__(self) -> int:
        return self.now

    def advance(self, seconds: float) -> None:
        """Let time pass."""
        self.go_to(self.now + round(seconds * 1000))

    def go_to(self, now: int) -> None:
        """Let it be so late."""
        self.now = now
        if self.heartbeat is not None:
            self.heartbeat.last = now

    def sleep(self, seconds: float) -> None:
        """Let time pass which nobody in the house notices."""
        self.now += round(seconds * 1000)


# Entries


def opened(game: str = "trex", seats: int = 3, clock: Clock = UNTIMED) -> log.Opened:
    """A table that was set up by Anna."""
    setup = find_game(game).setup(seats)
    return log.Opened(
        by="anna",
        table=TABLE,
        game=game,
        edition=setup.edition.id,
        edition_title=setup.edition.title,
        edition_lines=setup.edition.lines,
        rulings=dict(setup.rulings),
        seats=seats,
        clock=clock,
        is_open=True,
        host_seed=SEED,
    )


def person(actor: Actor) -> Player:
    """Somebody on a seat."""
    return Player(actor.name, person=actor.person)


def bot(word: str = "hatchling") -> Player:
    """A bot of the house on a seat."""
    return checks.house_bot(word)


def program() -> Player:
    """A program on a seat."""
    return Player("program", key=KEY)


def opening(
    game: str = "trex",
    players: Sequence[Player | Actor | None] = PEOPLE,
    clock: Clock = UNTIMED,
    *,
    is_started: bool = True,
) -> list[AnyBody]:
    """The first entries of a table where these sit."""
    bodies: list[AnyBody] = [opened(game, len(players), clock)]
    for seat, player in enumerate(players):
        if player is not None:
            sitter = person(player) if isinstance(player, Actor) else player
            bodies.append(log.Seated(by="anna", seat=seat, player=sitter, share=f"share{seat}"))
    return [*bodies, log.Started(by="anna")] if is_started else bodies


# A table without a server


class Sitting:
    """What conduct decides is folded at once, and kept: a table without desk, wires and storage."""

    def __init__(
        self,
        game: str = "trex",
        players: Sequence[Player | Actor | None] = PEOPLE,
        clock: Clock = UNTIMED,
        *,
        is_started: bool = True,
    ) -> None:
        self.room = Room()
        self.log: list[tuple[AnyBody, int]] = []
        self.now = NOON
        self.here: set[int] = set(range(len(players)))
        self.away_since: dict[int, int] = {}
        self._commands = 0
        self.write(opening(game, players, clock, is_started=is_started))

    def write(self, bodies: Sequence[AnyBody]) -> None:
        """Fold entries."""
        for body in bodies:
            self.log.append((body, self.now))
            self.room.codec.encode(body)  # as it would be stored
            fold_one(self.room, body, self.now)

    def id(self) -> str:
        """A new name for a command."""
        self._commands += 1
        return f"c{self._commands}"

    def moment(self) -> Moment:
        """The time, and who is here."""
        return Moment(self.now, self.here, self.away_since, NOON)

    def do(self, who: Actor, make: Callable[..., commands.Command], **fields: Any) -> list[AnyBody]:
        """A command; returns the entries that it brought about."""
        bodies = decide.decide(self.room, who, make(id=self.id(), **fields), self.moment())
        self.write(bodies)
        return bodies

    def move(self, seat: int | None = None, choice: int = 0) -> str:
        """One of those who owe a move makes one; returns its line."""
        seat = self.room.waiting()[0] if seat is None else seat
        line = line_of(self.room, seat, choice)
        player = self.room.players[seat]
        assert self.room.match is not None
        assert player is not None
        if player.bot:
            self.write([log.Moved(seat=seat, moves=moves_of(self.room, seat, choice))])
        else:
            who = Actor(player.person, player.name, player.key)
            self.do(who, commands.Move, ply=self.room.match.ply, line=line)
        return line

    def leave(self, seat: int) -> None:
        """A seat's last connection is gone."""
        self.here.discard(seat)
        self.away_since[seat] = self.now

    def wait(self, seconds: float) -> list[AnyBody]:
        """Time passes, and brings what it brings; returns that."""
        self.now += round(seconds * 1000)
        brought: list[AnyBody] = []
        while bodies := schedule.time_brings(self.room, self.moment()):
            self.write(bodies)
            brought += bodies
            assert len(brought) < 1000, "time brings something without end"
        return brought


def line_of(room: Room, seat: int, choice: int = 0) -> str:
    """One of the answers that a seat may give."""
    assert room.match is not None
    decision = room.match.decision(seat)
    assert decision is not None
    return decision.choices[choice % len(decision.choices)].text


def moves_of(room: Room, seat: int, choice: int = 0) -> tuple[int, ...]:
    """The same as the log has it in memory."""
    return tuple(room.game.read_line(line_of(room, seat, choice)))


def fold(entries: Sequence[tuple[AnyBody, int]]) -> Room:
    """A room from a log, by way of its bytes."""
    room = Room()
    for body, at in entries:
        fold_one(room, room.codec.decode(room.codec.encode(body)), at)
    return room


def all_eyes(room: Room) -> list[int]:
    """Every seat, and a spectator."""
    return [*range(room.setup.seats), SPECTATOR]


def picture(room: Room) -> dict[str, Any]:
    """Everything that a room shows to anybody, and what it remembers for itself."""
    eyes = all_eyes(room)
    return {
        "table": messages.encode(present.show_table(room)),
        "positions": [messages.encode(present.show_position(room, each)) for each in eyes],
        "turns": [messages.encode(present.show_turns(room, each)) for each in eyes],
        "numbers": [room.number_for(each) for each in eyes],
        "chosen": room.match and [room.match.chosen(seat) for seat in range(room.setup.seats)],
        "clocks": (room.clocks.left, room.clocks.since, room.clocks.least),
        "listing": summary.list_room(room),
        "answered": room.answered,
        "deeds": room.deeds,
        "asks": room.asks,
        "asked": room.asked,
        "chat": room.chat,
        "notes": room.notes,
        "left": room.left,
        "resigned": room.resigned,
        "forced": room.forced,
        "failures": room.failures,
    }


def refused(sitting: Sitting, who: Actor, make: Callable[..., commands.Command], **fields: Any) -> str:
    """A command that is refused, changes nothing, and says why in a sentence; returns the code."""
    before = picture(sitting.room)
    with pytest.raises(Refusal) as caught:
        sitting.do(who, make, **fields)
    assert caught.value.sentence.endswith((".", ")"))
    assert picture(sitting.room) == before
    return caught.value.code


def names(bodies: list[AnyBody]) -> list[str]:
    return [type(body).__name__ for body in bodies]


def away(game: str = "trex", clock: Clock = UNTIMED) -> Sitting:
    """Cleo has been away for a minute."""
    sitting = Sitting(game, clock=clock)
    sitting.leave(2)
    sitting.now += 61_000
    return sitting


# A table at work


class PaperWire:
    """A wire that keeps what it is sent."""

    def __init__(self, actor: Actor) -> None:
        self.actor = actor
        self.eyes = SPECTATOR
        self.letters: list[bytes] = []
        self.farewell: str | None = None

    def send(self, message: bytes) -> None:
        if self.farewell is None:
            self.letters.append(message)

    def catch_up(self) -> None:
        self.letters.clear()

    def hang_up(self, sentence: str) -> None:
        self.farewell = sentence

    def read(self) -> list[dict[str, Any]]:
        """The letters since the last time."""
        found = [json.loads(letter) for letter in self.letters]
        self.letters.clear()
        return found


def choices_of(task: bots.Task) -> list[int]:
    """The moves between which a bot is to choose, or by which somebody is to be advised."""
    return find_game(task.game).restore(task.position).moves(task.seat)


class Puppets:
    """Bots on strings: they make their first legal move, unless they are told to fail or to wait."""

    def __init__(self) -> None:
        self.asked: list[bots.Task] = []
        self.failing: set[str] = set()  # words of bots that crash
        self.go = asyncio.Event()
        self.go.set()

    async def run(self, task: Task[Any], is_urgent: Callable[[], bool] = lambda: True) -> Any:
        assert isinstance(task, bots.ChooseMove | bots.Advise)
        self.asked.append(task)
        await self.go.wait()
        move = choices_of(task)[0]
        if isinstance(task, bots.Advise):
            return [bots.Prospect(move, 0.5, 0.1, Text.of(sentence("It is the first.")))]
        if task.bot in self.failing:
            raise WorkerFailed("its string broke")
        return move

    async def close(self) -> None:
        """The strings are let go."""


RECORDS: msgspec.msgpack.Decoder[Any] = msgspec.msgpack.Decoder(records.Task)


class Scribes:
    """Processes that are none: what they are asked is worked out at once, if they are not told to wait or to fail."""

    def __init__(self) -> None:
        self.asked: list[Task[Any]] = []
        self.is_failing = False
        self.go = asyncio.Event()
        self.go.set()

    async def run(self, task: Task[T], is_urgent: Callable[[], bool] = lambda: True) -> T:
        self.asked.append(task)
        await asyncio.sleep(0)
        await self.go.wait()
        if self.is_failing:
            raise WorkerFailed("its pen broke")
        reply = reply_to(encode(task), RECORDS)
        if isinstance(reply, Refused):
            raise reply.read()
        assert isinstance(reply, Answered), reply
        return read_answer(task, reply.answer)

    async def close(self) -> None:
        """The pens are put away."""


class ShakyStore(MemoryStore):
    """A store that can be stopped, and made to fail before or after it has written."""

    def __init__(self) -> None:
        super().__init__()
        self.go = asyncio.Event()
        self.go.set()
        self.is_failing = False
        self.is_failing_late = False

    async def create(self, listing: Listing, entries: Sequence[Entry]) -> None:
        await self._shake(partial(super().create, listing, entries))

    async def append(self, ownership: Ownership, listing: Listing, entries: Sequence[Entry]) -> None:
        await self._shake(partial(super().append, ownership, listing, entries))

    async def _shake(self, write: Callable[[], Awaitable[None]]) -> None:
        await self.go.wait()
        if self.is_failing:
            raise OSError(f"the disk has no room for {write}")
        await write()
        if self.is_failing_late:
            raise OSError("the line to the disk broke")

    async def pulse(self, now: int) -> None:
        if self.is_failing:
            raise OSError("the disk has no room")
        await super().pulse(now)


async def open_service(service: Service) -> None:
    """Open a service whose heart beats by its clock: real seconds mean nothing where that stands."""
    await service.open()
    if isinstance(service.now, StandingClock):
        service.now.heartbeat = service.heartbeat


class Theatre:
    """A house with one table in it, everything within reach."""

    def __init__(self, store: Store | None = None) -> None:
        self.clock = StandingClock()
        self.store = store or ShakyStore()
        self.puppets = Puppets()
        self.scribes = Scribes()
        self.service = Service(self.store, self.puppets, self.scribes, self.clock, pulse=None)
        self.desk: Desk = None  # type: ignore[assignment]
        self._commands = 0

    async def open(
        self,
        game: str = "trex",
        players: Sequence[Player | Actor | None] = PEOPLE,
        clock: Clock = UNTIMED,
        *,
        is_started: bool = True,
    ) -> Desk:
        """Set a table up where these sit."""
        await open_service(self.service)
        bodies = opening(game, players, clock, is_started=is_started)
        table = await self.service.tables.begin(bodies)
        self.desk = await self.service.tables.get(table)
        return self.desk

    async def restart(self, seconds: float = 0) -> Desk:
        """Close the house, let time pass, and open it anew on the same storage."""
        table = self.desk.room.id
        await self.service.close()
        self.clock.advance(seconds)
        self.puppets = Puppets()
        self.scribes = Scribes()
        self.service = Service(self.store, self.puppets, self.scribes, self.clock, pulse=None)
        await open_service(self.service)
        self.desk = await self.service.tables.get(table)
        return self.desk

    async def join(self, actor: Actor) -> PaperWire:
        """Somebody looks at the table."""
        wire = PaperWire(actor)
        await self.desk.join(wire)
        return wire

    async def do(self, who: Actor, make: Callable[..., commands.Command], **fields: Any) -> messages.Done:
        """A command."""
        self._commands += 1
        command = make(**({"id": f"c{self._commands}"} | fields))
        return await asyncio.shield(self.desk.employ(self.desk.do(who, command)))

    async def move(self, seat: int | None = None, choice: int = 0, **fields: Any) -> messages.Done:
        """One of those who owe a move makes one."""
        room = self.desk.room
        seat = room.waiting()[0] if seat is None else seat
        assert room.match is not None
        fields = {"ply": room.match.ply, "line": line_of(room, seat, choice)} | fields
        return await self.do(self.actor(seat), commands.Move, **fields)

    def actor(self, seat: int) -> Actor:
        """Who sits there."""
        player = self.desk.room.players[seat]
        assert player is not None
        return Actor(player.person, player.name, player.key)

    async def read_again(self) -> Room:
        """The table as its log makes it now."""
        return restore(await self.store.entries(self.desk.room.id))


async def settle() -> None:
    """Let everything happen that can happen without the clock."""
    for _ in range(40):
        await asyncio.sleep(0)


async def until(is_so: Callable[[], bool]) -> None:
    """Let things happen until it is so."""
    while not is_so():
        await asyncio.sleep(0)


def in_theatre(
    scene: Callable[[Theatre], Awaitable[None]], game: str = "trex", *players: Player | Actor | None, **fields: Any
) -> None:  # fmt: skip
    """Play a scene in a theatre of its own."""

    async def whole() -> None:
        theatre = Theatre()
        await theatre.open(game, players or PEOPLE, **fields)
        await scene(theatre)
        await theatre.service.close()

    play(whole())
