"""Where the laws are tested: every set-up of a game, seeded matches, and ways to play through them."""

from collections.abc import Callable, Iterator
from itertools import product

from rexarium.games import AnyGame
from rexarium.kernel import bits, dice
from rexarium.kernel.chance import Chance
from rexarium.kernel.facts import SPECTATOR
from rexarium.kernel.game import Setup
from rexarium.kernel.state import State
from rexarium.match import Match

Chooser = Callable[[State, int, int], int]  # the state, the seat that moves, a new seed: its move


MOST_ANSWERS = (
    4  # if there are more combinations of answers than this, only the most important ones are tried
)


def setups(game: AnyGame) -> dict[str, Setup]:
    """The tables of a game by name: every number of seats with many combinations of rulings, and the other editions
    with default rulings."""
    found: dict[str, Setup] = {}
    for seats, edition in product(range(game.min_seats, game.max_seats + 1), game.edition_ids()):
        ways = ways_to_rule(game, seats) if edition == "standard" else [{}]
        for rulings in ways:
            setup = game.setup(seats, edition=game.edition(edition), rulings=rulings)
            found[f"{game.id}-{seats}-{edition}-{_name_rulings(game, setup)}"] = setup
    return found


def ways_to_rule(game: AnyGame, seats: int) -> list[dict[str, str]]:
    """Every combination of rulings or, if there are too many, the presets and each answer on its own."""
    ids = [ruling.id for ruling in game.rulings]
    every = [dict(zip(ids, answers, strict=True)) for answers in product(*(r.answers for r in game.rulings))]
    if len(every) <= MOST_ANSWERS:
        return every
    presets = [dict(game.setup(seats, preset=preset.id).rulings) for preset in game.presets]
    single = [{**presets[0], ruling.id: answer} for ruling in game.rulings for answer in ruling.answers]
    return [way for at, way in enumerate(presets + single) if way not in (presets + single)[:at]]


def _name_rulings(game: AnyGame, setup: Setup) -> str:
    """The preset that gives exactly these answers, or the answers themselves."""
    for preset in game.presets:
        if game.setup(setup.seats, preset=preset.id).rulings == setup.rulings:
            return preset.id
    return "-".join(setup.rulings.values())


def begin(game: AnyGame, setup: Setup, seed: int | str) -> Match:
    """Deal a match from a seed."""
    return Match.fresh(game, setup, Chance.of(seed))


def all_eyes(setup: Setup) -> list[int]:
    """Every seat, and a spectator."""
    return [*range(setup.seats), SPECTATOR]


def at_random(state: State, seat: int, seed: int) -> int:
    """Any legal move, all equally likely."""
    moves = state.moves(seat)
    return moves[dice.below(seed, len(moves))]


def lowest(state: State, seat: int, _seed: int) -> int:
    """The legal move with the smallest number."""
    return bits.lowest(state.legal[seat])


def highest(state: State, seat: int, _seed: int) -> int:
    """The legal move with the largest number."""
    return state.legal[seat].bit_length() - 1


def late(state: State, seat: int, _seed: int) -> int:
    """The move that a time-out makes."""
    return state.default_move(seat)


def drowsy(state: State, seat: int, seed: int) -> int:
    """A mix of random moves and time-outs, which makes games long."""
    return late(state, seat, seed) if dice.below(dice.advance(seed), 2) else at_random(state, seat, seed)


def stubborn(taste: int) -> Chooser:
    """Prefer the same moves all game long, to reach positions that random play rarely does."""

    def choose(state: State, seat: int, _seed: int) -> int:
        return max(state.moves(seat), key=lambda move: dice.below(dice.advance(taste * 64 + move), 1 << 30))

    return choose


def choosers(taste: int) -> dict[str, Chooser]:
    """Ways to play by name."""
    return {
        "at random": at_random,
        "lowest": lowest,
        "highest": highest,
        "late": late,
        "drowsily": drowsy,
        f"stubbornly {taste}": stubborn(taste),
    }


def walk(match: Match, seed: int, choose: Chooser = at_random) -> Iterator[int]:
    """Play a match to its end, yielding before each move and at the end, so that a law can inspect it."""
    while not match.is_over:
        yield match.ply
        state = match.state()
        waiting = match.waiting()
        seed = dice.advance(seed)
        seat = waiting[dice.below(seed, len(waiting))]
        seed = dice.advance(seed)
        match.submit(seat, choose(state, seat, seed))
    yield match.ply


def stroll(game: AnyGame, setup: Setup, seed: int, step: int) -> Iterator[Match]:
    """A random match, yielded at every nth ply and at its end."""
    match = begin(game, setup, seed)
    for ply in walk(match, seed):
        if ply % step == seed % step or match.is_over:
            yield match
