"""What `rexarium lab` does: plans the games, plays them below a bar, tells and writes what came of it."""

import argparse
import secrets
import shlex
import sys
from collections.abc import Sequence
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from rexarium.arena import Lab, Plan, make_report, make_series
from rexarium.arena.lab import default_jobs
from rexarium.arena.plot import draw_page
from rexarium.arena.text import say_report
from rexarium.cli.catalogue import chosen_game, load_edition, read_rulings
from rexarium.cli.screen import Screen
from rexarium.cli.seating import BOTS
from rexarium.cli.storage import write_whole
from rexarium.games import AnyGame
from rexarium.kernel.errors import BadSetup, Unknown

INTERRUPTED = 130


def run(args: argparse.Namespace, screen: Screen) -> int:
    """Play, then tell; interrupted, tell what there is."""
    game = chosen_game(args.game)
    plan = _make_plan(game, args)
    jobs = default_jobs() if args.jobs is None else args.jobs
    if plan.games < 1 or jobs < 1:
        raise BadSetup("There must be at least one game and one job.")
    for name in (args.html, args.json):
        _check_file(name)
    lab = Lab(plan)
    _play(lab, jobs, args.color)
    if lab.games == 0:
        raise KeyboardInterrupt
    report = make_report(lab)
    screen.draw(say_report(report))
    if args.html:
        write_whole(Path(args.html), draw_page(report, _command(plan, args)))
    if args.json:
        write_whole(Path(args.json), report.to_json())
    return 0 if lab.is_done else INTERRUPTED


def _make_plan(game: AnyGame, args: argparse.Namespace) -> Plan:
    if args.bot not in BOTS:
        raise Unknown(f"There is no bot '{args.bot}'; there is {', '.join(BOTS)}.")
    editions = [load_edition(game, name) for name in args.edition or game.edition_ids()]
    series = make_series(
        game,
        list(game.official_seats) if args.seats is None else _read_seats(args.seats),
        editions,
        preset=args.preset or game.presets[0].id,
        rulings=read_rulings(args.ruling or []),
    )
    return Plan(game.id, series, args.games, args.seed or secrets.token_hex(4), BOTS[args.bot])


def _read_seats(text: str) -> list[int]:
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isdecimal() and part.isascii() for part in parts):
        raise BadSetup(f"'{text}' is no list of seats: write 3, or 2,3,4.")
    return sorted({int(part) for part in parts})


def _check_file(name: str | None) -> None:
    """Better refused before the games than after them."""
    if name and (Path(name).is_dir() or not Path(name).absolute().parent.is_dir()):
        raise BadSetup(f"Cannot write {name}: there is no such folder, or it is one itself.")


def _play(lab: Lab, jobs: int, is_coloured: bool | None) -> None:
    console = Console(stderr=True, no_color=is_coloured is False)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        bar = progress.add_task("games", total=lab.plan.total())
        try:
            for games in lab.run(jobs):
                progress.advance(bar, games)
        except KeyboardInterrupt:
            pass  # the report says so
        except BrokenProcessPool:
            print("rexarium: a process of the lab was killed", file=sys.stderr)


def _command(plan: Plan, args: argparse.Namespace) -> str:
    """The words that play all this again."""
    words = ["rexarium", "lab", plan.game, "--games", str(plan.games), "--seed", plan.seed, "--bot", args.bot]
    words += _option("--seats", [args.seats] if args.seats else [])
    words += _option("--edition", args.edition or [])
    words += _option("--preset", [args.preset] if args.preset else [])
    words += _option("--ruling", args.ruling or [])
    return shlex.join(words)


def _option(name: str, values: Sequence[str]) -> list[str]:
    return [word for value in values for word in (name, value)]
