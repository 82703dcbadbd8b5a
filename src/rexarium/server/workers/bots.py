"""The tasks of the bots' pool. All they tell a worker is a world imagined from what the bot's seat can see.

The true state never leaves the server. `Sight.imagine` draws one of the worlds consistent with the seat's view, using a
seed unrelated to the deal; the worker rebuilds that world and gives the bot its sight and its decision in it. A worker
plays many seats in turn, so a bot carries nothing over from one task to the next but its own random numbers.
"""

import secrets
from functools import lru_cache

import msgspec

from rexarium.bots import LEVELS, Bot, Thinker, make_bot, thought_of
from rexarium.games import find_game
from rexarium.kernel.sight import Sight
from rexarium.server.workers.loop import main
from rexarium.server.workers.tasks import Text

HINTS = 5
HINT_SECONDS = 0.5
Position = dict[str, int | list[int]]  # the fields of a state


class ChooseMove(msgspec.Struct, frozen=True, tag="choose move"):
    """The task to choose a bot's move for a seat."""

    game: str
    bot: str
    seat: int
    ply: int
    position: Position

    def run(self) -> int:
        """The move that the bot chooses."""
        game = find_game(self.game)
        world = game.restore(self.position)
        decision = game.decision(world, self.seat, self.ply)
        assert decision is not None, "only a seat with a decision to make can choose a move"
        return _bot(self.bot, self.game, world.seats).choose(Sight(game, world, self.seat), decision)


class Prospect(msgspec.Struct, frozen=True):
    """A move, its chance to win, half the width of that chance's confidence interval, and what is good or bad about it."""

    move: int
    chance: float
    error: float
    why: Text


class Advise(msgspec.Struct, frozen=True, tag="advise"):
    """The task to have the strongest bot rate a seat's moves."""

    game: str
    seat: int
    ply: int
    position: Position

    def run(self) -> list[Prospect]:
        """The best moves with their chances, best first."""
        game = find_game(self.game)
        world = game.restore(self.position)
        assert world.legal[self.seat], "only a seat with a decision to make can be advised"
        thinker = Thinker(thought_of(LEVELS[-1], game))
        prospects = thinker.ponder_for(world, self.seat, secrets.randbits(64), HINT_SECONDS)
        best = sorted(prospects, key=lambda prospect: -prospect.chance)[:HINTS]
        return [
            Prospect(p.move, p.chance, p.error, Text.of(game.hint(world, self.seat, p.move))) for p in best
        ]


Task = ChooseMove | Advise


def choose_move(game: str, sight: Sight, ply: int, bot: str) -> ChooseMove:
    """The task to choose a move for a seat, based only on what the seat sees."""
    return ChooseMove(game, bot, sight.seat, ply, sight.imagine(draw_seed()).fields())


def advise(game: str, sight: Sight, ply: int) -> Advise:
    """The task to rate a seat's moves, based only on what the seat sees."""
    return Advise(game, sight.seat, ply, sight.imagine(draw_seed()).fields())


def draw_seed() -> int:
    """A random seed for imagining a world, which says nothing about how the cards were dealt."""
    return secrets.randbits(64)


@lru_cache(maxsize=32)
def _bot(word: str, game: str, seats: int) -> Bot:
    return make_bot(word, find_game(game), seats, secrets.randbits(64))


if __name__ == "__main__":
    main(Task)
