"""While the storage says nothing, whoever waits is told so after a stated time; nothing is lost, done twice or given up."""

import asyncio
from typing import Any

import pytest

from rexarium.server.model.rows import Listing, Ownership
from rexarium.server.runtime import reliance
from tests.server.stage import (
    TABLE,
    ShakyStore,
    line_of,
    until,
)
from tests.server.street import Line, Street, on_street, says


class PatientStore(ShakyStore):
    """A store that hangs when it is told to, and notes if anybody gave up an append."""

    def __init__(self) -> None:
        super().__init__()
        self.given_up = 0

    async def append(self, ownership: Ownership, listing: Listing, entries: Any) -> None:
        try:
            await super().append(ownership, listing, entries)
        except asyncio.CancelledError:
            self.given_up += 1
            raise


def answers(line: Line, id_: str) -> list[dict[str, Any]]:
    """What has been said to a command so far."""
    return [frame for frame in line.peek() if frame.get("id") == id_]


def move_of(street: Street) -> tuple[str, dict[str, Any]]:
    """Whose turn it is, and a move of theirs."""
    room = street.service.tables.live[TABLE].room
    seat = room.waiting()[0]
    player = room.players[seat]
    assert player is not None
    assert room.match is not None
    return player.person, {"do": "move", "id": "m", "ply": room.match.ply, "line": line_of(room, seat)}


def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is patient from now on."""
    monkeypatch.setattr(reliance, "PATIENCE", 0.01)


def test_who_moves_while_the_storage_hangs_is_told_that_it_is_in_doubt_and_then_the_truth(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store = PatientStore()

    async def scene(street: Street) -> None:
        await street.service.tables.get(TABLE)
        name, move = move_of(street)
        line = await street.call(TABLE, name)
        store.go.clear()
        with monkeypatch.context() as patch:
            hurry(patch)
            line.send(**move)
            await until(lambda: bool(answers(line, "m")))
        (doubt,) = answers(line, "m")
        assert (doubt["is"], doubt["code"], doubt["is_in_doubt"]) == ("refused", "unavailable", True)
        other = asyncio.create_task(street.call(TABLE, name))  # who comes back, and asks again
        store.go.set()
        line_again = await other
        line_again.send(**move)
        await until(lambda: bool(answers(line_again, "m")))
        await until(lambda: len(answers(line, "m")) == 2)
        truth = answers(line, "m")[1]
        assert truth["is"] == "done"
        assert answers(line_again, "m") == [truth]
        assert store.given_up == 0
        desk = await street.service.tables.get(TABLE)
        assert desk.room.match is not None
        assert desk.room.match.ply == 1
        assert not desk.replies._refused

    on_street(scene, store=store)


def test_who_only_asks_is_refused_while_the_storage_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who comes, who pings, who wants a why, and who looks over HTTP."""
    store = PatientStore()

    async def scene(street: Street) -> None:
        await street.service.tables.get(TABLE)
        name, move = move_of(street)
        mover, asker, pinger = [await street.call(TABLE, who) for who in (name, "ben", "cleo")]
        store.go.clear()
        with monkeypatch.context() as patch:
            hurry(patch)
            mover.send(**move)
            asker.send(do="why", id="w", seat=1)
            await until(lambda: bool(answers(asker, "w")))
            (refused,) = answers(asker, "w")
            assert (refused["code"], refused["is_in_doubt"]) == ("unavailable", False)
            pinger.send(do="ping", seen=0)
            await until(lambda: pinger.code is not None)  # its page says so, and comes back
            newcomer = Line(street.admission, f"/ws/{TABLE}", "dora")
            newcomer.send(do="hello", version=1)
            await until(lambda: newcomer.code is not None)
            assert [frame["code"] for frame in newcomer.peek()] == ["unavailable"]
            for path in ("", "/record"):
                says(await street.visitor("anna").get(f"/api/tables/{TABLE}{path}"), 503, "unavailable")
        store.go.set()
        await until(lambda: answers(mover, "m")[-1]["is"] == "done")

    on_street(scene, store=store)
