"""Setting up and dealing a match from the first entry of a log."""

from collections.abc import Sequence

from rexarium.games import AnyGame
from rexarium.kernel.errors import BadEdition
from rexarium.kernel.game import Setup
from rexarium.kernel.outline import read_outline
from rexarium.match import Match, Pledge, fair_deal, say_terms
from rexarium.server.model import log


def read_setup(game: AnyGame, entry: log.Opened) -> Setup:
    """The set-up that a table was opened with; an edition the game already has is not parsed again."""
    edition = game.edition(entry.edition) if entry.edition in game.edition_ids() else None
    if edition is None or edition.lines != entry.edition_lines:
        lines = read_outline("\n".join(entry.edition_lines), BadEdition)
        edition = game.edition_of_lines(entry.edition, entry.edition_title, lines)
    return game.setup(entry.seats, edition=edition, rulings=entry.rulings)


def pledge_of(game: AnyGame, setup: Setup, entry: log.Opened) -> Pledge:
    """The pledge that a table's deal was not chosen by the server."""
    return Pledge(entry.table, say_terms(game, setup), bytes.fromhex(entry.host_seed))


def begin_match(
    game: AnyGame, setup: Setup, entry: log.Opened, shares: Sequence[str], names: Sequence[str] = ()
) -> Match:
    """The match as a table starts it: freshly dealt, or with the moves of the record that it continues."""
    match = deal_match(game, setup, entry, shares, names)
    for seat, line in entry.moves:
        match.submit(seat, line)
    return match


def deal_match(
    game: AnyGame, setup: Setup, entry: log.Opened, shares: Sequence[str], names: Sequence[str] = ()
) -> Match:
    """The match before its first move, dealt from everyone's shares or as in the record that it continues."""
    if entry.deal:
        return Match(game, setup, game.read_deal(setup, read_outline("\n".join(entry.deal))), names)
    proof = pledge_of(game, setup, entry).prove(shares)
    return Match(game, setup, fair_deal(game, setup, proof), names)
