"""The promise of `conftest` about all tests in this folder."""

import asyncio

import pytest


def test_no_test_of_the_model_can_start_an_event_loop() -> None:
    with pytest.raises(AssertionError, match="starts an event loop"):
        asyncio.new_event_loop()
    with pytest.raises(AssertionError, match="starts an event loop"), asyncio.Runner() as runner:
        runner.get_loop()
