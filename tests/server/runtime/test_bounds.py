"""A guest's command is carried out once, however late it is sent again."""

import pytest

from rexarium.server.model import decide
from rexarium.server.model.commands import OpenChat, Say
from rexarium.server.model.errors import Refusal
from rexarium.server.model.moment import Actor
from tests.server.model.test_bounds import MOST
from tests.server.support.samples import ANNA, DORA
from tests.server.support.server import start_server

EMIL = Actor("emil", "Emil")


async def test_a_guests_command_is_carried_out_once_however_late_it_is_resent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(decide, "MAX_COMMANDS", MOST)
    async with start_server() as server:
        await server.do(ANNA, OpenChat)
        said = Say(id="first", text="hello")
        first = await server.live.submit(DORA, said)
        for number in range(MOST - 1):
            await server.live.submit(EMIL, Say(id=f"{number}", text="me too"))
        with pytest.raises(Refusal):
            await server.live.submit(EMIL, Say(id="one more", text="me too"))
        for _ in range(2):
            assert await server.live.submit(DORA, said) == first
            assert [line.text for line in server.live.table.chat].count("hello") == 1
            await server.restart()
