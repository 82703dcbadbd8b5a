"""Every game has the same parts, no stray package gets in, and no file knows the machine it was made on."""

import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rexarium.games import AnyGame, all_games
from tests.laws.registry import every_game

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "src" / "rexarium" / "games"

# What every game has, by these names.
ROOMS = {
    "__init__.py", "codes.py", "codes.pxd", "counts.py", "doors.py", "edition.py", "editions", "hints.py", "judgement.py",
    "languages", "measures.py", "notation.py", "picture.py", "position.py", "rulebook.toml", "rules.py", "rules.pxd",
    "rulings.py", "start.py", "view.py", "why.py", "words.py",
}  # fmt: skip
# What a game may have as well.
ANNEXES = {"lanes.py", "lanes.pxd"}


def rooms_of(game: str) -> set[str]:
    made = ("__pycache__", ".so", ".pyd")
    return {path.name for path in (GAMES / game).iterdir() if not path.name.endswith(made)}


@every_game
def test_every_game_has_the_same_shape(game: AnyGame) -> None:
    rooms = rooms_of(game.id)
    assert not ROOMS - rooms, f"games/{game.id} lacks {sorted(ROOMS - rooms)}"
    assert not rooms - ROOMS - ANNEXES, f"games/{game.id} has a room that no other has"
    assert (GAMES / game.id / "editions" / "standard.toml").exists()


def test_the_directory_is_the_registry() -> None:
    folders = {path.name for path in GAMES.iterdir() if (path / "__init__.py").exists()}
    assert folders == set(all_games())
    assert {game.id for game in all_games().values()} == folders


@every_game
def test_every_game_has_its_casebook_and_its_page(game: AnyGame) -> None:
    assert list((ROOT / "casebook" / game.id).rglob("*.case"))
    assert (ROOT / "docs" / "rules" / f"{game.id}.md").exists()


def test_a_stray_package_fails_the_layers(tmp_path: Path) -> None:
    """The contracts can fail: the sources as they are pass, with a package `utils` or a forbidden import they do not."""
    assert lint(tmp_path / "plain") == 0
    assert lint(tmp_path / "stray", {"utils/__init__.py": ""}) != 0
    assert lint(tmp_path / "upward", {"kernel/upward.py": "import rexarium.match\n"}) != 0
    assert lint(tmp_path / "clock", {"games/trex/codes.py": "import time\n"}) != 0
    assert lint(tmp_path / "web", {"server/net/endpoints/web.py": "import starlette\n"}) != 0


def test_the_contracts_name_only_modules_that_exist() -> None:
    """A contract about a module that was renamed or never written always holds."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    named = {module for contract in contracts for module in modules_of(contract)}
    assert len(named) > 20
    missing = {module for module in named if module.startswith("rexarium") and not is_there(module)}
    assert not missing
    assert not is_there("rexarium.games.*.features")  # this check can fail


def modules_of(contract: dict[str, Any]) -> Iterator[str]:
    for field in ("source_modules", "forbidden_modules", "modules", "protected_modules", "allowed_importers"):
        yield from contract.get(field, [])
    for container in contract.get("containers", []):
        layers = re.findall(r"\w+", " ".join(contract["layers"]))
        yield from (f"{container}.{layer}" for layer in layers)


def is_there(module: str) -> bool:
    return any(
        any((ROOT / "src").glob(module.replace(".", "/") + ending)) for ending in (".py", "/__init__.py")
    )


def lint(place: Path, extra: dict[str, str] | None = None) -> int:
    package = place / "rexarium"
    shutil.copytree(ROOT / "src" / "rexarium", package, ignore=shutil.ignore_patterns("*.so", "__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", place)
    for name, text in (extra or {}).items():
        (package / name).parent.mkdir(exist_ok=True)
        (package / name).write_text(text)
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"]
    environment = {"PYTHONPATH": str(place), "PATH": "/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(command, cwd=place, env=environment, capture_output=True, check=False).returncode


# Files


def own_files() -> list[Path]:
    """The project's files: everything git tracks or would add."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    try:
        listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("this is no git repository, so nobody says which files belong to the project")
    return [ROOT / name for name in listed.splitlines() if (ROOT / name).is_file()]


def texts() -> list[tuple[Path, str]]:
    found = []
    for path in own_files():
        data = path.read_bytes()
        if b"\0" not in data:
            found.append((path.relative_to(ROOT), data.decode("utf-8")))
    return found


MACHINE = re.compile(
    "|".join(("/" + "home/", "/" + "root/", "/" + "Users/", "/" + "work/", r"C:" + r"\\Users"))
)
CONFLICT = re.compile(r"^(<{7}|>{7}) ", re.M)


def test_no_file_names_the_machine_it_was_made_on() -> None:
    found = [f"{path}: {match[0]}" for path, text in texts() if (match := MACHINE.search(text))]
    assert not found


def test_no_file_has_a_conflict_marker_or_lacks_a_final_newline() -> None:
    found = [
        str(path) for path, text in texts() if CONFLICT.search(text) or (text and not text.endswith("\n"))
    ]
    assert not found


LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")


@pytest.mark.parametrize(
    "path", sorted(ROOT.glob("*.md")) + sorted((ROOT / "docs").rglob("*.md")), ids=lambda p: p.name
)
def test_every_link_to_a_file_resolves(path: Path) -> None:
    links = LINK.findall(path.read_text(encoding="utf-8"))
    missing = [link for link in links if not (path.parent / link).exists()]
    assert not missing


def test_no_module_has_a_meaningless_name() -> None:
    """A module is one noun: no utils, helpers, common, manager or base."""
    vague = {"utils", "util", "helpers", "helper", "common", "manager", "base", "misc", "core"}
    names = {path.stem for path in (ROOT / "src" / "rexarium").rglob("*.py")}
    names |= {path.name for path in (ROOT / "src" / "rexarium").rglob("*") if path.is_dir()}
    assert not names & vague
