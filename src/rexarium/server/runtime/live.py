"""One live table: commands are decided one at a time, made durable, and only then shown."""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TypeVar

from rexarium.kernel.facts import SPECTATOR
from rexarium.server.metrics import METRICS
from rexarium.server.model import checks, commands, log, schedule
from rexarium.server.model.absence import outage_credit
from rexarium.server.model.decide import decide
from rexarium.server.model.errors import Refusal
from rexarium.server.model.fold import fold
from rexarium.server.model.log import AnyEntry
from rexarium.server.model.moment import Actor
from rexarium.server.model.rows import Ownership, StoredEntry
from rexarium.server.model.table import Table
from rexarium.server.runtime import bots
from rexarium.server.runtime.availability import held_in_time
from rexarium.server.runtime.heartbeat import Heartbeat
from rexarium.server.runtime.presence import Presence, Recipient
from rexarium.server.runtime.replies import Replies
from rexarium.server.runtime.tasks import Tasks
from rexarium.server.storage.store import Fenced, Store
from rexarium.server.wire import events, messages, present, reasons, summary
from rexarium.server.wire.messages import encode
from rexarium.server.workers.pool import Pool, PoolClosed

READ_AGAIN = "The table is restarting. Reconnect in a moment."
PAUSE = 5.0  # seconds until what was due and could not be done is tried again
LONGEST_SLEEP = 24 * 3600  # seconds; a later alarm is set when this one goes off
T = TypeVar("T")
_log = logging.getLogger("rexarium.server")


def _allow(_: Table) -> None:
    """Limit nothing."""


