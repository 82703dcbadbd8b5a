"""The web application: the API, the WebSocket and the page behind one guard."""

import logging
import mimetypes
import os
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Match, Mount, Route
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from rexarium.kernel.texts import LANGUAGES
from rexarium.table import control, openapi
from rexarium.table.doors import HEADERS, Doors, visitor_of
from rexarium.table.house import House
from rexarium.table.http import ENDPOINTS, problem, serve
from rexarium.table.metrics import METRICS
from rexarium.table.protocol import Problem
from rexarium.table.refusal import Refusal, problem_of
from rexarium.table.sockets import Sockets

PLAIN = Path(str(files("rexarium.table") / "pages"))  # a page that needs nothing to be built
BUILT = Path(str(files("rexarium.table") / "page"))  # the page of web/, as ./rex builds it
CODINGS = {"br": "br", "gzip": "gz"}  # the better one first, by what its files end in
PLACES = ("/", "/t/{table}", "/replay", "/replay/{table}", "/rules", "/rules/{game}", "/me")
NO_PLACES = ("/api/", "/ws/", "/page/", "/feed/")  # programs ask for what is there
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
        *(Route(place, _show_shell(pages, house), methods=["GET"]) for place in PLACES),
        Route("/sw.js", _show_file(pages / "sw.js"), methods=["GET"]),  # here it may serve the whole house
        Mount("/page", Pages(directory=pages)),
        *(control.routes(house, key) if key else ()),
    ]
    refusing = {404: _refuse_with(pages / "index.html"), 405: _refuse, Exception: _admit}
    app = Starlette(routes=routes, lifespan=lifespan, exception_handlers=refusing)
    app.router.redirect_slashes = False  # it would not know by which name and scheme we are called
    return Guard(app, Sockets(house, doors), doors)


def page_folder() -> Path:
    """The built page, or the plain one where nothing could build it."""
    return BUILT if (BUILT / "index.html").is_file() else PLAIN


def _show_shell(pages: Path, house: House) -> Callable[[Request], Awaitable[Response]]:
    """The page finds out from its own address what to show; a shell made for the place lets it ask for all of it at once."""

    async def show(request: Request) -> Response:
        table = request.path_params.get("table")
        is_table = request.scope["path"].startswith("/t/")
        kind = (
            await house.game_of(str(table)) if is_table else "front" if request.scope["path"] == "/" else None
        )
        language = read_language(request.headers.get("accept-language", ""))
        made = pages / "shells" / f"{kind}.{language}.html"
        shell = made if kind and made.is_file() else pages / "index.html"
        return send_file(
            shell, request.headers, {"cache-control": "no-cache", "vary": "accept-encoding, accept-language"}
        )

    return show


def read_language(wish: str) -> str:
    """The language of ours that somebody would like best, by their browser's Accept-Language."""

    def weight(part: str) -> float:
        found = re.search(r";\s*q=([01](?:\.\d{0,3})?)\s*$", part)
        return float(found[1]) if found else 1.0

    wanted = sorted(wish.split(","), key=weight, reverse=True)
    known = (part.strip()[:2].lower() for part in wanted)
    return next((language for language in known if language in LANGUAGES), LANGUAGES[0])


def _show_file(path: Path, status: int = 200) -> Callable[[Request], Awaitable[Response]]:
    """A file that may change."""

    async def show(request: Request) -> Response:
        if not path.is_file():
            return Response(status_code=404)
        return send_file(
            path, request.headers, {"cache-control": "no-cache", "vary": "accept-encoding"}, status
        )

    return show


def send_file(path: Path, wish: Headers, headers: Mapping[str, str], status: int = 200) -> Response:
    """A file, or word that it is still the same; compressed, if it lies there so and the browser can read that."""
    sent, kind = path, mimetypes.guess_type(path.name)[0]
    for coding, ending in CODINGS.items():
        zipped = path.with_name(f"{path.name}.{ending}")
        if _accepts(wish, coding) and zipped.is_file():
            sent, headers = zipped, {**headers, "content-encoding": coding}
            break
    response = FileResponse(sent, status, headers, media_type=kind, stat_result=sent.stat())
    is_known = response.headers["etag"] in re.findall(r'"[^"]*"', wish.get("if-none-match", ""))
    return NotModifiedResponse(response.headers) if is_known else response


