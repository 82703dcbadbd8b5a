"""What a contest tells: ratings, pairings, wins by place and dinosaur; as text of 80 columns and as a page."""

import math
from dataclasses import replace
from pathlib import Path

import pytest

from rexarium.arena.contest import GAUNTLET, SPRT, Contest, PlayedBlock, PlayedGame, PlayedSeat, Terms, blocks
from rexarium.arena.poster import draw_poster
from rexarium.arena.rating import share_of
from rexarium.arena.report import Figure
from rexarium.arena.results import Results
from rexarium.arena.scoreboard import (
    LONGEST,
    nicknames,
    say_doubt,
    say_findings,
    say_interval,
    say_points,
    say_time,
)
from rexarium.arena.sequential import Trial
from rexarium.arena.standing import EVERYBODY, Findings, make_findings
from rexarium.arena.text import WIDTH
from tests.arena.contests import contest_of, play
from tests.arena.markup import check_page

HOSTILE = "<script>&\"'"


def made_up(contest: Contest, path: Path, shares: dict[str, float]) -> Findings:
    """A contest without a game: a word's challenge is won on so many of four deals, by whatever seat it has."""
    seats = contest.terms.seats
    with Results.open(path, contest.terms) as results:
        for block in blocks(contest):
            won = block.deal % 4 < 4 * shares[block.pairing[0]]
            games = [make_game(block.pairing, seat, seats, won) for seat in range(seats)]
            results.write(PlayedBlock(block.number, block.deal, block.pairing, tuple(games)))
        return make_findings(results)


def make_game(pairing: tuple[str, str], challenger: int, seats: int, won: bool) -> PlayedGame:
    played = []
    for seat in range(seats):
        is_challenger = seat == challenger
        share = float(won) if is_challenger else (0.0 if won else 1 / (seats - 1))
        word = pairing[not is_challenger]
        played.append(
            PlayedSeat(word, seat, share, 7, 5, 0.5, {"colour": "abcde"[seat]}, {"eggs": 3 + is_challenger})
        )
    return PlayedGame(challenger, 9, None, tuple(played))


@pytest.fixture(scope="module")
def findings(tmp_path_factory: pytest.TempPathFactory) -> Findings:
    """Three seats; `random` wins three of four challenges, `search:2` one of four, `search:8` two."""
    contest = contest_of(seats=3, deals=40)
    path = tmp_path_factory.mktemp("made up") / "results"
    return made_up(contest, path, {"random": 0.75, "search:2": 0.25, "search:8": 0.5})


# Figures


def test_everything_is_counted(findings: Findings) -> None:
    assert (findings.games, findings.deals) == (6 * 40 * 3, 40)
    assert findings.fair == pytest.approx(1 / 3)
    assert findings.title == "Tyrannosaurus Rex"


def test_the_ladder_goes_down(findings: Findings) -> None:
    assert [standing.contestant for standing in findings.standings] == ["random", "search:8", "search:2"]
    points = [standing.rating.mean for standing in findings.standings]
    assert points == sorted(points, reverse=True)
    assert sum(points) == pytest.approx(0)
    for standing in findings.standings:
        assert standing.rating.low < standing.rating.mean < standing.rating.high
    assert [standing.doubt is None for standing in findings.standings] == [False, False, True]


def test_wins_are_those_of_the_one_among_others(findings: Findings) -> None:
    won = {standing.contestant: standing.won for standing in findings.standings}
    means = {word: figure.mean for word, figure in won.items() if figure}
    assert means == pytest.approx({"random": 0.75, "search:8": 0.5, "search:2": 0.25})
    assert all(standing.games == 2 * 40 * 3 for standing in findings.standings)


def test_thinking_is_counted_on_all_seats(findings: Findings) -> None:
    for standing in findings.standings:
        assert standing.thinking.mean == pytest.approx(0.1)
        assert standing.decisions == 5 * 40 * 3 * (2 + 2 * 2), "two pairings alone, two pairings on two seats"


