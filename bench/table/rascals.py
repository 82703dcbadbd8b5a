"""Clients that misbehave: each has two devices, sends things twice, late and out of order, and disconnects in between.

They are the court's witnesses to what they were told. A command keeps its id, however often it is sent, until it is
answered.
"""

import asyncio
import contextlib
import random
from collections.abc import Callable, Sequence
from time import perf_counter

import msgspec

from bench.table.client import Caller, Client, go_to_table
from bench.table.court import NOWHERE, Sight, Witness
from bench.table.crowd import GAMES, Bye, Decision, Move, Pong, Presence, Welcome

MAY_BE_LOST = 0.7  # seconds without an answer after which a command is sent again
BREATH = 0.08  # the most seconds between two of a rascal's actions
TOO_LATE = ("stale", "not your turn", "not possible")  # the others have chosen, or the game is over
OLD = 6  # answered commands that may be sent again later


class Position(msgspec.Struct):
    """The game as the client sees it."""

    ply: int
    hash: str
    decision: Decision | None


class Table(msgspec.Struct):
    """The stage of the table."""

    stage: str
    rematch: str | None


class Happening(msgspec.Struct):
    """What happened."""

    what: str
    seat: int | None = None
    line: str | None = None


class Snapshot(msgspec.Struct, tag="snapshot", tag_field="is"):
    """A full snapshot."""

    number: int
    table: Table
    position: Position | None


class Event(msgspec.Struct, tag="event", tag_field="is"):
    """One more thing that happened."""

    number: int
    happened: Happening
    table: Table
    hash: str | None
    position: Position | None  # None if unchanged


class Done(msgspec.Struct, tag="done", tag_field="is"):
    """A command was carried out."""

    id: str
    number: int | None = None
    table: str | None = None


class Refused(msgspec.Struct, tag="refused", tag_field="is"):
    """A command was refused; or it is in doubt, and the true answer follows."""

    id: str | None
    code: str
    sentence: str
    is_in_doubt: bool = False


_decode = msgspec.json.Decoder(Snapshot | Event | Welcome | Done | Refused | Bye | Presence | Pong).decode
_encode = msgspec.json.Encoder().encode


def around(what: str) -> str:
    """An id for a command other than a move; it is tried again with new ids until it succeeds."""
    return f"{what}-{random.randrange(10**9)}"


def is_around(id_: str) -> bool:
    """True for the id of a command other than a move; ids of moves begin with a number."""
    return not id_[0].isdecimal()


class Device:
    """One of a rascal's sockets; it reconnects whenever it is closed."""

    def __init__(self, rascal: "Rascal") -> None:
        self._rascal = rascal
        self._seat: int | None = None
        self._number: int | None = None
        self._position: Position | None = None
        self._client: Client | None = None

    async def stay(self) -> None:
        """Connect, and reconnect for ever."""
        rascal = self._rascal
        while True:
            end = asyncio.Event()
            self._seat = self._number = None
            self._client = Client(self._read, end.set)
            with contextlib.suppress(OSError):
                await go_to_table(self._client, rascal.gang.port, rascal.gang.table, rascal.key)
                await end.wait()
            await asyncio.sleep(random.uniform(0.01, 0.15))

    def send(self, message: bytes) -> None:
        """Send data if there is a connection."""
        if self._client is not None:
            self._client.send(message)

    def hang_up(self) -> None:
        """Disconnect, perhaps in the middle of something."""
        if self._client is not None:
            self._client.abort()

    def _read(self, data: bytes) -> None:
        message = _decode(data)
        rascal = self._rascal
        if isinstance(message, Welcome):
            self._seat = None if message.seat is None else message.seat - 1
            rascal.said.seat = self._seat
            place = message.seat or rascal.place + 1  # a player with a seat only adds a share to the deal
            self.send(f'{{"do":"sit","id":"{around("sit")}","seat":{place},"share":"share{place}"}}'.encode())
        elif isinstance(message, Event | Snapshot):
            self._look(message)
        elif isinstance(message, Done):
            rascal.note_done(message)
        elif isinstance(message, Refused):
            rascal.note_refused(message)

    def _look(self, message: Event | Snapshot) -> None:
        if self._seat is None:
            return
        if isinstance(message, Snapshot) or message.position is not None:
            self._position = message.position
        position = self._position
        sight = Sight(position.ply, position.hash) if position else NOWHERE
        if isinstance(message, Event):
            if message.hash != sight.hash:
                self._rascal.said.complaints.append(f"event {message.number} belongs to another view")
            if self._number is not None and message.number != self._number + 1:
                self._rascal.said.complaints.append(f"event {message.number} came after {self._number}")
            told = message.happened
            sight = sight._replace(what=told.what, seat=told.seat, line=told.line)
        self._number = message.number
        self._rascal.said.seen.append((message.number, sight))
        self._rascal.look(message.number, message.table, position)


