"""A server takes a table before it reads its log, writes as its owner, and lets go of it at the end."""

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Sequence
from contextlib import nullcontext

import msgspec
import pytest

from rexarium.server.model import log
from rexarium.server.model.commands import Move
from rexarium.server.model.log import AnyBody
from rexarium.server.model.moment import Actor
from rexarium.server.model.refusal import Refusal
from rexarium.server.model.rows import Entry, Listing, Ownership
from rexarium.server.model.schedule import GATHERING_TIME
from rexarium.server.runtime import offline
from rexarium.server.runtime.alarms import LONGEST
from rexarium.server.storage.store import Fenced
from rexarium.server.wire.messages import Rematch
from tests.server.stage import (
    ANNA,
    BEN,
    NOON,
    TABLE,
    ShakyStore,
    Theatre,
    in_theatre,
    line_of,
    opening,
    play,
    settle,
)


class Diary(ShakyStore):
    """A store that notes in which order tables are taken, read, written and released."""

    def __init__(self) -> None:
        super().__init__()
        self.notes: list[str] = []

    async def create(self, listing: Listing, entries: Sequence[Entry]) -> None:
        self.notes.append("create")
        await super().create(listing, entries)

    async def take(self, table: str) -> Ownership | None:
        self.notes.append("take")
        return await super().take(table)

    async def entries(self, table: str, since: int = 0) -> list[Entry]:
        self.notes.append("read")
        return await super().entries(table, since)

    async def append(self, ownership: Ownership, listing: Listing, entries: Sequence[Entry]) -> None:
        self.notes.append("append")
        await super().append(ownership, listing, entries)

    async def release(self, ownership: Ownership) -> None:
        self.notes.append("release")
        await super().release(ownership)


def on_diary(scene: Callable[[Theatre], Awaitable[None]]) -> None:
    """Play a scene, which closes the house itself, on a store that keeps a diary."""

    async def whole() -> None:
        theatre = Theatre(Diary())
        await theatre.open()
        await scene(theatre)

    play(whole())


def diary(theatre: Theatre) -> list[str]:
    assert isinstance(theatre.store, Diary)
    return theatre.store.notes


def test_a_table_is_taken_before_its_log_is_read_and_released_at_the_end() -> None:
    async def scene(theatre: Theatre) -> None:
        assert diary(theatre) == ["create", "take", "read"]
        await theatre.move()
        await theatre.service.close()
        assert diary(theatre) == ["create", "take", "read", "append", "release"]
        with pytest.raises(Fenced):
            await theatre.store.append(theatre.desk.ownership, await listed(theatre), [])

    on_diary(scene)


def test_time_goes_on_at_a_new_table_that_nobody_has_taken() -> None:
    async def scene(theatre: Theatre) -> None:
        service, first = theatre.service, opening(is_started=False)[0]
        assert isinstance(first, log.Opened)
        for is_failing_late in (False, True):
            table = f"nobody-comes-{is_failing_late}"
            store = theatre.store
            assert isinstance(store, ShakyStore)
            store.is_failing_late = is_failing_late
            logging.disable(logging.CRITICAL)
            with nullcontext() if not is_failing_late else pytest.raises(Refusal):
                await service.tables.begin([msgspec.structs.replace(first, table=table)])
            logging.disable(logging.NOTSET)
            store.is_failing_late = False
            rings_in = service.tables.alarms.timers[table].when() - asyncio.get_running_loop().time()
            assert rings_in == pytest.approx(LONGEST, abs=60)
            theatre.clock.advance(GATHERING_TIME / 1000)
            service.tables.alarms.ring(table)
            await settle()
            found = await store.listing(table)
            assert found is not None
            assert found.stage == "over"

    in_theatre(scene)


def test_a_house_closes_even_if_nothing_can_be_released() -> None:
    async def scene(theatre: Theatre) -> None:
        async def fail(_: Ownership) -> None:
            raise OSError("the line is cut")

        theatre.store.release = fail  # type: ignore[method-assign, assignment]
        await theatre.service.close()
        assert await theatre.store.last_pulse() == theatre.clock(), "and goes on to its last pulse"

    on_diary(scene)


async def listed(theatre: Theatre) -> Listing:
    found = await theatre.store.listing(theatre.desk.room.id)
    assert found is not None
    return found


