"""The WebSocket: one a table and visitor. It reads commands, and sends what the desk writes, never in anybody's way."""

import asyncio
import contextlib
import itertools
import time
from collections import Counter, deque
from collections.abc import Coroutine
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from rexarium.kernel.errors import RexariumError
from rexarium.kernel.facts import SPECTATOR
from rexarium.table import protocol
from rexarium.table.conduct import Actor
from rexarium.table.desk import Desk
from rexarium.table.doors import COOKIE, Doors, visitor_of
from rexarium.table.house import House, fingerprint
from rexarium.table.metrics import METRICS
from rexarium.table.protocol import encode
from rexarium.table.refusal import Refusal, problem_of

HELLO_SECONDS = 10
MOST_WAITING = 64  # messages; whoever is further behind gets a snapshot instead
MOST_NONSENSE = 20  # messages that cannot be read, before we hang up
REFUSED, GONE, TOO_MANY = 1008, 1001, 1013  # close codes


class SocketWire:
    """A visitor's wire: letters wait in it until the line is free."""

    def __init__(self, socket: WebSocket) -> None:
        self.actor = Actor()
        self.eyes = SPECTATOR
        self.is_behind = False
        self._socket = socket
        self._letters: deque[bytes] = deque()
        self._bell = asyncio.Event()
        self._farewell: str | None = None

    def send(self, message: bytes) -> None:
        """Put a letter in line; if too many wait, a snapshot will say it all at once."""
        if self.is_behind or self._farewell is not None:
            return
        if len(self._letters) >= MOST_WAITING:
            self._letters.clear()
            self.is_behind = True
        else:
            self._letters.append(message)
        self._bell.set()

    def catch_up(self) -> None:
        """Wait for all anew."""
        self._letters.clear()
        self.is_behind = False

    def hang_up(self, sentence: str) -> None:
        """Say goodbye after what is in line."""
        if self._farewell is None:
            self._farewell = sentence
            self._bell.set()

    @property
    def is_leaving(self) -> bool:
        """Have we said goodbye? Then nothing more is heard."""
        return self._farewell is not None

    async def deliver(self, desk: Desk) -> None:
        """Send letters as long as the wire holds."""
        while True:
            while self._letters:
                await self._post(self._letters.popleft())
            if self._farewell is not None:
                await self._post(encode(protocol.Bye(self._farewell)))
                await self._socket.close(GONE)
                return
            if self.is_behind:
                METRICS.resyncs.inc()
                await desk.greet_again(self)
            self._bell.clear()
            if not self._letters and self._farewell is None:
                await self._bell.wait()

    async def _post(self, letter: bytes) -> None:
        try:
            await self._socket.send_text(letter.decode())
        except RuntimeError:  # who answered no pings was cut off while the letter waited for the line
            raise WebSocketDisconnect(GONE) from None


