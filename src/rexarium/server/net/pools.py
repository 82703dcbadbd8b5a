"""The server's two worker pools: one for bots, one for records.

They share no process, because replaying a running game sends a worker the whole record with every hand; and each has an
entry module of its own, so that a bots' worker cannot even decode a task about a record.
"""

import os

from rexarium.server.workers.processes import WorkerPool

BOTS, RECORDS = "rexarium.server.workers.bots", "rexarium.server.runtime.records"  # entry modules
NICE_BOTS = 5  # people's moves come before bots'
NICE_RECORDS = 15  # and what nobody's move waits for comes last


def bot_pool(count: int | None = None) -> WorkerPool:
    """Workers that choose moves and give hints: by default one fewer than there are cores."""
    return WorkerPool(BOTS, count or max(1, (os.cpu_count() or 1) - 1), NICE_BOTS)


def record_pool() -> WorkerPool:
    """The worker that reads records, writes replays and analyses games."""
    return WorkerPool(RECORDS, 1, NICE_RECORDS)
