"""`rexarium lab`, from its words to its files."""

import json
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest

from rexarium.arena import Lab
from rexarium.bots import Bot, RandomBot
from rexarium.cli.main import run
from rexarium.games import AnyGame, all_games
from rexarium.kernel.decision import Decision
from rexarium.kernel.sight import Sight


@pytest.mark.parametrize("game", all_games())
def test_a_tiny_lab_prints_and_writes(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page, figures = tmp_path / "lab.html", tmp_path / "lab.json"
    words = [
        "lab",
        game,
        "--games",
        "4",
        "--seed",
        "x",
        "--jobs",
        "1",
        "--html",
        str(page),
        "--json",
        str(figures),
    ]
    assert run(words) == 0
    out, err = capsys.readouterr()
    assert "Seed: x" in out
    assert "Wins by seat" in out
    assert "\x1b" not in out, "plain when piped"
    assert max(map(len, out.splitlines())) <= 80
    assert err == ""
    assert "--games 4 --seed x --bot random" in page.read_text(encoding="utf-8")
    assert json.loads(figures.read_text(encoding="utf-8"))["game"] == game


def test_arguments_choose_seats_boxes_and_rulings(capsys: pytest.CaptureFixture[str]) -> None:
    words = [
        "lab",
        "tyrannosaurus",
        "--games",
        "1",
        "--jobs",
        "1",
        "--seats",
        "2,3",
        "--edition",
        "other-split",
    ]
    assert run([*words, "--ruling", "pair=pteranodon-diplodocus", "--preset", "to-the-last-turn"]) == 0
    out = capsys.readouterr().out
    assert "other-split, 2 seats, pteranodon-diplodocus: 2 games" in out
    assert "other-split, 3 seats: 3 games" in out
    assert "standard" not in out
    assert "triceratops: " not in out


def test_any_bot_of_the_roster_plays(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["lab", "tyrannosaurus", "--games", "8", "--seats", "2", "--seed", "x", "--bot", "search:3"]
    assert run([*words, "--jobs", "1"]) == 0
    alone = capsys.readouterr().out
    assert "On every seat a search:3 bot." in alone
    assert run([*words, "--jobs", "2"]) == 0
    assert capsys.readouterr().out == alone


def test_processes_print_what_one_prints(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["lab", "trex", "--games", "60", "--seats", "3", "--seed", "x", "--jobs"]
    assert run([*words, "1"]) == 0
    alone = capsys.readouterr().out
    assert run([*words, "2"]) == 0
    assert capsys.readouterr().out == alone


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--seats", "9"], "seats, not 9"),
        (["--seats", "three"], "not a list of seats"),
        (["--games", "0"], "at least one game"),
        (["--jobs", "0"], "at least one game and one job"),
        (["--bot", "genius"], "no bot 'genius'"),
        (["--edition", "lost"], "no edition 'lost'"),
        (["--preset", "lost"], "no preset 'lost'"),
        (["--ruling", "lost"], "write NAME=ANSWER"),
        (["--html", "/nowhere/at/all.html"], "Cannot write"),
        (["--json", "."], "Cannot write"),
    ],
)
def test_an_impossible_lab_is_refused_before_anything_is_played(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["lab", "trex", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert sentence in err


class Impatient(RandomBot):
    """Presses Ctrl-C after a while."""

    left = 0

    def choose(self, sight: Sight, decision: Decision) -> int:
        Impatient.left -= 1
        if Impatient.left < 0:
            raise KeyboardInterrupt
        return super().choose(sight, decision)


def make_impatient(_word: str, _game: AnyGame, _seats: int, seed: int) -> Bot:
    return Impatient(seed)


def test_an_interrupt_prints_and_writes_the_results_so_far(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rexarium.arena.lab.make_bot", make_impatient)
    monkeypatch.setattr(Impatient, "left", 5000)
    figures = tmp_path / "lab.json"
    words = [
        "lab",
        "tyrannosaurus",
        "--seats",
        "4",
        "--edition",
        "standard",
        "--jobs",
        "1",
        "--json",
        str(figures),
    ]
    assert run(words) == 130
    out = capsys.readouterr().out
    assert "games of 1,000, interrupted" in out
    assert "Wins by dinosaur" in out
    found = json.loads(figures.read_text(encoding="utf-8"))
    assert 0 < found["games"] < found["planned"] == 1000


def test_a_killed_process_costs_only_what_it_played(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole_run = Lab.run

    def broken_run(lab: Lab, jobs: int) -> Iterator[int]:
        yield next(whole_run(lab, min(jobs, 1)))
        raise BrokenProcessPool

    monkeypatch.setattr(Lab, "run", broken_run)
    assert run(["lab", "trex", "--seats", "3"]) == 130
    out, err = capsys.readouterr()
    assert "T-Rex: 24 games of 1,002, interrupted" in out
    assert "was killed" in err


def test_an_interrupt_before_any_result_just_exits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rexarium.arena.lab.make_bot", make_impatient)
    monkeypatch.setattr(Impatient, "left", 5)
    with pytest.raises(KeyboardInterrupt):
        run(["lab", "trex", "--jobs", "1"])
