"""The operator's commands: list, show, end and export tables; back up and restore everything. The operator sees what a
spectator sees, and hidden cards only after the game or on request.
"""

import argparse
import asyncio
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec

from rexarium.cli.screen import Screen
from rexarium.cli.storage import write_whole
from rexarium.cli.table import store_url, table_folder
from rexarium.kernel.errors import BadSetup
from rexarium.kernel.facts import SPECTATOR
from rexarium.match import say_record
from rexarium.server.model.errors import Refusal
from rexarium.server.model.restore import fold_entry
from rexarium.server.model.rows import Listing, StoredEntry
from rexarium.server.model.table import Table
from rexarium.server.net import admin
from rexarium.server.runtime import offline
from rexarium.server.runtime.service import clock_now
from rexarium.server.storage import backup as backups
from rexarium.server.storage import open_store
from rexarium.server.storage.store import Store
from rexarium.server.wire import events, present, summary
from rexarium.server.wire.bodies import TableSummary
from rexarium.server.wire.messages import Happening, SeatState, TableState

PORTION = 100  # tables that are read at a time
LAST = 12  # number of entries shown


def run(args: argparse.Namespace, screen: Screen) -> int:
    """`rexarium tables`."""
    asyncio.run(_COMMANDS[args.what](args, screen))
    return 0


@asynccontextmanager
async def _reading(args: argparse.Namespace) -> AsyncIterator[Store]:
    store = await open_store(store_url(args.store), is_read_only=True)
    try:
        yield store
    finally:
        await store.close()


async def _list(args: argparse.Namespace, screen: Screen) -> None:
    async with _reading(args) as store:
        found, after = 0, ""
        while portion := await store.all_listings(args.stage, PORTION, after):
            for listing in portion:
                screen.say_whole(_line(listing))
            found, after = found + len(portion), portion[-1].table
    screen.say(f"{found} table{'' if found == 1 else 's'}.", "dim")


def _line(listing: Listing) -> str:
    try:
        return _summary(msgspec.json.decode(listing.summary, type=TableSummary))
    except (msgspec.MsgspecError, ValueError):
        return f"{listing.table}  cannot be listed: its summary is damaged"


def _summary(table: TableSummary) -> str:
    names = ", ".join(name or "nobody" for name in table.seats)
    return f"{table.table}  {_date(table.changed_at)}  {table.stage:<9}  {table.game}: {names}"


async def _show(args: argparse.Namespace, screen: Screen) -> None:
    async with _reading(args) as store:
        table, happenings = _read(await store.entries(args.table), args.table)
    table_id = present.table_state(table)
    screen.say(f"{table.game.title}, {table_id.stage}{', paused' if table_id.is_paused else ''}", "title")
    screen.say(f"Opened {_date(table.opened_at)}, last changed {_date(table.changed_at)}.")
    for seat in table_id.seats:
        screen.say_whole(_seat(table_id, seat), indent=2)
    if table_id.outcome:
        screen.say(_outcome(table_id))
    screen.say()
    for at, happening in happenings[-LAST:]:
        screen.say(f"{_date(at)}  {_happening(happening)}", indent=2, hang=2)


def _read(entries: list[StoredEntry], table_id: str) -> tuple[Table, list[tuple[int, Happening]]]:
    """A table and its history, as a spectator saw it."""
    if not entries:
        raise Refusal("unknown", f"There is no table {table_id}.")
    table, happenings = Table(), []
    for stored in entries:
        before = table.event_number(SPECTATOR)
        entry = fold_entry(table, stored)
        if table.event_number(SPECTATOR) > before:
            happenings.append((stored.at, events.describe(table, entry, SPECTATOR)))
    return table, happenings


def _seat(table: TableState, seat: SeatState) -> str:
    notes: list[str] = [] if seat.kind == "free" else [seat.kind]
    notes += ["host"] if seat.is_host else []
    notes += ["stands in for a player who has left"] if seat.is_substitute else []
    notes += ["resigned"] if seat.has_resigned else []
    notes += [f"{seat.time_left // 1000} seconds left"] if seat.time_left is not None else []
    mark = ">" if seat.is_waited_for else " "
    about = f" ({', '.join(notes)})" if notes else ""
    score = table.outcome.scores[seat.seat - 1] if table.outcome and table.outcome.scores else None
    points = "" if score is None else f", {score} points"
    return f"{mark} {seat.seat} {seat.name or 'nobody'}{about}{points}"


def _outcome(table: TableState) -> str:
    assert table.outcome is not None
    winners = ", ".join(f"seat {seat}" for seat in table.outcome.winners) or "nobody"
    how = "" if table.outcome.how == "rules" else f" ({table.outcome.how})"
    return f"Winners: {winners}{how}."


def _happening(happening: Happening) -> str:
    """What happened, in plain words: the kind of entry and its details."""
    words = [happening.what]
    words += [f"seat {happening.seat}"] if happening.seat else []
    words += [word for word in (happening.name, happening.line, happening.text, happening.table) if word]
    words += ["yes" if happening.is_yes else "no"] if happening.is_yes is not None else []
    return ": ".join([words[0], ", ".join(words[1:])]) if words[1:] else words[0]


def _date(milliseconds: int) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(milliseconds / 1000))


async def _end(args: argparse.Namespace, screen: Screen) -> None:
    """End a table: through the running server, because only the server may write to its tables, or directly in the log
    if none is running."""
    url = store_url(args.store)
    running = admin.find_server(admin.control_file(table_folder(), url))
    if running is not None:
        await asyncio.to_thread(running.end_table, args.table)
    else:
        store = await open_store(url, backups=table_folder())
        try:
            await offline.end_table(store, args.table, clock_now())
        finally:
            await store.close()
    screen.say(f"Table {args.table} is over.")


async def _export(args: argparse.Namespace, screen: Screen) -> None:
    async with _reading(args) as store:
        table = await offline.read_table(store, args.table)
    if args.truth and table.stage == "playing" and table.match is not None:
        text = say_record(table.match, table.proof(), table.notes)
    else:
        text = summary.record_text(table)
    write_whole(Path(args.file), text, may_replace=False, is_private=table.stage != "over")
    screen.say_whole(f"The record is in {args.file}")


_COMMANDS: dict[str, Callable[[argparse.Namespace, Screen], Coroutine[None, None, None]]] = {
    "list": _list,
    "show": _show,
    "end": _end,
    "export": _export,
}


def back_up(args: argparse.Namespace, screen: Screen) -> int:
    """`rexarium backup`: write a file that nobody else can read, because every secret is in it."""
    path = Path(args.file)
    asyncio.run(backups.backup(store_url(args.store), path))
    path.chmod(0o600)
    screen.say_whole(f"The backup is in {args.file}")
    return 0


def restore(args: argparse.Namespace, screen: Screen) -> int:
    """`rexarium restore`."""
    if not Path(args.file).is_file():
        raise BadSetup(f"There is no file {args.file}.")
    asyncio.run(backups.restore(Path(args.file), store_url(args.store)))
    screen.say("Everything in the backup is back.")
    return 0
