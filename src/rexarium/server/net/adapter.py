"""The HTTP API: one table of endpoints, which routes, checks and the OpenAPI description are made from."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import msgspec
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response

from rexarium.kernel.errors import RexariumError
from rexarium.server.model.errors import Refusal, RefusalCode
from rexarium.server.net.access import COOKIE, LOCAL, Access
from rexarium.server.net.api import JSON, ApiRequest, ApiResponse, Endpoint
from rexarium.server.runtime.networks import network_of
from rexarium.server.runtime.service import Service
from rexarium.server.wire import bodies
from rexarium.server.wire.messages import encode
from rexarium.server.wire.problems import to_problem

STATUS: dict[RefusalCode, int] = {
    "stale": 409,
    "not your turn": 409,
    "illegal": 409,
    "unreadable": 400,
    "not allowed": 403,
    "not possible": 409,
    "too fast": 429,
    "too large": 413,
    "unknown": 404,
    "wrong version": 400,
    "unavailable": 503,
}

PASSING = (429, 503)  # statuses of what may be tried again
AGAIN = 5  # seconds until then, unless a better time is known
YEARS = 400 * 24 * 3600  # seconds that a device is remembered: the longest browsers allow
BODY_SECONDS = 20  # that a body may take to arrive


def serve(endpoint: Endpoint, service: Service, access: Access) -> Callable[[Request], Awaitable[Response]]:
    """Starlette's handler for an endpoint."""

    async def respond(http_request: Request) -> Response:
        try:
            request = await _read_request(endpoint, service, access, http_request)
            response = await endpoint.handler(request)
        except RexariumError as error:
            return problem_response(to_problem(error))
        return _respond(response, access)

    return respond


async def _read_request(endpoint: Endpoint, service: Service, access: Access, request: Request) -> ApiRequest:
    if endpoint.method != "GET":
        _check_origin(access, request)
    body = await _read_body(endpoint, request) if endpoint.body is not None else None
    query = _read_query(endpoint, request)
    key, agent = request.cookies.get(COOKIE, ""), request.headers.get("user-agent", "")
    person = await service.people.find_by_key(key, agent)
    path = {name: str(value) for name, value in request.path_params.items()}
    if any("\0" in text for text in (*path.values(), *query.values())):  # which databases reject
        raise Refusal("unreadable", "This address cannot be read: it contains a null character.")
    address = client_address(request, access)
    return ApiRequest(service, access, path, query, body, key, person, address, agent, _base(request, access))


def _base(request: Request, access: Access) -> str:
    """The server's URL as the client knows it, or one that other devices can reach if they cannot reach that."""
    scheme = "https" if access.is_secure else request.url.scheme
    url = request.base_url.replace(scheme=scheme)
    other = access.outside_name
    if other and f"{url.hostname}" in LOCAL:
        url = url.replace(hostname=other, port=None if access.is_secure else url.port)
    return str(url)


def _check_origin(access: Access, request: Request) -> None:
    """Refuse changes requested by other sites' pages, whatever cookies the browser sends along."""
    origin = request.headers.get("origin")
    if origin is not None and not access.allows_origin(origin, request.headers.get("host", "")):
        raise Refusal("not allowed", "This page is not allowed to use this server.")


async def _read_body(endpoint: Endpoint, request: Request) -> Any:
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
        raise Refusal("unreadable", f"Send the body as {JSON}.")
    try:
        async with asyncio.timeout(BODY_SECONDS):
            data = await _receive(request)
        return msgspec.json.decode(data, type=endpoint.body)
    except (TimeoutError, ClientDisconnect):
        raise Refusal("unreadable", "The request body did not arrive in time.") from None
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refusal("unreadable", f"This body cannot be read: {error}.") from None


async def _receive(request: Request) -> bytes:
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > bodies.LARGEST_BODY:
            raise Refusal("too large", f"A body may have at most {bodies.LARGEST_BODY} bytes.")
    return bytes(data)


def _read_query(endpoint: Endpoint, request: Request) -> Mapping[str, str]:
    """The query parameters known here; of one given twice, the last."""
    said = request.query_params
    try:
        return {
            name: msgspec.convert(said[name], kind) for name, kind in endpoint.query.items() if name in said
        }
    except msgspec.ValidationError as error:
        raise Refusal("unreadable", f"This address cannot be read: {error}.") from None


def problem_response(why: bodies.Problem, status: int | None = None) -> Response:
    """A refusal as a response."""
    status = status or STATUS[why.code]
    headers = {"cache-control": "no-store"}
    if status in PASSING:
        headers["retry-after"] = str(why.seconds or AGAIN)
    return Response(encode(why), status, media_type=JSON, headers=headers)


def _respond(response: ApiResponse, access: Access) -> Response:
    content = encode(response.body) if response.media_type == JSON else response.body
    body = b"" if response.status == 204 else content
    http_response = Response(body, response.status, headers={"cache-control": "no-store"})
    if body:
        http_response.headers["content-type"] = response.media_type
    if response.filename:
        http_response.headers["content-disposition"] = f'attachment; filename="{response.filename}"'
    if response.link:
        http_response.headers["link"] = response.link
    if response.key:
        http_response.set_cookie(
            COOKIE,
            response.key,
            max_age=YEARS,
            path="/",
            secure=access.is_secure,
            httponly=True,
            samesite="strict",
        )
    elif response.key is not None:
        http_response.delete_cookie(
            COOKIE, path="/", secure=access.is_secure, httponly=True, samesite="strict"
        )
    return http_response


def client_address(connection: HTTPConnection, access: Access) -> str:
    """The client's address, as given by our own proxies if there are any."""
    lines = connection.headers.getlist("x-forwarded-for")  # a proxy may add a line to one the client made up
    passed = [part.strip() for part in ",".join(lines).split(",") if part.strip()]
    if access.proxies and len(passed) >= access.proxies:
        return passed[-access.proxies]
    return connection.client.host if connection.client else "nowhere"


def client_network(connection: HTTPConnection, access: Access) -> str:
    """The network a client comes from, for its limits."""
    return network_of(client_address(connection, access))
