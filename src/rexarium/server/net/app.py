"""The web application: the API and the page behind one guard. WebSockets do not come here: see `admission.py`."""

import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Match, Mount, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rexarium.kernel.sentence import Sentence, sentence
from rexarium.server.limits import Excess
from rexarium.server.metrics import METRICS
from rexarium.server.model.refusal import Refusal
from rexarium.server.net import control, openapi
from rexarium.server.net.doors import COOKIE, HEADERS, Doors
from rexarium.server.net.endpoints import ENDPOINTS
from rexarium.server.net.http import home_of, problem, serve
from rexarium.server.net.pages import BUILT, Pages, find_index, show_file, show_shell
from rexarium.server.runtime.service import Service
from rexarium.server.wire.bodies import Problem
from rexarium.server.wire.problems import problem_of

PLACES = ("/", "/t/{table}", "/replay", "/replay/{table}", "/rules", "/rules/{game}", "/me")


NO_PLACES = ("/api/", "/ws/", "/page/", "/feed/")  # programs ask for what is there


_log = logging.getLogger("rexarium.server")


def make_app(service: Service, doors: Doors, key: str = "", pages: Path | None = None) -> ASGIApp:
    """Everything that answers on the port; `key` is for whoever keeps the house."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        if not service.is_open:
            await service.open()
        yield
        await service.close()

    pages = pages or BUILT
    routes: list[BaseRoute] = [
        Route(point.path, serve(point, service, doors), methods=[point.method]) for point in ENDPOINTS
    ]
    routes += [
        Route("/api/openapi.json", _describe, methods=["GET"]),
        *(Route(place, show_shell(pages, service), methods=["GET"]) for place in PLACES),
        Route("/sw.js", show_file(pages / "sw.js"), methods=["GET"]),  # here it may serve the whole house
        Mount("/page", Pages(directory=pages, check_dir=False)),
        *(control.routes(service, key) if key else ()),
    ]
    refusing = {404: _refuse_with(pages), 405: _refuse, Exception: _admit}
    app = Starlette(routes=routes, lifespan=lifespan, exception_handlers=refusing)
    app.router.redirect_slashes = False  # it would not know by which name and scheme we are called
    return Guard(app, service, doors)


def _refuse_with(pages: Path) -> Callable[[Request, Exception], Awaitable[Response]]:
    """What is not there; somebody who typed the address, or followed a link, is told by the page, in their language."""

    async def refuse(request: Request, error: Exception) -> Response:
        if not request.url.path.startswith(NO_PLACES) and "text/html" in request.headers.get("accept", ""):
            return await show_file(find_index(pages), 404)(request)
        return await _refuse(request, error)

    return refuse


async def _refuse(request: Request, error: Exception) -> Response:
    """What is not there, or not in this way; programs are told in the API's own form."""
    assert isinstance(error, HTTPException)
    if not request.url.path.startswith("/api/"):
        return PlainTextResponse(error.detail, error.status_code, headers=error.headers)
    if error.status_code == 404:
        return problem(Problem("unknown", "There is nothing here by that name."))
    response = problem(Problem("not possible", f"This address does not take {request.method}."), 405)
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
    return problem(Problem("unavailable", "Something went wrong here, and we have noted it. Try again."), 500)


async def _describe(request: Request) -> Response:
    return JSONResponse(openapi.describe())


class Guard:
    """At the door: only names of this house are let in, every answer has its headers, and no accident tells secrets."""

    def __init__(self, app: ASGIApp, service: Service, doors: Doors) -> None:
        self._app = app
        self._people = service.people
        self._doors = doors

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, whatever becomes of it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *_HEADERS]
                METRICS.requests.inc(_route(scope), message["status"])
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
            raise Refusal("not allowed", "This server does not answer to that name; see --host.")
        if request.scope["path"].startswith("/page/"):
            return
        person = self._people.recall(request.cookies.get(COOKIE, ""))
        excess = self._doors.requests.take(person.id if person else "", home_of(request, self._doors))
        if excess:
            raise Refusal("too fast", _say_requests(excess), seconds=excess.seconds)


_HEADERS = [(name.encode(), value.encode()) for name, value in HEADERS.items()]


def _say_requests(excess: Excess) -> Sentence:
    """Why a request is not answered."""
    return sentence(
        "Too many requests: the limit is {burst} at once, then {rate} a minute. "
        "Try again in {seconds, plural, one {# second} other {# seconds}}.",
        **excess._asdict(),
    )


def _route(scope: Scope) -> str:
    """The pattern of a path, so that no table and no key gets into metrics or logs."""
    route = scope.get("route")
    return str(getattr(route, "path", "")) or "other"
