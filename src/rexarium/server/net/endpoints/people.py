"""Endpoints: people, their devices and feeds."""

from contextlib import suppress

from rexarium.kernel.sentence import sentence
from rexarium.kernel.texts import Language
from rexarium.server.model.devices import public_id
from rexarium.server.model.errors import Refusal
from rexarium.server.model.restore import DamagedLog
from rexarium.server.model.rows import Device, Person
from rexarium.server.model.text import fingerprint
from rexarium.server.net.api import ApiRequest, ApiResponse, Endpoint, limit_network
from rexarium.server.net.endpoints.links import draw
from rexarium.server.net.endpoints.lists import own_summary, summaries_of
from rexarium.server.runtime.live import LiveTable
from rexarium.server.runtime.service import Service
from rexarium.server.runtime.tables import LOBBY
from rexarium.server.wire import bodies
from rexarium.server.wire.feed import feed_entry, feed_text


async def _come_in(request: ApiRequest) -> ApiResponse:
    """Choose a nickname and become somebody; this device gets a cookie."""
    if request.person is not None:
        return ApiResponse(
            _show_me(await request.service.people.rename(request.person, request.body.nickname))
        )
    if excess := request.access.people.take(request.network):
        why = sentence(
            "Too many newcomers from your network: the limit is {burst} at once, then {rate} a minute. "
            "Try again in {seconds, plural, one {# second} other {# seconds}}.",
            **excess._asdict(),
        )
        raise Refusal("too fast", why, seconds=excess.seconds)
    person, key = await request.service.people.register(request.body.nickname, request.agent)
    return ApiResponse(_show_me(person), 201, key=key)


async def _me(request: ApiRequest) -> ApiResponse:
    """The person this device belongs to; null if it belongs to nobody yet."""
    return ApiResponse(_show_me(request.person) if request.person else None)


async def _rename(request: ApiRequest) -> ApiResponse:
    """Change the nickname, from the next seat on."""
    return ApiResponse(_show_me(await request.service.people.rename(request.me, request.body.nickname)))


async def _leave(request: ApiRequest) -> ApiResponse:
    """Sign out this device and close its WebSockets."""
    await request.service.people.forget_device(request.key)
    return ApiResponse(None, 204, key="")


async def _devices(request: ApiRequest) -> ApiResponse:
    """The devices this person is signed in on: this one first, then by when they were last seen."""
    me, this = request.me, fingerprint(request.key)
    found = await request.service.people.devices(me)
    cards = [_show_device(digest, device, is_this=digest == this) for digest, device in found.items()]
    cards.sort(key=lambda card: (not card.is_this, -(card.seen_at or 0), card.device))
    return ApiResponse(cards)


def _show_device(digest: bytes, device: Device, *, is_this: bool) -> bodies.DeviceCard:
    name = public_id(digest)
    return bodies.DeviceCard(name, device.browser, device.system, device.since, device.seen_at, is_this)


async def _sign_out(request: ApiRequest) -> ApiResponse:
    """Sign out one of the person's devices, perhaps this one, close its WebSockets, and cancel unused tickets."""
    device = request.path_param("device")
    await request.service.people.sign_out(request.me, device)
    return ApiResponse(None, 204, key="" if device == public_id(fingerprint(request.key)) else None)


async def _sign_out_all(request: ApiRequest) -> ApiResponse:
    """Sign out all devices, so that nobody can come back as this person, or with `keep=this` all but this one."""
    kept = request.key if request.query_param("keep") else ""
    await request.service.people.sign_out_all(request.me, kept)
    return ApiResponse(None, 204, key=None if kept else "")


async def _make_ticket(request: ApiRequest) -> ApiResponse:
    """A single-use link, also as a picture, that signs in another device as the same person."""
    me = request.me
    limit_network(request, request.access.people)
    ticket, until = await request.service.people.make_ticket(me)
    link = f"{request.base}#ticket={ticket}"
    return ApiResponse(bodies.TicketCard(ticket, link, draw(link), until), 201)


async def _whose_ticket(request: ApiRequest) -> ApiResponse:
    """The person a ticket would sign this device in as; it is not used up."""
    limit_network(request, request.access.people)
    return ApiResponse(_show_me(await request.service.people.ticket_owner(request.body.ticket)))


