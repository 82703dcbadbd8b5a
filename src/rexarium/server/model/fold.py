"""Folds a log's entries into a table, one at a time. Nothing is decided here: what is in the log has happened."""

from collections.abc import Callable
from typing import Any

from rexarium.games import find_game
from rexarium.kernel.facts import SPECTATOR
from rexarium.match import Note
from rexarium.server.model import log
from rexarium.server.model.clocks import Clocks
from rexarium.server.model.dealing import begin_match, pledge_of, read_setup
from rexarium.server.model.log import AnyEntry, Player, Stage
from rexarium.server.model.table import Ask, ChatLine, Table, substitute

CHAT_KEPT = 200  # the number of chat lines a newcomer is shown


def fold(table: Table, entry: AnyEntry, at: int) -> None:
    """Update a table by one more entry, which `decide` or `restore` has already checked."""
    if table.is_hidden_change(entry):
        _count_hidden(table, entry)
    else:
        table.changed_at = at
    table.length += 1
    HANDLERS[type(entry)](table, entry, at)
    table.stage = _find_stage(table)
    if table.match is not None:
        table.clocks.run(table.waiting(), at)
    if table.stage == "over" and table.asks:
        _drop_all(table)
    if entry.command:
        table.command_counts[entry.by] += 1
        table.replies[entry.by, entry.command] = table.event_number(table.eyes_of(entry.by))


def _find_stage(table: Table) -> Stage:
    """The stage that the table has reached."""
    if table.ended is not None or (table.match is not None and table.match.is_over):
        return "over"
    return "gathering" if table.match is None else "playing"


def _count_hidden(table: Table, entry: AnyEntry) -> None:
    """Count a change of a secret choice as hidden from everyone but its own seat."""
    assert isinstance(entry, log.Moved)
    for eyes in (*range(table.setup.seats), SPECTATOR):
        if eyes != entry.seat:
            table.hidden[eyes] = table.hidden.get(eyes, 0) + 1


def _open(table: Table, entry: log.Opened, at: int) -> None:
    table.opened, table.opened_at, table.host = entry, at, entry.by
    table.game = find_game(entry.game)
    table.setup = read_setup(table.game, entry)
    table.players = [None] * entry.seats
    table.shares = [""] * entry.seats
    table.clocks = Clocks(entry.clock, entry.seats)
    table.pledge = pledge_of(table.game, table.setup, entry)
    table.commitment = "" if entry.deal else table.pledge.commitment


def _seat(table: Table, entry: log.Seated, at: int) -> None:
    if table.match is None:
        table.players[entry.seat] = entry.player
        table.shares[entry.seat] = entry.share
    else:
        _hand_over(table, entry.seat, entry.player, at)
        _note(table, f"{_say_seat(table, entry.seat)} is now played by {entry.player.name}")
        table.substituted.pop(entry.seat, None)
    _count_in(table, entry.seat, entry.player)


def _hand_over(table: Table, seat: int, player: Player, at: int) -> None:
    """Give a seat to another player, who starts with a clean slate: no consent, missed moves or resignation carries over."""
    table.players[seat] = player
    if not player.bot:  # a substitute plays on for whoever resigned; anyone else plays for themselves
        table.resigned.pop(seat, None)
    table.forced_moves.pop(seat, None)
    _forget_answers(table, seat)
    table.clocks.hand_over(seat, at)


def _count_in(table: Table, seat: int, player: Player | None) -> None:
    """Note that a person has a seat and, once the cards are dealt, that they have played."""
    if player is not None and player.person:
        table.people[player.person] = None
        if table.match is not None:
            table.played.add(player.person)
            table.owners[seat] = player


def _vacate(table: Table, entry: log.Vacated, at: int) -> None:
    if (player := table.players[entry.seat]) is not None:
        table.people.pop(player.person, None)  # nobody has played before the deal
        if entry.by not in (player.person, table.host):
            table.host = entry.by
            table.muted.discard(entry.by)  # a muted host could never be unmuted
    table.players[entry.seat] = None
    table.shares[entry.seat] = ""


def _start(table: Table, entry: log.Started, at: int) -> None:
    names = [player.name if player else "nobody" for player in table.players]
    table.match = begin_match(table.game, table.setup, table.opened, table.shares, names)
    table.recorded = table.match.ply
    for seat, player in enumerate(table.players):
        _count_in(table, seat, player)


