"""What falls due at a table as time passes, and when to check it again."""

from rexarium.bots import LEVELS, name_bot
from rexarium.server.model import log
from rexarium.server.model.absence import ask_time, claim_from, missing_from
from rexarium.server.model.asks import settle_next
from rexarium.server.model.checks import other_people, playing
from rexarium.server.model.clocks import SECOND
from rexarium.server.model.log import AnyBody, Player
from rexarium.server.model.moment import Moment
from rexarium.server.model.room import SUBSTITUTE, Room, substitute

MOST_FAILURES = 3  # after this many bot failures on a seat, its moves are forced


GATHERING_TIME = 7 * 24 * 3600 * SECOND  # after this long unchanged, a table that has not started ends


def time_brings(room: Room, moment: Moment) -> list[AnyBody]:
    """The entries that are due without any command: forced moves, asks that are decided or expired, abandoned tables."""
    now = moment.now
    if room.stage == "gathering":
        return [log.Ended(how="abandoned")] if now >= room.changed_at + GATHERING_TIME else []
    if room.stage == "over":
        return []
    forgotten = [ask.number for ask in room.asks.values() if now >= ask.at + ask_time(room)]
    if forgotten:
        return [log.Settled(ask=number, is_yes=False) for number in forgotten]
    if settled := settle_next(room, moment):
        return settled
    return [_overdue(room, seat, moment) for seat in room.clocks.overdue(now)[:1]]


def _overdue(room: Room, seat: int, moment: Moment) -> AnyBody:
    """The entry for a seat whose time is up: a bot plays on for a person who is away, otherwise the move is forced."""
    player = room.players[seat]
    if player is not None and player.person and seat not in moment.here:
        return log.Replaced(seat=seat, player=substitute())
    return forced_move(room, seat)


def forced_move(room: Room, seat: int) -> AnyBody:
    return log.Moved(seat=seat, moves=(playing(room).default_move(seat),), is_forced=True)


def wake_at(room: Room) -> int | None:
    """When a table that nobody visits must be loaded again: at its next deadline, or at once if a bot has to move."""
    return room.changed_at if room.bots_to_move() else next_due(room)


def next_due(room: Room) -> int | None:
    """The table's next deadline, if it has one."""
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
    """When to check a live table again: at its next deadline, or when an absence may decide an open ask."""
    times = [] if (due := next_due(room)) is None else [due]
    if room.asks:
        people = other_people(room)
        missing = [find(room, seat, moment) for find in (missing_from, claim_from) for seat in people]
        times += [at for at in missing if at is not None and at > moment.now]
        if settle_next(room, moment):
            times.append(moment.now)
    return min(times, default=None)


def replace_bot(room: Room, seat: int) -> list[AnyBody]:
    """The entry after a bot has failed: another bot takes the seat, or after too many failures the move is forced."""
    player = room.players[seat]
    if player is None or seat not in room.bots_to_move():
        return []
    if room.failures.get(seat, 0) >= MOST_FAILURES:
        return [forced_move(room, seat)]
    word = SUBSTITUTE if player.bot != SUBSTITUTE else LEVELS[0]
    return [log.Replaced(seat=seat, player=Player(name_bot(word), bot=word))]
