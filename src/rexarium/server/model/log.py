"""The entries of a table's log: everything that has happened at the table, enough to rebuild it.

`FORMAT` is the version of this list. It goes up with every kind of entry, field or value that older versions could not
read; tests/server/logs/format-N/entries.txt lists what belongs to each. A store records its format, and older versions of
the server refuse to open it.
"""

from typing import Literal

import msgspec

FORMAT = 2

ClockKind = Literal["none", "live", "days"]
Stage = Literal["gathering", "playing", "over"]
Matter = Literal["take back", "pause", "end", "take over", "claim", "clock"]
How = Literal["resigned", "claimed", "agreement", "abandoned", "closed"]


class Clock(msgspec.Struct, frozen=True, omit_defaults=True):
    """How much time the players have: a bank and an increment for the whole game, or days for each move."""

    kind: ClockKind = "none"
    bank: int = 0  # seconds: for the whole game if live, for each move if days
    increment: int = 0  # seconds that each move adds, if live


class Player(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who plays a seat: a person, one of the server's bots, or an outside program with a key."""

    name: str
    person: str = ""
    bot: str = ""  # the bot's level
    key: str = ""  # the fingerprint of the program's key


class Entry(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True, tag=str.lower, tag_field="is"):
    """One thing that happened; if a command led to it, also who sent that command, and its id."""

    by: str = ""
    command: str = ""


class Opened(Entry, frozen=True):
    """Somebody set up a table; from here on the host's seed is fixed and committed to."""

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
    name: str = ""  # the host's nickname; missing from older logs
    follows: str = ""  # the table that this is a rematch of
    deal: tuple[str, ...] = ()  # from a record that is continued; nobody vouches for such a deal
    moves: tuple[tuple[int, str], ...] = ()  # from that record, each with its seat


class Seated(Entry, frozen=True):
    """Somebody took a seat; a person adds a share to the deal's seed."""

    seat: int
    player: Player
    share: str = ""


class Vacated(Entry, frozen=True):
    """Somebody left their seat, or it was cleared, before the game."""

    seat: int


class Started(Entry, frozen=True):
    """The cards were dealt."""


class Moved(Entry, frozen=True):
    """A seat's player made a line of moves, or a forced move was made for them; stored in notation."""

    seat: int
    moves: tuple[int, ...]
    is_forced: bool = False  # because the seat's time was up


class TakenBack(Entry, frozen=True, tag="taken back"):
    """A seat's last line of moves was taken back, along with everything after it."""

    seat: int


class Asked(Entry, frozen=True):
    """A player asked for something that the others have to agree to; in old logs also a person who wanted a seat."""

    matter: Matter
    seat: int | None = None  # who asks
    of: int | None = None  # the seat to be taken over
    successor: Player | None = None
    share: str = ""


class Answered(Entry, frozen=True):
    """A player agreed to an ask, or refused it."""

    seat: int
    ask: int
    is_yes: bool


class Settled(Entry, frozen=True):
    """An ask was agreed to, refused or dropped."""

    ask: int
    is_yes: bool


class Paused(Entry, frozen=True):
    """The game was paused: the clocks are stopped, and nobody may move."""


class Resumed(Entry, frozen=True):
    """The game went on after a pause."""


class Resigned(Entry, frozen=True):
    """A player gave up; a bot plays the seat on if the game continues."""

    seat: int


class Offered(Entry, frozen=True):
    """A player offered their seat to anyone who has the link with its secret, or withdrew the offer."""

    seat: int
    fingerprint: str = ""  # SHA-256 of the secret; empty: withdrawn
    until: int = 0


class HandedOver(Entry, frozen=True, tag="handed over"):
    """Somebody took a seat that its player had offered; its player cannot come back to it."""

    seat: int
    player: Player


class Forfeited(Entry, frozen=True):
    """The others claimed the seat of a player who had been away too long; a bot plays it on."""

    seat: int
    player: Player  # the one who was away


class Clocked(Entry, frozen=True):
    """A table that had no clock got one."""

    clock: Clock


class Ended(Entry, frozen=True):
    """The game ended early, not by its own rules."""

    how: How
    winners: tuple[int, ...] = ()


class Credited(Entry, frozen=True):
    """An outage of this many milliseconds was credited: no clock ran during it."""

    time: int


class Said(Entry, frozen=True):
    """Somebody said something in the chat."""

    name: str
    text: str


class Muted(Entry, frozen=True):
    """The host muted a person, or unmuted them."""

    person: str
    is_muted: bool


class ChatOpened(Entry, frozen=True, tag="chat opened"):
    """The host opened the chat to spectators, or restricted it to players again."""

    is_open: bool


class Closed(Entry, frozen=True):
    """The host closed the table to newcomers, or reopened it."""

    is_closed: bool
    guests: tuple[str, ...] = ()  # people who were watching then, and may come back


class Replaced(Entry, frozen=True):
    """Somebody else plays a seat from now on, usually a bot: its bot failed, or its player was away."""

    seat: int
    player: Player


class Followed(Entry, frozen=True):
    """A rematch has started."""

    table: str


AnyEntry = (
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
