"""The work of `rexarium lab`: plan the games, play them with a progress bar, print and save the results."""

import argparse
import secrets
import shlex
import sys
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from rexarium.arena import Lab, Plan, make_report, make_series
from rexarium.arena.plot import draw_page
from rexarium.arena.processes import default_jobs
from rexarium.arena.text import say_report
from rexarium.bots import make_bot
from rexarium.cli.catalogue import chosen_game, load_edition, read_rulings
from rexarium.cli.screen import Screen
from rexarium.cli.storage import write_whole
from rexarium.games import AnyGame
from rexarium.kernel.errors import BadSetup
from rexarium.kernel.phrases import number_in

INTERRUPTED = 130


def run(args: argparse.Namespace, screen: Screen) -> int:
    """Play, then report; if interrupted, report on what has been played."""
    game = chosen_game(args.game)
    plan = _make_plan(game, args)
    jobs = default_jobs() if args.jobs is None else args.jobs
    if plan.games < 1 or jobs < 1:
        raise BadSetup("There must be at least one game and one job.")
    check_files(args.html, args.json)
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
    editions = [load_edition(game, name) for name in args.edition or game.edition_ids()]
    series = make_series(
        game,
        list(game.official_seats) if args.seats is None else _read_seats(args.seats),
        editions,
        preset=args.preset or game.presets[0].id,
        rulings=read_rulings(args.ruling or []),
    )
    for entry in series:
        make_bot(args.bot, game, entry.setup.seats, 0)  # the refusal lists the editions
    return Plan(game.id, series, args.games, args.seed or secrets.token_hex(4), args.bot)


def _read_seats(text: str) -> list[int]:
    numbers = {number_in(part.strip()) for part in text.split(",")}
    if None in numbers:
        raise BadSetup(f"'{text}' is not a list of seats: write 3, or 2,3,4.")
    return sorted(number for number in numbers if number is not None)


def check_files(*names: str | None) -> None:
    """Refuse bad file names before the games are played, not afterwards."""
    for name in names:
        if name and (Path(name).is_dir() or not Path(name).absolute().parent.is_dir()):
            raise BadSetup(f"Cannot write {name}: its folder does not exist, or it is itself a folder.")


def _play(lab: Lab, jobs: int, is_coloured: bool | None) -> None:
    console = error_console(is_coloured)
    with make_progress(console) as progress, stoppable("lab"):
        bar = progress.add_task("games", total=lab.plan.total())
        for games in lab.run(jobs):
            progress.advance(bar, games)


def error_console(is_coloured: bool | None) -> Console:
    """The console for progress; results go to the screen."""
    return Console(stderr=True, no_color=is_coloured is False)


def make_progress(console: Console) -> Progress:
    """A progress bar that disappears at the end; only on a terminal."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)


@contextmanager
def stoppable(what: str) -> Iterator[None]:
    """End the games on Ctrl-C or when a process is killed, but let the report follow and say so."""
    try:
        yield
    except KeyboardInterrupt:
        pass
    except BrokenProcessPool:
        print(f"rexarium: a process of the {what} was killed", file=sys.stderr)


def _command(plan: Plan, args: argparse.Namespace) -> str:
    """The command that repeats this experiment."""
    words = ["rexarium", "lab", plan.game, "--games", str(plan.games), "--seed", plan.seed, "--bot", args.bot]
    return shlex.join([*words, *say_options(args, "seats", "edition", "preset", "ruling")])


def say_options(args: argparse.Namespace, *names: str) -> list[str]:
    """The options that were given, as they were given."""
    words: list[str] = []
    for name in names:
        value = getattr(args, name)
        for entry in value if isinstance(value, list) else [value]:
            words += [] if entry is None else [f"--{name}", str(entry)]
    return words
