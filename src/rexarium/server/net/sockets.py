"""The WebSocket: one a table and visitor. It reads commands, and sends what the desk writes, never in anybody's way."""

import asyncio
import contextlib
import logging
import re
import time
from collections import Counter

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from rexarium.kernel.errors import RexariumError
from rexarium.kernel.sentence import Sentence, sentence
from rexarium.server.metrics import METRICS
from rexarium.server.model import checks, commands, decide, talk
from rexarium.server.model.moment import Actor
from rexarium.server.model.refusal import Refusal
from rexarium.server.model.text import fingerprint
from rexarium.server.net.connection import GONE, LINE, text_of
from rexarium.server.net.doors import COOKIE, Doors, home_of
from rexarium.server.net.endpoints.tables import check_changes
from rexarium.server.net.session import SocketWire
from rexarium.server.runtime import reliance
from rexarium.server.runtime.desk import Desk
from rexarium.server.runtime.service import Service
from rexarium.server.wire import messages
from rexarium.server.wire.messages import encode
from rexarium.server.wire.problems import say_refusal

HELLO_SECONDS = 10


MOST_NONSENSE = 20  # messages that cannot be read, before we hang up


REFUSED = 1008  # a close code


IN_DOUBT = "That has not been saved yet, and may still go through; there is no need to do it again."


_PLACE = re.compile(r"/ws/(?P<table>[^/]+)")


_log = logging.getLogger("rexarium.server")


