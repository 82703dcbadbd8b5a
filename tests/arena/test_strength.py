"""How strength is measured: every table, one guest among others, resumable, and what the page then says."""

from dataclasses import replace
from pathlib import Path

import pytest

from rexarium.arena import strength
from rexarium.arena.report import Figure
from rexarium.arena.results import Results
from rexarium.arena.strength import (
    Finding,
    Table,
    contest_at,
    file_name,
    findings_in,
    guests,
    play,
    rungs,
    tables,
)
from rexarium.bots import LEVELS
from rexarium.games import find_game

TY = find_game("tyrannosaurus")
TWO = Table(TY, "table", 2)
PAIRING = ("hunter", "random")
ROOT = Path(__file__).parents[2]


def played(folder: Path, deals: int = 3, table: Table = TWO, pairing: tuple[str, str] = PAIRING) -> Finding:
    return play(folder, contest_at(table, pairing, deals))


def test_every_game_is_measured_with_any_number_of_seats_and_cubosaurs_also_with_dna() -> None:
    names = [str(table) for table in tables()]
    assert len(names) == len(set(names)) == 4 + 4 + 4 + 3
    for name in (
        "T-Rex, 2 seats",
        "Cubosaurs, 5 seats",
        "Cubosaurs dna, 5 seats",
        "Tyrannosaurus Rex, 4 seats",
    ):
        assert name in names
    assert [str(table) for table in tables(["tyrannosaurus"])] == [
        f"Tyrannosaurus Rex, {seats} seats" for seats in (2, 3, 4)
    ]


def test_guests_meet_the_top_level_at_one_budget_and_plain_search_also_at_ten_times_that() -> None:
    assert {host for _, host in guests(70)} == {f"{LEVELS[-1]}:70"}
    assert [guest for guest, _ in guests(70)] == [
        "random",
        "greedy",
        "search:70",
        "search:700",
        "clairvoyant:70",
    ]
    assert rungs()[0] == ("nestling", "hatchling")
    assert rungs(["alpha", "tyrant"]) == [("tyrant", "alpha")]


def test_a_guest_is_on_every_seat_once_a_deal(tmp_path: Path) -> None:
    four = Table(TY, "table", 4)
    played(tmp_path, 2, four)
    with Results.load(tmp_path / file_name(contest_at(four, PAIRING, 2).terms)) as results:
        guests_at = [
            (deal, at % 4)
            for at, (deal, _, seat) in enumerate(results.seats())
            if seat.contestant == PAIRING[0]
        ]
    assert guests_at == [(deal, seat) for deal in (0, 1) for seat in range(4)]


def test_a_comparison_goes_on_where_it_was_left(tmp_path: Path) -> None:
    whole = played(tmp_path / "whole", 4)
    assert played(tmp_path / "parts", 1).deals == 1
    assert played(tmp_path / "parts", 4) == whole
    assert played(tmp_path / "parts", 4) == whole
    assert findings_in(tmp_path / "parts") == [whole]


def test_the_stronger_bot_wins_more_than_its_fair_share(tmp_path: Path) -> None:
    finding = played(tmp_path, 40)
    assert finding.won.mean > finding.won.low > 0.5
    assert finding.points.low < finding.points.mean < finding.points.high
    assert finding.points.low > 0
    assert finding.doubt < strength.SURE
    assert strength.say_line(finding).startswith("Tyrannosaurus Rex, 2 seats: hunter among random: ")


def test_the_page_gets_a_table_for_each_budget_and_one_for_the_ladder(tmp_path: Path) -> None:
    played(tmp_path, 2, pairing=("random", "tyrant:3"))
    played(tmp_path, 3, Table(TY, "table", 3), ("random", "tyrant:3"))
    played(tmp_path, 2, pairing=("greedy", "tyrant:9"))
    played(tmp_path, 2, pairing=("nestling", "hatchling"))
    played(tmp_path, 2, pairing=PAIRING)  # which is neither
    text = strength.say_findings(findings_in(tmp_path))
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert [row for row in rows if row.startswith("| table")] == [
        "| table | random, 2 to 3 deals |",
        "| table | greedy, 2 deals |",
        "| table | nestling, 2 deals |",
    ]
    assert len(rows) == 3 * 2 + 2 + 1 + 1
    assert text.index("tyrant:3") < text.index("tyrant:9") < text.index("Each level")
    assert "guests --simulations 9`" in text


def made_up(
    seats: int, low: float, high: float, pairing: tuple[str, str] = ("search:90", "tyrant:9")
) -> Finding:
    points = Figure((low + high) / 2, low, high, is_share=False)
    doubt = 0.001 if low > 0 else 0.5
    return Finding(
        Table(TY, "table", seats), pairing, 500, Figure(0.5, 0.4, 0.6, is_share=True), points, doubt
    )


def test_it_is_said_where_plain_search_is_stronger_and_where_that_is_open() -> None:
    text = strength.say_findings([made_up(2, -90, -30), made_up(3, 10, 50), made_up(4, -10, 30)])
    name = "Tyrannosaurus Rex with"
    assert (
        f"`search:90` is weaker at {name} 2 seats; stronger at {name} 3 seats; neither beyond doubt at"
        in text
    )
    assert "`search:90` is weaker wherever it was played." in strength.say_findings([made_up(2, -90, -30)])
    at_all = [replace(made_up(2, -90, -30), table=table) for table in strength.tables()]
    assert "`search:90` is weaker everywhere." in strength.say_findings(at_all)


def test_it_is_said_which_levels_are_too_close() -> None:
    rung = ("nestling", "hatchling")
    text = strength.say_findings(
        [made_up(2, 60, 90, rung), made_up(3, 20, 60, rung), made_up(4, -1, 200, rung)]
    )
    assert (
        "1 of 3 steps are 50 points or more with p < 0.01, but for nestling at Tyrannosaurus Rex, 3 seats; "
        in text
    )
    assert "1 of 1 steps are 50 points or more with p < 0.01, all of them." in strength.say_findings(
        [made_up(2, 60, 90, rung)]
    )


def test_a_difference_that_may_be_chance_is_said_with_its_p(tmp_path: Path) -> None:
    played(tmp_path, 2, pairing=("nestling", "hatchling"))
    assert ", p = " in strength.say_findings(findings_in(tmp_path))


def test_only_what_is_between_the_marks_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "bots.md"
    page.write_text(f"before\n{strength.BEGIN}old\n{strength.END}after\n")
    monkeypatch.setattr(strength, "PAGE", page)
    played(tmp_path / "results", 2, pairing=("random", "tyrant:3"))
    assert strength.main(["write", "--results", str(tmp_path / "results")]) == 0
    text = page.read_text()
    assert text.startswith(f"before\n{strength.BEGIN}\nOne guest among players of `tyrant:3`")
    assert text.endswith(f"|\n\n{strength.END}after\n")
    assert "old" not in text


def test_the_command_plays_the_requested_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["ladder", "--levels", "hatchling,nestling", "--game", "tyrannosaurus", "--deals", "1"]
    assert strength.main([*words, "--results", str(tmp_path)]) == 0
    told = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in told] == list(map(str, tables(["tyrannosaurus"])))
    assert len(findings_in(tmp_path)) == 3


def test_the_page_has_a_place_for_it() -> None:
    page = (ROOT / strength.PAGE).read_text(encoding="utf-8")
    assert page.count(strength.BEGIN) == page.count(strength.END) == 1
    assert page.index(strength.BEGIN) < page.index(strength.END)
