"""Games that are left, killed or cut off, and taken up again."""

import os
import signal
import subprocess
from pathlib import Path

import pytest

from rexarium.cli.storage import Keeper
from rexarium.match import (
    Ending,
    Match,
    Note,
    Pledge,
    Proof,
    Record,
    check_proof,
    fair_deal,
    read_record_file,
    read_whole_record_file,
    say_record,
    say_terms,
)
from tests.cli.program import COMMAND, PATIENCE, Terminal, environment, run
from tests.cli.samples import ANNA_AND_BOTS, GAME, fresh, play_on, write

ALONE = (
    "play",
    "trex",
    "--seats",
    "3",
    "--seat",
    "2=random",
    "--seat",
    "3=random",
    "--names",
    "Anna",
    "--seed",
    "6",
)


def saved(state: Path) -> Path:
    (path,) = (state / "games").iterdir()
    return path


def test_quit_says_how_to_resume_and_that_works(state: Path) -> None:
    left = run(state, *ALONE, typed="1\n1\nquit\n")
    assert left.returncode == 0
    assert f"The game is saved in {saved(state)}\n" in left.stdout
    command = left.stdout.strip().splitlines()[-1].split()
    assert command[-3:] == ["play", "--resume", saved(state).stem]
    before = read_record_file(saved(state))
    again = run(state, *command[-3:], typed="1\nquit\n")
    assert again.returncode == 0
    assert f"continuing after move {before.ply}" in again.stdout
    after = read_record_file(saved(state))
    assert after.ply > before.ply
    assert after.players == list(ANNA_AND_BOTS)
    assert after.plies[: before.ply] == before.plies


def test_resume_without_a_name_takes_the_last_game_to_its_end(state: Path) -> None:
    run(state, *ALONE, typed="1\nquit\n")
    result = run(state, "play", "--resume", typed="1\n" * 200)
    assert result.returncode == 0
    assert read_record_file(saved(state)).is_over
    assert "The record is in" in result.stdout


