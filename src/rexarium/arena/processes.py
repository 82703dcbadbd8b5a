"""Work on many processes, which end with their parent: at Ctrl-C, at its end, even if it is killed."""

import os
import signal
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from itertools import islice
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Thread, current_thread, main_thread
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")

AHEAD = 4  # waiting tasks for each process


def default_jobs() -> int:
    """The number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def do_all(work: Callable[[T], R], tasks: Iterable[T], jobs: int, *, in_order: bool = True) -> Generator[R]:
    """The result of each task, in order or as soon as it is ready. The processes are spawned, not forked, because the
    caller may have threads; so `work` must be importable by name.
    """
    if jobs == 1:
        yield from map(work, tasks)
        return
    context = get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_end_with, initargs=(ours,))
    ahead = iter(tasks)
    try:
        with _deaf_children():
            pending = [pool.submit(work, task) for task in islice(ahead, jobs)]
        for task in ahead:
            pending.append(pool.submit(work, task))
            if len(pending) >= jobs * AHEAD:
                yield from _take(pending, in_order)
        while pending:
            yield from _take(pending, in_order)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        theirs.close()  # which ends the processes, whatever they are doing
        ours.close()


def _take(pending: "list[Future[R]]", in_order: bool) -> Iterator[R]:
    """The result of the first task, or of all that are done; these are no longer pending."""
    done = [pending[0]] if in_order else list(wait(pending, return_when=FIRST_COMPLETED).done)
    for future in done:
        pending.remove(future)
        yield future.result()


def _end_with(parent: Connection) -> None:
    """End this process as soon as the other end of the pipe is closed, on purpose or by its holder's death."""
    Thread(target=_watch, args=(parent,), daemon=True).start()


def _watch(parent: Connection) -> None:
    parent.poll(None)
    os._exit(0)


@contextmanager
def _deaf_children() -> Iterator[None]:
    """Processes started in here ignore Ctrl-C, which a terminal sends to all of them."""
    if current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
