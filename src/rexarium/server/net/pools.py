"""The server's two pools of workers: one for bots, one for records.

They share no process, since a running game's replay brings the whole record with every hand; and each has its own entry
module, so that a bot's worker could not even decode a task about a record.
"""

import os

from rexarium.server.workers.processes import WorkerPool

BOTS, RECORDS = "rexarium.server.workers.bots", "rexarium.server.runtime.records"  # what runs in them
NICE_BOTS = 5  # people's moves go before those of bots
NICE_RECORDS = 15  # and what nobody's move waits for comes last


def bots_pool(count: int | None = None) -> WorkerPool:
    """Workers that choose moves and give hints: as many as there are cores, but one, if nothing else is said."""
    return WorkerPool(BOTS, count or max(1, (os.cpu_count() or 1) - 1), NICE_BOTS)


def records_pool() -> WorkerPool:
    """The worker that reads records, writes replays and looks back on games."""
    return WorkerPool(RECORDS, 1, NICE_RECORDS)
