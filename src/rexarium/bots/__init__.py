"""Players that are not people. A bot gets its sight and its decision, and nothing else."""

from rexarium.bots.bot import Bot, seated
from rexarium.bots.chooser import RandomBot
from rexarium.bots.clairvoyant import ClairvoyantBot
from rexarium.bots.greedy import GreedyBot
from rexarium.bots.ladder import LEVELS, thought_of
from rexarium.bots.pondering import Prospect, Thinker
from rexarium.bots.roster import YARDSTICKS, bot_words, cheat_words, is_cheat, make_bot, name_bot, word_of
from rexarium.bots.searcher import SearchBot
from rexarium.kernel.thought import Thought

__all__ = [
    "LEVELS", "YARDSTICKS", "Bot", "ClairvoyantBot", "GreedyBot", "Prospect", "RandomBot", "SearchBot", "Thinker", "Thought",
    "bot_words", "cheat_words", "is_cheat", "make_bot", "name_bot", "seated", "thought_of", "word_of",
]  # fmt: skip
