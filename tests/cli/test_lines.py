"""Moves that are written in one line are told, counted and taken back as one."""

from pathlib import Path

from rexarium.games import find_game
from rexarium.kernel.chance import Chance
from rexarium.kernel.lines import legal_lines
from rexarium.match import Match
from tests.cli.program import Call, run
from tests.cli.samples import BOT, play_on, write

CUBOSAURS = find_game("cubosaurs")
PLAYERS = ("Anna", "Ben", BOT)


def purchases(match: Match) -> list[str]:
    """The lines in which Anna may name an opponent."""
    lines = legal_lines(CUBOSAURS, match.state(), 0)
    return [CUBOSAURS.say_line(line) for line in lines if len(line) > 2]


def before_a_purchase() -> Match:
    setup = CUBOSAURS.setup(3, preset="dna")
    match = Match.fresh(CUBOSAURS, setup, Chance.of("lines"), players=PLAYERS)
    return play_on(match, until=lambda match: bool(purchases(match)))


def test_a_line_is_shown_and_taken_back_as_a_whole(state: Path, tmp_path: Path) -> None:
    match = before_a_purchase()
    line = purchases(match)[0]
    buy = line.partition(" seat ")[0]
    typed = ["help", "nonsense", line, "log 1", "undo", buy, "quit"]
    result = run(state, "play", "--resume", write(match, tmp_path / "buy.rex"), typed=typed)
    assert "only you are looking" not in result.stdout  # there is nothing to hide between Anna and Ben
    answers = (" ".join(answer.split()) for answer in result.stdout.split("Anna> ")[1:-1])
    hint, unreadable, bought, logged, undone, asked = answers
    assert "several moves in one line, like '" in hint
    assert "'buy 7 seat 2 grey 3'" in unreadable
    for text in (bought, logged):
        assert f"Anna buys tile {buy.removeprefix('buy ')} " in text
        assert "Ben" in text
    assert undone.startswith("undo Your last move is taken back.")
    assert "seat 2 (Ben)" in asked


def test_cards_drawn_one_by_one_are_reported_together(call: Call, tmp_path: Path) -> None:
    path = write(before_a_purchase(), tmp_path / "buy.rex")
    opening = " ".join(call("replay", path).out.partition("   1 ")[0].split())
    assert [opening.count(f"{name} starts with ") for name in ("Anna", "Ben", "Random bot")] == [1, 1, 1]
    assert opening.startswith("Cubosaurs, 2022")