class Sockets:
    """All WebSockets of a house."""

    def __init__(self, service: Service, doors: Doors) -> None:
        self._service = service
        self._doors = doors
        self._count: Counter[tuple[str, str]] = Counter()

    async def take_call(self, socket: WebSocket) -> None:
        """Let a visitor in; whoever stays at a table takes the line, and is seen off at its end."""
        place, network = _PLACE.fullmatch(socket.scope["path"]), home_of(socket, self._doors)
        key = socket.cookies.get(COOKIE, "")
        if place is None or not self._may_enter(socket) or not self._is_patient(key, network):
            await socket.close(REFUSED)
            return
        line = socket.scope["extensions"].get(LINE)
        if line is None:
            return  # it was cut meanwhile
        wire = SocketWire(line, self._doors.commands.bucket(), network, key)
        await socket.accept()
        self._meet(wire)
        try:
            await self._let_in(socket, wire, place["table"])
        except (WebSocketDisconnect, TimeoutError):
            pass
        except RuntimeError:
            if socket.application_state is WebSocketState.CONNECTED:
                raise  # not the wire's end, but an accident
        finally:
            if not wire.is_staying:
                self._part(wire)
                with contextlib.suppress(RuntimeError, WebSocketDisconnect):
                    await socket.close(GONE)

    def _meet(self, wire: SocketWire) -> None:
        METRICS.sockets.inc()
        self._service.people.hold(wire.device, wire)

    def _part(self, wire: SocketWire) -> None:
        if wire.desk is not None:
            wire.desk.leave(wire)
        self._service.people.let_go(wire.device, wire)
        METRICS.sockets.dec()
        for holder in wire.holders:
            self._count[holder] -= 1
            if not self._count[holder]:
                del self._count[holder]

    def _may_enter(self, socket: WebSocket) -> bool:
        """A page of ours, or a program that brings no cookie."""
        host = socket.headers.get("host", "")
        origin = socket.headers.get("origin")
        if not self._doors.knows_host(host) or not self._service.is_open:
            return False
        if origin is None:
            return COOKIE not in socket.cookies
        return self._doors.knows_origin(origin, host)

    def _is_patient(self, key: str, network: str) -> bool:
        """Has a visitor not called too often? A call is a request like any other."""
        person = self._service.people.recall(key)
        return self._doors.requests.take(person.id if person else "", network) is None

    async def _count_in(self, wire: SocketWire) -> None:
        """Count a line for a person, or for all guests of a network; and for that network."""
        person = await self._service.people.who(wire.device)
        wire.person = person.id if person else ""
        own = ("person", wire.person) if wire.person else ("guests", wire.network)
        network = ("network", wire.network)
        if why := self._find_excess(wire, own, network):
            raise Refusal("not possible", why)
        wire.holders = [own, network]
        self._count.update(wire.holders)

    def _find_excess(
        self, wire: SocketWire, own: tuple[str, str], network: tuple[str, str]
    ) -> Sentence | None:
        """Why somebody has too many lines already."""
        settings = self._doors.settings
        if wire.person and self._count[own] >= settings.connections_person:
            return sentence(
                "You have {most} tables open, and that is the limit. Close one of them, then load this page again.",
                most=settings.connections_person,
            )
        if not wire.person and self._count[own] >= settings.connections_guests:
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

    async def _let_in(self, socket: WebSocket, wire: SocketWire, table: str) -> None:
        try:
            await self._count_in(wire)
            hello = await _hear_hello(socket)
            wire.desk = await self._admit(socket, wire, table, hello)
            await wire.desk.join(wire)
        except Refusal as refusal:
            refusal.__traceback__ = None  # through which the task that failed would hold all of this
            await _turn_away(socket, refusal)
            return
        wire.stay(wire.desk, self._answer, self._part)

    async def _admit(self, socket: WebSocket, wire: SocketWire, table: str, message: str) -> Desk:
        """Find out who it is, and the table they want."""
        hello = _read_message(message)
        if not isinstance(hello, messages.Hello):
            raise Refusal("not possible", "The first message is a hello.")
        if hello.version != messages.VERSION:
            raise Refusal(
                "wrong version", f"This table speaks version {messages.VERSION}; load the page again."
            )
        desk = await self._service.tables.get(table)
        wire.actor = await self._who(socket, desk, hello)
        return desk

    async def _who(self, socket: WebSocket, desk: Desk, hello: messages.Hello) -> Actor:
        if hello.key is not None:
            key = fingerprint(hello.key).hex()
            seat = desk.room.seat_of(key)
            if seat is None:
                raise Refusal("not allowed", "No seat at this table has that key.")
            player = desk.room.players[seat]
            assert player is not None
            return Actor(name=player.name, key=key)
        agent = socket.headers.get("user-agent", "")
        person = await self._service.people.who(socket.cookies.get(COOKIE, ""), agent)
        return Actor(person=person.id, name=person.nickname) if person else Actor()

    async def _answer(self, wire: SocketWire, text: str) -> None:
        desk = wire.desk
        assert desk is not None
        try:
            self._count_message(wire)
            message = _read_message(text)
        except Refusal as refusal:
            METRICS.commands.inc("unheard", refusal.code)
            wire.send(encode(say_refusal(_find_id(text), refusal)))
            wire.nonsense += 1
            if wire.nonsense >= MOST_NONSENSE:
                wire.hang_up("Too much of that was nonsense.")
            return
        if isinstance(message, messages.Ping):
            await desk.answer_ping(wire, message.seen)
        elif isinstance(message, messages.Resync):
            if message.why is not None:
                METRICS.pages_behind.inc(message.why)
            await desk.resync(wire)
        elif isinstance(message, messages.Hello):
            wire.send(encode(say_refusal(None, Refusal("not possible", "You have said hello already."))))
        else:
            await self._carry_out(wire, desk, message)

    def _count_message(self, wire: SocketWire) -> None:
        excess = None if wire.commands.allows() else wire.commands.excess()
        excess = excess or self._doors.messages.take(wire.person, wire.network)
        if excess:
            why = sentence(
                "Too many messages: the limit is {burst} at once, then {rate} a minute. "
                "Try again in {seconds, plural, one {# second} other {# seconds}}.",
                **excess._asdict(),
            )
            raise Refusal("too fast", why, seconds=excess.seconds)

    async def _carry_out(self, wire: SocketWire, desk: Desk, command: commands.Command) -> None:
        began = time.perf_counter()
        kind = type(command).__name__.lower()
        try:
            wire.send(encode(await self._do_in_time(wire, desk, command)))
            METRICS.commands.inc(kind, "done")
        except RexariumError as error:
            answer = say_refusal(
                command.id, error
            )  # the error itself, held by a name of ours, would hold us in a circle
            wire.send(encode(answer))
            METRICS.commands.inc(kind, answer.code)
            if answer.code == "stale":
                await desk.resync(wire)
        METRICS.command_seconds.observe(time.perf_counter() - began)

    async def _do_in_time(
        self, wire: SocketWire, desk: Desk, command: commands.Command
    ) -> messages.ServerMessage:
        """The same as `_do`; who has to wait for too long is told that nobody knows yet, and nothing is given up."""
        doubt = asyncio.get_running_loop().call_later(reliance.PATIENCE, _say_doubt, wire, command)
        try:
            return await self._do(wire, desk, command)
        finally:
            doubt.cancel()

    async def _do(self, wire: SocketWire, desk: Desk, command: commands.Command) -> messages.ServerMessage:
        actor = wire.actor
        if isinstance(command, messages.Why):
            return await desk.why(actor, command)
        if isinstance(command, messages.Hint):
            if excess := self._doors.hints.take(actor.id):
                why = sentence(
                    "The tyrant has given you {burst} hints in a row, and that is the limit. "
                    "Ask again in {seconds, plural, one {# second} other {# seconds}}.",
                    **excess._asdict(),
                )
                raise Refusal("too fast", why, seconds=excess.seconds)
            return await wire.ask(desk.hint(actor, command))
        if isinstance(command, messages.Rematch):
            return await self._service.tables.rematch(desk, actor, command, wire.network)
        if not desk.has_answered(
            actor, command.id
        ):  # who says it again only wants to know whether it arrived
            self._slow_down(actor, desk, command)
        return await desk.do(actor, command)

    def _slow_down(self, actor: Actor, desk: Desk, command: commands.Command) -> None:
        """Refuse what comes too fast of that which has no end by itself, as moves have."""
        if isinstance(command, commands.Say):
            self._count_speech(actor, desk)
        elif decide.can_repeat(desk.room, actor, command):
            check_changes(self._doors, actor.id)

    def _count_speech(self, actor: Actor, desk: Desk) -> None:
        """Everybody has a pace, and all who look on have one together: however many they are, the players can read on."""
        if not talk.may_speak(desk.room, actor):
            return  # which is refused with its own reason
        excess = self._doors.speech.take(actor.id)
        if excess is None and not checks.belongs(desk.room, actor.person):
            excess = self._doors.onlookers.take(desk.room.id)
        if excess:
            why = sentence(
                "That is too much talk at once: the limit is {burst} lines, then {rate} a minute. "
                "Go on in {seconds, plural, one {# second} other {# seconds}}.",
                **excess._asdict(),
            )
            raise Refusal("too fast", why, seconds=excess.seconds)


