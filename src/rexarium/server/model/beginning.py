"""What a table begins with: a box and rulings as somebody wishes, or a record that is played on."""

from rexarium.games import AnyGame, find_game
from rexarium.kernel.game import Setup
from rexarium.match import Match
from rexarium.server.model import commands, log
from rexarium.server.model.log import Clock
from rexarium.server.model.text import clean_name, clean_text


def begin_fresh(wish: commands.NewTable) -> log.Opened:
    """A new game, as somebody wishes it; whose table it is, and its seed, are still to be said."""
    game = find_game(wish.game)
    edition = game.edition(wish.edition)
    return opened_of(game, game.setup(wish.seats, edition=edition, preset=wish.preset, rulings=wish.rulings))


def opened_of(game: AnyGame, setup: Setup, begun: Match | None = None) -> log.Opened:
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
