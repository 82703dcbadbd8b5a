"""Read or end a table while no server is running."""

from rexarium.kernel.sentence import sentence
from rexarium.server.model import log
from rexarium.server.model.fold import fold
from rexarium.server.model.refusal import Refusal
from rexarium.server.model.restoring import restore
from rexarium.server.model.room import Room
from rexarium.server.model.rows import Entry
from rexarium.server.storage.store import Store
from rexarium.server.wire import summary


async def read_room(store: Store, table: str) -> Room:
    """Restore a table from its log."""
    room = restore(await store.entries(table))
    if not room.size:
        raise Refusal("unknown", sentence("There is no table {table}.", table=table))
    return room


async def end_table(store: Store, table: str, now: int) -> None:
    """End a game."""
    ownership = await store.take(table)
    room = await read_room(store, table)
    if ownership is None or room.stage == "over":
        return
    body = log.Ended(how="closed")
    entry = Entry(room.size, now, room.codec.encode(body))
    fold(room, body, now)
    await store.append(ownership, summary.list_room(room), [entry])
