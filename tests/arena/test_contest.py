"""Contests: every deal goes round the table, chance depends on nothing but names, and nobody sees what is hidden."""

from collections import Counter
from dataclasses import replace
from itertools import combinations, permutations
from typing import Any

import pytest

from rexarium.arena.bout import Clairvoyant, ask_clairvoyant
from rexarium.arena.contest import (
    GAUNTLET,
    SPRT,
    Block,
    PlayedGame,
    blocks,
    make_contest,
    play_block,
    play_game,
)
from rexarium.arena.sequential import Trial
from rexarium.bots import Bot, RandomBot, make_bot
from rexarium.games import AnyGame, all_games, find_game
from rexarium.kernel.decision import Decision
from rexarium.kernel.errors import BadSetup, BotForfeit, Unknown
from rexarium.kernel.sight import Sight
from rexarium.kernel.state import State
from rexarium.match import Match
from tests.arena.contests import WORDS, contest_of

GAMES = all_games()
MAKE_BOT = "rexarium.arena.contest.make_bot"
every_game = pytest.mark.parametrize("game", GAMES)


def timeless(game: PlayedGame) -> PlayedGame:
    return replace(game, seats=tuple(replace(seat, seconds=0.0) for seat in game.seats))


def played(block: Block) -> list[PlayedGame]:
    return [timeless(game) for game in play_block(block).games]


# Who meets whom


def test_at_two_seats_everybody_meets_everybody_once() -> None:
    assert contest_of(seats=2).terms.pairings() == list(combinations(WORDS, 2))


@pytest.mark.parametrize("seats", [3, 4])
def test_at_more_seats_each_is_once_the_one_among_the_others(seats: int) -> None:
    assert contest_of(seats=seats).terms.pairings() == list(permutations(WORDS, 2))


@pytest.mark.parametrize("seats", [2, 3])
def test_a_gauntlet_is_run_by_the_first(seats: int) -> None:
    contest = contest_of(seats=seats, mode=GAUNTLET)
    assert contest.terms.pairings() == [("random", "search:2"), ("random", "search:8")]


def test_a_test_is_between_two() -> None:
    assert contest_of(WORDS[:2], mode=SPRT).terms.pairings() == [WORDS[:2]]
    assert contest_of(WORDS[:2], mode=SPRT).terms.trial == Trial()
    assert contest_of(WORDS[:2]).terms.trial is None


def test_blocks_go_deal_by_deal() -> None:
    contest = contest_of(deals=4)
    found = blocks(contest)
    assert [block.number for block in found] == list(range(12))
    assert [block.deal for block in found] == [deal for deal in range(4) for _ in range(3)]
    more = blocks(replace(contest, deals=9))
    assert [(block.number, block.pairing, block.deal) for block in more[:12]] == [
        (block.number, block.pairing, block.deal) for block in found
    ], "more deals only add to it"


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"words": ["random"]}, "at least two, not 1"),
        ({"words": ["random", "random"]}, "named once"),
        ({"words": WORDS, "mode": SPRT}, "exactly two"),
        ({"mode": "swiss"}, "no mode 'swiss'"),
        ({"deals": 0}, "at least one deal"),
        ({"words": WORDS[:2], "mode": SPRT, "trial": Trial(5, 5)}, "elo0 below elo1"),
        ({"words": WORDS[:2], "mode": SPRT, "trial": Trial(alpha=0.0)}, "between 0 and 0.5"),
        ({"words": WORDS[:2], "mode": SPRT, "trial": Trial(beta=0.5)}, "between 0 and 0.5"),
    ],
)
def test_an_unplayable_contest_is_refused(fields: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadSetup, match=sentence):
        contest_of(fields.pop("words", WORDS), **fields)


def test_a_stranger_is_refused() -> None:
    with pytest.raises(Unknown, match="no bot 'genius'"):
        contest_of(["random", "genius"])


# A block


