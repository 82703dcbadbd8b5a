"""What the other players have to agree to."""

from rexarium.kernel.errors import CannotUndo
from rexarium.kernel.sentence import sentence
from rexarium.server.model import commands, log
from rexarium.server.model.absence import awaited_players, can_claim, is_missing, say_claim, say_presence
from rexarium.server.model.checks import house_bot, other_people, own_seat, playing, seat_index, signed
from rexarium.server.model.clocks import SECOND
from rexarium.server.model.log import AnyBody
from rexarium.server.model.moment import Actor, Moment
from rexarium.server.model.refusal import Refusal
from rexarium.server.model.room import Ask, Room

STALLING = 600 * SECOND  # once a move has taken this long, the others may ask for a clock


CLOCK_ON_REQUEST = log.Clock("live", bank=600, increment=30)  # the clock they get


def ask_for(room: Room, actor: Actor, command: commands.AskFor, moment: Moment) -> list[AnyBody]:
    playing(room)
    seat = room.seat_of(actor.id)
    if any(_is_same(ask.body, command, seat) for ask in room.asks.values()):
        raise Refusal("not possible", "That has already been asked. Answer it first.")
    if command.matter == "take back" and seat is not None and playing(room).chosen(seat) is not None:
        # Nobody has seen the choice, so nobody has to agree.
        return [signed(actor, command, log.TakenBack, seat=seat)]
    body = _ASKS[command.matter](room, actor, command, moment, seat)
    ask = Ask(room.asked, body, moment.now)
    return [body, *_settle(room, ask, moment)]


def _is_same(asked: log.Asked, command: commands.AskFor, seat: int | None) -> bool:
    """Whether the same ask is already open. Claims on different seats are different asks."""
    is_other_seat = command.matter == "claim" and asked.of is not None and asked.of + 1 != command.seat
    return asked.matter == command.matter and not is_other_seat and asked.seat is not None


def _ask_plainly(
    room: Room, actor: Actor, command: commands.AskFor, moment: Moment, seat: int | None
) -> log.Asked:
    if seat is None:
        raise Refusal("not allowed", "Only players can ask for that.")
    if command.matter == "pause" and room.is_paused:
        raise Refusal("not possible", "The game is already paused.")
    return signed(actor, command, log.Asked, matter=command.matter, seat=seat)


def _ask_back(
    room: Room, actor: Actor, command: commands.AskFor, moment: Moment, seat: int | None
) -> log.Asked:
    body = _ask_plainly(room, actor, command, moment, seat)
    assert seat is not None
    try:
        playing(room).check_undo(seat)
    except CannotUndo as error:
        raise Refusal("not possible", error.said) from None
    return body


def _ask_over(
    room: Room, actor: Actor, command: commands.AskFor, moment: Moment, seat: int | None
) -> log.Asked:
    if seat is None:
        raise Refusal("not allowed", "Only players can ask for a bot.")
    of = _others_seat(room, command, seat)
    if command.bot is None:
        raise Refusal(
            "not allowed", "Nobody gets to see another player’s cards. Choose a bot to play for them."
        )
    if of in room.guests_seated() and not is_missing(room, of, moment):
        raise Refusal("not allowed", say_presence(room, of, moment))
    return signed(
        actor, command, log.Asked, matter="take over", seat=seat, of=of, successor=house_bot(command.bot)
    )


def _ask_claim(
    room: Room, actor: Actor, command: commands.AskFor, moment: Moment, seat: int | None
) -> log.Asked:
    if seat is None:
        raise Refusal("not allowed", "Only players can claim a seat.")
    of = _others_seat(room, command, seat)
    if not can_claim(room, of, moment):
        raise Refusal("not allowed", say_claim(room, of, moment))
    return signed(actor, command, log.Asked, matter="claim", seat=seat, of=of)


