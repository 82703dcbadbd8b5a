"""How uvicorn is configured: with our own protocols, constructed the way it constructs its own.

It documents that it takes protocol classes, but not how it calls them; everything we rely on is in this module.
"""

from collections.abc import MutableSet
from typing import Any, cast

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from rexarium.server.net.access import Access
from rexarium.server.net.connection import CONNECTION, ConnectionCounts, HttpConnection, Watched
from rexarium.server.net.websocket import Reception, WebSocketConnection


def configure(app: ASGIApp, reception: Reception, access: Access) -> uvicorn.Config:
    """Configure a server for this application; WebSockets go to `reception` instead."""
    counts = ConnectionCounts(access)

    class Http(HttpConnection):
        """Constructed by uvicorn for a new connection."""

        def __init__(
            self, config: uvicorn.Config, server_state: ServerState, app_state: dict[str, Any], **_: object
        ) -> None:
            http = H11Protocol(config, server_state, app_state | {CONNECTION: self})
            super().__init__(http, counts, server_state.connections)

    class Socket(WebSocketConnection):
        """Constructed by uvicorn for an upgrade; uvicorn finds it among its connections to shut it down."""

        def __init__(self, config: uvicorn.Config, server_state: ServerState, **_: object) -> None:
            everyone = cast(MutableSet[object], server_state.connections)
            super().__init__(reception, everyone, server_state.tasks)

    return uvicorn.Config(
        Watched(app),
        loop="auto",
        http=Http,
        ws=Socket,
        server_header=False,
        access_log=False,
        log_config=None,
        lifespan="on",
        timeout_graceful_shutdown=5,
        proxy_headers=False,
    )
