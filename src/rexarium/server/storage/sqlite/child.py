"""The writer process: writes arrive on standard input, their outcomes leave on standard output.

It ends when its server has gone; signals meant for the server do not end it earlier.
"""

import contextlib
import os
import pickle
import signal
import sys
from pathlib import Path

from rexarium.server.framing import frame, take_messages
from rexarium.server.storage.sqlite import file
from rexarium.server.storage.sqlite.commit import GroupCommit
from rexarium.server.storage.sqlite.writes import unpack
from rexarium.server.storage.store import CannotOpen

MOST = 1 << 20  # bytes to read at once
NOT_OPEN = 3  # exit code if the file cannot be opened
SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")


def run(group_commit: GroupCommit, writes: int, outcomes: int) -> None:
    """Write whatever has arrived since last time, until the input ends."""
    inbox = bytearray()
    while data := os.read(writes, MOST):
        inbox += data
        if group := [unpack(pickle.loads(message)) for message in take_messages(inbox)]:
            answer = memoryview(frame(pickle.dumps(group_commit.commit(group), pickle.HIGHEST_PROTOCOL)))
            while answer:
                answer = answer[os.write(outcomes, answer) :]


def main(path: str, term: str) -> int:
    """Write for one server until it closes the input; the file already exists."""
    for name in SIGNALS:
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    try:
        connection = file.connect(Path(path), is_there=True)
    except CannotOpen:
        return NOT_OPEN  # the server reports this itself
    with contextlib.closing(connection), contextlib.suppress(OSError):  # nobody reads the outcomes any more
        run(GroupCommit(connection, int(term)), sys.stdin.fileno(), sys.stdout.fileno())
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
