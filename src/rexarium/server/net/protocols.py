"""What uvicorn is told and given: our own protocols, made the way it makes its own.

It documents that it takes classes of protocols, but not how it calls them; whatever we rely on of that stands here.
"""

from collections.abc import MutableSet
from typing import Any, cast

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from rexarium.server.net.connection import CONNECTION, ConnectionCounts, HttpConnection, Watched
from rexarium.server.net.doors import Doors
from rexarium.server.net.websocket import Reception, WebSocketConnection


def configure(app: ASGIApp, reception: Reception, doors: Doors) -> uvicorn.Config:
    """A server for this application, whose WebSockets go to the reception and not to the application."""
    counts = ConnectionCounts(doors)

    class Http(HttpConnection):
        """As uvicorn makes it when somebody connects."""

        def __init__(
            self, config: uvicorn.Config, server_state: ServerState, app_state: dict[str, Any], **_: object
        ) -> None:
            http = H11Protocol(config, server_state, app_state | {CONNECTION: self})
            super().__init__(http, counts, server_state.connections)

    class Socket(WebSocketConnection):
        """As uvicorn makes it at an upgrade; it looks for it among its connections to shut it down."""

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