def test_kill_9_loses_nothing(state: Path) -> None:
    with subprocess.Popen(
        [*COMMAND, *ALONE],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment(state),
        text=True,
        bufsize=1,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        prompts = 0
        while prompts < 4:  # the program waits at the fourth question when it is killed
            process.stdin.write("1\n" if prompts < 3 else "log all\n")
            process.stdin.flush()
            prompts += 1
        shown = ""
        while "Anna> log all\n" not in shown:
            shown += process.stdout.readline()
        process.send_signal(signal.SIGKILL)
        process.wait(PATIENCE)
    match = read_record_file(saved(state))
    assert [ply.seat for ply in match.plies].count(0) == 3
    assert match.waiting() == [0]
    resumed = run(state, "play", "--resume", saved(state), typed="1\n" * 200)
    assert resumed.returncode == 0
    final = read_record_file(saved(state))
    assert final.is_over
    assert final.plies[: match.ply] == match.plies


def test_the_file_is_complete_at_every_moment(state: Path, tmp_path: Path) -> None:
    file = tmp_path / "watched.rex"
    words = ("play", "trex", "--people", "0", "--seats", "5", "--save", str(file))
    with subprocess.Popen([*COMMAND, *words], stdout=subprocess.DEVNULL, env=environment(state)) as process:
        plies = set()
        while process.poll() is None:
            if file.exists():
                plies.add(read_record_file(file).ply)  # raises if it is not whole
    assert process.returncode == 0
    assert len(plies) > 1
    assert os.listdir(tmp_path) == ["watched.rex"]
    assert not state.exists()


def test_the_end_of_the_input_saves(state: Path) -> None:
    result = run(state, *ALONE, typed="1\n")
    assert (result.returncode, result.stderr) == (0, "")
    assert "Continue with:" in result.stdout
    assert [ply.seat for ply in read_record_file(saved(state)).plies].count(0) == 1


def test_the_end_of_the_input_before_the_first_answer(state: Path) -> None:
    result = run(state, "play", "--terminal", typed="3\n")
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.endswith("No game was started.\n")
    assert not state.exists()


@pytest.mark.parametrize("moment", ["question", "prompt"])
def test_an_interrupt_saves_and_leaves_with_130(state: Path, moment: str) -> None:
    words = ALONE if moment == "prompt" else ("play", "--terminal")
    with Terminal(state, *words) as terminal:
        terminal.wait_for("Anna> " if moment == "prompt" else "Game [")
        terminal.rest()
        terminal.interrupt()
        assert terminal.finish() == 130
        assert "Traceback" not in terminal.shown
        assert ("Continue with:" in terminal.shown) == (moment == "prompt")


def test_ctrl_d_leaves_like_quit(state: Path) -> None:
    with Terminal(state, *ALONE) as terminal:
        terminal.wait_for("Anna> ")
        terminal.type("\x04")
        assert terminal.finish() == 0
        assert "Continue with:" in terminal.shown


@pytest.mark.parametrize("words", ["rules trex", "play trex --people 0"])
def test_a_closed_pipe_is_not_reported_as_an_error(state: Path, words: str) -> None:
    with subprocess.Popen(
        [*COMMAND, *words.split()], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(state)
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(PATIENCE) == 141


def test_a_full_disk_is_reported_in_one_sentence(state: Path) -> None:
    with open("/dev/full", "w", encoding="utf-8") as full:
        result = subprocess.run(
            [*COMMAND, "games"], stdout=full, stderr=subprocess.PIPE, env=environment(state), check=False
        )
    assert (result.returncode, result.stderr) == (1, b"rexarium: No space left on device\n")


def test_an_unwritable_file_is_reported_and_the_game_continues(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way", encoding="utf-8")
    result = run(blocked, *ALONE, typed="1\nquit\n")
    assert (result.returncode, result.stderr) == (0, "")
    told = " ".join(result.stdout.split())
    assert told.count("The game goes on, but is not saved.") == 1
    assert "This game is not saved." in told


def test_save_writes_another_file_and_overwrites_none(state: Path, tmp_path: Path) -> None:
    copy = tmp_path / "a copy.rex"
    result = run(state, *ALONE, typed=[f"save {copy}", f"save {copy}", "quit"])
    assert result.stdout.count("Saved as") == 1
    assert "already exists" in result.stdout
    assert say_record(read_record_file(copy)) == saved(state).read_text("utf-8")
    refused = run(state, *ALONE, "--save", copy)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "resume it with --resume" in refused.stderr


def test_resuming_a_finished_game_shows_its_result(state: Path, tmp_path: Path) -> None:
    file = write(play_on(fresh(1)), tmp_path / "over.rex")
    text = file.read_text("utf-8")
    result = run(state, "play", "--resume", file)
    assert result.returncode == 0
    assert "Round 12 of 12" in result.stdout
    assert file.read_text("utf-8") == text


def test_looking_and_leaving_changes_no_record(state: Path, tmp_path: Path) -> None:
    file = write(
        play_on(fresh(1), until=lambda match: match.ply > 9 and 0 in match.waiting()), tmp_path / "x"
    )
    file.write_text("# my notes\n" + file.read_text("utf-8"), encoding="utf-8")
    text = file.read_text("utf-8")
    assert run(state, "play", "--resume", file, typed="quit\n").returncode == 0
    assert file.read_text("utf-8") == text


# Records of a table


NOTES = (Note(0, "Ben said hello"), Note(3, "the game was paused"), Note(3, "the game went on"))


def table_match() -> tuple[Match, Proof]:
    """A match that a table has dealt, where Anna is to move."""
    setup = GAME.setup(3)
    proof = Pledge("a-table", say_terms(GAME, setup), bytes(32)).prove(["anna", "", ""])
    match = Match(GAME, setup, fair_deal(GAME, setup, proof), ANNA_AND_BOTS)
    return play_on(match, until=lambda match: match.ply > 5 and 0 in match.waiting()), proof


def test_a_tables_notes_survive_continuing_its_record(state: Path, tmp_path: Path) -> None:
    match, proof = table_match()
    file, copy = tmp_path / "table.rex", tmp_path / "copy.rex"
    file.write_text(say_record(match, proof, NOTES), encoding="utf-8")
    result = run(state, "play", "--resume", file, typed=["1", f"save {copy}", "quit"])
    assert result.returncode == 0, result.stderr
    for path in (file, copy):
        record = read_whole_record_file(path)
        assert record.match.ply > match.ply
        assert (record.proof, record.notes) == (proof, NOTES)
        check_proof(record.match, proof)


def test_with_save_the_copy_has_the_notes_and_the_record_is_unchanged(state: Path, tmp_path: Path) -> None:
    match, proof = table_match()
    file, copy = tmp_path / "table.rex", tmp_path / "copy.rex"
    file.write_text(text := say_record(match, proof, NOTES), encoding="utf-8")
    result = run(state, "play", "--resume", file, "--save", copy, typed=["1", "quit"])
    assert result.returncode == 0, result.stderr
    assert file.read_text("utf-8") == text
    record = read_whole_record_file(copy)
    assert (record.proof, record.notes) == (proof, NOTES)


def test_taking_moves_back_drops_the_notes_after_them(tmp_path: Path) -> None:
    match, proof = table_match()
    keeper = Keeper(tmp_path / "x.rex", Record(match, proof, (*NOTES, Note(match.ply, "late"))))
    keeper.keep(match.fork(2))
    assert read_whole_record_file(tmp_path / "x.rex").notes == NOTES[:1]


def test_a_game_ended_by_its_table_is_continued_only_in_a_copy(state: Path, tmp_path: Path) -> None:
    match, proof = table_match()
    file, copy = tmp_path / "ended.rex", tmp_path / "copy.rex"
    file.write_text(text := say_record(match, proof, NOTES, Ending("resigned", (1, 2))), encoding="utf-8")
    refused = run(state, "play", "--resume", file, typed=["1", "quit"])
    assert (refused.returncode, refused.stdout) == (2, "")
    told = " ".join(refused.stderr.split())
    assert "(resigned), and the record says so: continue in a copy, with --save FILE." in told
    result = run(state, "play", "--resume", file, "--save", copy, typed=["1", "quit"])
    assert result.returncode == 0, result.stderr
    assert file.read_text("utf-8") == text
    record = read_whole_record_file(copy)
    assert record.match.ply > match.ply
    assert (record.proof, record.notes, record.ending) == (proof, NOTES, None)
