"""Every message of the WebSocket, typed once: what clients send beside commands, and all that the server sends.

docs/protocol.md and the page's types are written from here, from `bodies` and from `model.commands` (`tools.contract`).
Seats are counted from 1 on the wire, as in all words; plies and event numbers from 0.
"""

from collections.abc import Callable
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from rexarium.server.model.commands import (
    Answer,
    AskFor,
    CallOff,
    Close,
    Command,
    HandOver,
    Key,
    Move,
    Mute,
    Number,
    OpenChat,
    Resign,
    Resume,
    Say,
    SeatBot,
    SeatNumber,
    Sit,
    Stand,
    Start,
    TakeSeat,
    Words,
)
from rexarium.server.model.log import Clock, How, Matter, Stage
from rexarium.server.model.refusal import RefusalCode

VERSION = 1


LARGEST_MESSAGE = 4096  # bytes that a client may send at once


Eyes = Annotated[str, Meta(pattern=r"^(truth|spectator|seat [1-8])$")]


SeatKind = Literal["free", "person", "bot", "program"]


Fault = Literal["gap", "hash", "unreadable"]


# ---- from a client
class Hello(msgspec.Struct, tag="hello", tag_field="do", forbid_unknown_fields=True):
    """The first message: which protocol the client speaks. Welcome and snapshot are the answer."""

    version: int
    key: Key | None = None  # of a program that plays a seat; people are known by their cookie


class Rematch(Command, tag="rematch"):
    """The same again, everybody one seat further."""


class Why(Command, tag="why"):
    """Why may this line be played, or not; or, with a seat, why is its score what it is?"""

    line: Words | None = None
    seat: SeatNumber | None = None


class Hint(Command, tag="hint"):
    """What would the tyrant do here? For who plays with bots alone."""


class Ping(msgspec.Struct, tag="ping", tag_field="do", forbid_unknown_fields=True):
    """Still there; `seen` is the newest event that the client has. If it has missed one, it gets a snapshot."""

    seen: Number


class Resync(msgspec.Struct, tag="resync", tag_field="do", forbid_unknown_fields=True):
    """Send me a snapshot. `why` is for the metrics: I missed an event, what I hold does not fit its hash, or I could not
    read what came."""

    why: Fault | None = None


ClientMessage = (
    Hello
    | Move
    | Sit
    | Stand
    | SeatBot
    | Start
    | AskFor
    | Answer
    | Resume
    | Resign
    | HandOver
    | TakeSeat
    | Say
    | Mute
    | OpenChat
    | Close
    | CallOff
    | Rematch
    | Why
    | Hint
    | Ping
    | Resync
)


# ---- to a client
class SeatState(msgspec.Struct):
    """A seat as everybody sees it."""

    seat: int
    name: str | None  # None: the seat is free
    kind: SeatKind
    bot: str | None
    person: str | None
    is_host: bool
    is_waited_for: bool
    has_chosen: bool  # in secret, until the others have chosen too
    has_resigned: bool
    is_substitute: bool  # plays for somebody who has left
    owner: str | None  # the person it plays for, who may come back
    offered_until: int | None  # its player would hand it over until then
    time_left: int | None  # milliseconds, as of `clock_since`
    clock_since: int | None  # when it began to run; None: it stands


class AskState(msgspec.Struct):
    """Something that the others are asked."""

    ask: int
    matter: Matter
    seat: int | None
    of: int | None
    successor: str | None
    agreed: list[int]


class Outcome(msgspec.Struct):
    """How a game ended."""

    how: How | Literal["rules"]
    winners: list[int]
    scores: list[int] | None


class ProofState(msgspec.Struct):
    """What anybody needs to deal again; told when the game is over."""

    host_seed: str
    shares: list[str]


class TableState(msgspec.Struct):
    """A table as everybody sees it."""

    table: str
    game: str
    edition: str
    rulings: dict[str, str]
    stage: Stage
    is_open: bool
    clock: Clock
    claim_after: int  # milliseconds for which a player must be away before the others may claim the seat
    host: str
    seats: list[SeatState]
    is_paused: bool
    asks: list[AskState]
    muted: list[str]
    commitment: str | None  # None: the deal was not drawn here, but played on from a record
    shared: list[int]  # the seats that have added a share to the deal; it waits for those of all people
    proof: ProofState | None
    outcome: Outcome | None
    follows: str | None
    rematch: str | None
    is_chat_open: bool = False  # may all talk who look on, or the players alone?
    is_closed: bool = False  # to newcomers, who can neither sit down nor look on


class ChoiceState(msgspec.Struct):
    """One legal answer: how it is written, and the pieces one touches to give it."""

    line: str
    parts: list[str]


