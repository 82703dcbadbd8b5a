"""What a table begins with: a box and rulings as somebody wishes, or a record that is played on."""

from dataclasses import dataclass

from rexarium.games import AnyGame, find_game
from rexarium.kernel.errors import RexariumError
from rexarium.kernel.game import Setup
from rexarium.match import Match, read_record
from rexarium.table import log, protocol
from rexarium.table.log import Clock
from rexarium.table.naming import clean_name, clean_text
from rexarium.table.refusal import Refusal, problem_of


def begin_fresh(wish: protocol.NewTable) -> log.Opened:
    """A new game, as somebody wishes it; whose table it is, and its seed, are still to be said."""
    game = find_game(wish.game)
    edition = game.edition(wish.edition)
    return _opened(game, game.setup(wish.seats, edition=edition, preset=wish.preset, rulings=wish.rulings))


@dataclass(frozen=True, slots=True)
class PlayingOn:
    """A game of a record that somebody wants to play on, from a ply or from where it stopped.

    The record is read in a process of its own: a long one, or one that was made to be slow, would hold up every table.
    """

    record: str
    ply: int | None

    def answer(self) -> log.Opened | protocol.Problem:
        """The same as of a new game, with the deal and the moves so far; or what is wrong with the record."""
        try:
            return self._begin()
        except RexariumError as error:
            return problem_of(error)

    def _begin(self) -> log.Opened:
        match = read_record(self.record)
        if self.ply is not None and self.ply < match.ply:
            asked_at = match.plies[self.ply].asked_at  # choices that were made at once are asked again
            match = match.fork(asked_at)
        if match.is_over:
            raise Refusal("not possible", "That game is over at this ply; choose an earlier one.")
        return _opened(match.game, match.setup, match)


def _opened(game: AnyGame, setup: Setup, begun: Match | None = None) -> log.Opened:
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
