"""Endpoints: tables."""

from urllib.parse import urlencode

from rexarium.kernel.sentence import sentence
from rexarium.server.model import checks, commands
from rexarium.server.model.refusal import Refusal
from rexarium.server.net.api import Answer, Call, Endpoint, check_changes, limit_network
from rexarium.server.net.endpoints.links import draw
from rexarium.server.net.endpoints.lists import own_summary, read_place, say_place, summaries_of
from rexarium.server.runtime.tables import LOBBY
from rexarium.server.wire import bodies, messages, present


async def _lobby(call: Call) -> Answer:
    """The open tables, those waiting for players first; of one game, if given. A `Link` header has the next page."""
    game = call.word("game") or ""
    listings = await call.service.tables.lobby(game, read_place(call.word("after")))
    link = ""
    if len(listings) == LOBBY:
        more = {"after": say_place(listings[-1])} | ({"game": game} if game else {})
        link = f'</api/tables?{urlencode(more)}>; rel="next"'
    return Answer(summaries_of(listings), link=link)


async def _my_tables(call: Call) -> Answer:
    """The tables where this person has a seat: first those that are not over; the latest change first."""
    found = summaries_of(await call.service.tables.of_person(call.me))
    return Answer([own_summary(summary, call.me) for summary in found])


async def _open_table(call: Call) -> Answer:
    """Open a table."""
    if excess := call.doors.tables.take(call.me.id, call.network):
        why = sentence(
            "Too many new tables: the limit is {burst} at once, then {rate} a minute. "
            "Try again in {seconds, plural, one {# second} other {# seconds}}.",
            **excess._asdict(),
        )
        raise Refusal("too fast", why, seconds=excess.seconds)
    return Answer(await call.service.tables.create(call.me, call.body, call.network), 201)


async def _table(call: Call) -> Answer:
    """A table as everyone may see it."""
    desk = await call.service.tables.get(call.part("table"))
    await desk.look(lambda room: checks.check_entry(room, call.actor))
    return Answer(await desk.look(present.show_table))


async def _link(call: Call) -> Answer:
    """A table's link, for others to come to, also as a picture."""
    desk = await call.service.tables.get(call.part("table"))
    link = f"{call.base}t/{desk.room.id}"
    limit_network(call, call.doors.pictures)
    return Answer(bodies.LinkCard(link, draw(link)))


async def _sit(call: Call) -> Answer:
    """Sit down with a share of the deal, or add one to the caller's seat, knowing the commitment; start, if asked."""
    check_changes(call.doors, call.me.id)
    await call.service.tables.sit(call.me, call.part("table"), _seat(call), call.body)
    return Answer(None, 204)


async def _seat_key(call: Call) -> Answer:
    """A key for a program to play a free seat with; shown once, to the host."""
    key = await call.service.tables.make_seat_key(call.me, call.part("table"), _seat(call))
    return Answer(bodies.SeatKey(key), 201)


def _seat(call: Call) -> int:
    """The seat number in the address; 0, which no seat has, if it is not a number."""
    seat = call.part("seat")
    return int(seat) if seat.isdecimal() and seat.isascii() and len(seat) < 3 else 0


TABLES_ROWS = (
    Endpoint("GET", "/api/me/tables", _my_tables, list[bodies.TableSummary], refusals=("not allowed",)),
    Endpoint(
        "GET",
        "/api/tables",
        _lobby,
        list[bodies.TableSummary],
        words={"game": commands.Words, "after": bodies.LobbyPlace},
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
