"""`rexarium arena`, from its words to its files; interrupted, killed, and gone on with."""

import os
import re
import shlex
import signal
import sqlite3
import subprocess
import time
from pathlib import Path

import pytest

from rexarium.arena.contest import MODES
from tests.arena.contests import rows_of
from tests.arena.markup import check_page
from tests.cli.program import COMMAND, PATIENCE, Call, Terminal, environment

TABLE = ("arena", "tyrannosaurus", "--players", "random,search:2,search:8", "--seats", "2", "--seed", "x")
DOCUMENT = Path(__file__).parents[2] / "docs" / "how-to" / "run-an-arena.md"
EXAMPLES = re.findall(r"^    \./rex (arena .*)$", DOCUMENT.read_text(encoding="utf-8"), re.M)


@pytest.fixture
def results(tmp_path: Path) -> Path:
    return tmp_path / "results.sqlite"


@pytest.mark.parametrize("jobs", [1, 2])
def test_it_plays_prints_and_writes(jobs: int, call: Call, results: Path, tmp_path: Path) -> None:
    page = tmp_path / "arena.html"
    words = (*TABLE, "--deals", 3, "--results", results, "--html", page, "--jobs", jobs)
    answer = call(*words)
    assert (answer.code, answer.err) == (0, "")
    assert "Tyrannosaurus Rex, 2 seats: 18 games on 3 deals" in answer.out
    assert f"Results: {results}" in answer.out
    assert "\x1b" not in answer.out, "plain when piped"
    check_page(page.read_text(encoding="utf-8"))
    again = "rexarium arena tyrannosaurus --players random,search:2,search:8 --mode round-robin --seats 2 --deals 3 --seed x"
    assert f"<code>{again}</code>" in page.read_text(encoding="utf-8")


def test_repeating_a_finished_command_plays_nothing_and_prints_the_same(call: Call, results: Path) -> None:
    words = (*TABLE, "--deals", 3, "--results", results, "--jobs", 1)
    first = call(*words)
    stamp = results.stat().st_mtime_ns
    assert call(*words) == first
    assert results.stat().st_mtime_ns == stamp