class DecisionState(msgspec.Struct):
    """What a seat is asked, and every answer it may give."""

    ply: int
    taken_back: int  # how often moves have been so far: after that, the same ply may ask something else
    prompt: str
    question: str
    choices: list[ChoiceState]
    chosen: str | None  # a secret choice that was made already, and may still be changed


class FactState(msgspec.Struct):
    """What happened in the game, as these eyes may know it; a hidden value is null."""

    name: str
    values: dict[str, Any]
    sentence: str
    rule: str


class Happening(msgspec.Struct, omit_defaults=True):
    """What happened at the table; `seat` and the others are there if they belong to it."""

    what: str
    seat: int | None = None
    line: str | None = None  # a move, if these eyes may know it
    name: str | None = None
    person: str | None = None
    text: str | None = None
    ask: int | None = None
    is_yes: bool | None = None
    table: str | None = None


class Position(msgspec.Struct):
    """The game as one pair of eyes sees it; `hash` is of the view's own bytes."""

    ply: int
    hash: str
    view: msgspec.Raw | None
    decision: DecisionState | None


class Turn(msgspec.Struct):
    """What a stretch of the game brought: the moves from one ply on, and their facts."""

    ply: int
    seat: int | None  # None: the set-up
    line: str | None
    facts: list[FactState]


class SpeechState(msgspec.Struct):
    """Something that was said."""

    at: int
    person: str
    name: str
    text: str


class Welcome(msgspec.Struct, tag="welcome", tag_field="is"):
    """Who you are here: `seat` is null for who only looks on."""

    version: int
    person: str | None
    name: str | None
    seat: int | None
    now: int


class Snapshot(msgspec.Struct, tag="snapshot", tag_field="is"):
    """Everything that these eyes may know; `number` is that of the newest event in it."""

    number: int
    now: int
    table: TableState
    position: Position | None
    turns: list[Turn]
    chat: list[SpeechState]
    here: list[int]


class Event(msgspec.Struct, tag="event", tag_field="is"):
    """One thing happened; `number` is one more than the last event's, else something was missed."""

    number: int
    now: int
    happened: Happening
    table: TableState
    hash: str | None  # of the view that is held after it; whoever holds another one asks for everything anew
    position: Position | None  # None: as it was
    turns: list[Turn]  # new ones


class Presence(msgspec.Struct, tag="presence", tag_field="is"):
    """Whose seats are connected just now; not numbered, and not kept."""

    here: list[int]
    watching: int


class Done(msgspec.Struct, tag="done", tag_field="is"):
    """The command was carried out; `number` is that of the event it brought about."""

    id: str
    number: int | None = None
    table: str | None = None


class ReasonState(msgspec.Struct):
    """A rule that answers a why, and other rules that have a say in it; `pattern` and `values` made the sentence."""

    rule: str
    sentence: str
    also: list[str] = []
    pattern: str = ""
    values: dict[str, Any] = {}


class Reasons(msgspec.Struct, tag="reasons", tag_field="is"):
    """The answer to a why."""

    id: str
    is_legal: bool | None
    reasons: list[ReasonState]


class ProspectState(msgspec.Struct):
    """What the tyrant thinks of one move: a chance to win with half the width of its interval, and why."""

    line: str
    chance: float
    error: float
    reason: str
    pattern: str = ""  # which made the reason, with these values
    values: dict[str, Any] = {}


class Prospects(msgspec.Struct, tag="prospects", tag_field="is"):
    """The answer to a hint, the best first."""

    id: str
    prospects: list[ProspectState]


class Refused(msgspec.Struct, tag="refused", tag_field="is"):
    """The command changed nothing, and why; a stale one is followed by a snapshot. But see `is_in_doubt`."""

    id: str | None
    code: RefusalCode
    sentence: str
    rule: str | None = None
    pattern: str = ""  # which made the sentence, if it has values; else it is its own pattern
    values: dict[str, Any] = {}
    is_in_doubt: bool = False  # it may still be carried out, or have been; its true answer is yet to come
    seconds: int | None = None  # until it may be tried again, where that is known


class Pong(msgspec.Struct, tag="pong", tag_field="is"):
    """The answer to a ping."""

    number: int
    now: int


class Bye(msgspec.Struct, tag="bye", tag_field="is"):
    """The server closes this socket; come again."""

    sentence: str


ServerMessage = Welcome | Snapshot | Event | Presence | Done | Reasons | Prospects | Refused | Pong | Bye


# A message as it goes over the wire. These two are asked a dozen times a move, so they are the codec's own functions.
encode = msgspec.json.Encoder().encode

# A client's message; msgspec.ValidationError or DecodeError say what is wrong with it.
decode: Callable[[bytes | str], ClientMessage] = msgspec.json.Decoder(ClientMessage).decode
