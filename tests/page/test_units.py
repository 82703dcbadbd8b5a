"""The page's own unit tests: its reducer against what real tables send, its boards against whole games."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rexarium.games import AnyGame, all_games
from rexarium.kernel import dice
from rexarium.kernel.facts import SPECTATOR, TRUTH
from rexarium.kernel.game import Setup
from rexarium.match import Match
from rexarium.server.model import commands
from rexarium.server.model.errors import Refusal
from rexarium.server.model.moment import Actor
from rexarium.server.model.rows import Person
from rexarium.server.runtime.live import LiveTable
from rexarium.server.runtime.service import Service
from rexarium.server.storage.memory import MemoryStore
from rexarium.server.wire import messages, present
from rexarium.server.workers.inline import InlinePool
from rexarium.testkit.walk import at_random, begin

ROOT = Path(__file__).parents[2]
NO_NODE, NO_PACKAGES = 3, 4
MOVES = 40


class Ear:
    """A recipient that keeps everything it is sent."""

    def __init__(self, person: str, name: str) -> None:
        self.actor = Actor(person=person, name=name)
        self.eyes = 255
        self.heard: list[dict[str, Any]] = []

    def send(self, message: bytes) -> None:
        self.heard.append(json.loads(message))

    def reset(self) -> None:
        """Nothing waits here."""

    def close(self, sentence: str) -> None:
        """The server is restarting."""

    @property
    def decision(self) -> dict[str, Any] | None:
        positions = [message["position"] for message in self.heard if message.get("position")]
        last: dict[str, Any] | None = positions[-1] if positions else None
        return last["decision"] if last else None


async def history(game: str, seats: int) -> dict[str, Any]:
    """Everything one person at a table is sent from its opening on, and the snapshot that says it all at once."""
    service = Service(MemoryStore(), InlinePool(), InlinePool())
    await service.open()
    people = [Person(f"person-{seat}", f"Player {seat}", 0) for seat in range(seats)]
    new = commands.NewTable(game=game, seats=seats, seat=1)
    live = await service.tables.get((await service.tables.create(people[0], new)).table)
    ears = [Ear(person.id, person.nickname) for person in people]
    for ear in ears:
        await live.join(ear)
    for seat in range(seats):
        await live.submit(ears[seat].actor, commands.Sit(id=f"sit {seat}", seat=seat + 1, share=f"{seat}"))
    await live.submit(ears[0].actor, commands.Say(id="hello", text="Good luck."))
    await live.submit(ears[0].actor, commands.Start(id="start"))
    for number in range(MOVES):
        await play_one(live, ears, number)
    await service.close()
    # Anything sent before sitting down is for another person's eyes.
    last = max(place for place, message in enumerate(ears[1].heard) if message["is"] == "welcome")
    snapshot = json.loads(messages.encode(live.snapshot(1)))
    return {"game": game, "messages": ears[1].heard[last:], "snapshot": snapshot}


async def play_one(live: LiveTable, ears: list[Ear], number: int) -> None:
    """Seats that are asked move; now and then one takes a move back, if that is possible."""
    for ear in ears:
        decision = ear.decision
        if decision is None or decision["chosen"] is not None:
            continue
        line = decision["choices"][number % len(decision["choices"])]["line"]
        command = commands.Move(id=f"move {number}", ply=decision["ply"], line=line)
        await live.submit(ear.actor, command)
        if number % 7 == 3:
            await take_back(live, ears, ear, number)
        return


async def take_back(live: LiveTable, ears: list[Ear], asker: Ear, number: int) -> None:
    try:
        await live.submit(asker.actor, commands.AskFor(id=f"back {number}", matter="take back"))
    except Refusal:
        return  # somebody has seen something new since
    for ear in ears:
        for ask in list(live.table.asks.values()):
            if ear is not asker:
                command = commands.Answer(id=f"yes {number} {ear.actor.person}", ask=ask.number, is_yes=True)
                await live.submit(ear.actor, command)


def whole_game(game: AnyGame, setup: Setup, seed: int) -> dict[str, Any]:
    """A random game as the page is given it: at every ply the view of a seat that is asked, at the end that of all."""
    match = begin(game, setup, seed)
    moments = [moment(match)]
    while not match.is_over:
        for seat in match.waiting():
            seed = dice.advance(seed)
            match.submit(seat, at_random(match.state(), seat, seed))
        moments.append(moment(match))
    turns = [present.turn_state(match, ply, SPECTATOR) for ply in range(match.ply)]
    return {"game": game.id, "seats": setup.seats, "moments": moments, "turns": turns}


def moment(match: Match) -> dict[str, Any]:
    waiting = match.waiting()
    eyes = waiting[0] if waiting else TRUTH
    decision = match.decision(eyes) if waiting else None
    asked = decision and {
        "ply": decision.ply,
        "prompt": decision.prompt,
        "question": decision.question,
        "choices": [{"line": choice.text, "parts": choice.parts} for choice in decision.choices],
        "chosen": None,
    }
    return {
        "ply": match.ply,
        "you": eyes + 1 if waiting else None,
        "view": match.view(eyes),
        "decision": asked,
    }


def whole_games() -> Iterator[dict[str, Any]]:
    for game in all_games().values():
        for seats in (game.min_seats, game.max_seats):
            for preset in game.presets:
                yield whole_game(game, game.setup(seats, preset=preset.id), seats)


def test_the_page_passes_its_unit_tests(tmp_path: Path) -> None:
    histories = [asyncio.run(history(game, 3)) for game in ("trex", "tyrannosaurus", "cubosaurs")]
    (tmp_path / "histories.json").write_text(json.dumps(histories))
    (tmp_path / "games.json").write_bytes(messages.encode(list(whole_games())))
    environment = {**os.environ, "REXARIUM_HEARD": str(tmp_path)}
    command = [sys.executable, str(ROOT / "web" / "build.py"), "test"]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=600)
    if run.returncode in (NO_NODE, NO_PACKAGES):
        pytest.skip("there is no Node.js, or npm cannot get its packages: " + run.stderr[-200:])
    assert run.returncode == 0, run.stdout[-4000:] + run.stderr[-2000:]
