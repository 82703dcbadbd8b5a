"""A server in its own process, watched from outside: when it answers, its memory and its processor time."""

import atexit
import contextlib
import os
import random
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bench.processes import started_by

ROOT = Path(__file__).parents[2]
STORE = "house.db"
PORTS = range(
    20_000, 32_000
)  # not used for outgoing connections, so that a restarted server can have its port back
PATIENCE = 120.0  # seconds for a server to answer, or to stop cleanly
_TWINS: list[socket.socket] = []  # hold the UDP twins of our ports, so that nobody else is given them


def free_port() -> int:
    """A free port, which nobody else is given here while this process lives.

    A server needs some time to take it. Until then, holding the UDP port of the same number marks it as reserved.
    """
    while True:
        port = random.choice(PORTS)
        twin = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        with socket.socket() as probe, contextlib.suppress(OSError):
            twin.bind(("127.0.0.1", port))
            probe.bind(("127.0.0.1", port))
            _TWINS.append(twin)
            atexit.register(twin.close)
            return port
        twin.close()


@dataclass
class Server:
    """A command that serves on a port; `health` is a path that answers 200 once the server is open."""

    command: Sequence[str]
    port: int
    health: str
    log: Path
    environment: Mapping[str, str] = field(default_factory=dict)
    sources: Path = ROOT  # of the program
    started: float = 0.0

    def start(self) -> None:
        """Start it; it is not open yet."""
        self.started = time.perf_counter()
        with self.log.open("ab") as out:
            self._process = subprocess.Popen(
                self.command,
                cwd=self.sources,
                stdin=subprocess.PIPE,
                stdout=out,
                stderr=out,
                env={**os.environ, **self.environment},
            )

    def call(self) -> None:
        """Let a waiting server begin."""
        assert self._process.stdin is not None
        self.started = time.perf_counter()
        self._process.stdin.write(b"\n")
        self._process.stdin.flush()

    def wait(self) -> float:
        """Wait until it is open; returns the seconds since it was started."""
        while True:
            with contextlib.suppress(urllib.error.URLError, OSError):
                address = f"http://127.0.0.1:{self.port}{self.health}"
                with urllib.request.urlopen(address, timeout=5) as answer:
                    if answer.status == 200:
                        return time.perf_counter() - self.started
            if self._process.poll() is not None or time.perf_counter() - self.started > PATIENCE:
                fate = "is dead" if self._process.poll() is not None else "does not answer"
                raise RuntimeError(f"the server {fate}: {self.log.read_text()[-2000:]}")
            time.sleep(0.01)

    def stop(self) -> None:
        """Stop it cleanly."""
        self.signal(signal.SIGTERM)
        self.wait_for_end()

    def signal(self, *kinds: signal.Signals) -> None:
        """Send it signals in quick succession."""
        for kind in kinds:
            self._process.send_signal(kind)

    def wait_for_end(self) -> int | None:
        """Wait for its exit code; kill it if it does not end."""
        try:
            self._process.wait(PATIENCE)
            self._let_go()
        except subprocess.TimeoutExpired:
            self.kill()
        return self._process.returncode

    def kill(self) -> None:
        """Kill it."""
        self._process.kill()
        self._process.wait()
        self._let_go()

    def kill_helpers(self) -> int:
        """Kill its child processes but not the server; returns how many there were."""
        helpers = started_by(self.pid)
        for pid in helpers:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        return len(helpers)

    def _let_go(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()

    @property
    def pid(self) -> int:
        """The process."""
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        """True if it is still running."""
        return self._process.poll() is None

    def memory(self) -> float:
        """Megabytes that it and its child processes use now."""
        return sum(_status(pid, "VmRSS") for pid in self._pids())

    def counters(self) -> dict[str, float]:
        """The server's own metrics, without labels."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/metrics", timeout=PATIENCE) as page:
            lines = [line.split() for line in page.read().decode().splitlines()]
        return {words[0]: float(words[1]) for words in lines if len(words) == 2 and "{" not in words[0]}

    def peak(self) -> float:
        """The most megabytes that it and its child processes have used."""
        return sum(_status(pid, "VmHWM") for pid in self._pids())

    def cpu(self) -> float:
        """Seconds of processor time so far, including its child processes."""
        return sum(map(_cpu, self._pids()))

    def _pids(self) -> list[int]:
        """The process and all its descendants."""
        return [self.pid, *started_by(self.pid)]


def _status(pid: int, name: str) -> float:
    with contextlib.suppress(OSError):  # it has just ended
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith(f"{name}:"):
                return int(line.split()[1]) / 1024
    return 0.0


def _cpu(pid: int) -> float:
    """Processor time to the nanosecond: /proc/PID/stat counts hundredths of a second, too coarse for a short stretch."""
    total = 0
    for thread in Path(f"/proc/{pid}/task").glob("*/schedstat"):
        with contextlib.suppress(OSError):  # it has just ended
            total += int(thread.read_text().split()[0])
    return total / 1e9


def table_server(folder: Path, port: int, store: str = "", *, is_waiting: bool = False) -> Server:
    """Our server with an SQLite store in a folder, or another store; a waiting one begins when it is told to."""
    command = [sys.executable, "-m", "bench.table.host", store or str(folder / STORE), str(port)]
    return Server(command + ["--wait"] * is_waiting, port, "/healthz", folder / "server.log")
