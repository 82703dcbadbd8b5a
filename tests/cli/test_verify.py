"""What a record proves, and what `replay` shows of what the table has added to it."""

import re
from pathlib import Path

import pytest

from rexarium.games import AnyGame
from rexarium.match import Ending, Match, Note, Pledge, Record, fair_deal, say_terms
from rexarium.server.model import commands, log
from rexarium.server.wire import summary
from rexarium.testkit.records import play_at_table, reseal, say_whole
from tests.cli.program import Call
from tests.cli.samples import GAME, fresh, play_on, write
from tests.laws.registry import every_game
from tests.server.support.model_table import ModelTable
from tests.server.support.samples import ANNA, BEN, CLEO

WHOLE = play_at_table(GAME, "a-table")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return store(tmp_path, WHOLE)


def store(folder: Path, record: Record) -> Path:
    path = folder / "game.rex"
    path.write_text(say_whole(record), encoding="utf-8")
    return path


def told(text: str) -> str:
    return " ".join(text.split())


# verify


def test_a_provable_deal_is_confirmed(call: Call, file: Path) -> None:
    assert WHOLE.proof
    result = call("verify", file)
    assert (result.code, result.err) == (0, "")
    text = told(result.out)
    assert "The seal fits. The moves, 12 in all, are legal." in text
    assert "The game was ended at the table, not by the rules." in text
    assert "The commitment matches the host's seed" in text
    assert "The deal follows from the host's seed and the shares of Anna and Ben." in text
    assert f"commitment {WHOLE.proof.commitment}\n" in result.out
    assert "share of Anna: anna:5f0c\n  share of Ben: ben#77aa\n  share of random bot: none\n" in result.out


def test_verify_says_how_the_game_stands(call: Call, tmp_path: Path) -> None:
    match = play_on(WHOLE.match.fork(0))
    over = call("verify", store(tmp_path, Record(match, WHOLE.proof)))
    assert (over.code, "The result is what they lead to." in told(over.out)) == (0, True)
    going = call("verify", store(tmp_path, Record(match.fork(5), WHOLE.proof)))
    assert (going.code, "The game is unfinished." in told(going.out)) == (0, True)


def test_a_record_without_a_proof_says_so(call: Call, tmp_path: Path) -> None:
    result = call("verify", write(play_on(fresh(7)), tmp_path / "game.rex"))
    assert (result.code, result.err) == (1, "")
    assert "The seal fits." in result.out
    assert "has no proof of its deal" in told(result.out)


def test_a_deal_made_by_the_host_alone_says_so(call: Call, tmp_path: Path) -> None:
    setup = GAME.setup(2)
    proof = Pledge("t", say_terms(GAME, setup), bytes(32)).prove(["", ""])
    result = call("verify", store(tmp_path, Record(Match(GAME, setup, fair_deal(GAME, setup, proof)), proof)))
    assert (result.code, result.err) == (1, "")
    assert "no player added a share" in told(result.out)
    assert "nothing proves" in told(result.out)


@pytest.mark.parametrize(
    ("pattern", "new", "sentence"),
    [
        ("host seed: ....", "host seed: 0000", "The commitment does not fit"),
        ("commitment: ....", "commitment: 0000", "The commitment does not fit"),
        ("table: a-table", "table: b-table", "The commitment does not fit"),
        ("shower_is_extra_loss: off", "shower_is_extra_loss: on", "The commitment does not fit"),
        ("share 1: anna", "share 1: ann", "The deal does not follow"),
        ("share 3:", "share 3: late", "The deal does not follow"),
    ],
)
def test_a_mismatch_is_reported_in_one_sentence(
    call: Call, file: Path, pattern: str, new: str, sentence: str
) -> None:
    text = re.sub(pattern, new, file.read_text("utf-8"), count=1)
    assert text != file.read_text("utf-8")
    file.write_text(text, "utf-8")
    broken = call("verify", file)
    assert (broken.code, broken.out) == (2, "")
    assert "the seal does not fit" in broken.err
    file.write_text(reseal(text), "utf-8")
    result = call("verify", file)
    assert result.code == 2
    assert re.fullmatch(rf"rexarium: {sentence}[^\n]*\.\n", result.err)
    assert "So the host did not choose it" not in result.out


@pytest.mark.parametrize("words", ["", "rexarium record 1\n"])
def test_a_file_that_is_not_a_record_is_named(call: Call, tmp_path: Path, words: str) -> None:
    path = tmp_path / "letter.rex"
    path.write_text(words, "utf-8")
    result = call("verify", path)
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith(f"rexarium: {path}: ")
    missing = call("verify", tmp_path / "missing.rex")
    assert missing.err.count("missing.rex") == 1


# replay


def test_a_tables_notes_are_shown_as_written(call: Call, tmp_path: Path) -> None:
    model = ModelTable()
    model.do(ANNA, commands.AskFor, matter="pause")
    model.do(BEN, commands.Answer, ask=0, is_yes=False)
    model.do(CLEO, commands.Say, text="I like seat 1")
    model.write([log.Ended(how="closed")])
    path = tmp_path / "table.rex"
    path.write_text(summary.record_text(model.table), "utf-8")
    lines = [line.strip() for line in call("replay", path).out.splitlines()]
    assert "seat 2 (Ben) said no: seat 1 (Anna) asked to pause" in lines
    assert "Cleo said “I like seat 1”" in lines


def test_notes_are_shown_where_they_happened(call: Call, file: Path) -> None:
    lines = [line.strip() for line in call("replay", file).out.splitlines()]
    at = {text: lines.index(text) for text in ("Anna said good luck", "Ben took back to 8", "Ben resigned")}
    moves = {int(found[1]): n for n, line in enumerate(lines) if (found := re.match(r"(\d+) .*: ", line))}
    assert at["Anna said good luck"] < moves[1]
    assert moves[9] < at["Ben took back to 8"] < moves[10]
    assert moves[12] < at["Ben resigned"]
    assert lines[-2:] == [
        "The game was ended at the table after 12 moves: Ben resigned.",
        "Anna and random bot share the win.",
    ]


@every_game
def test_each_note_is_shown_once_wherever_it_stands(call: Call, tmp_path: Path, game: AnyGame) -> None:
    """Even at plies within a line or a simultaneous choice, and at those taken back for good."""
    whole = play_at_table(game, "a-table").match
    notes = tuple(Note(ply, f"note {ply} end") for ply in range(20))
    for plies in {0, whole.plies[-1].asked_at, whole.ply}:
        record = Record(whole.fork(plies), notes=notes, ending=Ending("abandoned"))
        out = call("replay", store(tmp_path, record)).out
        assert re.findall(r"note (\d+) end", out) == [str(note.ply) for note in notes]
        assert out.endswith(f"after {plies} moves: abandoned.\nNobody wins.\n")


def test_a_file_cannot_play_with_the_terminal(call: Call, file: Path) -> None:
    hostile = "\x1b[2J \u202eevil \x9b31m"
    text = re.sub("at 0: .*", lambda _: f"at 0: {hostile}", file.read_text("utf-8"))
    text = re.sub("ended: .*", lambda _: f"ended: {hostile}", text)
    file.write_text(reseal(text), "utf-8")
    for command in ("replay", "verify"):
        result = call(command, file)
        assert result.code == 0
        assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]", result.out)
