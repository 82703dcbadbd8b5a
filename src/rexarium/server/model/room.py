"""A table as its log has made it, and what can be asked about it. Entry by entry it is changed by `fold` alone."""

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
from rexarium.server.model.log import AnyBody, Player, Stage

SUBSTITUTE = LEVELS[2]  # who plays on for somebody who has left


@dataclass(slots=True)
class Ask:
    """Something that the others are asked to agree to."""

    number: int
    body: log.Asked
    at: int
    yes: set[int] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class Speech:
    """Something that was said."""

    at: int
    person: str
    name: str
    text: str


class Room:
    """One table, as its log makes it."""

    game: AnyGame
    setup: Setup
    opened: log.Opened
    opened_at: int
    host: str  # the person who set the table up, or who cleared a seat while they were away
    clocks: Clocks
    pledge: Pledge
    commitment: str

    def __init__(self) -> None:
        self.codec = Codec()  # of its log
        self.size = 0  # entries of the log so far
        self.stage: Stage = "gathering"
        self.changed_at = 0  # when anybody could last notice anything
        self.players: list[Player | None] = []
        self.shares: list[str] = []
        self.match: Match | None = None
        self.asks: dict[int, Ask] = {}
        self.asked = 0  # how often the others were asked for something: a question's number
        self.is_paused = False
        self.taken_back = 0  # times that a move was which all had seen: all may know it, and are asked anew
        self.resigned: dict[int, Player] = {}  # seats that were given up to bots, and by whom
        self.left: dict[int, str] = {}  # seats that others play on for a person, and for whom
        # by such a seat: from when that person was waited for, or replaced
        self.missed_since: dict[int, int] = {}
        self.owners: dict[int, Player] = {}  # the people whose seats these are, though bots may play for them
        self.offers: dict[int, log.Offered] = {}  # seats that their players would hand over
        self.forced: dict[int, int] = {}  # how often in a row the clock has moved for a seat
        self.failures: dict[int, int] = {}  # how often a bot on a seat had to be replaced
        self.ended: log.Ended | None = None
        self.chat: list[Speech] = []
        self.muted: set[str] = set()
        self.is_chat_open = False  # may all talk who look on?
        self.is_closed = False  # to newcomers
        self.guests: frozenset[str] = frozenset()  # who was there then without a seat
        self.notes: list[Note] = []
        self.rematch = ""
        self.recorded = 0  # plies of a record that is played on here: they brought nobody time
        self.people: dict[str, None] = {}  # everybody who has a seat, or had one in the game, in order
        self.played: set[str] = set()  # those of them who had it when cards were dealt, or later
        # Person and command: the event that it brought about. None is ever forgotten, or it could be carried out twice, on a
        # copy that comes late; what people do is bounded instead (`decide.MOST_DEEDS`).
        self.answered: dict[tuple[str, str], int] = {}
        self.deeds: Counter[str] = Counter()  # how many commands of a person were carried out
        self.hidden: dict[int, int] = {}  # by eyes: how many entries they did not notice

    # Questions

    @property
    def id(self) -> str:
        """The table's name."""
        return self.opened.table

    @property
    def clock(self) -> log.Clock:
        """How long the players may think, as of now."""
        return self.clocks.rule

    def seat_of(self, who: str) -> int | None:
        """Where a person sits, or the program with a key."""
        for seat, player in enumerate(self.players):
            if who and player is not None and who in (player.person, player.key):
                return seat
        return None

    def eyes_of(self, who: str) -> int:
        """With whose eyes a person, or the program with a key, sees this table."""
        seat = self.seat_of(who)
        return SPECTATOR if seat is None else seat

    def waiting(self) -> list[int]:
        """The seats that owe a move, and may make it."""
        if self.match is None or self.is_paused or self.stage != "playing":
            return []
        return self.match.waiting()

    def bots_to_move(self) -> list[int]:
        """The seats where a bot of the house owes a move."""
        return [seat for seat in self.waiting() if (player := self.players[seat]) is not None and player.bot]

    def mark(self) -> tuple[int, int]:
        """What tells one question of the game from every other: the ply, and how often moves were taken back."""
        return (-1 if self.match is None else self.match.ply, self.taken_back)

    def people_seated(self) -> list[int]:
        """The seats of people."""
        return [seat for seat, player in enumerate(self.players) if player is not None and player.person]

    def guests_seated(self) -> list[int]:
        """The seats that are not played by the house: those of people, and of programs that have a key."""
        return [seat for seat, player in enumerate(self.players) if player is not None and not player.bot]

    def has_part(self, who: str) -> bool:
        """Is this the host, or somebody who has a seat or had one in the game? All others are guests."""
        return who in self.people or who == self.host or self.seat_of(who) is not None

    def guests_deeds(self) -> int:
        """How many commands of guests were carried out, of all of them together."""
        return sum(count for who, count in self.deeds.items() if not self.has_part(who))

    def names(self) -> list[tuple[str, str]]:
        """Everybody whom this table shows by a name, and that name: the host, the players and those who have spoken."""
        everybody = (*self.players, *self.owners.values(), *self.resigned.values())
        players = [player for player in everybody if player is not None]
        return [
            (self.opened.by, self.opened.name),
            *((player.person or player.key, player.name) for player in players),
            *((said.person, said.name) for said in self.chat),
        ]

    def number_for(self, eyes: int) -> int:
        """How many entries these eyes have noticed: the number of the newest event they were sent."""
        return self.size - self.hidden.get(eyes, 0)

    def proof(self) -> Proof | None:
        """What shows that the deal was not chosen, a secret until the game is over; None if it was."""
        return None if self.opened.deal else self.pledge.prove(self.shares)

    def is_unnoticed(self, body: AnyBody) -> bool:
        """Is this an entry that only its own seat may notice?"""
        return (
            isinstance(body, log.Moved)
            and self.match is not None
            and self.match.chosen(body.seat) is not None
        )


def substitute() -> Player:
    """The bot that plays on for somebody who has gone."""
    return Player(name_bot(SUBSTITUTE), bot=SUBSTITUTE)
