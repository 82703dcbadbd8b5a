"""The second law: nobody is told what they may not know, and imagined worlds are exactly those they may believe.

Eyes are a seat, or SPECTATOR. Two states are *twins* for some eyes if those eyes have seen and heard the same in
both: then every channel must be the same, byte for byte. An imagined world is a twin of the truth.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, is_dataclass
from fractions import Fraction
from math import sqrt
from typing import Any

import msgspec

from rexarium.games import AnyGame
from rexarium.kernel import bits, dice
from rexarium.kernel.facts import TRUTH, teaches, tell
from rexarium.kernel.sight import Sight
from rexarium.kernel.state import FactInts, State
from rexarium.testkit.walk import Chooser, at_random

Imagine = Callable[[State, int, int], State]  # the state, the eyes, a seed: a new world

SIGHT = {"seat", "view", "odds", "imagine"}  # everything a Sight may provide
TOLERANCE = 5.5  # standard deviations; seeds are fixed, so what passes once always passes


def imagined(state: State, eyes: int, seed: int) -> State:
    """A world that these eyes may believe in."""
    world = state.copy()
    world.imagine(eyes, seed)
    return world


# Channels: everything that reaches a pair of eyes, as text.


def channels(game: AnyGame, state: State, eyes: int, *, is_brief: bool = False) -> dict[str, str]:
    """Everything these eyes are shown of a position, by channel; `is_brief` leaves out the slow ones."""
    view = game.view(state, eyes)
    found = {
        "view": say_plain(view),
        "memory": say_plain(dict(game.memory(state, eyes))),
        "waiting": str(state.waiting),
    }
    if eyes < state.seats:
        found["decision"] = say_plain(game.decision(state, eyes))
        found["time-out"] = str(state.default_move(eyes)) if state.legal[eyes] else ""
    return found if is_brief else found | _slow_channels(game, state, eyes, view)


def _slow_channels(game: AnyGame, state: State, eyes: int, view: Any) -> dict[str, str]:
    found = {
        "picture": say_plain(game.picture(view, 100)),
        "odds": say_plain(dict(game.odds(state, eyes))),
        "why score": say_plain([game.why_score(state, seat) for seat in range(state.seats)]),
    }
    if eyes < state.seats:
        moves = range(game.move_count)
        found["why not"] = say_plain([game.why_illegal(state, eyes, move) for move in moves])
        found["why"] = say_plain([game.why_legal(state, eyes, move) for move in state.moves(eyes)])
    return found


def say_plain(value: Any) -> str:
    """Plain data as text, in its own order: two texts are equal exactly if the bytes on a wire would be."""
    return json.dumps(plain(value), ensure_ascii=True)


def plain(value: Any) -> Any:
    if isinstance(value, msgspec.Struct):
        return plain(msgspec.structs.asdict(value))
    if is_dataclass(value) and not isinstance(value, type):
        return plain(asdict(value))
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return str(value) if isinstance(value, Fraction) else value


def check_twins(game: AnyGame, state: State, twin: State, eyes: int, *, is_brief: bool = False) -> None:
    """Check that two states which these eyes cannot tell apart are the same on every channel."""
    mine, others = (channels(game, world, eyes, is_brief=is_brief) for world in (state, twin))
    for name, text in mine.items():
        assert text == others[name], (
            f"the {name} of eyes {eyes} depends on what is hidden:\n  {text}\n  {others[name]}"
        )


# Imagined worlds.


def check_imagined(
    game: AnyGame, state: State, eyes: int, seed: int, worlds: int = 2, imagine: Imagine = imagined
) -> None:
    """Imagined worlds are twins of the truth, leave it unchanged, and vary if anything at all is hidden."""
    before = state.fields()
    for _ in range(worlds):
        seed = dice.advance(seed)
        check_twins(game, state, imagine(state, eyes, seed), eyes)
    assert state.fields() == before, "to imagine a world changes the true one"
    if hides_anything(game, state, eyes):
        check_variety(state, eyes, seed, imagine)


def hides_anything(game: AnyGame, state: State, eyes: int) -> bool:
    """Whether there is anything that these eyes do not know for sure."""
    return any(0 < chance < 1 for chance in game.odds(state, eyes).values())


def check_variety(state: State, eyes: int, seed: int, imagine: Imagine = imagined) -> None:
    """If something is hidden, not all imagined worlds are the same."""
    first = imagine(state, eyes, seed).fields()
    for _ in range(60):
        seed = dice.advance(seed)
        if imagine(state, eyes, seed).fields() != first:
            return
    raise AssertionError(f"something is hidden from eyes {eyes}, but all worlds they imagine are the same")


def check_posterior(
    game: AnyGame, state: State, eyes: int, seed: int, worlds: int = 1500, imagine: Imagine = imagined
) -> None:
    """Events occur in imagined worlds as often as their exact odds say, and whatever is certain holds in all of them."""
    odds = game.odds(state, eyes)
    counts = dict.fromkeys(odds, 0)
    for _ in range(worlds):
        seed = dice.advance(seed)
        # Consecutive seeds would draw from one stream, each world a step behind the previous one.
        truth = game.odds(imagine(state, eyes, dice.branch(seed)), TRUTH)
        assert truth.keys() == odds.keys(), "the odds of eyes and truth are about different things"
        for name, chance in truth.items():
            assert chance in (0, 1), f"the truth itself is not sure of '{name}': {chance}"
            counts[name] += int(chance)
    for name, chance in odds.items():
        check_frequency(f"eyes {eyes}: {name}", counts[name], worlds, chance)


def check_frequency(name: str, count: int, trials: int, chance: Fraction) -> None:
    """Check that the number of successes fits this probability."""
    expected = float(trials * chance)
    spread = sqrt(float(trials * chance * (1 - chance)))
    assert abs(count - expected) <= TOLERANCE * spread, (
        f"{name}: {count} of {trials} worlds, expected {expected:.1f} give or take {spread:.1f}"
    )


def check_distribution(name: str, counts: Mapping[Any, int], weights: Mapping[Any, int | Fraction]) -> None:
    """Exactly these worlds occurred, each as often as its weight says (chi-square).

    There should be enough trials that each world is expected at least five times; otherwise some may seem missing.
    """
    strange, missing = counts.keys() - weights.keys(), weights.keys() - counts.keys()
    assert not strange, (
        f"{name}: {len(strange)} impossible worlds were imagined, such as {next(iter(strange))}"
    )
    assert not missing, f"{name}: {len(missing)} possible worlds never came up, such as {next(iter(missing))}"
    share = Fraction(sum(counts.values())) / sum(weights.values())
    expected = {world: float(share * weight) for world, weight in weights.items()}
    chi_square = sum((counts[world] - n) ** 2 / n for world, n in expected.items())
    freedom = len(weights) - 1
    assert abs(chi_square - freedom) <= TOLERANCE * sqrt(2 * freedom), (
        f"{name}: the worlds are not as likely as they should be: "
        f"chi-square {chi_square:.1f} at {freedom} degrees of freedom"
    )


# Facts: what is told is exactly what a perfect memory keeps.


def told(game: AnyGame, facts: list[FactInts], eyes: int) -> list[str]:
    """Facts as these eyes hear them."""
    return [f"{fact.line()} | {fact.sentence()}" for fact in (tell(game.fact_kinds, f, eyes) for f in facts)]


def check_facts(
    game: AnyGame,
    start: State,
    eyes: int,
    seed: int,
    choose: Chooser = at_random,
    imagine: Imagine = imagined,
) -> int:
    """Play the truth and an imagined twin side by side from a position on, and compare after every move.

    As long as these eyes are told the same in both, all channels are the same. As soon as they are told something different,
    they can tell the two apart, and a new twin is imagined. Returns the number of moves compared, so that a caller can
    check that there were some.
    """
    truth = start.copy()
    truth.is_telling = True
    twin, compared = truth, 0
    while truth.waiting:
        seed = dice.advance(seed)
        if twin is truth:
            twin = imagine(truth, eyes, seed)
            twin.is_telling = True
        seat = bits.lowest(truth.waiting)
        move = choose(truth, seat, seed)
        is_same = _step(game, truth, twin, eyes, seat, move)
        compared += is_same
        if is_same:
            _check_blind(truth, twin, eyes, seed, imagine)
        else:
            twin = truth
    return compared


def _step(game: AnyGame, truth: State, twin: State, eyes: int, seat: int, move: int) -> bool:
    """Make one move in both worlds and return whether they are still twins; if not, the facts must tell something new."""
    can_twin = bits.has(twin.legal[seat], move)
    truth.apply(seat, move)
    facts = truth.take_facts()
    is_learning = any(teaches(game.fact_kinds, fact, eyes) for fact in facts)
    what = f"eyes {eyes} at {game.say(move)} of seat {seat + 1}"
    if not can_twin:
        is_secret = bits.has(truth.committed, seat)
        assert is_learning or is_secret, f"{what} betrays something, but no fact is declared to uncover it"
        return False
    twin.apply(seat, move)
    mine, others = told(game, facts, eyes), told(game, twin.take_facts(), eyes)
    if not truth.waiting:
        return False  # the game is over, and everything is revealed
    assert is_learning or mine == others, (
        f"{what}: told otherwise than in an imagined world, but no fact is declared to uncover anything:\n"
        f"  {mine}\n  {others}"
    )
    if mine == others:
        check_twins(game, truth, twin, eyes, is_brief=move % 12 != 0)
        return True
    assert game.memory(truth, eyes) != game.memory(twin, eyes) or game.view(truth, eyes) != game.view(
        twin, eyes
    ), f"{what}: the facts tell what neither view nor memory may show:\n  {mine}\n  {others}"
    return False


def _check_blind(truth: State, twin: State, eyes: int, seed: int, imagine: Imagine) -> None:
    """One seed gives the same imagined world from both; otherwise the seed would reveal what is hidden."""
    mine, others = imagine(truth, eyes, seed).fields(), imagine(twin, eyes, seed).fields()
    for name, value in mine.items():
        assert value == others[name], (
            f"a world imagined by eyes {eyes} carries over '{name}' of the true one:\n  {value}\n  {others[name]}"
        )


# Sights and bots.


class Spy:
    """Replaces a Sight: it passes on what a Sight may provide and notes it; anything else breaks the law."""

    def __init__(self, sight: Sight) -> None:
        self._sight = sight
        self.reads: list[str] = []

    def __getattr__(self, name: str) -> Any:
        self.reads.append(name)
        assert name in SIGHT, f"a bot reached for '{name}' of its sight"
        return getattr(self._sight, name)


def check_sight(game: AnyGame, state: State, seat: int, seed: int, make: type[Sight] = Sight) -> None:
    """A Sight provides only what it may, and the same in every twin of the truth."""
    sight, twin = make(game, state, seat), make(game, imagined(state, seat, seed), seat)
    surplus = {name for name in dir(sight) if not name.startswith("_")} - SIGHT
    assert not surplus, f"a sight offers {', '.join(sorted(surplus))} beyond what it may"
    assert not hasattr(sight, "__dict__"), "a sight has room for more than it should hold"
    assert say_plain(sight.view()) == say_plain(twin.view()), (
        "the view through a sight depends on what is hidden"
    )
    assert sight.odds() == twin.odds(), "the odds through a sight depend on what is hidden"
    world = sight.imagine(seed)
    assert world is not state, "a sight hands out the true state"
    assert world.fields() == twin.imagine(seed).fields(), "worlds through a sight depend on what is hidden"
    if hides_anything(game, state, seat):
        check_variety(state, seat, seed, lambda _state, _eyes, seed: sight.imagine(seed))


def check_bot(
    game: AnyGame, state: State, seat: int, seed: int, make: Callable[[], Any], twins_tried: int = 4
) -> None:
    """A bot uses only its sight, answers its question, and gives the same answer in every twin of the truth. `make`
    makes a new bot with the same seed each time.
    """
    decision = game.decision(state, seat)
    assert decision is not None, f"seat {seat + 1} is asked nothing"
    choice = make().choose(Spy(Sight(game, state, seat)), decision)
    assert choice in state.moves(seat), f"a bot answers {choice}, which is not legal"
    for twin in twins(state, seat, seed, twins_tried):
        again = make().choose(Spy(Sight(game, twin, seat)), decision)
        assert again == choice, (
            f"the bot's move depends on what is hidden: {game.say(choice)}, and {game.say(again)} in a twin"
        )


def twins(state: State, eyes: int, seed: int, number: int) -> Iterator[State]:
    """Some states that these eyes cannot tell from this one."""
    for _ in range(number):
        seed = dice.advance(seed)
        yield imagined(state, eyes, seed)
