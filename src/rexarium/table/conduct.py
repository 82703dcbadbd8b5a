"""What people may do at a table: a command comes in, entries for the log come out, or a refusal.

Nothing is changed here. The room is as its log has made it; what is decided goes into the log first.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any, TypeVar

from rexarium.bots import LEVELS, name_bot
from rexarium.kernel.errors import CannotUndo, IllegalMove, NotYourTurn, StalePly, UnreadableMove
from rexarium.kernel.sentence import Sentence, sentence
from rexarium.match import Match
from rexarium.table import log, protocol
from rexarium.table.log import AnyBody, Player
from rexarium.table.naming import clean_text
from rexarium.table.refusal import Refusal
from rexarium.table.room import SUBSTITUTE, Ask, Room

B = TypeVar("B")
SECOND = 1000
ASK_TIME = 120 * SECOND  # how long the others have to answer
SLOW_ASK_TIME = 24 * 3600 * SECOND  # where a move may take days
ABSENCE = 60 * SECOND  # after this long away the others may go on without a seat
TURNED_AWAY = 600 * SECOND  # before this a guest does not ask again for a seat that was not given to them
STALLING = 600 * SECOND  # after this long over one question too, where no clock runs out
MISSED_MOVES = 2  # moves that the clock made in a row, likewise
MOST_FAILURES = 3  # of the bots on one seat, before the rules move for it
MOST_DEEDS = (
    5000  # commands of one person at one table, before they can only play on: no log grows without end
)
GATHERING_TIME = 7 * 24 * 3600 * SECOND  # a table that never starts is cleared away


@dataclass(frozen=True, slots=True)
class Actor:
    """Who wants something: a person, or the program that plays a seat."""

    person: str = ""
    name: str = ""
    key: str = ""  # the fingerprint of a program's key

    @property
    def id(self) -> str:
        """What the log calls them."""
        return self.person or self.key


@dataclass(frozen=True, slots=True)
class Moment:
    """What the log does not know: the time, who is connected, and how long the others have been away."""

    now: int
    here: Collection[int] = ()
    away_since: dict[int, int] | None = None
    began: int = 0  # when the table came to work: what was before that is nobody's absence

    def away(self, seat: int) -> int:
        """How long a seat has been without a connection."""
        return 0 if seat in self.here else self.now - (self.away_since or {}).get(seat, self.began)


def decide(room: Room, actor: Actor, command: protocol.Command, moment: Moment) -> list[AnyBody]:
    """The entries that a command brings about."""
    if room.deeds[actor.id] >= MOST_DEEDS and can_repeat(room, actor, command):
        raise Refusal("not possible", "You have done so much at this table that you can only play on.")
    bodies: list[AnyBody] = _DECISIONS[type(command)](room, actor, command, moment)
    return bodies


def can_repeat(room: Room, actor: Actor, command: protocol.Command) -> bool:
    """Could somebody do this again and again, and fill the log, while the game gets no further?"""
    if isinstance(command, protocol.Move):  # who has chosen in secret changes their mind
        seat = room.seat_of(actor.id)
        return seat is not None and room.match is not None and room.match.chosen(seat) is not None
    if isinstance(command, protocol.Sit):  # later one only comes back, and was asked to go by a question
        return room.stage == "gathering"
    return isinstance(command, _REPEATABLE)


_REPEATABLE = (protocol.Stand, protocol.SeatBot, protocol.AskFor, protocol.Say, protocol.Mute)


# Before the game


def _sit(room: Room, actor: Actor, command: protocol.Sit, moment: Moment) -> list[AnyBody]:
    seat = _existing(room, command.seat)
    is_own = seat == room.seat_of(actor.id)
    if not actor.person and not is_own:
        raise Refusal("not allowed", "Only people take seats; a program has its seat by its key.")
    if room.stage == "over":
        raise Refusal("not possible", "The game is over.")
    player = Player(actor.name, person=actor.person, key=actor.key)
    if room.stage == "playing":
        return [_come_back(room, seat, player, command)]
    if is_own:
        return [_by(actor, command, log.Seated, seat=seat, player=player, share=command.share)]
    if room.players[seat] is not None:
        raise Refusal("not possible", sentence("Seat {number} is taken.", number=seat + 1))
    return [
        *_clear(room, actor.person),
        _by(actor, command, log.Seated, seat=seat, player=player, share=command.share),
    ]


def _come_back(room: Room, seat: int, player: Player, command: protocol.Sit) -> AnyBody:
    """Whoever left may sit down again where a substitute plays for them."""
    if not player.person or room.left.get(seat) != player.person:
        raise Refusal("not allowed", "The game has begun; ask the others for a seat that somebody has left.")
    return log.Seated(by=player.person, command=command.id, seat=seat, player=player)


def _clear(room: Room, person: str) -> list[AnyBody]:
    """A person has one seat at a table: who sits down elsewhere gets up first."""
    seat = room.seat_of(person)
    return [] if seat is None else [log.Vacated(by=person, seat=seat)]


def _stand(room: Room, actor: Actor, command: protocol.Stand, moment: Moment) -> list[AnyBody]:
    _only(room, "gathering", "The game has begun; you may resign, or ask the others to end it.")
    own = room.seat_of(actor.person)
    seat = own if command.seat is None else _existing(room, command.seat)
    if seat is None or room.players[seat] is None:
        raise Refusal("not possible", "Nobody sits there.")
    if seat != own and actor.person != room.host and (own is None or not _is_forsaken(room, seat, moment)):
        raise Refusal(
            "not allowed",
            "Only the host may clear another's seat; who sits here may too, when the host is away and its player"
            " has not come for a while.",
        )
    return [_by(actor, command, log.Vacated, seat=seat)]


def _is_forsaken(room: Room, seat: int, moment: Moment) -> bool:
    """May whoever sits here clear a seat, and be host from then on, or a rematch would wait for those who have gone?

    The host is away, and whoever has the seat never came to it in the time that is given for an answer. Who has done
    anything here has come, so that nobody loses a seat that they sat down on.
    """
    player, host = room.players[seat], room.seat_of(room.host)
    if player is None or seat not in _awaited(room) or room.deeds[player.person]:
        return False
    is_hosted = host is not None and moment.away(host) < ABSENCE
    return not is_hosted and moment.away(seat) >= ABSENCE and moment.now >= room.opened_at + ask_time(room)


def _seat_bot(room: Room, actor: Actor, command: protocol.SeatBot, moment: Moment) -> list[AnyBody]:
    _only(room, "gathering", "The game has begun.")
    _host_only(room, actor, "Only the host seats bots.")
    seat = _existing(room, command.seat)
    if room.players[seat] is not None:
        raise Refusal("not possible", sentence("Seat {number} is taken.", number=seat + 1))
    return [_by(actor, command, log.Seated, seat=seat, player=house_bot(command.bot))]


def house_bot(word: str) -> Player:
    """A bot of the house; only the named levels sit with people."""
    if word not in LEVELS:
        raise Refusal(
            "unknown", sentence("There is no bot {word}; there is {levels, names}.", word=word, levels=LEVELS)
        )
    return Player(name_bot(word), bot=word)


def _start(room: Room, actor: Actor, command: protocol.Start, moment: Moment) -> list[AnyBody]:
    _only(room, "gathering", "The game has begun.")
    if actor.person != room.host and room.seat_of(actor.person) is None:
        raise Refusal("not allowed", "Only who sits at the table can start.")
    free = tuple(str(seat + 1) for seat, player in enumerate(room.players) if player is None)
    if free:
        raise Refusal("not possible", sentence("Nobody sits on seat {seats, names} yet.", seats=free))
    if awaited := _awaited(room):
        raise Refusal(
            "not possible",
            sentence(
                "{who, seat} has not come yet: the deal waits for a share of theirs.", who=awaited[0] + 1
            ),
        )
    return [_by(actor, command, log.Started)]


def _awaited(room: Room) -> list[int]:
    """The people without whose share nothing is dealt: who is there adds one, so nobody is missing at the start."""
    return [] if room.opened.deal else [seat for seat in room.people_seated() if not room.shares[seat]]


# The game


def _move(room: Room, actor: Actor, command: protocol.Move, moment: Moment) -> list[AnyBody]:
    seat = _own_seat(room, actor)
    match = _playing(room)
    if room.is_paused:
        raise Refusal("not possible", "The game is paused.")
    if command.taken_back not in (None, room.taken_back):
        raise Refusal("stale", "A move was taken back since this was asked.")
    try:
        moves = match.check(seat, command.line, command.ply)
    except StalePly as error:
        raise Refusal("stale", error.said) from None
    except NotYourTurn as error:
        raise Refusal("not your turn", error.said, error.rule or None) from None
    except UnreadableMove as error:
        raise Refusal("unreadable", str(error)) from None
    except IllegalMove as error:
        raise Refusal("illegal", error.said, error.rule) from None
    return [_by(actor, command, log.Moved, seat=seat, line=room.game.say_line(moves))]


def _resign(room: Room, actor: Actor, command: protocol.Resign, moment: Moment) -> list[AnyBody]:
    seat = _own_seat(room, actor)
    _playing(room)
    bodies: list[AnyBody] = [_by(actor, command, log.Resigned, seat=seat)]
    left = [other for other in range(room.setup.seats) if other != seat and other not in room.resigned]
    if len(left) == 1:
        bodies.append(log.Ended(how="resigned", winners=(left[0],)))
    elif not [other for other in room.people_seated() if other != seat]:
        bodies.append(log.Ended(how="abandoned"))
    return bodies


# What the others must agree to


def _ask(room: Room, actor: Actor, command: protocol.AskFor, moment: Moment) -> list[AnyBody]:
    _playing(room)
    seat = room.seat_of(actor.id)
    if any(_is_same(ask.body, command, seat) for ask in room.asks.values()):
        raise Refusal("not possible", "That has been asked already; answer it.")
    if command.matter == "take back" and seat is not None and _playing(room).chosen(seat) is not None:
        return [_by(actor, command, log.TakenBack, seat=seat)]  # nobody has seen it, so nobody is asked
    body = _ASKS[command.matter](room, actor, command, moment, seat)
    ask = Ask(room.asked, body, moment.now)
    return [body, *_settle(room, ask, moment)]


def _is_same(asked: log.Asked, command: protocol.AskFor, seat: int | None) -> bool:
    """Has this been asked? A guest's question is in nobody's way who plays."""
    return asked.matter == command.matter and (seat is None or asked.seat is not None)


def _ask_plainly(
    room: Room, actor: Actor, command: protocol.AskFor, moment: Moment, seat: int | None
) -> log.Asked:
    if seat is None:
        raise Refusal("not allowed", "Only who plays may ask for that.")
    if command.matter == "pause" and room.is_paused:
        raise Refusal("not possible", "The game is paused already.")
    return _by(actor, command, log.Asked, matter=command.matter, seat=seat)


def _ask_back(
    room: Room, actor: Actor, command: protocol.AskFor, moment: Moment, seat: int | None
) -> log.Asked:
    body = _ask_plainly(room, actor, command, moment, seat)
    assert seat is not None
    try:
        _playing(room).check_undo(seat)
    except CannotUndo as error:
        raise Refusal("not possible", error.said) from None
    return body


def _ask_over(
    room: Room, actor: Actor, command: protocol.AskFor, moment: Moment, seat: int | None
) -> log.Asked:
    if command.seat is None:
        raise Refusal("not possible", "Say which seat is to be taken over.")
    of = _existing(room, command.seat)
    if of == seat:
        raise Refusal("not possible", "That is your own seat; you may resign.")
    if of in room.guests_seated() and not is_missing(room, of, moment):
        raise Refusal("not allowed", _say_presence(room, of, moment))
    if command.bot is not None:
        if seat is None:
            raise Refusal("not allowed", "Only who plays may ask for a bot.")
        return _by(
            actor, command, log.Asked, matter="take over", seat=seat, of=of, successor=house_bot(command.bot)
        )
    if seat is not None or not actor.person:
        raise Refusal("not possible", "You have a seat already; name a bot for the other one.")
    if moment.now < room.turned_away.get(actor.person, 0) + TURNED_AWAY:
        raise Refusal("not allowed", "Those who play have said no; ask again in a while.")
    if not [other for other in room.people_seated() if other != of]:
        raise Refusal("not possible", "Nobody plays here who could give you that seat.")
    successor = Player(actor.name, person=actor.person)
    return _by(actor, command, log.Asked, matter="take over", of=of, successor=successor)


_ASKS = {"take back": _ask_back, "pause": _ask_plainly, "end": _ask_plainly, "take over": _ask_over}


def _answer(room: Room, actor: Actor, command: protocol.Answer, moment: Moment) -> list[AnyBody]:
    seat = _own_seat(room, actor)
    ask = room.asks.get(command.ask)
    if ask is None:
        raise Refusal("not possible", "That question is settled.")
    if seat not in voters(room, ask):
        raise Refusal("not allowed", "This is not for you to answer.")
    body = _by(actor, command, log.Answered, seat=seat, ask=ask.number, is_yes=command.is_yes)
    if not command.is_yes:
        return [body, log.Settled(ask=ask.number, is_yes=False)]
    answered = Ask(ask.number, ask.body, ask.at, {*ask.yes, seat})
    return [body, *_settle(room, answered, moment)]


def voters(room: Room, ask: Ask) -> list[int]:
    """The people who are asked: all who play but who asks and whom it is about."""
    return [seat for seat in room.people_seated() if seat not in (ask.body.seat, ask.body.of)]


def _settle(room: Room, ask: Ask, moment: Moment) -> list[AnyBody]:
    """What follows when everybody has agreed who must; a take-back needs the absent too, for it is their game."""
    is_lenient = ask.body.matter != "take back"
    needed = [seat for seat in voters(room, ask) if not (is_lenient and is_missing(room, seat, moment))]
    is_invited = ask.body.seat is not None or bool(ask.yes)  # where all are missing, a guest stays a guest
    if not set(needed) <= ask.yes or not is_invited:
        return []
    if not _is_still_possible(room, ask.body, moment):
        return [log.Settled(ask=ask.number, is_yes=False)]
    return [log.Settled(ask=ask.number, is_yes=True), *_carry_out(ask.body)]


def _settle_next(room: Room, moment: Moment) -> list[AnyBody]:
    """What becomes of the first question that is decided though nobody answered: somebody has no say any more.

    Whoever resigned, was replaced or has gone is not waited for, and what nobody needs to answer any more is dropped.
    """
    for ask in room.asks.values():
        if _is_pointless(room, ask, moment):
            return [log.Settled(ask=ask.number, is_yes=False)]
        if bodies := _settle(room, ask, moment):
            return bodies
    return []


def _is_pointless(room: Room, ask: Ask, moment: Moment) -> bool:
    """Would an answer change nothing? Who asked sits elsewhere, nobody can let a guest in, or it cannot be done any more."""
    body = ask.body
    if room.seat_of(body.by) != body.seat or (body.seat is None and not voters(room, ask)):
        return True
    may_stay_away = body.of is not None and body.of not in moment.here  # though it is no minute yet
    return not may_stay_away and not _is_still_possible(room, body, moment)


def _is_still_possible(room: Room, body: log.Asked, moment: Moment) -> bool:
    """Between question and answer a lot may happen."""
    if body.matter == "take back":
        return _can_take_back(room, body.seat)
    if body.matter == "take over":
        assert body.of is not None
        assert body.successor is not None
        is_back = body.of in room.guests_seated() and not is_missing(room, body.of, moment)
        return not is_back and room.seat_of(body.successor.person) is None
    return True


def is_missing(room: Room, seat: int, moment: Moment) -> bool:
    """Has a seat's player been away, or not answered, for so long that the others may go on without?"""
    since = _missing_from(room, seat, moment)
    return since is not None and since <= moment.now


