"""`rexarium serve`, and `rexarium play` by itself: the server and its page."""

import argparse
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path

from rexarium.cli.screen import Screen
from rexarium.cli.storage import games_folder
from rexarium.kernel.phrases import number_in
from rexarium.server.runtime.settings import Settings

MOST = 1_000_000  # the largest number that an option takes
LIMITS = fields(Settings)
OPTIONS = (
    *("port", "lan", "host", "origin", "secure", "proxies", "store", "browser"),
    *(limit.name for limit in LIMITS),
)


def add_options(parser: argparse._ActionsContainer) -> None:
    """The options of `rexarium serve`."""
    add_store_option(parser)
    parser.add_argument("--port", type=_port, metavar="N", help="the port it listens on; the default is 8765")
    parser.add_argument(
        "--lan", action="store_true", default=None, help="open it to the other machines of your network"
    )
    parser.add_argument(
        "--host", action="append", metavar="NAME", help="another host name that it answers to"
    )
    parser.add_argument(
        "--origin",
        action="append",
        metavar="URL",
        help="the origin of a page on another site that may use it",
    )
    parser.add_argument(
        "--secure", action="store_true", default=None, help="it is behind a proxy that speaks HTTPS"
    )
    parser.add_argument(
        "--proxies", type=_number_from(0), metavar="N", help="the number of your proxies in front of it"
    )
    for limit in LIMITS:
        parser.add_argument(
            f"--{limit.name.replace('_', '-')}",
            type=_number_from(1),
            metavar="N",
            help=f"{limit.metadata['help']}; the default is {limit.default}",
        )


def add_play_options(parser: argparse.ArgumentParser) -> None:
    """The options of `rexarium play` in the browser."""
    group = parser.add_argument_group("in the browser")
    add_options(group)
    group.add_argument(
        "--no-browser",
        dest="browser",
        action="store_false",
        default=None,
        help="only print the page's address",
    )


def add_store_option(parser: argparse._ActionsContainer) -> None:
    """The option for the store."""
    parser.add_argument(
        "--store",
        metavar="URL",
        help="sqlite:///PATH or postgresql://USER@HOST/NAME; the default is a file in your state folder",
    )


def _number_from(least: int) -> Callable[[str], int]:
    """A parser for numbers of at least this size."""

    def read(text: str) -> int:
        number = number_in(text)
        if number is None or not least <= number <= MOST:
            raise argparse.ArgumentTypeError(f"must be a number from {least} to {MOST}")
        return number

    return read


def _port(text: str) -> int:
    number = number_in(text)
    if number is None or not 1 <= number <= 65535:
        raise argparse.ArgumentTypeError("a port is a number from 1 to 65535")
    return number


def table_folder() -> Path:
    """The folder of the server's store, created if needed; only its owner can read it."""
    folder = games_folder().with_name("table")
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return folder


def store_url(url: str | None) -> str:
    """The named store, or the default one in our folder."""
    return url or f"sqlite:///{table_folder() / 'house.db'}"


def run_play(args: argparse.Namespace, screen: Screen) -> int:
    """Start the server and open its page."""
    from rexarium.cli import hosting  # noqa: PLC0415 - what it needs would make every other command start late

    return hosting.play(args, screen)


def run_serve(args: argparse.Namespace, screen: Screen) -> int:
    """Start the server for everyone."""
    from rexarium.cli import hosting  # noqa: PLC0415 - as above

    return hosting.serve(args, screen)
