"""The wire: every message of the WebSocket and every body of the HTTP API, typed once.

docs/protocol.md and the page's types are written from this file (`rexarium.table.contract`). Seats are counted from 1
on the wire, as in all words; plies and event numbers from 0.
"""

from collections.abc import Callable
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from rexarium.table.log import Clock, How, Matter, Stage

VERSION = 1
LARGEST_MESSAGE = 4096  # bytes that a client may send at once
LARGEST_BODY = 262_144  # bytes of an HTTP body: a record that somebody uploads

CommandId = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[\x21-\x7e]+$")]
SeatNumber = Annotated[int, Meta(ge=1, le=8)]
Ply = Annotated[int, Meta(ge=0, le=1_000_000)]
Number = Annotated[int, Meta(ge=0, le=1_000_000_000)]
Words = Annotated[str, Meta(min_length=1, max_length=200)]
Share = Annotated[str, Meta(max_length=64, pattern=r"^[\x21-\x7e]*$")]
Speech = Annotated[str, Meta(min_length=1, max_length=500)]
Nickname = Annotated[str, Meta(min_length=1, max_length=40)]
Key = Annotated[str, Meta(min_length=16, max_length=128, pattern=r"^[A-Za-z0-9_-]+$")]
PersonId = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
BotWord = Annotated[str, Meta(min_length=1, max_length=32)]
RecordWords = Annotated[str, Meta(min_length=1, max_length=200_000)]
Eyes = Annotated[str, Meta(pattern=r"^(truth|spectator|seat [1-8])$")]
SeatKind = Literal["free", "person", "bot", "program"]


# ---- from a client


class Hello(msgspec.Struct, tag="hello", tag_field="do", forbid_unknown_fields=True):
    """The first message: which protocol the client speaks. Welcome and snapshot are the answer."""

    version: int
    key: Key | None = None  # of a program that plays a seat; people are known by their cookie


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
    """Ask the others for something; `seat` is the one to be taken over, `bot` by whom (else by who asks)."""

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


class Say(Command, tag="say"):
    """Say something to everybody at the table."""

    text: Speech


class Mute(Command, tag="mute"):
    """Silence a person at this table, or let them speak again; for the host."""

    person: PersonId
    is_muted: bool = True


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
    """Send me everything anew: what I hold does not fit its hash."""


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
    | Say
    | Mute
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


RefusalCode = Literal[
    "stale",
    "not your turn",
    "illegal",
    "unreadable",
    "not allowed",
    "not possible",
    "too fast",
    "too large",
    "unknown",
    "wrong version",
    "unavailable",
]


class Refused(msgspec.Struct, tag="refused", tag_field="is"):
    """The command changed nothing, and why; a stale one is followed by a snapshot."""

    id: str | None
    code: RefusalCode
    sentence: str
    rule: str | None = None
    pattern: str = ""  # which made the sentence, if it has values; else it is its own pattern
    values: dict[str, Any] = {}


class Pong(msgspec.Struct, tag="pong", tag_field="is"):
    """The answer to a ping."""

    number: int
    now: int


class Bye(msgspec.Struct, tag="bye", tag_field="is"):
    """The server closes this socket; come again."""

    sentence: str


ServerMessage = Welcome | Snapshot | Event | Presence | Done | Reasons | Prospects | Refused | Pong | Bye


# ---- over HTTP


class TableSummary(msgspec.Struct):
    """A table as the lobby lists it."""

    table: str
    game: str
    edition: str
    rulings: dict[str, str]
    stage: Stage
    clock: Clock
    seats: list[str | None]  # names; None is a free seat
    waiting: list[int]
    changed_at: int
    people: list[str | None] = []  # who sits there; None: nobody, a bot or a program
    outcome: Outcome | None = None  # once the game is over
    seat: int | None = None  # one's own, in the list of one's own tables
    is_your_turn: bool = False


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


class Address(msgspec.Struct):
    """Where a table is, and what its host has pledged for."""

    table: str
    commitment: str | None  # None: the deal is a record's


class Seating(msgspec.Struct, forbid_unknown_fields=True):
    """How somebody sits down, or adds the share of a seat they have."""

    share: Share
    is_started: bool = False  # and deal at once


