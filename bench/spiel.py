"""OpenSpiel's card games: random play inside its C++, and games driven move by move from Python.

A decision is a player's move; a step is a decision or a chance event, such as one dealt card.
"""

from importlib import import_module, metadata
from random import Random
from typing import Any

from bench.measure import Rates, rate_of

GAMES = ("hearts", "spades", "euchre", "oh_hell")
SEARCHED = ("euchre", "oh_hell", "hearts(pass_cards=false)")  # which can redeal what a seat does not see
TABLES = 16  # dealt beforehand, for measurements that start after the deal
ROLLOUTS = 1000  # by one call of OpenSpiel's evaluator
LENGTHS = 200  # games played in Python to find the average length of those rollouts


def load() -> Any:
    """Import pyspiel; ImportError if it is not installed."""
    return import_module("pyspiel")


def version() -> str:
    return f"OpenSpiel {metadata.version('open_spiel')}"


def deal(game: Any, random: Random) -> Any:
    """A state at its first decision, after all the chance events before it."""
    state = game.new_initial_state()
    while state.is_chance_node():
        outcomes = state.chance_outcomes()
        chances = [chance for _, chance in outcomes]
        # The timed code draws uniformly, which is cheapest, and right as long as this holds.
        assert max(chances) - min(chances) < 1e-9, "a chance node with uneven outcomes"
        state.apply_action(outcomes[int(random.random() * len(outcomes))][0])
    return state


def decisions_from(table: Any, random: Random) -> int:
    """The number of decisions in a random game from a dealt table."""
    state = table.clone()
    count = 0
    while not state.is_terminal():
        assert not state.is_chance_node(), "chance after the deal is not counted here"
        actions = state.legal_actions()
        state.apply_action(actions[int(random.random() * len(actions))])
        count += 1
    return count


class Rollouts:
    """Random rollouts inside C++ from dealt tables.

    pyspiel has no way to call its RandomRolloutEvaluator directly, so a search limited to a single simulation does: it
    clones the state and plays it out many times before it answers. It cannot begin at a chance node. Moves are
    the number of rollouts times the average length of random games from the same table, measured beforehand.
    """

    def __init__(self, pyspiel: Any, name: str, tables: int = TABLES) -> None:
        game, random = pyspiel.load_game(name), Random(1)
        evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1)
        self.bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 10, False, 1, False)
        self.tables = [deal(game, random) for _ in range(tables)]
        self.lengths = [
            sum(decisions_from(table, random) for _ in range(LENGTHS)) / LENGTHS for table in self.tables
        ]
        self.at = 0

    def batch(self) -> float:
        self.at = (self.at + 1) % len(self.tables)
        self.bot.step(self.tables[self.at])
        return ROLLOUTS * self.lengths[self.at]

    def __call__(self, seconds: float) -> Rates:
        return {"decisions": rate_of(self.batch, seconds)}


def mid_game(game: Any, random: Random) -> Any:
    """The middle position among those of a random game that have more than one move."""
    state = deal(game, random)
    found = []
    while not state.is_terminal():
        actions = state.legal_actions()
        if len(actions) > 1:
            found.append(state.clone())
        state.apply_action(actions[int(random.random() * len(actions))])
    return found[len(found) // 2]


class Searching:
    """Information-set search inside C++ by its ISMCTSBot, which imagines a world for every simulation, as ours does, and
    plays it out at random once."""

    def __init__(self, pyspiel: Any, name: str, simulations: int, tables: int = TABLES) -> None:
        game, random = pyspiel.load_game(name), Random(1)
        self.bot = pyspiel.ISMCTSBot(1, pyspiel.RandomRolloutEvaluator(1, 1), 0.7, simulations)
        self.tables = [mid_game(game, random) for _ in range(tables)]
        self.simulations = simulations
        self.at = 0

    def batch(self) -> float:
        self.at = (self.at + 1) % len(self.tables)
        self.bot.step(self.tables[self.at])
        return self.simulations

    def __call__(self, seconds: float) -> Rates:
        return {"simulations": rate_of(self.batch, seconds)}


class WholeGames:
    """Whole games inside C++ by OpenSpiel's own random bots, one call for each, including the deal. Steps are counted
    exactly."""

    GAMES = 50

    def __init__(self, pyspiel: Any, name: str) -> None:
        self.game = pyspiel.load_game(name)
        self.bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(self.game.num_players())]
        self.evaluate_bots = pyspiel.evaluate_bots
        self.random = Random(1)
        self.steps = self.decisions = 0
        for _ in range(2 * LENGTHS):
            state = self.play()
            self.steps += state.move_number()
            self.decisions += sum(1 for step in state.full_history() if step.player >= 0)

    def play(self) -> Any:
        state = self.game.new_initial_state()
        self.evaluate_bots(state, self.bots, self.random.getrandbits(30))
        return state

    def batch(self) -> float:
        steps: int = sum(self.play().move_number() for _ in range(self.GAMES))
        return steps

    def __call__(self, seconds: float) -> Rates:
        steps = rate_of(self.batch, seconds)
        return {"steps": steps, "decisions": steps * self.decisions / self.steps}


class Driven:
    """Whole games driven from Python, including the deal."""

    def __init__(self, pyspiel: Any, name: str) -> None:
        self.game = pyspiel.load_game(name)
        self.random = Random(1).random
        deal(self.game, Random(1))
        self.decisions = self.steps = 0

    def batch(self) -> float:
        random = self.random
        state = self.game.new_initial_state()
        decisions = chances = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(random() * len(outcomes))][0])
                chances += 1
            else:
                actions = state.legal_actions()
                state.apply_action(actions[int(random() * len(actions))])
                decisions += 1
        self.decisions += decisions
        self.steps += decisions + chances
        return decisions + chances

    def __call__(self, seconds: float) -> Rates:
        decisions, steps = self.decisions, self.steps
        rate = rate_of(self.batch, seconds)
        return {"steps": rate, "decisions": rate * (self.decisions - decisions) / (self.steps - steps)}


class DrivenDealt:
    """Games driven from Python from clones of dealt tables: only decisions are timed, not the deal."""

    def __init__(self, pyspiel: Any, name: str, tables: int = TABLES) -> None:
        random = Random(1)
        game = pyspiel.load_game(name)
        self.tables = [deal(game, random) for _ in range(tables)]
        self.random = random.random
        self.at = 0

    def batch(self) -> float:
        random = self.random
        self.at = (self.at + 1) % len(self.tables)
        state = self.tables[self.at].clone()
        decisions = 0
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(random() * len(actions))])
            decisions += 1
        return decisions

    def __call__(self, seconds: float) -> Rates:
        return {"decisions": rate_of(self.batch, seconds)}
