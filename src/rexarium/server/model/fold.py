"""Folds a log's entries into a table, one at a time. Nothing is decided here: what is in the log has happened."""

from collections.abc import Callable
from typing import Any

from rexarium.games import find_game
from rexarium.kernel.facts import SPECTATOR
from rexarium.match import Note
from rexarium.server.model import log
from rexarium.server.model.clocks import Clocks
from rexarium.server.model.dealing import begin_match, pledge_of, read_setup
from rexarium.server.model.log import AnyBody, Player, Stage
from rexarium.server.model.room import Ask, Room, Speech, substitute

CHAT_KEPT = 200  # the number of chat lines a newcomer is shown


def fold(room: Room, body: AnyBody, at: int) -> None:
    """Update a table by one more entry, which `decide` or `restoring` has already checked."""
    if room.is_unnoticed(body):
        _count_unnoticed(room, body)
    else:
        room.changed_at = at
    room.size += 1
    HANDLERS[type(body)](room, body, at)
    room.stage = _find_stage(room)
    if room.match is not None:
        room.clocks.run(room.waiting(), at)
    if room.stage == "over" and room.asks:
        _drop_all(room)
    if body.command:
        room.deeds[body.by] += 1
        room.answered[body.by, body.command] = room.number_for(room.eyes_of(body.by))


def _find_stage(room: Room) -> Stage:
    """The stage that the table has reached."""
    if room.ended is not None or (room.match is not None and room.match.is_over):
        return "over"
    return "gathering" if room.match is None else "playing"


def _count_unnoticed(room: Room, body: AnyBody) -> None:
    """Count a change of a secret choice as hidden from everyone but its own seat."""
    assert isinstance(body, log.Moved)
    for eyes in (*range(room.setup.seats), SPECTATOR):
        if eyes != body.seat:
            room.hidden[eyes] = room.hidden.get(eyes, 0) + 1


def _open(room: Room, body: log.Opened, at: int) -> None:
    room.opened, room.opened_at, room.host = body, at, body.by
    room.game = find_game(body.game)
    room.setup = read_setup(room.game, body)
    room.players = [None] * body.seats
    room.shares = [""] * body.seats
    room.clocks = Clocks(body.clock, body.seats)
    room.pledge = pledge_of(room.game, room.setup, body)
    room.commitment = "" if body.deal else room.pledge.commitment


def _seat(room: Room, body: log.Seated, at: int) -> None:
    if room.match is None:
        room.players[body.seat] = body.player
        room.shares[body.seat] = body.share
    else:
        _hand_over(room, body.seat, body.player, at)
        _note(room, f"{_say_seat(room, body.seat)} is now played by {body.player.name}")
        room.left.pop(body.seat, None)
    _count_in(room, body.seat, body.player)


def _hand_over(room: Room, seat: int, player: Player, at: int) -> None:
    """Give a seat to another player, who starts with a clean slate: no consent, missed moves or resignation carries over."""
    room.players[seat] = player
    if not player.bot:  # a substitute plays on for whoever resigned; anyone else plays for themselves
        room.resigned.pop(seat, None)
    room.forced.pop(seat, None)
    _forget_answers(room, seat)
    room.clocks.hand_over(seat, at)


def _count_in(room: Room, seat: int, player: Player | None) -> None:
    """Note that a person has a seat and, once the cards are dealt, that they have played."""
    if player is not None and player.person:
        room.people[player.person] = None
        if room.match is not None:
            room.played.add(player.person)
            room.owners[seat] = player


def _vacate(room: Room, body: log.Vacated, at: int) -> None:
    if (player := room.players[body.seat]) is not None:
        room.people.pop(player.person, None)  # nobody has played before the deal
        if body.by not in (player.person, room.host):
            room.host = body.by
            room.muted.discard(body.by)  # a muted host could never be unmuted
    room.players[body.seat] = None
    room.shares[body.seat] = ""


def _start(room: Room, body: log.Started, at: int) -> None:
    names = [player.name if player else "nobody" for player in room.players]
    room.match = begin_match(room.game, room.setup, room.opened, room.shares, names)
    room.recorded = room.match.ply
    for seat, player in enumerate(room.players):
        _count_in(room, seat, player)


