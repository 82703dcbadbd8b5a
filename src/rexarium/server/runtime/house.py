"""The house: all tables, everybody who plays here, and what survives a restart."""

import asyncio
import base64
import contextlib
import logging
import re
import secrets
import signal
import time
from collections.abc import Callable, Iterable
from functools import partial
from typing import TypeVar

import msgspec

from rexarium.kernel.sentence import sentence
from rexarium.match.fairness import SEED_BYTES
from rexarium.server.metrics import METRICS
from rexarium.server.model import checks, commands, log, schedule
from rexarium.server.model.beginning import begin_fresh
from rexarium.server.model.log import AnyBody, Clock, Player
from rexarium.server.model.moment import Actor
from rexarium.server.model.naming import check_reserved
from rexarium.server.model.refusal import Refusal
from rexarium.server.model.restoring import DamagedLog, fold_entry
from rexarium.server.model.room import Room
from rexarium.server.model.rows import START, Entry, Listing, Outage, Ownership, Person, Place
from rexarium.server.runtime import reliance
from rexarium.server.runtime.desk import Desk
from rexarium.server.runtime.networks import disguise, read_secret
from rexarium.server.runtime.people import People, fingerprint
from rexarium.server.runtime.pools import bots_pool, records_pool
from rexarium.server.runtime.records import PlayingOn
from rexarium.server.runtime.reliance import dependable
from rexarium.server.runtime.settings import DEFAULTS, Settings
from rexarium.server.runtime.studies import Studies
from rexarium.server.runtime.waiting import check_waiting
from rexarium.server.storage import is_outage
from rexarium.server.storage.store import InUse, Store
from rexarium.server.wire import bodies, messages, summary
from rexarium.server.wire.replay import Wish
from rexarium.server.workers.pool import WorkerFailed, WorkerPool
from rexarium.server.workers.tasks import Task

PULSE = 2.0  # seconds between two signs of life
SILENCE = 6_000  # milliseconds without a sign of life after which the house was not there
IDLE = 600_000  # milliseconds after which a table that nobody looks at is put back on the shelf
IDLE_AT_END = 10_000  # the same when its game is over
AGAIN = 5_000  # milliseconds until a table is tried again that could not be read or written
AT_ONCE = 100  # entries of a long log that are read before the others have a turn
DAY = 24 * 3600
LOBBY = 100  # tables that are listed at once
LONGEST_BANK, LONGEST_INCREMENT, LONGEST_DAYS = 6 * 3600, 600, 30 * DAY
SECRET = 12  # bytes of a table's id that nobody can guess: 16 characters
ROUTING = (
    6  # characters at the beginning of an id by which a proxy can choose the server; a rematch has them too
)
T = TypeVar("T")
_ID = re.compile(r"[a-zA-Z0-9_-]{8,64}")
_log = logging.getLogger("rexarium.server")


def clock_now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def write_word(secret: bytes) -> str:
    """Bytes as a word for addresses and for command lines, where a hyphen at the beginning would make an option of it."""
    word = base64.urlsafe_b64encode(secret).decode().rstrip("=")
    return f"x{word[1:]}" if word.startswith("-") else word


