"""Programs as players at the terminal: they end with the sitting, and one that breaks its terms is replaced."""

import sys
from pathlib import Path

from rexarium.match import read_record_file
from tests.cli.program import run

BEGIN = """
import json, os, sys
def hear():
    line = sys.stdin.readline()
    return json.loads(line) if line else {"type": "bye"}
def say(**message):
    print(json.dumps(message), flush=True)
def note(text):
    open(LOG, "a").write(text + "\\n")
hear(); say(type="hello", protocol=1); note("hello")
"""
GOOD = """
while (question := hear())["type"] != "bye":
    say(move=question["choices"][0]["move"])
note("bye")
"""
BAD = "while True: hear(); say(move=-1)"


def command(folder: Path, program: str) -> str:
    path = folder / "bot.py"
    path.write_text(f"LOG = {str(folder / 'log')!r}\n{BEGIN}{program}")
    return f"outside:{sys.executable} -I -S {path}"


def told(folder: Path) -> list[str]:
    return (folder / "log").read_text().split()


def test_a_program_is_notified_when_the_game_is_over(state: Path, tmp_path: Path) -> None:
    word = command(tmp_path, GOOD)
    words = ("--seats", "2", "--seat", f"1={word}", "--seat", "2=random")
    result = run(state, "play", "tyrannosaurus", *words, "--save", tmp_path / "game.rex")
    assert result.returncode == 0, result.stderr
    assert read_record_file(tmp_path / "game.rex").is_over
    assert told(tmp_path) == ["hello", "bye"]


def test_a_program_ends_when_a_person_leaves(state: Path, tmp_path: Path) -> None:
    word = command(tmp_path, GOOD)
    for typed in ("quit\n", ""):  # a word, and the end of the line
        (tmp_path / "log").unlink(missing_ok=True)
        result = run(
            state, "play", "trex", "--seats", "2", "--seat", f"1={word}", "--first", "1", typed=typed
        )
        assert result.returncode == 0, result.stderr
        assert "The game is saved" in result.stdout
        assert told(tmp_path) == ["hello", "bye"]


def test_one_of_our_bots_replaces_a_program_that_forfeits(state: Path, tmp_path: Path) -> None:
    word = command(tmp_path, BAD)
    words = ("--seats", "2", "--seat", "1=random", "--seat", f"2={word}")
    result = run(state, "play", "tyrannosaurus", *words, "--save", tmp_path / "game.rex")
    assert result.returncode == 0, result.stderr
    assert result.stderr == ""
    sentence = " ".join(result.stdout.split())
    assert "forfeits after strike 3: it answered what is no legal move" in sentence
    assert sentence.count("A forager plays on in its place.") == 1
    match = read_record_file(tmp_path / "game.rex")
    assert match.is_over
    assert match.players == ["random bot", "forager bot"]
    assert "Forager bot:" in result.stdout
