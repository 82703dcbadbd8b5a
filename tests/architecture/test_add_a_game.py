"""A game is added to a copy of the sources from nothing, as docs/how-to/add-a-game.md says, and obeys the laws there.

It is tests/toy/pebbles: two or three seats, three moves, a hidden card. It runs uncompiled.
"""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rexarium.games import all_games
from rexarium.testkit import sources
from tests.architecture.node import check_messages
from tests.architecture.test_shape import ROOMS, own_files

TOY = Path(__file__).parents[1] / "toy"
GAME = "pebbles"
ROOT = Path(__file__).parents[2]
OTHERS = {
    ("tests", "server"),
    ("tests", "browser"),
    ("tests", "records", "table"),
}  # with any game
SHARED = {"bench/contests.py", "web/src/parts/GameBox.svelte"}
TRANSLATED = {"languages"}  # what the pseudo-language stands in for

# In the copy: the translations, the page of its rules, and its records.
PREPARE = """
from pathlib import Path
from rexarium.games import find_game
from rexarium.kernel.texts import LANGUAGES
from rexarium.testkit import pseudo, records, rule_table, translation
game, root = find_game("pebbles"), Path.cwd()
for language in LANGUAGES[1:]:
    pseudo.translate_game(root, game, language)
(root / rule_table.FOLDER / "pebbles.md").write_text(rule_table.page(game, root), encoding="utf-8")
records.main()
raise SystemExit(translation.main())
"""
LAWS = (
    "tests/laws/test_conformance.py",
    "tests/laws/test_information.py",
    "tests/laws/test_simultaneity.py",
    "tests/laws/test_records.py",
    "tests/laws/test_rules_by_number.py",
    "tests/kernel/test_languages.py",
    "tests/architecture/test_shape.py",
)
ELSEWHERE = (
    "case_or_a_test",
    "number_is_named",
)  # they read every test there is; the casebook of the game is whole


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = sources.copy_sources(tmp_path_factory.mktemp("game") / "rexarium")
    shutil.copytree(TOY / GAME, root / "src" / "rexarium" / "games" / GAME)
    shutil.copytree(TOY / "casebook" / GAME, root / "casebook" / GAME)
    run(root, "-c", PREPARE)
    return root


def run(root: Path, *words: str) -> str:
    """A program in the copy, on the copy's sources."""
    command = [sys.executable, *words]
    done = subprocess.run(
        command, cwd=root, env=sources.environment(root), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    return done.stdout


def places_of(game: str) -> set[str]:
    """The places of a registered game: folders and files of its name, and shared files that name it."""
    found = set()
    for path in own_files():
        place = path.relative_to(ROOT)
        if place.parts[:2] in OTHERS or place.parts[:3] in OTHERS:
            continue
        parts = [part.replace(game, "<game>") for part in place.parts]
        at = next((at for at, part in enumerate(parts) if "<game>" in part), None)
        if at is not None:
            name = re.sub(r"<game>-.*", "<game>-…", parts[at])
            found.add("/".join([*parts[:at], name]) + "/" * (at + 1 < len(parts)))
        elif place.suffix == ".json" and re.search(rf'"(game\.)?{game}\.', path.read_text(encoding="utf-8")):
            found.add(f"{place.parent.as_posix()}/<tag>.json")
        elif place.as_posix() in SHARED and game in path.read_text(encoding="utf-8").lower():
            found.add(place.as_posix())
    return found


def test_the_guide_lists_exactly_these_places() -> None:
    page = (ROOT / "docs" / "how-to" / "add-a-game.md").read_text(encoding="utf-8")
    chapter = page.partition("## Every place\n")[2].partition("\n## ")[0]
    lines = re.findall(r"^- (.*?): ", chapter, re.M)
    told = [place for line in lines for place in re.findall(r"`([^`]+)`", line)]
    assert sorted(told) == sorted(set().union(*map(places_of, all_games())))


def test_a_new_game_has_the_modules_of_every_game() -> None:
    assert {path.name for path in (TOY / GAME).iterdir()} - {"__pycache__"} == ROOMS - TRANSLATED


def test_a_new_game_obeys_the_laws(tree: Path) -> None:
    only = f"{GAME} and not {' and not '.join(ELSEWHERE)}"
    said = run(tree, "-m", "pytest", *LAWS, "-q", "-n0", "-p", "no:cacheprovider", "-k", only)
    passed = re.search(r"(\d+) passed", said)
    assert passed, said
    assert int(passed[1]) > 120  # they were all there


def test_a_new_games_cases_hold(tree: Path) -> None:
    assert "9 cases: 9 ok" in run(tree, "-m", "rexarium", "check", f"casebook/{GAME}")


def test_a_new_game_can_break_a_law(tree: Path) -> None:
    """The laws look at this game: one that shows its hidden cards is caught."""
    path = tree / "src" / "rexarium" / "games" / GAME / "view.py"
    honest = path.read_text(encoding="utf-8")
    path.write_text(honest.replace("eyes in (seat, TRUTH)", "eyes >= TRUTH"), encoding="utf-8")
    try:
        with pytest.raises(AssertionError, match="depends on what is hidden"):
            run(
                tree,
                "-m",
                "pytest",
                LAWS[1],
                "-q",
                "-n0",
                "-p",
                "no:cacheprovider",
                "-k",
                f"{GAME}-2 and imagined_worlds_are",
            )
    finally:
        path.write_text(honest, encoding="utf-8")


def test_the_page_knows_its_sentences_and_needs_no_board(tree: Path) -> None:
    """The page shows its plain board if a game has none."""
    assert not (tree / "web" / "src" / "games" / GAME).exists()
    assert check_messages(tree)[0] == []
    path = tree / "web" / "sentences" / GAME / "fr.json"
    whole = path.read_text(encoding="utf-8")
    path.write_text(
        json.dumps(json.loads(whole) | {"The {n}.": "La {m}."}), encoding="utf-8"
    )  # it is looked at
    try:
        assert any(f"sentences/{GAME}/fr.json" in complaint for complaint in check_messages(tree)[0])
    finally:
        path.write_text(whole, encoding="utf-8")