def test_a_pairing_is_shown_with_its_expected_score(findings: Findings) -> None:
    duel = findings.duel("random", "search:2")
    assert duel is not None
    assert (duel.games, duel.won.mean) == (120, 0.75)
    points = {standing.contestant: standing.rating.mean for standing in findings.standings}
    assert duel.expected == pytest.approx(share_of(points["random"] - points["search:2"], 3))
    assert findings.duel("random", "nobody") is None


def test_places_and_labels_are_compared(findings: Findings) -> None:
    by_seat, by_colour = findings.comparisons
    assert (by_seat.name, by_seat.labels) == ("seat", ("first", "second", "third"))
    assert (by_colour.name, by_colour.labels) == ("colour", ("a", "b", "c"))
    for comparison in findings.comparisons:
        assert list(comparison.won) == [EVERYBODY, "random", "search:8", "search:2"]
        everybody = [figure.mean for figure in comparison.won[EVERYBODY].values()]
        assert everybody == pytest.approx([1 / 3] * 3)
        assert [figure.mean for figure in comparison.won["random"].values()] == pytest.approx([0.75] * 3)


def test_habits_are_those_of_the_one_among_others(findings: Findings) -> None:
    eggs = findings.habits.numbers["eggs"]
    assert {word: figure.mean for word, figure in eggs.items()} == dict.fromkeys(eggs, 4)


def test_intervals_are_over_deals(findings: Findings) -> None:
    """Every deal is won wholly or lost wholly: 40 deals count, not 120 games."""
    duel = findings.duel("random", "search:2")
    assert duel is not None
    assert duel.won.reach == pytest.approx(1.96 * math.sqrt(0.75 * 0.25 / 40), rel=0.05)


# Text


def text_of(findings: Findings) -> list[str]:
    return ["".join(span.text for span in line).rstrip() for line in say_findings(findings)]


def test_the_text_names_everything_on_80_columns(findings: Findings) -> None:
    lines = text_of(findings)
    assert max(map(len, lines)) <= WIDTH
    text = "\n".join(lines)
    assert lines[0] == "Tyrannosaurus Rex, 3 seats: 720 games on 40 deals"
    for words in ("round robin of 3", "Seed: a seed", "Wins by seat", "Wins by colour", "among 2 of another"):
        assert words in text
    row = next(line for line in lines if line.startswith("  random"))
    best = findings.standings[0]
    assert say_points(best.rating.mean) in row
    assert say_interval(best.rating.low, best.rating.high) in row
    assert "75.0 ±" in row
    assert "100 ms" in row


def test_at_two_seats_a_pairing_is_shown_from_both_sides(tmp_path: Path) -> None:
    contest = contest_of(["random", "search:2"], seats=2, deals=40)
    lines = text_of(made_up(contest, tmp_path / "x", {"random": 0.75}))
    at = next(at for at, line in enumerate(lines) if line.startswith("Wins of one against another"))
    assert "75.0 ±" in lines[at + 2]
    assert "25.0 ±" in lines[at + 3]


def test_few_deals_are_warned_of(tmp_path: Path) -> None:
    few = made_up(contest_of(deals=4), tmp_path / "few", {"random": 0.5, "search:2": 0.5})
    assert any("fewer than 30 deals" in line for line in text_of(few))


def test_a_gauntlet_says_who_runs_it(tmp_path: Path) -> None:
    contest = contest_of(seats=3, deals=4, mode=GAUNTLET)
    findings = made_up(contest, tmp_path / "x", {"random": 0.5})
    assert "random against each of the others" in "\n".join(text_of(findings))
    check_page(draw_poster(findings))


@pytest.mark.parametrize(
    ("share", "word"), [(1.0, "Accepted: search:2 is stronger"), (0.0, "Rejected"), (0.5, "Open")]
)
def test_a_test_tells_its_verdict(share: float, word: str, tmp_path: Path) -> None:
    contest = contest_of(["search:2", "random"], mode=SPRT, deals=40, trial=Trial(-10, 10))
    findings = made_up(contest, tmp_path / "x", {"search:2": share})
    text = "\n".join(text_of(findings))
    assert word in text
    assert "bounds −2.94 and +2.94, after 40 deals" in text
    assert "H0: −10, H1: +10 points; alpha 0.05, beta 0.05." in text
    page = draw_poster(findings)
    check_page(page)
    assert word in page
    assert "polyline" in page


