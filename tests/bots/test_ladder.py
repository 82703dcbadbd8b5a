"""The bots that people call by a word."""

from itertools import pairwise

import pytest

from rexarium.bots import LEVELS, bot_words, make_bot, name_bot, thought_of, word_of
from rexarium.games import AnyGame, find_game
from rexarium.kernel.chance import Chance
from rexarium.kernel.errors import Unknown
from rexarium.match import Match
from tests.laws.registry import every_game

TREX = find_game("trex")


@every_game
def test_every_level_plays_a_legal_game(game: AnyGame) -> None:
    seats = game.max_seats
    for level in LEVELS[:4]:
        setup = game.setup(seats)
        match = Match.fresh(game, setup, Chance.of(level))
        bots = [make_bot(level, game, seats, seat) for seat in range(seats)]
        for _ in range(40):
            seat = match.waiting()[0]
            decision = match.decision(seat)
            assert decision
            match.submit(seat, bots[seat].choose(match.sight(seat), decision), decision.ply)
            if match.is_over:
                break
        assert match.ply > 30 or match.is_over


@every_game
def test_each_level_thinks_more_than_the_one_below_and_misjudges_no_more(game: AnyGame) -> None:
    thoughts = [thought_of(level, game.id) for level in LEVELS]
    for weaker, stronger in pairwise(thoughts):
        assert weaker.simulations < stronger.simulations
        assert weaker.noise >= stronger.noise
    assert thoughts[-1].noise == 0


def test_a_record_brings_back_only_bots_that_we_made() -> None:
    for word in (*LEVELS, "random", "greedy", "search:30"):
        assert word_of(name_bot(word)) == word
        assert make_bot(word, TREX, 4, 1).name == name_bot(word)
    for name in ("Anna", "outside bot rm -rf", "outside:rm bot", "random", "search:x bot", "tyrant  bot"):
        assert word_of(name) is None


@pytest.mark.parametrize("word", ["genius", "", "search:", "search:0", "search:-3", "search:99999999"])
def test_what_is_no_bot_is_named(word: str) -> None:
    with pytest.raises(Unknown, match="There is no bot"):
        make_bot(word, TREX, 4, 1)
    assert "search:N" in bot_words()
