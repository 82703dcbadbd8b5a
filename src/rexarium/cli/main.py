"""The command line's entry point: takes arguments, returns an exit code, and never shows a traceback for bad arguments."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from typing import NoReturn

import rexarium
from rexarium.cli import analyse, arena, catalogue, check, lab, play, replay, rules, table, tables, verify
from rexarium.cli.screen import Screen, clean
from rexarium.kernel.errors import RexariumError

REFUSED, CANNOT_WRITE, INTERRUPTED, CLOSED_PIPE = 2, 1, 130, 141

Run = Callable[[argparse.Namespace, Screen], int]
COMMANDS: tuple[tuple[str, str, Callable[[argparse.ArgumentParser], None], Run], ...] = (
    ("play", "play in the browser, or a game in the terminal", play.add_options, play.run),
    ("serve", "host a table for others", table.add_options, table.run_serve),
    ("tables", "list, show, end and export tables", tables.add_options, tables.run),
    (
        "backup",
        "copy everything into one file, while the server runs",
        tables.add_backup_options,
        tables.run_backup,
    ),
    ("restore", "restore a backup into an empty store", tables.add_backup_options, tables.run_restore),
    ("replay", "step through a record move by move", replay.add_options, replay.run),
    (
        "analyse",
        "show where a game turned, and why the score is what it is",
        analyse.add_options,
        analyse.run,
    ),
    ("verify", "prove that a record's deal was not chosen", verify.add_options, verify.run),
    ("rules", "print the rules of a game", rules.add_options, rules.run),
    ("check", "run casebook files", check.add_options, check.run),
    ("lab", "let bots play many games, and count what happens", lab.add_options, lab.run),
    ("arena", "let bots play against each other, and rate them", arena.add_options, arena.run),
    (
        "editions",
        "list a game's editions, or check one",
        catalogue.add_edition_options,
        catalogue.run_editions,
    ),
    ("games", "list the games", catalogue.add_game_options, catalogue.run_games),
)


def main() -> NoReturn:
    """Run the command of the command line."""
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    try:
        code = run(sys.argv[1:])
        sys.stdout.flush()
    except BrokenPipeError:
        code = CLOSED_PIPE
        _stop_writing()
    except OSError as error:
        code = CANNOT_WRITE
        _stop_writing()
        where = f"{error.filename}: " if error.filename else ""
        print(f"rexarium: {clean(where)}{error.strerror or error}", file=sys.stderr)
    except KeyboardInterrupt:
        code = INTERRUPTED
        print("\nrexarium: interrupted", file=sys.stderr)
    sys.exit(code)


def run(words: Sequence[str]) -> int:
    """Run one command; a refusal is one sentence."""
    parser = _make_parser()
    args = parser.parse_args(replay.join_eyes(words))
    if args.command is None:
        parser.print_help()
        return 0
    try:
        run_command: Run = args.run
        return run_command(args, Screen(args.color))
    except RexariumError as error:
        sys.stdout.flush()
        print(f"rexarium: {clean(str(error))}", file=sys.stderr)
        return REFUSED


def _make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="rexarium", description="Dinosaur games, played by people and programs.", allow_abbrev=False
    )
    parser.add_argument("--version", action="version", version=f"rexarium {rexarium.__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name, text, add_options, run_command in COMMANDS:
        command = commands.add_parser(
            name, help=text, description=text.capitalize() + ".", allow_abbrev=False
        )
        add_options(command)
        command.add_argument(
            "--color", action=argparse.BooleanOptionalAction, default=None, help="coloured or plain"
        )
        command.set_defaults(run=run_command)
    return parser


def _stop_writing() -> None:
    """Discard what is left in the buffer, so that Python does not complain when it exits."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
