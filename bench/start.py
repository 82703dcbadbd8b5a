"""Section 8: how long a small command takes from the shell."""

import resource
import subprocess
import sys
from pathlib import Path
from time import perf_counter

from bench.measure import Pace, Rates, Series, by_turns
from bench.report import Report

ROOT = Path(__file__).parents[1]
WORDS = ("rules", "trex", "TR-24")


def children_worked() -> float:
    """Seconds of processor time used by all commands so far."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


class Command:
    """A command that is run to its end."""

    def __init__(self, *words: str) -> None:
        self.words = words
        self.said = ""

    def __call__(self, seconds: float) -> Rates:
        before, start = children_worked(), perf_counter()
        done = subprocess.run(self.words, capture_output=True, text=True, check=False)
        spent, worked = perf_counter() - start, children_worked() - before
        self.said = done.stdout.partition("\n")[0]
        if done.returncode != 0:
            self.said = f"exit code {done.returncode}"
        return {"runs": 1 / spent, "worked": 1 / worked}


def rex(*words: str) -> Command:
    return Command(sys.executable, str(ROOT / "rex"), *words)


def run(report: Report, pace: Pace) -> None:
    """Measure `./rex rules trex TR-24` beside a Python that does nothing."""
    report.heading("From the shell")
    command, bare = rex(*WORDS), Command(sys.executable, "-c", "pass")
    results = by_turns({"rex": command, "python": bare}, pace)
    show(report, f"./rex {' '.join(WORDS)}", results["rex", "runs"], results["rex", "worked"])
    show(report, "python -c pass", results["python", "runs"], results["python", "worked"])
    report.line(f"  {'it answers':<50} {command.said[:60] or 'nothing'}")


def show(report: Report, label: str, runs: Series, worked: Series) -> None:
    best, median, work = (1e3 / rate for rate in (runs.best, runs.median, worked.best))
    report.line(
        f"  {label:<50} best {best:>5.0f} ms   median {median:>5.0f} ms   processor time {work:>5.0f} ms"
    )
