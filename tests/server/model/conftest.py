"""The model waits for nothing, and neither do its tests: none of them can start an event loop."""

import asyncio
from collections.abc import Iterator

import pytest


@pytest.fixture(scope="module", autouse=True)
def no_event_loop() -> Iterator[None]:
    """Whoever wants an event loop is refused."""

    def refuse(*_: object) -> None:
        raise AssertionError("a test of the model starts an event loop")

    with pytest.MonkeyPatch.context() as patch:
        for module in (asyncio, asyncio.events):
            patch.setattr(module, "new_event_loop", refuse)
        yield
