"""The model waits for nothing, and neither do its tests: none of them can start an event loop."""

import asyncio

import pytest


@pytest.fixture(autouse=True)
def no_event_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refuse every event loop."""

    def refuse(*_: object) -> None:
        raise AssertionError("a test of the model starts an event loop")

    monkeypatch.setattr(asyncio.BaseEventLoop, "__init__", refuse)
