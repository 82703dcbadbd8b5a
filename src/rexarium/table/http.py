"""The HTTP API: one table of endpoints, from which the routes, the checks and the OpenAPI description are made."""

import asyncio
import io
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Literal

import msgspec
import segno
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

import rexarium
from rexarium.kernel.errors import RexariumError
from rexarium.kernel.sentence import sentence
from rexarium.kernel.texts import LANGUAGES, Language
from rexarium.table import catalogue, protocol, replay, showing
from rexarium.table.doors import COOKIE, LOCAL, LOOPBACK, Doors, visitor_of
from rexarium.table.feed import write_entry, write_feed
from rexarium.table.house import LOBBY, House
from rexarium.table.limits import Limit
from rexarium.table.metrics import METRICS
from rexarium.table.protocol import encode
from rexarium.table.refusal import Refusal, problem_of
from rexarium.table.storage.store import Listing, Person

Method = Literal["GET", "POST", "PATCH", "DELETE"]
STATUS: dict[protocol.RefusalCode, int] = {
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
PASSING = (429, 503)  # what may be tried again
AGAIN = "5"  # seconds until then
YEARS = 400 * 24 * 3600  # seconds that a device is remembered: the longest that browsers allow
PICTURES = 200  # of addresses, that are kept: each takes some milliseconds to draw
BODY_SECONDS = 20  # that a body may take to come
JSON = "application/json"


@dataclass(frozen=True)
class Call:
    """A request that has passed the door."""

    house: House
    doors: Doors
    request: Request
    body: Any
    words: Mapping[str, str]
    key: str
    person: Person | None

    @property
    def me(self) -> Person:
        """Whoever asks, if we know them."""
        if self.person is None:
            raise Refusal("not allowed", "Tell us your nickname first.")
        return self.person

    @property
    def base(self) -> str:
        """The address of the house as the visitor knows it; one of its other names, if other devices cannot know that."""
        scheme = "https" if self.doors.is_secure else self.request.url.scheme
        url = self.request.base_url.replace(scheme=scheme)
        other = self.doors.outside_name
        if other and f"{url.hostname}" in LOCAL:
            url = url.replace(hostname=other, port=None if self.doors.is_secure else url.port)
        return str(url)

    def part(self, name: str) -> str:
        """A part of the path."""
        return str(self.request.path_params[name])

    def word(self, name: str) -> str | None:
        """What is said behind the question mark of the address, if anything."""
        return self.words.get(name)

    @property
    def language(self) -> str:
        """The language in which texts are wanted."""
        return self.word("language") or LANGUAGES[0]


@dataclass(frozen=True)
class Answer:
    """What goes back: a struct of the protocol, or a text of some kind."""

    body: Any = None
    status: int = 200
    kind: str = JSON
    key: str | None = None  # for the device to keep; empty: to forget
    filename: str = ""


Handler = Callable[[Call], Awaitable[Answer]]


@dataclass(frozen=True)
class Endpoint:
    """One thing that can be asked for over HTTP."""

    method: Method
    path: str
    handler: Handler
    answers: Any  # the type of the body that goes back; None: nothing
    takes: Any = None  # the type of the body that comes in
    status: int = 200
    kind: str = JSON
    refusals: tuple[protocol.RefusalCode, ...] = ()
    words: Mapping[str, Any] = field(
        default_factory=dict
    )  # what may stand behind the question mark: names, types

    @property
    def summary(self) -> str:
        """What it does, in a sentence."""
        return (self.handler.__doc__ or "").strip()


# The house


async def _health(call: Call) -> Answer:
    """Is the house open, and able to write?"""
    is_well = call.house.is_well
    return Answer(protocol.Health(is_well, rexarium.__version__, protocol.VERSION), 200 if is_well else 503)


async def _metrics(call: Call) -> Answer:
    """Counters for Prometheus, on this machine: who looked at them often could tell what others do in secret."""
    if visitor_of(call.request, call.doors) not in LOOPBACK:
        raise Refusal("not allowed", "The counters are for this machine alone.")
    return Answer(METRICS.page(), kind="text/plain; version=0.0.4; charset=utf-8")


async def _games(call: Call) -> Answer:
    """The games that can be played here."""
    return Answer(catalogue.list_games(call.language))


async def _rules(call: Call) -> Answer:
    """The rules of a game."""
    return Answer(catalogue.show_rulebook(call.part("game"), call.language))


# People


async def _come_in(call: Call) -> Answer:
    """Become somebody: a nickname, and a cookie for this device."""
    if call.person is not None:
        return Answer(_show_me(await call.house.people.rename(call.person, call.body.nickname)))
    if not call.doors.people.allows(visitor_of(call.request, call.doors)):
        raise Refusal("too fast", "Too many newcomers from your address; wait a little.")
    person, key = await call.house.people.come_in(call.body.nickname)
    return Answer(_show_me(person), 201, key=key)


async def _me(call: Call) -> Answer:
    """Who this device belongs to; null: to nobody yet."""
    return Answer(_show_me(call.person) if call.person else None)


async def _rename(call: Call) -> Answer:
    """Take another nickname, from the next seat on."""
    return Answer(_show_me(await call.house.people.rename(call.me, call.body.nickname)))


async def _leave(call: Call) -> Answer:
    """Make this device forget whose it is; its WebSockets are closed."""
    await call.house.people.forget_device(call.key)
    return Answer(None, 204, key="")


async def _make_ticket(call: Call) -> Answer:
    """A link, and a picture of it, that lets another device of the same person in, once."""
    me = call.me
    _limit(call, call.doors.people)
    ticket, until = await call.house.people.make_ticket(me)
    link = f"{call.base}#ticket={ticket}"
    return Answer(protocol.TicketCard(ticket, link, _draw(link), until), 201)


async def _use_ticket(call: Call) -> Answer:
    """Let this device in as the person who made the ticket, if it is nobody's: a stranger's link takes no one's place."""
    if not call.doors.people.allows(visitor_of(call.request, call.doors)):
        raise Refusal("too fast", "Too many tries from your address; wait a little.")
    if call.person is not None:
        why = sentence(
            "This device knows you as {name}. If it is to know you otherwise, let it forget you first, "
            "and open the link again.",
            name=call.person.nickname,
        )
        raise Refusal("not possible", why)
    person, key = await call.house.people.use_ticket(call.body.ticket)
    return Answer(_show_me(person), 201, key=key)


@lru_cache(PICTURES)
def _draw(link: str) -> str:
    """An address as a picture for a camera."""
    picture = io.BytesIO()
    segno.make(link, error="m").save(
        picture, kind="svg", xmldecl=False, scale=4, svgclass=None, lineclass=None
    )
    return picture.getvalue().decode()


def _show_me(person: Person) -> protocol.Me:
    return protocol.Me(person.id, person.nickname)


async def _make_feed(call: Call) -> Answer:
    """A new secret address for a news reader that says when it is one's turn; the one before ends."""
    key = await call.house.people.make_feed(call.me)
    return Answer(protocol.FeedCard(f"/feed/{call.me.id}/{key}"), 201)


async def _feed(call: Call) -> Answer:
    """The tables that wait for a person, as an Atom feed."""
    person = await call.house.people.whose_feed(call.part("person"), call.part("key"))
    summaries = [_own_summary(listing, person) for listing in await call.house.tables_of(person)]
    waiting = [one for one in summaries if one.is_your_turn or (one.stage == "playing" and not one.people)]
    desks = [await call.house.desk(summary.table) for summary in waiting[:LOBBY]]
    language = call.language
    entries = [await desk.look(lambda room: write_entry(person, room, call.base, language)) for desk in desks]
    text = write_feed(person, entries, call.house.now(), language)
    return Answer(text.encode(), kind="application/atom+xml; charset=utf-8")


# Tables


async def _lobby(call: Call) -> Answer:
    """The open tables, the newest change first."""
    return Answer([_summary(listing) for listing in await call.house.lobby()])


async def _my_tables(call: Call) -> Answer:
    """The tables where one has a seat: all that are not over, then the others; the newest change first."""
    return Answer([_own_summary(listing, call.me) for listing in await call.house.tables_of(call.me)])


_summaries = msgspec.json.Decoder(protocol.TableSummary)


def _summary(listing: Listing) -> protocol.TableSummary:
    return _summaries.decode(listing.summary)


def _own_summary(listing: Listing, person: Person) -> protocol.TableSummary:
    """The same for a person, who is told where they sit; an older house may not have written down who does."""
    summary = _summary(listing)
    if person.id in summary.people:
        summary.seat = summary.people.index(person.id) + 1
        summary.is_your_turn = summary.seat in summary.waiting
    return summary


async def _open_table(call: Call) -> Answer:
    """Set up a table."""
    if not call.doors.tables.allows(call.me.id):
        raise Refusal("too fast", "Too many tables at once; wait a little.")
    return Answer(await call.house.open_table(call.me, call.body), 201)


async def _table(call: Call) -> Answer:
    """A table as everybody may see it."""
    return Answer(await (await call.house.desk(call.part("table"))).look(showing.show_table))


async def _link(call: Call) -> Answer:
    """The address of a table, for others to come to, and a picture of it."""
    desk = await call.house.desk(call.part("table"))
    link = f"{call.base}t/{desk.room.id}"
    _limit(call, call.doors.pictures)
    return Answer(protocol.LinkCard(link, _draw(link)))


async def _sit(call: Call) -> Answer:
    """Sit down with a share of the deal, or add it to one's own seat, knowing the commitment; and deal, if wished."""
    if not call.doors.changes.allows(call.me.id):
        raise Refusal("too fast", "You change too much at once; take a breath.")
    await call.house.sit(call.me, call.part("table"), _seat(call), call.body)
    return Answer(None, 204)


async def _seat_key(call: Call) -> Answer:
    """A key for a program that shall play a free seat; told once, to the host."""
    key = await call.house.make_seat_key(call.me, call.part("table"), _seat(call))
    return Answer(protocol.SeatKey(key), 201)


def _seat(call: Call) -> int:
    """The seat that an address names; 0, which nobody has, if it names none."""
    seat = call.part("seat")
    return int(seat) if seat.isdecimal() and seat.isascii() and len(seat) < 3 else 0


async def _record(call: Call) -> Answer:
    """The record of a finished game, with the proof of its deal."""
    table = call.part("table")
    text = await call.house.record(table)
    return Answer(text.encode(), kind="text/plain; charset=utf-8", filename=f"{table}.rex")


async def _replay(call: Call) -> Answer:
    """A table's game ply by ply, through one's own eyes; once it is over, through any, and else the truth."""
    _limit(call, call.doors.replays)
    who = call.person.id if call.person else ""
    desk = await call.house.desk(call.part("table"))
    wish = await desk.look(lambda room: replay.wish_of(room, who, call.word("eyes")))
    return Answer(msgspec.Raw(await call.house.replay(wish)))


async def _replay_record(call: Call) -> Answer:
    """A record that somebody has, ply by ply."""
    _limit(call, call.doors.replays)
    wish = replay.Wish(call.body.record, replay.read_eyes(call.word("eyes") or "truth"))
    return Answer(msgspec.Raw(await call.house.replay(wish)))


async def _look_back(call: Call) -> Answer:
    """A finished game: the score explained, everybody's chance along the way, the turning points."""
    return await _study(call, await call.house.record(call.part("table")))


async def _look_back_on_record(call: Call) -> Answer:
    """The same for a record that somebody has."""
    return await _study(call, call.body.record)


async def _study(call: Call, record: str) -> Answer:
    if not call.house.studies.knows(record):
        _limit(call, call.doors.studies)
    return Answer(await call.house.studies.look_back(record))


def _limit(call: Call, limit: Limit) -> None:
    if not limit.allows(visitor_of(call.request, call.doors)):
        raise Refusal("too fast", "Too many requests of this kind from your address; wait a little.")


ENDPOINTS = (
    Endpoint("GET", "/healthz", _health, protocol.Health, refusals=("unavailable",)),
    Endpoint("GET", "/metrics", _metrics, str, kind="text/plain", refusals=("not allowed",)),
    Endpoint("GET", "/api/games", _games, list[protocol.GameCard], words={"language": Language}),
    Endpoint(
        "GET",
        "/api/games/{game}/rules",
        _rules,
        protocol.RulebookCard,
        refusals=("unknown",),
        words={"language": Language},
    ),
    Endpoint(
        "POST", "/api/people", _come_in, protocol.Me, protocol.NewPerson, 201, refusals=("not possible",)
    ),
    Endpoint("GET", "/api/me", _me, protocol.Me | None),
    Endpoint(
        "PATCH", "/api/me", _rename, protocol.Me, protocol.NewPerson, refusals=("not allowed", "not possible")
    ),
    Endpoint("DELETE", "/api/me", _leave, None, status=204),
    Endpoint("GET", "/api/me/tables", _my_tables, list[protocol.TableSummary], refusals=("not allowed",)),
    Endpoint(
        "POST", "/api/me/tickets", _make_ticket, protocol.TicketCard, status=201, refusals=("not allowed",)
    ),
    Endpoint(
        "POST",
        "/api/tickets",
        _use_ticket,
        protocol.Me,
        protocol.Ticket,
        201,
        refusals=("not possible", "unknown"),
    ),
    Endpoint("POST", "/api/me/feed", _make_feed, protocol.FeedCard, status=201, refusals=("not allowed",)),
    Endpoint(
        "GET",
        "/feed/{person}/{key}",
        _feed,
        str,
        kind="application/atom+xml",
        refusals=("unknown",),
        words={"language": Language},
    ),
    Endpoint("GET", "/api/tables", _lobby, list[protocol.TableSummary]),
    Endpoint(
        "POST",
        "/api/tables",
        _open_table,
        protocol.Address,
        protocol.NewTable,
        201,
        refusals=("not allowed", "not possible", "unknown", "unavailable"),
    ),
    Endpoint("GET", "/api/tables/{table}", _table, protocol.TableState, refusals=("unknown",)),
    Endpoint("GET", "/api/tables/{table}/link", _link, protocol.LinkCard, refusals=("unknown",)),
    Endpoint(
        "POST",
        "/api/tables/{table}/seats/{seat}",
        _sit,
        None,
        protocol.Seating,
        204,
        refusals=("not allowed", "not possible", "unknown"),
    ),
    Endpoint(
        "POST",
        "/api/tables/{table}/seats/{seat}/key",
        _seat_key,
        protocol.SeatKey,
        status=201,
        refusals=("not allowed", "not possible", "unknown"),
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}/record",
        _record,
        str,
        kind="text/plain",
        refusals=("not allowed", "not possible", "unknown"),
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}/replay",
        _replay,
        protocol.Replay,
        refusals=("not allowed", "not possible", "unknown", "unavailable"),
        words={"eyes": protocol.Eyes},
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}/aftermath",
        _look_back,
        protocol.Aftermath,
        refusals=("not allowed", "not possible", "unknown", "unavailable"),
    ),
    Endpoint(
        "POST",
        "/api/replays",
        _replay_record,
        protocol.Replay,
        protocol.RecordText,
        refusals=("not possible", "unknown", "unavailable"),
        words={"eyes": protocol.Eyes},
    ),
    Endpoint(
        "POST",
        "/api/aftermaths",
        _look_back_on_record,
        protocol.Aftermath,
        protocol.RecordText,
        refusals=("not possible", "unknown", "unavailable"),
    ),
)


