"""What a table's log says: everything that ever happened at it, one body an entry, from which it can be built again.

`FORMAT` counts the versions of this list. A kind of entry, a field or a value that older programs could not read raises it
(tests/server/logs/format-N/entries.txt says what belongs to each); a store carries its number, and older programs refuse it.
"""

from typing import Literal

import msgspec

FORMAT = 2

ClockKind = Literal["none", "live", "days"]
Stage = Literal["gathering", "playing", "over"]
Matter = Literal["take back", "pause", "end", "take over", "claim", "clock"]
How = Literal["resigned", "claimed", "agreement", "abandoned", "closed"]


class Clock(msgspec.Struct, frozen=True, omit_defaults=True):
    """How long the players may think: a bank and an increment for the whole game, or days for each move."""

    kind: ClockKind = "none"
    bank: int = 0  # seconds: of the game if live, of each move if days
    increment: int = 0  # seconds that a live move adds


class Player(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who sits on a seat: a person, a bot of the house, or a program from outside that has a key."""

    name: str
    person: str = ""
    bot: str = ""  # the word that calls it
    key: str = ""  # the fingerprint of the program's key


class Body(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True, tag=str.lower, tag_field="is"):
    """What happened; if a person wanted it, who, and the id of their command."""

    by: str = ""
    command: str = ""


class Opened(Body, frozen=True):
    """Somebody set up a table; the host's seed is fixed, and pledged for, from here on."""

    table: str
    game: str
    edition: str
    edition_title: str
    edition_lines: tuple[str, ...]
    rulings: dict[str, str]
    seats: int
    clock: Clock
    is_open: bool
    host_seed: str
    name: str = ""  # the host's nickname; older logs do not say it
    follows: str = ""  # the table of which this is the rematch
    deal: tuple[str, ...] = ()  # of a record that is played on; such a deal is nobody's promise
    moves: tuple[tuple[int, str], ...] = ()  # of that record, by seat


class Seated(Body, frozen=True):
    """Somebody took a seat; a person brings a share of the deal's seed."""

    seat: int
    player: Player
    share: str = ""


class Vacated(Body, frozen=True):
    """A seat became free before the game."""

    seat: int


class Started(Body, frozen=True):
    """The cards were dealt."""


class Moved(Body, frozen=True):
    """A line of moves was made for a seat, by whom it belongs to or by the clock; the storage keeps it in words."""

    seat: int
    moves: tuple[int, ...]
    is_forced: bool = False  # its time was up


class TakenBack(Body, frozen=True, tag="taken back"):
    """A seat's last line of moves was taken back, and all after it."""

    seat: int


class Asked(Body, frozen=True):
    """A seat, or a person who would like one, wants something that the others must agree to."""

    matter: Matter
    seat: int | None = None  # who asks
    of: int | None = None  # the seat to be taken over
    successor: Player | None = None
    share: str = ""


class Answered(Body, frozen=True):
    """A seat agreed, or did not."""

    seat: int
    ask: int
    is_yes: bool


class Settled(Body, frozen=True):
    """A question to the others was agreed to, refused or forgotten."""

    ask: int
    is_yes: bool


class Paused(Body, frozen=True):
    """The clocks stand, and nobody may move."""


class Resumed(Body, frozen=True):
    """The game goes on."""


class Resigned(Body, frozen=True):
    """A player gave up; a bot plays the seat on, if there is anybody to play for."""

    seat: int


class Offered(Body, frozen=True):
    """A player offered their seat to whoever has the secret of a link, or withdrew the offer."""

    seat: int
    fingerprint: str = ""  # SHA-256 of the secret; empty: withdrawn
    until: int = 0


class HandedOver(Body, frozen=True, tag="handed over"):
    """Somebody took the seat that its player had offered, for good."""

    seat: int
    player: Player


class Forfeited(Body, frozen=True):
    """The others claimed the seat of a player who had been away for too long; a bot plays it on."""

    seat: int
    player: Player  # who was away


class Clocked(Body, frozen=True):
    """The players are on the clock from now on, at a table that had none."""

    clock: Clock


class Ended(Body, frozen=True):
    """The game ended before its rules ended it."""

    how: How
    winners: tuple[int, ...] = ()


class Credited(Body, frozen=True):
    """The server was not there for so many milliseconds: no clock ran."""

    time: int


class Said(Body, frozen=True):
    """Somebody said something."""

    name: str
    text: str


class Muted(Body, frozen=True):
    """The host silenced a person, or let them speak again."""

    person: str
    is_muted: bool


class ChatOpened(Body, frozen=True, tag="chat opened"):
    """The host let all who look on talk too, or the players alone again."""

    is_open: bool


class Closed(Body, frozen=True):
    """The host closed the table to newcomers, or let them in again."""

    is_closed: bool
    guests: tuple[str, ...] = ()  # the people who were there without a seat, and may come back


class Replaced(Body, frozen=True):
    """A bot failed; another sits in its place."""

    seat: int
    player: Player


class Followed(Body, frozen=True):
    """There is a rematch."""

    table: str


AnyBody = (
    Opened
    | Seated
    | Vacated
    | Started
    | Moved
    | TakenBack
    | Asked
    | Answered
    | Settled
    | Paused
    | Resumed
    | Resigned
    | Offered
    | HandedOver
    | Forfeited
    | Clocked
    | Ended
    | Credited
    | Said
    | Muted
    | ChatOpened
    | Closed
    | Replaced
    | Followed
)
