"""The type of every request and response body in the HTTP API."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from rexarium.server.model.commands import Key, RecordWords, Share
from rexarium.server.model.errors import RefusalCode
from rexarium.server.model.log import Clock, Stage
from rexarium.server.wire.messages import Outcome, Position, ReasonState, Turn

LARGEST_BODY = 262_144  # bytes in an HTTP body; the largest are uploaded records


Nickname = Annotated[str, Meta(min_length=1, max_length=40)]


LobbyPlace = Annotated[str, Meta(max_length=120, pattern=r"^[a-z]+\.[0-9]{1,18}\.[A-Za-z0-9_-]+$")]


class TableSummary(msgspec.Struct):
    """A table as the lobby lists it."""

    table: str
    game: str
    edition: str
    rulings: dict[str, str]
    stage: Stage
    clock: Clock
    seats: list[str | None]  # names; null is a free seat
    waiting: list[int]
    changed_at: int
    people: list[str | None] = []  # person ids by seat; null: a free seat, a bot or a program
    outcome: Outcome | None = None  # once the game is over
    seat: int | None = None  # your own, in the list of your own tables
    is_your_turn: bool = False


class Address(msgspec.Struct):
    """A new table's id, and the server's commitment to its deal."""

    table: str
    commitment: str | None  # null: the deal comes from a record


class Seating(msgspec.Struct, forbid_unknown_fields=True):
    """A request to take a seat, or to add a share to your own."""

    share: Share
    is_started: bool = False  # also deal at once


class NewPerson(msgspec.Struct, forbid_unknown_fields=True):
    """Somebody who is new to this server."""

    nickname: Nickname


class Me(msgspec.Struct):
    """The person that this device belongs to."""

    person: str
    nickname: str


class DeviceCard(msgspec.Struct):
    """A device that a person is signed in on. Null times and empty strings are unknown."""

    device: str
    browser: str
    system: str
    since: int | None
    seen_at: int | None  # to the hour
    is_this: bool  # whether it is the device that sent the request


Keep = Literal["this"]


class Ticket(msgspec.Struct, forbid_unknown_fields=True):
    """Signs one more device in as the same person. A ticket works once, and only for a few minutes."""

    ticket: Key
    instead_of: str | None = None  # the person signed in on this device now, who agrees to be signed out


class TicketCard(msgspec.Struct):
    """A ticket, the link that uses it, and that link as a QR code."""

    ticket: str
    link: str
    picture: str  # SVG
    until: int


class RulingCard(msgspec.Struct):
    """A question that a game's rules leave open, with the answers a table can choose from."""

    id: str
    rule: str
    question: str
    answers: list[str]
    default: str
    said: dict[str, str]  # the answers in words


class PresetCard(msgspec.Struct):
    """A set of rulings that belong together."""

    id: str
    title: str
    answers: dict[str, str]


class EditionCard(msgspec.Struct):
    """An edition of a game."""

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
    bots: list[str]  # from weakest to strongest


class RuleCard(msgspec.Struct):
    """A rule in our own words, with its source in the published rules."""

    number: str
    title: str
    text: str
    source: str
    chapter: str


class RulebookCard(msgspec.Struct):
    """All the rules of a game, in order."""

    title: str
    intro: str
    rules: list[RuleCard]


class LinkCard(msgspec.Struct):
    """A link to share, also as a QR code."""

    link: str
    picture: str  # SVG


class FeedCard(msgspec.Struct):
    """The path of the feed that tells a news reader when it is your turn. The path is itself a secret."""

    path: str


class Frame(msgspec.Struct):
    """A position of the game through one pair of eyes, and the moves that led to it from the frame before."""

    position: Position
    turns: list[Turn]


class Replay(msgspec.Struct):
    """A game up to now, step by step."""

    game: str
    seats: list[str]  # names
    is_open: bool  # the game is over: any eyes are allowed, and there is a record and an analysis
    frames: list[Frame]


class Standing(msgspec.Struct):
    """A seat's final score, and why."""

    seat: int
    score: int
    reasons: list[ReasonState]


class ChancePoint(msgspec.Struct):
    """Everyone's chance to win at one point of the game, if everyone plays on sensibly with the cards as they really lie."""

    ply: int
    chances: list[float]  # by seat, adding up to 1


class TurningPoint(msgspec.Struct):
    """Moves that changed the chances, and the chances before and after them; `ply` is the one after."""

    ply: int
    turns: list[Turn]
    before: list[float]
    after: list[float]


class Aftermath(msgspec.Struct):
    """The analysis of a finished game. While `progress` is below 1 it is incomplete: ask again."""

    game: str  # empty, like everything else, while nothing is known yet
    seats: list[str]  # names
    progress: float
    standings: list[Standing]
    winners: list[int]
    points: list[ChancePoint]
    turns: list[TurningPoint]  # in order of play


class Health(msgspec.Struct):
    """Whether the server is open, and its versions."""

    is_open: bool
    version: str
    protocol: int


class RecordText(msgspec.Struct, forbid_unknown_fields=True):
    """A record that somebody uploads."""

    record: RecordWords


class SeatKey(msgspec.Struct):
    """The key for a program to play a seat with. It is sent only once."""

    key: str


class Problem(msgspec.Struct):
    """Why an HTTP request was refused."""

    code: RefusalCode
    sentence: str
    rule: str | None = None
    pattern: str = ""  # the sentence's pattern, if it has values; otherwise the sentence is its own pattern
    values: dict[str, Any] = {}
    seconds: int | None = None  # until it may be tried again, if known
