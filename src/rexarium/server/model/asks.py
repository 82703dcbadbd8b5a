"""What the other players have to agree to."""

from rexarium.kernel.errors import CannotUndo
from rexarium.kernel.sentence import sentence
from rexarium.server.model import commands, log
from rexarium.server.model.absence import awaited_players, can_claim, is_absent, say_claim, say_presence
from rexarium.server.model.checks import bot_player, other_people, own_seat, playing, seat_index, signed
from rexarium.server.model.clocks import SECOND
from rexarium.server.model.errors import Refusal
from rexarium.server.model.log import AnyEntry
from rexarium.server.model.moment import Actor, Moment
from rexarium.server.model.table import Ask, Table

STALLING = 600 * SECOND  # once a move has taken this long, the others may ask for a clock
CLOCK_ON_REQUEST = log.Clock("live", bank=600, increment=30)  # the clock they get


def ask_for(table: Table, actor: Actor, command: commands.AskFor, moment: Moment) -> list[AnyEntry]:
    """Put something to the others; if nobody has to agree, it happens at once."""
    playing(table)
    seat = table.seat_of(actor.id)
    if any(_is_same(ask.entry, command, seat) for ask in table.asks.values()):
        raise Refusal("not possible", "That has already been asked. Answer it first.")
    if command.matter == "take back" and seat is not None and playing(table).chosen(seat) is not None:
        # Nobody has seen the choice, so nobody has to agree.
        return [signed(actor, command, log.TakenBack, seat=seat)]
    entry = _ASKS[command.matter](table, actor, command, moment, seat)
    ask = Ask(table.ask_count, entry, moment.now)
    return [entry, *_settle(table, ask, moment)]


def _is_same(asked: log.Asked, command: commands.AskFor, seat: int | None) -> bool:
    """Whether the same ask is already open. Claims on different seats are different asks."""
    is_other_seat = command.matter == "claim" and asked.of is not None and asked.of + 1 != command.seat
    return asked.matter == command.matter and not is_other_seat and asked.seat is not None


def _ask_plainly(
    table: Table, actor: Actor, command: commands.AskFor, moment: Moment, seat: int | None
) -> log.Asked:
    if seat is None:
        raise Refusal("not allowed", "Only players can ask for that.")
    if command.matter == "pause" and table.is_paused:
        raise Refusal("not possible", "The game is already paused.")
    return signed(actor, command, log.Asked, matter=command.matter, seat=seat)


def _ask_back(
    table: Table, actor: Actor, command: commands.AskFor, moment: Moment, seat: int | None
) -> log.Asked:
    entry = _ask_plainly(table, actor, command, moment, seat)
    assert seat is not None
    try:
        playing(table).check_undo(seat)
    except CannotUndo as error:
        raise Refusal("not possible", error.said) from None
    return entry


def _ask_over(
    table: Table, actor: Actor, command: commands.AskFor, moment: Moment, seat: int | None
) -> log.Asked:
    if seat is None:
        raise Refusal("not allowed", "Only players can ask for a bot.")
    of = _others_seat(table, command, seat)
    if command.bot is None:
        raise Refusal(
            "not allowed", "Nobody gets to see another player’s cards. Choose a bot to play for them."
        )
    if of in table.outside_seats() and not is_absent(table, of, moment):
        raise Refusal("not allowed", say_presence(table, of, moment))
    return signed(
        actor, command, log.Asked, matter="take over", seat=seat, of=of, successor=bot_player(command.bot)
    )


def _ask_claim(
    table: Table, actor: Actor, command: commands.AskFor, moment: Moment, seat: int | None
) -> log.Asked:
    if seat is None:
        raise Refusal("not allowed", "Only players can claim a seat.")
    of = _others_seat(table, command, seat)
    if not can_claim(table, of, moment):
        raise Refusal("not allowed", say_claim(table, of, moment))
    return signed(actor, command, log.Asked, matter="claim", seat=seat, of=of)


