"""The type of every WebSocket message: all that the server sends, and what clients send besides a table's commands.

`tools.contract` generates docs/protocol.md and the page's types from here, from `bodies` and from `model.commands`.
On the wire, seats are counted from 1, as in text; plies and event numbers are counted from 0.
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
from rexarium.server.model.errors import RefusalCode
from rexarium.server.model.log import Clock, How, Matter, Stage

VERSION = 1
LARGEST_MESSAGE = 4096  # bytes in one message from a client


Eyes = Annotated[str, Meta(pattern=r"^(truth|spectator|seat [1-8])$")]


SeatKind = Literal["free", "person", "bot", "program"]


Fault = Literal["gap", "hash", "unreadable"]


# ---- from a client
class Hello(msgspec.Struct, tag="hello", tag_field="do", forbid_unknown_fields=True):
    """The first message: which protocol the client speaks. The server answers with a welcome and a snapshot."""

    version: int
    key: Key | None = None  # of a program that plays a seat; people are recognised by their cookie


class Rematch(Command, tag="rematch"):
    """Play the same game again, with everyone one seat further on."""


class Why(Command, tag="why"):
    """Ask why a line is legal or not or, with a seat, where its score comes from."""

    line: Words | None = None
    seat: SeatNumber | None = None


class Hint(Command, tag="hint"):
    """Ask what the strongest bot would do here. Only for players whose opponents are all bots."""


class Ping(msgspec.Struct, tag="ping", tag_field="do", forbid_unknown_fields=True):
    """The client is still there. `seen` is the newest event it has; if it has missed any, it gets a snapshot."""

    seen: Number


class Resync(msgspec.Struct, tag="resync", tag_field="do", forbid_unknown_fields=True):
    """Ask for a snapshot. `why` is for the metrics: the client missed an event, its view does not match the hash, or it
    could not read a message."""

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
    name: str | None  # null: the seat is free
    kind: SeatKind
    bot: str | None
    person: str | None
    is_host: bool
    is_waited_for: bool
    has_chosen: bool  # it has made its secret choice; the others have not all done so yet
    has_resigned: bool
    is_substitute: bool  # a bot plays for somebody who has left
    owner: str | None  # the person a substitute plays for, who may come back
    offered_until: int | None  # when its player's offer to hand it over ends
    time_left: int | None  # milliseconds, as of `clock_since`
    clock_since: int | None  # when the clock started; null: it is not running


class AskState(msgspec.Struct):
    """Something that the other players have to agree to."""

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
    """What anyone needs to repeat the deal; sent once the game is over."""

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
    claim_after: int  # milliseconds a player must be away and waited for until others may claim the seat
    host: str
    seats: list[SeatState]
    is_paused: bool
    asks: list[AskState]
    muted: list[str]
    commitment: str | None  # null: the deal comes from a record
    shared: list[int]  # the seats that have added a share; the deal waits until every person has
    proof: ProofState | None
    outcome: Outcome | None
    follows: str | None
    rematch: str | None
    is_chat_open: bool = False  # to spectators; otherwise only players can chat
    is_closed: bool = False  # to newcomers, who can neither sit down nor watch


class ChoiceState(msgspec.Struct):
    """One legal choice: how it is written, and which pieces a player touches to make it."""

    line: str
    parts: list[str]


class DecisionState(msgspec.Struct):
    """What a seat has to decide, and all its legal choices."""

    ply: int
    taken_back: int  # take-backs so far; after one, the same ply may be a different decision
    prompt: str
    question: str
    choices: list[ChoiceState]
    chosen: str | None  # a secret choice already made, which can still be changed


class FactState(msgspec.Struct):
    """Something that happened in the game, as far as these eyes may know it; a hidden value is null."""

    name: str
    values: dict[str, Any]
    sentence: str
    rule: str


class Happening(msgspec.Struct, omit_defaults=True):
    """What happened at the table; fields that do not apply are left out."""

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
    """The game as one pair of eyes sees it; `hash` is the hash of the view's bytes."""

    ply: int
    hash: str
    view: msgspec.Raw | None
    decision: DecisionState | None


