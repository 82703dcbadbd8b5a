"""`rexarium tables`, `backup` and `restore`: for the operator, with or without a running server."""

import argparse

from rexarium.cli.screen import Screen
from rexarium.cli.table import add_store_option

STAGES = ("gathering", "playing", "over")


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of `rexarium tables`."""
    commands = parser.add_subparsers(dest="what", metavar="WHAT", required=True)
    list_ = commands.add_parser("list", help="all tables", allow_abbrev=False)
    list_.add_argument("--stage", choices=STAGES, help="only these")
    show = commands.add_parser(
        "show", help="show the players, whose turn it is, and what happened last", allow_abbrev=False
    )
    end = commands.add_parser("end", help="end a game", allow_abbrev=False)
    export = commands.add_parser("export", help="write the record of a game", allow_abbrev=False)
    for command in (show, end, export):
        command.add_argument("table", metavar="ID", help="the table: the last part of its address")
    export.add_argument("file", metavar="FILE", help="a new file")
    export.add_argument(
        "--truth", action="store_true", help="even while it is being played, with every hidden card"
    )
    for command in (list_, show, end, export):
        add_store_option(command)


def add_backup_options(parser: argparse.ArgumentParser) -> None:
    """The options of `rexarium backup` and `rexarium restore`."""
    parser.add_argument("file", metavar="FILE", help="the backup")
    add_store_option(parser)


def run(args: argparse.Namespace, screen: Screen) -> int:
    """Run one of the subcommands."""
    from rexarium.cli import keeping  # noqa: PLC0415 - what it needs would make every other command start late

    return keeping.run(args, screen)


def run_backup(args: argparse.Namespace, screen: Screen) -> int:
    """Copy everything into a new file."""
    from rexarium.cli import keeping  # noqa: PLC0415 - as above

    return keeping.back_up(args, screen)


def run_restore(args: argparse.Namespace, screen: Screen) -> int:
    """Restore a backup into an empty store."""
    from rexarium.cli import keeping  # noqa: PLC0415 - as above

    return keeping.restore(args, screen)
