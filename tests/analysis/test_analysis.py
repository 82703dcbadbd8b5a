"""The whole analysis of a record, with no server anywhere."""

import subprocess
import sys

import pytest

from rexarium.analysis import Analysis, analyse, chances, find_steps, sample_plies, turning_points
from rexarium.games import AnyGame, find_game
from rexarium.kernel.chance import Chance
from rexarium.kernel.game import winners
from rexarium.match import Match, Record, read_whole_record, say_record
from tests.analysis.games import play_out
from tests.laws.registry import every_game


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few playouts are enough to see that they are made."""
    monkeypatch.setattr(chances, "PLAYOUTS", 200)


@every_game
def test_an_analysis_has_chances_from_the_first_ply_to_the_last(game: AnyGame) -> None:
    match = play_out(game, game.min_seats)
    found = analyse(Record(match))
    assert found.match is match
    assert list(found.chances) == sorted(found.chances)
    assert set(sample_plies(find_steps(match))) <= set(found.chances) <= set(find_steps(match))
    won = winners(match.state())
    assert found.winners == tuple(won)
    assert found.chances[match.ply] == tuple((seat in won) / len(won) for seat in range(match.setup.seats))
    assert [standing.score for standing in found.standings] == [
        match.state().score(seat) for seat in range(match.setup.seats)
    ]


@every_game
def test_a_turning_point_is_a_step_of_the_record(game: AnyGame) -> None:
    match = play_out(game, game.max_seats)
    found = analyse(Record(match))
    assert found.turning_points
    assert len(found.turning_points) <= turning_points.MOST_TURNS
    steps = find_steps(match)
    record = [line.strip() for line in say_record(match).splitlines()]
    for point in found.turning_points:
        assert steps.index(point.end) == steps.index(point.begin) + 1
        assert point.lines
        assert set(point.lines) <= set(record)
        assert (point.before, point.after) == (found.chances[point.begin], found.chances[point.end])
        swing = sum(abs(a - b) for a, b in zip(point.before, point.after, strict=True)) / 2
        assert swing >= turning_points.LEAST_SWING


def test_the_same_record_has_the_same_analysis() -> None:
    text = say_record(play_out(find_game("tyrannosaurus"), 2))
    once, again = (analyse(read_whole_record(text)) for _ in range(2))
    assert _figures(once) == _figures(again)


def _figures(found: Analysis) -> tuple[object, ...]:
    return found.chances, found.turning_points, found.standings, found.winners


def test_progress_is_reported_from_start_to_end() -> None:
    told: list[tuple[int, int]] = []
    found = analyse(Record(play_out(find_game("trex"), 2)), lambda done, total: told.append((done, total)))
    assert [done for done, _ in told] == list(range(len(found.chances) + 1))
    assert [total for _, total in told] == sorted(total for _, total in told)
    assert told[-1] == (len(found.chances), len(found.chances))


def test_a_game_without_a_move_has_one_chance_and_no_turning_point() -> None:
    game = find_game("trex")
    found = analyse(Record(Match.fresh(game, game.setup(2), Chance.of("none"))))
    assert (list(found.chances), found.turning_points, found.winners) == ([0], (), ())


def test_an_analysis_loads_no_server() -> None:
    code = "import sys, rexarium.analysis; print([name for name in sys.modules if 'server' in name or 'asyncio' in name])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
