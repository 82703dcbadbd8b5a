"""Players who are away, and when the others may go on without them."""

from collections.abc import Sequence

from rexarium.kernel.sentence import Sentence, sentence
from rexarium.server.model import log
from rexarium.server.model.clocks import SECOND
from rexarium.server.model.log import AnyEntry
from rexarium.server.model.moment import Moment
from rexarium.server.model.rows import Outage
from rexarium.server.model.table import Table

ASK_TIMEOUT = 120 * SECOND  # how long the other players have to answer an ask
SLOW_ASK_TIMEOUT = 24 * 3600 * SECOND  # the same where a move may take days
ABSENCE = 60 * SECOND  # once a player has been away this long, the others may have a bot play the seat
# Once a player the game is waiting for has been away this long, the others may claim the seat. Longer than a typical
# network failure.
CLAIM = 300 * SECOND
MISSED_MOVES = 2  # after this many forced moves in a row, the others may have a bot play the seat


def awaited_players(table: Table) -> list[int]:
    """The seats of people and programs that the game is waiting for."""
    return [seat for seat in table.waiting() if seat in table.outside_seats() and seat in table.clocks.since]


def is_absent(table: Table, seat: int, moment: Moment) -> bool:
    """Whether a seat's player has been away so long, or missed so many moves, that a bot may play for them."""
    since = absent_from(table, seat, moment)
    return since is not None and since <= moment.now


def absent_from(table: Table, seat: int, moment: Moment) -> int | None:
    """When a bot may start playing for a seat's player; None if that cannot happen as things stand."""
    if table.forced_moves.get(seat, 0) >= MISSED_MOVES:
        return moment.now
    if table.clock.kind == "days" or seat in moment.connected:
        return None
    return moment.now - moment.away(seat) + ABSENCE


def can_claim(table: Table, seat: int, moment: Moment) -> bool:
    """Whether a seat's player has been away so long that the others may claim the seat."""
    since = claim_from(table, seat, moment)
    return since is not None and since <= moment.now


def claim_from(table: Table, seat: int, moment: Moment) -> int | None:
    """When a seat can first be claimed if its player stays away; None if it cannot be claimed as things stand.

    Either the game is waiting for the seat or a bot is standing in for its player. Where moves take days, the player's
    clock must have run out, so a bot is already playing. The wait counts from when the player was both away and waited
    for; otherwise someone could think for five minutes, move, and claim the next seat at once.
    """
    is_played_for = seat in table.substituted
    is_waited_for = seat in awaited_players(table) and table.clock.kind != "days"
    owner = table.owners.get(seat)
    is_here = seat in moment.connected or (owner is not None and owner.person in moment.present)
    if is_here or not (is_played_for or is_waited_for):
        return None
    missed_since = table.missed_since[seat] if is_played_for else table.clocks.since[seat]
    return max(moment.now - moment.away(seat), missed_since) + CLAIM


def say_claim(table: Table, seat: int, moment: Moment) -> Sentence:
    """Why a seat cannot be claimed yet."""
    since = claim_from(table, seat, moment)
    if since is None:
        return sentence(
            "A seat can be claimed only while its player is away and the game is waiting for them. "
            "With days per move, their time has to run out first."
        )
    return sentence(
        "{seat, seat} has to be away for {minutes} minutes before you can claim the seat: "
        "{left, plural, one {# second} other {# seconds}} to go.",
        seat=seat + 1,
        minutes=CLAIM // (60 * SECOND),
        left=-(-(since - moment.now) // SECOND),
    )


def say_presence(table: Table, seat: int, moment: Moment) -> Sentence:
    """Why a seat cannot be taken over yet."""
    if table.clock.kind == "days":
        return sentence(
            "{seat, seat} still has time. The seat can be taken over after {times} missed moves in a row.",
            seat=seat + 1,
            times=MISSED_MOVES,
        )
    if seat in moment.connected:
        return sentence(
            "{seat, seat} is here. A seat can be taken over after a minute’s absence.", seat=seat + 1
        )
    return sentence(
        "{seat, seat} has been away for less than a minute. The seat can be taken over in "
        "{left, plural, one {# second} other {# seconds}}.",
        seat=seat + 1,
        left=-(-(ABSENCE - moment.away(seat)) // SECOND),
    )


def ask_timeout(table: Table) -> int:
    """How long an ask stays open."""
    return SLOW_ASK_TIMEOUT if table.clock.kind == "days" else ASK_TIMEOUT


def outage_credit(table: Table, outages: Sequence[Outage]) -> list[AnyEntry]:
    """The entry that credits clocks and asks with the outages since the table last changed, or none."""
    time, until = 0, table.changed_at
    for outage in outages:
        time += max(0, outage.until - max(outage.since, until))
        until = max(until, outage.until)
    is_running = bool(table.clocks.since) and table.clock.kind != "none"
    return [log.Credited(time=time)] if (is_running or table.asks) and time > 0 else []
