"""The registry as parameters: a test so marked runs for every game, or for every table of every game."""

import pytest

from rexarium.games import all_games
from rexarium.testkit.walk import setups

GAMES = all_games()
TABLES = {name: (game.id, setup) for game in GAMES.values() for name, setup in setups(game).items()}

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
every_table = pytest.mark.parametrize(
    ("game", "setup"), [(GAMES[id_], setup) for id_, setup in TABLES.values()], ids=TABLES.keys()
)
