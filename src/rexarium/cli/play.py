"""`rexarium play`: without a game's name, starts the server and opens its page in the browser; with one, plays in the
terminal, alone against bots or with several people at one keyboard.
"""

import argparse
from pathlib import Path

from rexarium.bots import LEVELS
from rexarium.cli import table
from rexarium.cli.catalogue import chosen_game, load_edition, only_game, read_rulings
from rexarium.cli.screen import Screen
from rexarium.cli.seating import USUAL_LEVEL, Seating, read_kinds, seat_again, seat_players
from rexarium.cli.session import Session
from rexarium.cli.storage import Keeper, fresh_path, load_record, saved_path
from rexarium.cli.welcome import Choices, ask_choices
from rexarium.games import AnyGame
from rexarium.kernel.chance import Chance
from rexarium.kernel.errors import BadSetup
from rexarium.kernel.game import Setup
from rexarium.match import Match

TABLE_OPTIONS = (
    "game",
    "seats",
    "people",
    "seat",
    "level",
    "names",
    "preset",
    "ruling",
    "edition",
    "first",
    "seed",
)
TERMINAL_OPTIONS = ("resume", "save", "terminal")


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of `rexarium play`."""
    parser.add_argument("game", nargs="?", metavar="GAME", help="which game; `rexarium games` lists them")
    parser.add_argument("--seats", type=int, metavar="N", help="number of seats")
    who = parser.add_mutually_exclusive_group()
    who.add_argument(
        "--people", type=int, metavar="N", help="people on the first N seats, bots on the others"
    )
    who.add_argument(
        "--seat",
        action="append",
        metavar="N=WHO",
        help="the player on a seat, as in 2=hunter; all others are people",
    )
    parser.add_argument(
        "--level", choices=LEVELS, metavar="NAME", help=f"the bots, from weak to strong: {', '.join(LEVELS)}"
    )
    parser.add_argument("--names", metavar="A,B", help="the people's names in the order of their seats")
    parser.add_argument(
        "--preset", metavar="NAME", help="a set of rulings that belong together, as in one of the books"
    )
    parser.add_argument("--ruling", action="append", metavar="NAME=ANSWER", help="override one ruling")
    parser.add_argument(
        "--edition", metavar="NAME|FILE", help="the edition: its name, or a TOML file of your own"
    )
    parser.add_argument(
        "--first", type=int, metavar="N", help="the seat that goes first; the default is drawn by lot"
    )
    parser.add_argument("--seed", metavar="TEXT", help="the same text deals the same game")
    parser.add_argument(
        "--resume",
        nargs="?",
        const="",
        metavar="FILE",
        help="resume a saved game; without FILE, the last one",
    )
    parser.add_argument("--save", metavar="FILE", help="save the game in this file")
    parser.add_argument(
        "--terminal",
        action="store_true",
        default=None,
        help="play in the terminal, not in the browser; asks what to play",
    )
    table.add_play_options(parser)


def run(args: argparse.Namespace, screen: Screen) -> int:
    """Play, in the browser unless something asks for the terminal."""
    is_terminal = any(getattr(args, name) is not None for name in (*TABLE_OPTIONS, *TERMINAL_OPTIONS))
    if not is_terminal:
        return table.run_play(args, screen)
    strange = [f"--{name}" for name in table.OPTIONS if getattr(args, name) is not None]
    if strange:
        names = ", ".join(strange).replace("--browser", "--no-browser")
        raise BadSetup(f"In the terminal there is no {names}: leave it out, or leave out the game.")
    return _play_here(args, screen)


def _play_here(args: argparse.Namespace, screen: Screen) -> int:
    if args.resume is not None:
        return _resume(args, screen)
    choices = Choices(args.game, args.seats, args.people, args.preset, args.level)
    if all(getattr(args, name) is None for name in TABLE_OPTIONS if name != "game"):
        try:
            choices = ask_choices(screen, args.game)
        except EOFError:
            screen.say("No game was started.")
            return 0
    game = chosen_game(choices.game) if choices.game else only_game()
    setup = _read_setup(game, choices, args)
    names = [name for name in (args.names or "").split(",") if name.strip()]
    kinds = read_kinds(setup.seats, choices.people, args.seat or [], choices.level or USUAL_LEVEL)
    seating = seat_players(game, setup, kinds, names, args.seed)
    chance = Chance.fresh() if args.seed is None else Chance.of(args.seed)
    first = None if args.first is None else args.first - 1
    match = Match.fresh(game, setup, chance, players=seating.players, first=first)
    keeper = Keeper(_new_file(args.save) if args.save else fresh_path(game.id))
    if setup.seats not in game.official_seats:
        screen.say(f"{game.title} with {setup.seats} seats is unofficial ({game.seats_rule}).", "dim")
    return _play(screen, match, seating, keeper, bool(args.save))


def _read_setup(game: AnyGame, choices: Choices, args: argparse.Namespace) -> Setup:
    rulings = read_rulings(args.ruling or [])
    edition = load_edition(game, args.edition) if args.edition else game.edition()
    seats = game.official_seats[0] if choices.seats is None else choices.seats
    preset = choices.preset or game.presets[0].id
    return game.setup(seats, edition=edition, preset=preset, rulings=rulings)


def _new_file(name: str) -> Path:
    if Path(name).exists():
        raise BadSetup(f"{name} already exists: resume it with --resume, or choose another name.")
    return Path(name)


def _resume(args: argparse.Namespace, screen: Screen) -> int:
    given = [f"--{name}" for name in TABLE_OPTIONS if getattr(args, name) is not None]
    if given:
        raise BadSetup(f"The record determines the whole table: leave out {', '.join(given)} with --resume.")
    path = saved_path(args.resume)
    record = load_record(path)
    if record.ending and not args.save:
        raise BadSetup(
            f"The game in {path} was ended at its table ({record.ending.words}), and the record says so:"
            " continue in a copy, with --save FILE."
        )
    match = record.match
    keeper = Keeper(_new_file(args.save), record) if args.save else Keeper(path, record, is_kept=True)
    screen.say(f"{match.game.title}, continuing after move {match.ply} of {path}.", "dim")
    return _play(screen, match, seat_again(match.game, match.setup, match.players), keeper, bool(args.save))


def _play(screen: Screen, match: Match, seating: Seating, keeper: Keeper, must_save: bool) -> int:
    if must_save:
        keeper.keep(match)
        if keeper.trouble:
            raise BadSetup(keeper.trouble)
    return Session(screen, match, seating, keeper).run()
