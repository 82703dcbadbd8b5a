"""One live table: commands are decided one at a time, made durable, and only then shown."""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

from rexarium.kernel.facts import SPECTATOR
from rexarium.server.metrics import METRICS
from rexarium.server.model import checks, commands, log, schedule
from rexarium.server.model.absence import credits_of
from rexarium.server.model.decide import decide
from rexarium.server.model.fold import fold
from rexarium.server.model.log import AnyBody
from rexarium.server.model.moment import Actor
from rexarium.server.model.refusal import Refusal
from rexarium.server.model.room import Room
from rexarium.server.model.rows import Entry, Ownership
from rexarium.server.runtime import bots
from rexarium.server.runtime.heartbeat import Heartbeat
from rexarium.server.runtime.presence import Presence, Wire
from rexarium.server.runtime.reliance import held_in_time
from rexarium.server.runtime.replies import Replies
from rexarium.server.storage.store import Store
from rexarium.server.wire import events, messages, present, reasons, summary
from rexarium.server.wire.messages import encode
from rexarium.server.workers.pool import Pool

READ_AGAIN = "The table is restarting. Reconnect in a moment."
LONGEST_SLEEP = 24 * 3600  # seconds; a later alarm is set when this one goes off
T = TypeVar("T")
_log = logging.getLogger("rexarium.server")


