"""All tables: get, create, restore from the log on demand, and evict when idle."""

import asyncio
import contextlib
import logging
import re
import secrets
from collections.abc import Callable, Iterable
from functools import partial

from rexarium.kernel.sentence import sentence
from rexarium.match.fairness import SEED_BYTES
from rexarium.server.metrics import METRICS
from rexarium.server.model import commands, log, schedule
from rexarium.server.model.errors import Refusal
from rexarium.server.model.fold import fold
from rexarium.server.model.log import AnyEntry, Player
from rexarium.server.model.moment import Actor
from rexarium.server.model.opening import SECRET, first_entries, open_new, rematch_entries
from rexarium.server.model.restore import DamagedLog, fold_entry
from rexarium.server.model.rows import START, Listing, Ownership, Person, Place, StoredEntry
from rexarium.server.model.table import Table
from rexarium.server.model.text import fingerprint, url_token
from rexarium.server.runtime import availability
from rexarium.server.runtime.alarms import Alarms
from rexarium.server.runtime.availability import needs_store
from rexarium.server.runtime.heartbeat import Heartbeat
from rexarium.server.runtime.live import READ_AGAIN, LiveTable
from rexarium.server.runtime.networks import disguise
from rexarium.server.runtime.records import Records
from rexarium.server.runtime.settings import Settings
from rexarium.server.runtime.waiting import check_waiting
from rexarium.server.storage.store import Exists, Store, is_store_failure
from rexarium.server.wire import bodies, messages, summary
from rexarium.server.workers.pool import Pool

IDLE = 600_000  # milliseconds after which a table nobody looks at is evicted
IDLE_AT_END = 10_000  # the same once its game is over
AGAIN = 5_000  # milliseconds until a table that could not be read or written is tried again
AT_ONCE = 100  # entries of a long log to apply before other tasks get a turn
LOBBY = 100  # tables per page of a list
_ID = re.compile(r"[a-zA-Z0-9_-]{8,64}")
_log = logging.getLogger("rexarium.server")


