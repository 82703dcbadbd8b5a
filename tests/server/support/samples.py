"""People with names, and the first entries of tables where they sit."""

from collections.abc import Sequence
from typing import TypeVar

from rexarium.games import find_game
from rexarium.server.model import checks, log
from rexarium.server.model.log import AnyEntry, Clock, Player
from rexarium.server.model.moment import Actor

T = TypeVar("T")
TABLE = "a-table-of-ours"
PATIENCE = 120  # seconds; only what hangs takes so long, on however slow a machine
NOON = 1_700_000_000_000  # milliseconds
UNTIMED = Clock()
SEED = "5eed" * 16
GAMES = ("trex", "tyrannosaurus", "cubosaurs")
ANNA, BEN, CLEO, DORA = (Actor(name.lower(), name) for name in ("Anna", "Ben", "Cleo", "Dora"))
PEOPLE = (ANNA, BEN, CLEO)
NOBODY = Actor()
KEY = "f1" * 32  # a program's, as its fingerprint
PROGRAM = Actor(name="program 2", key=KEY)


def opened(game: str = "trex", seats: int = 3, clock: Clock = UNTIMED) -> log.Opened:
    """A table that was set up by Anna."""
    setup = find_game(game).setup(seats)
    return log.Opened(
        by="anna",
        table=TABLE,
        game=game,
        edition=setup.edition.id,
        edition_title=setup.edition.title,
        edition_lines=setup.edition.lines,
        rulings=dict(setup.rulings),
        seats=seats,
        clock=clock,
        is_open=True,
        host_seed=SEED,
    )


def person(actor: Actor) -> Player:
    """Somebody on a seat."""
    return Player(actor.name, person=actor.person)


def bot(word: str = "hatchling") -> Player:
    """A built-in bot on a seat."""
    return checks.bot_player(word)


def program() -> Player:
    """A program on a seat."""
    return Player("program", key=KEY)


def opening(
    game: str = "trex",
    players: Sequence[Player | Actor | None] = PEOPLE,
    clock: Clock = UNTIMED,
    *,
    is_started: bool = True,
) -> list[AnyEntry]:
    """The first entries of a table where these sit."""
    entries: list[AnyEntry] = [opened(game, len(players), clock)]
    for seat, player in enumerate(players):
        if player is not None:
            sitter = person(player) if isinstance(player, Actor) else player
            entries.append(log.Seated(by="anna", seat=seat, player=sitter, share=f"share{seat}"))
    return [*entries, log.Started(by="anna")] if is_started else entries
