"""The questions before a game that was started without options; Enter takes the answer in brackets."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from rexarium.bots import LEVELS
from rexarium.cli.screen import Screen
from rexarium.cli.seating import USUAL_LEVEL
from rexarium.games import AnyGame, all_games, find_game
from rexarium.kernel.errors import BadSetup, RexariumError, Unknown
from rexarium.kernel.phrases import number_in

T = TypeVar("T")


@dataclass(frozen=True)
class Choices:
    """The wishes for a game; None where there are none."""

    game: str | None = None
    seats: int | None = None
    people: int | None = None
    preset: str | None = None
    level: str | None = None


def ask_choices(screen: Screen, game_id: str | None) -> Choices:
    """Ask for the game, seats, people and rulings, each until the answer is valid."""
    game = find_game(game_id) if game_id else _ask_game(screen)
    screen.say(f"{game.title} ({game.authors}, {game.year})", "title")
    seats = _ask(
        screen, f"Seats, {_seats(game)}", game.official_seats[0], _number(game.min_seats, game.max_seats)
    )
    people = _ask(screen, f"People among them, 0 to {seats}", 1, _number(0, seats))
    level = USUAL_LEVEL
    if people < seats:
        screen.say(f"Bots, from weak to strong: {', '.join(LEVELS)}", indent=2)
        level = _ask(screen, "Bots", level, _level)
    for preset in game.presets if len(game.presets) > 1 else ():
        screen.say(f"{preset.id}: {preset.title}", indent=2)
    preset_id = game.presets[0].id
    if len(game.presets) > 1:
        preset_id = _ask(screen, "Rulings", preset_id, lambda text: game.preset(text.lower()).id)
    return Choices(game.id, seats, people, preset_id, level)


def _level(text: str) -> str:
    if text.lower() not in LEVELS:
        raise Unknown(f"There is no level '{text}'; the levels are {', '.join(LEVELS)}.")
    return text.lower()


def _ask_game(screen: Screen) -> AnyGame:
    games = list(all_games().values())
    if len(games) == 1:
        return games[0]
    for number, game in enumerate(games, start=1):
        screen.say(f"{number} {game.title} ({game.authors}, {game.year})", indent=2)
    return games[_ask(screen, "Game", 1, _number(1, len(games))) - 1]


def _seats(game: AnyGame) -> str:
    unofficial = [str(n) for n in range(game.min_seats, game.max_seats + 1) if n not in game.official_seats]
    note = f" ({' and '.join(unofficial)} unofficial, {game.seats_rule})" if unofficial else ""
    return f"{game.min_seats} to {game.max_seats}{note}"


def _number(least: int, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        number = number_in(text)
        if number is None or not least <= number <= most:
            raise BadSetup(f"Type a number from {least} to {most}, or Enter.")
        return number

    return read


def _ask(screen: Screen, question: str, default: T, read: Callable[[str], T]) -> T:
    while True:
        answer = screen.ask(f"{question} [{default}]: ")
        if not answer:
            return default
        try:
            return read(answer)
        except RexariumError as error:
            screen.say(str(error), "bad")
