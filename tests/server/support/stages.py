"""Tables in every stage, for the tests of the model."""

from rexarium.server.model import asks, log
from rexarium.server.model.log import Clock
from tests.server.support.model_table import ModelTable
from tests.server.support.samples import ANNA, BEN

LIVE = Clock("live", bank=60, increment=5)
DAYS = Clock("days", bank=86_400)
MINUTE, DAY = 60, 86_400


def gathering() -> ModelTable:
    return ModelTable(players=[ANNA, BEN, None], is_started=False)


def full() -> ModelTable:
    return ModelTable(is_started=False)


def over() -> ModelTable:
    model = ModelTable()
    model.write([log.Ended(how="agreement")])
    return model


def asked(model: ModelTable) -> list[str]:
    return [ask.entry.matter for ask in model.table.asks.values()]


def quiet_move() -> tuple[ModelTable, int]:
    """A T-Rex game at a ply where somebody has just made a move that taught them nothing."""
    model = ModelTable()
    for _ in range(300):
        seat = model.table.waiting()[0]
        model.move(seat)
        assert model.table.match is not None
        if asks._can_take_back(model.table, seat):
            return model, seat
    raise AssertionError("everything teaches something")
