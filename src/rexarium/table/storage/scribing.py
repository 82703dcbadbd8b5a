"""What runs in a process that writes: groups of jobs come in on standard input, their outcomes go out on standard output.

It ends when its server has gone, and no signal that is meant for the server ends it before.
"""

import contextlib
import os
import signal
import sys
from pathlib import Path

from rexarium.table.frames import frame, take_messages
from rexarium.table.storage import file
from rexarium.table.storage.ledger import Ledger

MOST = 1 << 20  # bytes that are read at once


def run(ledger: Ledger, jobs: int, outcomes: int) -> None:
    """Write whatever has come in since last time, until nothing more can come."""
    inbox = bytearray()
    while data := os.read(jobs, MOST):
        inbox += data
        if group := [job for message in take_messages(inbox) for job in message]:
            answer = memoryview(frame(ledger.commit(group)))
            while answer:
                answer = answer[os.write(outcomes, answer) :]


def main(path: str, era: str) -> None:
    """Work for one server."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    with contextlib.closing(file.connect(Path(path))) as connection, contextlib.suppress(BrokenPipeError):
        run(Ledger(connection, int(era)), sys.stdin.fileno(), sys.stdout.fileno())


if __name__ == "__main__":
    main(*sys.argv[1:])