class NewPerson(msgspec.Struct, forbid_unknown_fields=True):
    """Somebody who has never been here."""

    nickname: Nickname


class Me(msgspec.Struct):
    """Who this device belongs to."""

    person: str
    nickname: str


class Ticket(msgspec.Struct, forbid_unknown_fields=True):
    """Lets one more device of the same person in, once, for a few minutes."""

    ticket: Key


class TicketCard(msgspec.Struct):
    """A ticket with the link that uses it, and that link as a picture for a camera."""

    ticket: str
    link: str
    picture: str  # SVG
    until: int


class RulingCard(msgspec.Struct):
    """An open question of a game with its answers."""

    id: str
    rule: str
    question: str
    answers: list[str]
    default: str
    said: dict[str, str]  # the answers as people say them


class PresetCard(msgspec.Struct):
    """Answers that belong together."""

    id: str
    title: str
    answers: dict[str, str]


class EditionCard(msgspec.Struct):
    """A box."""

    id: str
    title: str


class GameCard(msgspec.Struct):
    """A game as the lobby offers it."""

    id: str
    title: str
    year: int
    authors: str
    min_seats: int
    max_seats: int
    editions: list[EditionCard]
    presets: list[PresetCard]
    rulings: list[RulingCard]
    bots: list[str]  # from weak to strong


class RuleCard(msgspec.Struct):
    """A rule in our words, with where it stands in the books."""

    number: str
    title: str
    text: str
    source: str
    chapter: str


class RulebookCard(msgspec.Struct):
    """All rules of a game in their order."""

    title: str
    intro: str
    rules: list[RuleCard]


class LinkCard(msgspec.Struct):
    """An address to hand on, and the same as a picture for a camera."""

    link: str
    picture: str  # SVG


class FeedCard(msgspec.Struct):
    """Where a news reader finds out that it is one's turn; the address is a secret of its own."""

    path: str


class Frame(msgspec.Struct):
    """The game after so many plies, through one pair of eyes, and what led to it."""

    position: Position
    turns: list[Turn]


class Replay(msgspec.Struct):
    """A whole game, ply by ply."""

    game: str
    seats: list[str]  # names
    is_open: bool  # it is over: through any eyes, with a record, and to be looked back on
    frames: list[Frame]


class Standing(msgspec.Struct):
    """What a seat has at the end, and why."""

    seat: int
    score: int
    reasons: list[ReasonState]


class ChancePoint(msgspec.Struct):
    """Everybody's chance to win after so many plies, if all play on sensibly with the cards as they truly lay."""

    ply: int
    chances: list[float]  # by seat, together 1


class TurningPoint(msgspec.Struct):
    """Moves after which the chances were others, and how the game stood after them."""

    ply: int
    turns: list[Turn]
    before: list[float]
    after: list[float]


class Aftermath(msgspec.Struct):
    """Looking back on a game; while `progress` is less than 1, as far as it is worked out: ask again."""

    game: str  # empty, like all the rest, while nothing is known
    seats: list[str]  # names
    progress: float
    standings: list[Standing]
    winners: list[int]
    points: list[ChancePoint]
    turns: list[TurningPoint]  # in the order of the game


class Health(msgspec.Struct):
    """Is the house open?"""

    is_open: bool
    version: str
    protocol: int


class RecordText(msgspec.Struct, forbid_unknown_fields=True):
    """A record that somebody has."""

    record: RecordWords


class SeatKey(msgspec.Struct):
    """The key of a program that plays a seat; it is told once."""

    key: str


class Problem(msgspec.Struct):
    """Why an HTTP request was refused."""

    code: RefusalCode
    sentence: str
    rule: str | None = None
    pattern: str = ""  # which made the sentence, if it has values; else it is its own pattern
    values: dict[str, Any] = {}


# A message as it goes over the wire. These two are asked a dozen times a move, so they are the codec's own functions.
encode = msgspec.json.Encoder().encode
# A client's message; msgspec.ValidationError or DecodeError say what is wrong with it.
decode: Callable[[bytes | str], ClientMessage] = msgspec.json.Decoder(ClientMessage).decode
