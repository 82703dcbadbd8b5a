"""A hunt: a target in its own process tries one seed after another for a while, and anything that goes wrong is a
finding.

A process that dies, is silent for a minute or uses too much memory is a finding, just like an exception.
"""

import contextlib
import multiprocessing
import os
import resource
import signal
import traceback
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from time import perf_counter, process_time

from bench.processes import started_by

Target = Callable[[], AbstractContextManager[Callable[[int], str]]]  # returns a seed's outcome in one word
SLOW = 5.0  # seconds of processor time for one seed
START = 120.0  # seconds for a target to start, enough even for a very busy machine
SILENCE = 60.0  # seconds without an outcome, likewise
MEMORY = 4 << 30  # bytes of address space for a target's process
LONGEST = 300  # characters of an error message
EXAMPLES = 5  # seeds that are kept for one kind of finding


@dataclass
class Bag:
    """The result of a hunt; `findings` maps what went wrong to seeds."""

    first: int
    cases: int = 0
    seconds: float = 0.0
    outcomes: Counter[str] = field(default_factory=Counter)
    findings: dict[str, list[int]] = field(default_factory=dict)

    def find(self, seed: int, what: str) -> None:
        """Note that something went wrong."""
        self.outcomes["found"] += 1
        seeds = self.findings.setdefault(what, [])
        if len(seeds) < EXAMPLES:
            seeds.append(seed)


def hunt(target: Target, first: int, seconds: float, most: int = 10**9) -> Bag:
    """Try seeds from the first on, up to a limit; if a process is lost, the next one continues after its seed."""
    bag, begin = Bag(first), perf_counter()
    while (left := begin + seconds - perf_counter()) > 0 and bag.cases < most:
        if not _follow(bag, target, left, most - bag.cases):
            break
    bag.seconds = perf_counter() - begin
    return bag


def _follow(bag: Bag, target: Target, seconds: float, most: int) -> bool:
    """Run one process to its end; true if it was lost in the middle of a seed."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    seeds = range(bag.first + bag.cases, bag.first + bag.cases + most)
    process = context.Process(target=_work, args=(theirs, target, seeds, seconds))
    process.start()
    theirs.close()
    seed: int | None = None
    try:
        while True:
            if not ours.poll(START if seed is None else SILENCE):
                raise EOFError
            said = ours.recv()
            if isinstance(said, int):
                seed = said
                bag.cases += 1
            elif said[0] == "well":
                bag.outcomes[said[1]] += 1
            else:
                bag.find(bag.first if seed is None else seed, said[1])
    except EOFError:
        is_hanging = process.is_alive() and ours.poll(0) is False
        if is_hanging:
            _end(process.pid)
        process.join()
        if process.exitcode:
            fate = (
                f"nothing was heard for {SILENCE:.0f} s"
                if is_hanging
                else f"the process ended with {process.exitcode}"
            )
            bag.find(bag.first if seed is None else seed, fate)
        return bool(process.exitcode) and seed is not None
    finally:
        ours.close()


def _end(pid: int | None) -> None:
    assert pid is not None
    for each in (*started_by(pid), pid):
        with contextlib.suppress(ProcessLookupError):
            os.kill(each, signal.SIGKILL)


def _work(post: Connection, target: Target, seeds: range, seconds: float) -> None:
    """Run in the process: report each seed before it is tried, then its outcome."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    end = perf_counter() + seconds
    with contextlib.ExitStack() as stack:
        try:
            check = stack.enter_context(target())
        except Exception as error:
            post.send(("found", f"{say(error)}, before the first case"))
            return
        for seed in seeds:
            post.send(seed)
            began = process_time()
            try:
                said = ("well", check(seed))
            except Exception as error:
                said = ("found", say(error))
            took = process_time() - began
            post.send(("found", f"it took more than {SLOW:.0f} s") if took > SLOW else said)
            if perf_counter() > end:
                break
    post.close()


def say(error: BaseException) -> str:
    """An exception and the place in our code that it came from."""
    frames = [
        frame for frame in traceback.extract_tb(error.__traceback__) if "site-packages" not in frame.filename
    ]
    own = [frame for frame in frames if "rexarium" in frame.filename] or frames
    place = f"{os.path.basename(own[-1].filename)}:{own[-1].lineno} {own[-1].name}" if own else "nowhere"
    return f"{type(error).__name__} in {place}: {error!s:.{LONGEST}}"
