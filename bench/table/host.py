"""`python -m bench.table.host STORE PORT [--wait]`: the real server without limits, so that one client can be thousands.

With --wait it loads everything first, and opens the store only when it is sent a line.
"""

import sys
from dataclasses import fields

from rexarium.server.limits import Limit, Tiers
from rexarium.server.net.access import Access
from rexarium.server.net.config import ServerConfig
from rexarium.server.net.main import run
from rexarium.server.runtime.settings import Settings

WIDE = 1e12


def open_access() -> Access:
    """Limits that count as usual but refuse nobody."""

    def limit() -> Limit:
        return Limit(WIDE, WIDE)

    def tiers() -> Tiers:
        return Tiers(limit(), limit(), limit())

    return Access(
        settings=Settings(*[10**9] * len(fields(Settings))),
        people=limit(),
        tables=tiers(),
        requests=tiers(),
        session_messages=limit(),
        messages=tiers(),
        chat=limit(),
        hints=limit(),
        changes=limit(),
    )


if __name__ == "__main__":
    store, port = sys.argv[1:3]
    plan = ServerConfig(store=store, port=int(port), access=open_access())
    if "--wait" not in sys.argv or sys.stdin.readline():
        run(plan)
