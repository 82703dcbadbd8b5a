"""The lab: the same seed plays the same games on any number of processes, and every deal goes round the table."""

import os
import pickle
import signal
from collections import Counter

import pytest

from rexarium.arena import Lab, Plan, Report, make_report, make_series
from rexarium.arena.lab import CHUNK, PLIES, SEAT, SHARED, play_game
from rexarium.arena.tally import WON
from rexarium.bots import RandomBot
from rexarium.games import AnyGame, all_games, find_game
from rexarium.kernel.chance import Chance
from rexarium.kernel.counts import name_place
from rexarium.kernel.decision import Decision
from rexarium.kernel.errors import BadSetup, BotForfeit
from rexarium.kernel.sight import Sight

GAMES = all_games()
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())


def make_plan(game: AnyGame, games: int, seed: str = "a seed") -> Plan:
    editions = [game.edition(id_) for id_ in game.edition_ids()]
    return Plan(game.id, make_series(game, game.official_seats, editions), games, seed, "random")


def played(plan: Plan, jobs: int = 1) -> Report:
    lab = Lab(plan)
    assert sum(lab.run(jobs)) == plan.total() == lab.games
    assert lab.is_done
    return make_report(lab)


# The schedule


@every_game
def test_there_is_a_series_for_every_box_number_of_seats_and_variant(game: AnyGame) -> None:
    found = Counter((series.setup.edition.id, series.setup.seats) for series in make_plan(game, 1).series)
    wanted = {
        (id_, seats): len(game.variants(seats)) for id_ in game.edition_ids() for seats in game.official_seats
    }
    assert found == wanted


def test_two_have_both_pairs_unless_one_is_named() -> None:
    game = find_game("tyrannosaurus")
    both = make_series(game, [2], [game.edition()])
    assert [series.note for series in both] == ["stegosaurus-triceratops", "pteranodon-diplodocus"]
    one = make_series(game, [2], [game.edition()], rulings={"pair": "pteranodon-diplodocus"})
    assert [series.note for series in one] == ["pteranodon-diplodocus"]


def test_preset_and_rulings_are_played() -> None:
    game = find_game("trex")
    (series,) = make_series(game, [3], [game.edition()], preset="dutch", rulings={"flip_with_one": "off"})
    assert series.setup.rulings == {"flip_with_one": "off", "shower_is_extra_loss": "on"}


@every_game
def test_deals_are_played_whole(game: AnyGame) -> None:
    plan = make_plan(game, 2)
    report = played(plan)
    assert [section.games for section in report.sections] == [
        -(-2 // series.setup.seats) * series.setup.seats for series in plan.series
    ]


# Rotation


@every_game
def test_the_starting_seat_changes_nothing_else_in_a_deal(game: AnyGame) -> None:
    for series in make_plan(game, 1).series:
        seats = series.setup.seats
        deals = [game.say_deal(game.deal(series.setup, Chance.of("x"), first)) for first in range(seats)]
        changed = [at for at, lines in enumerate(zip(*deals, strict=True)) if len(set(lines)) > 1]
        assert len(changed) == 1
        assert len({deal[changed[0]] for deal in deals}) == seats


@every_game
def test_every_seat_is_once_in_every_place(game: AnyGame) -> None:
    for series in make_plan(game, 1).series:
        setup = series.setup
        met = Counter[tuple[int | None, str]]()
        for first in range(setup.seats):
            for count in play_game(game, setup, "a deal", first, RandomBot):
                if SEAT in count.groups:
                    met[count.seat, count.groups[SEAT]] += 1
        places = map(name_place, range(setup.seats))
        assert met == {(seat, place): 1 for place in places for seat in range(setup.seats)}


def test_every_dinosaur_of_a_deal_is_once_in_every_place() -> None:
    game = find_game("tyrannosaurus")
    setup = game.setup(4)
    met = set()
    for first in range(4):
        counts = play_game(game, setup, "a deal", first, RandomBot)
        dinosaurs = {count.seat: count.groups["dinosaur"] for count in counts if "dinosaur" in count.groups}
        met |= {(dinosaurs[count.seat], count.groups[SEAT]) for count in counts if SEAT in count.groups}
    assert len(met) == 16


# The same again


@every_game
def test_the_same_seed_plays_the_same_games_on_any_number_of_processes(game: AnyGame) -> None:
    whole = make_plan(game, 3 * CHUNK)
    plan = Plan(whole.game, (whole.series[0], whole.series[-1]), whole.games, whole.seed, whole.bot)
    alone = played(plan).to_json()
    assert played(plan).to_json() == alone
    assert played(plan, jobs=2).to_json() == alone
    assert played(plan, jobs=3).to_json() == alone


@every_game
def test_another_seed_plays_other_games(game: AnyGame) -> None:
    assert played(make_plan(game, 1)).sections != played(make_plan(game, 1, "other")).sections


def test_a_series_does_not_depend_on_the_others() -> None:
    game = find_game("tyrannosaurus")
    plan = make_plan(game, 6)
    alone = Plan(plan.game, plan.series[2:3], plan.games, plan.seed, plan.bot)
    assert played(alone).sections == played(plan).sections[2:3]


# What is counted of every game


@every_game
def test_wins_add_up_to_the_games(game: AnyGame) -> None:
    for section in played(make_plan(game, 10)).sections:
        for group in section.groups:
            if group.won:
                assert sum(figure.mean for figure in group.won.values()) == pytest.approx(1)


@every_game
def test_a_shared_win_counts_in_parts(game: AnyGame) -> None:
    setup = game.setup(game.official_seats[0])
    for deal in range(40):
        counts = play_game(game, setup, str(deal), 0, RandomBot)
        shares = [count.numbers[WON] for count in counts if SEAT in count.groups]
        won = [share for share in shares if share]
        assert won == [1 / len(won)] * len(won)
        (table,) = [count for count in counts if PLIES in count.numbers]
        assert table.numbers[SHARED] is (len(won) > 1)
        assert 0 < table.numbers[PLIES] <= game.ply_bound


# Interrupted


def run_and_interrupt(lab: Lab, jobs: int) -> None:
    for chunks, _ in enumerate(lab.run(jobs)):
        if chunks == len(lab.plan.series):
            os.kill(os.getpid(), signal.SIGINT)


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupted_lab_reports_its_results_so_far(jobs: int) -> None:
    lab = Lab(make_plan(find_game("tyrannosaurus"), 4000))
    with pytest.raises(KeyboardInterrupt):
        run_and_interrupt(lab, jobs)
    report = make_report(lab)
    assert not lab.is_done
    assert not report.is_whole
    assert 0 < report.games < report.planned
    assert len(report.sections) == len(lab.plan.series), "the series take turns"


def test_a_lab_that_has_not_begun_has_nothing_to_tell() -> None:
    report = make_report(Lab(make_plan(find_game("trex"), 10)))
    assert (report.games, report.sections) == (0, ())


class Quitter(RandomBot):
    """Breaks its terms at once."""

    def choose(self, sight: Sight, decision: Decision) -> int:
        raise BotForfeit("It gives up.", sight.seat)


def test_a_bot_that_forfeits_ends_the_lab_with_a_sentence_that_comes_through_from_any_process() -> None:
    game = find_game("trex")
    with pytest.raises(BadSetup, match=r"^It gives up\. A lab counts whole games only\.$") as raised:
        play_game(game, game.setup(3), "a deal", 0, Quitter)
    assert str(pickle.loads(pickle.dumps(raised.value))) == str(raised.value)
