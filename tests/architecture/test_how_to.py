"""Everything the pages for contributors name exists: parts, modules, paths and the commands of `./rex`."""

import re
import tomllib
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest

from rexarium.games import AnyGame
from rexarium.server.metrics import METRICS
from rexarium.server.net.prometheus import Prometheus
from tests.architecture.test_shape import ROOMS
from tests.laws.registry import every_game
from tests.server.support.api import Api
from tests.server.support.model_table import ModelTable
from tests.server.support.server import TestServer

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "how-to" / "add-a-game.md"
PAGES = {path.name: path.read_text(encoding="utf-8") for path in (PAGE, ROOT / "CONTRIBUTING.md")}
PATH = re.compile(r"`((?:src|tests|casebook|bench|docs)/[^`\s…]*)`")


def test_every_module_of_a_game_is_described() -> None:
    rooms = re.findall(r"^\| `([^`]+)` \| [^|]+\|[^|]*\|$", PAGES[PAGE.name], re.M)
    assert sorted(rooms) == sorted(ROOMS)


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_every_module_that_is_run_exists(page: str) -> None:
    modules = re.findall(r"\./rex python -m ([\w.]+)", page)
    assert modules
    assert [module for module in modules if find_spec(module) is None] == []


@every_game
@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_every_path_exists_for_every_game(page: str, game: AnyGame) -> None:
    paths = [path.replace("<game>", game.id).replace("<tag>", "fr") for path in PATH.findall(page)]
    assert len(paths) > 3
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_every_metric_is_described_for_operators() -> None:
    page = (ROOT / "docs" / "how-to" / "host-a-table.md").read_text(encoding="utf-8")
    described = set(re.findall(r"`(rexarium_\w+)`", page))
    names = set(re.findall(r"^# TYPE (rexarium_\w+) ", Prometheus(METRICS).page().decode(), re.M))
    assert names - {"rexarium_info"} == described - {"rexarium_info"}


# The server

SECTIONS = "\n".join(
    re.findall(
        r"^## To (?:test the server|add something to the server)\n(.*?)(?=^## )",
        PAGES["CONTRIBUTING.md"],
        re.M | re.S,
    )
)
FOLDERS = [
    ROOT,
    ROOT / "tests" / "server",
    *(ROOT / "src" / "rexarium" / "server" / room for room in ("", "storage")),
]
CODE = {
    path: path.read_text(encoding="utf-8")
    for folder in ("src/rexarium/server", "tests/server")
    for path in (ROOT / folder).rglob("*.py")
}
TRIED = {"model": ModelTable, "server": TestServer, "api": Api}


def missing_files(page: str) -> list[str]:
    names = re.findall(r"`([\w/.]+(?:\.py|/|\.md))`", page)
    return [name for name in names if not any((folder / name).exists() for folder in FOLDERS)]


def missing_names(page: str) -> list[str]:
    """Classes, constants, functions and `module.name`s that no module defines."""
    names = re.findall(r"`((?:\w+\.)?(?:_?[A-Z]\w+|[a-z]+_\w+))`", page)
    return [name for name in names if not name.startswith("rexarium_") and not is_defined(name)]


def is_defined(name: str) -> bool:
    module, _, word = name.rpartition(".")
    definition = re.compile(rf"^(?:(?:class|def|async def) {word}\b|{word}\b[^=]*= ?)", re.M)
    return any(definition.search(text) for path, text in CODE.items() if module in ("", path.stem))


def missing_methods(page: str) -> list[str]:
    calls = re.findall(r"\b(model|server|api)\.(\w+)\(", page)
    return [f"{thing}.{name}" for thing, name in calls if not hasattr(TRIED[thing], name)]


def missing_markers(page: str) -> list[str]:
    options = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["pytest"]
    known = {marker.partition(":")[0] for marker in options["markers"]}
    return [name for name in re.findall(r"@pytest\.mark\.(\w+)", page) if name not in known]


@pytest.mark.parametrize(
    ("missing", "mistake"),
    [
        (missing_files, "`model/folds.py`"),
        (missing_names, "`_FOLDS`"),
        (missing_names, "`table.FORMAT`"),
        (missing_methods, "`await server.play()`"),
        (missing_markers, "`@pytest.mark.doors(people=Limit(3, 1))`"),
    ],
)
def test_what_is_said_of_the_server_is_there(missing: Callable[[str], list[str]], mistake: str) -> None:
    assert missing(SECTIONS) == []
    assert missing(SECTIONS + mistake)  # this check can fail
