"""A record looked back on in the terminal."""

import re
from pathlib import Path

import pytest

from rexarium.analysis import analyse, chances
from rexarium.match import Ending, Record, say_record
from tests.cli.program import Call, Terminal
from tests.cli.samples import fresh, play_on, write


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few playouts are enough to see that they are made."""
    monkeypatch.setattr(chances, "PLAYOUTS", 200)


def test_chances_turning_points_and_the_score_are_shown(call: Call, tmp_path: Path) -> None:
    match = play_on(fresh(7))
    found = analyse(Record(match))
    result = call("analyse", write(match, tmp_path / "game.rex"))
    assert (result.code, result.err) == (0, "")
    rows = re.findall(r"^ *(\d+) +(\d+) % +(\d+) % +(\d+) %$", result.out, re.MULTILINE)
    assert 2 <= len(rows) <= 20
    assert (rows[0][0], rows[-1][0]) == ("0", str(match.ply))
    for ply, *shown in rows:
        assert shown == [f"{chance * 100:.0f}" for chance in found.chances[int(ply)]]
    told = " ".join(result.out.split())
    for point in found.turning_points:
        seat, _, line = point.lines[0].partition(" ")
        assert f"{point.end} {match.players[int(seat) - 1]}" in told
        assert f": {line} " in told
    assert told.count("→") >= len(found.turning_points) > 0
    for standing in found.standings:
        for reason in standing.reasons:
            assert reason.rule in told
    assert re.search(r"Anna: \d+\n", result.out)
    assert re.search(r"(wins|share the win)\.$", result.out)


def test_a_game_that_the_table_ended_names_the_winners_it_named(call: Call, tmp_path: Path) -> None:
    match = play_on(fresh(7), until=lambda match: match.ply == 20)
    file = tmp_path / "ended.rex"
    file.write_text(say_record(match, ending=Ending("seat 2 resigned", (0, 2))), encoding="utf-8")
    result = call("analyse", file)
    assert "ended at the table after 20 moves" in result.out
    assert result.out.endswith("Anna and random bot 3 share the win.\n")


def test_names_of_any_length_and_width_leave_the_columns_in_their_place(call: Call, tmp_path: Path) -> None:
    names = ("An extraordinarily long name", "恐竜恐竜恐竜恐竜恐竜", "Bo")
    match = play_on(fresh(7, players=names), until=lambda match: match.ply == 6)
    lines = call("analyse", write(match, tmp_path / "game.rex")).out.splitlines()
    head = lines[lines.index("Chances to win along the way") + 1]
    assert head.startswith(" move  1 An extraor")
    assert head.endswith(" 3 Bo")
    assert "恐竜" in head


def test_a_file_that_is_not_a_record_is_refused(call: Call, tmp_path: Path) -> None:
    (tmp_path / "no.rex").write_text("hello\n")
    result = call("analyse", tmp_path / "no.rex")
    assert (result.code, result.out) == (2, "")
    assert "this is not a record" in result.err


def test_a_terminal_shows_progress(state: Path, tmp_path: Path) -> None:
    file = write(play_on(fresh(7), until=lambda match: match.ply == 20), tmp_path / "game.rex")
    with Terminal(state, "analyse", file) as terminal:
        terminal.wait_for("positions")
        terminal.wait_for("Chances to win along the way")
        assert terminal.finish() == 0
