"""A crowd of players: every seat has its own WebSocket, and answers at random from the events that it receives.

A party is one table with its guests. When their game is over they ask for a rematch and move there, one seat further on.
"""

import asyncio
from collections.abc import Sequence
from time import perf_counter

import msgspec

from bench.table.client import Caller, Client, go_to_table
from bench.table.pace import Pace

GAMES = ("trex", "tyrannosaurus", "cubosaurs")
ERRANDS = 32  # requests at once while the tables are set up
DOORWAY = 200  # sockets that are opened at once


# The parts of a message that a guest reads; the rest is skipped.


class Choice(msgspec.Struct):
    """One legal answer."""

    line: str


class Decision(msgspec.Struct):
    """The guest's decision."""

    ply: int
    taken_back: int
    choices: list[Choice]
    chosen: str | None


class Position(msgspec.Struct):
    """The game, as far as a guest needs it."""

    decision: Decision | None


class Stage(msgspec.Struct):
    """The stage of the table."""

    stage: str


class Happening(msgspec.Struct):
    """What happened, and who did it."""

    what: str
    seat: int | None = None


class Snapshot(msgspec.Struct, tag="snapshot", tag_field="is"):
    """A full snapshot."""

    number: int
    table: Stage
    position: Position | None


class Event(msgspec.Struct, tag="event", tag_field="is"):
    """One more thing that happened."""

    number: int
    happened: Happening
    table: Stage
    position: Position | None  # None if unchanged


class Welcome(msgspec.Struct, tag="welcome", tag_field="is"):
    """Who the guest is here."""

    seat: int | None


class Done(msgspec.Struct, tag="done", tag_field="is"):
    """A command was carried out and is durable."""

    id: str
    table: str | None = None


class Refused(msgspec.Struct, tag="refused", tag_field="is"):
    """A command was refused; or it is in doubt, and the true answer follows."""

    code: str
    sentence: str
    is_in_doubt: bool = False


class Bye(msgspec.Struct, tag="bye", tag_field="is"):
    """The server closes the connection."""

    sentence: str


class Presence(msgspec.Struct, tag="presence", tag_field="is"):
    """Who is connected, which guests ignore."""


class Pong(msgspec.Struct, tag="pong", tag_field="is"):
    """Nothing either."""


class Move(msgspec.Struct, tag="move", tag_field="do"):
    """A guest's answer."""

    id: str
    ply: int
    taken_back: int
    line: str


Message = Snapshot | Event | Welcome | Done | Refused | Bye | Presence | Pong
_decode = msgspec.json.Decoder(Message).decode
_encode = msgspec.json.Encoder().encode


class Guest:
    """One seat's device."""

    __slots__ = (
        "_asked_at",
        "_has_come",
        "client",
        "decision",
        "events",
        "is_queued",
        "number",
        "party",
        "seat",
    )

    def __init__(self, party: "Party") -> None:
        self.party = party
        self.seat = 0
        self._has_come = False
        self.decision: Decision | None = None
        self.number: int | None = None  # of the latest event
        self.is_queued = False
        self.events: dict[int, int] = {}  # how many moves of each seat were shown
        self._asked_at: float | None = None  # when the move under way was due
        self.client = Client(self._read, self._end)

    @property
    def haste(self) -> float:
        """The party's haste."""
        return self.party.haste

    @property
    def is_ready(self) -> bool:
        """True if there is a decision to make and no move under way."""
        return self.decision is not None and self._asked_at is None and not self.party.is_left

    def move(self, due: float) -> None:
        """Move at random; the latency counts from when the move was due."""
        assert self.decision is not None
        crowd = self.party.crowd
        choices = self.decision.choices
        line = choices[int(crowd.pace.random() * len(choices))].line
        self._asked_at = due
        self.party.sent.setdefault(self.seat, []).append(due)
        self.client.send(_encode(Move(crowd.next_id(), self.decision.ply, self.decision.taken_back, line)))

    def _read(self, data: bytes) -> None:
        pace = self.party.crowd.pace
        pace.tally.bytes += len(data)
        message = _decode(data)
        if isinstance(message, Event):
            self._follow(message)
        elif isinstance(message, Done):
            self._note_done(message)
        elif isinstance(message, Snapshot):
            if self.number is not None and message.number > self.number:
                pace.tally.resyncs += 1
            self._look(message)
        elif isinstance(message, Welcome):
            self._arrive(message.seat)
        elif isinstance(message, Refused) and not message.is_in_doubt:
            self._asked_at = None
            pace.note_error(f"refused: {message.code}: {message.sentence}")
        elif isinstance(message, Bye) and not self.party.is_left:
            pace.note_error(f"bye: {message.sentence}")

    def _follow(self, event: Event) -> None:
        if self.number is not None and event.number != self.number + 1:
            self.party.crowd.pace.note_error("an event was missed")
        seat = event.happened.seat
        if event.happened.what == "moved" and seat is not None:
            seen = self.events.get(seat, 0)
            self.events[seat] = seen + 1
            if seat != self.seat:
                self.party.crowd.pace.tally.shown.append(perf_counter() - self.party.sent[seat][seen])
        self._look(event)

    def _look(self, message: Snapshot | Event) -> None:
        self.number = message.number
        if message.position is not None:
            decision = message.position.decision
            self.decision = None if decision is None or decision.chosen is not None else decision
        if self.is_ready:
            self.party.crowd.pace.queue(self)
        if message.table.stage == "over":
            self.party.end(self)

    def _note_done(self, done: Done) -> None:
        if done.table is not None:
            self.party.follow(done.table)
        elif done.id == "sit":
            self.party.arrive()
        elif self._asked_at is not None and done.id[0] == "m":
            self.party.crowd.pace.note_answer(self._asked_at)
            self._asked_at = None
            if self.is_ready:
                self.party.crowd.pace.queue(self)

    def _arrive(self, seat: int | None) -> None:
        """Sit down, or add a share to the guest's own seat; sitting down brings a second welcome."""
        if not self._has_come:
            self._has_come = True
            wanted = seat or self.party.guests.index(self) + 1
            self.client.send(f'{{"do":"sit","id":"sit","seat":{wanted},"share":"share{wanted}"}}'.encode())
        self.seat = seat or 0

    def _end(self) -> None:
        if not self.party.is_left:
            self.party.crowd.pace.note_error("a socket was closed")


