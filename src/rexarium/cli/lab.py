"""`rexarium lab`: many games between bots, and what they show about an edition: who wins, how long it takes and what
happens."""

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
        help="only this edition, or several; the default is all",
    )
    parser.add_argument(
        "--preset", metavar="NAME", help="a set of rulings that belong together, as in one of the books"
    )
    parser.add_argument("--ruling", action="append", metavar="NAME=ANSWER", help="override one ruling")
    parser.add_argument(
        "--bot", default="random", metavar="WORD", help=f"who plays: {', '.join(bot_words())} (random)"
    )
    parser.add_argument("--seed", metavar="TEXT", help="the same text plays the same games")
    parser.add_argument(
        "--jobs", type=int, metavar="N", help="parallel processes; the default is one for each core"
    )
    parser.add_argument("--html", metavar="FILE", help="write a page with charts")
    parser.add_argument("--json", metavar="FILE", help="write all figures in a form for other programs")


def run(args: argparse.Namespace, screen: Screen) -> int:
    """Play, then report."""
    from rexarium.cli import experiment  # noqa: PLC0415 - what it needs would make every other command start late

    return experiment.run(args, screen)