def _ask_clock(
    room: Room, actor: Actor, command: commands.AskFor, moment: Moment, seat: int | None
) -> log.Asked:
    body = _ask_plainly(room, actor, command, moment, seat)
    if room.clock.kind != "none":
        raise Refusal("not possible", "This game already has a time limit.")
    stalled = [
        max(room.clocks.since[other], moment.began) for other in awaited_players(room) if other != seat
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
    return body


def _others_seat(room: Room, command: commands.AskFor, seat: int) -> int:
    if command.seat is None:
        raise Refusal("not possible", "Say which seat you mean.")
    of = seat_index(room, command.seat)
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


def answer(room: Room, actor: Actor, command: commands.Answer, moment: Moment) -> list[AnyBody]:
    seat = own_seat(room, actor)
    ask = room.asks.get(command.ask)
    if ask is None or _has_lost_its_asker(room, ask):
        raise Refusal("not possible", "That question has already been settled.")
    if seat not in voters(room, ask):
        raise Refusal("not allowed", "That question isn’t for you.")
    body = signed(actor, command, log.Answered, seat=seat, ask=ask.number, is_yes=command.is_yes)
    if not command.is_yes:
        return [body, log.Settled(ask=ask.number, is_yes=False)]
    answered = Ask(ask.number, ask.body, ask.at, {*ask.yes, seat})
    return [body, *_settle(room, answered, moment)]


def voters(room: Room, ask: Ask) -> list[int]:
    """The seats that have to answer: those of all people except the one asking and the one the ask is about."""
    return [seat for seat in room.people_seated() if seat not in (ask.body.seat, ask.body.of)]


def _settle(room: Room, ask: Ask, moment: Moment) -> list[AnyBody]:
    """What follows once everyone whose consent is needed has agreed; nothing before that."""
    if not set(_needed(room, ask, moment)) <= ask.yes:
        return []
    if not _is_still_possible(room, ask.body, moment):
        return [log.Settled(ask=ask.number, is_yes=False)]
    return [log.Settled(ask=ask.number, is_yes=True), *_carry_out(room, ask.body)]


def _needed(room: Room, ask: Ask, moment: Moment) -> list[int]:
    """The seats whose consent an ask needs.

    The others must not erase a result just because someone is away: a take-back or an end without a winner needs
    everyone, even players for whom a bot is playing. A claim needs the same people, except those whose own seats could
    be claimed. Any other ask does not wait for absent players, and nobody can block a clock by thinking on.
    """
    asked = voters(room, ask)
    if ask.body.matter in ("take back", "end"):
        return [*asked, *room.left]
    if ask.body.matter == "claim":
        assert ask.body.seat is not None
        assert ask.body.of is not None
        others = other_people(room, ask.body.seat, ask.body.of)
        return [seat for seat in others if not can_claim(room, seat, moment)]
    exempt = awaited_players(room) if ask.body.matter == "clock" else []
    return [seat for seat in asked if seat not in exempt and not is_missing(room, seat, moment)]


def settle_next(room: Room, moment: Moment) -> list[AnyBody]:
    """Settle the first ask that is now decided without an answer, because somebody no longer has a say in it.

    Players who have resigned, been replaced or gone away are not waited for; an ask that has become pointless is dropped.
    """
    for ask in room.asks.values():
        if _is_pointless(room, ask, moment):
            return [log.Settled(ask=ask.number, is_yes=False)]
        if bodies := _settle(room, ask, moment):
            return bodies
    return []


def _is_pointless(room: Room, ask: Ask, moment: Moment) -> bool:
    """Whether an answer would change nothing, because the asker has left the seat or the ask is no longer possible."""
    body = ask.body
    if body.seat is None or _has_lost_its_asker(room, ask):
        return True
    # The player is away, so the ask may yet become possible.
    may_stay_away = body.of is not None and body.of not in moment.here
    return not may_stay_away and not _is_still_possible(room, body, moment)


def _has_lost_its_asker(room: Room, ask: Ask) -> bool:
    """Whether the asker's seat now belongs to somebody else, who asked for nothing."""
    return room.seat_of(ask.body.by) != ask.body.seat


def _is_still_possible(room: Room, body: log.Asked, moment: Moment) -> bool:
    """Whether what was asked can still be done: a lot can happen before the answer."""
    if body.matter == "take back":
        return _can_take_back(room, body.seat)
    if body.matter == "clock":
        return room.clock.kind == "none"
    if body.of is None:
        return True
    if body.matter == "claim":
        return can_claim(room, body.of, moment)
    if body.successor is None or not body.successor.bot:  # a guest as successor: only in old logs
        return False
    return body.of not in room.guests_seated() or is_missing(room, body.of, moment)


def _can_take_back(room: Room, seat: int | None) -> bool:
    """Whether the seat's last move can still be taken back, with nothing revealed since."""
    assert seat is not None
    try:
        playing(room).check_undo(seat)
    except CannotUndo:
        return False
    return True


def _carry_out(room: Room, body: log.Asked) -> list[AnyBody]:
    if body.matter == "take back":
        assert body.seat is not None
        return [log.TakenBack(seat=body.seat)]
    if body.matter == "pause":
        return [log.Paused()]
    if body.matter == "clock":
        return [log.Clocked(clock=CLOCK_ON_REQUEST)]
    if body.matter == "end":
        return [log.Ended(how="agreement")]
    assert body.of is not None
    if body.matter == "claim":
        return _forfeit(room, body.of, body.seat)
    assert body.successor is not None
    return [log.Replaced(seat=body.of, player=body.successor)]


def _forfeit(room: Room, seat: int, claimant: int | None) -> list[AnyBody]:
    """Treat a claimed seat as resigned; if nobody else is left in the game, the claimant wins."""
    assert claimant is not None
    player = room.owners.get(seat) or room.players[seat]
    assert player is not None
    forfeited = log.Forfeited(seat=seat, player=player)
    if other_people(room, seat, claimant):
        return [forfeited]
    return [forfeited, log.Ended(how="claimed", winners=(claimant,))]