class Turn(msgspec.Struct):
    """The set-up or one move, with the facts that it led to."""

    ply: int
    seat: int | None  # null: the set-up
    line: str | None
    facts: list[FactState]


class SpeechState(msgspec.Struct):
    """A line of chat."""

    at: int
    person: str
    name: str
    text: str


class Welcome(msgspec.Struct, tag="welcome", tag_field="is"):
    """Who you are at this table; `seat` is null for spectators."""

    version: int
    person: str | None
    name: str | None
    seat: int | None
    now: int


class Snapshot(msgspec.Struct, tag="snapshot", tag_field="is"):
    """Everything that these eyes may know; `number` is that of the newest event it includes."""

    number: int
    now: int
    table: TableState
    position: Position | None
    turns: list[Turn]
    chat: list[SpeechState]
    here: list[int]


class Event(msgspec.Struct, tag="event", tag_field="is"):
    """One thing happened. `number` is one more than the last event's, or the client has missed something."""

    number: int
    now: int
    happened: Happening
    table: TableState
    hash: str | None  # of the view after it; a client whose view has another hash sends `resync`
    position: Position | None  # null: unchanged
    turns: list[Turn]  # only new ones


class Presence(msgspec.Struct, tag="presence", tag_field="is"):
    """Which seats are connected right now; not numbered and not kept."""

    here: list[int]
    watching: int


class Done(msgspec.Struct, tag="done", tag_field="is"):
    """The command was carried out; `number` is that of the resulting event."""

    id: str
    number: int | None = None
    table: str | None = None


class ReasonState(msgspec.Struct):
    """A rule that answers a `why`, and other rules that matter to it; `pattern` and `values` make up the sentence."""

    rule: str
    sentence: str
    also: list[str] = []
    pattern: str = ""
    values: dict[str, Any] = {}


class Reasons(msgspec.Struct, tag="reasons", tag_field="is"):
    """The answer to a `why`."""

    id: str
    is_legal: bool | None
    reasons: list[ReasonState]


class ProspectState(msgspec.Struct):
    """The strongest bot's opinion of a move: the chance to win, half the width of its confidence interval, and why."""

    line: str
    chance: float
    error: float
    reason: str
    pattern: str = ""  # the reason's pattern, if it has values
    values: dict[str, Any] = {}


class Prospects(msgspec.Struct, tag="prospects", tag_field="is"):
    """The answer to a `hint`, best move first."""

    id: str
    prospects: list[ProspectState]


class Refused(msgspec.Struct, tag="refused", tag_field="is"):
    """Why the command changed nothing (but see `is_in_doubt`). A snapshot follows if the code is `stale`."""

    id: str | None
    code: RefusalCode
    sentence: str
    rule: str | None = None
    pattern: str = ""  # the sentence's pattern, if it has values; otherwise the sentence is its own pattern
    values: dict[str, Any] = {}
    is_in_doubt: bool = False  # it may have been carried out, or may still be; the real reply is yet to come
    seconds: int | None = None  # until it may be tried again, if known


class Pong(msgspec.Struct, tag="pong", tag_field="is"):
    """The answer to a ping."""

    number: int
    now: int


class Bye(msgspec.Struct, tag="bye", tag_field="is"):
    """The server is closing this connection; reconnect."""

    sentence: str


ServerMessage = Welcome | Snapshot | Event | Presence | Done | Reasons | Prospects | Refused | Pong | Bye


# Encodes a message for the wire. Both functions run a dozen times per move, so they are bound methods without a wrapper.
encode = msgspec.json.Encoder().encode

# Decodes a client's message; raises msgspec.ValidationError or DecodeError.
decode: Callable[[bytes | str], ClientMessage] = msgspec.json.Decoder(ClientMessage).decode
