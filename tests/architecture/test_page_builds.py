"""The page of a copy of the sources is checked and built there, with a game and a language that it has never seen."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rexarium.testkit import pseudo, sources
from tests.architecture.node import find_tools
from tests.architecture.test_add_a_game import GAME, PREPARE, TOY

ADD_LANGUAGE = (
    "from pathlib import Path; from rexarium.testkit import pseudo; pseudo.add_language(Path.cwd())"
)


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = sources.copy_sources(tmp_path_factory.mktemp("page") / "rexarium")
    if find_tools(root) is None:
        pytest.skip("there is no Node.js")
    shutil.copytree(TOY / GAME, root / "src" / "rexarium" / "games" / GAME)
    shutil.copytree(TOY / "casebook" / GAME, root / "casebook" / GAME)
    for program in (PREPARE, ADD_LANGUAGE):
        subprocess.run(
            [sys.executable, "-c", program],
            cwd=root,
            env=sources.environment(root),
            capture_output=True,
            check=True,
        )
    return root


def test_the_page_is_built_with_a_game_that_has_no_board_and_one_more_language(tree: Path) -> None:
    assert pseudo.build_page(tree) == 0
    shells = tree / "src" / "rexarium" / "server" / "page" / "shells"
    assert (shells / f"front.{pseudo.TAG}.html").exists()
