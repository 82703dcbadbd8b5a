"""One rematch for all who ask, each one seat further on."""

import asyncio
import gc
import logging
from typing import Any

import pytest

from rexarium.server.model import commands, log
from rexarium.server.model.commands import Mute, Resign, Say, Sit, Stand, Start
from rexarium.server.model.errors import Refusal
from rexarium.server.wire import messages
from rexarium.server.wire.messages import Rematch
from tests.server.support.live import flaky
from tests.server.support.samples import ANNA, BEN, CLEO, DORA, PEOPLE, bot, person
from tests.server.support.server import TestServer, idle, start_server


async def test_a_rematch_leaves_no_reference_cycles() -> None:
    """Likewise."""

    gc.disable()
    try:
        async with start_server() as server:
            await server.live.append(lambda _: [log.Ended(how="agreement")])
            gc.collect()
            await server.service.tables.rematch(server.live, ANNA, messages.Rematch(id="again"))
            await idle()
            gc.set_debug(gc.DEBUG_SAVEALL)
            gc.collect()
            assert not [
                each for each in gc.garbage if isinstance(each, BaseException | asyncio.Task | log.Seated)
            ]
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()


async def test_a_rematch_is_one_table_for_everyone_who_asks(
    server: TestServer,
) -> None:
    with pytest.raises(Refusal):
        await server.service.tables.rematch(server.live, ANNA, Rematch(id="early"))
    await server.live.append(lambda _: [log.Ended(how="agreement")])
    with pytest.raises(Refusal, match="not over"):  # the same reply as before
        await server.service.tables.rematch(server.live, ANNA, Rematch(id="early"))
    with pytest.raises(Refusal):
        await server.service.tables.rematch(server.live, DORA, Rematch(id="r"))
    asking = (server.service.tables.rematch(server.live, who, Rematch(id="r")) for who in (ANNA, BEN))
    first, second = await asyncio.gather(*asking)
    assert first.table == second.table == server.live.table.rematch
    assert await server.service.tables.rematch(server.live, ANNA, Rematch(id="r")) == first
    assert first.table is not None
    table = (await server.service.tables.get(first.table)).table
    assert [player and player.person for player in table.players] == ["cleo", "anna", "ben"]
    assert table.opened.host_seed != server.live.table.opened.host_seed
    assert table.opened.follows == server.live.table.id
    assert len(await server.store.listings_of("anna", 9)) == 2
    await server.restart()
    assert await server.service.tables.rematch(server.live, ANNA, Rematch(id="r")) == first


@pytest.mark.table("trex", ANNA, BEN, None, is_started=False)
async def test_a_rematch_belongs_to_its_host_and_waits_for_every_seat(server: TestServer) -> None:
    await server.do(DORA, Sit, seat=3, share="of-dora")
    await server.do(ANNA, Stand, seat=3)
    await server.do(CLEO, Sit, seat=3, share="of-cleo")
    await server.do(ANNA, Start)
    await server.live.append(lambda _: [log.Ended(how="agreement")])
    with pytest.raises(Refusal, match="Only those who played"):
        await server.service.tables.rematch(server.live, DORA, Rematch(id="r"))
    done = await server.service.tables.rematch(server.live, BEN, Rematch(id="r"))
    server.live = await server.service.tables.get(done.table or "")
    table = server.live.table
    assert table.host == "anna"
    assert [player and player.person for player in table.players] == ["cleo", "anna", "ben"]
    for who, seat in ((ANNA, 2), (BEN, 3), (CLEO, 1)):
        with pytest.raises(Refusal, match="Waiting for seat"):
            await server.do(ANNA, Start)
        await server.do(who, Sit, seat=seat, share=f"of-{who.person}")
    await server.do(ANNA, Start)
    assert table.proof().shares == ("of-cleo", "of-anna", "of-ben")  # type: ignore[union-attr]


async def test_if_the_host_does_not_play_again_the_asker_hosts_the_rematch(server: TestServer) -> None:
    await server.live.append(lambda _: [log.Replaced(seat=0, player=bot()), log.Ended(how="agreement")])
    done = await server.service.tables.rematch(server.live, BEN, Rematch(id="r"))
    assert (await server.service.tables.get(done.table or "")).table.host == "ben"


