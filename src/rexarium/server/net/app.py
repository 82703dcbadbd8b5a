"""The web application: the API and the page behind one guard. WebSockets bypass it: see `admission.py`."""

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
from rexarium.server.model.errors import Refusal
from rexarium.server.net import admin, openapi
from rexarium.server.net.access import COOKIE, HEADERS, Access
from rexarium.server.net.adapter import client_network, problem_response, serve
from rexarium.server.net.endpoints import ENDPOINTS
from rexarium.server.net.pages import BUILT, PageFiles, find_index, show_file, show_shell
from rexarium.server.runtime.service import Service
from rexarium.server.wire.bodies import Problem
from rexarium.server.wire.problems import to_problem

PLACES = ("/", "/t/{table}", "/replay", "/replay/{table}", "/rules", "/rules/{game}", "/me")
NO_PLACES = ("/api/", "/ws/", "/page/", "/feed/")  # programs ask for these, and need no page
_log = logging.getLogger("rexarium.server")


def make_app(service: Service, access: Access, key: str = "", pages: Path | None = None) -> ASGIApp:
    """Everything that answers on the port; `key` is the operator's."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        if not service.is_open:
            await service.open()
        yield
        await service.close()

    pages = pages or BUILT
    routes: list[BaseRoute] = [
        Route(point.path, serve(point, service, access), methods=[point.method]) for point in ENDPOINTS
    ]
    routes += [
        Route("/api/openapi.json", _describe, methods=["GET"]),
        *(Route(place, show_shell(pages, service), methods=["GET"]) for place in PLACES),
        Route("/sw.js", show_file(pages / "sw.js"), methods=["GET"]),  # at the root, to control every page
        Mount("/page", PageFiles(directory=pages, check_dir=False)),
        *(admin.routes(service, key) if key else ()),
    ]
    refusing = {404: _refuse_with(pages), 405: _refuse, Exception: _answer_crash}
    app = Starlette(routes=routes, lifespan=lifespan, exception_handlers=refusing)
    app.router.redirect_slashes = False  # it does not know our public host name and scheme
    return GuardMiddleware(app, service, access)


def _refuse_with(pages: Path) -> Callable[[Request, Exception], Awaitable[Response]]:
    """Answer a bad address: anyone who typed it or followed a link gets the page, which explains it to them."""

    async def refuse(request: Request, error: Exception) -> Response:
        if not request.url.path.startswith(NO_PLACES) and "text/html" in request.headers.get("accept", ""):
            return await show_file(find_index(pages), 404)(request)
        return await _refuse(request, error)

    return refuse


async def _refuse(request: Request, error: Exception) -> Response:
    """Answer a bad address or method; programs get the API's own form."""
    assert isinstance(error, HTTPException)
    if not request.url.path.startswith("/api/"):
        return PlainTextResponse(error.detail, error.status_code, headers=error.headers)
    if error.status_code == 404:
        return problem_response(Problem("unknown", "There is nothing here by that name."))
    response = problem_response(Problem("not possible", f"This address does not take {request.method}."), 405)
    response.headers["allow"] = ", ".join(_methods(request))
    return response


def _methods(request: Request) -> list[str]:
    """The methods allowed at this address."""
    found = {
        method
        for route in request.app.routes
        if isinstance(route, Route) and route.matches(request.scope)[0] is not Match.NONE
        for method in route.methods or ()
    }
    return sorted(found)


async def _answer_crash(request: Request, error: Exception) -> Response:
    """Answer after a crash; the log gets its type and place, and nobody its message."""
    if not request.url.path.startswith("/api/"):
        return Response(status_code=500)
    return problem_response(
        Problem("unavailable", "Something went wrong here, and we have noted it. Try again."), 500
    )


async def _describe(request: Request) -> Response:
    return JSONResponse(openapi.describe())


class GuardMiddleware:
    """Admits requests for our hostnames, adds headers to all responses, and keeps crashes from revealing secrets."""

    def __init__(self, app: ASGIApp, service: Service, access: Access) -> None:
        self._app = app
        self._people = service.people
        self._access = access

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request, whatever happens."""
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
            await problem_response(to_problem(refusal))(scope, receive, send_guarded)
            return
        try:
            await self._app(scope, receive, send_guarded)
        except Exception:  # the application has already responded as far as it could
            _log.exception("a request failed", extra={"route": _route(scope)})

    def _let_in(self, request: HTTPConnection) -> None:
        """Refuse a wrong hostname, or too many requests; files of the page, which come many at once, do not count."""
        if not self._access.allows_hostname(request.headers.get("host", "")):
            raise Refusal("not allowed", "This server does not answer to that name; see --host.")
        if request.scope["path"].startswith("/page/"):
            return
        person = self._people.recall(request.cookies.get(COOKIE, ""))
        excess = self._access.requests.take(
            person.id if person else "", client_network(request, self._access)
        )
        if excess:
            raise Refusal("too fast", _say_requests(excess), seconds=excess.seconds)


_HEADERS = [(name.encode(), value.encode()) for name, value in HEADERS.items()]


def _say_requests(excess: Excess) -> Sentence:
    """Why there have been too many requests."""
    return sentence(
        "Too many requests: the limit is {burst} at once, then {rate} a minute. "
        "Try again in {seconds, plural, one {# second} other {# seconds}}.",
        **excess._asdict(),
    )


def _route(scope: Scope) -> str:
    """The pattern of a path, so that neither table ids nor keys get into metrics or logs."""
    route = scope.get("route")
    return str(getattr(route, "path", "")) or "other"
