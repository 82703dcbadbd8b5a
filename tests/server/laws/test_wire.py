"""The law on the wire: nothing hidden from somebody changes a byte that is sent to them.

Two worlds are driven by the same commands. They differ in the host's seed, in what is hidden in the deal, in the shares
of others and in choices that nobody has seen. Every frame, answer and log line that reaches some eyes is the same in
both: what it says, how long it is, how many there are and in which order. The commitment alone differs, for it is made
of the seed so that nobody can turn it back; it is masked before the worlds are compared. And because a law that cannot
fail proves nothing, every secret is let out once, and caught.
"""

from collections.abc import Iterator, Sequence

import pytest

from rexarium.games import AnyGame, find_game
from rexarium.kernel.game import Setup
from rexarium.match import Match
from rexarium.server.model.log import Clock
from tests.server.laws.worlds import (
    Script,
    Step,
    World,
    choice_worlds,
    compare,
    deal_worlds,
    first_deal,
    pending_worlds,
    same_list,
    watch,
)
from tests.server.support.twins import Made


@pytest.mark.parametrize(
    ("game", "share", "eyes"),
    [
        ("trex", 0.25, 1),
        ("trex", 0.6, 0),
        ("trex", 0.95, 2),
        ("tyrannosaurus", 0.3, 1),
        ("tyrannosaurus", 0.7, 0),
        ("cubosaurs", 0.3, 0),
        ("cubosaurs", 0.6, 2),
    ],
)
async def test_hidden_cards_change_no_byte(
    game: str, share: float, eyes: int, caplog: pytest.LogCaptureFixture
) -> None:
    script, *worlds = deal_worlds(game, share, eyes)
    await compare(script, worlds, caplog)


@pytest.mark.parametrize("eyes", [0, 2])
async def test_a_changed_secret_choice_changes_no_byte(eyes: int, caplog: pytest.LogCaptureFixture) -> None:
    script, *worlds = choice_worlds(0.7, eyes)
    await compare(script, worlds, caplog)


async def test_other_seats_choices_change_no_byte_before_they_are_revealed(
    caplog: pytest.LogCaptureFixture,
) -> None:
    script, *worlds = pending_worlds()
    await compare(script, worlds, caplog)


async def test_revealed_choices_do_not_show_the_order_they_were_made_in(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Newcomers see the same, and so does anyone who replays the game, where no clock shows the time."""
    game = find_game("tyrannosaurus")
    setup = game.setup(4)
    match = Match(game, setup, first_deal(game, setup))
    orders: list[list[Made]] = [[], []]
    while len(orders[0]) < 30:
        choices = [(seat, match.state().moves(seat)[-1]) for seat in match.waiting()]
        orders[0] += choices
        orders[1] += choices[::-1]
        for made in choices:
            match.submit(*made)
    scripts = [
        Script(game, setup, tuple(moves), tuple(_plain_steps(game, setup, moves)), 0, Clock())
        for moves in orders
    ]
    deal = first_deal(game, setup)
    seen, other = [await watch(script, World(deal), caplog) for script in scripts]
    same_list("newcomer", seen.frames["newcomer"], other.frames["newcomer"])
    same_list("HTTP", seen.answers, other.answers)
    assert seen.frames["guest"] != other.frames["guest"]  # those already there have seen them join


def _plain_steps(game: AnyGame, setup: Setup, moves: Sequence[Made]) -> Iterator[Step]:
    match = Match(game, setup, first_deal(game, setup))
    for seat, move in moves:
        yield Step(seat, {"do": "move", "ply": match.ply, "line": game.say(move)})
        match.submit(seat, move)
