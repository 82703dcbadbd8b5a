"""`rexarium lab`: many games of bots, and what they show about a box: who wins, how long it takes, what happens."""

import argparse

from rexarium.bots import bot_words
from rexarium.cli.screen import Screen

GAMES = 1000


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of `rexarium lab`."""
    parser.add_argument("game", help="which game; `rexarium games` lists them")
    parser.add_argument("--games", type=int, default=GAMES, metavar="N", help=f"games of each kind ({GAMES})")
    parser.add_argument(
        "--seats", metavar="N,N", help="numbers of seats, as in 2,3,4; the default is all official ones"
    )
    parser.add_argument(
        "--edition",
        action="append",
        metavar="NAME|FILE",
        help="only this box, or several; the default is all",
    )
    parser.add_argument("--preset", metavar="NAME", help="rulings that go together, as one book has them")
    parser.add_argument("--ruling", action="append", metavar="NAME=ANSWER", help="override one ruling")
    parser.add_argument(
        "--bot", default="random", metavar="WORD", help=f"who plays: {', '.join(bot_words())} (random)"
    )
    parser.add_argument("--seed", metavar="TEXT", help="the same text plays the same games")
    parser.add_argument(
        "--jobs", type=int, metavar="N", help="parallel processes; the default is one for each core"
    )
    parser.add_argument("--html", metavar="FILE", help="write a page with drawings")
    parser.add_argument("--json", metavar="FILE", help="write all figures for other programs")


def run(args: argparse.Namespace, screen: Screen) -> int:
    """Play, then report."""
    from rexarium.cli import experiment  # noqa: PLC0415 - what it needs would make every other command start late

    return experiment.run(args, screen)
