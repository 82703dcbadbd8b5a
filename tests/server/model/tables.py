"""Tables for tests of the model."""

from msgspec.structs import replace

from rexarium.games import find_game
from rexarium.server.model import log
from rexarium.server.model.table import Table
from tests.server.support.model_table import ModelTable
from tests.server.support.samples import opening


def dna_sitting() -> ModelTable:
    """A table of Cubosaurs with tiles, where one line may be four moves."""
    opened, *rest = opening("cubosaurs")
    assert isinstance(opened, log.Opened)
    rulings = find_game("cubosaurs").setup(3, preset="dna").rulings
    model = ModelTable("cubosaurs", is_started=False)
    model.table = Table()
    model.log.clear()
    model.write([replace(opened, rulings=dict(rulings)), *rest])
    return model
