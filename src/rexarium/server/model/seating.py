"""Who sits where: before the game, and when a player gives their own seat away."""

from rexarium.kernel.sentence import sentence
from rexarium.server.model import commands, log
from rexarium.server.model.absence import ABSENCE, ask_timeout
from rexarium.server.model.checks import (
    CLOSED,
    belongs,
    bot_player,
    need_gathering,
    need_host,
    own_seat,
    playing,
    seat_index,
    signed,
)
from rexarium.server.model.clocks import SECOND
from rexarium.server.model.errors import Refusal
from rexarium.server.model.log import AnyEntry, Player
from rexarium.server.model.moment import Actor, Moment
from rexarium.server.model.naming import check_free
from rexarium.server.model.table import Table
from rexarium.server.model.text import fingerprint

HAND_OVER_TIME = 24 * 3600 * SECOND  # how long a seat is on offer
MOST_GUESTS = 100  # at most this many spectators of a table may come back after it is closed to newcomers


def sit(table: Table, actor: Actor, command: commands.Sit, moment: Moment) -> list[AnyEntry]:
    """Take a free seat, add a share to the actor's own, or take it back from a substitute."""
    seat = seat_index(table, command.seat)
    is_own = seat == table.seat_of(actor.id)
    if not actor.person and not is_own:
        raise Refusal("not allowed", "Only people can take a seat; a program gets its seat from the host.")
    if table.stage == "over":
        raise Refusal("not possible", "The game is over.")
    player = Player(actor.name, person=actor.person, key=actor.key)
    if table.stage == "playing":
        return [_come_back(table, seat, actor, command)]
    if table.is_closed and not is_own and not belongs(table, actor.person):
        raise Refusal("not allowed", CLOSED)
    if actor.person:
        check_free(actor.name, actor.person, table.names())
    if is_own:
        return [signed(actor, command, log.Seated, seat=seat, player=player, share=command.share)]
    if table.players[seat] is not None:
        raise Refusal(
            "not possible", sentence("Seat {number} is taken. Choose a free seat.", number=seat + 1)
        )
    return [
        *_clear(table, actor.person),
        signed(actor, command, log.Seated, seat=seat, player=player, share=command.share),
    ]


def _come_back(table: Table, seat: int, actor: Actor, command: commands.Sit) -> AnyEntry:
    """The entry by which a person takes their seat back from a substitute, under the name the table knows them by."""
    if not actor.person or table.substituted.get(seat) != actor.person:
        raise Refusal(
            "not allowed",
            "The game has started. You can only take a seat if its player sends you a link to it.",
        )
    player = table.owners[seat]
    if player.person != actor.person:  # older servers let others take an absent player's seat
        player = Player(actor.name, person=actor.person)
    return signed(actor, command, log.Seated, seat=seat, player=player)


def _clear(table: Table, person: str) -> list[AnyEntry]:
    """The entry that frees a person's old seat, if any: nobody has two seats at one table."""
    seat = table.seat_of(person)
    return [] if seat is None else [log.Vacated(by=person, seat=seat)]


def stand(table: Table, actor: Actor, command: commands.Stand, moment: Moment) -> list[AnyEntry]:
    """Free the actor's seat before the game, or another one: the host at any time, others while the host is away."""
    need_gathering(table, "The game has started. You can resign, or ask the others to end it.")
    own = table.seat_of(actor.person)
    seat = own if command.seat is None else seat_index(table, command.seat)
    if seat is None or table.players[seat] is None:
        raise Refusal("not possible", "That seat is already free.")
    if seat != own and actor.person != table.host and (own is None or not _is_forsaken(table, seat, moment)):
        raise Refusal(
            "not allowed",
            "Only the host can clear someone’s seat. If the host is away, other players can"
            " clear a seat whose player has not turned up for a while.",
        )
    return [signed(actor, command, log.Vacated, seat=seat)]


def _is_forsaken(table: Table, seat: int, moment: Moment) -> bool:
    """Whether another player may clear this seat and become host; otherwise a rematch could wait forever.

    The host must be away, and the seat's player must not have turned up within the time an ask stays open. Anyone who
    has sent a command here has turned up, so nobody loses a seat that they took themselves.
    """
    player, host = table.players[seat], table.seat_of(table.host)
    if player is None or seat not in _awaited(table) or table.command_counts[player.person]:
        return False
    is_hosted = host is not None and moment.away(host) < ABSENCE
    return (
        not is_hosted and moment.away(seat) >= ABSENCE and moment.now >= table.opened_at + ask_timeout(table)
    )