def _move(table: Table, entry: log.Moved, at: int) -> None:
    assert table.match is not None
    ply = table.match.ply
    table.match.play(entry.seat, entry.moves)
    table.clocks.stop(entry.seat, at)
    for seat in _begun(table, ply):
        table.clocks.renew(seat)
    _forget_take_back(table, entry.seat)
    if entry.is_forced:
        table.forced_moves[entry.seat] = table.forced_moves.get(entry.seat, 0) + 1
        _note(table, f"the clock moved for {_say_seat(table, entry.seat)}")
    else:
        table.forced_moves.pop(entry.seat, None)


def _begun(table: Table, ply: int) -> list[int]:
    """The seats that began a line at or after a ply. Only the first move of a line earns time."""
    assert table.match is not None
    return [made.seat for made in table.match.plies[ply:] if not table.game.continues(made.move)]


def _take_back(table: Table, entry: log.TakenBack, at: int) -> None:
    assert table.match is not None
    if table.match.chosen(entry.seat) is None:  # a hidden choice changes nothing for the others
        ply = table.match.check_undo(entry.seat)
        for seat in _begun(table, max(ply, table.recorded)):
            table.clocks.take_back(seat)
        table.recorded = min(ply, table.recorded)
        table.taken_back += 1
    table.match.undo(entry.seat)
    _note(table, f"{_say_seat(table, entry.seat)} took a move back")


def _ask(table: Table, entry: log.Asked, at: int) -> None:
    table.asks[table.ask_count] = Ask(table.ask_count, entry, at)
    table.ask_count += 1


def _forget_take_back(table: Table, seat: int) -> None:
    """Drop a seat's ask for a take-back: by moving again, its player has given it up."""
    for ask in [*table.asks.values()]:
        if ask.entry.matter == "take back" and ask.entry.seat == seat:
            del table.asks[ask.number]
            _note(table, f"{_say_ask(table, ask.entry)}, and moved on")


def _drop_all(table: Table) -> None:
    """Drop all open asks, because the game is over."""
    for ask in table.asks.values():
        table.notes.append(Note(_ply(table), f"{_say_ask(table, ask.entry)}, and the game was over first"))
    table.asks.clear()


def _forget_answers(table: Table, seat: int) -> None:
    """Forget a seat's consent to open asks: its new player has agreed to nothing yet."""
    for ask in table.asks.values():
        ask.yes.discard(seat)


def _answer(table: Table, entry: log.Answered, at: int) -> None:
    ask = table.asks[entry.ask]
    _note(
        table,
        f"{_say_seat(table, entry.seat)} said {'yes' if entry.is_yes else 'no'}: {_say_ask(table, ask.entry)}",
    )
    if entry.is_yes:
        ask.yes.add(entry.seat)


def _settle(table: Table, entry: log.Settled, at: int) -> None:
    ask = table.asks.pop(entry.ask).entry
    if not entry.is_yes:
        _note(table, f"{_say_ask(table, ask)}, and the others did not agree")


def _pause(table: Table, entry: log.Paused, at: int) -> None:
    table.is_paused = True
    _note(table, "the game was paused")


def _resume(table: Table, entry: log.Resumed, at: int) -> None:
    table.is_paused = False
    _note(table, "the game went on")


def _resign(table: Table, entry: log.Resigned, at: int) -> None:
    player = table.players[entry.seat]
    assert player is not None
    table.resigned.pop(entry.seat, None)
    table.resigned[entry.seat] = player  # moved to the end: the dict is in order of resignation
    _note(table, f"{_say_seat(table, entry.seat)} resigned")
    if player.person:
        table.substituted.pop(entry.seat, None)
    table.offers.pop(entry.seat, None)
    _hand_over(table, entry.seat, substitute(), at)


def _offer(table: Table, entry: log.Offered, at: int) -> None:
    if entry.fingerprint:
        table.offers[entry.seat] = entry
    else:
        table.offers.pop(entry.seat, None)


