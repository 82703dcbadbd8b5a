"""The work of `rexarium arena`: plan a contest, play it with a progress bar and standings, report the results."""

import argparse
import secrets
import shlex
import time
from dataclasses import asdict, replace
from pathlib import Path

from rich.console import Console, Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from rexarium.arena.contest import ROUND_ROBIN, SPRT, Contest, make_contest
from rexarium.arena.poster import draw_poster
from rexarium.arena.processes import default_jobs
from rexarium.arena.results import Results
from rexarium.arena.scoreboard import nicknames, say_findings, say_interval, say_points, say_test
from rexarium.arena.sequential import Trial
from rexarium.arena.standing import make_findings
from rexarium.arena.tournament import Tournament
from rexarium.cli.arena import DEALS, MOST_DEALS
from rexarium.cli.catalogue import chosen_game, load_edition, read_rulings
from rexarium.cli.experiment import (
    INTERRUPTED,
    check_files,
    error_console,
    make_progress,
    say_options,
    stoppable,
)
from rexarium.cli.screen import Screen, clean
from rexarium.cli.storage import command_name, games_folder, write_whole
from rexarium.kernel.errors import BadSetup

PAUSE, PATIENCE = (
    2.0,
    20,
)  # least time between two updates of the standings: in seconds, and as a multiple of an update's own time
TEST_OPTIONS = ("elo0", "elo1", "alpha", "beta")
PLAN_OPTIONS = (
    "players",
    "mode",
    "seats",
    "deals",
    "seed",
    "edition",
    "preset",
    "ruling",
    *TEST_OPTIONS,
    "jobs",
)


def run(args: argparse.Namespace, screen: Screen) -> int:
    """Play the remaining games, then report; if interrupted, report on what has been played."""
    if args.file:
        raise BadSetup(
            f"'{args.file}' is one argument too many: use `rexarium arena report {args.file}`, or name only the game."
        )
    check_files(args.html, args.results)
    jobs = default_jobs() if args.jobs is None else args.jobs
    if jobs < 1:
        raise BadSetup("There must be at least one job.")
    path = Path(args.results) if args.results else None
    contest = _make_contest(args, path)
    with Results.open(path or _fresh_path(contest.terms.game), contest.terms) as results:
        tournament = Tournament(contest, results)
        with stoppable("arena"):
            _play(tournament, jobs, args.color)
        if tournament.games == 0:
            raise KeyboardInterrupt
        words = _words(contest, args)
        _tell(results, screen, args.html, shlex.join(["rexarium", *words]))
        if tournament.is_done:
            return 0
        screen.say(
            f"Interrupted after {tournament.games:,} of {tournament.total:,} games. Continue with:", "bold"
        )
        again = shlex.join([*words, "--results", str(results.path)])
        screen.say_whole(f"{command_name()} {again}", indent=2)
        return INTERRUPTED


def report(args: argparse.Namespace, screen: Screen) -> int:
    """Report on a results file without playing."""
    if not args.file:
        raise BadSetup("Name the results file: rexarium arena report FILE.")
    for name in PLAN_OPTIONS:
        if getattr(args, name) is not None:
            raise BadSetup(f"--{name} is only for playing: a report uses the file as it is.")
    check_files(args.html)
    with Results.load(Path(args.file)) as results:
        if not results.games():
            raise BadSetup(f"{args.file}: no game has been played yet.")
        _tell(results, screen, args.html, "")
    return 0


# The plan


def _make_contest(args: argparse.Namespace, path: Path | None) -> Contest:
    game = chosen_game(args.game)
    mode = args.mode or ROUND_ROBIN
    preset = args.preset or game.presets[0].id
    setup = game.setup(
        game.official_seats[0] if args.seats is None else args.seats,
        edition=load_edition(game, args.edition) if args.edition else None,
        preset=preset,
        rulings=read_rulings(args.ruling or []),
    )
    deals = args.deals if args.deals is not None else MOST_DEALS if mode == SPRT else DEALS
    return make_contest(
        game,
        setup,
        _read_players(args.players or []),
        deals=deals,
        seed=args.seed or _known_seed(path) or secrets.token_hex(4),
        mode=mode,
        preset=preset,
        trial=_read_trial(args, mode),
    )


