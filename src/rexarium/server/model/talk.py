"""Chat: who can talk, and whom the host has muted."""

from rexarium.server.model import commands, log
from rexarium.server.model.checks import belongs, need_host, signed
from rexarium.server.model.errors import Refusal
from rexarium.server.model.log import AnyEntry
from rexarium.server.model.moment import Actor, Moment
from rexarium.server.model.naming import check_free
from rexarium.server.model.table import Table
from rexarium.server.model.text import clean_text


def may_speak(table: Table, actor: Actor) -> bool:
    """Whether somebody can chat here. While the chat is for players only, a new cookie does not get around a mute."""
    return table.is_chat_open or belongs(table, actor.person)


def open_chat(table: Table, actor: Actor, command: commands.OpenChat, moment: Moment) -> list[AnyEntry]:
    """Open the chat to spectators, or restrict it to players again."""
    need_host(table, actor, "Only the host can open the chat.")
    return [signed(actor, command, log.ChatOpened, is_open=command.is_open)]


def say(table: Table, actor: Actor, command: commands.Say, moment: Moment) -> list[AnyEntry]:
    """Say something to everybody at the table."""
    if not actor.person:
        raise Refusal("not allowed", "Programs can’t use the chat.")
    if actor.person in table.muted:
        raise Refusal("not allowed", "The host has muted you at this table.")
    if not may_speak(table, actor):
        raise Refusal("not allowed", "Only players can chat here; the host can open the chat.")
    check_free(actor.name, actor.person, table.names())
    text = clean_text(command.text)
    if not text:
        raise Refusal("not possible", "Your message is empty. Write something first.")
    return [signed(actor, command, log.Said, name=actor.name, text=text)]


def mute(table: Table, actor: Actor, command: commands.Mute, moment: Moment) -> list[AnyEntry]:
    """Mute a person at this table, or unmute them."""
    need_host(table, actor, "Only the host can mute people.")
    if command.person == table.host:
        raise Refusal("not possible", "You can’t mute yourself.")
    return [signed(actor, command, log.Muted, person=command.person, is_muted=command.is_muted)]
