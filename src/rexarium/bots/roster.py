"""Which bots there are, by the word that calls one."""

import re

from rexarium.bots.bot import Bot
from rexarium.bots.chooser import RandomBot
from rexarium.bots.greedy import GreedyBot
from rexarium.bots.ladder import LEVELS, thought_of
from rexarium.bots.outside import OutsideBot
from rexarium.bots.pondering import Thought
from rexarium.bots.searcher import SearchBot
from rexarium.games import AnyGame
from rexarium.kernel.errors import Unknown
from rexarium.kernel.game import Setup

YARDSTICKS = ("random", "greedy")
_SEARCH = re.compile(r"^search:(\d{1,7})$", re.ASCII)
_OUTSIDE = "outside:"


def bot_words() -> list[str]:
    """What a bot is called by: the levels from weak to strong, and the yardsticks."""
    return [*LEVELS, *YARDSTICKS, "search:N", "outside:COMMAND"]


def make_bot(word: str, game: AnyGame, seats: int, seed: int, setup: Setup | None = None) -> Bot:
    """A bot for a table of so many seats; `search:400` is plain search with 400 simulations."""
    if word in LEVELS:
        return SearchBot(name_bot(word), thought_of(word, game.id), seed)
    if word == "random":
        return RandomBot(seed)
    if word == "greedy":
        return GreedyBot(seed)
    if (found := _SEARCH.match(word)) and int(found[1]) > 0:
        return SearchBot(name_bot(word), Thought(int(found[1])), seed)
    if word.startswith(_OUTSIDE):
        return OutsideBot(word.removeprefix(_OUTSIDE), game, seats, seed, setup=setup)
    raise Unknown(f"There is no bot '{word}'; there is {', '.join(bot_words())}.")


def name_bot(word: str) -> str:
    """What a record calls the bot of a word."""
    return f"{word} bot"


def word_of(name: str) -> str | None:
    """The word of a bot that a record names, if Rexarium has it; a program from outside is never started by a record."""
    word = name.removesuffix(" bot")
    is_known = word in (*LEVELS, *YARDSTICKS) or _SEARCH.match(word) is not None
    return word if is_known and name == name_bot(word) else None
