"""`rexarium games` and `rexarium editions`: the games and their editions."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from rexarium.cli.screen import Screen
from rexarium.games import AnyGame, all_games, find_game
from rexarium.kernel.edition import Edition
from rexarium.kernel.errors import BadEdition, BadSetup, Unknown


def add_game_options(parser: argparse.ArgumentParser) -> None:
    """`rexarium games` takes no options."""


def run_games(_args: argparse.Namespace, screen: Screen) -> int:
    """Every game with its authors and numbers of seats."""
    for game in all_games().values():
        official = f"{game.official_seats[0]} to {game.official_seats[-1]} seats"
        unofficial = [
            str(n) for n in range(game.min_seats, game.max_seats + 1) if n not in game.official_seats
        ]
        note = f" ({' and '.join(unofficial)} unofficial, {game.seats_rule})" if unofficial else ""
        screen.say(f"{game.id}: {game.title}", "title")
        screen.say(f"{game.authors}, {game.year}; {game.publishers}. For {official}{note}.", indent=2)
    return 0


def add_edition_options(parser: argparse.ArgumentParser) -> None:
    """The options of `rexarium editions`."""
    parser.add_argument("game", metavar="GAME", help="which game")
    parser.add_argument(
        "edition", nargs="?", metavar="NAME|FILE", help="show one, or check a file of your own"
    )


def run_editions(args: argparse.Namespace, screen: Screen) -> int:
    """List the editions with their digests, or the values of one."""
    game = chosen_game(args.game)
    if args.edition:
        _show_edition(screen, load_edition(game, args.edition))
        return 0
    for id_ in game.edition_ids():
        edition = game.edition(id_)
        screen.say(f"{id_}: {edition.title} ({edition.digest})", hang=2)
    return 0


def _show_edition(screen: Screen, edition: Edition) -> None:
    screen.say(f"{edition.id}: {edition.title}", "title")
    screen.say(edition.digest, "dim")
    origins = dict(edition.provenance)
    for line in edition.lines:
        origin = origins.pop(line.partition(":")[0], "")
        screen.say(f"{line:<20}  {origin}".rstrip() if origin else line, indent=2, hang=2)
    for name, origin in origins.items():
        screen.say(f"{name + ':':<20}  {origin}", indent=2)


def chosen_game(id_: str) -> AnyGame:
    """A game by its id, in upper or lower case."""
    return find_game(id_.lower())


def only_game() -> AnyGame:
    """The game, which may be left out if there is only one."""
    first, *others = all_games().values()
    if others:
        raise Unknown(f"Say which game: {', '.join(all_games())}.")
    return first


def read_rulings(entries: Sequence[str]) -> dict[str, str]:
    """Single rulings from arguments of the form `NAME=ANSWER`."""
    rulings = {}
    for entry in entries:
        name, equals, answer = (part.strip() for part in entry.partition("="))
        if not equals:
            raise BadSetup(f"'{entry}' is not a ruling: write NAME=ANSWER.")
        rulings[name] = answer
    return rulings


def load_edition(game: AnyGame, name: str) -> Edition:
    """An edition by its name, or from a file."""
    if name in game.edition_ids():
        return game.edition(name)
    path = Path(name)
    if not path.suffix and not path.exists():
        return game.edition(name)  # the refusal lists the editions
    try:
        return game.read_edition(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadSetup(f"Cannot read {name}: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise BadSetup(f"{name} is not a UTF-8 text file.") from None
    except BadEdition as error:
        raise BadSetup(f"{name}: {error}") from None
