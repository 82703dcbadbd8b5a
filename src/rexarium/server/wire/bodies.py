"""Every body of the HTTP API, typed once."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from rexarium.server.model.commands import Key, RecordWords, Share
from rexarium.server.model.log import Clock, Stage
from rexarium.server.model.refusal import RefusalCode
from rexarium.server.wire.messages import Outcome, Position, ReasonState, Turn

LARGEST_BODY = 262_144  # bytes of an HTTP body: a record that somebody uploads


Nickname = Annotated[str, Meta(min_length=1, max_length=40)]


LobbyPlace = Annotated[str, Meta(max_length=120, pattern=r"^[a-z]+\.[0-9]{1,18}\.[A-Za-z0-9_-]+$")]


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


class DeviceCard(msgspec.Struct):
    """A device that a person is signed in on; a time that is null, or a word that is empty, is not known."""

    device: str
    browser: str
    system: str
    since: int | None
    seen_at: int | None  # to the hour
    is_this: bool  # the one that asks


Keep = Literal["this"]


class Ticket(msgspec.Struct, forbid_unknown_fields=True):
    """Lets one more device of the same person in, once, for a few minutes."""

    ticket: Key
    instead_of: str | None = None  # the person whose device this is now, who agrees to be signed out on it


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
    seconds: int | None = None  # until it may be tried again, where that is known
