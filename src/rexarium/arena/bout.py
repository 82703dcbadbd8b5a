"""One game of bots, from its first question to its last, and what it counts."""

from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from rexarium.arena.tally import WON
from rexarium.bots import Bot
from rexarium.kernel.chance import Chance
from rexarium.kernel.counts import Count
from rexarium.kernel.decision import Decision
from rexarium.kernel.game import winners
from rexarium.kernel.state import State
from rexarium.match import Match

Ask = Callable[[Decision], int]  # from a decision to one of its moves


class Clairvoyant(Protocol):
    """A bot that cheats, to show how much of a game is luck; it says so, and has a method of its own."""

    name: str
    sees_everything: bool

    def choose_seeing(self, state: State, decision: Decision) -> int:
        """One of the decision's moves, from the true state."""
        ...


def play_out(match: Match, ask: Ask) -> None:
    """Ask and move until the game is over."""
    while not match.is_over:
        for seat in match.waiting():
            decision = match.decision(seat)
            assert decision is not None, "who is waited for is asked something"
            match.submit(seat, ask(decision))


def ask_bot(bot: Bot, match: Match, decision: Decision) -> int:
    """A bot's answer from its sight, and nothing else."""
    return bot.choose(match.sight(decision.seat), decision)


def ask_clairvoyant(bot: Clairvoyant, match: Match, decision: Decision) -> int:
    """The answer of a bot that sees everything. Only the arena asks for it, and only bots that declare it."""
    return bot.choose_seeing(match.state(), decision)


def bot_seed(name: str) -> int:
    """A bot's own seed, from a `name` for game and seat; it tells nothing about the deal."""
    return Chance.of(name).below(1 << 63)


def count_game(match: Match) -> list[Count]:
    """What the game counts in a finished match, with each seat's share of the win."""
    facts = [*match.opening, *(fact for ply in match.plies for fact in ply.facts)]
    state = match.state()
    won = winners(state)
    return [
        count
        if count.seat is None
        else replace(count, numbers={WON: _share(count.seat, won), **count.numbers})
        for count in match.game.counts(state, facts)
    ]


def _share(seat: int, won: list[int]) -> float:
    return 1 / len(won) if seat in won else 0.0
