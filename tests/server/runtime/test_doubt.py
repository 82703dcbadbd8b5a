"""While the storage hangs, waiting clients are told so after a set time; nothing is lost, repeated or given up."""

import asyncio
from typing import Any

import pytest

from rexarium.server.model.rows import Listing, Ownership
from rexarium.server.runtime import availability
from tests.server.support.api import Api, SocketClient, expect, start_api
from tests.server.support.fakes import FlakyStore
from tests.server.support.model_table import line_of
from tests.server.support.samples import TABLE
from tests.server.support.server import wait_for


class PatientStore(FlakyStore):
    """A store that hangs on demand, and notes if an append was cancelled."""

    def __init__(self) -> None:
        super().__init__()
        self.given_up = 0

    async def append(self, ownership: Ownership, listing: Listing, entries: Any) -> None:
        try:
            await super().append(ownership, listing, entries)
        except asyncio.CancelledError:
            self.given_up += 1
            raise


def answers(client: SocketClient, id_: str) -> list[dict[str, Any]]:
    """The replies to a command so far."""
    return [frame for frame in client.peek() if frame.get("id") == id_]


def move_of(api: Api) -> tuple[str, dict[str, Any]]:
    """Whose turn it is, and a move of theirs."""
    table = api.service.tables.live[TABLE].table
    seat = table.waiting()[0]
    player = table.players[seat]
    assert player is not None
    assert table.match is not None
    return player.person, {"do": "move", "id": "m", "ply": table.match.ply, "line": line_of(table, seat)}


def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is patient from now on."""
    monkeypatch.setattr(availability, "PATIENCE", 0.01)


async def test_a_move_during_a_storage_hang_is_reported_in_doubt_and_then_settled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store = PatientStore()
    async with start_api(store=store) as api:
        await api.service.tables.get(TABLE)
        name, move = move_of(api)
        client = await api.call(TABLE, name)
        store.go.clear()
        with monkeypatch.context() as patch:
            hurry(patch)
            client.send(**move)
            await wait_for(lambda: bool(answers(client, "m")))
        (doubt,) = answers(client, "m")
        assert (doubt["is"], doubt["code"], doubt["is_in_doubt"]) == ("refused", "unavailable", True)
        other = asyncio.create_task(api.call(TABLE, name))  # the client reconnects and asks again
        store.go.set()
        line_again = await other
        line_again.send(**move)
        await wait_for(lambda: bool(answers(line_again, "m")))
        await wait_for(lambda: len(answers(client, "m")) == 2)
        truth = answers(client, "m")[1]
        assert truth["is"] == "done"
        assert answers(line_again, "m") == [truth]
        assert store.given_up == 0
        live = await api.service.tables.get(TABLE)
        assert live.table.match is not None
        assert live.table.match.ply == 1
        assert not live.replies._refused


async def test_queries_are_refused_while_the_storage_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Clients that join, ping, ask why, or read over HTTP."""
    store = PatientStore()
    async with start_api(store=store) as api:
        await api.service.tables.get(TABLE)
        name, move = move_of(api)
        mover, asker, pinger = [await api.call(TABLE, who) for who in (name, "ben", "cleo")]
        store.go.clear()
        with monkeypatch.context() as patch:
            hurry(patch)
            mover.send(**move)
            asker.send(do="why", id="w", seat=1)
            await wait_for(lambda: bool(answers(asker, "w")))
            (refused,) = answers(asker, "w")
            assert (refused["code"], refused["is_in_doubt"]) == ("unavailable", False)
            pinger.send(do="ping", seen=0)
            await wait_for(lambda: pinger.code is not None)  # its page says so, and comes back
            newcomer = SocketClient(api.admission, f"/ws/{TABLE}", "dora")
            newcomer.send(do="hello", version=1)
            await wait_for(lambda: newcomer.code is not None)
            assert [frame["code"] for frame in newcomer.peek()] == ["unavailable"]
            for path in ("", "/record"):
                expect(await api.visitor("anna").get(f"/api/tables/{TABLE}{path}"), 503, "unavailable")
        store.go.set()
        await wait_for(lambda: answers(mover, "m")[-1]["is"] == "done")
