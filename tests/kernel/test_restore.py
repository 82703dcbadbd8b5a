"""A state can be built again from its fields, and from nothing that only looks like them."""

from typing import Any

import pytest

from rexarium.games import AnyGame
from rexarium.kernel.errors import BadPosition
from rexarium.testkit.walk import begin, walk
from tests.laws.registry import every_game


@every_game
def test_a_state_is_restored_from_its_fields_at_every_ply(game: AnyGame) -> None:
    match = begin(game, game.setup(game.max_seats), 4)
    for _ in walk(match, 4):
        state = match.state()
        again = game.restore(state.fields())
        assert type(again) is type(state)
        assert again.fields() == state.fields()
        assert not again.is_telling


@every_game
def test_invalid_state_fields_are_refused(game: AnyGame) -> None:
    fields = begin(game, game.setup(3), 4).state().fields()
    wrong: list[dict[str, Any]] = [
        {},
        fields | {"surplus": 1},
        {name: value for name, value in fields.items() if name != "waiting"},
        fields | {"waiting": [1]},
        fields | {"legal": 1},
        fields | {"legal": [1, 2]},
        fields | {"seats": 0},
        fields | {"seats": -1},
        fields | {"seats": game.max_seats + 1},
    ]
    for each in wrong:
        with pytest.raises(BadPosition):
            game.restore(each)