def _missing_from(room: Room, seat: int, moment: Moment) -> int | None:
    """From when on the others may go on without a seat's player, if nothing happens until then."""
    if room.forced.get(seat, 0) >= MISSED_MOVES:
        return moment.now
    if room.opened.clock.kind == "days":
        return None
    times = [] if seat in moment.here else [moment.now - moment.away(seat) + ABSENCE]
    if room.opened.clock.kind == "none" and seat in room.clocks.since:
        times.append(max(room.clocks.since[seat], moment.began) + STALLING)
    return min(times, default=None)


def _say_presence(room: Room, seat: int, moment: Moment) -> Sentence:
    """Why a seat cannot be taken over yet."""
    if room.opened.clock.kind == "days":
        return sentence(
            "{seat, seat} has days to answer; it can be taken over when the clock has moved for it {times} times in a row.",
            seat=seat + 1,
            times=MISSED_MOVES,
        )
    if seat in moment.here:
        return sentence(
            "{seat, seat} is here; a seat can be taken over after a minute's absence.", seat=seat + 1
        )
    return sentence(
        "{seat, seat} has been away for less than a minute; it can be taken over in "
        "{left, plural, one {# second} other {# seconds}}.",
        seat=seat + 1,
        left=-(-(ABSENCE - moment.away(seat)) // SECOND),
    )


def _can_take_back(room: Room, seat: int | None) -> bool:
    """Has nothing been revealed since the seat asked?"""
    assert seat is not None
    try:
        _playing(room).check_undo(seat)
    except CannotUndo:
        return False
    return True


def _carry_out(body: log.Asked) -> list[AnyBody]:
    if body.matter == "take back":
        assert body.seat is not None
        return [log.TakenBack(seat=body.seat)]
    if body.matter == "pause":
        return [log.Paused()]
    if body.matter == "end":
        return [log.Ended(how="agreement")]
    assert body.of is not None
    assert body.successor is not None
    return [log.Replaced(seat=body.of, player=body.successor)]


def _resume(room: Room, actor: Actor, command: protocol.Resume, moment: Moment) -> list[AnyBody]:
    _own_seat(room, actor)
    if not room.is_paused or room.stage != "playing":
        raise Refusal("not possible", "The game is not paused.")
    return [_by(actor, command, log.Resumed)]


# Talk


def _say(room: Room, actor: Actor, command: protocol.Say, moment: Moment) -> list[AnyBody]:
    if not actor.person:
        raise Refusal("not allowed", "Programs do not chat.")
    if actor.person in room.muted:
        raise Refusal("not allowed", "The host has silenced you at this table.")
    text = clean_text(command.text)
    if not text:
        raise Refusal("not possible", "There is nothing to be read in that.")
    return [_by(actor, command, log.Said, name=actor.name, text=text)]


def _mute(room: Room, actor: Actor, command: protocol.Mute, moment: Moment) -> list[AnyBody]:
    _host_only(room, actor, "Only the host silences people.")
    if command.person == room.host:
        raise Refusal("not possible", "The host cannot silence themselves.")
    return [_by(actor, command, log.Muted, person=command.person, is_muted=command.is_muted)]


_DECISIONS: dict[type, Callable[[Room, Actor, Any, Moment], list[AnyBody]]] = {
    protocol.Sit: _sit,
    protocol.Stand: _stand,
    protocol.SeatBot: _seat_bot,
    protocol.Start: _start,
    protocol.Move: _move,
    protocol.Resign: _resign,
    protocol.AskFor: _ask,
    protocol.Answer: _answer,
    protocol.Resume: _resume,
    protocol.Say: _say,
    protocol.Mute: _mute,
}


# What time brings


def time_brings(room: Room, moment: Moment) -> list[AnyBody]:
    """The entries that are due though nobody did anything: moves of the clock, questions that are decided or forgotten,
    cleared tables."""
    now = moment.now
    if room.stage == "gathering":
        return [log.Ended(how="abandoned")] if now >= room.changed_at + GATHERING_TIME else []
    if room.stage == "over":
        return []
    forgotten = [ask.number for ask in room.asks.values() if now >= ask.at + ask_time(room)]
    if forgotten:
        return [log.Settled(ask=number, is_yes=False) for number in forgotten]
    if settled := _settle_next(room, moment):
        return settled
    return [_forced_move(room, seat) for seat in room.clocks.overdue(now)[:1]]


def _forced_move(room: Room, seat: int) -> AnyBody:
    return log.Moved(seat=seat, line=_playing(room).default_line(seat), is_forced=True)


def wake_at(room: Room) -> int | None:
    """When the table must be looked at again, though nobody comes: time brings something, or a bot owes a move."""
    return room.changed_at if room.bots_to_move() else next_due(room)


def next_due(room: Room) -> int | None:
    """When time next brings something."""
    if room.stage == "gathering":
        return room.changed_at + GATHERING_TIME
    if room.stage == "over":
        return None
    times = [ask.at + ask_time(room) for ask in room.asks.values()]
    deadline = room.clocks.next_deadline()
    if deadline is not None:
        times.append(deadline)
    return min(times, default=None)


def next_look(room: Room, moment: Moment) -> int | None:
    """When a table at work must be looked at again: also when a question is decided because somebody stays away."""
    times = [] if (due := next_due(room)) is None else [due]
    if room.asks:
        missing = [_missing_from(room, seat, moment) for seat in room.people_seated()]
        times += [at for at in missing if at is not None and at > moment.now]
        if _settle_next(room, moment):
            times.append(moment.now)
    return min(times, default=None)


def ask_time(room: Room) -> int:
    """How long a question to the others stays open."""
    return SLOW_ASK_TIME if room.opened.clock.kind == "days" else ASK_TIME


def replace_bot(room: Room, seat: int) -> list[AnyBody]:
    """What follows when the bot on a seat failed: another sits down; if none thinks, the rules move for it."""
    player = room.players[seat]
    if player is None or seat not in room.bots_to_move():
        return []
    if room.failures.get(seat, 0) >= MOST_FAILURES:
        return [_forced_move(room, seat)]
    word = SUBSTITUTE if player.bot != SUBSTITUTE else LEVELS[0]
    return [log.Replaced(seat=seat, player=Player(name_bot(word), bot=word))]


# Borders


def _by(actor: Actor, command: protocol.Command, body: Callable[..., B], **fields: Any) -> B:
    return body(by=actor.id, command=command.id, **fields)


def _existing(room: Room, number: int) -> int:
    if not 1 <= number <= room.setup.seats:
        raise Refusal("unknown", sentence("There is no seat {number} at this table.", number=number))
    return number - 1


def _own_seat(room: Room, actor: Actor) -> int:
    seat = room.seat_of(actor.id)
    if seat is None:
        raise Refusal("not allowed", "You have no seat at this table.")
    return seat


def _only(room: Room, stage: str, sentence: str) -> None:
    if room.stage != stage:
        raise Refusal("not possible", sentence if room.stage == "playing" else "The game is over.")


def _host_only(room: Room, actor: Actor, sentence: str) -> None:
    if not actor.person or actor.person != room.host:
        raise Refusal("not allowed", sentence)


def _playing(room: Room) -> Match:
    if room.match is None:
        raise Refusal("not possible", "The game has not begun.")
    if room.stage == "over":
        raise Refusal("not possible", "The game is over.")
    return room.match
