"""What falls due at a table as time passes, and when to check it again."""

from rexarium.bots import LEVELS, name_bot
from rexarium.server.model import log
from rexarium.server.model.absence import absent_from, ask_timeout, claim_from
from rexarium.server.model.asks import settle_next
from rexarium.server.model.checks import other_people, playing
from rexarium.server.model.clocks import SECOND
from rexarium.server.model.log import AnyEntry, Player
from rexarium.server.model.moment import Moment
from rexarium.server.model.table import SUBSTITUTE, Table, substitute

MOST_FAILURES = 3  # after this many bot failures on a seat, its moves are forced
GATHERING_TIME = 7 * 24 * 3600 * SECOND  # after this long unchanged, a table that has not started ends


def due_entries(table: Table, moment: Moment) -> list[AnyEntry]:
    """The entries that are due without any command: forced moves, asks that are decided or expired, abandoned tables."""
    now = moment.now
    if table.stage == "gathering":
        return [log.Ended(how="abandoned")] if now >= table.changed_at + GATHERING_TIME else []
    if table.stage == "over":
        return []
    forgotten = [ask.number for ask in table.asks.values() if now >= ask.at + ask_timeout(table)]
    if forgotten:
        return [log.Settled(ask=number, is_yes=False) for number in forgotten]
    if settled := settle_next(table, moment):
        return settled
    return [_overdue(table, seat, moment) for seat in table.clocks.overdue(now)[:1]]


def _overdue(table: Table, seat: int, moment: Moment) -> AnyEntry:
    """The entry for a seat whose time is up: a bot plays on for a person who is away, otherwise the move is forced."""
    player = table.players[seat]
    if player is not None and player.person and seat not in moment.connected:
        return log.Replaced(seat=seat, player=substitute())
    return forced_move(table, seat)


def forced_move(table: Table, seat: int) -> AnyEntry:
    """The entry by which a seat's default move is made for it."""
    return log.Moved(seat=seat, moves=(playing(table).default_move(seat),), is_forced=True)


def wake_at(table: Table) -> int | None:
    """When a table that nobody visits must be loaded again: at its next deadline, or at once if a bot has to move."""
    return table.changed_at if table.bots_to_move() else next_deadline(table)


def next_deadline(table: Table) -> int | None:
    """The table's next deadline, if it has one."""
    if table.stage == "gathering":
        return table.changed_at + GATHERING_TIME
    if table.stage == "over":
        return None
    times = [ask.at + ask_timeout(table) for ask in table.asks.values()]
    deadline = table.clocks.next_deadline()
    if deadline is not None:
        times.append(deadline)
    return min(times, default=None)


def next_check(table: Table, moment: Moment) -> int | None:
    """When to check a live table again: at its next deadline, or when an absence may decide an open ask."""
    times = [] if (due := next_deadline(table)) is None else [due]
    if table.asks:
        people = other_people(table)
        missing = [find(table, seat, moment) for find in (absent_from, claim_from) for seat in people]
        times += [at for at in missing if at is not None and at > moment.now]
        if settle_next(table, moment):
            times.append(moment.now)
    return min(times, default=None)


def replace_bot(table: Table, seat: int) -> list[AnyEntry]:
    """The entry after a bot has failed: another bot takes the seat, or after too many failures the move is forced."""
    player = table.players[seat]
    if player is None or seat not in table.bots_to_move():
        return []
    if table.bot_failures.get(seat, 0) >= MOST_FAILURES:
        return [forced_move(table, seat)]
    word = SUBSTITUTE if player.bot != SUBSTITUTE else LEVELS[0]
    return [log.Replaced(seat=seat, player=Player(name_bot(word), bot=word))]