async def test_a_silenced_person_stays_silent_at_the_rematch_unless_they_host_it(
    server: TestServer,
) -> None:
    for who in (BEN, DORA):
        await server.do(ANNA, Mute, person=who.person)
    await server.live.append(lambda _: [log.Replaced(seat=0, player=bot()), log.Ended(how="agreement")])
    done = await server.service.tables.rematch(server.live, BEN, Rematch(id="r"))
    server.live = await server.service.tables.get(done.table or "")
    await server.do(BEN, commands.OpenChat)
    with pytest.raises(Refusal, match="muted"):
        await server.do(DORA, Say, text="hello")
    await server.do(BEN, Say, text="hello")
    await server.do(BEN, Mute, person="dora", is_muted=False)
    await server.do(DORA, Say, text="hello")


async def test_a_player_who_took_over_a_seat_counts_as_having_played(server: TestServer) -> None:
    await server.live.append(
        lambda _: [log.Replaced(seat=2, player=person(DORA)), log.Ended(how="agreement")]
    )
    assert [each.table for each in await server.store.listings_of("dora", 9)] == [server.live.table.id]
    assert (await server.service.tables.rematch(server.live, DORA, Rematch(id="r"))).table


@pytest.mark.table("trex", ANNA, BEN)
async def test_a_resigned_player_has_a_seat_at_the_rematch(server: TestServer) -> None:
    await server.do(BEN, Resign)
    done = await server.service.tables.rematch(server.live, BEN, Rematch(id="r"))
    table = (await server.service.tables.get(done.table or "")).table
    assert [player and player.person for player in table.players] == ["ben", "anna"]


async def test_resigning_and_taking_over_another_seat_gives_one_rematch_seat(server: TestServer) -> None:
    await server.do(BEN, Resign)
    taken = log.Replaced(seat=2, player=person(BEN))
    await server.live.append(lambda _: [taken, log.Ended(how="agreement")])
    done = await server.service.tables.rematch(server.live, ANNA, Rematch(id="r"))
    table = (await server.service.tables.get(done.table or "")).table
    assert [player and player.person for player in table.players] == ["ben", "anna", ""]


@pytest.mark.table("trex", *PEOPLE, DORA)
async def test_resigning_twice_gives_one_rematch_seat(server: TestServer) -> None:
    await server.do(ANNA, Resign)
    await server.do(DORA, Resign)
    await server.live.append(lambda _: [log.Replaced(seat=3, player=person(ANNA))])
    await server.do(ANNA, Resign)
    await server.do(BEN, Resign)
    assert server.live.table.stage == "over"
    done = await server.service.tables.rematch(server.live, CLEO, Rematch(id="r"))
    table = (await server.service.tables.get(done.table or "")).table
    assert [player and player.person for player in table.players] == ["anna", "", "ben", "cleo"]


async def test_a_rematch_exists_even_if_the_server_crashes_while_creating_it(
    server: TestServer,
) -> None:
    store = flaky(server)
    await server.live.append(lambda _: [log.Ended(how="agreement")])
    append = store.append

    async def fail(*_: object) -> None:
        raise OSError

    store.append = fail  # type: ignore[method-assign, assignment]
    logging.disable(logging.CRITICAL)
    with pytest.raises(Refusal):
        await server.service.tables.rematch(server.live, ANNA, Rematch(id="r"))
    logging.disable(logging.NOTSET)
    store.append = append  # type: ignore[method-assign]
    server.live = await server.service.tables.get(server.live.table.id)
    (left,) = [each.table for each in await store.all_listings("gathering", 9)]
    server.live = await server.restart()
    done = await server.service.tables.rematch(server.live, BEN, Rematch(id="r"))
    assert done.table == left, "what the crash left behind is the rematch, and there is no other"
    assert (await server.service.tables.get(left)).table.id == left
    assert len(await store.all_listings(None, 9)) == 2


async def test_a_rematch_that_was_written_too_late_for_who_asked_is_the_rematch_for_who_asks_again(
    server: TestServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, tables = flaky(server), server.service.tables
    await server.live.append(lambda _: [log.Ended(how="agreement")])
    create = store.create

    async def create_twice(*values: Any) -> None:
        """The first attempt, which was given up, is written just before the second."""
        await create(*values)
        await create(*values)

    monkeypatch.setattr(store, "create", create_twice)
    done = await tables.rematch(server.live, ANNA, Rematch(id="r"))
    assert done.table is not None
    assert (await tables.get(done.table)).table.opened.follows == server.live.table.id
    assert len(await store.all_listings(None, 9)) == 2
