"""What sits on a seat may know: its view, and worlds it may imagine. Nothing else."""

from fractions import Fraction
from typing import Any

from rexarium.kernel.game import Game
from rexarium.kernel.state import State


class Sight:
    """The table through the eyes of one seat; the true state is behind it and not to be had."""

    __slots__ = ("__game", "__state", "seat")

    def __init__(self, game: Game[Any, Any], state: State, seat: int) -> None:
        self.__game = game
        self.__state = state
        self.seat = seat

    def view(self) -> Any:
        """What the seat sees."""
        return self.__game.view(self.__state, self.seat)

    def odds(self) -> dict[str, Fraction]:
        """What may be where, exactly."""
        return dict(self.__game.odds(self.__state, self.seat))

    def imagine(self, seed: int) -> State:
        """A world of its own, evenly drawn among all that agree with everything the seat has seen."""
        world = self.__state.copy()
        world.imagine(self.seat, seed)
        return world
