"""`./rex python -m bench.suite.busy [--runs N] [-- PYTEST WORDS]`: run the whole suite several times on a busy machine.

Two processes keep two cores busy beside it, so that a test that relies on the machine's speed fails sooner or later. The
result of each run is saved in build/busy, in one folder for each state of the source. Running it again on the same source
skips finished runs; an interrupted one starts again from the beginning.
"""

import argparse
import contextlib
import hashlib
import json
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO

ROOT = Path(__file__).parents[2]
SUITE = (sys.executable, str(ROOT / "rex"), "test")
RESULTS = ROOT / "build" / "busy"
LOOPS = 2
PARTING = 60  # seconds for the suite to stop its servers and browsers when it is interrupted
# A loop ends with the process that started it, even after kill -9, because its standard input is closed then.
LOOP = """
import os, sys, threading
threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
while True: pass
"""
WIDTH = 12  # digits of a commit or digest in the name of a folder
WHOLE = (0, 1)  # pytest's exit codes after a complete run


@dataclass(frozen=True)
class Run:
    """The result of one run of the suite."""

    state: str  # of the source
    code: int  # pytest's exit code
    passed: int
    skipped: int
    failed: tuple[str, ...]  # names of tests, including those whose set-up or clean-up failed
    seconds: float

    @property
    def is_good(self) -> bool:
        """True if the suite ran to its end without a failure."""
        return self.code == 0 and self.passed > 0 and not self.failed


def state_of_source(root: Path) -> str:
    """The commit and a digest of all changes since."""

    def git(*words: str) -> bytes:
        return subprocess.run(["git", *words], cwd=root, stdout=subprocess.PIPE, check=True).stdout

    commit = git("rev-parse", f"--short={WIDTH}", "HEAD").decode().strip()
    changes = git("diff", "HEAD", "--binary")
    for name in sorted(git("ls-files", "--others", "--exclude-standard", "-z").split(b"\0")):
        if name:
            changes += name + b"\0" + (root / name.decode()).read_bytes()
    return f"{commit}-{hashlib.sha256(changes).hexdigest()[:WIDTH]}" if changes else commit


@contextlib.contextmanager
def busy(loops: int) -> Iterator[list["subprocess.Popen[bytes]"]]:
    """Keep this many cores busy for a while."""
    spinning: list[subprocess.Popen[bytes]] = []
    try:
        for _ in range(loops):
            spinning.append(subprocess.Popen([sys.executable, "-ISc", LOOP], stdin=subprocess.PIPE))
        yield spinning
    finally:
        for each in spinning:
            each.kill()
        for each in spinning:
            with each:  # closes the pipe and waits
                pass


def run_suite(state: str, folder: Path, name: str, words: Sequence[str]) -> Run:
    """Run the suite once, and save its output beside the result."""
    report = folder / f"{name}.xml"
    command = [*SUITE, "-q", f"--junit-xml={report}", *words]
    begin = time.monotonic()
    report.unlink(missing_ok=True)
    with (folder / f"{name}.log").open("wb") as log:
        code = call(command, log)
    passed, skipped, failed = read_report(report) if report.exists() else (0, 0, ())
    return Run(state, code, passed, skipped, failed, round(time.monotonic() - begin, 1))


def call(command: Sequence[str], log: IO[bytes]) -> int:
    """Run a command, passing on an interrupt, and return its exit code."""
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT
    ) as running:
        try:
            return running.wait()
        except KeyboardInterrupt:
            running.send_signal(signal.SIGINT)
            with contextlib.suppress(subprocess.TimeoutExpired):
                running.wait(PARTING)
            raise
        finally:
            running.kill()


def read_report(path: Path) -> tuple[int, int, tuple[str, ...]]:
    """The numbers of tests that passed and were skipped, and the names of those that failed."""
    passed = skipped = 0
    failed = []
    for case in ET.parse(path).iter("testcase"):
        kinds = {child.tag for child in case}
        if kinds & {"failure", "error"}:
            failed.append(f"{case.get('classname')}::{case.get('name')}")
        elif "skipped" in kinds:
            skipped += 1
        else:
            passed += 1
    return passed, skipped, tuple(sorted(set(failed)))


def read_run(path: Path) -> Run | None:
    """The result of an earlier run, or None if it was not finished."""
    if not path.exists():
        return None
    found = json.loads(path.read_text(encoding="utf-8"))
    return Run(**found | {"failed": tuple(found["failed"])})


def keep_run(path: Path, run: Run) -> None:
    """Write a result atomically."""
    draft = path.with_suffix(".new")
    draft.write_text(json.dumps(asdict(run), indent=1) + "\n", encoding="utf-8")
    draft.replace(path)


def summary(runs: Sequence[Run]) -> list[str]:
    """One line for each run, followed by the names of its failures."""
    lines = ["run  passed  skipped  failed  code  seconds  source"]
    for number, run in enumerate(runs, 1):
        counts = f"{number:>3} {run.passed:>7} {run.skipped:>8} {len(run.failed):>7} {run.code:>5}"
        lines += [f"{counts} {run.seconds:>8.0f}  {run.state}", *(f"      {name}" for name in run.failed)]
    return [*lines, f"{sum(run.is_good for run in runs)} of {len(runs)} runs without a failure"]


def run_all(runs: int, words: Sequence[str], results: Path) -> list[Run]:
    """Run the present source this many times; finished runs are read from their files."""
    state = state_of_source(ROOT)
    chosen = hashlib.sha256(json.dumps(list(words)).encode()).hexdigest()[:WIDTH] if words else "all"
    folder = results / state / chosen
    folder.mkdir(parents=True, exist_ok=True)
    found = []
    for number in range(1, runs + 1):
        path = folder / f"{number}.json"
        run = read_run(path)
        if run is None:
            with busy(LOOPS):
                run = run_suite(state, folder, str(number), words)
            if run.code in WHOLE:
                keep_run(path, run)
        print(f"run {number} of {runs}: {len(run.failed)} failed, {run.seconds:.0f} s", flush=True)
        found.append(run)
    return found


def main(words: Sequence[str]) -> int:
    """Run and print the results."""
    parser = argparse.ArgumentParser(prog="./rex python -m bench.suite.busy", description=__doc__)
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--results", type=Path, default=RESULTS, help="where the results are saved")
    parser.add_argument("words", nargs="*", help="arguments for pytest, after --, such as which tests to run")
    asked = parser.parse_args(words)
    try:
        runs = run_all(asked.runs, asked.words, asked.results.resolve())
    except KeyboardInterrupt:
        print("Interrupted. The same command continues after the last finished run.")
        return 130
    print("\n".join(summary(runs)))
    return 0 if all(run.is_good for run in runs) else 1


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    sys.exit(main(sys.argv[1:]))
