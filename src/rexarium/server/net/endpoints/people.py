"""Endpoints: people, their devices and feeds."""

from contextlib import suppress

from rexarium.kernel.sentence import sentence
from rexarium.kernel.texts import Language
from rexarium.server.model.devices import public_id
from rexarium.server.model.refusal import Refusal
from rexarium.server.model.restoring import DamagedLog
from rexarium.server.model.rows import Device, Person
from rexarium.server.model.text import fingerprint
from rexarium.server.net.api import Answer, Call, Endpoint, limit_network
from rexarium.server.net.endpoints.links import draw
from rexarium.server.net.endpoints.lists import own_summary, summaries_of
from rexarium.server.runtime.desk import Desk
from rexarium.server.runtime.service import Service
from rexarium.server.runtime.tables import LOBBY
from rexarium.server.wire import bodies
from rexarium.server.wire.feed import write_entry, write_feed


async def _come_in(call: Call) -> Answer:
    """Choose a nickname and become somebody; this device gets a cookie."""
    if call.person is not None:
        return Answer(_show_me(await call.service.people.rename(call.person, call.body.nickname)))
    if excess := call.doors.people.take(call.network):
        why = sentence(
            "Too many newcomers from your network: the limit is {burst} at once, then {rate} a minute. "
            "Try again in {seconds, plural, one {# second} other {# seconds}}.",
            **excess._asdict(),
        )
        raise Refusal("too fast", why, seconds=excess.seconds)
    person, key = await call.service.people.come_in(call.body.nickname, call.agent)
    return Answer(_show_me(person), 201, key=key)


async def _me(call: Call) -> Answer:
    """The person this device belongs to; null if it belongs to nobody yet."""
    return Answer(_show_me(call.person) if call.person else None)


async def _rename(call: Call) -> Answer:
    """Change the nickname, from the next seat on."""
    return Answer(_show_me(await call.service.people.rename(call.me, call.body.nickname)))


async def _leave(call: Call) -> Answer:
    """Sign out this device and close its WebSockets."""
    await call.service.people.forget_device(call.key)
    return Answer(None, 204, key="")


async def _devices(call: Call) -> Answer:
    """The devices this person is signed in on: this one first, then by when they were last seen."""
    me, this = call.me, fingerprint(call.key)
    found = await call.service.people.devices(me)
    cards = [_show_device(digest, device, is_this=digest == this) for digest, device in found.items()]
    cards.sort(key=lambda card: (not card.is_this, -(card.seen_at or 0), card.device))
    return Answer(cards)


def _show_device(digest: bytes, device: Device, *, is_this: bool) -> bodies.DeviceCard:
    name = public_id(digest)
    return bodies.DeviceCard(name, device.browser, device.system, device.since, device.seen_at, is_this)


async def _sign_out(call: Call) -> Answer:
    """Sign out one of the person's devices, perhaps this one, close its WebSockets, and cancel unused tickets."""
    device = call.part("device")
    await call.service.people.sign_out(call.me, device)
    return Answer(None, 204, key="" if device == public_id(fingerprint(call.key)) else None)


async def _sign_out_all(call: Call) -> Answer:
    """Sign out all devices, so that nobody can come back as this person, or with `keep=this` all but this one."""
    kept = call.key if call.word("keep") else ""
    await call.service.people.sign_out_all(call.me, kept)
    return Answer(None, 204, key=None if kept else "")


async def _make_ticket(call: Call) -> Answer:
    """A single-use link, also as a picture, that signs in another device as the same person."""
    me = call.me
    limit_network(call, call.doors.people)
    ticket, until = await call.service.people.make_ticket(me)
    link = f"{call.base}#ticket={ticket}"
    return Answer(bodies.TicketCard(ticket, link, draw(link), until), 201)


async def _whose_ticket(call: Call) -> Answer:
    """The person a ticket would sign this device in as; it is not used up."""
    limit_network(call, call.doors.people)
    return Answer(_show_me(await call.service.people.whose_ticket(call.body.ticket)))


async def _use_ticket(call: Call) -> Answer:
    """Sign in this device as the person who made the ticket; anyone signed in on it has to agree to be signed out."""
    limit_network(call, call.doors.people)
    before = call.person
    if before is not None and before.id != call.body.instead_of:
        why = sentence(
            "You are signed in here as {name}. To switch, sign out first, then open the link again.",
            name=before.nickname,
        )
        raise Refusal("not possible", why)
    person, key = await call.service.people.use_ticket(call.body.ticket, call.agent)
    if before is not None:
        with suppress(Refusal):  # the ticket is used up: this device belongs to somebody else either way
            await call.service.people.forget_device(call.key)
    return Answer(_show_me(person), 201, key=key)


def _show_me(person: Person) -> bodies.Me:
    return bodies.Me(person.id, person.nickname)


async def _make_feed(call: Call) -> Answer:
    """A new secret address where a news reader learns when it is this person's turn; the old one stops working."""
    key = await call.service.people.make_feed(call.me)
    return Answer(bodies.FeedCard(f"/feed/{call.me.id}/{key}"), 201)


async def _feed(call: Call) -> Answer:
    """The tables waiting for a person, as an Atom feed."""
    person = await call.service.people.whose_feed(call.part("person"), call.part("key"))
    summaries = [
        own_summary(summary, person) for summary in summaries_of(await call.service.tables.of_person(person))
    ]
    waiting = [one for one in summaries if one.is_your_turn or (one.stage == "playing" and not one.people)]
    desks = [
        desk
        for summary in waiting[:LOBBY]
        if (desk := await _desk_unless_damaged(call.service, summary.table))
    ]
    language = call.language
    entries = [await desk.look(lambda room: write_entry(person, room, call.base, language)) for desk in desks]
    text = write_feed(person, entries, call.service.now(), language)
    return Answer(text.encode(), kind="application/atom+xml; charset=utf-8")


async def _desk_unless_damaged(service: Service, table: str) -> Desk | None:
    """A live table, or None if its log is damaged, for a list that can do without it."""
    try:
        return await service.tables.get(table)
    except DamagedLog:
        return None


PEOPLE_ROWS = (
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
        words={"keep": bodies.Keep},
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
        kind="application/atom+xml",
        refusals=("unknown",),
        words={"language": Language},
    ),
)
