"""The first entries of a table's log: for a new game, for a record to be continued, or for a rematch."""

import base64

from msgspec.structs import replace

from rexarium.games import AnyGame, find_game
from rexarium.kernel.game import Setup
from rexarium.kernel.sentence import sentence
from rexarium.match import Match
from rexarium.server.model import commands, log
from rexarium.server.model.checks import bot_player
from rexarium.server.model.errors import Refusal
from rexarium.server.model.log import AnyEntry, Clock, Player
from rexarium.server.model.naming import check_reserved
from rexarium.server.model.rows import Person
from rexarium.server.model.table import Table
from rexarium.server.model.text import clean_name, clean_text, fingerprint

LONGEST_BANK, LONGEST_INCREMENT, LONGEST_DAYS = 6 * 3600, 600, 30 * 24 * 3600
SECRET = 12  # unguessable bytes in a table's id: 16 characters
ROUTING = 6  # leading characters of an id by which a proxy can choose the server; a rematch keeps them


def open_new(new: commands.NewTable) -> log.Opened:
    """The first entry of a table for a new game; `first_entries` fills in its host and seed."""
    game = find_game(new.game)
    edition = game.edition(new.edition)
    return opened_of(game, game.setup(new.seats, edition=edition, preset=new.preset, rulings=new.rulings))


def opened_of(game: AnyGame, setup: Setup, begun: Match | None = None) -> log.Opened:
    """The first entry as far as it follows from the game, the set-up and, if there is one, the match to continue."""
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


def first_entries(
    host: Person, new: commands.NewTable, opened: log.Opened, table: str, seed: str
) -> list[AnyEntry]:
    """The first entries of a table's log; the caller draws an id and a seed that nobody can guess."""
    begun: list[AnyEntry] = [
        replace(
            opened,
            by=host.id,
            table=table,
            clock=_check_clock(new.clock),
            is_open=new.is_open,
            host_seed=seed,
            name=host.nickname,
        )
    ]
    players = {_read_seat(seat, opened.seats): bot_player(bot) for seat, bot in new.bots.items()}
    if new.seat is not None:
        seat = _read_seat(str(new.seat), opened.seats)
        if seat in players:
            raise Refusal(
                "not possible", sentence("Seat {number} is taken. Choose a free seat.", number=seat + 1)
            )
        check_reserved(host.nickname)  # the nickname may be older than that rule
        players[seat] = Player(host.nickname, person=host.id)
    for seat, player in sorted(players.items()):
        begun.append(log.Seated(by=host.id, seat=seat, player=player))
    if new.is_started:
        if len(players) < opened.seats:
            raise Refusal("not possible", "Every seat needs a player first.")
        if new.seat is not None and not opened.deal:
            raise Refusal(
                "not possible",
                "Take your seat first; then we can shuffle.",
            )
        begun.append(log.Started(by=host.id))
    return begun


def rematch_entries(table: Table, asker: str, seed: str) -> list[AnyEntry]:
    """The first entries of a rematch, with everyone one seat further on; empty if there is one already.

    People add their shares when they arrive, and only then are the cards dealt. Asking first gives nobody more power than
    before: the host remains host, and anyone they muted stays muted.
    """
    if table.stage != "over":
        raise Refusal("not possible", "The game is not over yet.")
    if asker not in table.played:
        raise Refusal("not allowed", "Only those who played can ask for a rematch.")
    if table.rematch:
        return []
    again = who_plays_again(table)
    host = table.host if any(player and player.person == table.host for player in again) else asker
    begun: list[AnyEntry] = [
        replace(
            table.opened,
            by=host,
            name=_name_of(host, table),
            command="",
            table=_name_rematch(table),
            host_seed=seed,
            follows=table.id,
            deal=(),  # even if this game continued a record, the next one is dealt
            moves=(),
        )
    ]
    for seat, player in enumerate(again):
        if player is not None and not player.key:
            begun.append(log.Seated(by=asker, seat=(seat + 1) % table.setup.seats, player=player))
    silenced = sorted(table.muted - {host})  # a muted host could never be unmuted
    begun += [log.Muted(by=host, person=person, is_muted=True) for person in silenced]
    if table.is_chat_open:
        begun.append(log.ChatOpened(by=host, is_open=True))
    if table.is_closed:
        begun.append(log.Closed(by=host, is_closed=True, guests=tuple(sorted(table.guests))))
    return begun


def _name_of(person: str, table: Table) -> str:
    """The name that a person has at a table."""
    return next((name for who, name in table.names() if who == person), "")


def who_plays_again(table: Table) -> list[Player | None]:
    """The players of a rematch by seat: a substitute gives way to whoever resigned there. Nobody appears twice."""
    again = table.players.copy()
    # Anyone who resigned from several seats gets back the last of them.
    for seat, given_up in reversed(table.resigned.items()):
        player, seated = again[seat], {other.person for other in again if other}
        if player and player.bot and given_up.person not in seated:
            again[seat] = given_up
    return again


def _name_rematch(table: Table) -> str:
    """The one possible id for a rematch: it starts like this table's, and nobody can know the rest before the game ends."""
    secret = fingerprint(f"rematch of {table.id} {table.opened.host_seed}")
    return table.id[:ROUTING] + base64.urlsafe_b64encode(secret[:SECRET]).decode()


def _read_seat(text: str, seats: int) -> int:
    if not text.isdecimal() or not text.isascii() or len(text) > 2 or not 1 <= int(text) <= seats:
        raise Refusal("unknown", sentence("There is no seat {number} at this table.", number=text))
    return int(text) - 1


def _check_clock(clock: Clock) -> Clock:
    """The clock, refused if its times are out of bounds."""
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
