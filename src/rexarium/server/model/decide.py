"""Turns a command into entries for the log, or into a refusal.

Nothing is changed here: the entries are folded into the table afterwards.
"""

from collections.abc import Callable
from typing import Any

from rexarium.kernel.errors import IllegalMove, NotYourTurn, RexariumError, StalePly, UnreadableMove
from rexarium.server.model import commands, log
from rexarium.server.model.asks import answer, ask_for
from rexarium.server.model.checks import other_people, own_seat, playing, signed
from rexarium.server.model.log import AnyBody
from rexarium.server.model.moment import Actor, Moment
from rexarium.server.model.refusal import Refusal
from rexarium.server.model.room import Room
from rexarium.server.model.schedule import replace_bot
from rexarium.server.model.seating import call_off, close, hand_over, seat_bot, sit, stand, start, take_seat
from rexarium.server.model.talk import mute, open_chat, say

# Commands per person and table before they can only make moves; guests share one such allowance. Bounds the log.
MOST_DEEDS = 5000


def decide(room: Room, actor: Actor, command: commands.Command, moment: Moment) -> list[AnyBody]:
    """The entries that a command leads to."""
    _stay_within_bounds(room, actor, command)
    bodies: list[AnyBody] = _DECISIONS[type(command)](room, actor, command, moment)
    return bodies


def _stay_within_bounds(room: Room, actor: Actor, command: commands.Command) -> None:
    """Refuse a repeatable command once its sender has used up their allowance.

    This bounds both the log and `Room.answered`, which never forgets an id. The host and everyone who has had a seat have
    an allowance each; all guests, of whom any number may come, share a single one.
    """
    if room.has_part(actor.id):
        if room.deeds[actor.id] >= MOST_DEEDS and can_repeat(room, actor, command):
            raise Refusal(
                "not possible",
                "You have reached this table’s limit for chat and requests. You can still play.",
            )
    elif can_repeat(room, actor, command) and room.guests_deeds() >= MOST_DEEDS:
        raise Refusal(
            "not possible", "This table has reached its limit for guests; from now on they can only watch."
        )


def can_repeat(room: Room, actor: Actor, command: commands.Command) -> bool:
    """Whether this command could be repeated without end, filling the log while the game gets no further."""
    if isinstance(command, commands.Move):  # a secret choice can be changed
        seat = room.seat_of(actor.id)
        return seat is not None and room.match is not None and room.match.chosen(seat) is not None
    if isinstance(command, commands.Sit):  # later it only means coming back to a seat a bot took over
        return room.stage == "gathering"
    return isinstance(command, _REPEATABLE)


_REPEATABLE = (
    commands.Stand,
    commands.SeatBot,
    commands.AskFor,
    commands.HandOver,
    commands.Say,
    commands.Mute,
    commands.OpenChat,
    commands.Close,
)


def _move(room: Room, actor: Actor, command: commands.Move, moment: Moment) -> list[AnyBody]:
    seat = own_seat(room, actor)
    match = playing(room)
    if room.is_paused:
        raise Refusal("not possible", "The game is paused. Resume it to play on.")
    if command.taken_back not in (None, room.taken_back):
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


def decide_bot_move(room: Room, seat: int, move: int) -> list[AnyBody]:
    """The entry for a bot's move, if the bot still has to move; a bot that makes an illegal move is replaced."""
    if room.match is None or seat not in room.bots_to_move():
        return []
    try:
        return [log.Moved(seat=seat, moves=room.match.check(seat, move))]
    except RexariumError:
        return replace_bot(room, seat)


def _resign(room: Room, actor: Actor, command: commands.Resign, moment: Moment) -> list[AnyBody]:
    seat = own_seat(room, actor)
    playing(room)
    bodies: list[AnyBody] = [signed(actor, command, log.Resigned, seat=seat)]
    left = [other for other in range(room.setup.seats) if other != seat and other not in room.resigned]
    if len(left) == 1:
        bodies.append(log.Ended(how="resigned", winners=(left[0],)))
    elif not other_people(room, seat):
        bodies.append(log.Ended(how="abandoned"))
    return bodies


def _resume(room: Room, actor: Actor, command: commands.Resume, moment: Moment) -> list[AnyBody]:
    own_seat(room, actor)
    if not room.is_paused or room.stage != "playing":
        raise Refusal("not possible", "The game is not paused.")
    return [signed(actor, command, log.Resumed)]


_DECISIONS: dict[type, Callable[[Room, Actor, Any, Moment], list[AnyBody]]] = {
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
