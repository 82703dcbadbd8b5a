"""What a client may ask a table for. Seat numbers count from 1 here, as in all words."""

from typing import Annotated

import msgspec
from msgspec import Meta

from rexarium.server.model.log import Clock, Matter

CommandId = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[\x21-\x7e]+$")]


SeatNumber = Annotated[int, Meta(ge=1, le=8)]


Ply = Annotated[int, Meta(ge=0, le=1_000_000)]


Number = Annotated[int, Meta(ge=0, le=1_000_000_000)]


Words = Annotated[str, Meta(min_length=1, max_length=200)]


Share = Annotated[str, Meta(max_length=64, pattern=r"^[\x21-\x7e]*$")]


Speech = Annotated[str, Meta(min_length=1, max_length=500)]


Key = Annotated[str, Meta(min_length=16, max_length=128, pattern=r"^[A-Za-z0-9_-]+$")]


PersonId = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]


BotWord = Annotated[str, Meta(min_length=1, max_length=32)]


RecordWords = Annotated[str, Meta(min_length=1, max_length=200_000)]


class Command(msgspec.Struct, tag_field="do", forbid_unknown_fields=True, kw_only=True):
    """Something to be done; `id` is made by the client, and the same id gets the same answer."""

    id: CommandId


class Move(Command, tag="move"):
    """Make a move, or a whole line of moves; `ply` and `taken_back` are those of the decision that it answers."""

    ply: Ply
    line: Words
    taken_back: Number | None = None  # None: it answers whatever is asked at this ply


class Sit(Command, tag="sit"):
    """Take a seat, with a random text of the device's own making as its share of the deal; or add that to one's own seat."""

    seat: SeatNumber
    share: Share = ""


class Stand(Command, tag="stand"):
    """Leave the seat before the game; the host may clear any seat. While the host is away, whoever sits at the table may
    clear that of somebody who has not come in the time that an `ask` waits, and is host from then on."""

    seat: SeatNumber | None = None


class SeatBot(Command, tag="seat bot"):
    """Put a bot of the house on a free seat."""

    seat: SeatNumber
    bot: BotWord


class Start(Command, tag="start"):
    """Deal."""


class AskFor(Command, tag="ask"):
    """Ask the others for something; `seat` is the one that a bot shall play on (`take over`, and `bot` says which), or
    that is claimed because its player has been away for too long."""

    matter: Matter
    seat: SeatNumber | None = None
    bot: BotWord | None = None


class Answer(Command, tag="answer"):
    """Agree or not with what was asked in an event."""

    ask: Number
    is_yes: bool


class Resume(Command, tag="resume"):
    """Go on after a pause."""


class Resign(Command, tag="resign"):
    """Give the game up."""


class HandOver(Command, tag="hand over"):
    """Offer your seat to whoever knows a secret of your making, for a day and for good: you cannot come back to it. The
    server keeps only the secret's SHA-256. Without a secret the offer ends."""

    secret: Key | None = None


class TakeSeat(Command, tag="take seat"):
    """Take the seat that its player has offered you by a link."""

    seat: SeatNumber
    secret: Key


class Say(Command, tag="say"):
    """Say something to everybody at the table."""

    text: Speech


class Mute(Command, tag="mute"):
    """Silence a person at this table, or let them speak again; for the host."""

    person: PersonId
    is_muted: bool = True


class OpenChat(Command, tag="open chat"):
    """Let all who look on talk too, or the players alone again; for the host."""

    is_open: bool = True


class Close(Command, tag="close"):
    """Close the table to newcomers, or let them in again; for the host. Nobody new can sit down or look on then; who has a
    seat stays, and so do those who look on already."""

    is_closed: bool = True


class CallOff(Command, tag="call off"):
    """End a table that still waits for players; for the host."""


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    """What somebody would like to play."""

    game: Words
    seats: SeatNumber
    edition: Words = "standard"
    preset: Words = "table"
    rulings: Annotated[dict[Words, Words], Meta(max_length=16)] = {}
    bots: Annotated[dict[str, BotWord], Meta(max_length=8)] = {}  # by seat
    clock: Clock = Clock()
    is_open: bool = False
    seat: SeatNumber | None = (
        None  # where the host sits down; their share follows, when they know the commitment
    )
    is_started: bool = False  # begin at once: where bots alone play, or with a record's deal
    record: RecordWords | None = None  # play on from this record; its game, seats, box and rulings go before
    ply: Ply | None = None  # from here; None: from its end
