"""What runs in a thinking process: a task comes in on standard input, its answer goes out on standard output.

Asked for a bot's move, the process is told how the game came to where it is; the bot in it is given its seat's sight and
decision, as everywhere. Other tasks bring all they need with them.
"""

import contextlib
import os
import pickle
import secrets
import sys
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, BinaryIO, Protocol

from rexarium.bots import LEVELS, Bot, Thinker, make_bot, thought_of
from rexarium.games import find_game
from rexarium.kernel.sentence import Sentence
from rexarium.match import Match
from rexarium.table import log
from rexarium.table.frames import LENGTH, frame
from rexarium.table.room import Room, deal_match, read_setup

HINTS = 5
HINT_SECONDS = 0.5


class Task(Protocol):
    """Something to be worked out in another process."""

    def answer(self) -> Any:
        """What comes of it; nothing that the process would have to be trusted with."""


@dataclass(frozen=True, slots=True)
class Question:
    """A seat's question with everything that led to it; `bot` is empty if a hint is wanted."""

    opened: log.Opened
    shares: tuple[str, ...]
    moves: tuple[tuple[int, int], ...]
    secret: tuple[tuple[int, int], ...]  # choices that wait for the others
    seat: int
    bot: str = ""

    def answer(self) -> Any:
        """A bot's move, or what a hint shows."""
        match = play_again(self)
        decision = match.decision(self.seat)
        assert decision is not None, "only a seat that is asked something is asked to think"
        if not self.bot:
            return _advise(match, self.seat)
        bot = _bot(self.bot, match.game.id, match.setup.seats)
        return bot.choose(match.sight(self.seat), decision)


def question_of(room: Room, seat: int, bot: str = "") -> Question:
    """The question that a seat of a room is asked now."""
    match = room.match
    assert match is not None
    chosen = [(other, match.chosen(other)) for other in range(room.setup.seats)]
    secret = tuple((other, move) for other, move in chosen if move is not None)
    moves = tuple((ply.seat, ply.move) for ply in match.plies)
    return Question(room.opened, tuple(room.shares), moves, secret, seat, bot)


def play_again(question: Question) -> Match:
    """The match as it stands when the question is asked."""
    opened = question.opened
    game = find_game(opened.game)
    setup = read_setup(game, opened)
    match = deal_match(game, setup, opened, question.shares)
    for seat, move in (*question.moves, *question.secret):  # of a record's moves, some may be taken back
        match.submit(seat, move)
    return match


@lru_cache(maxsize=32)
def _bot(word: str, game: str, seats: int) -> Bot:
    return make_bot(word, find_game(game), seats, secrets.randbits(64))


def _advise(match: Match, seat: int) -> list[tuple[int, float, float, Sentence]]:
    """The best moves with their chances, from what the seat knows alone."""
    world = match.sight(seat).imagine(secrets.randbits(64))
    thinker = Thinker(thought_of(LEVELS[-1], match.game.id))
    prospects = thinker.ponder_for(world, seat, secrets.randbits(64), HINT_SECONDS)
    best = sorted(prospects, key=lambda prospect: -prospect.chance)[:HINTS]
    return [(p.move, p.chance, p.error, match.game.hint(world, seat, p.move)) for p in best]


def run(tasks: BinaryIO, answers: BinaryIO) -> None:
    """Answer until nobody asks any more."""
    while head := tasks.read(LENGTH):
        task: Task = pickle.loads(tasks.read(int.from_bytes(head, "big")))
        try:
            found = (True, task.answer())
        except Exception as error:  # whatever it is, the table must hear of it
            found = (False, type(error).__name__)  # its words may hold a card, and end in a log
        answers.write(frame(found))
        answers.flush()


if __name__ == "__main__":
    with contextlib.suppress(OSError, AttributeError):
        os.nice(int(sys.argv[1]))
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        run(sys.stdin.buffer, sys.stdout.buffer)