class Rascal:
    """A person at a table."""

    def __init__(self, gang: "Gang", place: int, person: str, key: str) -> None:
        self.gang = gang
        self.place = place
        self.key = key
        self.said = Witness(person)
        self.devices = [Device(self), Device(self)]
        self._number = -1  # of the latest event seen
        self._decision: Decision | None = None
        self._pending: Move | None = None
        self._sent_at = 0.0
        self._old: list[Move] = []
        self._changes: set[str] = set()  # commands that change a choice: they may come too late

    def look(self, number: int, table: Table, position: Position | None) -> None:
        """Note what one of the devices was shown, if it is new."""
        if number >= self._number:
            self._number = number
            self._decision = position.decision if position else None
            self.gang.look(table)

    def note_done(self, done: Done) -> None:
        """Note the answer to a command, and complain if it differs from an earlier answer."""
        if is_around(done.id):
            return
        if done.number is None or self.said.acknowledged.setdefault(done.id, done.number) != done.number:
            self.said.complaints.append(f"command {done.id} has two answers")
        if self._pending is not None and self._pending.id == done.id:
            self.gang.moves += 1
            self._forget(self._pending)

    def note_refused(self, refused: Refused) -> None:
        """Note a refusal. Only a changed choice may come too late; refusals before the game are not counted."""
        if refused.code == "unavailable":
            return  # the writer has just been killed; nothing is decided, and the rascal tries again
        if refused.id is not None and is_around(refused.id):
            return
        if refused.code not in TOO_LATE or refused.id not in self._changes:
            self.said.complaints.append(f"refused {refused.id}: {refused.code}: {refused.sentence}")
        if refused.id is not None:
            self.said.refused.add(refused.id)
        if self._pending is not None and self._pending.id == refused.id:
            self._forget(self._pending)

    def _forget(self, move: Move) -> None:
        self._old = [*self._old, move][-OLD:]
        self._pending = None

    async def live(self) -> None:
        """Do one thing after another, most of them badly."""
        while True:
            await asyncio.sleep(random.uniform(0, BREATH))
            if random.random() < 0.01:
                random.choice(self.devices).hang_up()
            if self._old and random.random() < 0.1:
                self._send(random.choice(self._old))  # late, and answered long ago
            if self._pending is not None:
                if perf_counter() - self._sent_at > MAY_BE_LOST or random.random() < 0.1:
                    self._send(self._pending)
            elif self._decision is not None:
                self._decide(self._decision)

    def _decide(self, decision: Decision) -> None:
        is_change = decision.chosen is not None
        if is_change and random.random() < 0.8:
            return
        id_ = f"{len(self.said.issued)}-{random.randrange(10**6)}"
        self.said.issued.append(id_)
        if is_change:
            self._changes.add(id_)
        line = random.choice(decision.choices).line
        self._pending = Move(id_, decision.ply, decision.taken_back, line)
        self._send(self._pending)

    def _send(self, move: Move) -> None:
        """Send it on one device or both, once or twice, and sometimes disconnect right afterwards."""
        self._sent_at = perf_counter()
        message = _encode(move)
        manner = random.random()
        for device in self.devices if manner < 0.2 else [random.choice(self.devices)]:
            device.send(message)
            if 0.1 < manner < 0.3:
                device.send(message)
            if 0.3 < manner < 0.35:
                asyncio.get_running_loop().call_later(random.uniform(0, 0.02), device.hang_up)


class Gang:
    """A table of rascals, and the tables that follow it."""

    def __init__(
        self, port: int, table: str, people: Sequence[tuple[str, str]], over: Callable[["Gang"], None]
    ) -> None:
        self.port = port
        self.table = table
        self.moves = 0
        self.stage = ""
        self._rematch: str | None = None
        self._people = people
        self._over = over
        self.rascals: list[Rascal] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._keeper = asyncio.create_task(self._keep())

    def look(self, table: Table) -> None:
        """Note the stage of the table that somebody has seen."""
        self.stage = table.stage
        self._rematch = table.rematch

    def witnesses(self) -> list[Witness]:
        """What each of them was told."""
        return [rascal.said for rascal in self.rascals]

    async def _keep(self) -> None:
        """Sit down, start, play, ask for a rematch and move there, trying each step until it succeeds."""
        while True:
            self._come()
            while self._rematch is None:
                await asyncio.sleep(random.uniform(0.05, 0.2))
                if self.stage == "gathering" and all(said.seat is not None for said in self.witnesses()):
                    self._shout("start")
                elif self.stage == "over":
                    self._shout("rematch")
            await self._go()
            self._over(self)
            self.table, self._rematch, self.stage = self._rematch, None, ""

    def _come(self) -> None:
        self.rascals = [Rascal(self, place, *who) for place, who in enumerate(self._people)]
        self._tasks = [asyncio.create_task(rascal.live()) for rascal in self.rascals]
        self._tasks += [
            asyncio.create_task(device.stay()) for rascal in self.rascals for device in rascal.devices
        ]

    def _shout(self, what: str) -> None:
        for rascal in self.rascals:
            random.choice(rascal.devices).send(f'{{"do":"{what}","id":"{around(what)}"}}'.encode())

    async def _go(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for rascal in self.rascals:
            for device in rascal.devices:
                device.hang_up()

    async def end(self) -> None:
        """Disconnect everybody."""
        self._keeper.cancel()
        await asyncio.gather(self._keeper, return_exceptions=True)
        await self._go()


async def gather(port: int, tables: int, seats: int, over: Callable[[Gang], None]) -> list[Gang]:
    """Register the rascals, and set up their tables with all games mixed."""
    caller = Caller(port)
    gangs = []
    for number in range(tables):
        people = []
        for seat in range(seats):
            me, key = await caller.post("/api/people", {"nickname": f"rascal {number}.{seat + 1}"})
            people.append((me["person"], key))
        new = {"game": GAMES[number % len(GAMES)], "seats": seats, "seat": 1}
        address, _ = await caller.post("/api/tables", new, people[0][1])
        gangs.append(Gang(port, address["table"], people, over))
    caller.close()
    return gangs
