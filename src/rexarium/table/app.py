"""The web application: the API, the WebSocket and the page behind one guard."""

import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rexarium.table import control, openapi
from rexarium.table.doors import HEADERS, Doors
from rexarium.table.house import House
from rexarium.table.http import ENDPOINTS, problem, serve
from rexarium.table.metrics import METRICS
from rexarium.table.protocol import Problem
from rexarium.table.sockets import Sockets

PLAIN = Path(str(files("rexarium.table") / "pages"))  # a page that needs nothing to be built
BUILT = Path(str(files("rexarium.table") / "page"))  # the page of web/, as ./rex builds it
PLACES = ("/", "/t/{table}", "/replay", "/replay/{table}", "/rules", "/rules/{game}", "/me")
_log = logging.getLogger("rexarium.table")


def make_app(house: House, doors: Doors, key: str = "", pages: Path | None = None) -> ASGIApp:
    """Everything that answers on the port; `key` is for whoever keeps the house."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await house.open()
        yield
        await house.close()

    pages = pages or page_folder()
    routes: list[BaseRoute] = [
        Route(point.path, serve(point, house, doors), methods=[point.method]) for point in ENDPOINTS
    ]
    routes += [
        Route("/api/openapi.json", _describe, methods=["GET"]),
        WebSocketRoute("/ws/{table}", Sockets(house, doors).endpoint),
        *(Route(place, _show_file(pages / "index.html"), methods=["GET"]) for place in PLACES),
        Route("/sw.js", _show_file(pages / "sw.js"), methods=["GET"]),  # here it may serve the whole house
        Mount("/page", Pages(directory=pages)),
        *(control.routes(house, key) if key else ()),
    ]
    return Guard(Starlette(routes=routes, lifespan=lifespan), doors)


def page_folder() -> Path:
    """The built page, or the plain one where nothing could build it."""
    return BUILT if (BUILT / "index.html").is_file() else PLAIN


def _show_file(path: Path) -> Callable[[Request], Awaitable[Response]]:
    """A file that may change; the page finds out from its own address what to show."""

    async def show(request: Request) -> Response:
        if not path.is_file():
            return Response(status_code=404)
        return FileResponse(path, headers={"cache-control": "no-cache"})

    return show


class Pages(StaticFiles):
    """The parts of the page: those with a fingerprint in their name never change, of the others a browser asks again."""

    def file_response(self, full_path: Any, *args: Any, **kwargs: Any) -> Response:
        """A file, or word that it is still the same."""
        response = super().file_response(full_path, *args, **kwargs)
        is_named = Path(full_path).parent.name == "assets"
        response.headers["cache-control"] = "public, max-age=31536000, immutable" if is_named else "no-cache"
        return response


async def _describe(request: Request) -> Response:
    return JSONResponse(openapi.describe())


class Guard:
    """At the door: only names of this house are let in, every answer has its headers, and no accident tells secrets."""

    def __init__(self, app: ASGIApp, doors: Doors) -> None:
        self._app = app
        self._doors = doors

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, whatever becomes of it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = False

        async def send_guarded(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                message["headers"] = [*message["headers"], *_HEADERS]
                METRICS.requests.labels(_route(scope), message["status"]).inc()
            await send(message)

        host = dict(scope["headers"]).get(b"host", b"").decode("latin-1")
        if not self._doors.knows_host(host):
            refusal = Problem("not allowed", "This house is not called so; see --host.")
            await problem(refusal)(scope, receive, send_guarded)
            return
        try:
            await self._app(scope, receive, send_guarded)
        except Exception:
            _log.exception("a request failed", extra={"route": _route(scope)})
            if started:
                raise
            await Response(status_code=500)(scope, receive, send_guarded)


_HEADERS = [(name.encode(), value.encode()) for name, value in HEADERS.items()]


def _route(scope: Scope) -> str:
    """The pattern of a path, so that no table and no key gets into metrics or logs."""
    route = scope.get("route")
    return str(getattr(route, "path", "")) or "other"
