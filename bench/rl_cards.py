"""RLCard's card games, driven move by move from Python."""

from importlib import import_module, metadata
from random import Random
from typing import Any

from bench.measure import Rates, rate_of

GAMES = ("leduc-holdem", "uno", "gin-rummy", "doudizhu")


def load() -> Any:
    """Import rlcard; ImportError if it is not installed."""
    return import_module("rlcard")


def version() -> str:
    return f"RLCard {metadata.version('rlcard')}"


class Driven:
    """Whole games; each step also builds the next player's observation, which RLCard cannot skip."""

    def __init__(self, rlcard: Any, name: str) -> None:
        self.env = rlcard.make(name, config={"seed": 1})
        self.random = Random(1).random

    def batch(self) -> float:
        env, random = self.env, self.random
        state, _ = env.reset()
        decisions = 0
        while not env.is_over():
            actions = list(state["legal_actions"])
            state, _ = env.step(actions[int(random() * len(actions))])
            decisions += 1
        return decisions

    def __call__(self, seconds: float) -> Rates:
        return {"decisions": rate_of(self.batch, seconds)}
