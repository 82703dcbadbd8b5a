"""Whole games run in a browser's worker, without a process, a database driver or a web framework."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.laws.registry import GAMES
from tests.server import confined

ROOT = Path(__file__).parents[3]


def contract() -> tuple[list[str], list[str]]:
    """The packages that a browser may run, and the modules that it does not have."""
    found = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    (browser,) = [each for each in found if each["id"] == "browser"]
    return browser["source_modules"], browser["forbidden_modules"]


def run(game: str, allowed: list[str], forbidden: list[str]) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-P", confined.__file__, game, *allowed, ",", *forbidden]
    return subprocess.run(words, capture_output=True, text=True, timeout=120, check=False)


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_played_without_processes(game: str) -> None:
    ended = run(game, *contract())
    assert (ended.returncode, ended.stderr) == (0, "")


def test_a_blocked_module_cannot_be_imported() -> None:
    """The confinement holds: a server's own pool cannot even be imported in it."""
    allowed, forbidden = contract()
    ended = run("trex", [*allowed, "rexarium.server.net.pools"], forbidden)
    assert "import of rexarium.server.workers.processes halted" in ended.stderr
