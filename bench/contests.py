"""The games measured against hand-written C, one row for each way of playing one."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rexarium.games import find_game
from rexarium.kernel.chance import Chance
from rexarium.kernel.state import State

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Contest:
    """A game and its rulings, measured against the C program of the same name, with our targets."""

    game: str
    seats: Sequence[int]
    bounds: Mapping[str, float]  # the share of C's speed that we want, by rate
    most_bytes: int | None = 512  # in a state; None where a state holds every deck of the game
    target_seats: Collection[int] = (4,)
    rulings: Mapping[str, str] = field(default_factory=dict)
    words: Sequence[str] = ()  # arguments that make the C program play by the same rulings
    variant: str = ""  # follows the title if the game has more than one row

    @property
    def name(self) -> str:
        return f"{find_game(self.game).title} {self.variant}".rstrip()

    @property
    def source(self) -> Path:
        return FOLDER / f"{self.game}.c"

    def table(self, seats: int) -> State:
        """A dealt game with the standard edition, which is compiled into the C program."""
        game = find_game(self.game)
        setup = game.setup(seats, rulings=self.rulings)
        return game.start(setup, game.deal(setup, Chance.of("bench")))


TREX = Contest(
    "trex",
    seats=(4, 2, 3, 5),
    bounds={"moves": 0.80, "imagined": 0.75, "playouts": 0.75},
    rulings={"flip_with_one": "on", "shower_is_extra_loss": "off"},
)
TYRANNOSAURUS = Contest(
    "tyrannosaurus",
    seats=(4, 2, 3),
    bounds={"moves": 0.75, "imagined": 0.75, "playouts": 0.75},
    rulings={"directions": "8", "pair": "stegosaurus-triceratops", "play_on": "off"},
)
_CUBOSAURS_RULINGS = {"zero_majority": "on", "buy_window": "before", "no_direct_interaction": "off"}
CUBOSAURS = Contest(
    "cubosaurs",
    seats=(4, 2, 3, 5),
    bounds={
        "moves": 0.75
    },  # the C program shuffles the true deck to imagine a world; ours never looks at it (law 2)
    most_bytes=None,
    rulings={"dna": "off", **_CUBOSAURS_RULINGS},  # both programs derive the rounds from the number of seats
    words=("0",),
    variant="base game",
)
CUBOSAURS_DNA = Contest(
    "cubosaurs",
    seats=(4, 2, 3, 5),
    bounds={},
    most_bytes=None,
    rulings={"dna": "on", **_CUBOSAURS_RULINGS},
    words=("1",),
    variant="with DNA",
)
CONTESTS = (TREX, TYRANNOSAURUS, CUBOSAURS, CUBOSAURS_DNA)
