"""A place of its own for everything a test's programs keep; and the program without a process."""

from pathlib import Path

import pytest

from rexarium.cli import main
from tests.cli.program import Answer, Call


@pytest.fixture
def state(tmp_path: Path) -> Path:
    """The folder where games save themselves."""
    return tmp_path / "state"


@pytest.fixture
def call(state: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Call:
    """Runs a command within the test, which is quicker than a process; it reads no input."""
    monkeypatch.setenv("REXARIUM_STATE", str(state))
    monkeypatch.setenv("COLUMNS", "80")

    def run(*words: object) -> Answer:
        code = main.run([str(word) for word in words])
        told = capsys.readouterr()
        return Answer(code, told.out, told.err)

    return run
