"""One table at work: commands come in one after the other, are decided, made durable, and only then shown."""

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
LONGEST_SLEEP = 24 * 3600  # seconds; a later alarm is set when this one rings
T = TypeVar("T")
_log = logging.getLogger("rexarium.server")


class Desk:
    """A room with its log, its clock and everybody who looks at it."""

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
        self._network = network  # that the table was opened from, as it is written down
        self._store = store
        self._pool = pool  # for its bots
        self._heartbeat = heartbeat
        self._now = now
        self._on_lost = on_lost  # called when what is in memory may not be what is written
        self._queue = asyncio.Lock()  # first come, first served
        self._held: Mapping[int, str | None] = {}  # by eyes, the hash of the view that they were shown last
        self._is_writing = False
        self._is_closed = False
        self._thoughts: dict[int, asyncio.Task[None]] = {}  # by seat
        self._alarm: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[Any]] = set()  # so that none is lost

    # Who is here

    async def join(self, wire: Wire) -> None:
        """Somebody looks at the table from now on; a Refusal if the host lets nobody new in."""
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
                self._look_ahead()  # whose seat is asked for may be back

    def leave(self, wire: Wire) -> None:
        """Somebody is gone."""
        if wire not in self.presence.wires:
            return
        self.touched_at = self._now()
        self.presence.leave(wire, self.room)
        if not self._is_writing:
            self.presence.tell()
            self._look_ahead()  # the others may be waiting for an answer of theirs

    def here(self) -> list[int]:
        """The seats that are connected."""
        return self.presence.seats()

    @property
    def is_idle(self) -> bool:
        """Does nobody look, and nothing go on?"""
        return not self.presence.wires and not self._thoughts and not self._queue.locked()

    def _greet(self, wire: Wire) -> None:
        for letter in self._greeting(wire):
            wire.send(letter)

    def _greeting(self, wire: Wire) -> list[bytes]:
        """Who somebody is here, and everything that their eyes may know."""
        return [encode(_welcome(wire, self._now())), encode(self.snapshot(wire.eyes))]

    def snapshot(self, eyes: int) -> messages.Snapshot:
        """Everything that these eyes may know."""
        return present.snapshot(self.room, eyes, self.here(), self._now())

    async def resync(self, wire: Wire) -> None:
        """Somebody has lost something."""
        async with held_in_time(self._queue):
            if not self._is_closed:
                wire.send(encode(self.snapshot(wire.eyes)))

    async def greet_again(self, wire: Wire) -> None:
        """Somebody is so far behind that everything is told anew."""
        async with held_in_time(self._queue):
            if not self._is_closed:
                wire.catch_up()
                self._greet(wire)

    async def answer_ping(self, wire: Wire, seen: int) -> None:
        """Tell who has missed something what they have missed."""
        async with held_in_time(self._queue):
            if self._is_closed:
                return
            number = self.room.number_for(wire.eyes)
            if seen != number:
                wire.send(encode(self.snapshot(wire.eyes)))
            wire.send(encode(messages.Pong(number, self._now())))

    # Commands

    async def do(self, actor: Actor, command: commands.Command) -> messages.Done:
        """Carry a command out; the same command again gets the same answer. Who might not stay to the end: see `employ`."""
        async with self._queue:
            room = await self._punctual_room()
            number = self.replies.find(actor, command.id)
            if number is None:
                decided = partial(decide, room, actor, command, self.presence.moment())
                await self._write(self.replies.remember(actor, command.id, decided))
                number = room.answered[actor.id, command.id]
            return messages.Done(command.id, number)

    def has_answered(self, actor: Actor, id_: str) -> bool:
        """Has this command been carried out?"""
        return (actor.id, id_) in self.room.answered

    async def write(self, decide: Callable[[Room], Sequence[AnyBody]]) -> None:
        """What the server itself decides."""
        await asyncio.shield(self.employ(self._decide(decide)))

    async def _decide(self, decide: Callable[[Room], Sequence[AnyBody]]) -> None:
        async with self._queue:
            await self._write(decide(await self._punctual_room()))

    async def look(self, show: Callable[[Room], T]) -> T:
        """Something of the room, as it is written down."""
        async with held_in_time(self._queue):
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
            _log.error("a table could not be written", extra={"table": self.room.id}, exc_info=error)
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
        """Fold an entry into the room, and write the letters about it, one a pair of eyes."""
        room = self.room
        ply, stage, players = -1 if room.match is None else room.match.ply, room.stage, [*room.players]
        confidant = body.seat if room.is_unnoticed(body) and isinstance(body, log.Moved) else None
        fold(room, body, now)
        if isinstance(body, log.TakenBack) and room.match is not None:
            ply = room.match.ply
        if room.stage == "over" != stage:
            ply = -1  # what was hidden in all turns so far is uncovered
        moved = self.presence.move(room) if room.players != players else {}
        told = [wire for wire in self.presence.wires if wire not in moved and confidant in (None, wire.eyes)]
        letters = events.write_events(room, body, {wire.eyes for wire in told}, ply, now, self._held)
        # Who was not there is told all next time; but that a change of mind went unnoticed nobody may notice later.
        self._held = letters.held if confidant is None else {**self._held, **letters.held}
        sent = [(wire, letters.events[wire.eyes]) for wire in told]
        for wire in moved:  # who has sat down or got up is told all anew
            sent += [(wire, letter) for letter in self._greeting(wire)]
        return sent

    def _break_off(self) -> None:
        """What is in memory may not be what is written: everybody comes again, and the log is read again."""
        self.close(READ_AGAIN)
        self._on_lost(self)

    def close(self, sentence: str) -> None:
        """Everybody is sent away, and nothing goes on here."""
        self._is_closed = True
        self.presence.dismiss(sentence)
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
        at = schedule.next_look(room, self.presence.moment()) if room.asks else schedule.next_due(room)
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
        await self.write(lambda room: schedule.time_brings(room, self.presence.moment()))
        self._look_ahead()

    async def _tick_alone(self) -> None:
        with contextlib.suppress(Refusal):  # the table was broken off; it goes on when it is read again
            await self.tick()

    async def _think(self, seat: int) -> None:
        """Ask the bot on a seat until it owes no move."""
        try:
            while seat in self.room.bots_to_move():
                await self.write(await bots.ask_move(self._pool, self.room, seat, self.presence.has_players))
        except Refusal:
            pass  # the table was broken off; it goes on when it is read again
        except Exception:  # nor could the bot be replaced
            _log.exception("a bot's turn could not be finished", extra={"table": self.room.id})
            self._break_off()
        finally:
            self._thoughts.pop(seat, None)
        if seat in self.room.bots_to_move():
            self._look_ahead()

    # Questions that change nothing

    async def why(self, actor: Actor, question: messages.Why) -> messages.Reasons:
        """The rules that answer a why, knowing no more than who asks."""
        return await self.look(lambda room: reasons.show_reasons(room, room.eyes_of(actor.id), question))

    async def hint(self, actor: Actor, command: messages.Hint) -> messages.Prospects:
        """What the strongest bot thinks of a person's moves; not where people or programs play against them."""
        task = await self.look(lambda room: bots.hint_task(room, actor))
        return messages.Prospects(command.id, await bots.ask_hint(self._pool, task, self.room.game.say))


def _welcome(wire: Wire, now: int) -> messages.Welcome:
    """Who somebody is at this table."""
    who, seat = wire.actor, None if wire.eyes == SPECTATOR else wire.eyes + 1
    return messages.Welcome(messages.VERSION, who.person or None, who.name or None, seat, now)
