"""Hints for those who play against bots alone, and reasons for everyone."""

import pytest

from rexarium.server.model.errors import Refusal
from rexarium.server.wire import messages
from rexarium.server.wire.messages import Why
from tests.server.support.model_table import dump, line_of
from tests.server.support.samples import ANNA, BEN, DORA, PROGRAM, bot, program
from tests.server.support.server import TestServer, idle, start_server


async def test_hints_are_for_players_whose_opponents_are_all_bots() -> None:
    async def together(server: TestServer) -> None:
        with pytest.raises(Refusal, match="against bots"):
            await server.live.hint(ANNA, messages.Hint(id="h"))

    async with start_server("tyrannosaurus", ANNA, bot(), bot()) as server:
        await idle()
        prospects = await server.live.hint(ANNA, messages.Hint(id="h"))
        assert prospects.prospects
        with pytest.raises(Refusal):
            await server.live.hint(DORA, messages.Hint(id="h"))
    async with start_server("trex", ANNA, BEN, bot()) as server:
        await together(server)
    async with start_server("trex", ANNA, program(), bot()) as server:
        await together(server)
    async with start_server("trex", bot(), program(), bot()) as server:
        with pytest.raises(Refusal, match="against bots"):
            await server.live.hint(PROGRAM, messages.Hint(id="h"))


async def test_a_why_is_answered_by_a_rule_and_changes_nothing(server: TestServer) -> None:
    table = server.live.table
    seat = table.waiting()[0]
    before = dump(table)
    legal = await server.live.why(server.actor(seat), Why(id="1", line=line_of(table, seat)))
    illegal = await server.live.why(server.actor(seat), Why(id="2", line="take yellow"))
    score = await server.live.why(DORA, Why(id="3", seat=1))
    assert (legal.is_legal, illegal.is_legal, score.is_legal) == (True, False, None)
    assert all(answer.reasons[0].rule.startswith("TR-") for answer in (legal, illegal))
    for question in (Why(id="4"), Why(id="5", seat=4)):
        with pytest.raises(Refusal):
            await server.live.why(ANNA, question)
    with pytest.raises(Refusal):
        await server.live.why(DORA, Why(id="6", line="take yellow"))
    assert dump(table) == before