class Party:
    """A table and its guests, until the game is over."""

    def __init__(self, crowd: "Crowd", table: str, keys: Sequence[str]) -> None:
        self.crowd = crowd
        self.table = table
        self.keys = keys
        self.sent: dict[int, list[float]] = {}  # by seat, when its moves were due
        self.haste = crowd.pace.draw_haste()
        self.is_left = False
        self._is_over = False
        self._arrived = 0
        self.guests = [Guest(self) for _ in keys]

    async def come(self) -> None:
        """Connect all guests to the table."""
        async with self.crowd.doorway:
            await asyncio.gather(
                *(
                    go_to_table(guest.client, self.crowd.port, self.table, key)
                    for guest, key in zip(self.guests, self.keys, strict=True)
                )
            )

    def arrive(self) -> None:
        """Note that one more guest has a seat; the last one starts the game."""
        self._arrived += 1
        if self._arrived == len(self.guests):
            self.guests[0].client.send(b'{"do":"start","id":"start"}')
            self.crowd.note_start()

    def end(self, guest: Guest) -> None:
        """Ask for a rematch; the first guest to see the end of the game does."""
        if not self._is_over:
            self._is_over = True
            self.crowd.pace.tally.games += 1
            guest.client.send(b'{"do":"rematch","id":"again"}')

    def follow(self, table: str) -> None:
        """Move all guests to the next table."""
        self.leave()
        self.crowd.open_party(table, self.keys)

    def leave(self) -> None:
        """Hang up."""
        self.is_left = True
        for guest in self.guests:
            guest.client.close()
        self.crowd.parties.discard(self)


class Crowd:
    """Many parties on one server."""

    def __init__(self, port: int, pace: Pace) -> None:
        self.port = port
        self.pace = pace
        self.parties: set[Party] = set()
        self.doorway = asyncio.Semaphore(DOORWAY)
        self._count = 0
        self._started = 0
        self._tasks: set[asyncio.Task[None]] = set()

    def next_id(self) -> str:
        """A new id for a command."""
        self._count += 1
        return f"m{self._count}"

    def note_start(self) -> None:
        """Note that one more game has begun."""
        self._started += 1

    async def gather(self, tables: int, seats: int) -> None:
        """Register everybody, set up tables with all games mixed, seat everybody and start all games."""
        people = [("/api/people", {"nickname": f"guest {number}"}, "") for number in range(tables * seats)]
        keys = [key for _, key in await self._run_errands(people)]
        parties = [keys[at : at + seats] for at in range(0, len(keys), seats)]
        calls = [
            ("/api/tables", {"game": GAMES[number % len(GAMES)], "seats": seats, "seat": 1}, party[0])
            for number, party in enumerate(parties)
        ]
        for (answer, _), party in zip(await self._run_errands(calls), parties, strict=True):
            self.open_party(answer["table"], party)
        while self._started < tables:
            if self.pace.tally.errors:
                raise RuntimeError(f"the crowd could not sit down: {self.pace.tally.errors.most_common(3)}")
            await asyncio.sleep(0.05)

    async def _run_errands(
        self, calls: Sequence[tuple[str, object, str]]
    ) -> list[tuple[dict[str, str], str]]:
        answers: list[tuple[dict[str, str], str]] = [({}, "")] * len(calls)
        left = iter(enumerate(calls))

        async def run() -> None:
            caller = Caller(self.port)
            for place, (path, body, key) in left:
                answers[place] = await caller.post(path, body, key)
            caller.close()

        await asyncio.gather(*(run() for _ in range(ERRANDS)))
        return answers

    def open_party(self, table: str, keys: Sequence[str]) -> None:
        """Connect guests to a table."""
        party = Party(self, table, keys)
        self.parties.add(party)
        task = asyncio.create_task(party.come())
        self._tasks.add(task)
        task.add_done_callback(self._note_coming)

    def _note_coming(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self.pace.note_error(f"no connection: {error}")

    def disperse(self) -> None:
        """Disconnect everybody."""
        for party in list(self.parties):
            party.leave()
