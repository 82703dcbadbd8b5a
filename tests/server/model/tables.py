"""Tables for tests of the model."""

from msgspec.structs import replace

from rexarium.games import find_game
from rexarium.server.model import log
from rexarium.server.model.room import Room
from tests.server.stage import Sitting, opening


def dna_sitting() -> Sitting:
    """A table of Cubosaurs with tiles, where one line may be four moves."""
    opened, *rest = opening("cubosaurs")
    assert isinstance(opened, log.Opened)
    rulings = find_game("cubosaurs").setup(3, preset="dna").rulings
    sitting = Sitting("cubosaurs", is_started=False)
    sitting.room = Room()
    sitting.log.clear()
    sitting.write([replace(opened, rulings=dict(rulings)), *rest])
    return sitting
