"""Helpers for tests of live tables."""

from rexarium.server.model.log import Clock
from tests.server.support.fakes import FakeSession, FlakyStore
from tests.server.support.server import TestServer

LIVE = Clock("live", bank=60, increment=5)


def kinds(session: FakeSession) -> list[str]:
    return [message["is"] for message in session.read()]


def flaky(server: TestServer) -> FlakyStore:
    assert isinstance(server.store, FlakyStore)
    return server.store