class Sockets:
    """All WebSockets of a house."""

    def __init__(self, house: House, doors: Doors) -> None:
        self._house = house
        self._doors = doors
        self._count: Counter[str] = Counter()
        self._names = itertools.count()  # one a wire

    async def endpoint(self, socket: WebSocket) -> None:
        """A visitor's whole stay at a table."""
        visitor = visitor_of(socket, self._doors)
        if not self._may_enter(socket) or self._count[visitor] >= self._doors.wires_a_visitor:
            await socket.close(REFUSED)
            return
        await socket.accept()
        self._count[visitor] += 1
        METRICS.wires.inc()
        try:
            await self._stay(socket)
        except (WebSocketDisconnect, TimeoutError):
            pass
        except RuntimeError:
            if socket.application_state is WebSocketState.CONNECTED:
                raise  # not the wire's end, but an accident
        finally:
            METRICS.wires.dec()
            self._count[visitor] -= 1
            if not self._count[visitor]:
                del self._count[visitor]
            with contextlib.suppress(RuntimeError, WebSocketDisconnect):
                await socket.close(GONE)

    def _may_enter(self, socket: WebSocket) -> bool:
        """A page of ours, or a program that brings no cookie."""
        host = socket.headers.get("host", "")
        origin = socket.headers.get("origin")
        if not self._doors.knows_host(host) or not self._house.is_open:
            return False
        if origin is None:
            return COOKIE not in socket.cookies
        return self._doors.knows_origin(origin, host)

    async def _stay(self, socket: WebSocket) -> None:
        hello = await asyncio.wait_for(_receive(socket), HELLO_SECONDS)
        wire = SocketWire(socket)
        with self._house.hold(socket.cookies.get(COOKIE, ""), wire):
            try:
                desk = await self._admit(socket, wire, hello)
            except Refusal as refusal:
                await socket.send_text(encode(say_refusal(None, refusal)).decode())
                await socket.close(REFUSED)
                return
            await self._sit(socket, wire, desk)

    async def _sit(self, socket: WebSocket, wire: SocketWire, desk: Desk) -> None:
        """Hear and be heard, until one of us hangs up."""
        delivery = asyncio.create_task(_until_gone(wire.deliver(desk)))
        reading = asyncio.create_task(_until_gone(self._read(socket, wire, desk)))
        try:
            await desk.join(wire)
            done, _ = await asyncio.wait({delivery, reading}, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            desk.leave(wire)
            for task in (delivery, reading):
                task.cancel()
            await asyncio.gather(delivery, reading, return_exceptions=True)

    async def _admit(self, socket: WebSocket, wire: SocketWire, message: str) -> Desk:
        """Find out who it is, and the table they want."""
        hello = _read_message(message)
        if not isinstance(hello, protocol.Hello):
            raise Refusal("not possible", "The first message is a hello.")
        if hello.version != protocol.VERSION:
            raise Refusal(
                "wrong version", f"This table speaks version {protocol.VERSION}; load the page again."
            )
        desk = await self._house.desk(socket.path_params["table"])
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
        person = await self._house.who(socket.cookies.get(COOKIE, ""))
        return Actor(person=person.id, name=person.nickname) if person else Actor()

    async def _read(self, socket: WebSocket, wire: SocketWire, desk: Desk) -> None:
        nonsense = 0
        name, visitor = str(next(self._names)), visitor_of(socket, self._doors)
        while nonsense < MOST_NONSENSE:
            text = await _receive(socket)
            if wire.is_leaving:
                continue
            try:
                if not (self._doors.commands.allows(name) and self._doors.messages.allows(visitor)):
                    raise Refusal("too fast", "Too many messages; slow down.")
                message = _read_message(text)
            except Refusal as refusal:
                nonsense += 1
                METRICS.commands.labels("unheard", refusal.code).inc()
                wire.send(encode(say_refusal(_find_id(text), refusal)))
                continue
            await self._answer(wire, desk, message)
        wire.hang_up("Too much of that was nonsense.")
        await asyncio.sleep(1)

    async def _answer(self, wire: SocketWire, desk: Desk, message: protocol.ClientMessage) -> None:
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
            wire.send(encode(await self._do(wire.actor, desk, command)))
            METRICS.commands.labels(kind, "done").inc()
        except RexariumError as error:
            refusal = error if isinstance(error, Refusal) else Refusal("not possible", error.said)
            wire.send(encode(say_refusal(command.id, refusal)))
            METRICS.commands.labels(kind, refusal.code).inc()
            if refusal.code == "stale":
                await desk.resync(wire)
        METRICS.command_seconds.observe(time.perf_counter() - began)

    async def _do(self, actor: Actor, desk: Desk, command: protocol.Command) -> protocol.ServerMessage:
        if isinstance(command, protocol.Why):
            return await desk.why(actor, command)
        if isinstance(command, protocol.Hint):
            if not self._doors.hints.allows(actor.id):
                raise Refusal("too fast", "The tyrant needs a moment between two hints.")
            return await desk.hint(actor, command)
        if isinstance(command, protocol.Rematch):
            return await self._house.rematch(desk, actor, command)
        if isinstance(command, protocol.Say) and not self._may_speak(actor, desk, command):
            raise Refusal("too fast", "You talk too fast; take a breath.")
        return await desk.do(actor, command)

    def _may_speak(self, actor: Actor, desk: Desk, command: protocol.Say) -> bool:
        """Who says again what was said only wants to know whether it arrived."""
        return desk.has_answered(actor, command.id) or self._doors.speech.allows(actor.id)


async def _until_gone(work: Coroutine[Any, Any, None]) -> None:
    """Work as long as the visitor is there. An error that a task keeps would keep the task, and the whole wire with it."""
    with contextlib.suppress(WebSocketDisconnect):
        await work


async def _receive(socket: WebSocket) -> str:
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", GONE))
    text = message.get("text")
    return text if text is not None else (message.get("bytes") or b"").decode("utf-8", "replace")


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
