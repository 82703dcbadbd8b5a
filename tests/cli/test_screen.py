"""What the terminal gets: widths, colours, control codes."""

import re
from pathlib import Path

import pytest

from tests.cli.program import Call, Terminal, run
from tests.cli.samples import fresh, play_on, write

ALONE = ("play", "trex", "--seats", "5", "--people", "1", "--names", "Maximilian", "--seed", "2")
COMMANDS = ("why", "odds", "memory", "log all", "help", "rules TR-41", "why not shower")


def lines(text: str) -> list[str]:
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", text).replace("\r", "").split("\n")


@pytest.mark.parametrize("columns", [60, 80, 100, 120])
def test_no_line_is_wider_than_the_terminal(state: Path, columns: int) -> None:
    result = run(state, *ALONE, typed=[*COMMANDS, *["1"] * 200], COLUMNS=str(columns))
    assert result.returncode == 0
    assert "Round 12 of 12" in result.stdout
    wide = [line for line in lines(result.stdout) if len(line) > columns and str(state) not in line]
    assert wide == []


def test_a_terminal_of_60_columns(state: Path) -> None:
    with Terminal(state, *ALONE, size=60) as terminal:
        terminal.wait_for("Maximilian> ")
        for line in (*COMMANDS, "1", "1"):
            terminal.answer(line, "Maximilian> ")
        assert "\x1b[" in terminal.shown
        assert max(map(len, lines(terminal.shown))) <= 60
        terminal.answer("quit", "Continue with:")
        assert terminal.finish() == 0


@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_a_terminal_without_colours_gets_no_control_codes(state: Path, name: str, value: str) -> None:
    with Terminal(state, *ALONE, size=80, **{name: value}) as terminal:
        terminal.wait_for("Maximilian> ")
        terminal.answer("1", "Maximilian> ")
        terminal.answer("quit", "Continue with:")
        assert terminal.finish() == 0
        assert "\x1b" not in terminal.shown
        assert "yellow" in terminal.shown


def test_no_color_can_be_an_option(state: Path) -> None:
    with Terminal(state, *ALONE, "--no-color") as terminal:
        terminal.wait_for("Maximilian> ")
        assert "\x1b" not in terminal.shown


def test_a_pipe_gets_plain_text_unless_told_otherwise(state: Path) -> None:
    coloured = run(state, *ALONE, "--color", typed="quit\n").stdout
    assert "\x1b[1;38;5;" in coloured
    plain = run(state, *ALONE, typed="quit\n").stdout
    assert "\x1b" not in plain
    assert lines(coloured)[:20] == lines(plain)[:20]  # colour only ever adds


def test_a_name_in_a_record_cannot_command_the_terminal(call: Call, tmp_path: Path) -> None:
    file = write(play_on(fresh(1, ("\x1b[2Jevil", "\u202eback", "Cleo"))), tmp_path / "evil.rex")
    result = call("replay", file, "--pictures")
    assert result.code == 0
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f\u202e]", result.out)
    assert "?[2Jevil" in result.out


def test_letters_that_the_output_cannot_write(state: Path) -> None:
    result = run(state, "games", PYTHONIOENCODING="ascii")
    assert (result.returncode, result.stderr) == (0, "")
    assert "Hans im Gl?ck" in result.stdout
