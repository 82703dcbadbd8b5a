"""The real program in a process of its own: fed by a pipe, or sitting in a terminal of a given size."""

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

COMMAND = [sys.executable, "-m", "rexarium"]
PATIENCE = 120  # seconds until a silent program counts as stuck, on however slow a machine


@dataclass(frozen=True)
class Answer:
    """The result of a command."""

    code: int
    out: str
    err: str


Call = Callable[..., Answer]  # a command run within the test: see conftest


def environment(state: Path, **settings: str) -> dict[str, str]:
    """No colour settings, terminal size or home of the person who runs the tests."""
    kept = {name: os.environ[name] for name in ("PATH", "PYTHONPATH", "REXARIUM_PURE") if name in os.environ}
    return {**kept, "REXARIUM_STATE": str(state), "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", **settings}


def run(
    state: Path, *words: str | Path, typed: str | Sequence[str] = "", **settings: str
) -> "subprocess.CompletedProcess[str]":
    """Run to the end with these lines typed into a pipe."""
    text = typed if isinstance(typed, str) else "".join(f"{line}\n" for line in typed)
    return subprocess.run(
        [*COMMAND, *map(str, words)],
        input=text,
        env=environment(state, **settings),
        capture_output=True,
        text=True,
        timeout=PATIENCE * 2,
        check=False,
    )


class Terminal:
    """The program on a pseudo-terminal."""

    def __init__(self, state: Path, *words: str | Path, size: int = 80, **settings: str) -> None:
        """`size` is the number of columns."""
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 30, size, 0, 0))
        self.process = subprocess.Popen(
            [*COMMAND, *map(str, words)],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environment(state, **settings),
            start_new_session=True,
        )
        os.close(slave)
        self.shown = ""

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self._master)

    def type(self, text: str) -> None:
        """Press these keys."""
        os.write(self._master, text.encode())

    def answer(self, text: str, until: str) -> str:
        """Type a line and wait for its effect."""
        self.type(text + "\n")
        return self.wait_for(until)

    def wait_for(self, text: str) -> str:
        """Read until the text has come since the last reading; what came up to the moment."""
        fresh = ""
        deadline = time.monotonic() + PATIENCE
        while text not in fresh:
            piece = self._read(deadline)
            assert piece, f"'{text}' never came; the screen says: {fresh[-2000:]!r}"
            fresh += piece
        return fresh

    def finish(self) -> int:
        """Read to the end; the exit code."""
        while self._read(time.monotonic() + PATIENCE):
            pass
        return self.process.wait(PATIENCE)

    def rest(self) -> None:
        """Wait until the program waits, for us to type something."""
        state = Path(f"/proc/{self.process.pid}/stat")
        deadline = time.monotonic() + PATIENCE
        while state.exists() and state.read_text("utf-8").rpartition(")")[2].split()[0] != "S":
            assert time.monotonic() < deadline, "it never waits"
            time.sleep(0.01)

    def interrupt(self) -> None:
        """Ctrl-C."""
        self.process.send_signal(signal.SIGINT)

    def _read(self, deadline: float) -> str:
        ready, _, _ = select.select([self._master], [], [], max(0.0, deadline - time.monotonic()))
        if not ready:
            return ""
        try:
            piece = os.read(self._master, 65536).decode(errors="replace")
        except OSError:  # what Linux says when the other side has closed
            return ""
        self.shown += piece
        return piece
