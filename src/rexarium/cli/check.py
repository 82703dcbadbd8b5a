"""`rexarium check`: runs casebook files and shows which cases hold."""

import argparse
import sys
from pathlib import Path

from rexarium.cli.screen import Screen, clean
from rexarium.kernel.errors import BadCase
from rexarium.testkit.casebook import CaseResult, read_casebook_file, run_case

FAILED, UNREADABLE = 1, 2


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of `rexarium check`."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="casebook files, or folders of them")


def run(args: argparse.Namespace, screen: Screen) -> int:
    """Run every case of every file."""
    results: list[CaseResult] = []
    unreadable = 0
    for path in _files(args.files):
        try:
            cases = read_casebook_file(path)
        except BadCase as error:
            print(f"rexarium: {clean(str(path))}: {clean(str(error))}", file=sys.stderr)
            unreadable += 1
            continue
        screen.say(str(path), "title")
        for case in cases:
            results.append(run_case(case))
            _say(screen, path, results[-1])
    failed = sum(bool(result.failure) for result in results)
    _say_count(screen, len(results), failed, unreadable)
    return UNREADABLE if unreadable else FAILED if failed else 0


def _files(names: list[str]) -> list[Path]:
    """The named files, and every .case file in a named folder."""
    found: list[Path] = []
    for name in names:
        path = Path(name)
        inside = sorted(path.rglob("*.case")) if path.is_dir() else [path]
        found += inside or [path]  # an empty folder is reported as a file that cannot be read
    return found


def _say(screen: Screen, path: Path, result: CaseResult) -> None:
    word = "FAILED" if result.failure else "ok"
    rules = " ".join(result.case.rules)
    screen.say(f"{word:<6} {result.case.title}" + (f" [{rules}]" if rules else ""), indent=2, hang=7)
    if result.failure:
        screen.say(f"{path}:{result.line}: {result.failure}", "bad", indent=9)


def _say_count(screen: Screen, count: int, failed: int, unreadable: int) -> None:
    cases = "1 case" if count == 1 else f"{count} cases"
    files = f", {unreadable} file{'' if unreadable == 1 else 's'} not readable" if unreadable else ""
    screen.say(
        f"{cases}: {count - failed} ok, {failed} failed{files}.", "bad" if failed or unreadable else "good"
    )