class LiveTable:
    """A table in memory, with its log, its alarm and everyone connected to it."""

    def __init__(
        self,
        table: Table,
        ownership: Ownership,
        store: Store,
        pool: Pool,
        heartbeat: Heartbeat,
        now: Callable[[], int],
        on_lost: Callable[["LiveTable", bool], None],
        network: str = "",
    ) -> None:
        self.table = table
        self.ownership = ownership
        self.presence = Presence(now)
        self.replies = Replies(table)
        self.touched_at = now()
        self._network = network  # that the table was opened from, as stored
        self._store = store
        self._pool = pool  # for bots
        self._heartbeat = heartbeat
        self._now = now
        # Called when memory may disagree with the log, and with whether another owner has taken the table.
        self._on_lost = on_lost
        self._queue = asyncio.Lock()  # first come, first served
        self._held: Mapping[int, str | None] = {}  # by eyes: hash of the view they were last shown
        self._is_writing = False
        self._is_closed = False
        self._thoughts: dict[int, asyncio.Task[None]] = {}  # by seat
        self._alarm: asyncio.TimerHandle | None = None
        self.tasks = Tasks(ownership.table)

    # Who is connected

    async def join(self, recipient: Recipient) -> None:
        """Add a connection; a Refusal if the host has closed the table to newcomers."""
        async with held_in_time(self._queue):
            if self._is_closed:
                recipient.close(READ_AGAIN)
                return
            checks.check_entry(self.table, recipient.actor)
            recipient.eyes = self.table.eyes_of(recipient.actor.id)
            self.presence.recipients.add(recipient)
            self._greet(recipient)
            self.presence.tell()
            if self.table.asks:
                self._schedule()  # the player whose seat is asked for may be back

    def leave(self, recipient: Recipient) -> None:
        """Remove a connection."""
        if recipient not in self.presence.recipients:
            return
        self.touched_at = self._now()
        self.presence.leave(recipient, self.table)
        if not self._is_writing:
            self.presence.tell()
            self._schedule()  # the others may be waiting for their answer

    @property
    def is_idle(self) -> bool:
        """True if nobody is connected and nothing is going on."""
        return not self.presence.recipients and not self._thoughts and not self._queue.locked()

    def _greet(self, recipient: Recipient) -> None:
        for message in self._greeting(recipient):
            recipient.send(message)

    def _greeting(self, recipient: Recipient) -> list[bytes]:
        """A welcome and a snapshot."""
        return [encode(_welcome(recipient, self._now())), encode(self.snapshot(recipient.eyes))]

    def snapshot(self, eyes: int) -> messages.Snapshot:
        """Everything these eyes may know."""
        return present.snapshot(self.table, eyes, self.presence.seats(), self._now())

    async def resync(self, recipient: Recipient) -> None:
        """Send a snapshot to a client that has lost track."""
        async with held_in_time(self._queue):
            if not self._is_closed:
                recipient.send(encode(self.snapshot(recipient.eyes)))

    async def send_snapshot(self, recipient: Recipient) -> None:
        """Send a new welcome and a snapshot to a client that has fallen too far behind."""
        async with held_in_time(self._queue):
            if not self._is_closed:
                recipient.reset()
                self._greet(recipient)

    async def pong(self, recipient: Recipient, seen: int) -> None:
        """Send a snapshot if the client has missed events, then a pong."""
        async with held_in_time(self._queue):
            if self._is_closed:
                return
            number = self.table.event_number(recipient.eyes)
            if seen != number:
                recipient.send(encode(self.snapshot(recipient.eyes)))
            recipient.send(encode(messages.Pong(number, self._now())))

    # Commands

    async def submit(
        self, actor: Actor, command: commands.Command, limit: Callable[[Table], None] = _allow
    ) -> messages.Done:
        """Carry out a command; repeating it gets the same reply, and only a new one counts for the limit.

        Use `tasks.spawn` if the caller may be cancelled.
        """
        async with self._queue:
            table = await self._current()
            number = self.replies.find(actor, command.id)
            if number is None:
                limit(table)
                decided = partial(decide, table, actor, command, self.presence.moment())
                await self._append(self.replies.remember(actor, command.id, decided))
                number = table.replies[actor.id, command.id]
            return messages.Done(command.id, number)

    async def append(self, decide: Callable[[Table], Sequence[AnyEntry]]) -> None:
        """Append what the server itself decides."""
        await asyncio.shield(self.tasks.spawn(self._decide(decide)))

    async def _decide(self, decide: Callable[[Table], Sequence[AnyEntry]]) -> None:
        async with self._queue:
            await self._append(decide(await self._current()))

    async def read(self, show: Callable[[Table], T]) -> T:
        """Read from the table, but only what has been made durable."""
        async with held_in_time(self._queue):
            return show(self._trusted())

    def _trusted(self) -> Table:
        """The table, for callers that hold the lock; refused if memory may disagree with the log."""
        if self._is_closed:
            raise Refusal("unavailable", READ_AGAIN)
        return self.table

    async def _current(self) -> Table:
        """The table, with clocks credited for every outage so far."""
        table = self._trusted()
        try:
            outages = await self._heartbeat.outages()
        except Exception as error:
            self._abandon()
            raise Refusal("unavailable", READ_AGAIN) from error
        last = outages[-1].until if outages else 0
        self.presence.excuse(last)
        if table.length and last > table.changed_at:
            await self._append(outage_credit(table, outages))
        return table

    async def _append(self, entries: Sequence[AnyEntry]) -> None:
        """Apply the entries, append them to the store, then send the events. Readers wait on the lock until then."""
        if not entries:
            return
        now = self.touched_at = self._now()
        stored = [
            StoredEntry(self.table.length + n, now, self.table.codec.encode(entry))
            for n, entry in enumerate(entries)
        ]
        self._is_writing = True
        try:
            outgoing = [message for entry in entries for message in self._apply(entry, now)]
            listing = summary.table_listing(self.table, self._network)
            await self._store.append(self.ownership, listing, stored)
        except BaseException as error:
            self._abandon(is_taken=isinstance(error, Fenced))
            if not isinstance(error, Exception):
                raise
            _note_failure(self.table.id, error)
            raise Refusal("unavailable", "The table could not save that. Try again.") from error
        finally:
            self._is_writing = False
        METRICS.entries.inc(by=len(stored))
        for recipient, message in outgoing:
            recipient.send(message)
        if self.presence.is_untold:
            self.presence.tell()
        self._schedule()

    def _apply(self, entry: AnyEntry, now: int) -> list[tuple[Recipient, bytes]]:
        """Apply an entry to the table and encode its events, one per pair of eyes."""
        table = self.table
        ply, stage, players = -1 if table.match is None else table.match.ply, table.stage, [*table.players]
        confidant = entry.seat if table.is_hidden_change(entry) and isinstance(entry, log.Moved) else None
        fold(table, entry, now)
        if isinstance(entry, log.TakenBack) and table.match is not None:
            ply = table.match.ply
        if table.stage == "over" != stage:
            ply = -1  # the end reveals what was hidden in every turn so far
        moved = self.presence.move(table) if table.players != players else {}
        told = [
            recipient
            for recipient in self.presence.recipients
            if recipient not in moved and confidant in (None, recipient.eyes)
        ]
        encoded = events.encode_events(
            table, entry, {recipient.eyes for recipient in told}, ply, now, self._held
        )
        # Anyone who missed this gets a snapshot later; only a change of mind that went unnoticed must stay unnoticed.
        self._held = encoded.held if confidant is None else {**self._held, **encoded.held}
        sent = [(recipient, encoded.events[recipient.eyes]) for recipient in told]
        for recipient in moved:  # anyone who has sat down or got up gets a fresh snapshot
            sent += [(recipient, message) for message in self._greeting(recipient)]
        return sent

    def _abandon(self, *, is_taken: bool = False) -> None:
        """Drop the table, since memory may disagree with the log; clients reconnect, and it is restored."""
        self.close(READ_AGAIN)
        self._on_lost(self, is_taken)

    def close(self, sentence: str) -> None:
        """Disconnect everybody and stop."""
        self._is_closed = True
        self.presence.dismiss(sentence)
        for thought in self._thoughts.values():
            thought.cancel()
        if self._alarm is not None:
            self._alarm.cancel()

    # What happens without a command

    def _schedule(self, pause: float = 0.0) -> None:
        """Start the bots whose turn it is, and set the alarm for the next deadline, but not within a pause in seconds."""
        if self._is_closed:
            return
        for seat in self.table.bots_to_move():
            if seat not in self._thoughts:
                self._thoughts[seat] = asyncio.create_task(self._think(seat))
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        table = self.table
        at = (
            schedule.next_check(table, self.presence.moment())
            if table.asks
            else schedule.next_deadline(table)
        )
        if at is not None:
            delay = max(pause, (at - self._now()) / 1000)
            self._alarm = asyncio.get_running_loop().call_later(min(delay, LONGEST_SLEEP), self.wake)

    def wake(self) -> None:
        """Do what is due, in a task of its own."""
        _ = self.tasks.spawn(self.run_due())

    async def run_due(self) -> None:
        """Do what is due, if anything; after an accident it is tried again."""
        pause = PAUSE
        try:
            await self._decide(lambda table: schedule.due_entries(table, self.presence.moment()))
            pause = 0.0
        finally:
            self._schedule(pause)

    async def _think(self, seat: int) -> None:
        """Ask the bot on a seat until it owes no move."""
        try:
            while seat in self.table.bots_to_move():
                await self.append(
                    await bots.ask_move(self._pool, self.table, seat, self.presence.has_players)
                )
        except Refusal:
            pass  # the table was dropped; it goes on once it is restored
        except PoolClosed:
            self.close(READ_AGAIN)  # the server is stopping; the bot moves once it runs again
        except Exception:  # not even replacing the bot worked
            _log.exception("could not finish a bot's turn", extra={"table": self.table.id})
            self._abandon()
        finally:
            self._thoughts.pop(seat, None)
        if seat in self.table.bots_to_move():
            self._schedule()

    # Questions that change nothing

    async def why(self, actor: Actor, question: messages.Why) -> messages.Reasons:
        """The rules that answer a question about a move, from what the asker may know."""
        return await self.read(lambda table: reasons.reasons_state(table, table.eyes_of(actor.id), question))

    async def hint(self, actor: Actor, command: messages.Hint) -> messages.Prospects:
        """What the strongest bot thinks of a person's moves; refused if other people or programs play at the table."""
        task = await self.read(lambda table: bots.hint_task(table, actor))
        return messages.Prospects(command.id, await bots.ask_hint(self._pool, task, self.table.game.say))


def _note_failure(table: str, error: Exception) -> None:
    """Log that a table could not be written; if it is another server's now, the store has not failed."""
    if isinstance(error, Fenced):
        _log.warning("another server has taken a table", extra={"table": table})
    else:
        METRICS.storage_failures.inc()
        _log.error("could not write a table", extra={"table": table}, exc_info=error)


def _welcome(recipient: Recipient, now: int) -> messages.Welcome:
    """Tells a client who they are at this table."""
    who, seat = recipient.actor, None if recipient.eyes == SPECTATOR else recipient.eyes + 1
    return messages.Welcome(messages.VERSION, who.person or None, who.name or None, seat, now)
