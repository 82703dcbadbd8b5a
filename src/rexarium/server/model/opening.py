"""What a table begins with: a box and rulings as somebody wishes, a record that is played on, or the table before."""

import base64

from msgspec.structs import replace

from rexarium.games import AnyGame, find_game
from rexarium.kernel.game import Setup
from rexarium.kernel.sentence import sentence
from rexarium.match import Match
from rexarium.server.model import commands, log
from rexarium.server.model.checks import house_bot
from rexarium.server.model.log import AnyBody, Clock, Player
from rexarium.server.model.naming import check_reserved
from rexarium.server.model.refusal import Refusal
from rexarium.server.model.room import Room
from rexarium.server.model.rows import Person
from rexarium.server.model.text import clean_name, clean_text, fingerprint

LONGEST_BANK, LONGEST_INCREMENT, LONGEST_DAYS = 6 * 3600, 600, 30 * 24 * 3600
SECRET = 12  # bytes of a table's id that nobody can guess: 16 characters
ROUTING = (
    6  # characters at the beginning of an id by which a proxy can choose the server; a rematch has them too
)


def begin_fresh(wish: commands.NewTable) -> log.Opened:
    """A new game, as somebody wishes it; whose table it is, and its seed, are still to be said."""
    game = find_game(wish.game)
    edition = game.edition(wish.edition)
    return opened_of(game, game.setup(wish.seats, edition=edition, preset=wish.preset, rulings=wish.rulings))


def opened_of(game: AnyGame, setup: Setup, begun: Match | None = None) -> log.Opened:
    """The first entry as far as game and set-up say it, and a match that has begun."""
    return log.Opened(
        table="",
        game=game.id,
        edition=clean_name(setup.edition.id) or "unnamed",
        edition_title=clean_text(setup.edition.title),
        edition_lines=setup.edition.lines,
        rulings=dict(setup.rulings),
        seats=setup.seats,
        clock=Clock(),
        is_open=False,
        host_seed="",
        deal=tuple(game.say_deal(begun.deal)) if begun else (),
        moves=tuple((line[0].seat, begun.say_line(line)) for line in begun.lines()) if begun else (),
    )


def plan_table(
    host: Person, wish: commands.NewTable, opened: log.Opened, table: str, seed: str
) -> list[AnyBody]:
    """The first entries of a table's log; nobody may be able to guess its name or its seed."""
    begun: list[AnyBody] = [
        replace(
            opened,
            by=host.id,
            table=table,
            clock=_check_clock(wish.clock),
            is_open=wish.is_open,
            host_seed=seed,
            name=host.nickname,
        )
    ]
    players = {_read_seat(seat, opened.seats): house_bot(bot) for seat, bot in wish.bots.items()}
    if wish.seat is not None:
        seat = _read_seat(str(wish.seat), opened.seats)
        if seat in players:
            raise Refusal(
                "not possible", sentence("Seat {number} is taken. Choose a free seat.", number=seat + 1)
            )
        check_reserved(host.nickname)  # it may be older than that rule
        players[seat] = Player(host.nickname, person=host.id)
    for seat, player in sorted(players.items()):
        begun.append(log.Seated(by=host.id, seat=seat, player=player))
    if wish.is_started:
        if len(players) < opened.seats:
            raise Refusal("not possible", "Every seat needs a player first.")
        if wish.seat is not None and not opened.deal:
            raise Refusal(
                "not possible",
                "Take your seat first; then we can shuffle.",
            )
        begun.append(log.Started(by=host.id))
    return begun


def plan_rematch(room: Room, asker: str, seed: str) -> list[AnyBody]:
    """Everybody one seat further; a person's share comes when they do, and no deal before. Nothing, if there is one already.

    Whoever asks first has no more say than before: the host remains host, and whom they silenced stays silent.
    """
    if room.stage != "over":
        raise Refusal("not possible", "The game is not over yet.")
    if asker not in room.played:
        raise Refusal("not allowed", "Only those who played can ask for a rematch.")
    if room.rematch:
        return []
    again = who_plays_again(room)
    host = room.host if any(player and player.person == room.host for player in again) else asker
    begun: list[AnyBody] = [
        replace(
            room.opened,
            by=host,
            name=_name_of(host, room),
            command="",
            table=_name_rematch(room),
            host_seed=seed,
            follows=room.id,
            deal=(),  # whatever was played on from a record, the next game is dealt
            moves=(),
        )
    ]
    for seat, player in enumerate(again):
        if player is not None and not player.key:
            begun.append(log.Seated(by=asker, seat=(seat + 1) % room.setup.seats, player=player))
    silenced = sorted(room.muted - {host})  # who could not let themselves speak again
    begun += [log.Muted(by=host, person=person, is_muted=True) for person in silenced]
    if room.is_chat_open:
        begun.append(log.ChatOpened(by=host, is_open=True))
    if room.is_closed:
        begun.append(log.Closed(by=host, is_closed=True, guests=tuple(sorted(room.guests))))
    return begun


def _name_of(person: str, room: Room) -> str:
    """What a table calls a person."""
    return next((name for who, name in room.names() if who == person), "")


def who_plays_again(room: Room) -> list[Player | None]:
    """By seats: those who sit there at the end, and who resigned where only a substitute does; nobody twice."""
    again = room.players.copy()
    # Of several seats it is the last that they gave up.
    for seat, given_up in reversed(room.resigned.items()):
        player, seated = again[seat], {other.person for other in again if other}
        if player and player.bot and given_up.person not in seated:
            again[seat] = given_up
    return again


def _name_rematch(room: Room) -> str:
    """The table that follows has one name only: it begins like this one's, and nobody can know the rest before the end."""
    secret = fingerprint(f"rematch of {room.id} {room.opened.host_seed}")
    return room.id[:ROUTING] + base64.urlsafe_b64encode(secret[:SECRET]).decode()


def _read_seat(text: str, seats: int) -> int:
    if not text.isdecimal() or not text.isascii() or len(text) > 2 or not 1 <= int(text) <= seats:
        raise Refusal("unknown", sentence("There is no seat {number} at this table.", number=text))
    return int(text) - 1


def _check_clock(clock: Clock) -> Clock:
    """A clock that a person could mean."""
    if clock.kind == "none":
        return Clock()
    if (
        clock.kind == "live"
        and 10 <= clock.bank <= LONGEST_BANK
        and 0 <= clock.increment <= LONGEST_INCREMENT
    ):
        return clock
    if clock.kind == "days" and 60 <= clock.bank <= LONGEST_DAYS and clock.increment == 0:
        return clock
    raise Refusal(
        "not possible",
        "Live time limits run from 10 seconds to 6 hours, plus up to 10 minutes a move. "
        "With days per move, each move gets from 1 minute to 30 days, and nothing is added.",
    )
