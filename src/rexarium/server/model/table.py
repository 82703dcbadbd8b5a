"""A table's state, and questions about it. Only `fold` changes it, one entry at a time."""

from collections import Counter
from dataclasses import dataclass, field

from rexarium.bots import LEVELS, name_bot
from rexarium.games import AnyGame
from rexarium.kernel.facts import SPECTATOR
from rexarium.kernel.game import Setup
from rexarium.match import Match, Note, Pledge, Proof
from rexarium.server.model import log
from rexarium.server.model.clocks import Clocks
from rexarium.server.model.codec import Codec
from rexarium.server.model.log import AnyEntry, Player, Stage

SUBSTITUTE = LEVELS[2]  # the bot that plays on for anyone who leaves


@dataclass(slots=True)
class Ask:
    """Something that the other players have to agree to."""

    number: int
    entry: log.Asked
    at: int
    yes: set[int] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class ChatLine:
    """A line of chat."""

    at: int
    person: str
    name: str
    text: str


class Table:
    """One table, in the state that its log leads to."""

    game: AnyGame
    setup: Setup
    opened: log.Opened
    opened_at: int
    host: str  # the person who set up the table, or who later cleared a seat in the host's absence
    clocks: Clocks
    pledge: Pledge
    commitment: str

    def __init__(self) -> None:
        self.codec = Codec()
        self.length = 0  # entries in the log
        self.stage: Stage = "gathering"
        self.changed_at = 0  # time of the last entry that everybody noticed
        self.players: list[Player | None] = []
        self.shares: list[str] = []
        self.match: Match | None = None
        self.asks: dict[int, Ask] = {}
        self.ask_count = 0  # asks so far: the number of the next
        self.is_paused = False
        self.taken_back = 0  # take-backs of moves that everyone had seen, after which a ply is decided afresh
        self.resigned: dict[int, Player] = {}  # by seat: who gave it up to a bot, in order of resignation
        self.substituted: dict[int, str] = {}  # by seat: the absent person whom a substitute is playing for
        # By seat of an absent person: when the game began to wait for them, or else when they were replaced.
        self.missed_since: dict[int, int] = {}
        self.owners: dict[int, Player] = {}  # by seat: the person it belongs to, even if a bot plays
        self.offers: dict[int, log.Offered] = {}  # by seat: its player's open offer to hand it over
        self.forced_moves: dict[int, int] = {}  # by seat: forced moves in a row
        self.bot_failures: dict[int, int] = {}  # by seat: how often its bot had to be replaced
        self.ended: log.Ended | None = None
        self.chat: list[ChatLine] = []
        self.muted: set[str] = set()
        self.is_chat_open = False  # to spectators
        self.is_closed = False  # to newcomers
        self.guests: frozenset[str] = frozenset()  # people who were watching when the table was closed
        self.notes: list[Note] = []
        self.rematch = ""
        self.recorded = 0  # plies from the record that this game continues: they earned nobody any time
        self.people: dict[str, None] = {}  # everyone who has a seat or had one in the game, in order
        self.played: set[str] = set()  # those of them who had one when the cards were dealt, or later
        # By person and command id: the number of the resulting event. None is ever forgotten, because a late copy of the
        # command would then be carried out twice; the number of commands is limited instead (`decide.MAX_COMMANDS`).
        self.replies: dict[tuple[str, str], int] = {}
        # By person: how many of their commands were carried out.
        self.command_counts: Counter[str] = Counter()
        self.hidden: dict[int, int] = {}  # by eyes: how many entries were hidden from them

    @property
    def id(self) -> str:
        """The table's id."""
        return self.opened.table

    @property
    def clock(self) -> log.Clock:
        """The clock rule in force."""
        return self.clocks.rule

    def seat_of(self, who: str) -> int | None:
        """The seat of a person, or of the program with this key; None if they have no seat."""
        for seat, player in enumerate(self.players):
            if who and player is not None and who in (player.person, player.key):
                return seat
        return None

    def eyes_of(self, who: str) -> int:
        """The eyes through which a person, or the program with this key, sees the table."""
        seat = self.seat_of(who)
        return SPECTATOR if seat is None else seat

    def waiting(self) -> list[int]:
        """The seats that have to move and are free to do so."""
        if self.match is None or self.is_paused or self.stage != "playing":
            return []
        return self.match.waiting()

    def bots_to_move(self) -> list[int]:
        """The seats of the server's bots that have to move."""
        return [seat for seat in self.waiting() if (player := self.players[seat]) is not None and player.bot]

    def decision_key(self) -> tuple[int, int]:
        """A key for the current decision, unlike any other at this table: the ply and the number of take-backs."""
        return (-1 if self.match is None else self.match.ply, self.taken_back)

    def people_seats(self) -> list[int]:
        """The seats that people play."""
        return [seat for seat, player in enumerate(self.players) if player is not None and player.person]

    def outside_seats(self) -> list[int]:
        """The seats that the server's own bots do not play: those of people and outside programs."""
        return [seat for seat, player in enumerate(self.players) if player is not None and not player.bot]

    def has_part(self, who: str) -> bool:
        """Whether this is the host, or anyone who has a seat or had one in the game. All others are guests."""
        return who in self.people or who == self.host or self.seat_of(who) is not None

    def guest_command_count(self) -> int:
        """How many commands were carried out for all guests together."""
        return sum(count for who, count in self.command_counts.items() if not self.has_part(who))

    def names(self) -> list[tuple[str, str]]:
        """Everyone whose name this table shows, as (person, name) pairs: host, players, and anyone who has chatted."""
        everybody = (*self.players, *self.owners.values(), *self.resigned.values())
        players = [player for player in everybody if player is not None]
        return [
            (self.opened.by, self.opened.name),
            *((player.person or player.key, player.name) for player in players),
            *((said.person, said.name) for said in self.chat),
        ]

    def event_number(self, eyes: int) -> int:
        """The number of the newest event for these eyes: one for every entry not hidden from them."""
        return self.length - self.hidden.get(eyes, 0)

    def proof(self) -> Proof | None:
        """The proof that nobody chose the deal, secret until the game is over; None if it comes from a record."""
        return None if self.opened.deal else self.pledge.prove(self.shares)

    def is_hidden_change(self, entry: AnyEntry) -> bool:
        """Whether only the entry's own seat may notice it, because it changes a choice that is still secret."""
        return (
            isinstance(entry, log.Moved)
            and self.match is not None
            and self.match.chosen(entry.seat) is not None
        )


def substitute() -> Player:
    """The bot that plays on for anyone who has left."""
    return Player(name_bot(SUBSTITUTE), bot=SUBSTITUTE)
