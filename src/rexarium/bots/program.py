"""Somebody's program: a line goes to its standard input, and a line has to come from its standard output in time.

Its standard error is read as well, so that it never blocks, but only the end is kept. What it starts is in its process
group and ends with it. This is not a sandbox: a program can do whatever its user can.
"""

import os
import selectors
import signal
import subprocess
import sys
import time
import weakref
from collections.abc import Sequence
from contextlib import suppress

from rexarium.bots.protocol import Limits

if sys.platform == "linux":
    import resource

ENVIRONMENT = ("HOME", "LANG", "LC_ALL", "PATH", "TMPDIR")  # the only variables of ours that a program gets
CHUNK = 1 << 16
TAIL = 2000  # bytes of standard error that are kept
QUOTE = 200  # letters of it that are quoted
PATIENCE = 1.0  # seconds that a program has to end by itself


class Broken(Exception):
    """The program has ended, is late or out of step, and can no longer be used; the sentence continues from `it`."""


class Program:
    """A running program; it ends when this object does, if not before."""

    def __init__(self, words: Sequence[str], limits: Limits) -> None:
        process = _start(words, limits)
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        self._process = process
        self._input, self._output, self._errors = process.stdin, process.stdout, process.stderr
        self._longest = limits.line
        self._unsent = self._heard = self._complaint = b""
        self._has_ended = False
        self._selector = selectors.DefaultSelector()
        self._end = weakref.finalize(self, _end, process, self._selector)
        for pipe in (self._input, self._output, self._errors):
            os.set_blocking(pipe.fileno(), False)
        for pipe in (self._output, self._errors):
            self._selector.register(pipe, selectors.EVENT_READ)

    def ask(self, line: bytes, seconds: float) -> bytes:
        """Send a line and return the line that answers it; anything more is a fault."""
        end = time.monotonic() + seconds
        self._pump(0)
        if self._heard:
            raise self._broken("it spoke without being asked")
        self._send(line)
        while b"\n" not in self._heard and len(self._heard) <= self._longest:
            left = end - time.monotonic()
            if self._has_ended:
                raise self._broken(self._say_end())
            if left <= 0:
                raise self._broken(f"it did not answer within {seconds:g} seconds")
            self._pump(left)
        answer, _, self._heard = self._heard.partition(b"\n")
        if len(answer) > self._longest:
            raise self._broken(f"it answered with a line of more than {self._longest} bytes")
        if self._unsent:
            raise self._broken("it answered before it had read the question")
        return answer

    def leave(self, line: bytes) -> None:
        """Send a last line, and let the program end by itself if it is quick.

        One that spoke unasked is ended at once: if it floods us, it is stuck in a pipe that nobody reads any more.
        """
        if self._end.alive and not self._unsent and not self._heard:
            end = time.monotonic() + PATIENCE
            self._send(line)
            while self._unsent and time.monotonic() < end:
                self._pump(end - time.monotonic())
            self._input.close()
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(max(0.0, end - time.monotonic()))
        self.close()

    def close(self) -> None:
        """End the program and what it started, now."""
        self._end()

    def _say_end(self) -> str:
        """How it ended, once it has closed its standard output."""
        end = time.monotonic() + PATIENCE
        while self._selector.get_map() and (left := end - time.monotonic()) > 0:
            self._pump(left)
        with suppress(subprocess.TimeoutExpired):
            code = self._process.wait(max(0.0, end - time.monotonic()))
            return f"it was killed by signal {-code}" if code < 0 else f"it ended with exit code {code}"
        return "it closed its standard output"

    def _broken(self, sentence: str) -> Broken:
        """What is wrong, with the last line that it wrote to its standard error."""
        lines = self._complaint.decode("utf-8", "replace").split("\n")
        last = next((line for line in reversed(lines) if line.strip()), "")
        readable = "".join(letter if letter.isprintable() else " " for letter in last).strip()
        return Broken(f"{sentence}; its last complaint is '{readable[:QUOTE]}'" if readable else sentence)

    # The pipes

    def _send(self, line: bytes) -> None:
        self._unsent = line
        self._selector.register(self._input, selectors.EVENT_WRITE)

    def _pump(self, seconds: float) -> None:
        """Wait until something can be written or read, then do so."""
        for key, _ in self._selector.select(seconds):
            if key.fileobj is self._input:
                self._write()
            elif data := os.read(key.fd, CHUNK):
                if key.fileobj is self._output:
                    self._heard += data
                else:
                    self._complaint = (self._complaint + data)[-TAIL:]
            else:
                self._selector.unregister(key.fileobj)
                self._has_ended |= key.fileobj is self._output

    def _write(self) -> None:
        try:
            self._unsent = self._unsent[os.write(self._input.fileno(), self._unsent[:CHUNK]) :]
        except BrokenPipeError:
            self._unsent = b""  # it no longer reads; whether it still answers is checked elsewhere
        if not self._unsent:
            self._selector.unregister(self._input)


def _start(words: Sequence[str], limits: Limits) -> subprocess.Popen[bytes]:
    environment = {name: os.environ[name] for name in ENVIRONMENT if name in os.environ}
    try:
        process = subprocess.Popen(
            words,
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment | {"PYTHONUNBUFFERED": "1"},
            start_new_session=True,
        )
    except OSError as error:
        raise Broken(f"it cannot be started: {error.strerror}") from None
    if sys.platform == "linux":
        memory = None if limits.memory is None else limits.memory << 20
        for kind, most in ((resource.RLIMIT_AS, memory), (resource.RLIMIT_CPU, limits.cpu)):
            if most is not None:
                with suppress(ProcessLookupError, PermissionError):  # it has ended, or may use less anyway
                    resource.prlimit(process.pid, kind, (most, most))
    return process


def _end(process: subprocess.Popen[bytes], selector: selectors.BaseSelector) -> None:
    """Kill the group, wait for its leader, close the pipes: nothing is left over."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    selector.close()
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe is not None:
            pipe.close()
