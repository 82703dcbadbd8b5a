"""Clients' messages and the replies to them, independent of any socket, so that they also work without a network."""

import asyncio
import time
from functools import partial

import msgspec

from rexarium.kernel.errors import RexariumError
from rexarium.kernel.sentence import sentence
from rexarium.server.metrics import METRICS
from rexarium.server.model import checks, commands, decide, talk
from rexarium.server.model.errors import Refusal
from rexarium.server.model.moment import Actor
from rexarium.server.model.table import Table
from rexarium.server.net.access import Access
from rexarium.server.net.api import check_changes
from rexarium.server.net.session import Session
from rexarium.server.runtime import availability
from rexarium.server.runtime.live import LiveTable
from rexarium.server.runtime.service import Service
from rexarium.server.wire import messages
from rexarium.server.wire.messages import encode
from rexarium.server.wire.problems import to_refused

MAX_BAD_MESSAGES = 20  # messages that cannot be read, before we disconnect
IN_DOUBT = "That has not been saved yet, but it may still go through. There’s no need to do it again."


class Dispatch:
    """Answers the messages of everyone at the tables."""

    def __init__(self, service: Service, access: Access) -> None:
        self._service = service
        self._access = access

    async def answer(self, session: Session, text: str) -> None:
        """Read a message, carry it out and send the reply."""
        live = session.live
        assert live is not None
        try:
            self._count_message(session)
            message = read_message(text)
        except Refusal as refusal:
            METRICS.commands.inc("unheard", refusal.code)
            session.send(encode(to_refused(_find_id(text), refusal)))
            session.bad_messages += 1
            if session.bad_messages >= MAX_BAD_MESSAGES:
                session.close("Too much of that was nonsense.")
            return
        if isinstance(message, messages.Ping):
            await live.pong(session, message.seen)
        elif isinstance(message, messages.Resync):
            if message.why is not None:
                METRICS.pages_behind.inc(message.why)
            await live.resync(session)
        elif isinstance(message, messages.Hello):
            session.send(encode(to_refused(None, Refusal("not possible", "You have already said “hello”."))))
        else:
            await self._carry_out(session, live, message)

    def _count_message(self, session: Session) -> None:
        excess = None if session.message_bucket.try_take() else session.message_bucket.excess()
        excess = excess or self._access.messages.take(session.person, session.network)
        if excess:
            why = sentence(
                "Too many messages: the limit is {burst} at once, then {rate} a minute. "
                "Try again in {seconds, plural, one {# second} other {# seconds}}.",
                **excess._asdict(),
            )
            raise Refusal("too fast", why, seconds=excess.seconds)

    async def _carry_out(self, session: Session, live: LiveTable, command: commands.Command) -> None:
        began = time.perf_counter()
        kind = type(command).__name__.lower()
        try:
            session.send(encode(await self._do_in_time(session, live, command)))
            METRICS.commands.inc(kind, "done")
        except RexariumError as error:
            # Binding the error itself to a name would form a reference cycle.
            answer = to_refused(command.id, error)
            session.send(encode(answer))
            METRICS.commands.inc(kind, answer.code)
            if answer.code == "stale":
                await live.resync(session)
        METRICS.command_seconds.observe(time.perf_counter() - began)

    async def _do_in_time(
        self, session: Session, live: LiveTable, command: commands.Command
    ) -> messages.ServerMessage:
        """Carry out a command; if that takes too long, say that the outcome is still open, and keep going."""
        doubt = asyncio.get_running_loop().call_later(availability.PATIENCE, _say_doubt, session, command)
        try:
            return await self._do(session, live, command)
        finally:
            doubt.cancel()

    async def _do(
        self, session: Session, live: LiveTable, command: commands.Command
    ) -> messages.ServerMessage:
        actor = session.actor
        if isinstance(command, messages.Why):
            return await live.why(actor, command)
        if isinstance(command, messages.Hint):
            if excess := self._access.hints.take(actor.id):
                why = sentence(
                    "You have had {burst} hints in a row, and that is the limit. "
                    "Ask again in {seconds, plural, one {# second} other {# seconds}}.",
                    **excess._asdict(),
                )
                raise Refusal("too fast", why, seconds=excess.seconds)
            return await session.run_cancellable(live.hint(actor, command))
        if isinstance(command, messages.Rematch):
            return await self._service.tables.rematch(live, actor, command, session.network)
        return await live.submit(actor, command, partial(self._slow_down, actor, command))

    def _slow_down(self, actor: Actor, command: commands.Command, table: Table) -> None:
        """Limit commands that, unlike moves, could go on for ever."""
        if isinstance(command, commands.Say):
            self._count_speech(actor, table)
        elif decide.is_repeatable(table, actor, command):
            check_changes(self._access, actor.id)

    def _count_speech(self, actor: Actor, table: Table) -> None:
        """Limit chat: each person has a limit, and all onlookers share one, so that players can still read the chat."""
        if not talk.may_speak(table, actor):
            return  # it will be refused for its own reason
        excess = self._access.chat.take(actor.id)
        if excess is None and not checks.belongs(table, actor.person):
            excess = self._access.onlookers.take(table.id)
        if excess:
            why = sentence(
                "You’re chatting too fast: the limit is {burst} lines at once, then {rate} a minute. "
                "Go on in {seconds, plural, one {# second} other {# seconds}}.",
                **excess._asdict(),
            )
            raise Refusal("too fast", why, seconds=excess.seconds)


def read_message(text: str) -> messages.ClientMessage:
    """Decode a client's message, or refuse it."""
    if len(text) > messages.LARGEST_MESSAGE:
        raise Refusal("too large", f"A message may have at most {messages.LARGEST_MESSAGE} bytes.")
    try:
        return messages.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refusal("unreadable", f"This is not a message of the protocol: {error}.") from None


class _Named(msgspec.Struct):
    id: commands.CommandId


def _find_id(text: str) -> str | None:
    """The id of a message whose other contents cannot be decoded."""
    try:
        return msgspec.json.decode(text[: messages.LARGEST_MESSAGE], type=_Named).id
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None


def _say_doubt(session: Session, command: commands.Command) -> None:
    if not isinstance(command, messages.Why | messages.Hint):  # these only ask
        METRICS.commands.inc(type(command).__name__.lower(), "in doubt")
        refusal = Refusal("unavailable", IN_DOUBT, is_in_doubt=True)
        session.send(encode(to_refused(command.id, refusal)))