class Tables:
    """The live tables, and access to all others."""

    def __init__(
        self,
        store: Store,
        pool: Pool,
        records: Records,
        heartbeat: Heartbeat,
        now: Callable[[], int],
        settings: Settings,
        secret: bytes,
    ) -> None:
        self._store = store
        self._pool = pool  # for bots
        self._records = records
        self._heartbeat = heartbeat
        self._now = now
        self._settings = settings
        self._secret = secret  # without it, stored networks cannot be identified
        self._reading: dict[str, asyncio.Task[LiveTable]] = {}
        self._rematches = asyncio.Lock()
        self._openings = asyncio.Lock()
        self._is_closed = False
        self.live: dict[str, LiveTable] = {}
        self.alarms = Alarms(now, self.wake)  # of tables that are not live

    async def close(self, sentence: str) -> None:
        """Disconnect everybody, and wait until pending work is written."""
        self._is_closed = True  # from now on no table becomes live
        self.alarms.close()
        live_tables = list(self.live.values())
        for live in live_tables:
            live.close(sentence)
        await self._pool.close()  # nobody waits for hints any more
        await self.alarms.drain()
        await asyncio.gather(*self._reading.values(), return_exceptions=True)
        for live in live_tables:
            await live.tasks.drain()
        await self._release(live.ownership for live in live_tables)

    async def _release(self, ownerships: Iterable[Ownership]) -> None:
        """Release tables so that the next owner need not wait; if that fails, it can take them anyway."""
        with contextlib.suppress(Exception):
            async with asyncio.timeout(availability.PATIENCE):
                await asyncio.gather(*(self._store.release(each) for each in ownerships))

    def evict_idle(self) -> None:
        """Evict live tables that nobody has looked at for a while; an alarm wakes those with a deadline ahead."""
        for table, live in list(self.live.items()):
            patience = IDLE_AT_END if live.table.stage == "over" else IDLE
            if live.is_idle and self._now() - live.touched_at > patience:
                live.close("")
                self.forget(table, live)
                at = schedule.wake_at(live.table)
                if at is not None:
                    self.alarms.set(table, at)

    def forget(self, table: str, live: LiveTable) -> None:
        """Drop a live table; it is restored from its log when next needed."""
        if self.live.get(table) is live:
            del self.live[table]
        METRICS.live_tables.set(len(self.live))

    def _lose(self, table: str, live: LiveTable, is_taken: bool) -> None:
        """Forget a live table whose last append failed, and schedule another attempt.

        If another owner has taken the table, its alarm is theirs too: taking it back unasked would never end.
        """
        self.forget(table, live)
        if not is_taken:
            self._try_again(table)

    def _try_again(self, table: str) -> None:
        """Schedule another attempt at a table that could not be read or written, whether or not anyone reconnects."""
        if table not in self.live:
            self.alarms.set(table, self._now() + AGAIN)

    async def wake(self, table: str) -> None:
        """Let a table do what is due; if it cannot be read now, try again later."""
        try:
            live = await self._find(table)
        except Refusal as refusal:
            if refusal.code == "unavailable":
                self._try_again(table)
        except Exception:
            _log.exception("could not wake a table", extra={"table": table})
            self._try_again(table)
        else:
            live.wake()

    def wake_live(self) -> None:
        """Make every live table check its clocks."""
        for live in self.live.values():
            live.wake()

    # One table

    async def get(self, table: str) -> LiveTable:
        """A live table, restored from its log if necessary; a Refusal if it does not exist."""
        live = await self._find(table)
        if self.live.get(table) is not live:
            raise Refusal("unavailable", READ_AGAIN)
        return live

    @needs_store
    async def _find(self, table: str) -> LiveTable:
        """A table that is or has just been live: what was due when it was restored may have failed."""
        if self._is_closed:
            raise Refusal("unavailable", READ_AGAIN)
        if table in self.live:
            return self.live[table]
        if table not in self._reading:
            self._begin_reading(table)
        return await asyncio.shield(self._reading[table])

    def _begin_reading(self, table: str) -> None:
        """Start restoring a table; not in `get`, where a local name for the task would form a cycle with its refusal."""
        task = self._reading[table] = asyncio.create_task(self._read(table))
        task.add_done_callback(partial(self._end_reading, table))

    def _end_reading(self, table: str, task: asyncio.Task[LiveTable]) -> None:
        """Retrieve the exception too: whoever asked may have given up by now."""
        del self._reading[table]
        if not task.cancelled():
            task.exception()

    @needs_store
    async def _take(self, table: str) -> Ownership | None:
        return await self._store.take(table) if _ID.fullmatch(table) else None

    @needs_store
    async def _entries(self, table: str) -> list[StoredEntry]:
        return await self._store.entries(table)

    async def _read(self, table_id: str) -> LiveTable:
        ownership = await self._take(table_id)  # first, so that nobody else can append to what is read next
        if ownership is None:
            raise Refusal("unknown", "There is no such table.")
        entries = await self._entries(table_id)
        network = await self._network_of(table_id)
        table = await _restore(table_id, entries)
        if self._is_closed:
            await self._release([ownership])
            raise Refusal("unavailable", READ_AGAIN)
        live = self._set_up(table, ownership, network)
        with contextlib.suppress(Refusal):  # then `_lose` has seen to it
            await live.run_due()
        return live

    @needs_store
    async def _network_of(self, table: str) -> str:
        """The stored network a table was opened from; it is in the listing, not in the log."""
        listing = await self._store.listing(table)
        return listing.network if listing else ""

    def _set_up(self, table: Table, ownership: Ownership, network: str) -> LiveTable:
        table_id = ownership.table
        lose = partial(self._lose, table_id)
        self.live[table_id] = live = LiveTable(
            table, ownership, self._store, self._pool, self._heartbeat, self._now, lose, network
        )
        METRICS.live_tables.set(len(self.live))
        self.alarms.cancel(table_id)
        return live

    async def game_of(self, table: str) -> str | None:
        """The game played at a table, without restoring it; None if there is no such table or the store has failed."""
        if table in self.live and self.live[table].table.length:
            return self.live[table].table.game.id
        try:
            listing = await self._store.listing(table) if _ID.fullmatch(table) else None
        except Exception as error:
            if not is_store_failure(error):
                raise
            return None
        return listing.game if listing else None

    # New tables

    async def create(self, host: Person, new: commands.NewTable, network: str = "") -> bodies.Address:
        """Open a new table for a host who comes from this network."""
        opened = open_new(new) if new.record is None else await self._records.play_on(new.record, new.ply)
        table, seed = url_token(secrets.token_bytes(SECRET)), secrets.token_hex(SEED_BYTES)
        begun = first_entries(host, new, opened, table, seed)
        await self._open(host.id, begun, disguise(network, self._secret))
        live = await self.get(table)
        return await live.read(lambda table: bodies.Address(table.id, table.commitment or None))

    @needs_store
    async def sit(self, person: Person, table: str, seat: int, seating: bodies.Seating) -> None:
        """Take a seat with a share of the deal, after seeing the commitment; start the game if requested."""
        live, actor = await self.get(table), Actor(person.id, person.nickname)
        asked: list[commands.Command] = [
            commands.Sit(id=secrets.token_hex(16), seat=seat, share=seating.share)
        ]
        if seating.is_started:
            asked.append(commands.Start(id=secrets.token_hex(16)))
        for command in asked:
            await asyncio.shield(live.tasks.spawn(live.submit(actor, command)))

    @needs_store
    async def _open(self, asker: str, begun: list[AnyEntry], network: str) -> str:
        """Open a planned table, unless its host or network already has too many waiting for players."""
        async with self._openings:  # otherwise simultaneous requests would not count each other
            await check_waiting(self._store, self._settings, asker, begun, network)
            return await self.begin(begun, network)

    @needs_store
    async def begin(self, begun: list[AnyEntry], network: str = "") -> str:
        """Store a new table. Whoever comes first, or its alarm, takes it."""
        table, now = Table(), self._now()
        for entry in begun:
            fold(table, entry, now)
        entries = [StoredEntry(number, now, table.codec.encode(entry)) for number, entry in enumerate(begun)]
        try:
            await self._store.create(summary.table_listing(table, network), entries)
        finally:  # it may be stored despite an error: then it needs its alarm, and if not, an alarm does no harm
            at = schedule.wake_at(table)
            if at is not None:
                self.alarms.set(table.id, at)
        METRICS.entries.inc(by=len(entries))
        return table.id

    async def rematch(
        self, live: LiveTable, actor: Actor, command: messages.Rematch, network: str = ""
    ) -> messages.Done:
        """Open a rematch with everybody one seat further; anyone who asks again gets the same table."""
        seed = secrets.token_hex(SEED_BYTES)
        async with self._rematches:  # otherwise two simultaneous requests would open a table each
            begun = await live.read(
                lambda table: live.replies.remember(
                    actor, command.id, lambda: rematch_entries(table, actor.person, seed)
                )
            )
            if begun:
                # Before the old table refers to it.
                table = await self._find_or_open(actor.person, begun, network)
                followed = log.Followed(by=actor.person, command=command.id, table=table)
                await live.append(lambda _: [followed])
        return await live.read(
            lambda table: messages.Done(
                command.id, table.replies.get((actor.person, command.id)), table.rematch
            )
        )

    async def _find_or_open(self, asker: str, begun: list[AnyEntry], network: str) -> str:
        """Open the rematch, or find the one a crash left behind before anybody was told about it."""
        opened = begun[0]
        assert isinstance(opened, log.Opened)
        if await self._is_known(opened.table):
            return opened.table
        try:
            return await self._open(asker, begun, disguise(network, self._secret))
        except Exists:  # an earlier attempt that took too long was written after all
            return opened.table

    @needs_store
    async def _is_known(self, table: str) -> bool:
        """True if there is such a table. Not a refusal, which would form a cycle with the task it comes through."""
        return table in self.live or await self._store.listing(table) is not None

    @needs_store
    async def make_seat_key(self, host: Person, table: str, seat: int) -> str:
        """A key for a program to play a free seat with."""
        live = await self.get(table)
        key = url_token(secrets.token_bytes(24))

        def decide(table: Table) -> list[AnyEntry]:
            if table.host != host.id:
                raise Refusal("not allowed", "Only the host can add programs.")
            if table.stage != "gathering" or not 1 <= seat <= table.setup.seats or table.players[seat - 1]:
                raise Refusal(
                    "not possible", sentence("Seat {number} is taken. Choose a free seat.", number=seat)
                )
            player = Player(f"program {seat}", key=fingerprint(key).hex())
            return [log.Seated(by=host.id, seat=seat - 1, player=player)]

        await live.append(decide)
        return key

    async def record(self, table: str) -> str:
        """The record of a finished game."""
        return await (await self.get(table)).read(summary.record_text)

    # Lists

    @needs_store
    async def lobby(self, game: str = "", after: Place = START) -> list[Listing]:
        """The tables open to anyone, of one game if it is named, starting after a place in the list."""
        return await self._store.open_listings(LOBBY, self._settings.listed, game, after)

    @needs_store
    async def of_person(self, person: Person) -> list[Listing]:
        """A person's tables: all unfinished ones, and the latest of the others."""
        return await self._store.listings_of(person.id, LOBBY)


async def _restore(table_id: str, entries: Iterable[StoredEntry]) -> Table:
    """The table that a log leads to; other tables run in between."""
    table = Table()
    for number, entry in enumerate(entries, 1):
        try:
            fold_entry(table, entry)
        except DamagedLog as damage:
            _log.error(
                "a table's log is damaged",
                extra={"table": table_id, "entry": damage.number},
                exc_info=damage,
            )
            raise
        if number % AT_ONCE == 0:
            await asyncio.sleep(0)
    return table
