"""T-Rex drawn for a terminal."""

from rexarium.games.trex.view import View
from rexarium.kernel.game import Span


def draw(view: View, width: int) -> list[list[Span]]:
    """A view as lines of styled spans, at most so many columns wide."""
    return [[Span(f"Round {view.round} of {view.rounds}")]]