def seat_bot(table: Table, actor: Actor, command: commands.SeatBot, moment: Moment) -> list[AnyEntry]:
    """Put one of the server's bots on a free seat."""
    need_gathering(table, "The game has already started.")
    need_host(table, actor, "Only the host can add bots.")
    seat = seat_index(table, command.seat)
    if table.players[seat] is not None:
        raise Refusal(
            "not possible", sentence("Seat {number} is taken. Choose a free seat.", number=seat + 1)
        )
    return [signed(actor, command, log.Seated, seat=seat, player=bot_player(command.bot))]


def start(table: Table, actor: Actor, command: commands.Start, moment: Moment) -> list[AnyEntry]:
    """Deal and start the game, once every seat is taken and every share is in."""
    need_gathering(table, "The game has already started.")
    if actor.person != table.host and table.seat_of(actor.person) is None:
        raise Refusal("not allowed", "Take a seat first: only players can start the game.")
    free = tuple(str(seat + 1) for seat, player in enumerate(table.players) if player is None)
    if free:
        raise Refusal(
            "not possible",
            sentence("Every seat needs a player first. Still free: {seats, names}.", seats=free),
        )
    if awaited := _awaited(table):
        raise Refusal(
            "not possible",
            sentence("Waiting for {who, seat} to join before we can shuffle.", who=awaited[0] + 1),
        )
    return [signed(actor, command, log.Started)]


def _awaited(table: Table) -> list[int]:
    """The seats of people whose shares the deal is waiting for; being present means adding one."""
    return [] if table.opened.deal else [seat for seat in table.people_seats() if not table.shares[seat]]


# After the deal, a seat's secrets are shown to nobody unless its player gives the seat away. The others can only have a
# bot play it, so that nobody can get to see a hand by waiting until its player is away.
def hand_over(table: Table, actor: Actor, command: commands.HandOver, moment: Moment) -> list[AnyEntry]:
    """Offer the actor's seat to anyone who knows a secret, or withdraw the offer."""
    seat = own_seat(table, actor)
    playing(table)
    if not actor.person:
        raise Refusal("not allowed", "A program can’t give its seat away.")
    if command.secret is None:
        if seat not in table.offers:
            raise Refusal("not possible", "You are not offering your seat to anyone.")
        return [signed(actor, command, log.Offered, seat=seat)]
    offer = {"fingerprint": fingerprint(command.secret).hex(), "until": moment.now + HAND_OVER_TIME}
    return [signed(actor, command, log.Offered, seat=seat, **offer)]


def take_seat(table: Table, actor: Actor, command: commands.TakeSeat, moment: Moment) -> list[AnyEntry]:
    """Take a seat that its player has offered."""
    seat = seat_index(table, command.seat)
    playing(table)
    if not actor.person:
        raise Refusal("not allowed", "Only people can take a seat; a program gets its seat from the host.")
    if actor.person in table.played:
        raise Refusal(
            "not allowed",
            "You have already seen another player’s cards in this game, so you can’t take this seat.",
        )
    offer = table.offers.get(seat)
    if offer is None or offer.fingerprint != fingerprint(command.secret).hex() or moment.now > offer.until:
        raise Refusal(
            "unknown",
            "This link no longer works: it has been used or withdrawn, or it has expired. Ask for a new one.",
        )
    check_free(actor.name, actor.person, table.names())
    player = Player(actor.name, person=actor.person)
    return [signed(actor, command, log.HandedOver, seat=seat, player=player)]


def close(table: Table, actor: Actor, command: commands.Close, moment: Moment) -> list[AnyEntry]:
    """Close the table to newcomers, or reopen it."""
    need_host(table, actor, "Only the host can close the table to newcomers.")
    if table.stage == "over":
        raise Refusal("not possible", "The game is over.")
    looking_on = sorted(person for person in moment.present if person and not belongs(table, person))
    guests = tuple(looking_on[:MOST_GUESTS]) if command.is_closed else ()
    return [signed(actor, command, log.Closed, is_closed=command.is_closed, guests=guests)]


def call_off(table: Table, actor: Actor, command: commands.CallOff, moment: Moment) -> list[AnyEntry]:
    """End a table whose game has not started."""
    need_gathering(table, "The game has started. You can resign, or ask the others to end it.")
    need_host(table, actor, "Only the host can call the table off.")
    return [signed(actor, command, log.Ended, how="abandoned")]