async def _use_ticket(request: ApiRequest) -> ApiResponse:
    """Sign in this device as the person who made the ticket; anyone signed in on it has to agree to be signed out."""
    limit_network(request, request.access.people)
    before = request.person
    if before is not None and before.id != request.body.instead_of:
        why = sentence(
            "You are signed in here as {name}. To switch, sign out first, then open the link again.",
            name=before.nickname,
        )
        raise Refusal("not possible", why)
    person, key = await request.service.people.redeem_ticket(request.body.ticket, request.agent)
    if before is not None:
        with suppress(Refusal):  # the ticket is used up: this device belongs to somebody else either way
            await request.service.people.forget_device(request.key)
    return ApiResponse(_show_me(person), 201, key=key)


def _show_me(person: Person) -> bodies.Me:
    return bodies.Me(person.id, person.nickname)


async def _make_feed(request: ApiRequest) -> ApiResponse:
    """A new secret address where a news reader learns when it is this person's turn; the old one stops working."""
    key = await request.service.people.make_feed(request.me)
    return ApiResponse(bodies.FeedCard(f"/feed/{request.me.id}/{key}"), 201)


async def _feed(request: ApiRequest) -> ApiResponse:
    """The tables waiting for a person, as an Atom feed."""
    person = await request.service.people.feed_owner(request.path_param("person"), request.path_param("key"))
    summaries = [
        own_summary(summary, person)
        for summary in summaries_of(await request.service.tables.of_person(person))
    ]
    waiting = [one for one in summaries if one.is_your_turn or (one.stage == "playing" and not one.people)]
    live_tables = [
        live
        for summary in waiting[:LOBBY]
        if (live := await _live_unless_damaged(request.service, summary.table))
    ]
    language = request.language
    entries = [
        await live.read(lambda table: feed_entry(person, table, request.base, language))
        for live in live_tables
    ]
    text = feed_text(person, entries, request.service.now(), language)
    return ApiResponse(text.encode(), media_type="application/atom+xml; charset=utf-8")


async def _live_unless_damaged(service: Service, table: str) -> LiveTable | None:
    """A live table, or None if its log is damaged, for a list that can do without it."""
    try:
        return await service.tables.get(table)
    except DamagedLog:
        return None


PEOPLE_ENDPOINTS = (
    Endpoint("POST", "/api/people", _come_in, bodies.Me, bodies.NewPerson, 201, refusals=("not possible",)),
    Endpoint("GET", "/api/me", _me, bodies.Me | None),
    Endpoint(
        "PATCH", "/api/me", _rename, bodies.Me, bodies.NewPerson, refusals=("not allowed", "not possible")
    ),
    Endpoint("DELETE", "/api/me", _leave, None, status=204),
    Endpoint("GET", "/api/me/devices", _devices, list[bodies.DeviceCard], refusals=("not allowed",)),
    Endpoint(
        "DELETE",
        "/api/me/devices",
        _sign_out_all,
        None,
        status=204,
        refusals=("not allowed",),
        query={"keep": bodies.Keep},
    ),
    Endpoint(
        "DELETE",
        "/api/me/devices/{device}",
        _sign_out,
        None,
        status=204,
        refusals=("not allowed", "unknown"),
    ),
    Endpoint(
        "POST", "/api/me/tickets", _make_ticket, bodies.TicketCard, status=201, refusals=("not allowed",)
    ),
    Endpoint("POST", "/api/tickets/owner", _whose_ticket, bodies.Me, bodies.Ticket, refusals=("unknown",)),
    Endpoint(
        "POST",
        "/api/tickets",
        _use_ticket,
        bodies.Me,
        bodies.Ticket,
        201,
        refusals=("not possible", "unknown"),
    ),
    Endpoint("POST", "/api/me/feed", _make_feed, bodies.FeedCard, status=201, refusals=("not allowed",)),
    Endpoint(
        "GET",
        "/feed/{person}/{key}",
        _feed,
        str,
        media_type="application/atom+xml",
        refusals=("unknown",),
        query={"language": Language},
    ),
)
