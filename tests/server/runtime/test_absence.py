"""Players who are away: nobody sees their cards, and looking on is not absence."""

import contextlib
import json
from typing import Any

import pytest

from rexarium.kernel.facts import SPECTATOR
from rexarium.server.model.commands import Answer, AskFor, Sit, TakeSeat
from rexarium.server.model.errors import Refusal
from rexarium.server.model.log import Player
from rexarium.server.model.moment import Actor
from rexarium.server.wire import messages, present, replay
from tests.server.support.absence import DAY, FINGERPRINT
from tests.server.support.fakes import FakeSession
from tests.server.support.samples import ANNA, BEN, DORA, GAMES, PEOPLE, bot
from tests.server.support.server import TestServer, start_server

SEATS = [(game, seats) for game in GAMES for seats in (2, 3, 4)] + [("trex", 5), ("cubosaurs", 5)]


def crowd(seats: int) -> list[Player | Actor]:
    """Anna and Ben, and then bots."""
    return [ANNA, BEN, *[bot()] * (seats - 2)]


@pytest.mark.parametrize("absent_for", [61, 10 * DAY], ids=["a minute", "days"])
@pytest.mark.parametrize(("game", "seats"), SEATS)
async def test_a_second_account_cannot_see_an_absent_players_cards(
    game: str, seats: int, absent_for: float
) -> None:
    """Ben is away. Anna and her second account, Dora, try everything that the protocol knows to see his cards."""
    async with start_server(game, *crowd(seats)) as server:
        anna, dora = await server.join(ANNA), await server.join(DORA)
        server.clock.advance(absent_for)
        for seat in range(1, seats + 1):
            await _try_for(server, seat)
            _sees_nothing_of_others(server, anna, 0)
            _sees_nothing_of_others(server, dora, SPECTATOR)
        for eyes in [f"seat {seat + 1}" for seat in range(seats)] + ["truth"]:
            with pytest.raises(Refusal):
                replay.replay_task(server.live.table, "dora", eyes)
            if eyes != "seat 1":
                with pytest.raises(Refusal):
                    replay.replay_task(server.live.table, "anna", eyes)
        for actor in (ANNA, DORA):
            with pytest.raises(Refusal):
                await server.live.hint(actor, messages.Hint(id="hint"))
        with pytest.raises(Refusal):
            await server.service.tables.record(server.live.table.id)
        assert server.live.table.stage == "playing"


async def _try_for(server: TestServer, seat: int) -> None:
    """Ask for a seat in every way, and agree to whatever was asked."""
    tries: tuple[tuple[Actor, Any, dict[str, Any]], ...] = (
        (DORA, Sit, {"seat": seat, "share": "s"}),
        (ANNA, Sit, {"seat": seat, "share": "s"}),
        (DORA, TakeSeat, {"seat": seat, "secret": "x" * 22}),
        (DORA, TakeSeat, {"seat": seat, "secret": FINGERPRINT}),
        (ANNA, AskFor, {"matter": "end"}),
        *((who, AskFor, {"matter": "take over", "seat": seat}) for who in (DORA, ANNA)),
        *((who, AskFor, {"matter": "take over", "seat": seat, "bot": "hatchling"}) for who in (DORA, ANNA)),
    )
    for who, make, fields in tries:
        with contextlib.suppress(Refusal):
            await server.do(who, make, **fields)
        for ask in [*server.live.table.asks]:
            with contextlib.suppress(Refusal):
                await server.do(ANNA, Answer, ask=ask, is_yes=True)


def _sees_nothing_of_others(server: TestServer, session: FakeSession, eyes: int) -> None:
    """Whoever listens there was shown the game with these eyes only, and asked what they may be asked."""
    assert session.eyes == server.live.table.eyes_of(session.actor.id) == eyes
    own = present.position_state(server.live.table, eyes)
    assert own is not None
    for message in session.read():
        position = message.get("position")
        if position is not None:
            whose = json.loads(bytes(own.view or b"{}"))["eyes"]
            assert position["view"]["eyes"] == whose
            assert position["decision"] is None or eyes != SPECTATOR


@pytest.mark.table("trex", ANNA, BEN)
async def test_a_player_watching_while_a_bot_plays_for_them_is_not_absent(server: TestServer) -> None:
    await server.join(ANNA)
    server.clock.advance(61)
    await server.do(ANNA, AskFor, matter="take over", seat=2, bot="hatchling")
    ben = await server.join(BEN)
    server.clock.advance(DAY)
    with pytest.raises(Refusal, match="A seat can be claimed only while its player is away"):
        await server.do(ANNA, AskFor, matter="claim", seat=2)
    server.live.leave(ben)
    server.clock.advance(299)
    with pytest.raises(Refusal, match="1 second to go"):
        await server.do(ANNA, AskFor, matter="claim", seat=2)
    server.clock.advance(1)
    await server.do(ANNA, AskFor, matter="claim", seat=2)
    assert server.live.table.stage == "over"


@pytest.mark.table("trex", *PEOPLE)
async def test_a_claim_needs_the_consent_of_a_player_watching_their_bot(server: TestServer) -> None:
    table = server.live.table
    seat = table.waiting()[0]
    away, *others = (PEOPLE[seat], *(who for who in PEOPLE if who != PEOPLE[seat]))
    asker, back = others
    asking = await server.join(asker)
    server.clock.advance(61)
    of = table.seat_of(back.person)
    assert of is not None
    await server.do(asker, AskFor, matter="take over", seat=of + 1, bot="hatchling")
    await server.join(back)  # and has not sat down yet
    server.clock.advance(300)
    await server.do(asker, AskFor, matter="claim", seat=seat + 1)
    assert not table.resigned
    await server.do(back, Sit, seat=of + 1)
    await server.do(back, Answer, ask=table.ask_count - 1, is_yes=True)
    assert table.resigned[seat].person == away.person
    assert table.stage == "playing"
    server.live.leave(asking)
