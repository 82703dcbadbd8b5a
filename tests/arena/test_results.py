"""The results file: whole blocks, one contest, and answers to whatever a person asks."""

import json
import re
import sqlite3
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

from rexarium.arena.contest import SPRT, Terms, blocks, play_block
from rexarium.arena.results import BadResults, Results
from rexarium.arena.sequential import Trial
from rexarium.arena.standing import make_findings
from rexarium.games import all_games
from tests.arena.contests import WORDS, contest_of, play, rows_of

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "run-an-arena.md"
QUERIES = re.findall(r"^```sql\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.M | re.S)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "results.sqlite"


def ask(path: Path, query: str) -> list[Any]:
    connection = sqlite3.connect(path)
    found = connection.execute(query).fetchall()
    connection.close()
    return found


@pytest.mark.parametrize("game", all_games())
def test_written_results_can_be_read_back(game: str, path: Path) -> None:
    contest = contest_of(WORDS[:2], game=game, seats=3, deals=2)
    written = [play_block(block) for block in blocks(contest)]
    with Results.open(path, contest.terms) as results:
        for block in written:
            results.write(block)
    with Results.load(path) as results:
        assert results.terms == contest.terms
        assert results.done() == {block.number for block in written}
        assert results.games() == sum(len(block.games) for block in written)
        scores = [(score.deal, score.pairing, score.games, score.won) for score in results.scores()]
        assert scores == [(block.deal, block.pairing, 3, block.won) for block in written]
        seats = [seat for block in written for game_ in block.games for seat in game_.seats]
        assert [seat for _, _, seat in results.seats()] == seats


def test_a_person_finds_the_plan_and_counts_from_one(path: Path) -> None:
    contest = contest_of(WORDS[:2], mode=SPRT, deals=1, trial=Trial(elo1=30))
    play(contest, path)
    plan = dict(ask(path, "SELECT name, value FROM plan"))
    assert set(plan) == {field.name for field in fields(Terms)}
    assert (plan["game"], plan["seats"], plan["seed"], plan["mode"]) == (
        "tyrannosaurus",
        "2",
        "a seed",
        "sprt",
    )
    assert json.loads(plan["contestants"]) == list(WORDS[:2])
    assert json.loads(plan["trial"])["elo1"] == 30
    rows = ask(path, "SELECT game, block, deal, challenger, opponent, seat FROM games")
    assert rows == [(1, 1, 1, *WORDS[:2], 1), (2, 1, 1, *WORDS[:2], 2)]
    assert ask(path, "SELECT seat, contestant, place FROM seats WHERE game = 1") == [
        (1, "random", 1),
        (2, "search:2", 2),
    ]


# One contest a file


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"seed": "other"}, "seed: a seed, not other"),
        ({"seats": 3}, "seats: 2, not 3"),
        ({"mode": "gauntlet"}, "mode: round-robin, not gauntlet"),
        ({"contestants": WORDS[:2]}, "contestants: random,search:2,search:8, not random,search:2"),
        ({"rulings": {"pair": "x"}}, "rulings: .*, not pair x"),
        ({"trial": Trial()}, "trial: none, not 0 against 20"),
        ({"version": "99"}, "version: .*, not 99"),
    ],
)
def test_another_contest_is_refused_in_a_sentence(change: dict[str, Any], sentence: str, path: Path) -> None:
    terms = contest_of().terms
    Results.open(path, terms).close()
    before = path.read_bytes()
    with pytest.raises(BadResults, match=rf"holds another contest \({sentence}") as refusal:
        Results.open(path, replace(terms, **change))
    assert "\n" not in str(refusal.value)
    assert path.read_bytes() == before


def test_a_file_that_is_no_results_file_is_refused(path: Path) -> None:
    terms = contest_of().terms
    path.write_text("Dear diary, " * 100)
    with pytest.raises(BadResults, match="not a database"):
        Results.open(path, terms)
    path.unlink()
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE diary (entry)")
    connection.close()
    with pytest.raises(BadResults, match="no results of an arena"):
        Results.open(path, terms)
    with pytest.raises(BadResults, match="no results of an arena"):
        Results.load(path)
    assert ask(path, "SELECT name FROM sqlite_master") == [("diary",)]


def test_a_file_of_a_later_program_is_refused(path: Path) -> None:
    Results.open(path, contest_of().terms).close()
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 2")
    connection.close()
    with pytest.raises(BadResults, match="is of version 2, and this program reads 1"):
        Results.load(path)


def test_a_file_that_is_not_there_is_not_made_by_looking(path: Path) -> None:
    with pytest.raises(BadResults, match="There is no file"):
        Results.load(path)
    assert not path.exists()


def test_an_empty_file_is_begun(path: Path) -> None:
    path.touch()
    Results.open(path, contest_of().terms).close()
    assert dict(ask(path, "SELECT name, value FROM plan"))["seed"] == "a seed"


# Whole blocks


def test_a_block_is_written_whole_or_not_at_all(path: Path) -> None:
    contest = contest_of(WORDS[:2])
    block = play_block(blocks(contest)[0])
    lost = replace(block.games[1].seats[1], contestant=None)  # type: ignore[arg-type]
    broken = replace(block.games[1], seats=(block.games[1].seats[0], lost))
    with Results.open(path, contest.terms) as results:
        with pytest.raises(BadResults, match=r"seats\.contestant"):
            results.write(replace(block, games=(block.games[0], broken)))
        assert results.games() == 0
        assert list(results.seats()) == []
        results.write(block)
        assert results.games() == 2


def test_a_block_that_is_there_already_stays(path: Path) -> None:
    contest = contest_of(WORDS[:2])
    block = play_block(blocks(contest)[0])
    with Results.open(path, contest.terms) as one, Results.open(path, contest.terms) as other:
        one.write(block)
        other.write(block)
        assert other.games() == 2


def test_somebody_may_look_on(path: Path) -> None:
    contest = contest_of(WORDS[:2])
    with Results.open(path, contest.terms) as results:
        for block in blocks(contest):
            results.write(play_block(block))
            assert ask(path, "SELECT COUNT(*) FROM games") == [(2 * (block.number + 1),)]


# What the page says


def test_the_page_has_three_queries() -> None:
    assert len(QUERIES) >= 3


@pytest.mark.parametrize("query", QUERIES)
def test_a_query_of_the_page_answers(query: str, path: Path) -> None:
    found = ask(play(contest_of(seats=3, deals=2), path), query)
    assert found
    assert all(value is not None for row in found for value in row)


def test_every_column_is_described_on_the_page(path: Path) -> None:
    Results.open(path, contest_of().terms).close()
    page = PAGE.read_text(encoding="utf-8")
    for table in ("plan", "games", "seats", "pairings"):
        described = re.search(rf"^\| `{table}` \|.*$", page, re.M)
        assert described, table
        for _, column, *_ in ask(path, f"PRAGMA table_info({table})"):
            assert f"`{column}`" in described[0], f"{table}.{column}"


def test_the_view_agrees_with_the_report(path: Path) -> None:
    play(contest_of(seats=3, deals=2), path)
    with Results.load(path) as results:
        duels = {(duel.challenger, duel.opponent): duel for duel in make_findings(results).duels}
    for challenger, opponent, deals, games, share in ask(path, "SELECT * FROM pairings"):
        duel = duels[challenger, opponent]
        assert (deals, games, share) == (2, duel.games, pytest.approx(duel.won.mean))


def test_rows_are_the_same_in_two_files(tmp_path: Path) -> None:
    contest = contest_of()
    assert rows_of(play(contest, tmp_path / "a")) == rows_of(play(contest, tmp_path / "b"))
