"""The bots, by the word that names each."""

import re
from collections.abc import Sequence
from dataclasses import replace

from rexarium.bots.bot import Bot
from rexarium.bots.chooser import RandomBot
from rexarium.bots.clairvoyant import ClairvoyantBot
from rexarium.bots.greedy import GreedyBot
from rexarium.bots.ladder import LEVELS
from rexarium.bots.searcher import SearchBot
from rexarium.games import AnyGame
from rexarium.kernel.errors import Unknown
from rexarium.kernel.game import Setup
from rexarium.kernel.thought import PLAIN_LADDER, Thought

YARDSTICKS = ("random", "greedy")
CLAIRVOYANT, SEARCH = "clairvoyant", "search"
_THINKER = re.compile(
    rf"({'|'.join([*LEVELS, CLAIRVOYANT, SEARCH])})(?::([1-9]\d{{0,6}}))?", re.ASCII
)  # with a number of simulations, or without
_OUTSIDE = "outside:"


def bot_words() -> list[str]:
    """The words for bots: the levels from weak to strong, with their own or another budget, and the yardsticks."""
    return [*LEVELS, "LEVEL:N", *YARDSTICKS, f"{SEARCH}:N", "outside:COMMAND"]


def cheat_words() -> list[str]:
    """The words for bots that see everything; only the arena lets them play."""
    return [CLAIRVOYANT, f"{CLAIRVOYANT}:N"]


def is_cheat(word: str) -> bool:
    """Does the bot of this word see everything?"""
    return word.partition(":")[0] == CLAIRVOYANT


def make_bot(word: str, game: AnyGame, seats: int, seed: int, setup: Setup | None = None) -> Bot:
    """A bot for a table of this size; `search:400` is plain search with 400 simulations, `tyrant:400` the tyrant with
    as many."""
    if thought := _read_thought(word, game.ladder):
        return (ClairvoyantBot if is_cheat(word) else SearchBot)(name_bot(word), thought, seed)
    if word == "random":
        return RandomBot(seed)
    if word == "greedy":
        return GreedyBot(seed)
    if word.startswith(_OUTSIDE):
        # Not above: it starts programs, and a browser, where all other bots play, has no way to.
        from rexarium.bots.outside import OutsideBot  # noqa: PLC0415

        return OutsideBot(word.removeprefix(_OUTSIDE), game, seats, seed, setup=setup)
    raise Unknown(f"There is no bot '{word}'; there is {', '.join(bot_words())}.")


def _read_thought(word: str, ladder: Sequence[Thought]) -> Thought | None:
    """How the bot of a word thinks; None if it does not think. Plain search has no budget of its own."""
    found = _THINKER.fullmatch(word)
    if found is None or word == SEARCH:
        return None
    kind, budget = found.groups()
    if kind == SEARCH:
        return Thought(int(budget))
    thought = ladder[LEVELS.index(LEVELS[-1] if kind == CLAIRVOYANT else kind)]
    return replace(thought, simulations=int(budget)) if budget else thought


def name_bot(word: str) -> str:
    """What a record calls the bot of a word."""
    return f"{word} bot"


def word_of(name: str) -> str | None:
    """The word of a bot that a record names, if Rexarium has it; it starts no program and seats no cheat."""
    word = name.removesuffix(" bot")
    is_known = word in YARDSTICKS or (_read_thought(word, PLAIN_LADDER) is not None and not is_cheat(word))
    return word if is_known and name == name_bot(word) else None
