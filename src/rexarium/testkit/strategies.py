"""Matches for Hypothesis, which tests with them and then looks for the smallest one that fails."""

from hypothesis import strategies as st

from rexarium.games import AnyGame
from rexarium.match import Match
from rexarium.testkit.walk import begin, choosers, setups, walk


@st.composite
def matches(draw: st.DrawFn, game: AnyGame, *, most_plies: int | None = None) -> Match:
    """A match at any table of the game, played in one of several ways up to any ply."""
    setup = draw(st.sampled_from(list(setups(game).values())))
    seed = draw(st.integers(0, 1000))
    choose = draw(st.sampled_from(list(choosers(seed % 16).values())))
    plies = draw(st.integers(0, min(most_plies or game.ply_bound, game.ply_bound)))
    match = begin(game, setup, seed)
    for ply in walk(match, seed, choose):
        if ply >= plies and match.is_revealed:
            break
    return match
