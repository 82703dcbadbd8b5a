"""Turns a command into entries for the log, or into a refusal.

Nothing is changed here: the entries are folded into the table afterwards.
"""

from collections.abc import Callable
from typing import Any

from rexarium.kernel.errors import IllegalMove, NotYourTurn, RexariumError, StalePly, UnreadableMove
from rexarium.server.model import commands, log
from rexarium.server.model.asks import answer, ask_for
from rexarium.server.model.checks import other_people, own_seat, playing, signed
from rexarium.server.model.errors import Refusal
from rexarium.server.model.log import AnyEntry
from rexarium.server.model.moment import Actor, Moment
from rexarium.server.model.schedule import replace_bot
from rexarium.server.model.seating import call_off, close, hand_over, seat_bot, sit, stand, start, take_seat
from rexarium.server.model.table import Table
from rexarium.server.model.talk import mute, open_chat, say

# Commands per person and table before they can only make moves; guests share one such allowance. Bounds the log.
MAX_COMMANDS = 5000


def decide(table: Table, actor: Actor, command: commands.Command, moment: Moment) -> list[AnyEntry]:
    """The entries that a command leads to."""
    _stay_within_bounds(table, actor, command)
    entries: list[AnyEntry] = DECISIONS[type(command)](table, actor, command, moment)
    return entries


def _stay_within_bounds(table: Table, actor: Actor, command: commands.Command) -> None:
    """Refuse a repeatable command once its sender has used up their allowance.

    This bounds both the log and `Table.replies`, which never forgets an id. The host and everyone who has had a seat have
    an allowance each; all guests, of whom any number may come, share a single one.
    """
    if table.has_part(actor.id):
        if table.command_counts[actor.id] >= MAX_COMMANDS and is_repeatable(table, actor, command):
            raise Refusal(
                "not possible",
                "You have reached this table’s limit for chat and requests. You can still play.",
            )
    elif is_repeatable(table, actor, command) and table.guest_command_count() >= MAX_COMMANDS:
        raise Refusal(
            "not possible", "This table has reached its limit for guests; from now on they can only watch."
        )


def is_repeatable(table: Table, actor: Actor, command: commands.Command) -> bool:
    """Whether this command could be repeated without end, filling the log while the game gets no further."""
    if isinstance(command, commands.Move):  # a secret choice can be changed
        seat = table.seat_of(actor.id)
        return seat is not None and table.match is not None and table.match.chosen(seat) is not None
    if isinstance(command, commands.Sit):  # later it only means coming back to a seat a bot took over
        return table.stage == "gathering"
    return isinstance(command, REPEATABLE)


REPEATABLE = (
    commands.Stand,
    commands.SeatBot,
    commands.AskFor,
    commands.HandOver,
    commands.Say,
    commands.Mute,
    commands.OpenChat,
    commands.Close,
)


def _move(table: Table, actor: Actor, command: commands.Move, moment: Moment) -> list[AnyEntry]:
    seat = own_seat(table, actor)
    match = playing(table)
    if table.is_paused:
        raise Refusal("not possible", "The game is paused. Resume it to play on.")
    if command.taken_back not in (None, table.taken_back):
        raise Refusal("stale", "A move has been taken back since. Take another look before you choose.")
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
    return [signed(actor, command, log.Moved, seat=seat, moves=moves)]


def decide_bot_move(table: Table, seat: int, move: int) -> list[AnyEntry]:
    """The entry for a bot's move, if the bot still has to move; a bot that makes an illegal move is replaced."""
    if table.match is None or seat not in table.bots_to_move():
        return []
    try:
        return [log.Moved(seat=seat, moves=table.match.check(seat, move))]
    except RexariumError:
        return replace_bot(table, seat)


def _resign(table: Table, actor: Actor, command: commands.Resign, moment: Moment) -> list[AnyEntry]:
    seat = own_seat(table, actor)
    playing(table)
    entries: list[AnyEntry] = [signed(actor, command, log.Resigned, seat=seat)]
    left = [other for other in range(table.setup.seats) if other != seat and other not in table.resigned]
    if len(left) == 1:
        entries.append(log.Ended(how="resigned", winners=(left[0],)))
    elif not other_people(table, seat):
        entries.append(log.Ended(how="abandoned"))
    return entries


def _resume(table: Table, actor: Actor, command: commands.Resume, moment: Moment) -> list[AnyEntry]:
    own_seat(table, actor)
    if not table.is_paused or table.stage != "playing":
        raise Refusal("not possible", "The game is not paused.")
    return [signed(actor, command, log.Resumed)]


DECISIONS: dict[type, Callable[[Table, Actor, Any, Moment], list[AnyEntry]]] = {
    commands.Sit: sit,
    commands.Stand: stand,
    commands.SeatBot: seat_bot,
    commands.Start: start,
    commands.Move: _move,
    commands.Resign: _resign,
    commands.HandOver: hand_over,
    commands.TakeSeat: take_seat,
    commands.AskFor: ask_for,
    commands.Answer: answer,
    commands.Resume: _resume,
    commands.Say: say,
    commands.Mute: mute,
    commands.OpenChat: open_chat,
    commands.Close: close,
    commands.CallOff: call_off,
}
