"""What a bot is asked, and what it is told: a world imagined from what its seat may see, and nothing else.

The true state stays in the server. `Sight.imagine` draws one of the worlds that the seat may believe, by a seed that has
nothing to do with the deal; the worker builds that world again, and the bot in it gets its sight and its decision, as
everywhere. One worker thinks for many seats in turn, so a bot keeps nothing but its own dice from one task to the next.
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
    """Which move does this bot make on this seat?"""

    game: str
    bot: str
    seat: int
    ply: int
    position: Position

    def run(self) -> int:
        """The move."""
        game = find_game(self.game)
        world = game.restore(self.position)
        decision = game.decision(world, self.seat, self.ply)
        assert decision is not None, "only a seat that is asked something is asked to think"
        return _bot(self.bot, self.game, world.seats).choose(Sight(game, world, self.seat), decision)


class Prospect(msgspec.Struct, frozen=True):
    """A move, the chance to win by it, half the width of that chance's interval, and what speaks for or against it."""

    move: int
    chance: float
    error: float
    why: Text


class Advise(msgspec.Struct, frozen=True, tag="advise"):
    """What does the strongest bot think of the moves of this seat?"""

    game: str
    seat: int
    ply: int
    position: Position

    def run(self) -> list[Prospect]:
        """The best moves with their chances."""
        game = find_game(self.game)
        world = game.restore(self.position)
        assert world.legal[self.seat], "only a seat that is asked something is advised"
        thinker = Thinker(thought_of(LEVELS[-1], game))
        prospects = thinker.ponder_for(world, self.seat, secrets.randbits(64), HINT_SECONDS)
        best = sorted(prospects, key=lambda prospect: -prospect.chance)[:HINTS]
        return [
            Prospect(p.move, p.chance, p.error, Text.of(game.hint(world, self.seat, p.move))) for p in best
        ]


Task = ChooseMove | Advise


def choose_move(game: str, sight: Sight, ply: int, bot: str) -> ChooseMove:
    """The task to choose a move for a seat, from what the seat sees."""
    return ChooseMove(game, bot, sight.seat, ply, sight.imagine(draw_seed()).fields())


def advise(game: str, sight: Sight, ply: int) -> Advise:
    """The task to weigh the moves of a seat, from what the seat sees."""
    return Advise(game, sight.seat, ply, sight.imagine(draw_seed()).fields())


def draw_seed() -> int:
    """A seed to imagine a world by, which tells nothing of how the cards were dealt."""
    return secrets.randbits(64)


@lru_cache(maxsize=32)
def _bot(word: str, game: str, seats: int) -> Bot:
    return make_bot(word, find_game(game), seats, secrets.randbits(64))


if __name__ == "__main__":
    main(Task)