def _hand_on(table: Table, entry: log.HandedOver, at: int) -> None:
    """Give an offered seat to its new player; the previous one cannot come back to it."""
    table.offers.pop(entry.seat, None)
    table.substituted.pop(entry.seat, None)
    _hand_over(table, entry.seat, entry.player, at)
    _count_in(table, entry.seat, entry.player)
    _note(table, f"{_say_seat(table, entry.seat)} was handed the seat by its player")


def _forfeit(table: Table, entry: log.Forfeited, at: int) -> None:
    """Treat the player who was away too long as resigned; they cannot come back."""
    table.offers.pop(entry.seat, None)
    table.substituted.pop(entry.seat, None)
    _note(table, f"seat {entry.seat + 1} ({entry.player.name}) was away too long, and the others claimed it")
    player = table.players[entry.seat]
    if player is None or not player.bot:
        _hand_over(table, entry.seat, substitute(), at)
    table.resigned.pop(entry.seat, None)
    table.resigned[entry.seat] = entry.player  # moved to the end, as in `_resign`


def _set_clock(table: Table, entry: log.Clocked, at: int) -> None:
    table.clocks.change(entry.clock, at)
    _note(table, "the players are on the clock from here on")


def _end(table: Table, entry: log.Ended, at: int) -> None:
    table.ended = entry
    if entry.how in ("resigned", "claimed") and table.resigned:
        # The last to resign ended the game, so no bot has played on for them.
        seat, player = [*table.resigned.items()][-1]
        table.players[seat] = player


def _credit(table: Table, entry: log.Credited, at: int) -> None:
    table.clocks.credit(entry.time)
    for ask in table.asks.values():
        ask.at += entry.time


def _say(table: Table, entry: log.Said, at: int) -> None:
    table.chat.append(ChatLine(at, entry.by, entry.name, entry.text))
    del table.chat[:-CHAT_KEPT]
    _note(table, f"{entry.name} said “{entry.text}”")  # in quotes, so that it cannot pass for a vote


def _mute(table: Table, entry: log.Muted, at: int) -> None:
    (table.muted.add if entry.is_muted else table.muted.discard)(entry.person)


def _open_chat(table: Table, entry: log.ChatOpened, at: int) -> None:
    table.is_chat_open = entry.is_open


def _close(table: Table, entry: log.Closed, at: int) -> None:
    table.is_closed, table.guests = entry.is_closed, frozenset(entry.guests)


def _replace(table: Table, entry: log.Replaced, at: int) -> None:
    old = table.players[entry.seat]
    if old is not None and old.person:
        table.substituted[entry.seat] = old.person
        table.missed_since[entry.seat] = table.clocks.since.get(entry.seat, at)
    elif old is not None and old.bot:
        table.bot_failures[entry.seat] = table.bot_failures.get(entry.seat, 0) + 1
    _hand_over(table, entry.seat, entry.player, at)
    # Anyone who takes over a seat has seen its cards and cannot return to another one.
    table.substituted = {
        seat: person for seat, person in table.substituted.items() if person != entry.player.person
    }
    _count_in(table, entry.seat, entry.player)
    _note(table, f"{_say_seat(table, entry.seat)} is now played by {entry.player.name}")


def _follow(table: Table, entry: log.Followed, at: int) -> None:
    table.rematch = entry.table


def _note(table: Table, text: str) -> None:
    """Add a note to the record; nothing is added once the game is over."""
    if table.stage != "over":
        table.notes.append(Note(_ply(table), text))


def _ply(table: Table) -> int:
    return table.match.ply if table.match else 0


def _say_ask(table: Table, ask: log.Asked) -> str:
    who = _say_seat(table, ask.seat) if ask.seat is not None else "a guest"
    if ask.of is None or ask.successor is None:
        return f"{who} asked {_say_matter(table, ask)}"
    return f"{who} asked to have {_say_seat(table, ask.of)} played by {ask.successor.name}"


def _say_matter(table: Table, ask: log.Asked) -> str:
    if ask.matter == "claim" and ask.of is not None:
        return f"to claim {_say_seat(table, ask.of)}"
    return "for a clock" if ask.matter == "clock" else f"to {ask.matter}"


def _say_seat(table: Table, seat: int) -> str:
    player = table.players[seat]
    return f"seat {seat + 1} ({player.name})" if player else f"seat {seat + 1}"


HANDLERS: dict[type, Callable[[Table, Any, int], None]] = {
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