class House:
    """Every table is read from its log when somebody comes, and put back when all have gone."""

    def __init__(
        self,
        store: Store,
        bots: WorkerPool | None = None,
        now: Callable[[], int] = clock_now,
        records: WorkerPool | None = None,
        settings: Settings = DEFAULTS,
        secret: bytes | None = None,
    ) -> None:
        self._store = store
        self._settings = settings
        self._secret = secret or read_secret(
            None
        )  # without which nobody can tell the networks that are written down
        self._bots = bots or bots_pool()
        self._records = records or records_pool()
        self.studies = Studies(self._records)
        self.now = now
        self.people = People(store, now)
        self._desks: dict[str, Desk] = {}
        self._readings: dict[str, asyncio.Task[Desk]] = {}
        self._alarms: dict[str, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._rematches = asyncio.Lock()
        self._openings = asyncio.Lock()
        self._keeper: asyncio.Task[None] | None = None
        self.is_open = False
        self._can_write = True
        self._pulsed_at = now()
        self._pulsing = asyncio.Lock()
        self._outages: list[Outage] = []  # all there ever were, the newest last

    # Life

    @property
    def is_well(self) -> bool:
        """Is the house open, and can it write down what happens?"""
        return self.is_open and self._can_write

    async def open(self) -> None:
        """Begin: note how long the house was closed, and set the alarms of all tables that wait for a time."""
        now, last = self.now(), await self._store.last_pulse()
        closed = 0
        if last is not None and now > last:
            closed = now - last
            await self._store.add_outage(Outage(last, now))
        await self._store.pulse(now)
        self._pulsed_at = now
        self._outages = await self._store.outages(0)
        for table, at in await self._store.wakes():
            self._set_alarm(table, at + closed)
        self._keeper = asyncio.create_task(self._keep_house())
        self.is_open = True

    async def close(self) -> None:
        """End in good order: what is under way is written, everybody is told."""
        self.is_open = False
        if self._keeper is not None:
            self._keeper.cancel()
        for handle in self._alarms.values():
            handle.cancel()
        desks = list(self._desks.values())
        for desk in desks:
            desk.close("The house closes; come again in a moment.")
        await self._bots.close()  # nobody waits for hints any more
        for desk in desks:
            await desk.finish()
        await self._release(desks)
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.people.close()
        await self.studies.close()
        await self._records.close()
        try:
            await self._pulse()
        except Exception:  # then the clocks stood still since the last one
            _log.exception("the last sign of life could not be written")
        await self._store.close()

    async def _release(self, desks: Iterable[Desk]) -> None:
        """Give up tables, so that nobody has to wait for them; if it fails the next owner takes them all the same."""
        with contextlib.suppress(Exception):
            async with asyncio.timeout(reliance.PATIENCE):
                await asyncio.gather(*(self._store.release(desk.ownership) for desk in desks))

    async def _keep_house(self) -> None:
        while True:
            await asyncio.sleep(PULSE)
            try:
                self._put_back()
                await self._pulse()
            except InUse:
                _log.critical("another server has taken the storage; this one stops")
                signal.raise_signal(signal.SIGTERM)
            except Exception:
                METRICS.storage_failures.inc()
                _log.exception("keeping house failed")

    async def _pulse(self) -> None:
        """A sign of life. If the last one is long ago, or could not be written, nobody could play since: that is noted."""
        async with self._pulsing:
            now = self.now()
            try:
                async with asyncio.timeout(reliance.PATIENCE):
                    if self._is_away():
                        await self._note_outage(Outage(self._pulsed_at, now))
                    await self._store.pulse(now)
            except Exception:
                self._can_write = False
                raise
            self._pulsed_at, self._can_write = now, True

    def _is_away(self) -> bool:
        """Was the house not there until now? Its process was asleep, or its storage did not work."""
        return not self._can_write or self.now() - self._pulsed_at > SILENCE

    async def _note_outage(self, outage: Outage) -> None:
        await self._store.add_outage(outage)
        self._outages.append(outage)
        self._pulsed_at = outage.until
        if self.is_open:
            for desk in self._desks.values():
                desk.wake()

    async def _known_outages(self) -> list[Outage]:
        """All outages, the one included that has just ended: before anybody's clock is looked at."""
        if self._is_away():
            await self._pulse()
        return self._outages

    def _put_back(self) -> None:
        for table, desk in list(self._desks.items()):
            patience = IDLE_AT_END if desk.room.stage == "over" else IDLE
            if desk.is_idle and self.now() - desk.touched_at > patience:
                desk.close("")
                self._forget(table, desk)
                at = schedule.wake_at(desk.room)
                if at is not None:
                    self._set_alarm(table, at)

    def _forget(self, table: str, desk: Desk) -> None:
        if self._desks.get(table) is desk:
            del self._desks[table]
        METRICS.desks.set(len(self._desks))

    def _give_up(self, table: str, desk: Desk) -> None:
        """A desk can no longer be trusted."""
        self._forget(table, desk)
        self._try_again(table)

    def _try_again(self, table: str) -> None:
        """A table that could not be written goes on as soon as it can be, whether somebody comes or not."""
        if self.is_open and table not in self._desks:
            self._set_alarm(table, self.now() + AGAIN)

    def _set_alarm(self, table: str, at: int) -> None:
        delay = max(0, at - self.now()) / 1000
        loop = asyncio.get_running_loop()
        if alarm := self._alarms.pop(table, None):
            alarm.cancel()
        self._alarms[table] = loop.call_later(min(delay, DAY), self._ring, table)

    def _ring(self, table: str) -> None:
        self._alarms.pop(table, None)
        task = asyncio.create_task(self._wake(table))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _wake(self, table: str) -> None:
        try:
            await (await self.desk(table)).tick()
        except Refusal as refusal:
            if refusal.code == "unavailable":
                self._try_again(table)
        except Exception:
            _log.exception("waking a table failed", extra={"table": table})
            self._try_again(table)

    # Tables

    @dependable
    async def desk(self, table: str) -> Desk:
        """A table at work; a Refusal if there is none of that name."""
        if table in self._desks:
            return self._desks[table]
        if table not in self._readings:
            self._begin_reading(table)
        return await asyncio.shield(self._readings[table])

    def _begin_reading(self, table: str) -> None:
        """In a function of its own: a name for the task where its refusal comes through would hold both in a circle."""
        task = self._readings[table] = asyncio.create_task(self._read(table))
        task.add_done_callback(lambda _: self._readings.pop(table, None))

    async def game_of(self, table: str) -> str | None:
        """The game that is played at a table, without setting it up; None if there is no such table, or we cannot say."""
        if table in self._desks and self._desks[table].room.size:
            return self._desks[table].room.game.id
        try:
            listing = await self._store.listing(table) if _ID.fullmatch(table) else None
        except Exception as error:
            if not is_outage(error):
                raise
            return None
        return listing.game if listing else None

    @dependable
    async def _take(self, table: str) -> Ownership | None:
        return await self._store.take(table) if _ID.fullmatch(table) else None

    @dependable
    async def _entries(self, table: str) -> list[Entry]:
        return await self._store.entries(table)

    async def _read(self, table: str) -> Desk:
        ownership = await self._take(table)  # first: nobody else adds to what is read now
        if ownership is None:
            raise Refusal("unknown", "There is no such table.")
        entries = await self._entries(table)
        network = await self._network_of(table)
        room = Room()
        for number, entry in enumerate(entries, 1):
            try:
                fold_entry(room, entry)
            except DamagedLog as damage:
                _log.error(
                    "a table's log is damaged",
                    extra={"table": table, "entry": damage.number},
                    exc_info=damage,
                )
                raise
            if number % AT_ONCE == 0:
                await asyncio.sleep(0)  # the other tables go on meanwhile
        desk = self._set_up(room, ownership, network)
        await desk.tick()
        return desk

    @dependable
    async def _network_of(self, table: str) -> str:
        """The network that a table was opened from, as it is written down: the log has nothing to do with it."""
        listing = await self._store.listing(table)
        return listing.network if listing else ""

    def _set_up(self, room: Room, ownership: Ownership, network: str) -> Desk:
        table = ownership.table
        give_up = partial(self._give_up, table)
        desk = Desk(room, ownership, self._store, self._bots, self.now, give_up, self._known_outages, network)
        self._desks[table] = desk
        METRICS.desks.set(len(self._desks))
        if alarm := self._alarms.pop(table, None):
            alarm.cancel()
        return desk

    async def open_table(self, host: Person, wish: commands.NewTable, network: str = "") -> bodies.Address:
        """A new table, as somebody wishes it, who comes from a network."""
        opened = begin_fresh(wish) if wish.record is None else await self._play_on(wish.record, wish.ply)
        begun = _plan(host, wish, opened, write_word(secrets.token_bytes(SECRET)))
        table = await self._open(host.id, begun, disguise(network, self._secret))
        desk = await self.desk(table)
        return await desk.look(lambda room: bodies.Address(room.id, room.commitment or None))

    @dependable
    async def sit(self, person: Person, table: str, seat: int, wish: bodies.Seating) -> None:
        """Somebody who knows what was pledged for sits down with their share of the deal; and it is dealt, if they wish."""
        desk, actor = await self.desk(table), Actor(person.id, person.nickname)
        asked: list[commands.Command] = [commands.Sit(id=secrets.token_hex(16), seat=seat, share=wish.share)]
        if wish.is_started:
            asked.append(commands.Start(id=secrets.token_hex(16)))
        for command in asked:
            await asyncio.shield(desk.employ(desk.do(actor, command)))

    @dependable
    async def _open(self, asker: str, begun: list[AnyBody], network: str) -> str:
        """A table as it is planned, if its host and the network it comes from have not too many that wait already."""
        async with self._openings:  # or of many that are asked for at once none would be counted
            await check_waiting(self._store, self._settings, asker, begun, network)
            return await self._found(begun, network)

    @dependable
    async def _found(self, begun: list[AnyBody], network: str = "") -> str:
        """Write a new table down. Whoever comes first, or its alarm, takes it."""
        room, now = Room(), self.now()
        for body in begun:
            room.fold(body, now)
        entries = [Entry(number, now, log.write_body(body)) for number, body in enumerate(begun)]
        try:
            await self._store.create(summary.list_room(room, network), entries)
        finally:  # it may be written although it failed: then, too, time goes on there, and if not nothing rings
            at = schedule.wake_at(room)
            if at is not None:
                self._set_alarm(room.id, at)
        METRICS.entries.inc(len(entries))
        return room.id

    async def rematch(
        self, desk: Desk, actor: Actor, command: messages.Rematch, network: str = ""
    ) -> messages.Done:
        """The same again with everybody one seat further; whoever asks second is shown the same table."""
        async with self._rematches:  # or two who ask at once would get a table each
            begun = await desk.look(
                lambda room: desk.weigh(actor, command, lambda: _plan_rematch(room, actor.person))
            )
            if begun:
                table = await self._find_or_open(
                    actor.person, begun, network
                )  # first: the old table names it
                followed = log.Followed(by=actor.person, command=command.id, table=table)
                await desk.write(lambda _: [followed])
        return await desk.look(
            lambda room: messages.Done(
                command.id, room.answered.get((actor.person, command.id)), room.rematch
            )
        )

    async def _find_or_open(self, asker: str, begun: list[AnyBody], network: str) -> str:
        """The same, but if a crash has left the table behind before anybody was told of it, it is that one."""
        opened = begun[0]
        assert isinstance(opened, log.Opened)
        if await self._is_known(opened.table):
            return opened.table
        return await self._open(asker, begun, disguise(network, self._secret))

    @dependable
    async def _is_known(self, table: str) -> bool:
        """Is there such a table? Asked without a refusal, for one that has come through a task holds it in a circle."""
        return table in self._desks or await self._store.listing(table) is not None

    @dependable
    async def make_seat_key(self, host: Person, table: str, seat: int) -> str:
        """A key for a program that shall play a free seat."""
        desk = await self.desk(table)
        key = write_word(secrets.token_bytes(24))

        def decide(room: Room) -> list[AnyBody]:
            if room.host != host.id:
                raise Refusal("not allowed", "Only the host seats programs.")
            if room.stage != "gathering" or not 1 <= seat <= room.setup.seats or room.players[seat - 1]:
                raise Refusal("not possible", sentence("Seat {number} is not free.", number=seat))
            player = Player(f"program {seat}", key=fingerprint(key).hex())
            return [log.Seated(by=host.id, seat=seat - 1, player=player)]

        await desk.write(decide)
        return key

    async def end_table(self, table: str) -> None:
        """Whoever keeps the house ends a game."""
        desk = await self.desk(table)
        await desk.write(lambda room: [] if room.stage == "over" else [log.Ended(how="closed")])

    async def record(self, table: str) -> str:
        """The record of a finished game."""
        return await (await self.desk(table)).look(summary.write_record)

    async def replay(self, wish: Wish) -> bytes:
        """A replay as it goes over the wire."""
        excuse = Refusal("unavailable", "The replay could not be written; try again.")
        return await self._work_out(wish, excuse)

    async def _play_on(self, record: str, ply: int | None) -> log.Opened:
        """What a table begins with where a record is played on."""
        excuse = Refusal("unavailable", "The record could not be read; try again.")
        return await self._work_out(PlayingOn(record, ply), excuse)

    async def _work_out(self, task: Task[T], excuse: Refusal) -> T:
        """What comes of a task on a record; what is wrong with the record is refused in its own words."""
        try:
            return await self._records.run(task)
        except WorkerFailed:
            raise excuse from None

    @dependable
    async def lobby(self, game: str = "", after: Place = START) -> list[Listing]:
        """The tables that anybody may find, of one game if it is named, from a place on."""
        return await self._store.open_listings(LOBBY, self._settings.listed, game, after)

    @dependable
    async def tables_of(self, person: Person) -> list[Listing]:
        """The tables where a person has a seat: all that are not over, and the newest of the others."""
        return await self._store.listings_of(person.id, LOBBY)


# Wishes


def _plan(host: Person, wish: commands.NewTable, opened: log.Opened, table: str) -> list[AnyBody]:
    """The first entries of a table's log."""
    begun: list[AnyBody] = [
        msgspec.structs.replace(
            opened,
            by=host.id,
            table=table,
            clock=_check_clock(wish.clock),
            is_open=wish.is_open,
            host_seed=secrets.token_hex(SEED_BYTES),
            name=host.nickname,
        )
    ]
    players = {_read_seat(seat, opened.seats): checks.house_bot(bot) for seat, bot in wish.bots.items()}
    if wish.seat is not None:
        seat = _read_seat(str(wish.seat), opened.seats)
        if seat in players:
            raise Refusal("not possible", sentence("Seat {number} is taken.", number=seat + 1))
        check_reserved(host.nickname)  # it may be older than that rule
        players[seat] = Player(host.nickname, person=host.id)
    for seat, player in sorted(players.items()):
        begun.append(log.Seated(by=host.id, seat=seat, player=player))
    if wish.is_started:
        if len(players) < opened.seats:
            raise Refusal("not possible", "Not every seat is taken yet.")
        if wish.seat is not None and not opened.deal:
            raise Refusal(
                "not possible",
                "The deal waits for your share, and that for the server's pledge: sit down first.",
            )
        begun.append(log.Started(by=host.id))
    return begun


def _plan_rematch(room: Room, asker: str) -> list[AnyBody]:
    """Everybody one seat further; a person's share comes when they do, and no deal before. Nothing, if there is one already.

    Whoever asks first has no more say than before: the host remains host, and whom they silenced stays silent.
    """
    if room.stage != "over":
        raise Refusal("not possible", "The game is not over.")
    if asker not in room.played:
        raise Refusal("not allowed", "Only who played may ask for a rematch.")
    if room.rematch:
        return []
    again = _who_plays_again(room)
    host = room.host if any(player and player.person == room.host for player in again) else asker
    begun: list[AnyBody] = [
        msgspec.structs.replace(
            room.opened,
            by=host,
            name=_name_of(host, room),
            command="",
            table=_name_rematch(room),
            host_seed=secrets.token_hex(SEED_BYTES),
            follows=room.id,
            deal=(),  # whatever was played on from a record, the next game is dealt
            moves=(),
        )
    ]
    for seat, player in enumerate(again):
        if player is not None and not player.key:
            begun.append(log.Seated(by=asker, seat=(seat + 1) % room.setup.seats, player=player))
    silenced = sorted(room.muted - {host})  # who could not let themselves speak again
    begun += [log.Muted(by=host, person=person, is_muted=True) for person in silenced]
    if room.is_chat_open:
        begun.append(log.ChatOpened(by=host, is_open=True))
    if room.is_closed:
        begun.append(log.Closed(by=host, is_closed=True, guests=tuple(sorted(room.guests))))
    return begun


def _name_of(person: str, room: Room) -> str:
    """What a table calls a person."""
    return next((name for who, name in room.names() if who == person), "")


def _who_plays_again(room: Room) -> list[Player | None]:
    """By seats: those who sit there at the end, and who resigned where only a substitute does; nobody twice."""
    again = room.players.copy()
    # Of several seats it is the last that they gave up.
    for seat, given_up in reversed(room.resigned.items()):
        player, seated = again[seat], {other.person for other in again if other}
        if player and player.bot and given_up.person not in seated:
            again[seat] = given_up
    return again


def _name_rematch(room: Room) -> str:
    """The table that follows has one name only: it begins like this one's, and nobody can know the rest before the end."""
    secret = fingerprint(f"rematch of {room.id} {room.opened.host_seed}")
    return room.id[:ROUTING] + base64.urlsafe_b64encode(secret[:SECRET]).decode()


def _read_seat(text: str, seats: int) -> int:
    if not text.isdecimal() or not text.isascii() or len(text) > 2 or not 1 <= int(text) <= seats:
        raise Refusal("unknown", sentence("There is no seat {number} at this table.", number=text))
    return int(text) - 1


def _check_clock(clock: Clock) -> Clock:
    """A clock that a person could mean."""
    if clock.kind == "none":
        return Clock()
    if (
        clock.kind == "live"
        and 10 <= clock.bank <= LONGEST_BANK
        and 0 <= clock.increment <= LONGEST_INCREMENT
    ):
        return clock
    if clock.kind == "days" and 60 <= clock.bank <= LONGEST_DAYS and clock.increment == 0:
        return clock
    raise Refusal(
        "not possible",
        "A live clock has a bank of 10 seconds to 6 hours and an increment of up to 10 minutes;"
        " one of days gives each move a minute to 30 days, and no increment.",
    )
