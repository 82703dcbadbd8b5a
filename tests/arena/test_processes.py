"""Work on processes: all of it, in order or not, and no process is left behind."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rexarium.arena.processes import default_jobs, do_all

PATIENCE = 120  # seconds; only what hangs takes so long, on however slow a machine


def square(number: int) -> int:
    return number * number


def dawdle(task: tuple[int, Path]) -> int:
    """The first one is done only when there is a mark."""
    number, mark = task
    deadline = time.monotonic() + PATIENCE
    while number == 0 and not mark.exists() and time.monotonic() < deadline:
        time.sleep(0.01)
    return number


def mark_and_dawdle(task: tuple[int, Path]) -> int:
    """The others make the mark that the first one waits for."""
    if task[0]:
        task[1].touch()
    return dawdle(task)


def fail(number: int) -> int:
    raise ValueError(number)


def tell_and_sleep(folder: str) -> int:
    """Says which process it is, and is then not done for long."""
    (Path(folder) / str(os.getpid())).touch()
    time.sleep(600)
    return 0


@pytest.mark.parametrize("jobs", [1, 2])
def test_everything_is_done_in_order(jobs: int) -> None:
    assert list(do_all(square, range(40), jobs)) == [number * number for number in range(40)]


def test_unordered_results_come_as_they_finish(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    found = []
    for number in do_all(dawdle, [(number, mark) for number in range(6)], 2, in_order=False):
        found.append(number)
        mark.touch()  # so the first one cannot come before another was here
    assert sorted(found) == list(range(6))
    assert found[0] != 0


def test_in_order_the_slowest_is_waited_for(tmp_path: Path) -> None:
    tasks = [(number, tmp_path / "mark") for number in range(6)]
    assert list(do_all(mark_and_dawdle, tasks, 2)) == list(range(6))


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_workers_error_is_raised_in_the_caller(jobs: int) -> None:
    with pytest.raises(ValueError, match="0"):
        list(do_all(fail, range(3), jobs))


def test_there_is_at_least_one_core() -> None:
    assert default_jobs() >= 1


# No process is left behind


def is_alive(process: int) -> bool:
    """Is it there, and no mere remains that nobody has waited for?"""
    try:
        return Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def wait_until_gone(processes: list[int]) -> None:
    deadline = time.monotonic() + PATIENCE
    while any(map(is_alive, processes)):
        assert time.monotonic() < deadline, "a process outlived the one that asked"
        time.sleep(0.05)


def started(folder: Path, count: int) -> list[int]:
    deadline = time.monotonic() + PATIENCE
    while len(found := [int(path.name) for path in folder.iterdir()]) < count:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    return found


PROGRAM = """
import sys
from tests.arena.test_processes import do_all, tell_and_sleep
if __name__ == "__main__":
    try:
        list(do_all(tell_and_sleep, [sys.argv[1]] * 2, 2))
    except KeyboardInterrupt:
        sys.exit(7)
"""


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="asks Linux which processes there are")
@pytest.mark.parametrize(("sign", "code"), [(signal.SIGKILL, -9), (signal.SIGTERM, -15), (signal.SIGINT, 7)])
def test_processes_end_with_the_one_that_asked(sign: int, code: int, tmp_path: Path) -> None:
    folder = tmp_path / "processes"
    folder.mkdir()
    script = tmp_path / "program.py"
    script.write_text(PROGRAM)
    root = str(Path(__file__).parents[2])
    paths = os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH")]))
    command = [sys.executable, str(script), str(folder)]
    with subprocess.Popen(command, env={**os.environ, "PYTHONPATH": paths}, cwd=root) as asking:
        try:
            processes = started(folder, 2)
            asking.send_signal(sign)
            assert asking.wait(PATIENCE) == code, "it does not wait for what it has asked for"
        finally:
            asking.kill()
    wait_until_gone(processes)