def test_names_fit_and_stay_apart() -> None:
    long = "outside:./my-bot --with very --many words"
    names = nicknames(["random", long, f"{long}!"])
    assert names["random"] == "random"
    assert len(set(names.values())) == 3
    assert all(len(name) <= LONGEST for name in names.values())


def test_numbers_read_well() -> None:
    assert [say_points(points) for points in (12.4, -12.6, 0.2, -0.2, math.inf, -math.inf)] == [
        "+12",
        "−13",
        "0",
        "0",
        "+∞",
        "−∞",
    ]
    assert [say_doubt(doubt) for doubt in (0.0019, 0.002, 0.25)] == ["< 0.002", "0.002", "0.250"]
    times = [say_time(seconds) for seconds in (2e-7, 4.2e-5, 0.00998, 0.25, 3.14, 60)]
    assert times == ["0.2 µs", "42 µs", "10 ms", "250 ms", "3.1 s", "60 s"]


# The page


def test_the_page_is_sound_and_tells_everything(findings: Findings) -> None:
    page = draw_poster(findings, f"rexarium arena {HOSTILE}")
    check_page(page)
    assert HOSTILE not in page
    for standing in findings.standings:
        assert say_points(standing.rating.mean) in page
        assert say_interval(standing.rating.low, standing.rating.high) in page
    assert page.count("<caption>") == page.count("<table>") >= 5
    for words in ("Ladder", "Who beats whom", "Wins by seat", "Wins by colour", "Thinking", "What they do"):
        assert f"<h2>{words}</h2>" in page
    assert "prefers-color-scheme: dark" in page


def test_hostile_names_do_nothing(findings: Findings) -> None:
    def rename(word: str) -> str:
        return HOSTILE if word == "random" else word

    terms: Terms = replace(
        findings.terms,
        contestants=(HOSTILE, *findings.terms.contestants[1:]),
        seed=HOSTILE,
        rulings={HOSTILE: HOSTILE},
    )
    hostile = replace(
        findings,
        terms=terms,
        standings=tuple(replace(s, contestant=rename(s.contestant)) for s in findings.standings),
        duels=tuple(
            replace(d, challenger=rename(d.challenger), opponent=rename(d.opponent)) for d in findings.duels
        ),
        comparisons=tuple(
            replace(c, name=HOSTILE, won={rename(word): won for word, won in c.won.items()})
            for c in findings.comparisons
        ),
    )
    page = draw_poster(hostile)
    check_page(page)
    assert HOSTILE not in page


def test_a_bot_that_won_everything_can_be_drawn(tmp_path: Path) -> None:
    contest = contest_of(["random", "search:2"], seats=3, deals=5)
    findings = made_up(contest, tmp_path / "x", {"random": 1.0, "search:2": 0.0})
    assert findings.duels[0].won.mean == 1.0
    check_page(draw_poster(findings))
    assert "100.0 ±" in "\n".join(text_of(findings))


@pytest.mark.parametrize("game", ["trex", "tyrannosaurus"])
def test_a_real_contest_can_be_reported(game: str, tmp_path: Path) -> None:
    path = play(contest_of(game=game, seats=3, deals=1), tmp_path / "x")
    with Results.load(path) as results:
        findings = make_findings(results)
    assert max(map(len, text_of(findings))) <= WIDTH
    check_page(draw_poster(findings))
    names = [comparison.name for comparison in findings.comparisons]
    assert names == (["seat", "dinosaur"] if game == "tyrannosaurus" else ["seat"])


def test_a_figure_has_its_reach() -> None:
    assert Figure(1.0, 0.5, 2.5, False).reach == 1.0
