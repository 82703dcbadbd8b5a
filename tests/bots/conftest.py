"""Programs for bots that a test writes, and the patience that all of them get."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

PATIENCE = 120  # seconds; only what hangs takes so long, on however slow a machine
Write = Callable[[str], str]


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that ends by itself has time for it."""
    monkeypatch.setattr("rexarium.bots.program.PATIENCE", PATIENCE)


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Puts a program into a file and says the command that runs it."""

    def write(text: str) -> str:
        path = tmp_path / f"bot {len(list(tmp_path.iterdir()))}.py"
        path.write_text(text)
        return f"{sys.executable} -I -S '{path}'"

    return write
