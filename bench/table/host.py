"""`python -m bench.table.host STORE PORT [--wait]`: the real server, its doors wide open for one visitor who is thousands.

With --wait it has loaded everything, and opens the store only when it is sent a line.
"""

import sys

from rexarium.table.doors import Doors
from rexarium.table.limits import Limit
from rexarium.table.server import Plan, run

WIDE = 1e12


def open_doors() -> Doors:
    """Doors that count, as always, but turn nobody away."""

    def limit() -> Limit:
        return Limit(WIDE, WIDE)

    return Doors(
        wires_a_visitor=10**9,
        connections_a_visitor=10**9,
        people=limit(),
        tables=limit(),
        requests=limit(),
        commands=limit(),
        messages=limit(),
        speech=limit(),
        hints=limit(),
        changes=limit(),
    )


if __name__ == "__main__":
    store, port = sys.argv[1:3]
    plan = Plan(store=store, port=int(port), doors=open_doors())
    if "--wait" not in sys.argv or sys.stdin.readline():
        run(plan)