def _ask_clock(
    table: Table, actor: Actor, command: commands.AskFor, moment: Moment, seat: int | None
) -> log.Asked:
    entry = _ask_plainly(table, actor, command, moment, seat)
    if table.clock.kind != "none":
        raise Refusal("not possible", "This game already has a time limit.")
    stalled = [
        max(table.clocks.since[other], moment.live_since) for other in awaited_players(table) if other != seat
    ]
    if not stalled:
        raise Refusal("not possible", "The game isn’t waiting for anyone else.")
    if moment.now < min(stalled) + STALLING:
        left = -(-(min(stalled) + STALLING - moment.now) // SECOND)
        raise Refusal(
            "not allowed",
            sentence(
                "Everyone may think for ten minutes before you can ask for a time limit: "
                "{left, plural, one {# second} other {# seconds}} to go.",
                left=left,
            ),
        )
    return entry


def _others_seat(table: Table, command: commands.AskFor, seat: int) -> int:
    if command.seat is None:
        raise Refusal("not possible", "Say which seat you mean.")
    of = seat_index(table, command.seat)
    if of == seat:
        raise Refusal("not possible", "That is your own seat. If you want to stop, you can resign.")
    return of


_ASKS = {
    "take back": _ask_back,
    "pause": _ask_plainly,
    "end": _ask_plainly,
    "take over": _ask_over,
    "claim": _ask_claim,
    "clock": _ask_clock,
}


def answer(table: Table, actor: Actor, command: commands.Answer, moment: Moment) -> list[AnyEntry]:
    """Agree to an ask or refuse it; a refusal settles it, and so does the last consent that it needs."""
    seat = own_seat(table, actor)
    ask = table.asks.get(command.ask)
    if ask is None or _has_lost_its_asker(table, ask):
        raise Refusal("not possible", "That question has already been settled.")
    if seat not in voters(table, ask):
        raise Refusal("not allowed", "That question isn’t for you.")
    entry = signed(actor, command, log.Answered, seat=seat, ask=ask.number, is_yes=command.is_yes)
    if not command.is_yes:
        return [entry, log.Settled(ask=ask.number, is_yes=False)]
    answered = Ask(ask.number, ask.entry, ask.at, {*ask.yes, seat})
    return [entry, *_settle(table, answered, moment)]


def voters(table: Table, ask: Ask) -> list[int]:
    """The seats that have to answer: those of all people except the one asking and the one the ask is about."""
    return [seat for seat in table.people_seats() if seat not in (ask.entry.seat, ask.entry.of)]


def _settle(table: Table, ask: Ask, moment: Moment) -> list[AnyEntry]:
    """What follows once everyone whose consent is needed has agreed; nothing before that."""
    if not set(_needed(table, ask, moment)) <= ask.yes:
        return []
    if not _is_still_possible(table, ask.entry, moment):
        return [log.Settled(ask=ask.number, is_yes=False)]
    return [log.Settled(ask=ask.number, is_yes=True), *_carry_out(table, ask.entry)]


def _needed(table: Table, ask: Ask, moment: Moment) -> list[int]:
    """The seats whose consent an ask needs.

    The others must not erase a result just because someone is away: a take-back or an end without a winner needs
    everyone, even players for whom a bot is playing. A claim needs the same people, except those whose own seats could
    be claimed. Any other ask does not wait for absent players, and nobody can block a clock by thinking on.
    """
    asked = voters(table, ask)
    if ask.entry.matter in ("take back", "end"):
        return [*asked, *table.substituted]
    if ask.entry.matter == "claim":
        assert ask.entry.seat is not None
        assert ask.entry.of is not None
        others = other_people(table, ask.entry.seat, ask.entry.of)
        return [seat for seat in others if not can_claim(table, seat, moment)]
    exempt = awaited_players(table) if ask.entry.matter == "clock" else []
    return [seat for seat in asked if seat not in exempt and not is_absent(table, seat, moment)]


def settle_next(table: Table, moment: Moment) -> list[AnyEntry]:
    """Settle the first ask that is now decided without an answer, because somebody no longer has a say in it.

    Players who have resigned, been replaced or gone away are not waited for; an ask that has become pointless is dropped.
    """
    for ask in table.asks.values():
        if _is_pointless(table, ask, moment):
            return [log.Settled(ask=ask.number, is_yes=False)]
        if entries := _settle(table, ask, moment):
            return entries
    return []


def _is_pointless(table: Table, ask: Ask, moment: Moment) -> bool:
    """Whether an answer would change nothing, because the asker has left the seat or the ask is no longer possible."""
    entry = ask.entry
    if entry.seat is None or _has_lost_its_asker(table, ask):
        return True
    # The player is away, so the ask may yet become possible.
    may_stay_away = entry.of is not None and entry.of not in moment.connected
    return not may_stay_away and not _is_still_possible(table, entry, moment)


def _has_lost_its_asker(table: Table, ask: Ask) -> bool:
    """Whether the asker's seat now belongs to somebody else, who asked for nothing."""
    return table.seat_of(ask.entry.by) != ask.entry.seat


def _is_still_possible(table: Table, entry: log.Asked, moment: Moment) -> bool:
    """Whether what was asked can still be done: a lot can happen before the answer."""
    if entry.matter == "take back":
        return _can_take_back(table, entry.seat)
    if entry.matter == "clock":
        return table.clock.kind == "none"
    if entry.of is None:
        return True
    if entry.matter == "claim":
        return can_claim(table, entry.of, moment)
    if entry.successor is None or not entry.successor.bot:  # a guest as successor: only in old logs
        return False
    return entry.of not in table.outside_seats() or is_absent(table, entry.of, moment)


def _can_take_back(table: Table, seat: int | None) -> bool:
    """Whether the seat's last move can still be taken back, with nothing revealed since."""
    assert seat is not None
    try:
        playing(table).check_undo(seat)
    except CannotUndo:
        return False
    return True


def _carry_out(table: Table, entry: log.Asked) -> list[AnyEntry]:
    if entry.matter == "take back":
        assert entry.seat is not None
        return [log.TakenBack(seat=entry.seat)]
    if entry.matter == "pause":
        return [log.Paused()]
    if entry.matter == "clock":
        return [log.Clocked(clock=CLOCK_ON_REQUEST)]
    if entry.matter == "end":
        return [log.Ended(how="agreement")]
    assert entry.of is not None
    if entry.matter == "claim":
        return _forfeit(table, entry.of, entry.seat)
    assert entry.successor is not None
    return [log.Replaced(seat=entry.of, player=entry.successor)]


def _forfeit(table: Table, seat: int, claimant: int | None) -> list[AnyEntry]:
    """Treat a claimed seat as resigned; if nobody else is left in the game, the claimant wins."""
    assert claimant is not None
    player = table.owners.get(seat) or table.players[seat]
    assert player is not None
    forfeited = log.Forfeited(seat=seat, player=player)
    if other_people(table, seat, claimant):
        return [forfeited]
    return [forfeited, log.Ended(how="claimed", winners=(claimant,))]
