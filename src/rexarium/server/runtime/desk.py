"""One table at work: commands come in one after the other, are decided, made durable, and only then shown."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping, Sequence
from functools import partial
from typing import Any, Protocol, TypeVar

from rexarium.kernel.errors import RexariumError
from rexarium.kernel.facts import SPECTATOR
from rexarium.server.metrics import METRICS
from rexarium.server.model import checks, commands, log, schedule
from rexarium.server.model.decide import decide
from rexarium.server.model.log import AnyBody
from rexarium.server.model.moment import Actor, Moment
from rexarium.server.model.refusal import Refusal
from rexarium.server.model.room import Room
from rexarium.server.model.rows import Entry, Outage, Ownership
from rexarium.server.runtime import reliance
from rexarium.server.storage.store import Store
from rexarium.server.wire import events, messages, present, reasons, summary
from rexarium.server.wire.messages import encode
from rexarium.server.wire.problems import made_of
from rexarium.server.workers.bots import advise, choose_move
from rexarium.server.workers.pool import WorkerFailed, WorkerPool
from rexarium.server.workers.tasks import Task

READ_AGAIN = "The table is read again from its log; come again."
MOST_REFUSED = 256  # refusals of a table that are remembered
LONGEST_SLEEP = 24 * 3600  # seconds; a later alarm is set when this one rings
T = TypeVar("T")
_log = logging.getLogger("rexarium.server")


class Wire(Protocol):
    """Somebody's connection to a table."""

    actor: Actor
    eyes: int

    def send(self, message: bytes) -> None:
        """Send it when the line is free; never waits."""

    def catch_up(self) -> None:
        """Throw away what waits: what is sent next says it all anew."""

    def hang_up(self, sentence: str) -> None:
        """Close the connection; the client comes again by itself."""


