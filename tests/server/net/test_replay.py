"""Replays: through whose eyes, for whom, and written where no table has to wait for it."""

import asyncio
import os

import pytest

from rexarium.kernel.facts import SPECTATOR, TRUTH
from rexarium.match import read_record, say_record
from rexarium.server.limits import Limit
from rexarium.server.model import log
from rexarium.server.model.errors import Refusal
from rexarium.server.net.pools import NICE_RECORDS, RECORDS
from rexarium.server.wire.replay import ReplayTask, replay_match
from rexarium.server.workers.processes import WorkerPool
from tests.server.support.api import Api, expect
from tests.server.support.model_table import ModelTable, moves_of
from tests.server.support.samples import GAMES, PATIENCE, TABLE

REPLAY = f"/api/tables/{TABLE}/replay"


def played(game: str = "trex", moves: int = 12) -> str:
    """The record of a game that has just begun."""
    model = ModelTable(game)
    for _ in range(moves):
        model.move()
    while not model.table.match.is_revealed:  # type: ignore[union-attr]
        model.move()
    assert model.table.match is not None
    return say_record(model.table.match)


async def play_some(api: Api, moves: int = 8) -> None:
    live = await api.service.tables.get(TABLE)
    for _ in range(moves):
        seat = live.table.waiting()[0]
        await live.append(lambda table, seat=seat: [log.Moved(seat=seat, moves=moves_of(table, seat))])  # type: ignore[misc]


@pytest.fixture
async def api(api: Api) -> Api:
    """The table's players have made a few moves."""
    await play_some(api)
    return api


async def test_during_the_game_everyone_gets_only_their_own_view(api: Api) -> None:
    async with api.visitor("ben") as ben, api.visitor() as guest:
        own = expect(await ben.get(REPLAY), 200)
        assert own == expect(await ben.get(REPLAY, params={"eyes": "seat 2"}), 200)
        assert not own["is_open"]
        assert {frame["position"]["view"]["eyes"] for frame in own["frames"]} == {"seat 2"}
        outside = expect(await guest.get(REPLAY), 200)
        assert outside == expect(await ben.get(REPLAY, params={"eyes": "spectator"}), 200)
        for eyes in ("truth", "seat 1", "seat 3", "seat 8"):
            expect(await ben.get(REPLAY, params={"eyes": eyes}), 403, "not allowed")
        expect(await guest.get(REPLAY, params={"eyes": "seat 2"}), 403, "not allowed")


async def test_after_the_game_anyone_can_use_any_view(api: Api) -> None:
    async with api.visitor("ben") as ben, api.visitor() as guest:
        before = expect(await ben.get(REPLAY), 200)
        live = await api.service.tables.get(TABLE)
        await live.append(lambda _: [log.Ended(how="agreement")])
        assert expect(await guest.get(REPLAY, params={"eyes": "seat 2"}), 200) == before | {"is_open": True}
        truth = expect(await guest.get(REPLAY), 200)
        assert truth == expect(await guest.get(REPLAY, params={"eyes": "truth"}), 200)
        assert truth["frames"][0]["position"]["view"]["eyes"] == "truth"
        expect(await guest.get(REPLAY, params={"eyes": "seat 4"}), 404, "unknown")
        record = expect(await guest.get(f"/api/tables/{TABLE}/record"), 200)
        path = "/api/replays"
        uploaded = await guest.post(path, params={"eyes": "seat 2"}, json={"record": record})
        assert expect(uploaded, 200) == before | {"is_open": True}
        answer = await guest.post(path, params={"eyes": "seat 4"}, json={"record": record})
        expect(answer, 404, "unknown")


@pytest.mark.parametrize(
    "eyes", ["", "Truth", "seat", "seat 0", "seat 9", "seat 1 ", "seat -1", "seat\u00a01"]
)
async def test_an_unknown_view_is_refused(api: Api, eyes: str) -> None:
    async with api.visitor("ben") as ben:
        expect(await ben.get(REPLAY, params={"eyes": eyes}), 400, "unreadable")


@pytest.mark.parametrize("game", GAMES)
def test_a_seats_replay_shows_at_every_ply_what_the_seat_saw_then(game: str) -> None:
    match = read_record(played(game))
    for eyes in (*range(match.setup.seats), SPECTATOR, TRUTH):
        for frame in replay_match(match, eyes).frames:
            then = match.fork(frame.position.ply)
            assert frame == replay_match(then, eyes).frames[-1]


@pytest.mark.access(replays=Limit(2, 0.0001))
async def test_an_error_in_the_worker_is_reported_and_counted(api: Api) -> None:
    async with api.visitor("ben") as ben:
        api.records.is_failing = True
        expect(await ben.get(REPLAY), 503, "unavailable")
        api.records.is_failing = False
        expect(await ben.get(REPLAY), 200)
        expect(await ben.get(REPLAY), 429, "too fast")


async def test_a_table_moves_on_while_a_replay_is_written(api: Api) -> None:
    async with api.visitor("ben") as ben:
        api.records.go.clear()
        waiting = asyncio.create_task(ben.get(REPLAY))
        while not api.records.asked:
            await asyncio.sleep(0)
        await play_some(api, 3)
        api.records.go.set()
        assert len(expect(await waiting, 200)["frames"]) == 9


async def test_replays_are_written_at_a_lower_priority() -> None:
    """With a real process."""
    record = played()
    pool = WorkerPool(RECORDS, 1, NICE_RECORDS, PATIENCE)
    assert await pool.run(ReplayTask(record, TRUTH)) == ReplayTask(record, TRUTH).run()
    (process,) = pool._idle
    with pytest.raises(Refusal) as caught:
        await pool.run(ReplayTask("x", TRUTH))
    assert caught.value.code == "not possible"
    assert pool._idle == [process]  # it is as well as ever
    assert os.getpriority(os.PRIO_PROCESS, process.pid) >= NICE_RECORDS
    await pool.close()
