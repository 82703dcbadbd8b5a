"""The WebSocket: one a table and visitor. It reads commands, and sends what the desk writes, never in anybody's way."""

import asyncio
import contextlib
import logging
import re
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from typing import Any, TypeVar

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from rexarium.kernel.errors import RexariumError
from rexarium.kernel.facts import SPECTATOR
from rexarium.table import conduct, protocol
from rexarium.table.conduct import Actor
from rexarium.table.connection import GONE, LINE, Line, text_of
from rexarium.table.desk import Desk
from rexarium.table.doors import COOKIE, Doors, visitor_of
from rexarium.table.house import House
from rexarium.table.limits import Bucket
from rexarium.table.metrics import METRICS
from rexarium.table.people import fingerprint
from rexarium.table.protocol import encode
from rexarium.table.refusal import Refusal, problem_of

HELLO_SECONDS = 10
MOST_WAITING = 64  # messages; whoever is further behind gets a snapshot instead
MOST_NONSENSE = 20  # messages that cannot be read, before we hang up
REFUSED = 1008  # a close code
ACCIDENT = "Something went wrong here, and was noted; come again."


T = TypeVar("T")
_PLACE = re.compile(r"/ws/(?P<table>[^/]+)")
Answer = Callable[["SocketWire", str], Awaitable[None]]
Parting = Callable[["SocketWire"], None]
_log = logging.getLogger("rexarium.table")


class SocketWire:
    """A visitor's wire: letters wait in it until the line is free, and messages until those before them are answered."""

    __slots__ = (
        "_answer",
        "_answering",
        "_errand",
        "_farewell",
        "_greeting",
        "_heard",
        "_is_over",
        "_letters",
        "_line",
        "_part",
        "actor",
        "commands",
        "desk",
        "device",
        "eyes",
        "is_behind",
        "nonsense",
        "visitor",
    )

    def __init__(self, line: Line, commands: Bucket, visitor: str = "", device: str = "") -> None:
        self.commands = commands  # that it may send
        self.visitor = visitor  # the address
        self.device = device  # its key
        self.actor = Actor()
        self.eyes = SPECTATOR
        self.desk: Desk | None = None
        self.is_behind = False
        self.nonsense = 0  # messages that were refused unread
        self._line = line
        self._letters: list[bytes] = []
        self._farewell: str | None = None
        self._is_over = False  # was it said?
        self._errand: asyncio.Task[Any] | None = None
        self._heard: list[str] = []
        self._answering: asyncio.Task[None] | None = None
        self._greeting: asyncio.Task[None] | None = None
        self._answer: Answer | None = None
        self._part: Parting | None = None

    def stay(self, desk: Desk, answer: Answer, part: Parting) -> None:
        """Be heard from now on; `part` is called when the line has ended."""
        self.desk, self._answer, self._part = desk, answer, part
        self._line.take(self)

    @property
    def is_staying(self) -> bool:
        """Is the line theirs, or was it?"""
        return self._answer is not None

    # To the visitor

    def send(self, message: bytes) -> None:
        """Put a letter in line; if too many wait, a snapshot will say it all at once."""
        if self.is_behind or self._farewell is not None:
            return
        if not self._letters and self._line.is_free:
            self._line.post(message)
        elif len(self._letters) < MOST_WAITING:
            self._letters.append(message)
        else:
            self._letters.clear()
            self.is_behind = True

    def catch_up(self) -> None:
        """Wait for all anew."""
        self._letters.clear()
        self.is_behind = False

    def hang_up(self, sentence: str) -> None:
        """Say goodbye after what is in line."""
        if self._farewell is None:
            self._farewell = sentence
            self.flush()

    @property
    def is_leaving(self) -> bool:
        """Have we said goodbye? Then nothing more is heard."""
        return self._farewell is not None

    def flush(self) -> None:
        """Send what waits, as much as the line takes."""
        while self._letters and self._line.is_free:
            self._line.post(self._letters.pop(0))
        if self._letters or not self._line.is_free:
            return
        if self._farewell is not None and not self._is_over:
            self._is_over = True
            self._line.post(encode(protocol.Bye(self._farewell)))
            self._line.end()
        elif self.is_behind and self.desk is not None:
            METRICS.resyncs.inc()
            self._greeting = self.desk.employ(self._greet_again(self.desk))

    async def _greet_again(self, desk: Desk) -> None:
        with self._accidents_noted():
            await desk.greet_again(self)

    @contextlib.contextmanager
    def _accidents_noted(self) -> Iterator[None]:
        """Whatever goes wrong is noted, and the visitor comes again."""
        try:
            yield
        except Exception:
            _log.exception("a visitor could not be answered")
            self.hang_up(ACCIDENT)

    def leave(self) -> None:
        """The visitor has gone: what was only asked need not be answered any more. What was done is done to the end."""
        if self._errand is not None:
            self._errand.cancel()
        if self._part is not None:
            self._part(self)

    # From the visitor

    async def ask(self, question: Coroutine[Any, Any, T]) -> T:
        """Wait for an answer that nobody needs once the visitor has gone."""
        self._errand = asyncio.create_task(question)
        try:
            found: T = await self._errand
        finally:
            self._errand = None
        return found

    def hear(self, text: str) -> None:
        """Answer it after what came before; who asks faster than we can answer is not listened to meanwhile."""
        self._heard.append(text)
        if self._answering is not None:
            self._line.wait()
        elif self.desk is not None:
            self._answering = self.desk.employ(self._answer_all())

    async def _answer_all(self) -> None:
        assert self._answer is not None
        try:
            with self._accidents_noted():
                while self._heard:
                    heard, self._heard = self._heard, []
                    for text in heard:
                        if not self.is_leaving:
                            await self._answer(self, text)
        finally:
            self._answering = None
            self._line.listen()


