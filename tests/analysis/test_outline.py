"""What a record tells without playouts: steps, winners, scores explained."""

from itertools import pairwise

from rexarium.analysis import explain_scores, find_steps, find_winners
from rexarium.games import AnyGame, find_game
from rexarium.kernel.chance import Chance
from rexarium.kernel.game import winners
from rexarium.match import Ending, Match, Record
from tests.analysis.games import play_out
from tests.laws.registry import every_game


@every_game
def test_steps_are_lines_and_choices_made_at_once(game: AnyGame) -> None:
    match = play_out(game, game.max_seats)
    steps = find_steps(match)
    for one, next_ in pairwise(steps):
        step = match.plies[one:next_]
        assert {ply.asked_at for ply in step} == {one} or len(match.lines(one, next_)) == 1
        assert not game.continues(step[0].move)
    assert (steps[0], steps[-1]) == (0, match.ply)


def test_a_game_without_a_move_has_one_step() -> None:
    game = find_game("trex")
    assert find_steps(Match.fresh(game, game.setup(2), Chance.of("none"))) == (0,)


@every_game
def test_every_score_is_explained_by_rules_of_the_game(game: AnyGame) -> None:
    match = play_out(game, game.max_seats)
    standings = explain_scores(match)
    assert [each.seat for each in standings] == list(range(match.setup.seats))
    for standing in standings:
        assert standing.score == match.state().score(standing.seat)
        assert standing.reasons
        assert {reason.rule for reason in standing.reasons} <= set(game.rulebook.rules)


def test_the_winners_are_those_of_the_rules_or_those_whom_the_table_named() -> None:
    over, unfinished = play_out(find_game("trex"), 3), play_out(find_game("trex"), 3, 20)
    assert find_winners(Record(over)) == tuple(winners(over.state()))
    assert find_winners(Record(unfinished)) == ()
    assert find_winners(Record(unfinished, ending=Ending("resigned", (0, 2)))) == (0, 2)
