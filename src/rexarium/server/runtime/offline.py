"""Read or end a table while no server is running."""

from rexarium.kernel.sentence import sentence
from rexarium.server.model import log
from rexarium.server.model.errors import Refusal
from rexarium.server.model.fold import fold
from rexarium.server.model.restore import restore
from rexarium.server.model.rows import StoredEntry
from rexarium.server.model.table import Table
from rexarium.server.storage.store import Store
from rexarium.server.wire import summary


async def read_table(store: Store, table_id: str) -> Table:
    """Restore a table from its log."""
    table = restore(await store.entries(table_id))
    if not table.length:
        raise Refusal("unknown", sentence("There is no table {table}.", table=table_id))
    return table


async def end_table(store: Store, table_id: str, now: int) -> None:
    """End a game."""
    ownership = await store.take(table_id)
    table = await read_table(store, table_id)
    if ownership is None or table.stage == "over":
        return
    entry = log.Ended(how="closed")
    stored = StoredEntry(table.length, now, table.codec.encode(entry))
    fold(table, entry, now)
    await store.append(ownership, summary.table_listing(table), [stored])
