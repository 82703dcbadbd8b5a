"""A short game that is really played, as the messages one of its players sends and receives."""

import asyncio
import json
from typing import Any

from rexarium.games import find_game
from rexarium.kernel.facts import SPECTATOR
from rexarium.server.model import commands, log
from rexarium.server.model.errors import Refusal
from rexarium.server.model.fold import fold
from rexarium.server.model.log import AnyEntry, Player
from rexarium.server.model.moment import Actor
from rexarium.server.model.rows import StoredEntry
from rexarium.server.model.table import Table
from rexarium.server.runtime.heartbeat import Heartbeat
from rexarium.server.runtime.live import LiveTable
from rexarium.server.storage.memory import MemoryStore
from rexarium.server.wire import messages, problems, summary
from rexarium.server.workers.inline import InlinePool

ANNA, BEN = Actor("anna-1", "Anna"), Actor("ben-2", "Ben")


class _Tape:
    """A recipient that keeps the messages it is sent."""

    def __init__(self, actor: Actor) -> None:
        self.actor, self.eyes = actor, SPECTATOR
        self.messages: list[bytes] = []

    def send(self, message: bytes) -> None:
        self.messages.append(message)

    def reset(self) -> None:
        self.messages.clear()

    def close(self, sentence: str) -> None:
        self.messages.append(messages.encode(messages.Bye(sentence)))


def play() -> list[str]:
    """The lines of the example, → for what Anna sends and ← for what she receives."""
    return asyncio.run(_play())


async def _play() -> list[str]:
    now = 1_700_000_000_000
    table, store, entries = Table(), MemoryStore(), _bodies()
    for entry in entries:
        fold(table, entry, now)
    stored = [StoredEntry(number, now, table.codec.encode(entry)) for number, entry in enumerate(entries)]
    await store.create(summary.table_listing(table), stored)
    ownership = await store.take(table.id)
    assert ownership is not None
    heartbeat = Heartbeat(store, lambda: now, lambda: None)
    live = LiveTable(table, ownership, store, InlinePool(), heartbeat, lambda: now, lambda _, __: None)
    tape, lines = _Tape(ANNA), list[str]()

    def note() -> None:
        for message in tape.messages:
            is_first = not any('"snapshot"' in line for line in lines)
            lines.append(f"← {_cut(json.loads(message), is_first)}")
        tape.messages.clear()

    async def send(**message: Any) -> None:
        lines.append(f"→ {json.dumps(message, ensure_ascii=False)}")
        command = messages.decode(json.dumps(message))
        if isinstance(command, messages.Ping):
            await live.pong(tape, command.seen)
        elif isinstance(command, messages.Hello):
            await live.join(tape)
        elif isinstance(command, commands.Command):
            try:
                tape.send(messages.encode(await live.submit(ANNA, command)))
            except Refusal as refusal:
                tape.send(messages.encode(problems.to_refused(command.id, refusal)))
                await live.resync(tape)
        note()

    await send(do="hello", version=messages.VERSION)
    await send(do="move", id="a1", ply=0, taken_back=0, line=_line(live, 0, 0))
    await send(do="move", id="a2", ply=0, taken_back=0, line=_line(live, 0, 1))
    late = _line(live, 0, 2)
    for name in ("b1", "b2"):
        assert live.table.match is not None
        await live.submit(BEN, commands.Move(id=name, ply=live.table.match.ply, line=_line(live, 1, 0)))
    note()
    await send(do="move", id="a3", ply=0, taken_back=0, line=late)
    await send(do="ping", seen=live.table.event_number(0))
    live.close("The server is restarting. Reconnect in a moment.")
    note()
    return lines


def _bodies() -> list[AnyEntry]:
    game = find_game("tyrannosaurus")
    setup = game.setup(2)
    people = [
        log.Seated(
            by=who.person, seat=seat, player=Player(who.name, person=who.person), share=f"share-{seat + 1}"
        )
        for seat, who in enumerate((ANNA, BEN))
    ]
    opened = log.Opened(
        by=ANNA.person,
        table="example-table-01",
        game=game.id,
        edition=setup.edition.id,
        edition_title=setup.edition.title,
        edition_lines=setup.edition.lines,
        rulings=dict(setup.rulings),
        seats=setup.seats,
        clock=log.Clock(),
        is_open=False,
        host_seed="00" * 32,
    )
    return [opened, *people, log.Started(by=ANNA.person)]


def _line(live: LiveTable, seat: int, choice: int) -> str:
    assert live.table.match is not None
    decision = live.table.match.decision(seat)
    assert decision is not None
    return decision.choices[choice].text


class _Long:
    """A placeholder for what the example leaves out."""


def _cut(message: dict[str, Any], is_first: bool) -> str:
    """A message in one line, without long values and what was shown before."""
    if message["is"] == "snapshot" and not is_first:
        message = {"is": "snapshot", "number": message["number"], "…": _Long}
    return _dumps({key: _short(key, value, message["is"]) for key, value in message.items()})


def _short(key: str, value: Any, kind: str) -> Any:
    if key == "view" or (key == "table" and kind == "event"):
        return _Long
    if isinstance(value, dict):
        return {name: _short(name, item, kind) for name, item in value.items()}
    if isinstance(value, list):
        most = 1 if key in ("seats", "choices", "turns", "facts") else 3
        items = [_short("", item, kind) for item in value[:most]]
        return items + [_Long] * (len(value) > most)
    if isinstance(value, str) and len(value) > 60:
        return value[:8] + "…"
    return value


def _dumps(value: Any) -> str:
    if value is _Long:
        return "…"
    if isinstance(value, dict):
        items = (f"{json.dumps(key)}: {_dumps(item)}" if key != "…" else key for key, item in value.items())
        return "{" + ", ".join(items) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_dumps, value)) + "]"
    return json.dumps(value, ensure_ascii=False)
