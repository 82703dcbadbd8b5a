"""A server that writes without end and says what is durable, to be killed while it does: `scribbler ADDRESS ROUND`."""

import asyncio
import os
import sys

from rexarium.server.model.rows import Listing, StoredEntry
from rexarium.server.storage import open_store
from rexarium.server.storage.store import Store

TABLES = 40


def listing_after(table: str, number: int) -> Listing:
    """The listing that belongs to an entry, so that one can be told from the other."""
    return Listing(table, "trex", "playing", True, number, number, (f"person {number}",), b"%d" % number)


def entry_of(table: str, number: int) -> StoredEntry:
    return StoredEntry(number, number, f"{table} {number} ".encode() * 20)


async def scribble(store: Store, table: str) -> None:
    await store.create(listing_after(table, 1), [entry_of(table, 0), entry_of(table, 1)])
    ours = await store.take(table)
    assert ours is not None
    number = 2
    while True:
        pair = [entry_of(table, number), entry_of(table, number + 1)]
        await store.append(ours, listing_after(table, number + 1), pair)
        os.write(sys.stdout.fileno(), f"{table} {number + 1}\n".encode())
        number += 2


async def main(address: str, round_: str) -> None:
    store = await open_store(address, has_writer_process=True)
    await asyncio.gather(*(scribble(store, f"{round_}-{number}") for number in range(TABLES)))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
