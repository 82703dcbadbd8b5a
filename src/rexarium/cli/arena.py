"""`rexarium arena`: contests between bots. Which one is stronger, by how much, and how certain is that?"""

import argparse

from rexarium.bots import bot_words, cheat_words
from rexarium.cli.screen import Screen

REPORT = "report"
DEALS, MOST_DEALS = 100, 20_000  # the most that a sequential test plays


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of `rexarium arena`."""
    parser.add_argument("game", metavar="GAME|report", help="which game; or report and a results file")
    parser.add_argument("file", nargs="?", metavar="FILE", help="the results file to report on")
    parser.add_argument(
        "--players",
        action="append",
        metavar="WORD,WORD",
        help=f"who plays: {', '.join(bot_words() + cheat_words())}; the challenger of a gauntlet or test comes first",
    )
    parser.add_argument(
        "--mode", metavar="MODE", help="round-robin (the default), gauntlet, or sprt (a sequential test)"
    )
    parser.add_argument("--seats", type=int, metavar="N", help="number of seats; the default is the smallest")
    parser.add_argument(
        "--deals",
        type=int,
        metavar="N",
        help=f"deals of each pairing ({DEALS}; of sprt at most {MOST_DEALS})",
    )
    parser.add_argument("--seed", metavar="TEXT", help="the same text plays the same games")
    parser.add_argument("--edition", metavar="NAME|FILE", help="the box")
    parser.add_argument(
        "--preset", metavar="NAME", help="a set of rulings that belong together, as in one of the books"
    )
    parser.add_argument("--ruling", action="append", metavar="NAME=ANSWER", help="override one ruling")
    parser.add_argument(
        "--elo0", type=float, metavar="X", help="sprt: reject below this difference in points (0)"
    )
    parser.add_argument(
        "--elo1", type=float, metavar="X", help="sprt: accept above this difference in points (20)"
    )
    parser.add_argument("--alpha", type=float, metavar="P", help="sprt: chance to accept wrongly (0.05)")
    parser.add_argument("--beta", type=float, metavar="P", help="sprt: chance to reject wrongly (0.05)")
    parser.add_argument(
        "--results", metavar="FILE", help="save every game in this file; an existing one is resumed"
    )
    parser.add_argument("--html", metavar="FILE", help="write a page with charts")
    parser.add_argument(
        "--jobs", type=int, metavar="N", help="parallel processes; the default is one for each core"
    )


def run(args: argparse.Namespace, screen: Screen) -> int:
    """Play and report, or only report on an earlier contest."""
    from rexarium.cli import contest  # noqa: PLC0415 - what it needs would make every other command start late

    return contest.report(args, screen) if args.game == REPORT else contest.run(args, screen)