class Desk:
    """A room with its log, its clock and everybody who looks at it."""

    def __init__(
        self,
        room: Room,
        ownership: Ownership,
        store: Store,
        bots: WorkerPool,
        now: Callable[[], int],
        forget: Callable[["Desk"], None],
        outages: Callable[[], Awaitable[Sequence[Outage]]],
        network: str = "",
    ) -> None:
        self.room = room
        self.ownership = ownership
        self._network = network  # that the table was opened from, as it is written down
        self.touched_at = now()
        self._store = store
        self._bots = bots
        self._now = now
        self._forget = forget  # what to do when this desk can no longer be trusted
        self._outages = outages  # the times when nobody could play
        self._queue = asyncio.Lock()  # first come, first served
        self._wires: set[Wire] = set()
        self._held: Mapping[int, str | None] = {}  # by eyes, the hash of the view that they were shown last
        self._began = now()
        self._away_since: dict[int, int] = {}
        self._refused: dict[tuple[str, str], Refusal] = {}  # person and command: why not, the oldest first
        self._is_presence_old = (
            False  # has somebody come, gone or changed seats, whom the others were not told of?
        )
        self._is_writing = False
        self._is_closed = False
        self._thoughts: dict[int, asyncio.Task[None]] = {}  # by seat
        self._alarm: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[Any]] = set()  # so that none is lost

    # Who is here

    async def join(self, wire: Wire) -> None:
        """Somebody looks at the table from now on; a Refusal if the host lets nobody new in."""
        async with self._turn_to_look():
            if self._is_closed:
                wire.hang_up(READ_AGAIN)
                return
            checks.check_entry(self.room, wire.actor)
            wire.eyes = self.room.eyes_of(wire.actor.id)
            self._wires.add(wire)
            self._greet(wire)
            self._show_presence()
            if self.room.asks:
                self._look_ahead()  # whose seat is asked for may be back

    def leave(self, wire: Wire) -> None:
        """Somebody is gone."""
        if wire not in self._wires:
            return
        self._wires.discard(wire)
        self.touched_at = self._now()
        if wire.eyes not in self.here():
            self._away_since[wire.eyes] = self._now()
        for seat, person in self.room.left.items():  # a bot plays for them, and they looked on
            if person == wire.actor.person:
                self._away_since[seat] = self._now()
        self._is_presence_old = True
        if not self._is_writing:
            self._show_presence()
            self._look_ahead()  # the others may be waiting for an answer of theirs

    def here(self) -> list[int]:
        """The seats that are connected."""
        return sorted({wire.eyes for wire in self._wires} - {SPECTATOR})

    def has_players(self) -> bool:
        """Is anybody here who plays? Bots that nobody waits for think after those whom somebody does."""
        return bool(self.here())

    def _moment(self) -> Moment:
        present = {wire.actor.person for wire in self._wires}
        return Moment(self._now(), self.here(), self._away_since, self._began, present)

    @property
    def is_idle(self) -> bool:
        """Does nobody look, and nothing go on?"""
        return not self._wires and not self._thoughts and not self._queue.locked()

    def _greet(self, wire: Wire) -> None:
        for letter in self._greeting(wire):
            wire.send(letter)

    def _greeting(self, wire: Wire) -> list[bytes]:
        """Who somebody is here, and everything that their eyes may know."""
        who, seat = wire.actor, None if wire.eyes == SPECTATOR else wire.eyes + 1
        person, name = who.person or None, who.name or None
        welcome = messages.Welcome(messages.VERSION, person, name, seat, self._now())
        return [encode(welcome), encode(self.snapshot(wire.eyes))]

    def snapshot(self, eyes: int) -> messages.Snapshot:
        """Everything that these eyes may know."""
        room = self.room
        return messages.Snapshot(
            number=room.number_for(eyes),
            now=self._now(),
            table=present.show_table(room),
            position=present.show_position(room, eyes),
            turns=present.show_turns(room, eyes),
            chat=[messages.SpeechState(said.at, said.person, said.name, said.text) for said in room.chat],
            here=[seat + 1 for seat in self.here()],
        )

    def _show_presence(self) -> None:
        self._is_presence_old = False
        here = [seat + 1 for seat in self.here()]
        watching = sum(wire.eyes == SPECTATOR for wire in self._wires)
        message = encode(messages.Presence(here, watching))
        for wire in self._wires:
            wire.send(message)

    async def resync(self, wire: Wire) -> None:
        """Somebody has lost something."""
        async with self._turn_to_look():
            if not self._is_closed:
                wire.send(encode(self.snapshot(wire.eyes)))

    async def greet_again(self, wire: Wire) -> None:
        """Somebody is so far behind that everything is told anew."""
        async with self._turn_to_look():
            if not self._is_closed:
                wire.catch_up()
                self._greet(wire)

    async def answer_ping(self, wire: Wire, seen: int) -> None:
        """Tell who has missed something what they have missed."""
        async with self._turn_to_look():
            if self._is_closed:
                return
            number = self.room.number_for(wire.eyes)
            if seen != number:
                wire.send(encode(self.snapshot(wire.eyes)))
            wire.send(encode(messages.Pong(number, self._now())))

    @contextlib.asynccontextmanager
    async def _turn_to_look(self) -> AsyncIterator[None]:
        """The queue for those who only look: they are refused when what comes before them waits too long for the storage."""
        try:
            async with asyncio.timeout(reliance.PATIENCE):
                await self._queue.acquire()
        except TimeoutError:
            raise Refusal("unavailable", reliance.OUT_OF_ORDER) from None
        try:
            yield
        finally:
            self._queue.release()

    # Commands

    async def do(self, actor: Actor, command: commands.Command) -> messages.Done:
        """Carry a command out; the same command again gets the same answer. Who might not stay to the end: see `employ`."""
        async with self._queue:
            room = await self._punctual_room()
            number = room.answered.get((actor.id, command.id))
            if number is None:
                decided = partial(decide, room, actor, command, self._moment())
                await self._write(self.weigh(actor, command, decided))
                number = room.answered[actor.id, command.id]
            return messages.Done(command.id, number)

    def weigh(
        self, actor: Actor, command: commands.Command, entries: Callable[[], list[AnyBody]]
    ) -> list[AnyBody]:
        """What a command brings about. One that was refused stays refused, though it comes twice and much has changed."""
        name = (actor.id, command.id)
        if name in self._refused:
            raise self._refused[name].again()
        try:
            return entries()
        except Refusal as refusal:
            if len(self._refused) >= MOST_REFUSED:
                del self._refused[next(iter(self._refused))]
            self._refused[name] = refusal.again()  # which does not hold all that the other was raised in
            raise

    def has_answered(self, actor: Actor, id_: str) -> bool:
        """Has this command been carried out?"""
        return (actor.id, id_) in self.room.answered

    async def write(self, decide: Callable[[Room], Sequence[AnyBody]]) -> None:
        """What the house itself decides."""
        await asyncio.shield(self.employ(self._decide(decide)))

    async def _decide(self, decide: Callable[[Room], Sequence[AnyBody]]) -> None:
        async with self._queue:
            await self._write(decide(await self._punctual_room()))

    async def look(self, show: Callable[[Room], T]) -> T:
        """Something of the room, as it is written down."""
        async with self._turn_to_look():
            return show(self._trusted_room())

    def _trusted_room(self) -> Room:
        """The room, for whoever has waited in line. One that holds what could not be written is never looked at again."""
        if self._is_closed:
            raise Refusal("unavailable", READ_AGAIN)
        return self.room

    async def _punctual_room(self) -> Room:
        """The same, and no clock in it has run while nobody could play."""
        room = self._trusted_room()
        try:
            outages = await self._outages()
        except Exception as error:
            self._break_off()
            raise Refusal("unavailable", READ_AGAIN) from error
        last = outages[-1].until if outages else 0
        if last > self._began:  # who was away then, or did not answer, could not help it
            self._began = last
            self._away_since.clear()
        if room.size and last > room.changed_at:
            await self._write(credits_of(room, outages))
        return room

    def employ(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Do it to the end, even if whoever wanted it hangs up meanwhile."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[Any]) -> None:
        """A refusal that nobody waits for any more is nobody's news."""
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()

    async def _write(self, bodies: Sequence[AnyBody]) -> None:
        """Made true, made durable, and only then shown: whoever looks meanwhile waits in the queue."""
        if not bodies:
            return
        now = self.touched_at = self._now()
        entries = [Entry(self.room.size + n, now, log.write_body(body)) for n, body in enumerate(bodies)]
        self._is_writing = True
        try:
            letters = [letter for body in bodies for letter in self._make_true(body, now)]
            listing = summary.list_room(self.room, self._network)
            await self._store.append(self.ownership, listing, entries)
        except BaseException as error:
            self._break_off()
            if not isinstance(error, Exception):
                raise
            METRICS.storage_failures.inc()
            _log.error("a table could not be written", extra={"table": self.room.id}, exc_info=error)
            raise Refusal("unavailable", "The table could not write that down; try again.") from error
        finally:
            self._is_writing = False
        METRICS.entries.inc(len(entries))
        for wire, letter in letters:
            wire.send(letter)
        if self._is_presence_old:
            self._show_presence()
        self._look_ahead()

    def _make_true(self, body: AnyBody, now: int) -> list[tuple[Wire, bytes]]:
        """Fold an entry into the room, and write the letters about it, one a pair of eyes."""
        room = self.room
        ply, stage, players = -1 if room.match is None else room.match.ply, room.stage, [*room.players]
        confidant = body.seat if room.is_unnoticed(body) and isinstance(body, log.Moved) else None
        room.fold(body, now)
        if isinstance(body, log.TakenBack) and room.match is not None:
            ply = room.match.ply
        if room.stage == "over" != stage:
            ply = -1  # what was hidden in all turns so far is uncovered
        moved = self._moved_wires() if room.players != players else {}
        told = [wire for wire in self._wires if wire not in moved and confidant in (None, wire.eyes)]
        letters = events.write_events(room, body, {wire.eyes for wire in told}, ply, now, self._held)
        # Who was not there is told all next time; but that a change of mind went unnoticed nobody may notice later.
        self._held = letters.held if confidant is None else {**self._held, **letters.held}
        sent = [(wire, letters.events[wire.eyes]) for wire in told]
        for wire, eyes in moved.items():
            sent += self._move_wire(wire, eyes)
        return sent

    def _moved_wires(self) -> dict[Wire, int]:
        """Who sees with other eyes now than before, and with whose."""
        return {wire: eyes for wire in self._wires if (eyes := self.room.eyes_of(wire.actor.id)) != wire.eyes}

    def _move_wire(self, wire: Wire, eyes: int) -> list[tuple[Wire, bytes]]:
        """Who has sat down or got up sees with other eyes from now on, and all anew."""
        wire.eyes = eyes
        self._is_presence_old = True
        return [(wire, letter) for letter in self._greeting(wire)]

    def _break_off(self) -> None:
        """What is in memory may not be what is written: everybody comes again, and the log is read again."""
        self.close(READ_AGAIN)
        self._forget(self)

    def close(self, sentence: str) -> None:
        """Everybody is sent away, and nothing goes on here."""
        self._is_closed = True
        gone, self._wires = self._wires, set()  # before the first has left, so that nobody is told of it
        for wire in gone:
            wire.hang_up(sentence)
        for thought in self._thoughts.values():
            thought.cancel()
        if self._alarm is not None:
            self._alarm.cancel()

    async def finish(self) -> None:
        """Wait for what is under way."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # What goes on by itself

    def _look_ahead(self) -> None:
        """Let the bots think who are asked, and set the alarm for what time brings."""
        if self._is_closed:
            return
        for seat in self.room.bots_to_move():
            if seat not in self._thoughts:
                self._thoughts[seat] = asyncio.create_task(self._think(seat))
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        room = self.room
        at = schedule.next_look(room, self._moment()) if room.asks else schedule.next_due(room)
        if at is not None:
            delay = max(0, at - self._now()) / 1000
            self._alarm = asyncio.get_running_loop().call_later(min(delay, LONGEST_SLEEP), self.wake)

    def wake(self) -> None:
        """Look at the clocks; what is due is done, and everybody is shown what has changed."""
        task = asyncio.create_task(self._tick_alone())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def tick(self) -> None:
        """Do what is due, if anything is."""
        await self.write(lambda room: schedule.time_brings(room, self._moment()))
        self._look_ahead()

    async def _tick_alone(self) -> None:
        with contextlib.suppress(Refusal):  # the table was broken off; it goes on when it is read again
            await self.tick()

    async def _think(self, seat: int) -> None:
        """Ask the bot on a seat until it owes no move."""
        try:
            while seat in self.room.bots_to_move():
                await self._let_bot_move(seat)
        except Refusal:
            pass  # the table was broken off; it goes on when it is read again
        except Exception:  # nor could the bot be replaced
            _log.exception("a bot's turn could not be finished", extra={"table": self.room.id})
            self._break_off()
        finally:
            self._thoughts.pop(seat, None)
        if seat in self.room.bots_to_move():
            self._look_ahead()

    async def _let_bot_move(self, seat: int) -> None:
        room = self.room
        player, mark, match = room.players[seat], room.mark(), room.match
        assert player is not None
        assert match is not None
        try:
            task = choose_move(match.game.id, match.sight(seat), match.ply, player.bot)
            move = await self._ask_bot(task, self.has_players)
            await self.write(lambda now: _bot_move(now, seat, move) if now.mark() == mark else [])
        except Refusal:
            raise
        except Exception as error:  # whatever it is, the game must go on
            self._note_failure(seat, player.bot, error)
            await self.write(
                lambda now: schedule.replace_bot(now, seat) if now.players[seat] == player else []
            )

    async def _ask_bot(self, task: Task[T], is_urgent: Callable[[], bool] = lambda: True) -> T:
        """What a worker makes of a bot's task; one that is refused has failed, for the table was not."""
        try:
            return await self._bots.run(task, is_urgent)
        except Refusal as refusal:
            raise WorkerFailed(f"it was refused: {refusal.code}") from None

    def _note_failure(self, seat: int, bot: str, error: Exception) -> None:
        is_known = isinstance(error, WorkerFailed)
        _log.warning(
            "a bot failed",
            extra={
                "table": self.room.id,
                "seat": seat + 1,
                "bot": bot,
                "why": str(error) if is_known else type(error).__name__,
            },
            exc_info=None if is_known else error,
        )
        METRICS.bot_failures.inc()

    # Questions that change nothing

    async def why(self, actor: Actor, question: messages.Why) -> messages.Reasons:
        """The rules that answer a why, knowing no more than who asks."""
        return await self.look(lambda room: reasons.show_reasons(room, room.eyes_of(actor.id), question))

    async def hint(self, actor: Actor, command: messages.Hint) -> messages.Prospects:
        """What the strongest bot thinks of a person's moves; not where people or programs play against them."""
        async with self._turn_to_look():
            room = self._trusted_room()
            seat = room.eyes_of(actor.id)
            if not actor.person or room.guests_seated() != [seat] or room.left:  # whose player may be back
                raise Refusal("not allowed", "Hints are for games against bots.")
            if present.show_decision(room, seat) is None:
                raise Refusal("not your turn", "You are not asked anything.")
            match = room.match
            assert match is not None
            task = advise(match.game.id, match.sight(seat), match.ply)
        try:
            found = await self._ask_bot(task)
        except WorkerFailed:
            raise Refusal("unavailable", "The tyrant has no advice just now.") from None
        say = self.room.game.say
        return messages.Prospects(
            command.id,
            [
                messages.ProspectState(say(one.move), one.chance, one.error, str(why), *made_of(why))
                for one in found
                for why in (one.why.read(),)
            ],
        )


def credits_of(room: Room, outages: Sequence[Outage]) -> list[AnyBody]:
    """No clock ran in an outage since anything last happened here, and nobody could answer a question."""
    time, until = 0, room.changed_at
    for outage in outages:
        time += max(0, outage.until - max(outage.since, until))
        until = max(until, outage.until)
    is_running = bool(room.clocks.since) and room.clock.kind != "none"
    return [log.Credited(time=time)] if (is_running or room.asks) and time > 0 else []


def _bot_move(room: Room, seat: int, move: int) -> Sequence[AnyBody]:
    """A bot's move, if the seat is still the bot's and still asked; one who does not know the rules is replaced."""
    if room.match is None or seat not in room.bots_to_move():
        return []
    try:
        room.match.check(seat, move)
    except RexariumError:
        return schedule.replace_bot(room, seat)
    return [log.Moved(seat=seat, line=room.game.say(move))]
