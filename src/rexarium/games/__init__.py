"""The games, one folder each; none imports another. This directory is the registry."""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from rexarium.kernel.errors import Unknown
from rexarium.kernel.game import Game
from rexarium.kernel.state import State

AnyGame = Game[State, Any]


@cache
def all_games() -> dict[str, AnyGame]:
    """Every game by its id, in the order of folder names."""
    names = sorted(module.name for module in iter_modules(__path__) if module.ispkg)
    return {name: import_module(f"{__name__}.{name}").GAME for name in names}


def find_game(id_: str) -> AnyGame:
    """A game by its id."""
    try:
        return all_games()[id_]
    except KeyError:
        raise Unknown(f"There is no game '{id_}'; there is {', '.join(all_games())}.") from None
