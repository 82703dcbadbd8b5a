"""A table built up from its log, entry by entry. It decides nothing: what is in the log has happened."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from rexarium.bots import LEVELS, name_bot
from rexarium.games import AnyGame, find_game
from rexarium.kernel.facts import SPECTATOR
from rexarium.kernel.game import Setup
from rexarium.match import Match, Note, Pledge, Proof
from rexarium.server.model import log
from rexarium.server.model.clocks import Clocks
from rexarium.server.model.dealing import begin_match, pledge_of, read_setup
from rexarium.server.model.log import AnyBody, Player, Stage

SUBSTITUTE = LEVELS[2]  # who plays on for somebody who has left


CHAT_KEPT = 200  # lines that a newcomer is shown


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
        self.missed_since: dict[
            int, int
        ] = {}  # by such a seat: from when that person was waited for, or replaced
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
        self._recorded = 0  # plies of a record that is played on here: they brought nobody time
        self.people: dict[str, None] = {}  # everybody who has a seat, or had one in the game, in order
        self.played: set[str] = set()  # those of them who had it when cards were dealt, or later
        # Person and command: the event that it brought about. None is ever forgotten, or it could be carried out twice, on a
        # copy that comes late; what people do is bounded instead (`conduct.MOST_DEEDS`).
        self.answered: dict[tuple[str, str], int] = {}
        self.deeds: Counter[str] = Counter()  # how many commands of a person were carried out
        self._seen: dict[int, int] = {}  # by eyes: how many entries they did not notice

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
        return self.size - self._seen.get(eyes, 0)

    def proof(self) -> Proof | None:
        """What shows that the deal was not chosen, a secret until the game is over; None if it was."""
        return None if self.opened.deal else self.pledge.prove(self.shares)

    # The log

    def fold(self, body: AnyBody, at: int) -> None:
        """One more entry."""
        if self.is_unnoticed(body):
            self._count_unnoticed(body)
        else:
            self.changed_at = at
        self.size += 1
        _FOLDS[type(body)](self, body, at)
        self.stage = self._find_stage()
        if self.match is not None:
            self.clocks.run(self.waiting(), at)
        if self.stage == "over" and self.asks:
            self._drop_all()
        if body.command:
            self.deeds[body.by] += 1
            self.answered[body.by, body.command] = self.number_for(self.eyes_of(body.by))

    def _find_stage(self) -> Stage:
        """How far the table has come."""
        if self.ended is not None or (self.match is not None and self.match.is_over):
            return "over"
        return "gathering" if self.match is None else "playing"

    def _count_unnoticed(self, body: AnyBody) -> None:
        """A choice that is changed before it is revealed is nobody else's business."""
        assert isinstance(body, log.Moved)
        for eyes in (*range(self.setup.seats), SPECTATOR):
            if eyes != body.seat:
                self._seen[eyes] = self._seen.get(eyes, 0) + 1

    def is_unnoticed(self, body: AnyBody) -> bool:
        """Is this an entry that only its own seat may notice?"""
        return (
            isinstance(body, log.Moved)
            and self.match is not None
            and self.match.chosen(body.seat) is not None
        )

    def _open(self, body: log.Opened, at: int) -> None:
        self.opened, self.opened_at, self.host = body, at, body.by
        self.game = find_game(body.game)
        self.setup = read_setup(self.game, body)
        self.players = [None] * body.seats
        self.shares = [""] * body.seats
        self.clocks = Clocks(body.clock, body.seats)
        self.pledge = pledge_of(self.game, self.setup, body)
        self.commitment = "" if body.deal else self.pledge.commitment

    def _seat(self, body: log.Seated, at: int) -> None:
        if self.match is None:
            self.players[body.seat] = body.player
            self.shares[body.seat] = body.share
        else:
            self._hand_over(body.seat, body.player, at)
            self._note(f"{self._say_seat(body.seat)} is now played by {body.player.name}")
            self.left.pop(body.seat, None)
        self._count_in(body.seat, body.player)

    def _hand_over(self, seat: int, player: Player, at: int) -> None:
        """Somebody else plays a seat from now on: what the one before did, agreed to or missed is not their doing."""
        self.players[seat] = player
        if not player.bot:  # who is no substitute plays for themselves, and has given nothing up
            self.resigned.pop(seat, None)
        self.forced.pop(seat, None)
        self._forget_answers(seat)
        self.clocks.hand_over(seat, at)

    def _count_in(self, seat: int, player: Player | None) -> None:
        """A person has a seat; once cards are dealt, they play."""
        if player is not None and player.person:
            self.people[player.person] = None
            if self.match is not None:
                self.played.add(player.person)
                self.owners[seat] = player

    def _vacate(self, body: log.Vacated, at: int) -> None:
        if (player := self.players[body.seat]) is not None:
            self.people.pop(player.person, None)  # before the deal nobody has played
            if body.by not in (player.person, self.host):
                self.host = body.by
                self.muted.discard(body.by)  # a host could not let themselves speak again
        self.players[body.seat] = None
        self.shares[body.seat] = ""

    def _start(self, body: log.Started, at: int) -> None:
        names = [player.name if player else "nobody" for player in self.players]
        self.match = begin_match(self.game, self.setup, self.opened, self.shares, names)
        self._recorded = self.match.ply
        for seat, player in enumerate(self.players):
            self._count_in(seat, player)

    def _move(self, body: log.Moved, at: int) -> None:
        assert self.match is not None
        ply = self.match.ply
        self.match.submit(body.seat, body.line)
        self.clocks.stop(body.seat, at)
        for seat in self._begun(ply):
            self.clocks.renew(seat)
        self._forget_take_back(body.seat)
        if body.is_forced:
            self.forced[body.seat] = self.forced.get(body.seat, 0) + 1
            self._note(f"the clock moved for {self._say_seat(body.seat)}")
        else:
            self.forced.pop(body.seat, None)

    def _begun(self, ply: int) -> list[int]:
        """Whose lines were begun from a ply on: who makes one piece by piece gains no time by it."""
        assert self.match is not None
        return [made.seat for made in self.match.plies[ply:] if not self.game.continues(made.move)]

    def _take_back(self, body: log.TakenBack, at: int) -> None:
        assert self.match is not None
        if self.match.chosen(body.seat) is None:  # else it lay hidden, and nobody is asked anything else
            ply = self.match.check_undo(body.seat)
            for seat in self._begun(max(ply, self._recorded)):
                self.clocks.take_back(seat)
            self._recorded = min(ply, self._recorded)
            self.taken_back += 1
        self.match.undo(body.seat)
        self._note(f"{self._say_seat(body.seat)} took a move back")

    def _ask(self, body: log.Asked, at: int) -> None:
        self.asks[self.asked] = Ask(self.asked, body, at)
        self.asked += 1

    def _forget_take_back(self, seat: int) -> None:
        """Who moves again does not mean the move any more that they wanted back."""
        for ask in [*self.asks.values()]:
            if ask.body.matter == "take back" and ask.body.seat == seat:
                del self.asks[ask.number]
                self._note(f"{self._say_wish(ask.body)}, and moved on")

    def _drop_all(self) -> None:
        """Nobody can answer any more."""
        for ask in self.asks.values():
            self.notes.append(Note(self._ply, f"{self._say_wish(ask.body)}, and the game was over first"))
        self.asks.clear()

    def _forget_answers(self, seat: int) -> None:
        """Whoever plays a seat now has agreed to nothing yet."""
        for ask in self.asks.values():
            ask.yes.discard(seat)

    def _answer(self, body: log.Answered, at: int) -> None:
        ask = self.asks[body.ask]
        self._note(
            f"{self._say_seat(body.seat)} said {'yes' if body.is_yes else 'no'}: {self._say_wish(ask.body)}"
        )
        if body.is_yes:
            ask.yes.add(body.seat)

    def _settle(self, body: log.Settled, at: int) -> None:
        ask = self.asks.pop(body.ask).body
        if not body.is_yes:
            self._note(f"{self._say_wish(ask)}, and the others did not agree")

    def _pause(self, body: log.Paused, at: int) -> None:
        self.is_paused = True
        self._note("the game was paused")

    def _resume(self, body: log.Resumed, at: int) -> None:
        self.is_paused = False
        self._note("the game went on")

    def _resign(self, body: log.Resigned, at: int) -> None:
        player = self.players[body.seat]
        assert player is not None
        self.resigned.pop(body.seat, None)
        self.resigned[body.seat] = player  # the last of them
        self._note(f"{self._say_seat(body.seat)} resigned")
        if player.person:
            self.left.pop(body.seat, None)
        self.offers.pop(body.seat, None)
        self._hand_over(body.seat, substitute(), at)

    def _offer(self, body: log.Offered, at: int) -> None:
        if body.fingerprint:
            self.offers[body.seat] = body
        else:
            self.offers.pop(body.seat, None)

    def _hand_on(self, body: log.HandedOver, at: int) -> None:
        """The player before has given the seat away, and cannot come back to it."""
        self.offers.pop(body.seat, None)
        self.left.pop(body.seat, None)
        self._hand_over(body.seat, body.player, at)
        self._count_in(body.seat, body.player)
        self._note(f"{self._say_seat(body.seat)} was handed the seat by its player")

    def _forfeit(self, body: log.Forfeited, at: int) -> None:
        """Whoever was away too long counts as resigned, and cannot come back."""
        self.offers.pop(body.seat, None)
        self.left.pop(body.seat, None)
        self._note(f"seat {body.seat + 1} ({body.player.name}) was away too long, and the others claimed it")
        player = self.players[body.seat]
        if player is None or not player.bot:
            self._hand_over(body.seat, substitute(), at)
        self.resigned.pop(body.seat, None)
        self.resigned[body.seat] = body.player  # the last of them

    def _set_clock(self, body: log.Clocked, at: int) -> None:
        self.clocks.change(body.clock, at)
        self._note("the players are on the clock from here on")

    def _end(self, body: log.Ended, at: int) -> None:
        self.ended = body
        if (
            body.how in ("resigned", "claimed") and self.resigned
        ):  # nobody has played on for who was the last to do so
            seat, player = [*self.resigned.items()][-1]
            self.players[seat] = player

    def _credit(self, body: log.Credited, at: int) -> None:
        self.clocks.credit(body.time)
        for ask in self.asks.values():
            ask.at += body.time

    def _say(self, body: log.Said, at: int) -> None:
        self.chat.append(Speech(at, body.by, body.name, body.text))
        del self.chat[:-CHAT_KEPT]
        self._note(f"{body.name} said “{body.text}”")  # in quotes, or it could be taken for a vote

    def _mute(self, body: log.Muted, at: int) -> None:
        (self.muted.add if body.is_muted else self.muted.discard)(body.person)

    def _open_chat(self, body: log.ChatOpened, at: int) -> None:
        self.is_chat_open = body.is_open

    def _close(self, body: log.Closed, at: int) -> None:
        self.is_closed, self.guests = body.is_closed, frozenset(body.guests)

    def _replace(self, body: log.Replaced, at: int) -> None:
        old = self.players[body.seat]
        if old is not None and old.person:
            self.left[body.seat] = old.person
            self.missed_since[body.seat] = self.clocks.since.get(body.seat, at)
        elif old is not None and old.bot:
            self.failures[body.seat] = self.failures.get(body.seat, 0) + 1
        self._hand_over(body.seat, body.player, at)
        # who takes over a seat has seen its cards, and cannot go back to another one's
        self.left = {seat: person for seat, person in self.left.items() if person != body.player.person}
        self._count_in(body.seat, body.player)
        self._note(f"{self._say_seat(body.seat)} is now played by {body.player.name}")

    def _follow(self, body: log.Followed, at: int) -> None:
        self.rematch = body.table

    def _note(self, text: str) -> None:
        """For the record; it is sealed when the game is over, and what is said after that is not in it."""
        if self.stage != "over":
            self.notes.append(Note(self._ply, text))

    @property
    def _ply(self) -> int:
        return self.match.ply if self.match else 0

    def _say_wish(self, ask: log.Asked) -> str:
        who = self._say_seat(ask.seat) if ask.seat is not None else "a guest"
        if ask.of is None or ask.successor is None:
            return f"{who} asked {self._say_matter(ask)}"
        return f"{who} asked to have {self._say_seat(ask.of)} played by {ask.successor.name}"

    def _say_matter(self, ask: log.Asked) -> str:
        if ask.matter == "claim" and ask.of is not None:
            return f"to claim {self._say_seat(ask.of)}"
        return "for a clock" if ask.matter == "clock" else f"to {ask.matter}"

    def _say_seat(self, seat: int) -> str:
        player = self.players[seat]
        return f"seat {seat + 1} ({player.name})" if player else f"seat {seat + 1}"


_FOLDS: dict[type, Callable[[Room, Any, int], None]] = {
    log.Opened: Room._open,
    log.Seated: Room._seat,
    log.Vacated: Room._vacate,
    log.Started: Room._start,
    log.Moved: Room._move,
    log.TakenBack: Room._take_back,
    log.Asked: Room._ask,
    log.Answered: Room._answer,
    log.Settled: Room._settle,
    log.Paused: Room._pause,
    log.Resumed: Room._resume,
    log.Resigned: Room._resign,
    log.Offered: Room._offer,
    log.HandedOver: Room._hand_on,
    log.Forfeited: Room._forfeit,
    log.Clocked: Room._set_clock,
    log.Ended: Room._end,
    log.Credited: Room._credit,
    log.Said: Room._say,
    log.Muted: Room._mute,
    log.ChatOpened: Room._open_chat,
    log.Closed: Room._close,
    log.Replaced: Room._replace,
    log.Followed: Room._follow,
}


def substitute() -> Player:
    """The bot that plays on for somebody who has gone."""
    return Player(name_bot(SUBSTITUTE), bot=SUBSTITUTE)