def _accepts(wish: Headers, coding: str) -> bool:
    """Can a browser read this coding? It may name it only to say no."""
    named = re.search(rf"(?:^|,)\s*{coding}\s*(?:;\s*q=([\d.]+)\s*)?(?:,|$)", wish.get("accept-encoding", ""))
    return named is not None and (named[1] or "1").strip("0.") != ""


class Pages(StaticFiles):
    """The parts of the page: those with a fingerprint in their name never change, of the others a browser asks again."""

    def file_response(
        self, full_path: Any, stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """A file, or word that it is still the same."""
        path = Path(full_path)
        if path.parent.name != "assets":
            response = super().file_response(full_path, stat_result, scope, status_code)
            response.headers["cache-control"] = "no-cache"
            return response
        headers = {"cache-control": "public, max-age=31536000, immutable", "vary": "accept-encoding"}
        return send_file(path, Headers(scope=scope), headers, status_code)


def _refuse_with(page: Path) -> Callable[[Request, Exception], Awaitable[Response]]:
    """What is not there; somebody who typed the address, or followed a link, is told by the page, in their language."""
    show = _show_file(page, 404)

    async def refuse(request: Request, error: Exception) -> Response:
        if not request.url.path.startswith(NO_PLACES) and "text/html" in request.headers.get("accept", ""):
            return await show(request)
        return await _refuse(request, error)

    return refuse


async def _refuse(request: Request, error: Exception) -> Response:
    """What is not there, or not in this way; programs are told in the API's own form."""
    assert isinstance(error, HTTPException)
    if not request.url.path.startswith("/api/"):
        return PlainTextResponse(error.detail, error.status_code, headers=error.headers)
    if error.status_code == 404:
        return problem(Problem("unknown", "There is nothing of that name here."))
    response = problem(Problem("not possible", f"This cannot be asked by {request.method}."), 405)
    response.headers["allow"] = ", ".join(_methods(request))
    return response


def _methods(request: Request) -> list[str]:
    """What may be done at this address."""
    found = {
        method
        for route in request.app.routes
        if isinstance(route, Route) and route.matches(request.scope)[0] is not Match.NONE
        for method in route.methods or ()
    }
    return sorted(found)


async def _admit(request: Request, error: Exception) -> Response:
    """An accident of ours; what it was stands in the log, and its words nowhere."""
    if not request.url.path.startswith("/api/"):
        return Response(status_code=500)
    return problem(Problem("unavailable", "Something went wrong here, and was noted; try again."), 500)


async def _describe(request: Request) -> Response:
    return JSONResponse(openapi.describe())


class Guard:
    """At the door: only names of this house are let in, every answer has its headers, and no accident tells secrets."""

    def __init__(self, app: ASGIApp, sockets: Sockets, doors: Doors) -> None:
        self._app = app
        self._sockets = sockets
        self._doors = doors

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, whatever becomes of it."""
        if scope["type"] == "websocket":
            await self._sockets.take_call(WebSocket(scope, receive, send))
            return
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *_HEADERS]
                METRICS.requests.labels(_route(scope), message["status"]).inc()
            await send(message)

        try:
            self._let_in(HTTPConnection(scope))
        except Refusal as refusal:
            await problem(problem_of(refusal))(scope, receive, send_guarded)
            return
        try:
            await self._app(scope, receive, send_guarded)
        except Exception:  # the application has answered already, as far as it could
            _log.exception("a request failed", extra={"route": _route(scope)})

    def _let_in(self, request: HTTPConnection) -> None:
        """Refuse who calls us by another name, or too often; the parts of a page come many at once, and are only files."""
        if not self._doors.knows_host(request.headers.get("host", "")):
            raise Refusal("not allowed", "This house is not called so; see --host.")
        is_part = request.scope["path"].startswith("/page/")
        if not is_part and not self._doors.requests.allows(visitor_of(request, self._doors)):
            raise Refusal("too fast", "Too many requests from your address; slow down.")


_HEADERS = [(name.encode(), value.encode()) for name, value in HEADERS.items()]


def _route(scope: Scope) -> str:
    """The pattern of a path, so that no table and no key gets into metrics or logs."""
    route = scope.get("route")
    return str(getattr(route, "path", "")) or "other"
