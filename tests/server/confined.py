"""A program: whole games where there are no processes, drivers or web frameworks, as in a browser's worker.

Its arguments are the game, the packages to import whole, and, after a comma, the modules that nobody may import.
"""

import asyncio
import sys
from importlib import import_module
from pkgutil import walk_packages
from typing import Any


def confine(allowed: list[str], forbidden: list[str]) -> None:
    """Make modules impossible to import, and import all that has to do without them.

    CPython's own asyncio knows processes; it was imported before, and shall start none.
    """
    sys.modules.update(dict.fromkeys(forbidden))  # type: ignore[arg-type]
    for name in allowed:
        module = import_module(name)
        for each in walk_packages(getattr(module, "__path__", ()), f"{name}."):
            import_module(each.name)


async def play(game: str) -> None:
    """A person plays a whole game with a bot, asks all that can be asked, looks back on it, and wants another."""
    from rexarium.server.model.commands import Move, NewTable  # noqa: PLC0415
    from rexarium.server.model.moment import Actor  # noqa: PLC0415
    from rexarium.server.runtime.service import Service  # noqa: PLC0415
    from rexarium.server.storage.memory import MemoryStore  # noqa: PLC0415
    from rexarium.server.wire import bodies, messages, replay  # noqa: PLC0415
    from rexarium.server.workers.inline import InlinePool  # noqa: PLC0415

    service = Service(MemoryStore(), InlinePool(), InlinePool())
    await service.open()
    ana, key = await service.people.register("Ana")
    assert await service.people.find_by_key(key) == ana
    new = NewTable(game, 2, bots={"2": "hatchling"}, seat=1)
    table = (await service.tables.create(ana, new)).table
    await service.tables.sit(ana, table, 1, bodies.Seating("a-share", is_started=True))
    live = await service.tables.get(table)
    session = Tape(Actor(ana.id, ana.nickname))
    await live.join(session)
    moves = 0
    async with asyncio.timeout(100):
        while live.table.stage != "over":
            if 0 not in live.table.waiting():
                await asyncio.sleep(0)
                continue
            match = live.table.match
            assert match is not None
            decision = match.decision(0)
            assert decision is not None
            if not moves:
                assert (await live.hint(session.actor, messages.Hint(id="hint"))).prospects
                assert (await live.why(session.actor, messages.Why(id="why", seat=1))).reasons
            line = decision.choices[moves % len(decision.choices)].text
            await live.submit(session.actor, Move(id=f"move {moves}", ply=match.ply, line=line))
            moves += 1
    assert moves > 1
    assert [kind for kind in ("welcome", "snapshot", "event") if not session.has(kind)] == []
    record = await service.tables.record(table)
    assert b'"frames"' in await service.records.replay(
        await live.read(lambda table: replay.replay_task(table, ana.id, None))
    )
    assert (await service.analyses.get(record)).seats == ["Ana", "hatchling bot"]
    assert (await service.tables.rematch(live, session.actor, messages.Rematch(id="again"))).table != table
    await service.close()
    assert session.closed_with


class Tape:
    """A connection that keeps what it is sent."""

    def __init__(self, actor: Any) -> None:
        self.actor = actor
        self.eyes = 0
        self.sent: list[bytes] = []
        self.closed_with = ""

    def send(self, message: bytes) -> None:
        self.sent.append(message)

    def has(self, kind: str) -> bool:
        return any(message.startswith(f'{{"is":"{kind}"'.encode()) for message in self.sent)

    def reset(self) -> None: ...

    def close(self, sentence: str) -> None:
        self.closed_with = sentence


if __name__ == "__main__":
    cut = sys.argv.index(",")
    confine(sys.argv[2:cut], sys.argv[cut + 1 :])
    asyncio.run(play(sys.argv[1]))
