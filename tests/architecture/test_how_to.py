"""Everything the pages for contributors name exists: parts, modules, paths and the commands of `./rex`."""

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from rexarium.games import AnyGame
from rexarium.server.metrics import METRICS
from rexarium.server.net.prometheus import Prometheus
from tests.architecture.test_shape import ROOMS
from tests.laws.registry import every_game

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
