"""Mutated table logs: each folds to a table that can be shown, or is refused with a sentence."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

from bench.fuzz.mutate import spoil_bytes, spoil_value
from bench.rounds import ROOT
from rexarium.server.model.restore import DamagedLog, restore
from rexarium.server.model.rows import StoredEntry

LOGS = ROOT / "tests" / "server" / "logs"


@contextmanager
def open_target() -> Iterator[Callable[[int], str]]:
    """The target that restores mutated logs."""
    logs = [
        [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        for path in sorted(LOGS.rglob("*.jsonl"))
    ]

    def check(seed: int) -> str:
        random = Random(f"logs {seed}")
        try:
            restore(spoil(random, random.choice(logs)))
        except DamagedLog:
            return "refused"
        return "folded"

    yield check


def spoil(random: Random, log: list[Any]) -> list[StoredEntry]:
    """A log in which one or two entries are changed, missing, doubled, moved or damaged."""
    lines = [(line["at"], json.dumps(line["body"]).encode()) for line in log]
    for _ in range(random.choice((1, 1, 2))):
        at = random.randrange(len(lines))
        time, body = lines[at]
        manner = random.random()
        if manner < 0.7:
            lines[at] = (time, json.dumps(spoil_value(random, json.loads(body))).encode())
            break  # the rest must still be JSON
        if manner < 0.8:
            lines[at] = (time, spoil_bytes(random, body))
            break
        line = lines.pop(at)
        for _ in range(random.randrange(3)):
            lines.insert(random.randrange(len(lines) + 1), line)
    return [StoredEntry(number, time, body) for number, (time, body) in enumerate(lines)]
