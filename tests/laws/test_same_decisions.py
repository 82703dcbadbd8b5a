"""The same seed makes the same decisions on every machine: with fused multiply-add, without it, and uncompiled."""

import os
import platform
import subprocess
import sys
from pathlib import Path

import pytest

from rexarium.bots import LEVELS
from rexarium.games import all_games
from rexarium.testkit.builds import PLAIN, build

ROOT = Path(__file__).parents[2]
QUESTION = (
    "import rexarium, sys; from rexarium.testkit.decisions import main; "
    "print(rexarium.is_compiled(), rexarium.__file__); main(*map(int, sys.argv[1:]))"
)
# glibc chooses at run time how it rounds: so a processor without these features is imitated.
OLD_PROCESSOR = {"GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2_Usable,-FMA_Usable,-AVX2,-FMA,-FMA4"}


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Another machine: the core compiled for the oldest processors, and their mathematical library."""
    if platform.machine() != "x86_64":
        pytest.skip("only here two kinds of build are known")
    library = build(ROOT, tmp_path_factory.mktemp("plain"), PLAIN)
    return {"PYTHONPATH": str(library), **OLD_PROCESSOR}


def ask(bounds: tuple[int, ...], **variables: str) -> tuple[str, list[str]]:
    """Which core answered, and its decisions."""
    environment = {name: value for name, value in os.environ.items() if name != "GLIBC_TUNABLES"}
    command = [sys.executable, "-P", "-c", QUESTION, *map(str, bounds)]
    done = subprocess.run(
        command, env={**environment, **variables}, capture_output=True, text=True, check=True
    )
    core, *lines = done.stdout.splitlines()
    assert len(lines) == len(LEVELS) * len(all_games())
    return core, lines


@pytest.mark.compiled
def test_every_level_decides_alike_with_and_without_fused_multiply_add(plain: dict[str, str]) -> None:
    usual, other = ask((60, 12)), ask((60, 12), **plain)
    assert usual[0].startswith("True")
    assert other[0] == f"True {plain['PYTHONPATH']}/rexarium/__init__.py"
    assert usual[1] == other[1]


@pytest.mark.compiled
def test_every_level_decides_alike_uncompiled() -> None:
    usual, pure = ask((20, 3)), ask((20, 3), REXARIUM_PURE="1")
    assert pure[0].startswith("False")
    assert usual[1] == pure[1]


@pytest.mark.slow
@pytest.mark.compiled
def test_every_level_decides_alike_in_whole_games_with_its_own_budget(plain: dict[str, str]) -> None:
    assert ask(())[1] == ask((), **plain)[1]
