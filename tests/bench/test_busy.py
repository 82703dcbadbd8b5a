"""The suite on a busy machine: what failed is reported, finished runs are not made again, and no busy loop is left over."""

import subprocess
import sys
from pathlib import Path

import pytest

from bench.suite import busy

PASSES = "def test_it() -> None:\n    assert 1 + 1 == 2\n"
FAILS = PASSES + "def test_another() -> None:\n    assert 1 + 1 == 3\n"


@pytest.fixture
def loops(monkeypatch: pytest.MonkeyPatch) -> list["subprocess.Popen[bytes]"]:
    """All busy loops that were started."""
    started: list[subprocess.Popen[bytes]] = []
    popen = subprocess.Popen

    def note(command: list[str], **settings: object) -> "subprocess.Popen[bytes]":
        process = popen(command, **settings)  # type: ignore[call-overload]
        if busy.LOOP in command:
            started.append(process)
        return process  # type: ignore[no-any-return]

    monkeypatch.setattr(subprocess, "Popen", note)
    return started


def test_a_failing_run_is_reported_and_a_finished_one_is_not_run_again(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    loops: list["subprocess.Popen[bytes]"],
) -> None:
    monkeypatch.setattr(busy, "state_of_source", lambda _: "a-commit")
    monkeypatch.setattr(busy, "SUITE", (sys.executable, "-m", "pytest"))
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # it begins sooner without
    sample = tmp_path / "test_sample.py"
    words = ["--results", str(tmp_path / "results"), "--", str(sample)]
    sample.write_text(PASSES)
    assert busy.main(["--runs", "1", *words]) == 0
    assert "1 of 1 runs without a failure" in capsys.readouterr().out
    sample.write_text(FAILS)
    assert busy.main(["--runs", "1", *words]) == 0  # nothing was run
    assert len(loops) == busy.LOOPS
    assert busy.main(["--runs", "2", *words]) == 1
    out = capsys.readouterr().out.splitlines()
    assert out[-1] == "1 of 2 runs without a failure"
    assert out[-2].endswith("test_sample::test_another")
    assert [line.split()[:5] for line in out[-4:-2]] == [["1", "1", "0", "0", "0"], ["2", "1", "0", "1", "1"]]
    assert len(loops) == 2 * busy.LOOPS
    assert all(loop.poll() is not None for loop in loops)


def test_an_interrupted_run_is_not_kept_and_leaves_no_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, loops: list["subprocess.Popen[bytes]"]
) -> None:
    def interrupt(*_: object) -> int:
        assert [loop.poll() for loop in loops] == [None] * busy.LOOPS
        raise KeyboardInterrupt

    monkeypatch.setattr(busy, "call", interrupt)
    assert busy.main(["--runs", "1", "--results", str(tmp_path)]) == 130
    assert list(tmp_path.rglob("*.json")) == []
    assert all(loop.poll() is not None for loop in loops)


def test_a_loop_ends_with_the_process_that_started_it() -> None:
    with busy.busy(1) as (loop,):
        assert loop.stdin is not None
        loop.stdin.close()  # as the system does when they are killed
        assert loop.wait(120) == 0


def test_every_change_is_another_state_of_the_source(tmp_path: Path) -> None:
    def git(*words: str) -> None:
        own = ("-c", "user.name=Anna", "-c", "user.email=anna@example.org")
        subprocess.run(["git", *own, *words], cwd=tmp_path, check=True, capture_output=True)

    git("init")
    file, other = tmp_path / "file", tmp_path / "other"
    file.write_text("one")
    git("add", ".")
    git("commit", "-m", "one")
    states = [busy.state_of_source(tmp_path)]
    for path, text in ((file, "two"), (other, "new"), (other, "newer")):
        path.write_text(text)
        states.append(busy.state_of_source(tmp_path))
    assert len(set(states)) == 4
    assert all(state.startswith(states[0]) for state in states)
    other.unlink()
    git("checkout", "file")
    assert busy.state_of_source(tmp_path) == states[0]