def test_a_report_prints_what_the_contest_printed(call: Call, results: Path, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    told = call(*TABLE, "--deals", 2, "--results", results, "--jobs", 1)
    answer = call("arena", "report", results, "--html", page)
    assert (answer.code, answer.out) == (0, told.out)
    check_page(page.read_text(encoding="utf-8"))


def test_without_a_file_the_results_are_put_with_the_saved_games(call: Call, state: Path) -> None:
    answer = call(*TABLE, "--deals", 1, "--jobs", 1)
    (found,) = (state / "arena").iterdir()
    assert f"Results: {found}" in answer.out
    assert call("arena", "report", found).out == answer.out


def test_a_resumed_file_knows_its_seed(call: Call, results: Path) -> None:
    players = ("arena", "tyrannosaurus", "--players", "random,search:2", "--results", results, "--jobs", 1)
    assert call(*players, "--deals", 1).code == 0
    answer = call(*players, "--deals", 2)
    assert answer.code == 0
    assert "4 games on 2 deals" in answer.out


def test_arguments_choose_table_and_rulings(call: Call, results: Path) -> None:
    words = ("arena", "tyrannosaurus", "--players", "search:2", "--players", "random", "--mode", "gauntlet")
    table = ("--seats", 2, "--edition", "other-split", "--preset", "to-the-last-turn")
    rest = ("--ruling", "pair=pteranodon-diplodocus", "--deals", 1, "--results", results, "--jobs", 1)
    assert call(*words, *table, *rest).code == 0
    connection = sqlite3.connect(results)
    plan = dict(connection.execute("SELECT name, value FROM plan"))
    dinosaurs = {
        name for (name,) in connection.execute("SELECT json_extract(labels, '$.dinosaur') FROM seats")
    }
    connection.close()
    assert (plan["edition"], plan["preset"], plan["mode"]) == ("other-split", "to-the-last-turn", "gauntlet")
    assert plan["contestants"] == '["search:2", "random"]'
    assert dinosaurs == {"pteranodon", "diplodocus"}


def test_a_test_prints_its_verdict_and_its_bounds(call: Call, results: Path) -> None:
    words = ("arena", "tyrannosaurus", "--players", "search:30,random", "--mode", "sprt", "--seats", 2)
    risks = ("--elo0", -5, "--elo1", 95, "--alpha", 0.1, "--beta", 0.2)
    answer = call(*words, *risks, "--seed", "x", "--results", results, "--jobs", 1)
    assert answer.code == 0
    assert "Accepted: search:30 is stronger than random." in answer.out
    assert "bounds −1.50 and +2.08, after 30 deals." in answer.out
    assert "H0: −5, H1: +95 points; alpha 0.1, beta 0.2." in answer.out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["trex"], "at least two, not 0"),
        (["trex", "--players", "random"], "at least two, not 1"),
        (["trex", "--players", "random,genius"], "no bot 'genius'"),
        (["trex", "--players", "random,,greedy"], "no bot ''"),
        (["trex", "--players", "random,greedy", "--mode", "swiss"], "no mode 'swiss'"),
        (["trex", "--players", "random,greedy", "--seats", "9"], "seats, not 9"),
        (["trex", "--players", "random,greedy", "--deals", "0"], "at least one deal"),
        (["trex", "--players", "random,greedy", "--jobs", "0"], "at least one job"),
        (["trex", "--players", "random,greedy", "--elo1", "9"], "use --mode sprt"),
        (["trex", "--players", "random,greedy", "--mode", "sprt", "--elo0", "50"], "elo0 below elo1"),
        (["trex", "--players", "random,greedy", "--edition", "lost"], "no edition 'lost'"),
        (["trex", "--players", "random,greedy", "--preset", "lost"], "no preset 'lost'"),
        (["trex", "--players", "random,greedy", "--ruling", "lost"], "write NAME=ANSWER"),
        (["trex", "--players", "random,greedy", "--html", "/nowhere/at/all.html"], "Cannot write"),
        (["trex", "--players", "random,greedy", "--results", "/nowhere/at/all"], "Cannot write"),
        (["trex", "some.sqlite"], "arena report some.sqlite"),
        (["chess", "--players", "random,greedy"], "chess"),
        (["report"], "Name the results file"),
        (["report", "lost.sqlite"], "There is no file"),
        (["report", "lost.sqlite", "--deals", "5"], "--deals is only for playing"),
    ],
)
def test_an_impossible_request_is_refused_in_a_sentence(words: list[str], sentence: str, call: Call) -> None:
    answer = call("arena", *words)
    assert (answer.code, answer.out) == (2, "")
    assert sentence in answer.err
    assert answer.err.count("\n") == 1


def test_another_plan_is_refused_in_one_sentence(call: Call, results: Path) -> None:
    assert call(*TABLE, "--deals", 1, "--results", results, "--jobs", 1).code == 0
    before = rows_of(results)
    answer = call(*TABLE, "--seed", "y", "--deals", 1, "--results", results)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == f"rexarium: {results} holds another contest (seed: x, not y).\n"
    answer = call(*TABLE, "--mode", "gauntlet", "--deals", 1, "--results", results)
    assert "(mode: round-robin, not gauntlet)" in answer.err
    assert rows_of(results) == before


def test_a_results_file_without_games_has_no_report(call: Call, results: Path) -> None:
    assert call(*TABLE, "--deals", 1, "--results", results, "--jobs", 1).code == 0
    with sqlite3.connect(results) as connection:
        connection.execute("DELETE FROM games")
    connection.close()
    answer = call("arena", "report", results)
    assert answer.code == 2
    assert "no game has been played" in answer.err


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_of_the_page_runs(example: str, call: Call, results: Path) -> None:
    words = re.sub(r"--deals \d+", "--deals 1", example)
    answer = call(*shlex.split(words), "--results", results, "--jobs", 1)
    assert (answer.code, answer.err) == (0, "")


