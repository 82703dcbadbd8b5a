"""The commands a client can send to a table. Seat numbers count from 1 here, as they do in text."""

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
ChatText = Annotated[str, Meta(min_length=1, max_length=500)]
Key = Annotated[str, Meta(min_length=16, max_length=128, pattern=r"^[A-Za-z0-9_-]+$")]
PersonId = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
BotWord = Annotated[str, Meta(min_length=1, max_length=32)]
RecordWords = Annotated[str, Meta(min_length=1, max_length=200_000)]


class Command(msgspec.Struct, tag_field="do", forbid_unknown_fields=True, kw_only=True):
    """A request to a table. The client makes up the `id`, and the same id always gets the same reply."""

    id: CommandId


class Move(Command, tag="move"):
    """Make a move or a whole line of moves; `ply` and `taken_back` come from the decision that it answers."""

    ply: Ply
    line: Words
    taken_back: Number | None = None  # null: it answers whatever decision is open at this ply


class Sit(Command, tag="sit"):
    """Take a seat, or add a share to your own. The share is a random text made by the device; it goes into the shuffle."""

    seat: SeatNumber
    share: Share = ""


class Stand(Command, tag="stand"):
    """Leave your seat before the game; the host can clear any seat. While the host is away, anyone with a seat can clear
    one whose player has not turned up within the time that an `ask` stays open, and becomes the host."""

    seat: SeatNumber | None = None


class SeatBot(Command, tag="seat bot"):
    """Put one of the server's bots on a free seat."""

    seat: SeatNumber
    bot: BotWord


class Start(Command, tag="start"):
    """Deal and start the game."""


class AskFor(Command, tag="ask"):
    """Ask the others for something. With `take over`, `seat` is the seat to be taken over and `bot` the bot that will play
    it; with `claim`, `seat` is the one to claim because its player has been away for too long."""

    matter: Matter
    seat: SeatNumber | None = None
    bot: BotWord | None = None


class Answer(Command, tag="answer"):
    """Agree to an ask, or refuse it."""

    ask: Number
    is_yes: bool


class Resume(Command, tag="resume"):
    """End a pause."""


class Resign(Command, tag="resign"):
    """Give up the game."""


class HandOver(Command, tag="hand over"):
    """Offer your seat to anyone who knows a secret that you made up. The offer stands for a day; once someone has taken the
    seat, you cannot return to it. The server keeps only the secret's SHA-256. Without a secret, the offer is withdrawn."""

    secret: Key | None = None


class TakeSeat(Command, tag="take seat"):
    """Take a seat that its player has offered you in a link."""

    seat: SeatNumber
    secret: Key


class Say(Command, tag="say"):
    """Say something to everybody at the table."""

    text: ChatText


class Mute(Command, tag="mute"):
    """Mute a person at this table, or unmute them. Host only."""

    person: PersonId
    is_muted: bool = True


class OpenChat(Command, tag="open chat"):
    """Open the chat to spectators, or restrict it to players again. Host only."""

    is_open: bool = True


class Close(Command, tag="close"):
    """Close the table to newcomers, or reopen it. Host only. While it is closed, nobody new can sit down or watch; players
    and present spectators stay."""

    is_closed: bool = True


class CallOff(Command, tag="call off"):
    """Call off a table that is still waiting for players. Host only."""


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    """The table that somebody wants to set up."""

    game: Words
    seats: SeatNumber
    edition: Words = "standard"
    preset: Words = "table"
    rulings: Annotated[dict[Words, Words], Meta(max_length=16)] = {}
    bots: Annotated[dict[str, BotWord], Meta(max_length=8)] = {}  # by seat
    clock: Clock = Clock()
    is_open: bool = False
    seat: SeatNumber | None = None  # the host's own; their share follows once they know the commitment
    is_started: bool = False  # start at once: only if all players are bots or the deal comes from a record
    record: RecordWords | None = None  # continue this record, with its own game, seats, edition and rulings
    ply: Ply | None = None  # where in the record to continue; null: at its end
