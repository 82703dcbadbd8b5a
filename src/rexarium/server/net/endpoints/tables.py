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


# Tables
async def _lobby(call: Call) -> Answer:
    """The open tables, those first that wait for players; of one game, if wished. A header `Link` says where they go on."""
    game = call.word("game") or ""
    listings = await call.service.tables.lobby(game, read_place(call.word("after")))
    link = ""
    if len(listings) == LOBBY:
        more = {"after": say_place(listings[-1])} | ({"game": game} if game else {})
        link = f'</api/tables?{urlencode(more)}>; rel="next"'
    return Answer(summaries_of(listings), link=link)


async def _my_tables(call: Call) -> Answer:
    """The tables where one has a seat: all that are not over, then the others; the newest change first."""
    found = summaries_of(await call.service.tables.of_person(call.me))
    return Answer([own_summary(summary, call.me) for summary in found])


async def _open_table(call: Call) -> Answer:
    """Set up a table."""
    if excess := call.doors.tables.take(call.me.id, call.network):
        why = sentence(
            "Too many new tables: the limit is {burst} at once, then {rate} a minute. "
            "Try again in {seconds, plural, one {# second} other {# seconds}}.",
            **excess._asdict(),
        )
        raise Refusal("too fast", why, seconds=excess.seconds)
    return Answer(await call.service.tables.create(call.me, call.body, call.network), 201)


async def _table(call: Call) -> Answer:
    """A table as everybody may see it."""
    desk = await call.service.tables.get(call.part("table"))
    await desk.look(lambda room: checks.check_entry(room, call.actor))
    return Answer(await desk.look(present.show_table))


async def _link(call: Call) -> Answer:
    """The address of a table, for others to come to, and a picture of it."""
    desk = await call.service.tables.get(call.part("table"))
    link = f"{call.base}t/{desk.room.id}"
    limit_network(call, call.doors.pictures)
    return Answer(bodies.LinkCard(link, draw(link)))


async def _sit(call: Call) -> Answer:
    """Sit down with a share of the deal, or add it to one's own seat, knowing the commitment; and deal, if wished."""
    check_changes(call.doors, call.me.id)
    await call.service.tables.sit(call.me, call.part("table"), _seat(call), call.body)
    return Answer(None, 204)


async def _seat_key(call: Call) -> Answer:
    """A key for a program that shall play a free seat; told once, to the host."""
    key = await call.service.tables.make_seat_key(call.me, call.part("table"), _seat(call))
    return Answer(bodies.SeatKey(key), 201)


def _seat(call: Call) -> int:
    """The seat that an address names; 0, which nobody has, if it names none."""
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
