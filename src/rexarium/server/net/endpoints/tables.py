"""Endpoints: tables."""

from urllib.parse import urlencode

from rexarium.kernel.sentence import sentence
from rexarium.server.model import checks, commands
from rexarium.server.model.errors import Refusal
from rexarium.server.net.api import ApiRequest, ApiResponse, Endpoint, check_changes, limit_network
from rexarium.server.net.endpoints.links import draw
from rexarium.server.net.endpoints.lists import own_summary, read_place, say_place, summaries_of
from rexarium.server.runtime.tables import LOBBY
from rexarium.server.wire import bodies, messages, present


async def _lobby(request: ApiRequest) -> ApiResponse:
    """The open tables, those waiting for players first; of one game, if given. A `Link` header has the next page."""
    game = request.query_param("game") or ""
    listings = await request.service.tables.lobby(game, read_place(request.query_param("after")))
    link = ""
    if len(listings) == LOBBY:
        more = {"after": say_place(listings[-1])} | ({"game": game} if game else {})
        link = f'</api/tables?{urlencode(more)}>; rel="next"'
    return ApiResponse(summaries_of(listings), link=link)


async def _my_tables(request: ApiRequest) -> ApiResponse:
    """The tables where this person has a seat: first those that are not over; the latest change first."""
    found = summaries_of(await request.service.tables.of_person(request.me))
    return ApiResponse([own_summary(summary, request.me) for summary in found])


async def _open_table(request: ApiRequest) -> ApiResponse:
    """Open a table."""
    if excess := request.access.tables.take(request.me.id, request.network):
        why = sentence(
            "Too many new tables: the limit is {burst} at once, then {rate} a minute. "
            "Try again in {seconds, plural, one {# second} other {# seconds}}.",
            **excess._asdict(),
        )
        raise Refusal("too fast", why, seconds=excess.seconds)
    return ApiResponse(await request.service.tables.create(request.me, request.body, request.network), 201)


async def _table(request: ApiRequest) -> ApiResponse:
    """A table as everyone may see it."""
    live = await request.service.tables.get(request.path_param("table"))
    await live.read(lambda table: checks.check_entry(table, request.actor))
    return ApiResponse(await live.read(present.table_state))


async def _link(request: ApiRequest) -> ApiResponse:
    """A table's link, for others to come to, also as a picture."""
    live = await request.service.tables.get(request.path_param("table"))
    link = f"{request.base}t/{live.table.id}"
    limit_network(request, request.access.pictures)
    return ApiResponse(bodies.LinkCard(link, draw(link)))


async def _sit(request: ApiRequest) -> ApiResponse:
    """Sit down with a share of the deal, or add one to the caller's seat, knowing the commitment; start, if asked."""
    check_changes(request.access, request.me.id)
    await request.service.tables.sit(request.me, request.path_param("table"), _seat(request), request.body)
    return ApiResponse(None, 204)


async def _seat_key(request: ApiRequest) -> ApiResponse:
    """A key for a program to play a free seat with; shown once, to the host."""
    key = await request.service.tables.make_seat_key(request.me, request.path_param("table"), _seat(request))
    return ApiResponse(bodies.SeatKey(key), 201)


def _seat(request: ApiRequest) -> int:
    """The seat number in the address; 0, which no seat has, if it is not a number."""
    seat = request.path_param("seat")
    return int(seat) if seat.isdecimal() and seat.isascii() and len(seat) < 3 else 0


TABLES_ENDPOINTS = (
    Endpoint("GET", "/api/me/tables", _my_tables, list[bodies.TableSummary], refusals=("not allowed",)),
    Endpoint(
        "GET",
        "/api/tables",
        _lobby,
        list[bodies.TableSummary],
        query={"game": commands.Words, "after": bodies.LobbyPlace},
    ),
    Endpoint(
        "POST",
        "/api/tables",
        _open_table,
        bodies.Address,
        commands.NewTable,
        201,
        refusals=("not allowed", "not possible", "unknown", "unavailable"),
    ),
    Endpoint("GET", "/api/tables/{table}", _table, messages.TableState, refusals=("not allowed", "unknown")),
    Endpoint("GET", "/api/tables/{table}/link", _link, bodies.LinkCard, refusals=("unknown",)),
    Endpoint(
        "POST",
        "/api/tables/{table}/seats/{seat}",
        _sit,
        None,
        bodies.Seating,
        204,
        refusals=("not allowed", "not possible", "unknown"),
    ),
    Endpoint(
        "POST",
        "/api/tables/{table}/seats/{seat}/key",
        _seat_key,
        bodies.SeatKey,
        status=201,
        refusals=("not allowed", "not possible", "unknown"),
    ),
)
