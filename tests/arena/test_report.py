"""What the lab tells: text of 80 columns, a page that stands alone, figures for programs."""

import json
import math

import pytest

from rexarium.arena import Lab, Plan, Report, make_report, make_series
from rexarium.arena.plot import draw_page
from rexarium.arena.report import Figure, Group, Section
from rexarium.arena.text import WIDTH, say_figure, say_report, say_verdict
from rexarium.games import AnyGame, all_games
from tests.arena.markup import check_page

GAMES = all_games()
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())


def report_of(game: AnyGame, games: int = 8, most: int = 9) -> Report:
    editions = [game.edition(id_) for id_ in game.edition_ids()]
    seats = [number for number in game.official_seats if number <= most]
    lab = Lab(Plan(game.id, make_series(game, seats, editions), games, "a seed", "random"))
    list(lab.run())
    return make_report(lab)


def text_of(report: Report) -> list[str]:
    return ["".join(span.text for span in line).rstrip() for line in say_report(report)]


HOSTILE = "<script>&\"'"


def hostile_report() -> Report:
    """Names that nobody should use, an unknown error, and nothing won by one of them."""
    figures = {HOSTILE: Figure(0.4, 0.3, 0.5, True), "b": Figure(0.0, 0.0, 0.1, True)}
    numbers = {HOSTILE: {HOSTILE: Figure(1.5, math.nan, math.nan, False), "b": Figure(0, 0, 0, False)}}
    group = Group(HOSTILE, figures, numbers)
    section = Section(HOSTILE, HOSTILE, "sha256:0", 2, HOSTILE, {HOSTILE: HOSTILE}, 4, (group,), {})
    return Report("g", HOSTILE, HOSTILE, HOSTILE, 4, 8, (section, section))


# Text


@every_game
def test_the_text_fits_on_80_columns_and_names_everything(game: AnyGame) -> None:
    report = report_of(game)
    lines = text_of(report)
    assert max(map(len, lines)) <= WIDTH
    text = "\n".join(lines)
    assert f"{game.title}: {report.games:,} games" in lines[0]
    for section in report.sections:
        assert f"{section.full_name}: {section.games} games" in text
        for group in section.groups:
            assert f"by {group.name}" in text
            assert all(word in text for word in (*group.labels, *group.numbers))


@every_game
def test_one_series_needs_no_overview(game: AnyGame) -> None:
    report = report_of(game)
    one = Report(report.game, report.title, report.bot, report.seed, 8, 8, report.sections[:1])
    assert not any("in %" in line for line in text_of(one))
    assert any("in %" in line for line in text_of(report))


def test_figures_read_well() -> None:
    assert say_figure(Figure(0.2512, 0.24, 0.262, True)) == "25.1 ±1.1 %"
    assert say_figure(Figure(4.256, 4.2, 4.312, False)) == "4.26 ±0.06"
    assert say_figure(Figure(218.6, 217.3, 219.9, False)) == "218.6 ±1.3"
    assert say_figure(Figure(1.0, math.nan, math.nan, False)) == "1.00 ±?"


def test_a_verdict_needs_the_whole_interval() -> None:
    assert say_verdict(Figure(0.4, 0.3, 0.5, True), 0.25) == "above fair"
    assert say_verdict(Figure(0.1, 0.05, 0.2, True), 0.25) == "below fair"
    assert say_verdict(Figure(0.3, 0.2, 0.4, True), 0.25) == ""


def test_an_interrupted_report_says_so() -> None:
    assert text_of(hostile_report())[0].endswith("4 games of 8, interrupted")


# The page


@pytest.mark.parametrize(
    "report", [hostile_report(), *map(report_of, GAMES.values())], ids=["hostile", *GAMES]
)
def test_the_page_is_sound_and_stands_alone(report: Report) -> None:
    check_page(draw_page(report, command=f"rexarium lab {HOSTILE}"))


@every_game
def test_every_figure_stands_in_the_page(game: AnyGame) -> None:
    report = report_of(game)
    text = draw_page(report)
    for section in report.sections:
        for group in section.groups:
            for figures in (group.won, *group.numbers.values()):
                assert all(f"<td>{say_figure(figure)}</td>" in text for figure in figures.values())


# For programs


@every_game
def test_json_holds_the_whole_report(game: AnyGame) -> None:
    report = report_of(game, games=1, most=game.official_seats[0])
    found = json.loads(report.to_json())
    assert (found["game"], found["seed"], found["games"]) == (game.id, "a seed", report.games)
    section = found["sections"][0]
    assert section["seats"] == game.official_seats[0]
    plies = section["numbers"]["plies"]
    assert plies["mean"] > 0
    assert plies["low"] is None, "one deal tells no interval, and JSON has no NaN"
    wins = section["groups"][0]["won"]
    assert sum(figure["mean"] for figure in wins.values()) == pytest.approx(1)