def _move(room: Room, body: log.Moved, at: int) -> None:
    assert room.match is not None
    ply = room.match.ply
    room.match.play(body.seat, body.moves)
    room.clocks.stop(body.seat, at)
    for seat in _begun(room, ply):
        room.clocks.renew(seat)
    _forget_take_back(room, body.seat)
    if body.is_forced:
        room.forced[body.seat] = room.forced.get(body.seat, 0) + 1
        _note(room, f"the clock moved for {_say_seat(room, body.seat)}")
    else:
        room.forced.pop(body.seat, None)


def _begun(room: Room, ply: int) -> list[int]:
    """The seats that began a line at or after a ply. Only the first move of a line earns time."""
    assert room.match is not None
    return [made.seat for made in room.match.plies[ply:] if not room.game.continues(made.move)]


def _take_back(room: Room, body: log.TakenBack, at: int) -> None:
    assert room.match is not None
    if room.match.chosen(body.seat) is None:  # a hidden choice changes nothing for the others
        ply = room.match.check_undo(body.seat)
        for seat in _begun(room, max(ply, room.recorded)):
            room.clocks.take_back(seat)
        room.recorded = min(ply, room.recorded)
        room.taken_back += 1
    room.match.undo(body.seat)
    _note(room, f"{_say_seat(room, body.seat)} took a move back")


def _ask(room: Room, body: log.Asked, at: int) -> None:
    room.asks[room.asked] = Ask(room.asked, body, at)
    room.asked += 1


def _forget_take_back(room: Room, seat: int) -> None:
    """Drop a seat's ask for a take-back: by moving again, its player has given it up."""
    for ask in [*room.asks.values()]:
        if ask.body.matter == "take back" and ask.body.seat == seat:
            del room.asks[ask.number]
            _note(room, f"{_say_wish(room, ask.body)}, and moved on")


def _drop_all(room: Room) -> None:
    """Drop all open asks, because the game is over."""
    for ask in room.asks.values():
        room.notes.append(Note(_ply(room), f"{_say_wish(room, ask.body)}, and the game was over first"))
    room.asks.clear()


def _forget_answers(room: Room, seat: int) -> None:
    """Forget a seat's consent to open asks: its new player has agreed to nothing yet."""
    for ask in room.asks.values():
        ask.yes.discard(seat)


def _answer(room: Room, body: log.Answered, at: int) -> None:
    ask = room.asks[body.ask]
    _note(
        room,
        f"{_say_seat(room, body.seat)} said {'yes' if body.is_yes else 'no'}: {_say_wish(room, ask.body)}",
    )
    if body.is_yes:
        ask.yes.add(body.seat)


def _settle(room: Room, body: log.Settled, at: int) -> None:
    ask = room.asks.pop(body.ask).body
    if not body.is_yes:
        _note(room, f"{_say_wish(room, ask)}, and the others did not agree")


def _pause(room: Room, body: log.Paused, at: int) -> None:
    room.is_paused = True
    _note(room, "the game was paused")


def _resume(room: Room, body: log.Resumed, at: int) -> None:
    room.is_paused = False
    _note(room, "the game went on")


def _resign(room: Room, body: log.Resigned, at: int) -> None:
    player = room.players[body.seat]
    assert player is not None
    room.resigned.pop(body.seat, None)
    room.resigned[body.seat] = player  # moved to the end: the dict is in order of resignation
    _note(room, f"{_say_seat(room, body.seat)} resigned")
    if player.person:
        room.left.pop(body.seat, None)
    room.offers.pop(body.seat, None)
    _hand_over(room, body.seat, substitute(), at)


def _offer(room: Room, body: log.Offered, at: int) -> None:
    if body.fingerprint:
        room.offers[body.seat] = body
    else:
        room.offers.pop(body.seat, None)


def _hand_on(room: Room, body: log.HandedOver, at: int) -> None:
    """Give an offered seat to its new player; the previous one cannot come back to it."""
    room.offers.pop(body.seat, None)
    room.left.pop(body.seat, None)
    _hand_over(room, body.seat, body.player, at)
    _count_in(room, body.seat, body.player)
    _note(room, f"{_say_seat(room, body.seat)} was handed the seat by its player")


