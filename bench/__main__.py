"""`./rex bench [--quick] [--seconds S] [--only NAME | --game NAME]`: measure everything in one run and save the results."""

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from bench import contests, core, driven, machine, rollouts, searches, start, threads
from bench.measure import Pace
from bench.report import Report

ROOT = Path(__file__).parents[1]
LATEST = ROOT / "bench" / "results" / "latest.txt"
DOCS = ROOT / "docs" / "benchmarks.md"
BEGIN, END = "<!-- the last results, written by ./rex bench -->\n", "<!-- end of the last results -->\n"

Section = Callable[[Report, Pace], None]
SECTIONS: Mapping[str, Section] = {
    "core": core.run,
    "openspiel": rollouts.run,
    "python": driven.run,
    "search": searches.run,
    "threads": threads.run,
    "start": start.run,
}


def main(words: Sequence[str]) -> int:
    """Measure and print; save the results if it was a full run."""
    asked = arguments(words)
    pace = Pace.of(asked.seconds, is_quick=asked.quick)
    text = measured(chosen(asked.only, asked.game), pace)
    if asked.output:
        asked.output.write_text(text, encoding="utf-8")
    elif not (asked.quick or asked.only or asked.game):
        LATEST.parent.mkdir(exist_ok=True)
        LATEST.write_text(text, encoding="utf-8")
        DOCS.write_text(with_results(DOCS.read_text(encoding="utf-8"), text), encoding="utf-8")
    return 0


def arguments(words: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="./rex bench",
        description="Measure the speed against plain C and other libraries. A full run is written to "
        "bench/results/latest.txt and docs/benchmarks.md; a run with --quick, --only or --game is only printed.",
    )
    parser.add_argument(
        "--quick", action="store_true", help="only check that it works; the figures mean nothing"
    )
    parser.add_argument(
        "--seconds", type=float, metavar="S", help="how long to measure each contender in total (3)"
    )
    part = parser.add_mutually_exclusive_group()
    part.add_argument("--only", action="append", choices=SECTIONS, metavar="NAME", help=", ".join(SECTIONS))
    games = list(dict.fromkeys(contest.game for contest in contests.CONTESTS))
    part.add_argument(
        "--game",
        action="append",
        choices=games,
        metavar="NAME",
        help=f"only the section core, for {' or '.join(games)}",
    )
    parser.add_argument("--output", type=Path, metavar="FILE", help="write the results to this file instead")
    return parser.parse_args(words)


def chosen(only: Sequence[str] | None, games: Sequence[str] | None) -> list[Section]:
    """The sections to measure: all, some, or the core with some games."""
    if games:
        return [partial(core.run, games=games)]
    return [SECTIONS[name] for name in only or SECTIONS]


def measured(sections: Sequence[Section], pace: Pace) -> str:
    """The full report as text: header, targets, sections."""
    report = Report()
    head = [
        f"Rexarium, measured on {datetime.now(UTC):%Y-%m-%d at %H:%M} UTC",
        "",
        *machine.description(),
        f"pace        {pace.rounds} rounds of slices of {pace.slice} s, contenders in turn",
        "seconds     of processor time, except for threads and the shell",
    ]
    print("\n".join(head), flush=True)
    for section in sections:
        section(report, pace)
    closing = ["", f"load        {machine.load()} at the end"]
    summary = report.summary()
    print("\n".join([*closing, "", *summary]), flush=True)
    return "\n".join([*head, *([""] if summary else []), *summary, *report.lines, *closing, ""])


def with_results(page: str, text: str) -> str:
    """The page with the old results replaced by these."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n```text\n{text}```\n\n{END}{after}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