def serve(endpoint: Endpoint, house: House, doors: Doors) -> Callable[[Request], Awaitable[Response]]:
    """What Starlette calls for an endpoint."""

    async def respond(request: Request) -> Response:
        try:
            call = await _open_call(endpoint, house, doors, request)
            answer = await endpoint.handler(call)
        except RexariumError as error:
            return problem(problem_of(error))
        return _respond(answer, doors)

    return respond


async def _open_call(endpoint: Endpoint, house: House, doors: Doors, request: Request) -> Call:
    if endpoint.method != "GET":
        _check_origin(doors, request)
    body = await _read_body(endpoint, request) if endpoint.takes is not None else None
    words = _read_words(endpoint, request)
    key = request.cookies.get(COOKIE, "")
    return Call(house, doors, request, body, words, key, await house.people.who(key))


def _check_origin(doors: Doors, request: Request) -> None:
    """Other people's pages change nothing here, whatever cookies a browser sends along."""
    origin = request.headers.get("origin")
    if origin is not None and not doors.knows_origin(origin, request.headers.get("host", "")):
        raise Refusal("not allowed", "This page may not talk to this house.")


async def _read_body(endpoint: Endpoint, request: Request) -> Any:
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
        raise Refusal("unreadable", f"Send the body as {JSON}.")
    try:
        async with asyncio.timeout(BODY_SECONDS):
            data = await _receive(request)
        return msgspec.json.decode(data, type=endpoint.takes)
    except (TimeoutError, ClientDisconnect):
        raise Refusal("unreadable", "The body did not come to its end in time.") from None
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refusal("unreadable", f"This body cannot be read: {error}.") from None