def _forfeit(room: Room, body: log.Forfeited, at: int) -> None:
    """Treat the player who was away too long as resigned; they cannot come back."""
    room.offers.pop(body.seat, None)
    room.left.pop(body.seat, None)
    _note(room, f"seat {body.seat + 1} ({body.player.name}) was away too long, and the others claimed it")
    player = room.players[body.seat]
    if player is None or not player.bot:
        _hand_over(room, body.seat, substitute(), at)
    room.resigned.pop(body.seat, None)
    room.resigned[body.seat] = body.player  # moved to the end, as in `_resign`


def _set_clock(room: Room, body: log.Clocked, at: int) -> None:
    room.clocks.change(body.clock, at)
    _note(room, "the players are on the clock from here on")


def _end(room: Room, body: log.Ended, at: int) -> None:
    room.ended = body
    if body.how in ("resigned", "claimed") and room.resigned:
        # The last to resign ended the game, so no bot has played on for them.
        seat, player = [*room.resigned.items()][-1]
        room.players[seat] = player


def _credit(room: Room, body: log.Credited, at: int) -> None:
    room.clocks.credit(body.time)
    for ask in room.asks.values():
        ask.at += body.time


def _say(room: Room, body: log.Said, at: int) -> None:
    room.chat.append(Speech(at, body.by, body.name, body.text))
    del room.chat[:-CHAT_KEPT]
    _note(room, f"{body.name} said “{body.text}”")  # in quotes, so that it cannot pass for a vote


def _mute(room: Room, body: log.Muted, at: int) -> None:
    (room.muted.add if body.is_muted else room.muted.discard)(body.person)


def _open_chat(room: Room, body: log.ChatOpened, at: int) -> None:
    room.is_chat_open = body.is_open


def _close(room: Room, body: log.Closed, at: int) -> None:
    room.is_closed, room.guests = body.is_closed, frozenset(body.guests)


def _replace(room: Room, body: log.Replaced, at: int) -> None:
    old = room.players[body.seat]
    if old is not None and old.person:
        room.left[body.seat] = old.person
        room.missed_since[body.seat] = room.clocks.since.get(body.seat, at)
    elif old is not None and old.bot:
        room.failures[body.seat] = room.failures.get(body.seat, 0) + 1
    _hand_over(room, body.seat, body.player, at)
    # Anyone who takes over a seat has seen its cards and cannot return to another one.
    room.left = {seat: person for seat, person in room.left.items() if person != body.player.person}
    _count_in(room, body.seat, body.player)
    _note(room, f"{_say_seat(room, body.seat)} is now played by {body.player.name}")


def _follow(room: Room, body: log.Followed, at: int) -> None:
    room.rematch = body.table


def _note(room: Room, text: str) -> None:
    """Add a note to the record; nothing is added once the game is over."""
    if room.stage != "over":
        room.notes.append(Note(_ply(room), text))


def _ply(room: Room) -> int:
    return room.match.ply if room.match else 0


def _say_wish(room: Room, ask: log.Asked) -> str:
    who = _say_seat(room, ask.seat) if ask.seat is not None else "a guest"
    if ask.of is None or ask.successor is None:
        return f"{who} asked {_say_matter(room, ask)}"
    return f"{who} asked to have {_say_seat(room, ask.of)} played by {ask.successor.name}"


def _say_matter(room: Room, ask: log.Asked) -> str:
    if ask.matter == "claim" and ask.of is not None:
        return f"to claim {_say_seat(room, ask.of)}"
    return "for a clock" if ask.matter == "clock" else f"to {ask.matter}"


def _say_seat(room: Room, seat: int) -> str:
    player = room.players[seat]
    return f"seat {seat + 1} ({player.name})" if player else f"seat {seat + 1}"


HANDLERS: dict[type, Callable[[Room, Any, int], None]] = {
    log.Opened: _open,
    log.Seated: _seat,
    log.Vacated: _vacate,
    log.Started: _start,
    log.Moved: _move,
    log.TakenBack: _take_back,
    log.Asked: _ask,
    log.Answered: _answer,
    log.Settled: _settle,
    log.Paused: _pause,
    log.Resumed: _resume,
    log.Resigned: _resign,
    log.Offered: _offer,
    log.HandedOver: _hand_on,
    log.Forfeited: _forfeit,
    log.Clocked: _set_clock,
    log.Ended: _end,
    log.Credited: _credit,
    log.Said: _say,
    log.Muted: _mute,
    log.ChatOpened: _open_chat,
    log.Closed: _close,
    log.Replaced: _replace,
    log.Followed: _follow,
}
