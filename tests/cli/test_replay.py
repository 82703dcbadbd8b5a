"""Records looked at again, by everybody and by one seat."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from rexarium.match import Match, say_record
from tests.cli.program import Call, Terminal
from tests.cli.samples import GAME, fresh, play_on, write


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return write(play_on(fresh(7)), tmp_path / "game.rex")


def test_a_replay_shows_every_move_and_fact(call: Call, file: Path) -> None:
    match = play_on(fresh(7))
    result = call("replay", file)
    assert (result.code, result.err) == (0, "")
    moves = re.findall(r"^ *(\d+) (?:Anna|random bot \d): (.+)$", result.out, re.MULTILINE)
    assert moves == [(str(at), GAME.say(ply.move)) for at, ply in enumerate(match.plies, start=1)]
    assert re.search(r"draws\s+\d:", result.out)
    assert re.search(r"(wins|share the win)\.$", result.out)


def test_from_a_ply_on_with_pictures(call: Call, file: Path) -> None:
    last = play_on(fresh(7)).ply
    result = call("replay", file, "--from", last - 9, "--pictures")
    assert result.out.count("Round 12 of 12") == 10
    numbers = re.findall(r"^ *(\d+) (?:Anna|random bot \d): ", result.out, re.MULTILINE)
    assert numbers == [str(ply) for ply in range(last - 9, last + 1)]


@pytest.mark.parametrize("eyes", [["seat", "2"], ["seat 2"], ["2"], ["spectator"]])
def test_a_seats_replay_shows_only_its_own_secrets(call: Call, tmp_path: Path, eyes: list[str]) -> None:
    file = write(play_on(fresh(7), until=lambda match: match.ply == 60), tmp_path / "start.rex")
    result = call("replay", "--eyes", *eyes, file, "--pictures")
    assert result.code == 0
    told = " ".join(result.out.split())
    drew = set(re.findall(r"(Anna|Random bot \d) draws \d:", told))
    assert drew == (set() if eyes == ["spectator"] else {"Random bot 2"})
    assert not re.search(r"^Hand \d", result.out, re.MULTILINE)
    assert ("\nHand " in result.out) == (eyes != ["spectator"])
    assert "the top of the stock:" not in told


def test_twin_games_replay_alike_for_a_seat_that_cannot_tell_them_apart(call: Call, tmp_path: Path) -> None:
    """Seat 1's unplayed cards and the unturned eggs differ: seat 2 reads the same, byte for byte."""
    match = play_on(fresh(3, first=0), until=lambda match: match.ply == 2)
    deal = match.deal
    played = match.plies[0].move
    others = sorted((card for card in deal.sets[0] if card != played), reverse=True)
    twin_deal = replace(
        deal,
        sets=((played, *others), *deal.sets[1:]),
        left=(deal.left[0], *reversed(deal.left[1:])),
        right=(deal.right[0], *reversed(deal.right[1:])),
    )
    twin = Match(GAME, match.setup, twin_deal, match.players)
    for ply in match.plies:
        twin.submit(ply.seat, ply.move)
    assert say_record(twin) != say_record(match)
    one, other = write(match, tmp_path / "one.rex"), write(twin, tmp_path / "other.rex")
    for eyes in ("2", "3", "spectator"):
        words = ("--eyes", eyes, "--pictures")
        assert call("replay", one, *words).out == call("replay", other, *words).out
    assert call("replay", one, "--eyes", "1", "--pictures").out != (
        call("replay", other, "--eyes", "1", "--pictures").out
    )


def test_step_by_step_forwards_and_backwards(state: Path, file: Path) -> None:
    with Terminal(state, "replay", file, "--step", "--no-color") as terminal:
        last = play_on(fresh(7)).ply
        terminal.wait_for(f"0 of {last}; Enter on, b back, g N go to, q quit> ")
        terminal.answer("b", "This is the beginning of the record.")
        assert "   1 " in terminal.answer("", f"1 of {last};")
        assert "   2 " in terminal.answer("", f"2 of {last};")
        assert "   1 " in terminal.answer("b", f"1 of {last};")
        assert "wins." in terminal.answer(f"g {last}", f"{last} of {last};")
        terminal.answer("", "This is the end of the record.")
        terminal.answer("g 9999", f"a number from 0 to {last}.")
        terminal.type("q\n")
        assert terminal.finish() == 0


def test_an_unfinished_record_says_so(call: Call, tmp_path: Path) -> None:
    file = write(play_on(fresh(7), until=lambda match: match.ply == 5), tmp_path / "short.rex")
    assert call("replay", file).out.endswith("unfinished, after 5 moves.\n")


def damage(text: str, how: str) -> bytes:
    lines = text.splitlines(keepends=True)
    return {
        "cut off": "".join(lines[: len(lines) // 2]).encode(),
        "changed": text.replace("strongest: ", "weakest: ", 1).encode(),
        "no record": b"a letter\nto a friend\n",
        "no text": b"rexarium record 1\n\xff\xfe\n",
        "empty": b"",
    }[how]


@pytest.mark.parametrize("how", ["cut off", "changed", "no record", "no text", "empty"])
@pytest.mark.parametrize("words", [("replay",), ("play", "--resume")])
def test_a_damaged_file_is_refused_in_one_sentence(
    call: Call, file: Path, how: str, words: tuple[str, ...]
) -> None:
    file.write_bytes(damage(file.read_text("utf-8"), how))
    result = call(*words, file)
    assert (result.code, result.out) == (2, "")
    assert re.fullmatch(rf"rexarium: {re.escape(str(file))}: (line \d+: )?[^\n]+\n", result.err)
    assert (": line " in result.err) == (how != "empty")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--eyes", "seat", "9"], "Eyes are truth, spectator or seat 1 to 3, not 'seat 9'."),
        (["--eyes", "mine"], "not 'mine'"),
        (["--from", "9999"], "not 9999"),
        (["--from", "-1"], "not -1"),
    ],
)
def test_wrong_arguments_are_refused(call: Call, file: Path, words: list[str], sentence: str) -> None:
    result = call("replay", file, *words)
    assert (result.code, result.out) == (2, "")
    assert sentence in result.err