def _read_players(entries: list[str]) -> list[str]:
    """The contestants; programs have an option of their own, because their commands may contain commas."""
    found: list[str] = []
    for entry in entries:
        found += [entry] if entry.startswith("outside:") else [word.strip() for word in entry.split(",")]
    return found


def _read_trial(args: argparse.Namespace, mode: str) -> Trial | None:
    said = {name: getattr(args, name) for name in TEST_OPTIONS if getattr(args, name) is not None}
    if said and mode != SPRT:
        raise BadSetup(f"--{next(iter(said))} is for a sequential test: use --mode {SPRT}.")
    return replace(Trial(), **said) if mode == SPRT else None


def _known_seed(path: Path | None) -> str:
    """The seed of the resumed file, so that nobody has to remember it."""
    if path is None or not path.is_file() or not path.stat().st_size:
        return ""
    with Results.load(path) as results:
        return results.terms.seed


def _fresh_path(game: str) -> Path:
    """The results file if none is named."""
    folder = games_folder().with_name("arena")
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{game}-{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(2)}.sqlite"


def _words(contest: Contest, args: argparse.Namespace) -> list[str]:
    """The command that repeats this contest."""
    terms = contest.terms
    words = ["arena", terms.game]
    if any("," in word for word in terms.contestants):
        words += [part for word in terms.contestants for part in ("--players", word)]
    else:
        words += ["--players", ",".join(terms.contestants)]
    words += [
        "--mode",
        terms.mode,
        "--seats",
        str(terms.seats),
        "--deals",
        str(contest.deals),
        "--seed",
        terms.seed,
    ]
    words += say_options(args, "edition", "preset", "ruling")
    for name, value in asdict(terms.trial).items() if terms.trial else ():
        words += [f"--{name}", f"{value:g}"]
    return words


# Playing


def _play(tournament: Tournament, jobs: int, is_coloured: bool | None) -> None:
    console = error_console(is_coloured)
    progress = make_progress(console)
    bar = progress.add_task("games", total=tournament.total, completed=tournament.games)
    if not console.is_terminal:
        for _ in tournament.run(jobs):
            pass
        return
    with Live(progress, console=console, transient=True) as live:
        due = 0.0
        for games in tournament.run(jobs):
            progress.advance(bar, games)
            if time.monotonic() >= due:
                began = time.monotonic()
                live.update(Group(progress, _draw_standings(tournament, console)))
                due = time.monotonic() + max(PAUSE, PATIENCE * (time.monotonic() - began))


def _draw_standings(tournament: Tournament, console: Console) -> Table:
    """The standings of the best, as many as fit below the bar."""
    terms, ratings = tournament.contest.terms, tournament.ratings()
    table = Table(box=None, header_style="dim", caption_justify="left")
    for column in ("", "rating", "95 %"):
        table.add_column(column, justify="right" if column else "left")
    names = nicknames(terms.contestants)
    order = sorted(range(len(terms.contestants)), key=lambda at: -ratings.points[at])
    for at in order[: max(3, console.height - 6)]:
        name, points = clean(names[terms.contestants[at]]), ratings.points[at]
        interval = ratings.interval(at)
        table.add_row(Text(name), say_points(points), say_interval(interval.low, interval.high))
    if tournament.course:
        table.caption = " ".join(list(say_test(tournament.course, terms.contestants))[1:2])
    return table


# Telling


def _tell(results: Results, screen: Screen, page: str | None, command: str) -> None:
    findings = make_findings(results)
    if page:
        write_whole(Path(page), draw_poster(findings, command))
    screen.draw(say_findings(findings))
    screen.say()
    screen.say_whole(f"Results: {results.path}", "dim")
