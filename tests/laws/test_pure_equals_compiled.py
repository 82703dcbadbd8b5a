"""Law 1, interpreted equals compiled: the same source gives the same numbers, whoever runs it."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import rexarium
from rexarium.games import AnyGame, all_games
from tests.laws.registry import TABLES, every_game

PACKAGE = Path(rexarium.__file__).parent
QUESTION = (
    "import rexarium; from rexarium.testkit.fingerprint import main; print(rexarium.is_compiled()); main()"
)


def fingerprints(pure: str) -> list[str]:
    environment = dict(os.environ, REXARIUM_PURE=pure)
    command = [sys.executable, "-c", QUESTION]
    return subprocess.run(
        command, env=environment, capture_output=True, text=True, check=True
    ).stdout.splitlines()


@pytest.mark.compiled
def test_the_compiled_core_computes_what_its_source_says() -> None:
    pure, compiled = fingerprints("1"), fingerprints("")
    assert (pure[0], compiled[0]) == ("False", "True")
    assert len(pure) == len(TABLES) + 1
    assert pure[1:] == compiled[1:]


def python_codes(path: Path) -> dict[str, int]:
    namespace: dict[str, object] = {}
    exec(path.read_text(encoding="utf-8"), namespace)
    return {name: value for name, value in namespace.items() if name.isupper() and isinstance(value, int)}


def c_codes(path: Path) -> dict[str, int]:
    found = re.findall(
        r"^\s+([A-Z][A-Z0-9_]*)\s*=\s*(.+?)\s*(?:#.*)?$", path.read_text(encoding="utf-8"), re.M
    )
    return {name: int(eval(value, {})) for name, value in found}


@every_game
def test_the_codes_of_both_sides_are_the_same(game: AnyGame) -> None:
    """codes.pxd repeats codes.py, name by name and number by number."""
    folder = PACKAGE / "games" / game.id
    if not (folder / "codes.py").exists():
        pytest.fail(f"{game.id} has no codes.py")
    ours = python_codes(folder / "codes.py")
    theirs = c_codes(folder / "codes.pxd")
    assert ours == theirs


def test_every_compiled_module_has_its_side_file() -> None:
    """A module without types would compile to slow Python objects."""
    sources = [
        path for path in PACKAGE.rglob("*.py") if path.read_text(encoding="utf-8").startswith("# cython:")
    ]
    assert len(sources) >= 3 + len(all_games())
    assert [path.name for path in sources if not path.with_suffix(".pxd").exists()] == []