async def _turn_away(socket: WebSocket, refusal: Refusal) -> None:
    """Say why not, and hang up."""
    await socket.send_text(encode(say_refusal(None, refusal)).decode())
    await socket.close(REFUSED)


async def _hear_hello(socket: WebSocket) -> str:
    """The first message. An address that names the version says it with the handshake, a round trip sooner; but no key."""
    version = socket.query_params.get("version")
    if version is None:
        return await asyncio.wait_for(_receive(socket), HELLO_SECONDS)
    number = int(version) if re.fullmatch(r"[0-9]{1,9}", version) else version
    return encode({"do": "hello", "version": number}).decode()


async def _receive(socket: WebSocket) -> str:
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", GONE))
    return text_of(message)


def _read_message(text: str) -> messages.ClientMessage:
    if len(text) > messages.LARGEST_MESSAGE:
        raise Refusal("too large", f"A message has at most {messages.LARGEST_MESSAGE} bytes.")
    try:
        return messages.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refusal("unreadable", f"This is no message of the protocol: {error}.") from None


class _Named(msgspec.Struct):
    id: commands.CommandId


def _find_id(text: str) -> str | None:
    """What a client calls its message, though the rest of it cannot be carried out."""
    try:
        return msgspec.json.decode(text[: messages.LARGEST_MESSAGE], type=_Named).id
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None


def _say_doubt(wire: SocketWire, command: commands.Command) -> None:
    if not isinstance(command, messages.Why | messages.Hint):  # which only ask
        METRICS.commands.inc(type(command).__name__.lower(), "in doubt")
        refusal = Refusal("unavailable", IN_DOUBT, is_in_doubt=True)
        wire.send(encode(say_refusal(command.id, refusal)))
