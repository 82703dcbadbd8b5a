"""What a player on a seat may know: its view, and worlds it may imagine. Nothing else."""

from fractions import Fraction
from typing import Any

from rexarium.kernel.game import Game
from rexarium.kernel.state import State


class Sight:
    """The table through the eyes of one seat; the true state cannot be reached through it."""

    __slots__ = ("__game", "__state", "seat")

    def __init__(self, game: Game[Any, Any], state: State, seat: int) -> None:
        self.__game = game
        self.__state = state
        self.seat = seat

    def view(self) -> Any:
        """What the seat sees."""
        return self.__game.view(self.__state, self.seat)

    def odds(self) -> dict[str, Fraction]:
        """The exact odds of what is where."""
        return dict(self.__game.odds(self.__state, self.seat))

    def imagine(self, seed: int) -> State:
        """A world drawn evenly among all that agree with everything the seat has seen."""
        world = self.__state.copy()
        world.imagine(self.seat, seed)
        return world