class Desk:
    """A table in memory, with its log, its alarm and everyone connected to it."""

    def __init__(
        self,
        room: Room,
        ownership: Ownership,
        store: Store,
        pool: Pool,
        heartbeat: Heartbeat,
        now: Callable[[], int],
        on_lost: Callable[["Desk"], None],
        network: str = "",
    ) -> None:
        self.room = room
        self.ownership = ownership
        self.presence = Presence(now)
        self.replies = Replies(room)
        self.touched_at = now()
        self._network = network  # that the table was opened from, as stored
        self._store = store
        self._pool = pool  # for bots
        self._heartbeat = heartbeat
        self._now = now
        self._on_lost = on_lost  # called when memory may disagree with the log
        self._queue = asyncio.Lock()  # first come, first served
        self._held: Mapping[int, str | None] = {}  # by eyes: hash of the view they were last shown
        self._is_writing = False
        self._is_closed = False
        self._thoughts: dict[int, asyncio.Task[None]] = {}  # by seat
        self._alarm: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[Any]] = set()  # keeps running tasks from being collected

    # Who is connected

    async def join(self, wire: Wire) -> None:
        """Add a connection; a Refusal if the host has closed the table to newcomers."""
        async with held_in_time(self._queue):
            if self._is_closed:
                wire.hang_up(READ_AGAIN)
                return
            checks.check_entry(self.room, wire.actor)
            wire.eyes = self.room.eyes_of(wire.actor.id)
            self.presence.wires.add(wire)
            self._greet(wire)
            self.presence.tell()
            if self.room.asks:
                self._look_ahead()  # the player whose seat is asked for may be back

    def leave(self, wire: Wire) -> None:
        """Remove a connection."""
        if wire not in self.presence.wires:
            return
        self.touched_at = self._now()
        self.presence.leave(wire, self.room)
        if not self._is_writing:
            self.presence.tell()
            self._look_ahead()  # the others may be waiting for their answer

    def here(self) -> list[int]:
        """The seats that are connected."""
        return self.presence.seats()

    @property
    def is_idle(self) -> bool:
        """True if nobody is connected and nothing is going on."""
        return not self.presence.wires and not self._thoughts and not self._queue.locked()

    def _greet(self, wire: Wire) -> None:
        for letter in self._greeting(wire):
            wire.send(letter)

    def _greeting(self, wire: Wire) -> list[bytes]:
        """A welcome and a snapshot."""
        return [encode(_welcome(wire, self._now())), encode(self.snapshot(wire.eyes))]

    def snapshot(self, eyes: int) -> messages.Snapshot:
        """Everything these eyes may know."""
        return present.snapshot(self.room, eyes, self.here(), self._now())

    async def resync(self, wire: Wire) -> None:
        """Send a snapshot to a client that has lost track."""
        async with held_in_time(self._queue):
            if not self._is_closed:
                wire.send(encode(self.snapshot(wire.eyes)))

    async def greet_again(self, wire: Wire) -> None:
        """Send a new welcome and a snapshot to a client that has fallen too far behind."""
        async with held_in_time(self._queue):
            if not self._is_closed:
                wire.catch_up()
                self._greet(wire)

    async def answer_ping(self, wire: Wire, seen: int) -> None:
        """Send a snapshot if the client has missed events, then a pong."""
        async with held_in_time(self._queue):
            if self._is_closed:
                return
            number = self.room.number_for(wire.eyes)
            if seen != number:
                wire.send(encode(self.snapshot(wire.eyes)))
            wire.send(encode(messages.Pong(number, self._now())))

    # Commands

    async def do(self, actor: Actor, command: commands.Command) -> messages.Done:
        """Carry out a command; repeating it gets the same reply. Use `employ` if the caller may be cancelled."""
        async with self._queue:
            room = await self._punctual_room()
            number = self.replies.find(actor, command.id)
            if number is None:
                decided = partial(decide, room, actor, command, self.presence.moment())
                await self._write(self.replies.remember(actor, command.id, decided))
                number = room.answered[actor.id, command.id]
            return messages.Done(command.id, number)

    def has_answered(self, actor: Actor, id_: str) -> bool:
        """True if this command has already been carried out."""
        return (actor.id, id_) in self.room.answered

    async def write(self, decide: Callable[[Room], Sequence[AnyBody]]) -> None:
        """Append what the server itself decides."""
        await asyncio.shield(self.employ(self._decide(decide)))

    async def _decide(self, decide: Callable[[Room], Sequence[AnyBody]]) -> None:
        async with self._queue:
            await self._write(decide(await self._punctual_room()))

    async def look(self, show: Callable[[Room], T]) -> T:
        """Read from the table, but only what has been made durable."""
        async with held_in_time(self._queue):
            return show(self._trusted_room())

    def _trusted_room(self) -> Room:
        """The table, for callers that hold the lock; refused if memory may disagree with the log."""
        if self._is_closed:
            raise Refusal("unavailable", READ_AGAIN)
        return self.room

    async def _punctual_room(self) -> Room:
        """The table, with clocks credited for every outage so far."""
        room = self._trusted_room()
        try:
            outages = await self._heartbeat.outages()
        except Exception as error:
            self._break_off()
            raise Refusal("unavailable", READ_AGAIN) from error
        last = outages[-1].until if outages else 0
        self.presence.excuse(last)
        if room.size and last > room.changed_at:
            await self._write(credits_of(room, outages))
        return room

    def employ(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Run work in a task of its own, to the end even if the caller is cancelled."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[Any]) -> None:
        """Retrieve a task's exception: a refusal that nobody is waiting for any more is not worth a log line."""
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()

    async def _write(self, bodies: Sequence[AnyBody]) -> None:
        """Apply the entries, append them to the store, then send the events. Readers wait on the lock until then."""
        if not bodies:
            return
        now = self.touched_at = self._now()
        entries = [
            Entry(self.room.size + n, now, self.room.codec.encode(body)) for n, body in enumerate(bodies)
        ]
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
            _log.error("could not write a table", extra={"table": self.room.id}, exc_info=error)
            raise Refusal("unavailable", "The table could not save that. Try again.") from error
        finally:
            self._is_writing = False
        METRICS.entries.inc(by=len(entries))
        for wire, letter in letters:
            wire.send(letter)
        if self.presence.is_untold:
            self.presence.tell()
        self._look_ahead()

    def _make_true(self, body: AnyBody, now: int) -> list[tuple[Wire, bytes]]:
        """Apply an entry to the table and encode its events, one per pair of eyes."""
        room = self.room
        ply, stage, players = -1 if room.match is None else room.match.ply, room.stage, [*room.players]
        confidant = body.seat if room.is_unnoticed(body) and isinstance(body, log.Moved) else None
        fold(room, body, now)
        if isinstance(body, log.TakenBack) and room.match is not None:
            ply = room.match.ply
        if room.stage == "over" != stage:
            ply = -1  # the end reveals what was hidden in every turn so far
        moved = self.presence.move(room) if room.players != players else {}
        told = [wire for wire in self.presence.wires if wire not in moved and confidant in (None, wire.eyes)]
        letters = events.write_events(room, body, {wire.eyes for wire in told}, ply, now, self._held)
        # Anyone who missed this gets a snapshot later; only a change of mind that went unnoticed must stay unnoticed.
        self._held = letters.held if confidant is None else {**self._held, **letters.held}
        sent = [(wire, letters.events[wire.eyes]) for wire in told]
        for wire in moved:  # anyone who has sat down or got up gets a fresh snapshot
            sent += [(wire, letter) for letter in self._greeting(wire)]
        return sent

    def _break_off(self) -> None:
        """Drop the table, since memory may disagree with the log; clients reconnect, and it is restored."""
        self.close(READ_AGAIN)
        self._on_lost(self)

    def close(self, sentence: str) -> None:
        """Disconnect everybody and stop."""
        self._is_closed = True
        self.presence.dismiss(sentence)
        for thought in self._thoughts.values():
            thought.cancel()
        if self._alarm is not None:
            self._alarm.cancel()

    async def finish(self) -> None:
        """Wait for running tasks."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # What happens without a command

    def _look_ahead(self) -> None:
        """Start the bots whose turn it is, and set the alarm for the next deadline."""
        if self._is_closed:
            return
        for seat in self.room.bots_to_move():
            if seat not in self._thoughts:
                self._thoughts[seat] = asyncio.create_task(self._think(seat))
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        room = self.room
        at = schedule.next_look(room, self.presence.moment()) if room.asks else schedule.next_due(room)
        if at is not None:
            delay = max(0, at - self._now()) / 1000
            self._alarm = asyncio.get_running_loop().call_later(min(delay, LONGEST_SLEEP), self.wake)

    def wake(self) -> None:
        """Do what is due, in a task of its own."""
        task = asyncio.create_task(self._tick_alone())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def tick(self) -> None:
        """Do what is due, if anything."""
        await self.write(lambda room: schedule.time_brings(room, self.presence.moment()))
        self._look_ahead()

    async def _tick_alone(self) -> None:
        with contextlib.suppress(Refusal):  # the table was dropped; it goes on once it is restored
            await self.tick()

    async def _think(self, seat: int) -> None:
        """Ask the bot on a seat until it owes no move."""
        try:
            while seat in self.room.bots_to_move():
                await self.write(await bots.ask_move(self._pool, self.room, seat, self.presence.has_players))
        except Refusal:
            pass  # the table was dropped; it goes on once it is restored
        except Exception:  # not even replacing the bot worked
            _log.exception("could not finish a bot's turn", extra={"table": self.room.id})
            self._break_off()
        finally:
            self._thoughts.pop(seat, None)
        if seat in self.room.bots_to_move():
            self._look_ahead()

    # Questions that change nothing

    async def why(self, actor: Actor, question: messages.Why) -> messages.Reasons:
        """The rules that answer a question about a move, from what the asker may know."""
        return await self.look(lambda room: reasons.show_reasons(room, room.eyes_of(actor.id), question))

    async def hint(self, actor: Actor, command: messages.Hint) -> messages.Prospects:
        """What the strongest bot thinks of a person's moves; refused if other people or programs play at the table."""
        task = await self.look(lambda room: bots.hint_task(room, actor))
        return messages.Prospects(command.id, await bots.ask_hint(self._pool, task, self.room.game.say))


def _welcome(wire: Wire, now: int) -> messages.Welcome:
    """Tells a client who they are at this table."""
    who, seat = wire.actor, None if wire.eyes == SPECTATOR else wire.eyes + 1
    return messages.Welcome(messages.VERSION, who.person or None, who.name or None, seat, now)
