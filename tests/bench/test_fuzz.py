"""The fuzzers: a case of each target; and a hunt notices whatever goes wrong, and goes on behind it."""

import os
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from bench.fuzz import __main__ as fuzz
from bench.fuzz import hunt as hunting
from bench.fuzz.hunt import Target, hunt
from bench.fuzz.mutate import spoil_bytes, spoil_text, spoil_value
from bench.rounds import Rounds

PATIENCE = 120.0  # seconds; only what hangs takes so long
OUTCOMES = {
    "records": {"read", "refused"},
    "editions": {"read", "refused"},
    "logs": {"folded", "refused"},
    "frames": {"let in", "refused", "turned away", "silence"},
    "http": {"2xx", "4xx", "silence"},
}


@pytest.mark.parametrize("name", fuzz.TARGETS)
def test_a_case_of_each_target_finishes(name: str) -> None:
    with fuzz.TARGETS[name]() as check:
        assert {check(seed) for seed in range(3)} <= OUTCOMES[name]


def test_the_same_seed_corrupts_the_same_way() -> None:
    value = {"is": "moved", "seat": 1, "line": "play blue 7", "list": [1, 2]}
    for seed in range(50):
        first, again = ([f(Random(seed)) for f in _SPOILERS] for _ in range(2))
        assert first == again
    assert value == _VALUE


_VALUE = {"is": "moved", "seat": 1, "line": "play blue 7", "list": [1, 2]}
_SPOILERS: list[Callable[[Random], object]] = [
    lambda random: spoil_text(random, "deal:\n  seat 1: blue 7\n"),
    lambda random: spoil_bytes(random, b"GET / HTTP/1.1"),
    lambda random: repr(spoil_value(random, _VALUE)),
]


@contextmanager
def _accidents() -> Iterator[Callable[[int], str]]:
    def check(seed: int) -> str:
        if seed == 2:
            raise KeyError("oh")
        if seed == 4:
            os._exit(7)  # as a fault of memory would end it
        if seed == 5:
            return f"{len(bytearray(2 * hunting.MEMORY))}"
        return "well"

    yield check


@contextmanager
def _hanging() -> Iterator[Callable[[int], str]]:
    def check(seed: int) -> str:
        if seed == 1:
            time.sleep(3600)
        return "well"

    yield check


@contextmanager
def _unfit() -> Iterator[Callable[[int], str]]:
    raise OSError("no such thing")
    yield


def test_a_failure_is_reported_with_its_seed_and_the_hunt_continues() -> None:
    bag = hunt(_accidents, first=0, seconds=PATIENCE, most=8)
    assert bag.cases == 8
    assert bag.outcomes == {"well": 5, "found": 3}
    assert {what.partition(" in ")[0]: seeds for what, seeds in bag.findings.items()} == {
        "KeyError": [2],
        "the process ended with 7": [4],
        "MemoryError": [5],
    }


def test_a_hanging_case_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hunting, "SILENCE", 2.0)
    bag = hunt(_hanging, first=0, seconds=PATIENCE, most=2)
    assert bag.findings == {"nothing was heard for 2 s": [1]}


def test_a_case_that_cannot_start_is_reported() -> None:
    bag = hunt(_unfit, first=3, seconds=PATIENCE, most=1)
    assert [(what.split(" ")[0], seeds) for what, seeds in bag.findings.items()] == [("OSError", [3])]


def test_a_hunt_resumes_where_it_was_stopped(tmp_path: Path) -> None:
    seeds: list[int] = []

    @contextmanager
    def target() -> Iterator[Callable[[int], str]]:
        def check(seed: int) -> str:
            seeds.append(seed)
            return "well"

        yield check

    def run(commit: str, minutes: float) -> Rounds:
        rounds = Rounds(tmp_path / "fuzz.jsonl", commit)
        fuzz.run(rounds, {"one": target, "two": target}, minutes, hunt_here)
        return rounds

    def hunt_here(target: Target, first: int, seconds: float) -> hunting.Bag:
        with target() as check:
            check(first)
        return hunting.Bag(first, cases=1, seconds=seconds, outcomes=Counter(well=1))

    run("a", 2)  # two turns of half a minute each
    assert seeds == [0, 0, 1, 1]
    run("a", 2)
    assert len(seeds) == 4
    rounds = run("b", 1)  # other code, other seeds
    assert seeds[4:] == [2, 2]
    assert fuzz.summary(rounds)[2:] == [
        "1 minutes, 2 cases",
        "",
        "one                 1 in 0 min: 1 well",
        "two                 1 in 0 min: 1 well",
        "",
        "found       0",
    ]
