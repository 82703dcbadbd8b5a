"""A client that is behind asks for a snapshot: it gets one, and the reason that it gives is counted."""

from typing import get_args

import pytest

from rexarium.server.wire import messages
from tests.server.support.api import counted
from tests.server.support.live_server import LiveClient, LiveServer

FAULTS = get_args(messages.Fault)


def faults() -> dict[str, float]:
    """How often each fault has been counted so far."""
    return {why: counted("rexarium_pages_behind_total", why=why) for why in FAULTS}


async def resync(ana: LiveClient, **more: object) -> None:
    await ana.send({"do": "resync", **more})
    await ana.expect("snapshot")


@pytest.mark.parametrize("why", FAULTS)
async def test_the_reason_for_a_resync_is_counted(live_server: LiveServer, why: str) -> None:
    async with live_server.join("anna") as anna:
        before, healed = faults(), counted("rexarium_resyncs_total")
        await resync(anna, why=why)
        assert faults() == before | {why: before[why] + 1}
        assert counted("rexarium_resyncs_total") == healed  # that counts clients which do not read


async def test_a_resync_without_a_reason_is_answered_and_not_counted(live_server: LiveServer) -> None:
    async with live_server.join("anna") as anna:
        before = faults()
        await resync(anna)
        await resync(anna, why=None)
        assert faults() == before


async def test_an_unknown_resync_reason_is_refused(live_server: LiveServer) -> None:
    """A label of the metrics is one of three words, whatever a client sends."""
    async with live_server.join("anna") as anna:
        before = faults()
        await anna.send({"do": "resync", "why": "boredom"})
        (refused,) = await anna.expect("refused")
        assert (refused["id"], refused["code"]) == (None, "unreadable")
        assert faults() == before