def test_the_page_shows_every_mode() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    assert len(EXAMPLES) >= 3
    assert all(f"`{mode}`" in text for mode in MODES)


# Real processes


def start(state: Path, results: Path, jobs: int) -> "subprocess.Popen[str]":
    """A contest that nobody waits for the end of."""
    words = [*TABLE, "--deals", 2000, "--results", results, "--jobs", jobs]
    return subprocess.Popen(
        [*COMMAND, *map(str, words)],
        env=environment(state),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def ask(results: Path, query: str) -> int:
    connection = sqlite3.connect(results)
    try:
        return int(connection.execute(query).fetchone()[0] or 0)
    finally:
        connection.close()


def games_in(results: Path) -> int:
    return ask(results, "SELECT COUNT(*) FROM games")


def wait_for_games(results: Path, number: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while not results.exists() or not ask(results, "SELECT COUNT(*) FROM sqlite_master"):
        assert time.monotonic() < deadline, "no file was begun"
        time.sleep(0.02)
    while games_in(results) < number:
        assert time.monotonic() < deadline, "no games were written"
        time.sleep(0.02)


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_killed_and_resumed_contest_gives_the_same_results(
    jobs: int, call: Call, state: Path, results: Path, tmp_path: Path
) -> None:
    """kill -9 again and again, at any moment: what is there is whole, and the end is the same."""
    before = 0
    for more in (4, 30):
        process = start(state, results, jobs)
        wait_for_games(results, before + more)
        process.kill()
        process.communicate()
        assert process.returncode == -signal.SIGKILL
        before = games_in(results)
        assert before % 2 == 0, "only whole blocks"
        assert ask(results, "SELECT COUNT(*) FROM seats") == 2 * before
    deals = ask(results, "SELECT MAX(deal) FROM games") + 2
    answer = call(*TABLE, "--deals", deals, "--results", results, "--jobs", 1)
    whole = tmp_path / "whole.sqlite"
    unbroken = call(*TABLE, "--deals", deals, "--results", whole, "--jobs", 1)
    assert answer.code == unbroken.code == 0
    assert games_in(results) == deals * 3 * 2 > before
    assert rows_of(results) == rows_of(whole)
    assert timeless(answer.out) == timeless(unbroken.out).replace(str(whole), str(results))


def timeless(text: str) -> str:
    """Without the time a decision took, which no two runs have in common."""
    return re.sub(r"a decision|[\d.]+ (µs|ms|s)$", "", text, flags=re.M).replace(" ", "")


def test_an_interrupt_prints_the_results_so_far_and_how_to_resume(state: Path, results: Path) -> None:
    process = start(state, results, 2)
    wait_for_games(results, 8)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert err == ""
    assert "Ladder" in out
    told = re.search(r"Interrupted after ([\d,]+) of 12,000 games. Continue with:\n(.*)\n", out)
    assert told
    assert int(told[1].replace(",", "")) <= games_in(results)
    words = shlex.split(told[2])
    assert words[-2:] == ["--results", str(results)]
    assert "--deals 2000 --seed x" in told[2]


def test_in_a_terminal_a_bar_and_the_standings_are_shown(state: Path, results: Path) -> None:
    with Terminal(state, *TABLE, "--deals", "2000", "--results", results) as terminal:
        shown = terminal.wait_for("search:8")
        assert "/12000" in shown
        assert "rating" in shown
        terminal.interrupt()
        assert "Interrupted after" in terminal.wait_for("Continue with")
        assert terminal.finish() == 130


def test_an_interrupt_before_any_result_just_exits(
    call: Call, results: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object) -> None:
        os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr("rexarium.arena.contest.play_game", interrupt)
    with pytest.raises(KeyboardInterrupt):
        call(*TABLE, "--results", results, "--jobs", 1)
