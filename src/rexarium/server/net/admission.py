"""Who may open a WebSocket, and how a new session gets to its table."""

import asyncio
import logging
import re
from collections import Counter
from collections.abc import Coroutine
from typing import Any, Protocol

from starlette.requests import HTTPConnection

from rexarium.kernel.sentence import Sentence, sentence
from rexarium.server.metrics import METRICS
from rexarium.server.model.errors import Refusal
from rexarium.server.model.moment import Actor
from rexarium.server.model.text import fingerprint
from rexarium.server.net.access import COOKIE, Access
from rexarium.server.net.adapter import client_network
from rexarium.server.net.dispatch import Dispatch, read_message
from rexarium.server.net.session import GONE, Connection, Disconnected, Session
from rexarium.server.runtime.live import LiveTable
from rexarium.server.runtime.service import Service
from rexarium.server.wire import messages
from rexarium.server.wire.messages import encode
from rexarium.server.wire.problems import to_refused

HELLO_SECONDS = 10
REFUSED = 1008  # a close code
_PLACE = re.compile(r"/ws/(?P<table>[^/]+)")
_log = logging.getLogger("rexarium.server")


class Arriving(Connection, Protocol):
    """A connection that has just been opened."""

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Start a task that the server waits for when it stops."""


class Admission:
    """Admits clients to tables, and counts their sessions."""

    def __init__(self, service: Service, access: Access) -> None:
        self._service = service
        self._access = access
        self._dispatch = Dispatch(service, access)
        self._count: Counter[tuple[str, str]] = Counter()

    # Before the WebSocket is open

    def allows(self, request: HTTPConnection) -> bool:
        """True if this is the address of a table, asked for by one of our pages or by a program, and not too often."""
        return (
            _PLACE.fullmatch(request.scope["path"]) is not None
            and self._knows(request)
            and self._is_patient(request)
        )

    def _knows(self, request: HTTPConnection) -> bool:
        """True for one of our pages, or for a program without a cookie."""
        host = request.headers.get("host", "")
        origin = request.headers.get("origin")
        if not self._access.allows_hostname(host) or not self._service.is_open:
            return False
        if origin is None:
            return COOKIE not in request.cookies
        return self._access.allows_origin(origin, host)

    def _is_patient(self, request: HTTPConnection) -> bool:
        """Count a handshake like any other request; False if there have been too many."""
        person = self._service.people.recall(request.cookies.get(COOKIE, ""))
        network = client_network(request, self._access)
        return self._access.requests.take(person.id if person else "", network) is None

    # Once it is open

    def receive(self, request: HTTPConnection, connection: Arriving) -> Session:
        """Start a session; who it is and which table they want is found out in the background."""
        key, network = request.cookies.get(COOKIE, ""), client_network(request, self._access)
        session = Session(connection, self._access.session_messages.bucket(), network, key)
        METRICS.sockets.inc()
        self._service.people.track(key, session)
        connection.run(self._let_in(request, connection, session))
        return session

    async def _let_in(self, request: HTTPConnection, connection: Arriving, session: Session) -> None:
        try:
            await self._count_in(session)
            hello = await _hear_hello(request, session)
            session.live = await self._admit(request, session, hello)
            await session.live.join(session)
            session.stay(session.live, self._dispatch.answer, self._part)
        except Refusal as refusal:
            refusal.__traceback__ = None  # through it the failed task would keep all of this alive
            session.turn_away(encode(to_refused(None, refusal)), REFUSED)
        except (Disconnected, TimeoutError):
            pass
        except Exception:
            _log.exception("could not admit a client")
        finally:
            if not session.is_staying:
                self._part(session)
                connection.close(GONE)

    def _part(self, session: Session) -> None:
        if session.live is not None:
            session.live.leave(session)
        self._service.people.untrack(session.device, session)
        METRICS.sockets.dec()
        for holder in session.counted_for:
            self._count[holder] -= 1
            if not self._count[holder]:
                del self._count[holder]

    async def _count_in(self, session: Session) -> None:
        """Count a session for its person, or for all guests of its network, and for the network as a whole."""
        person = await self._service.people.find_by_key(session.device)
        session.person = person.id if person else ""
        own = ("person", session.person) if session.person else ("guests", session.network)
        network = ("network", session.network)
        if why := self._find_excess(session, own, network):
            raise Refusal("not possible", why)
        session.counted_for = [own, network]
        self._count.update(session.counted_for)

    def _find_excess(
        self, session: Session, own: tuple[str, str], network: tuple[str, str]
    ) -> Sentence | None:
        """Why somebody has too many sessions already."""
        settings = self._access.settings
        if session.person and self._count[own] >= settings.connections_person:
            return sentence(
                "You have {most} tables open, and that is the limit. Close one of them, then load this page again.",
                most=settings.connections_person,
            )
        if not session.person and self._count[own] >= settings.connections_guests:
            return sentence(
                "{most} people without a nickname are connected from your network, and that is the limit. "
                "Choose a nickname on the front page, or try again when one of them has gone.",
                most=settings.connections_guests,
            )
        if self._count[network] >= settings.connections:
            return sentence(
                "{most} connections from your network are open, and that is the limit. "
                "Try again when one of them has gone.",
                most=settings.connections,
            )
        return None

    async def _admit(self, request: HTTPConnection, session: Session, message: str) -> LiveTable:
        """Find out who the client is; return the table they want."""
        hello = read_message(message)
        if not isinstance(hello, messages.Hello):
            raise Refusal("not possible", "The first message must be “hello”.")
        if hello.version != messages.VERSION:
            raise Refusal("wrong version", f"This server speaks version {messages.VERSION}. Reload the page.")
        place = _PLACE.fullmatch(request.scope["path"])
        assert place is not None
        live = await self._service.tables.get(place["table"])
        session.actor = await self._who(request, live, hello)
        return live

    async def _who(self, request: HTTPConnection, live: LiveTable, hello: messages.Hello) -> Actor:
        if hello.key is not None:
            key = fingerprint(hello.key).hex()
            seat = live.table.seat_of(key)
            if seat is None:
                raise Refusal("not allowed", "No seat at this table has that key.")
            player = live.table.players[seat]
            assert player is not None
            return Actor(name=player.name, key=key)
        agent = request.headers.get("user-agent", "")
        person = await self._service.people.find_by_key(request.cookies.get(COOKIE, ""), agent)
        return Actor(person=person.id, name=person.nickname) if person else Actor()


async def _hear_hello(request: HTTPConnection, session: Session) -> str:
    """The first message. An address with a version replaces it and saves a round trip, but cannot carry a seat key."""
    version = request.query_params.get("version")
    if version is None:
        return await asyncio.wait_for(session.first_message(), HELLO_SECONDS)
    number = int(version) if re.fullmatch(r"[0-9]{1,9}", version) else version
    return encode({"do": "hello", "version": number}).decode()