@every_game
def test_the_challenger_sits_once_on_every_seat_of_the_same_deal(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    dealt = []
    fresh = Match.fresh

    def listen(*args: Any, **options: Any) -> Match:
        match = fresh(*args, **options)
        dealt.append(match.game.say_deal(match.deal))
        return match

    monkeypatch.setattr(Match, "fresh", listen)
    seats = GAMES[game].official_seats[-1]
    block = blocks(contest_of(WORDS[:2], game=game, seats=seats))[0]
    games = play_block(block).games
    assert [game.seat for game in games] == list(range(seats))
    for game_ in games:
        words = [seat.contestant for seat in game_.seats]
        assert words == ["random" if seat == game_.seat else "search:2" for seat in range(seats)]
    assert dealt == dealt[:1] * seats
    places = Counter(game_.seats[game_.seat].place for game_ in games)
    assert places == dict.fromkeys(range(seats), 1), "and once in every place"


@every_game
def test_the_starting_seat_rotates(game: str) -> None:
    seats = GAMES[game].official_seats[0]
    for block in blocks(contest_of(WORDS[:2], game=game, seats=seats, deals=seats + 1))[
        :: 1 if seats == 2 else 2
    ]:
        (first,) = [at for at, seat in enumerate(play_block(block).games[0].seats) if seat.place == 0]
        assert first == block.deal % seats


@every_game
def test_a_game_is_reported_in_full(game: str) -> None:
    block = blocks(contest_of(WORDS[:2], game=game, seats=GAMES[game].official_seats[0]))[0]
    for played_game in play_block(block).games:
        assert sum(seat.share for seat in played_game.seats) == pytest.approx(1)
        assert played_game.share == played_game.seats[played_game.seat].share
        assert 0 < sum(seat.decisions for seat in played_game.seats) <= played_game.plies
        assert all(seat.seconds > 0 for seat in played_game.seats)
        assert all(seat.numbers for seat in played_game.seats)
        assert played_game.forfeit is None
        if game == "tyrannosaurus":
            assert len({seat.labels["dinosaur"] for seat in played_game.seats}) == len(played_game.seats)


# Chance


def test_a_block_is_reproducible_whoever_else_takes_part() -> None:
    few, many = contest_of(WORDS[:2]), contest_of(("search:8", *WORDS[:2]))
    (one,) = [block for block in blocks(few) if block.deal == 1]
    (other,) = [block for block in blocks(many) if block.deal == 1 and block.pairing == one.pairing]
    assert played(one) == played(one) == played(other)


def test_other_deals_seeds_and_pairings_play_differently() -> None:
    contest = contest_of(WORDS[:2])
    first, second, *_ = blocks(contest)
    assert played(first) != played(second)
    assert played(first) != played(blocks(contest_of(WORDS[:2], seed="another"))[0])
    turned = replace(first, pairing=("search:2", "random"))
    shares = [[seat.score for seat in game.seats] for game in played(first)]
    assert shares != [[seat.score for seat in game.seats] for game in reversed(played(turned))]


def test_every_bot_has_a_chance_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    seeds: list[int] = []

    def note(word: str, game: AnyGame, seats: int, seed: int) -> Bot:
        seeds.append(seed)
        return make_bot(word, game, seats, seed)

    contest = contest_of(WORDS[:2], seats=3, deals=2)
    monkeypatch.setattr(MAKE_BOT, note)
    for block in blocks(contest):
        play_block(block)
    assert len(seeds) == len(set(seeds)) == 2 * 2 * 3 * 3


# What a bot is shown


class Spy(RandomBot):
    """Notes whatever it is given."""

    shown: list[object] = []  # noqa: RUF012 - all spies write into one list

    def choose(self, sight: Sight, decision: Decision) -> int:
        Spy.shown += [sight, decision]
        return super().choose(sight, decision)

    def choose_seeing(self, state: State, decision: Decision) -> int:
        Spy.shown.append(state)
        return decision.choices[0].move


class Truthy(Spy):
    """Only one word opens the door, and this is not it."""

    sees_everything = "please"


class Seer(Spy):
    """Cheats, and says so."""

    sees_everything = True


def seat_spies(monkeypatch: pytest.MonkeyPatch, **kinds: type[Spy]) -> None:
    def make(word: str, _game: AnyGame, _seats: int, seed: int) -> Bot:
        return kinds[word](seed)

    monkeypatch.setattr(MAKE_BOT, make)
    monkeypatch.setattr(Spy, "shown", [])


@every_game
def test_ordinary_bots_get_their_sight_and_nothing_else(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seat_spies(monkeypatch, honest=Spy, truthy=Truthy)
    contest = contest_of(["honest", "truthy"], game=game, seats=GAMES[game].official_seats[0])
    play_block(blocks(contest)[0])
    assert Spy.shown
    assert {type(thing) for thing in Spy.shown} == {Sight, Decision}
    pairs = zip(Spy.shown[::2], Spy.shown[1::2], strict=True)
    assert all(
        isinstance(sight, Sight) and isinstance(decision, Decision) and sight.seat == decision.seat
        for sight, decision in pairs
    )


@every_game
def test_a_bot_that_declares_it_sees_a_copy_of_everything(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seat_spies(monkeypatch, honest=Spy, seer=Seer)
    contest = contest_of(["seer", "honest"], game=game, seats=GAMES[game].official_seats[0])
    asked: list[Decision] = []
    ask = ask_clairvoyant

    def listen(bot: Clairvoyant, match: Match, decision: Decision) -> int:
        asked.append(decision)
        assert isinstance(bot, Seer)
        move = ask(bot, match, decision)
        shown = Spy.shown[-1]
        assert isinstance(shown, State)
        assert shown.fields() == match.state().fields()
        shown.assign({"waiting": 0})
        assert not match.is_over, "what it does to its copy does nothing to the game"
        return move

    monkeypatch.setattr("rexarium.arena.contest.ask_clairvoyant", listen)
    game_ = play_game(find_game(game), blocks(contest)[0], 1)
    assert asked
    assert {decision.seat for decision in asked} == {1}
    assert len([thing for thing in Spy.shown if isinstance(thing, State)]) == len(asked)
    assert game_.seats[1].contestant == "seer"


# What goes wrong


class Quitter(RandomBot):
    """Has lost before it has begun, and is told when all is over."""

    closed = 0

    def choose(self, sight: Sight, decision: Decision) -> int:
        raise BotForfeit("It gives up.", sight.seat)

    def close(self) -> None:
        Quitter.closed += 1


def seat_quitters(monkeypatch: pytest.MonkeyPatch) -> None:
    def make(word: str, _game: AnyGame, _seats: int, seed: int) -> Bot:
        return Quitter(seed) if word == "quitter" else RandomBot(seed)

    monkeypatch.setattr(MAKE_BOT, make)
    monkeypatch.setattr(Quitter, "closed", 0)


@every_game
def test_a_bot_that_forfeits_loses_and_the_others_share_the_win(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seat_quitters(monkeypatch)
    seats = GAMES[game].official_seats[-1]
    block = blocks(contest_of(["quitter", "random"], game=game, seats=seats))[0]
    for game_ in play_block(block).games:
        assert game_.forfeit == game_.seat
        assert game_.share == 0
        assert [seat.share for seat in game_.seats if seat.contestant == "random"] == [1 / (seats - 1)] * (
            seats - 1
        )
    assert Quitter.closed == seats, "and everyone is let go"


def test_a_setup_is_kept_in_the_terms() -> None:
    game = find_game("trex")
    setup = game.setup(3, preset="dutch", rulings={"flip_with_one": "off"})
    terms = make_contest(game, setup, WORDS, deals=1, seed="x", preset="dutch").terms
    assert terms.rulings == {"flip_with_one": "off", "shower_is_extra_loss": "on"}
    assert (terms.game, terms.seats, terms.preset, terms.edition) == ("trex", 3, "dutch", "standard")
    assert terms.edition_digest == setup.edition.digest
