"""The bots that people call by a word."""

from dataclasses import replace
from itertools import pairwise

import pytest

from rexarium.bots import (
    LEVELS,
    SearchBot,
    bot_words,
    cheat_words,
    is_cheat,
    make_bot,
    name_bot,
    thought_of,
    word_of,
)
from rexarium.games import AnyGame, find_game
from rexarium.kernel.chance import Chance
from rexarium.kernel.errors import BadSetup, Unknown
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
    assert len(game.ladder) == len(LEVELS)
    thoughts = [thought_of(level, game) for level in LEVELS]
    for weaker, stronger in pairwise(thoughts):
        assert weaker.simulations <= stronger.simulations
        assert (weaker.simulations, weaker.care) < (stronger.simulations, stronger.care)
        assert weaker.noise >= stronger.noise
    assert thoughts[-1].noise == 0


def test_a_record_brings_back_only_bots_that_we_made() -> None:
    for word in (*LEVELS, "random", "greedy", "search:30", "tyrant:30"):
        assert word_of(name_bot(word)) == word
        assert make_bot(word, TREX, 4, 1).name == name_bot(word)
    for name in ("Anna", "outside bot rm -rf", "outside:rm bot", "random", "search:x bot", "tyrant  bot", "search:0 bot",
        "search bot", "clairvoyant bot", "clairvoyant:30 bot", "tyrant:30\n bot", "greedy:5 bot",
    ):  # fmt: skip
        assert word_of(name) is None


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_can_be_given_another_budget_and_thinks_in_its_own_way(level: str) -> None:
    bot = make_bot(f"{level}:77", TREX, 4, 1)
    assert isinstance(bot, SearchBot)
    assert bot.thought == replace(thought_of(level, TREX), simulations=77)
    own = make_bot(level, TREX, 4, 1)
    assert isinstance(own, SearchBot)
    assert own.thought == thought_of(level, TREX)


def test_only_the_clairvoyant_is_a_cheat_and_it_does_not_play_by_its_sight() -> None:
    assert [word for word in (*LEVELS, "tyrant:9", "search:9", "random", "greedy") if is_cheat(word)] == []
    for word in (*cheat_words(), "clairvoyant:9"):
        assert is_cheat(word)
    match = Match.fresh(TREX, TREX.setup(3), Chance.of("seen"))
    seat = match.waiting()[0]
    decision = match.decision(seat)
    assert decision
    with pytest.raises(
        BadSetup, match="The clairvoyant:9 bot sees everything, so only an arena lets it play"
    ):
        make_bot("clairvoyant:9", TREX, 3, 1).choose(match.sight(seat), decision)


@pytest.mark.parametrize(
    "word",
    [
        "genius",
        "",
        "search",
        "search:",
        "search:0",
        "search:-3",
        "search:99999999",
        "tyrant:",
        "tyrant:0",
        "random:5",
    ],
)
def test_an_unknown_bot_is_named(word: str) -> None:
    with pytest.raises(Unknown, match="There is no bot"):
        make_bot(word, TREX, 4, 1)
    assert "search:N" in bot_words()
