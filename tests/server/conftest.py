"""Fixtures of the server's tests: a server with one table, its application, and a real one on a port.

`server`, `api` and `live_server` are opened for each test that names them and closed after it. They are configured with
the markers `table`, `access` and `send_buffer`; a test that needs more opens its own with `start_server`, `start_api` or
`start_live_server`.
"""

import asyncio
import functools
import inspect
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from uvicorn.loops.auto import auto_loop_factory

from tests.server.support.api import Api, open_access, start_api
from tests.server.support.live_server import LiveServer, start_live_server
from tests.server.support.samples import PATIENCE
from tests.server.support.server import TestServer, start_server

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """An async test that hangs fails, and says where."""
    for item in items:
        if not item.path.is_relative_to(HERE):
            continue
        if isinstance(item, pytest.Function) and inspect.iscoroutinefunction(item.obj):
            item.obj = limited(item.obj)


def limited(test: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
    """The test, which fails when its time is over."""

    @functools.wraps(test)
    async def run(*args: Any, **fields: Any) -> None:
        async with asyncio.timeout(PATIENCE):
            await test(*args, **fields)

    return run


@pytest.fixture
def anyio_backend(request: pytest.FixtureRequest) -> tuple[str, dict[str, Any]]:
    """The loop of a test: where there is a real network, the one that people play on."""
    is_live = "live_server" in request.fixturenames or request.node.get_closest_marker("uvloop")
    return "asyncio", {"loop_factory": auto_loop_factory()} if is_live else {}


@pytest.fixture
async def server(request: pytest.FixtureRequest) -> AsyncIterator[TestServer]:
    """A server with one table, by default of T-Rex, where Anna, Ben and Cleo play."""
    marker = request.node.get_closest_marker("table")
    opened = start_server(*marker.args, **marker.kwargs) if marker else start_server()
    async with asyncio.timeout(2 * PATIENCE), opened as server:
        yield server


@pytest.fixture
async def api(request: pytest.FixtureRequest) -> AsyncIterator[Api]:
    """The application, with a table where Anna, Ben and Cleo play."""
    marker = request.node.get_closest_marker("access")
    async with (
        asyncio.timeout(2 * PATIENCE),
        start_api(open_access(**marker.kwargs) if marker else None) as api,
    ):
        yield api


@pytest.fixture
async def live_server(request: pytest.FixtureRequest) -> AsyncIterator[LiveServer]:
    """A server on a port of this machine, with a table where Anna, Ben and Cleo play."""
    access = request.node.get_closest_marker("access")
    buffer = request.node.get_closest_marker("send_buffer")
    opened = start_live_server(
        open_access(**access.kwargs) if access else None, buffer.args[0] if buffer else 0
    )
    async with asyncio.timeout(2 * PATIENCE), opened as live_server:
        yield live_server
