"""Mutated editions: each is refused with a line number, or can be written, read back and played to the end."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random

from bench.fuzz.mutate import spoil_text
from bench.rounds import ROOT
from rexarium.games import AnyGame, all_games
from rexarium.kernel.edition import Edition
from rexarium.kernel.errors import BadEdition
from rexarium.kernel.outline import read_outline
from rexarium.testkit.records import check_round_trip
from rexarium.testkit.walk import at_random, begin, walk

GAMES = ROOT / "src" / "rexarium" / "games"


@contextmanager
def open_target() -> Iterator[Callable[[int], str]]:
    """Read mutated editions, and play a game with each one that can be read."""
    boxes = [
        (game, path.read_text(encoding="utf-8"))
        for game in all_games().values()
        for path in sorted((GAMES / game.id / "editions").glob("*.toml"))
    ]

    def check(seed: int) -> str:
        random = Random(f"editions {seed}")
        game, text = random.choice(boxes)
        text = spoil_text(random, text)
        try:
            edition = game.read_edition(text)
        except BadEdition as error:
            if not 0 <= error.line <= len(text.splitlines()):
                raise AssertionError(f"'{error}' names a line that does not exist") from None
            return "refused"
        play(random, game, edition)
        return "read"

    yield check


def play(random: Random, game: AnyGame, edition: Edition) -> None:
    """Check that an edition that could be read works like any other."""
    again = game.edition_of_lines(edition.id, edition.title, read_outline("\n".join(edition.lines)))
    assert (again.lines, again.digest) == (edition.lines, edition.digest), (
        "its lines describe another edition"
    )
    seats = random.randint(game.min_seats, game.max_seats)
    preset = random.choice(game.presets).id
    match = begin(game, game.setup(seats, edition=edition, preset=preset), f"{random.random()}")
    for _ in walk(match, random.randrange(10**6), at_random):
        pass
    check_round_trip(match)
