"""Matches to write down, type and look at."""

from collections.abc import Callable, Sequence
from pathlib import Path

from rexarium.bots import RandomBot
from rexarium.games import AnyGame, find_game
from rexarium.kernel.chance import Chance
from rexarium.match import Match, say_record

GAME: AnyGame = find_game("trex")
BOT = RandomBot.name
ANNA_AND_BOTS = ("Anna", BOT, BOT)


def fresh(seed: int | str, players: Sequence[str] = ANNA_AND_BOTS, first: int | None = None) -> Match:
    """A match that `rexarium play --seed` deals too."""
    return Match.fresh(GAME, GAME.setup(len(players)), Chance.of(seed), players=players, first=first)


def play_on(match: Match, seed: int = 1, until: Callable[[Match], bool] = lambda _: False) -> Match:
    """Random moves to the end, or until something holds."""
    bot = RandomBot(seed)
    while not match.is_over and not until(match):
        seat = match.waiting()[0]
        decision = match.decision(seat)
        assert decision is not None
        match.submit(seat, bot.choose(match.sight(seat), decision))
    return match


def write(match: Match, path: Path) -> Path:
    """The record of a match as a file."""
    path.write_text(say_record(match), encoding="utf-8")
    return path


def asked(match: Match, seat: int, prompt: str) -> bool:
    """Is the seat asked this?"""
    decision = match.decision(seat)
    return decision is not None and decision.prompt == prompt
