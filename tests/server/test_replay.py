"""Replays: through whose eyes, for whom, and written where no table has to wait for it."""

import asyncio
import os
from typing import Any

import pytest

from rexarium.kernel.facts import SPECTATOR, TRUTH
from rexarium.match import read_record, say_record
from rexarium.server.limits import Limit
from rexarium.server.model import log
from rexarium.server.model.refusal import Refusal
from rexarium.server.net.doors import Doors
from rexarium.server.net.pools import NICE_RECORDS, RECORDS
from rexarium.server.wire.replay import Wish, replay_match
from rexarium.server.workers.processes import WorkerPool
from tests.server.stage import (
    GAMES,
    PATIENCE,
    PEOPLE,
    TABLE,
    Sitting,
    moves_of,
    open_service,
    opening,
    play,
)
from tests.server.street import Street, open_doors, says

REPLAY = f"/api/tables/{TABLE}/replay"


def played(game: str = "trex", moves: int = 12) -> str:
    """The record of a game that has just begun."""
    sitting = Sitting(game)
    for _ in range(moves):
        sitting.move()
    while not sitting.room.match.is_revealed:  # type: ignore[union-attr]
        sitting.move()
    assert sitting.room.match is not None
    return say_record(sitting.room.match)


async def play_some(street: Street, moves: int = 8) -> None:
    desk = await street.service.tables.get(TABLE)
    for _ in range(moves):
        seat = desk.room.waiting()[0]
        await desk.write(lambda room, seat=seat: [log.Moved(seat=seat, moves=moves_of(room, seat))])  # type: ignore[misc]


def on_street(scene: Any, doors: Doors | None = None) -> None:
    async def whole() -> None:
        street = Street(doors)
        await street.know("Anna", "Ben", "Cleo", "Dora")
        await open_service(street.service)
        await street.service.tables.begin(opening("trex", PEOPLE))
        await play_some(street)
        await scene(street)
        await street.service.close()

    play(whole())


def test_while_the_game_goes_on_everybody_sees_with_their_own_eyes() -> None:
    async def scene(street: Street) -> None:
        async with street.visitor("ben") as ben, street.visitor() as guest:
            own = says(await ben.get(REPLAY), 200)
            assert own == says(await ben.get(REPLAY, params={"eyes": "seat 2"}), 200)
            assert not own["is_open"]
            assert {frame["position"]["view"]["eyes"] for frame in own["frames"]} == {"seat 2"}
            outside = says(await guest.get(REPLAY), 200)
            assert outside == says(await ben.get(REPLAY, params={"eyes": "spectator"}), 200)
            for eyes in ("truth", "seat 1", "seat 3", "seat 8"):
                says(await ben.get(REPLAY, params={"eyes": eyes}), 403, "not allowed")
            says(await guest.get(REPLAY, params={"eyes": "seat 2"}), 403, "not allowed")

    on_street(scene)


def test_when_it_is_over_anybody_sees_it_through_any_eyes() -> None:
    async def scene(street: Street) -> None:
        async with street.visitor("ben") as ben, street.visitor() as guest:
            before = says(await ben.get(REPLAY), 200)
            desk = await street.service.tables.get(TABLE)
            await desk.write(lambda _: [log.Ended(how="agreement")])
            assert says(await guest.get(REPLAY, params={"eyes": "seat 2"}), 200) == before | {"is_open": True}
            truth = says(await guest.get(REPLAY), 200)
            assert truth == says(await guest.get(REPLAY, params={"eyes": "truth"}), 200)
            assert truth["frames"][0]["position"]["view"]["eyes"] == "truth"
            says(await guest.get(REPLAY, params={"eyes": "seat 4"}), 404, "unknown")
            record = says(await guest.get(f"/api/tables/{TABLE}/record"), 200)
            path = "/api/replays"
            uploaded = await guest.post(path, params={"eyes": "seat 2"}, json={"record": record})
            assert says(uploaded, 200) == before | {"is_open": True}
            answer = await guest.post(path, params={"eyes": "seat 4"}, json={"record": record})
            says(answer, 404, "unknown")

    on_street(scene)


@pytest.mark.parametrize(
    "eyes", ["", "Truth", "seat", "seat 0", "seat 9", "seat 1 ", "seat -1", "seat\u00a01"]
)
def test_eyes_that_nobody_has_cannot_be_read(eyes: str) -> None:
    async def scene(street: Street) -> None:
        async with street.visitor("ben") as ben:
            says(await ben.get(REPLAY, params={"eyes": eyes}), 400, "unreadable")

    on_street(scene)


@pytest.mark.parametrize("game", GAMES)
def test_a_seats_replay_shows_it_at_every_ply_what_it_saw_then(game: str) -> None:
    match = read_record(played(game))
    for eyes in (*range(match.setup.seats), SPECTATOR, TRUTH):
        for frame in replay_match(match, eyes).frames:
            then = match.fork(frame.position.ply)
            assert frame == replay_match(then, eyes).frames[-1]


def test_what_goes_wrong_in_the_other_process_is_said_and_counted() -> None:
    async def scene(street: Street) -> None:
        async with street.visitor("ben") as ben:
            street.scribes.is_failing = True
            says(await ben.get(REPLAY), 503, "unavailable")
            street.scribes.is_failing = False
            says(await ben.get(REPLAY), 200)
            says(await ben.get(REPLAY), 429, "too fast")

    on_street(scene, open_doors(replays=Limit(2, 0.0001)))


def test_a_table_moves_on_while_a_replay_is_written() -> None:
    async def scene(street: Street) -> None:
        async with street.visitor("ben") as ben:
            street.scribes.go.clear()
            waiting = asyncio.create_task(ben.get(REPLAY))
            while not street.scribes.asked:
                await asyncio.sleep(0)
            await play_some(street, 3)
            street.scribes.go.set()
            assert len(says(await waiting, 200)["frames"]) == 9

    on_street(scene)


def test_a_process_writes_replays_after_everybody_else() -> None:
    """With a real process."""
    record = played()

    async def scene() -> None:
        pool = WorkerPool(RECORDS, 1, NICE_RECORDS, PATIENCE)
        assert await pool.run(Wish(record, TRUTH)) == Wish(record, TRUTH).run()
        (process,) = pool._idle
        with pytest.raises(Refusal) as caught:
            await pool.run(Wish("x", TRUTH))
        assert caught.value.code == "not possible"
        assert pool._idle == [process]  # it is as well as ever
        assert os.getpriority(os.PRIO_PROCESS, process.pid) >= NICE_RECORDS
        await pool.close()

    play(scene())
