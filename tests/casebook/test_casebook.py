"""Every case of the casebook, one test each; its rule numbers stand in its name."""

from pathlib import Path

import pytest

from rexarium.games import all_games
from rexarium.testkit.casebook import Case, read_casebook_file, run_case

FOLDER = Path(__file__).parents[2] / "casebook"
CASES = [(path, case) for path in sorted(FOLDER.rglob("*.case")) for case in read_casebook_file(path)]


def name(path: Path, case: Case) -> str:
    return f"{path.parent.name}/{path.stem}:{case.line} {case.title} [{' '.join(case.rules)}]"


@pytest.mark.parametrize(("path", "case"), CASES, ids=[name(path, case) for path, case in CASES])
def test_case(path: Path, case: Case) -> None:
    result = run_case(case)
    assert not result.failure, f"{path}:{result.line}: {result.failure}"


@pytest.mark.parametrize("id_", all_games())
def test_every_rule_has_a_case(id_: str) -> None:
    shown = {rule for _, case in CASES if case.game.id == id_ for rule in case.rules}
    missing = [rule for rule in all_games()[id_].rulebook.rules if rule not in shown]
    assert not missing, f"no case shows {', '.join(missing)}"


def test_every_case_says_which_rules_it_shows() -> None:
    assert [name(path, case) for path, case in CASES if not case.rules] == []


def test_no_two_cases_of_a_game_have_one_title() -> None:
    titles = [(case.game.id, case.title) for _, case in CASES]
    assert [title for title in titles if titles.count(title) > 1] == []
