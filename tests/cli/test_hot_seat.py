"""Several people at one keyboard: each sees only what is theirs."""

import re
from pathlib import Path

from rexarium.match import Match, read_record_file
from tests.cli.program import Terminal, run
from tests.cli.samples import GAME, fresh, play_on, write

PEOPLE = ("Anna", "Ben", "Cleo")
WORDS = ("play", "trex", "--seats", "3", "--people", "3", "--names", "Anna,Ben,Cleo", "--seed", "hot")
CLEAR = "\x1b[H\x1b[2J\x1b[3J"
HIDE = "press Enter when only you are looking."
PROMPT = "\r\n> "


def hand_shown(text: str) -> list[str]:
    """The cards of the last hand on the screen."""
    block = re.findall(r"^Hand     (.+?)\n\n", text, re.DOTALL | re.MULTILINE)[-1]
    return re.sub(r" \([^)]*\)", "", " ".join(block.split())).split(", ")


def hand_of(match: Match, seat: int) -> list[str]:
    return list(GAME.view(match.state(), seat).seats[seat].hand) or ["no card"]


def test_after_every_hiding_only_the_seat_that_looks_is_shown(state: Path) -> None:
    """A whole game: each stretch between two hidings holds one hand, and no draw of anybody else."""
    match = play_on(fresh("hot", PEOPLE))
    typed, viewer, stretches = [], -1, []
    for at, ply in enumerate(match.plies):
        if ply.seat != viewer:
            typed.append("")
            stretches.append((ply.seat, at))
        typed.append(GAME.say(ply.move))
        viewer = ply.seat
    shown = run(state, *WORDS, typed=typed).stdout.split("-" * 60 + "\n")
    assert len(shown) == len(stretches) + 2  # before the first hiding, and the result
    assert "Hand" not in shown[0]
    for (seat, at), text in zip(stretches, shown[1:-1], strict=True):
        assert text.startswith(f"Seat {seat + 1}, {PEOPLE[seat]}: {HIDE}\n")
        first_hand = hand_shown(text.split(f"{PEOPLE[seat]}> ")[0])
        assert first_hand == hand_of(match.fork(at), seat)
        others = [name for name in PEOPLE if name != PEOPLE[seat]]
        assert not any(re.search(rf"{name}\s+draws\s+\d:", text) for name in others)
        assert not re.search(r"top\s+of\s+the\s+stock:", text.replace("Lose a card", ""))
        assert all(f"{name}> " not in text for name in others)


def test_a_terminal_is_cleared_with_its_history(state: Path) -> None:
    match = fresh("hot", PEOPLE)
    with Terminal(state, *WORDS) as terminal:
        assert CLEAR in terminal.wait_for(PROMPT)
        for _ in range(6):
            (seat,) = match.waiting()
            decision = match.decision(seat)
            assert decision is not None
            screen = terminal.answer("", f"{PEOPLE[seat]}> ")
            plain = re.sub(r"\x1b\[[0-9;]*m", "", screen).replace("\r", "")
            assert hand_shown(plain) == hand_of(match, seat)
            move = decision.choices[0]
            match.submit(seat, move.move)
            hidden = terminal.answer(move.text, PROMPT)
            before, _, after = hidden.rpartition(CLEAR)
            assert CLEAR not in before
            assert re.fullmatch(rf"Seat \d, \w+: {HIDE}{PROMPT}", re.sub(r"\x1b\[[0-9;]*m", "", after))
        terminal.answer("quit", "Continue with:")
        assert terminal.finish() == 0


def test_a_terminal_that_cannot_clear_scrolls_everything_away(state: Path) -> None:
    with Terminal(state, *WORDS, TERM="dumb") as terminal:
        terminal.wait_for(PROMPT)
        (seat,) = fresh("hot", PEOPLE).waiting()
        terminal.answer("", f"{PEOPLE[seat]}> ")
        hidden = terminal.answer("1", HIDE)
        assert hidden.count("\n") > 150
        assert "\x1b" not in terminal.shown


def test_the_last_person_takes_a_move_back_before_the_next_one_looks(state: Path, tmp_path: Path) -> None:
    """A comet draws nothing, so nothing was learnt; after a draw it is refused."""

    def comet(match: Match) -> str | None:
        (seat,) = match.waiting()
        view = GAME.view(match.state(), seat)
        cards = [card for card in view.seats[seat].hand or () if view.symbols[card] == "comet"]
        return cards[0] if cards and view.prompt == "play" and len(view.seats[seat].hand) > 1 else None

    match = play_on(fresh("undo", PEOPLE), until=lambda match: comet(match) is not None)
    (seat,) = match.waiting()
    file = write(match, tmp_path / "shared.rex")
    typed = ["", str(comet(match)), "undo", "", "quit"]
    result = run(state, "play", "--resume", file, typed=typed)
    assert result.stdout.count(f"Seat {seat + 1}, {PEOPLE[seat]}: {HIDE}") == 2
    assert read_record_file(file).ply == match.ply

    drawing = next(
        choice.text
        for choice in GAME.decision(match.state(), seat).choices  # type: ignore[union-attr]
        if GAME.view(match.state(), seat).symbols[choice.text.removeprefix("play ")].startswith("draw")
    )
    result = run(state, "play", "--resume", file, typed=["", drawing, "undo", "quit"])
    assert "has seen something new since." in result.stdout
    assert read_record_file(file).ply == match.ply + 1
