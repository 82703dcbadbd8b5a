"""A contest ends in the same file on any number of processes, however often it was interrupted."""

import os
import signal
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from rexarium.arena.contest import GAUNTLET, SPRT, Contest, blocks, play_block
from rexarium.arena.results import Results
from rexarium.arena.sequential import Trial, Verdict
from rexarium.arena.standing import make_findings
from rexarium.arena.statistics import FEW
from rexarium.arena.tournament import Tournament
from tests.arena.contests import contest_of, play, rows_of


@pytest.mark.parametrize("jobs", [2, 3])
def test_any_number_of_processes_fills_the_same_file(jobs: int, tmp_path: Path) -> None:
    contest = contest_of(deals=4)
    alone, together = play(contest, tmp_path / "alone"), play(contest, tmp_path / "together", jobs)
    assert rows_of(alone) == rows_of(together)
    with Results.load(alone) as one, Results.load(together) as other:
        ours, theirs = make_findings(one), make_findings(other)
    timeless = [replace(standing, thinking=ours.standings[0].thinking) for standing in ours.standings]
    assert timeless == [
        replace(standing, thinking=ours.standings[0].thinking) for standing in theirs.standings
    ]
    assert (ours.duels, ours.comparisons, ours.habits) == (theirs.duels, theirs.comparisons, theirs.habits)


@pytest.mark.parametrize("jobs", [1, 2])
def test_interrupted_and_resumed_it_ends_the_same(jobs: int, tmp_path: Path) -> None:
    contest = contest_of(deals=8)
    path = tmp_path / "resumed"
    interruptions = 0
    while True:
        with Results.open(path, contest.terms) as results:
            tournament = Tournament(contest, results)
            before = tournament.games
            try:
                for games in tournament.run(jobs):
                    if tournament.games - before > 6 * games:
                        os.kill(os.getpid(), signal.SIGINT)
            except KeyboardInterrupt:
                interruptions += 1
                assert results.games() >= tournament.games > before, "nothing is lost that was told"
                continue
            break
    assert interruptions > 2
    assert rows_of(path) == rows_of(play(contest, tmp_path / "whole"))


def test_blocks_come_back_in_any_order(tmp_path: Path) -> None:
    contest = contest_of(deals=3)
    path = tmp_path / "shuffled"
    with Results.open(path, contest.terms) as results:
        for block in reversed(blocks(contest)[2:7]):
            results.write(play_block(block))
    assert rows_of(play(contest, path)) == rows_of(play(contest, tmp_path / "whole"))


def test_more_deals_go_on_where_fewer_ended(tmp_path: Path) -> None:
    contest = contest_of(deals=2)
    path = play(contest, tmp_path / "grown")
    assert len(rows_of(path)) < len(rows_of(play(replace(contest, deals=5), path)))
    assert rows_of(path) == rows_of(play(replace(contest, deals=5), tmp_path / "whole"))
    assert rows_of(play(contest, path)) == rows_of(path), "fewer take nothing away"


def test_only_what_is_missing_is_played(tmp_path: Path) -> None:
    contest = contest_of(deals=3)
    with Results.open(tmp_path / "x", contest.terms) as results:
        for block in blocks(contest)[1:4]:
            results.write(play_block(block))
        assert list(Tournament(contest, results).run()) == [2] * 6
        assert list(Tournament(contest, results).run()) == []


def test_a_gauntlet_lets_all_meet_the_challenger(tmp_path: Path) -> None:
    path = play(contest_of(mode=GAUNTLET, seats=3, deals=2), tmp_path / "gauntlet")
    with Results.load(path) as results:
        findings = make_findings(results)
    assert [(duel.challenger, duel.opponent) for duel in findings.duels] == [
        ("random", "search:2"),
        ("random", "search:8"),
    ]
    assert findings.games == 2 * 2 * 3
    assert {s.contestant: s.won is not None for s in findings.standings} == {
        "random": True,
        "search:2": False,
        "search:8": False,
    }, "the others were never alone at a table"


# Sequential tests


def sprt(deals: int = 300) -> Contest:
    """A difference so large that the verdict comes as early as it can."""
    return contest_of(["search:30", "random"], mode=SPRT, deals=deals, trial=Trial(0, 100))


@pytest.fixture(scope="module")
def tested(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return play(sprt(), tmp_path_factory.mktemp("sprt") / "alone")


def test_a_test_stops_at_its_verdict(tested: Path) -> None:
    with Results.load(tested) as results:
        course = make_findings(results).course
        assert course is not None
        assert course.verdict is Verdict.ACCEPTED
        assert FEW <= len(course.path) < 300
        assert results.done() == set(range(len(course.path))), "no block after it is kept"
        tournament = Tournament(sprt(), results)
        assert tournament.is_done
        assert list(tournament.run()) == [], "and nothing is played any more"


def test_a_test_stops_at_the_same_deal_on_any_number_of_processes(tested: Path, tmp_path: Path) -> None:
    assert rows_of(play(sprt(), tmp_path / "together", jobs=2)) == rows_of(tested)


def test_a_test_that_was_interrupted_goes_on(tested: Path, tmp_path: Path) -> None:
    path = tmp_path / "resumed"
    with Results.open(path, sprt().terms) as results:
        for _ in zip(range(7), Tournament(sprt(), results).run(), strict=False):
            pass
    assert rows_of(play(sprt(), path)) == rows_of(tested)


def test_a_test_without_verdict_ends_with_its_deals(tmp_path: Path) -> None:
    path = play(sprt(deals=3), tmp_path / "short")
    with Results.load(path) as results:
        findings = make_findings(results)
    assert findings.deals == 3
    assert findings.course is not None
    assert findings.course.verdict is Verdict.OPEN


# Standings


def test_the_standings_can_be_asked_any_time(tmp_path: Path) -> None:
    contest = contest_of(["search:60", "random"], deals=12)
    with Results.open(tmp_path / "x", contest.terms) as results:
        tournament = Tournament(contest, results)
        assert tournament.ratings().points == [0.0, 0.0]
        for _ in tournament.run():
            better, worse = tournament.ratings().points
            assert better == pytest.approx(-worse)
        assert better > worse


def test_two_programs_may_play_one_contest(tmp_path: Path) -> None:
    contest = contest_of(deals=4)
    path = tmp_path / "shared"
    with Results.open(path, contest.terms) as one, Results.open(path, contest.terms) as other:
        runs = [Tournament(contest, one).run(), Tournament(contest, other).run()]
        for run in runs:
            for _ in zip(range(5), run, strict=False):
                pass
        for run in runs:
            list(run)
    assert rows_of(path) == rows_of(play(contest, tmp_path / "whole"))
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    connection.close()
