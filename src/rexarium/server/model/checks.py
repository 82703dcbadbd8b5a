"""Checks shared by commands: who the actor is at this table, and whether the game has started or ended."""

from collections.abc import Callable
from typing import Any, TypeVar

from rexarium.bots import LEVELS, name_bot
from rexarium.kernel.sentence import sentence
from rexarium.match import Match
from rexarium.server.model import commands
from rexarium.server.model.errors import Refusal
from rexarium.server.model.log import Player
from rexarium.server.model.moment import Actor
from rexarium.server.model.table import Table

B = TypeVar("B")

CLOSED = "The host has closed this table to newcomers. Ask them to open it again."


def bot_player(word: str) -> Player:
    """One of the server's own bots, as a player; only the named levels may sit at a table with people."""
    if word not in LEVELS:
        raise Refusal(
            "unknown",
            sentence(
                "There is no bot called “{word}”. Choose one of these: {levels, names}.",
                word=word,
                levels=LEVELS,
            ),
        )
    return Player(name_bot(word), bot=word)


def other_people(table: Table, *seats: int) -> list[int]:
    """The seats of all other people, even those a bot is playing for: it is still their game."""
    return [seat for seat in sorted({*table.people_seats(), *table.substituted}) if seat not in seats]


def belongs(table: Table, person: str) -> bool:
    """Whether a person is the host, has a seat, or had one in the game."""
    return bool(person) and (person == table.host or person in table.people)


def check_entry(table: Table, actor: Actor) -> None:
    """Refuse newcomers at a table the host has closed. Once the game is over, anyone may see its record."""
    is_known = (
        belongs(table, actor.person) or actor.person in table.guests or table.seat_of(actor.id) is not None
    )
    if table.is_closed and table.stage != "over" and not is_known:
        raise Refusal("not allowed", CLOSED)


def signed(actor: Actor, command: commands.Command, body: Callable[..., B], **fields: Any) -> B:
    """An entry that names the actor and the command behind it."""
    return body(by=actor.id, command=command.id, **fields)


def seat_index(table: Table, number: int) -> int:
    """The index of the seat with this number; refuses a number that the table does not have."""
    if not 1 <= number <= table.setup.seats:
        raise Refusal("unknown", sentence("There is no seat {number} at this table.", number=number))
    return number - 1


def own_seat(table: Table, actor: Actor) -> int:
    """The actor's seat; refuses actors without one."""
    seat = table.seat_of(actor.id)
    if seat is None:
        raise Refusal("not allowed", "You have no seat at this table.")
    return seat


def need_gathering(table: Table, sentence: str) -> None:
    """Refuse, with this sentence, what can be done only before the game has started."""
    if table.stage != "gathering":
        raise Refusal("not possible", sentence if table.stage == "playing" else "The game is over.")


def need_host(table: Table, actor: Actor, sentence: str) -> None:
    """Refuse, with this sentence, everyone except the host."""
    if not actor.person or actor.person != table.host:
        raise Refusal("not allowed", sentence)


def playing(table: Table) -> Match:
    """The match; refuses if it has not started or is over."""
    if table.match is None:
        raise Refusal("not possible", "The game has not started yet.")
    if table.stage == "over":
        raise Refusal("not possible", "The game is over.")
    return table.match
