"""`python -m tests.browser.gossip STORE PORT`: the real server with one leak: every seat is shown the truth.

The test of leaks has to find it.
"""

import sys

from bench.table.host import open_access
from rexarium.kernel.facts import TRUTH
from rexarium.server.net.config import ServerConfig
from rexarium.server.net.main import run
from rexarium.server.wire import present

if __name__ == "__main__":
    setattr(present, "effective_eyes", lambda _table, _eyes: TRUTH)  # noqa: B010 - mypy would not have it otherwise
    run(ServerConfig(store=sys.argv[1], port=int(sys.argv[2]), access=open_access()))