class Sockets:
    """All WebSockets of a house."""

    def __init__(self, house: House, doors: Doors) -> None:
        self._house = house
        self._doors = doors
        self._count: Counter[str] = Counter()

    async def take_call(self, socket: WebSocket) -> None:
        """Let a visitor in; whoever stays at a table takes the line, and is seen off at its end."""
        place, visitor = _PLACE.fullmatch(socket.scope["path"]), visitor_of(socket, self._doors)
        if place is None or not self._may_enter(socket) or not self._is_modest(visitor):
            await socket.close(REFUSED)
            return
        line = socket.scope["extensions"].get(LINE)
        if line is None:
            return  # it was cut meanwhile
        wire = SocketWire(line, self._doors.commands.bucket(), visitor, socket.cookies.get(COOKIE, ""))
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
        self._count[wire.visitor] += 1
        METRICS.wires.inc()
        self._house.people.hold(wire.device, wire)

    def _part(self, wire: SocketWire) -> None:
        if wire.desk is not None:
            wire.desk.leave(wire)
        self._house.people.let_go(wire.device, wire)
        METRICS.wires.dec()
        self._count[wire.visitor] -= 1
        if not self._count[wire.visitor]:
            del self._count[wire.visitor]

    def _may_enter(self, socket: WebSocket) -> bool:
        """A page of ours, or a program that brings no cookie."""
        host = socket.headers.get("host", "")
        origin = socket.headers.get("origin")
        if not self._doors.knows_host(host) or not self._house.is_open:
            return False
        if origin is None:
            return COOKIE not in socket.cookies
        return self._doors.knows_origin(origin, host)

    def _is_modest(self, visitor: str) -> bool:
        """Has a visitor not too many wires already, and not called too often? A call is a request like any other."""
        has_room = self._count[visitor] < self._doors.wires_a_visitor
        return has_room and self._doors.requests.allows(visitor)

    async def _let_in(self, socket: WebSocket, wire: SocketWire, table: str) -> None:
        hello = await _hear_hello(socket)
        try:
            wire.desk = await self._admit(socket, wire, table, hello)
        except Refusal as refusal:
            refusal.__traceback__ = None  # through which the task that failed would hold all of this
            await socket.send_text(encode(say_refusal(None, refusal)).decode())
            await socket.close(REFUSED)
            return
        await wire.desk.join(wire)
        wire.stay(wire.desk, self._answer, self._part)

    async def _admit(self, socket: WebSocket, wire: SocketWire, table: str, message: str) -> Desk:
        """Find out who it is, and the table they want."""
        hello = _read_message(message)
        if not isinstance(hello, protocol.Hello):
            raise Refusal("not possible", "The first message is a hello.")
        if hello.version != protocol.VERSION:
            raise Refusal(
                "wrong version", f"This table speaks version {protocol.VERSION}; load the page again."
            )
        desk = await self._house.desk(table)
        wire.actor = await self._who(socket, desk, hello)
        return desk

    async def _who(self, socket: WebSocket, desk: Desk, hello: protocol.Hello) -> Actor:
        if hello.key is not None:
            key = fingerprint(hello.key).hex()
            seat = desk.room.seat_of(key)
            if seat is None:
                raise Refusal("not allowed", "No seat at this table has that key.")
            player = desk.room.players[seat]
            assert player is not None
            return Actor(name=player.name, key=key)
        person = await self._house.people.who(socket.cookies.get(COOKIE, ""))
        return Actor(person=person.id, name=person.nickname) if person else Actor()

    async def _answer(self, wire: SocketWire, text: str) -> None:
        desk = wire.desk
        assert desk is not None
        try:
            if not (wire.commands.allows() and self._doors.messages.allows(wire.visitor)):
                raise Refusal("too fast", "Too many messages; slow down.")
            message = _read_message(text)
        except Refusal as refusal:
            METRICS.commands.labels("unheard", refusal.code).inc()
            wire.send(encode(say_refusal(_find_id(text), refusal)))
            wire.nonsense += 1
            if wire.nonsense >= MOST_NONSENSE:
                wire.hang_up("Too much of that was nonsense.")
            return
        if isinstance(message, protocol.Ping):
            await desk.answer_ping(wire, message.seen)
        elif isinstance(message, protocol.Resync):
            await desk.resync(wire)
        elif isinstance(message, protocol.Hello):
            wire.send(encode(say_refusal(None, Refusal("not possible", "You have said hello already."))))
        else:
            await self._carry_out(wire, desk, message)

    async def _carry_out(self, wire: SocketWire, desk: Desk, command: protocol.Command) -> None:
        began = time.perf_counter()
        kind = type(command).__name__.lower()
        try:
            wire.send(encode(await self._do(wire, desk, command)))
            METRICS.commands.labels(kind, "done").inc()
        except RexariumError as error:
            refusal = error if isinstance(error, Refusal) else Refusal("not possible", error.said)
            wire.send(encode(say_refusal(command.id, refusal)))
            METRICS.commands.labels(kind, refusal.code).inc()
            if refusal.code == "stale":
                await desk.resync(wire)
        METRICS.command_seconds.observe(time.perf_counter() - began)

    async def _do(self, wire: SocketWire, desk: Desk, command: protocol.Command) -> protocol.ServerMessage:
        actor = wire.actor
        if isinstance(command, protocol.Why):
            return await desk.why(actor, command)
        if isinstance(command, protocol.Hint):
            if not self._doors.hints.allows(actor.id):
                raise Refusal("too fast", "The tyrant needs a moment between two hints.")
            return await wire.ask(desk.hint(actor, command))
        if isinstance(command, protocol.Rematch):
            return await self._house.rematch(desk, actor, command)
        if not desk.has_answered(
            actor, command.id
        ):  # who says it again only wants to know whether it arrived
            self._slow_down(actor, desk, command)
        return await desk.do(actor, command)

    def _slow_down(self, actor: Actor, desk: Desk, command: protocol.Command) -> None:
        """Refuse what comes too fast of that which has no end by itself, as moves have."""
        if isinstance(command, protocol.Say):
            if not self._doors.speech.allows(actor.id):
                raise Refusal("too fast", "You talk too fast; take a breath.")
        elif conduct.can_repeat(desk.room, actor, command) and not self._doors.changes.allows(actor.id):
            raise Refusal("too fast", "You change too much at once; take a breath.")


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


def _read_message(text: str) -> protocol.ClientMessage:
    if len(text) > protocol.LARGEST_MESSAGE:
        raise Refusal("too large", f"A message has at most {protocol.LARGEST_MESSAGE} bytes.")
    try:
        return protocol.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refusal("unreadable", f"This is no message of the protocol: {error}.") from None


class _Named(msgspec.Struct):
    id: protocol.CommandId


def _find_id(text: str) -> str | None:
    """What a client calls its message, though the rest of it cannot be carried out."""
    try:
        return msgspec.json.decode(text[: protocol.LARGEST_MESSAGE], type=_Named).id
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None


def say_refusal(id_: str | None, refusal: Refusal) -> protocol.Refused:
    """A refusal as it goes over the wire."""
    why = problem_of(refusal)
    return protocol.Refused(id_, why.code, why.sentence, why.rule, why.pattern, why.values)
