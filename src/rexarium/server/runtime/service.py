"""A server's tables and people, wired together; the network serves them, or a page without a network does."""

import asyncio
import logging
import secrets
import signal
import time
from collections.abc import Callable

from rexarium.server.metrics import METRICS
from rexarium.server.model import log
from rexarium.server.runtime.analyses import Analyses
from rexarium.server.runtime.heartbeat import Heartbeat
from rexarium.server.runtime.networks import SECRET_BYTES
from rexarium.server.runtime.people import People
from rexarium.server.runtime.records import Records
from rexarium.server.runtime.settings import DEFAULTS, Settings
from rexarium.server.runtime.tables import Tables
from rexarium.server.storage.store import InUse, Store
from rexarium.server.workers.pool import Pool

HEARTBEAT_SECONDS = 2.0  # seconds between heartbeats
_log = logging.getLogger("rexarium.server")


def clock_now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Service:
    """Opens and closes everything a server consists of."""

    def __init__(
        self,
        store: Store,
        bots: Pool,
        records: Pool,
        now: Callable[[], int] = clock_now,
        settings: Settings = DEFAULTS,
        secret: bytes | None = None,
        heartbeat_seconds: float | None = HEARTBEAT_SECONDS,
    ) -> None:
        self._store = store
        self._heartbeat_seconds = heartbeat_seconds  # None: somebody else writes the heartbeats
        self._keeper: asyncio.Task[None] | None = None
        self.is_open = False
        self.now = now
        self.heartbeat = Heartbeat(store, now, self._wake_tables)
        self.people = People(store, now)
        self.records = Records(records)
        self.analyses = Analyses(records)
        self.tables = Tables(
            store,
            bots,
            self.records,
            self.heartbeat,
            now,
            settings,
            secret or secrets.token_bytes(SECRET_BYTES),
        )

    @property
    def is_healthy(self) -> bool:
        """True if the server is open and can write."""
        return self.is_open and self.heartbeat.can_write

    async def open(self) -> None:
        """Start: record how long the server was down, and set the alarms of all tables that have one."""
        closed = await self.heartbeat.start()
        for table, at in await self._store.alarms():
            self.tables.alarms.set(table, at + closed)
        if self._heartbeat_seconds is not None:
            self._keeper = asyncio.create_task(self._keep(self._heartbeat_seconds))
        self.is_open = True

    async def close(self) -> None:
        """Stop cleanly: finish pending writes and tell everybody."""
        self.is_open = False
        if self._keeper is not None:
            self._keeper.cancel()
        await self.tables.close("The server is restarting. Reconnect in a moment.")
        await self.people.close()
        await self.analyses.close()
        await self.records.close()
        try:
            await self.heartbeat.beat()
        except Exception:  # then the clocks stopped at the previous heartbeat
            _log.exception("could not write the final heartbeat")
        await self._store.close()

    async def _keep(self, heartbeat_seconds: float) -> None:
        while True:
            await asyncio.sleep(heartbeat_seconds)
            try:
                self.tables.evict_idle()
                await self.heartbeat.beat()
            except InUse:
                _log.critical("another server has taken over the store; stopping")
                signal.raise_signal(signal.SIGTERM)
            except Exception:
                METRICS.storage_failures.inc()
                _log.exception("evicting idle tables or writing the heartbeat failed")

    def _wake_tables(self) -> None:
        if self.is_open:
            self.tables.wake_live()

    async def end_table(self, table: str) -> None:
        """End a game on the operator's behalf."""
        live = await self.tables.get(table)
        await live.append(lambda table: [] if table.stage == "over" else [log.Ended(how="closed")])