async def _receive(request: Request) -> bytes:
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > protocol.LARGEST_BODY:
            raise Refusal("too large", f"A body has at most {protocol.LARGEST_BODY} bytes.")
    return bytes(data)


def _read_words(endpoint: Endpoint, request: Request) -> Mapping[str, str]:
    """What stands behind the question mark, as far as it is known here; of what is said twice, the last."""
    said = request.query_params
    try:
        return {
            name: msgspec.convert(said[name], kind) for name, kind in endpoint.words.items() if name in said
        }
    except msgspec.ValidationError as error:
        raise Refusal("unreadable", f"This address cannot be read: {error}.") from None


def problem(why: protocol.Problem, status: int | None = None) -> Response:
    """A refusal as an answer."""
    status = status or STATUS[why.code]
    headers = {"cache-control": "no-store"} | ({"retry-after": AGAIN} if status in PASSING else {})
    return Response(encode(why), status, media_type=JSON, headers=headers)


def _respond(answer: Answer, doors: Doors) -> Response:
    content = encode(answer.body) if answer.kind == JSON else answer.body
    body = b"" if answer.status == 204 else content
    response = Response(body, answer.status, headers={"cache-control": "no-store"})
    if body:
        response.headers["content-type"] = answer.kind
    if answer.filename:
        response.headers["content-disposition"] = f'attachment; filename="{answer.filename}"'
    if answer.key:
        response.set_cookie(
            COOKIE,
            answer.key,
            max_age=YEARS,
            path="/",
            secure=doors.is_secure,
            httponly=True,
            samesite="strict",
        )
    elif answer.key is not None:
        response.delete_cookie(COOKIE, path="/", secure=doors.is_secure, httponly=True, samesite="strict")
    return response