def test_a_table_that_another_server_has_taken_is_dropped_and_read_again_with_what_happened_there() -> None:
    async def scene(theatre: Theatre) -> None:
        anna = await theatre.join(ANNA)
        size = theatre.desk.room.size
        theirs = await theatre.store.take(TABLE)
        assert theirs is not None
        said: AnyBody = log.Said(by="ben", text="hello", name="Ben")
        entry = Entry(size, theatre.clock(), theatre.desk.room.codec.encode(said))
        await theatre.store.append(theirs, await listed(theatre), [entry])
        room, seat = theatre.desk.room, theatre.desk.room.waiting()[0]
        assert room.match is not None
        command = Move(id="m", ply=room.match.ply, line=line_of(room, seat))
        logging.disable(logging.CRITICAL)
        with pytest.raises(Refusal, match="could not save"):
            await theatre.desk.do(theatre.actor(seat), command)
        logging.disable(logging.NOTSET)
        assert anna.farewell
        again = await theatre.service.tables.get(TABLE)
        assert again is not theatre.desk
        assert [each.text for each in again.room.chat] == ["hello"]
        assert again.room.size == size + 1, "nothing of the refused move was written"
        await again.do(theatre.actor(seat), command)
        assert (await theatre.store.entries(TABLE))[-1].number == size + 1

    in_theatre(scene)


def test_a_game_that_is_ended_offline_is_taken_first() -> None:
    async def scene(theatre: Theatre) -> None:
        await theatre.service.close()
        diary(theatre).clear()
        await offline.end_table(theatre.store, TABLE, NOON)
        assert diary(theatre) == ["take", "read", "append"]
        await offline.end_table(theatre.store, TABLE, NOON)
        assert diary(theatre) == ["take", "read", "append", "take", "read"]
        with pytest.raises(Refusal, match="no table"):
            await offline.end_table(theatre.store, "no-such-table", NOON)

    on_diary(scene)


# The ids of rematches


def begun(table: str, seed: str) -> list[AnyBody]:
    """The entries of a table that is played, of this id and with this seed."""
    first, *others = opening()
    return [msgspec.structs.replace(first, table=table, host_seed=seed), *others]


async def rematch(theatre: Theatre, asker: Actor = ANNA) -> str:
    """End the game; the table that follows it."""
    if theatre.desk.room.stage != "over":
        await theatre.desk.write(lambda _: [log.Ended(how="agreement")])
    done = await theatre.service.tables.rematch(theatre.desk, asker, Rematch(id="r"))
    assert done.table is not None
    return done.table


@pytest.mark.parametrize("first", ["-ld_only", "AbCdEfGhIjKlMnOp", "x" * 64])
def test_a_chain_of_rematches_keeps_the_beginning_of_its_id_and_does_not_grow(first: str) -> None:
    async def scene(theatre: Theatre) -> None:
        await theatre.service.tables.begin(begun(first, "00" * 32))
        chain = [first]
        for _ in range(4):
            theatre.desk = await theatre.service.tables.get(chain[-1])
            if theatre.desk.room.stage == "gathering":
                await theatre.desk.write(lambda _: [log.Started(by="anna")])
            chain.append(await rematch(theatre))
            assert re.fullmatch(r"[a-zA-Z0-9_-]{22}", chain[-1])
        assert {table[:6] for table in chain} == {first[:6]}
        assert len({table[6:] for table in chain}) == len(chain)

    in_theatre(scene)


def test_the_id_of_a_rematch_follows_from_the_secrets_of_the_table_and_from_nothing_else() -> None:
    """The same table is followed by one of the same id, whoever asks; of another seed by one that nobody could guess."""
    found = []

    def play_one(seed: str, asker: Actor) -> None:
        async def scene(theatre: Theatre) -> None:
            await theatre.service.tables.begin(begun("AbCdEfGhIjKlMnOp", seed))
            theatre.desk = await theatre.service.tables.get("AbCdEfGhIjKlMnOp")
            found.append(await rematch(theatre, asker))

        in_theatre(scene)

    for seed, asker in (("00" * 32, ANNA), ("00" * 32, BEN), ("01" * 32, ANNA)):
        play_one(seed, asker)
    same, again, other = found
    assert same == again
    assert same[:6] == other[:6]
    assert sum(mine != theirs for mine, theirs in zip(same[6:], other[6:], strict=True)) > 8
