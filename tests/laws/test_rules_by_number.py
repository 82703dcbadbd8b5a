"""Law 4: every numbered rule is carried out and shown, every number that is named exists, and the page is fresh."""

from pathlib import Path

from rexarium.games import AnyGame
from rexarium.testkit import game_table, rule_table
from tests.laws.registry import every_game

ROOT = Path(__file__).parents[2]

# Tests need numbers that no rulebook has.
INVENTED = {"99", "77", "100", "00"}


@every_game
def test_every_rule_is_shown_by_a_case_or_a_test(game: AnyGame) -> None:
    shown = {mention.rule for mention in rule_table.mentions_in_cases(game, ROOT)}
    shown |= {mention.rule for mention in rule_table.mentions_in_tests(game, ROOT)}
    missing = [number for number in game.rulebook.rules if number not in shown]
    assert not missing, f"no case and no test names {', '.join(missing)}"


@every_game
def test_every_rule_is_shown_by_a_case(game: AnyGame) -> None:
    """The casebook is whole by itself."""
    shown = {mention.rule for mention in rule_table.mentions_in_cases(game, ROOT)}
    missing = [number for number in game.rulebook.rules if number not in shown]
    assert not missing, f"no case shows {', '.join(missing)}"


@every_game
def test_every_rule_is_carried_out_by_code_that_names_it(game: AnyGame) -> None:
    """Worked examples are no rules of their own."""
    named = {mention.rule for mention in rule_table.mentions_in_code(game, ROOT)}
    rules = [rule.number for rule in game.rulebook.rules.values() if rule.chapter != "Worked examples"]
    missing = [number for number in rules if number not in named]
    assert not missing, f"no function of games/{game.id} names {', '.join(missing)}"


@every_game
def test_no_rule_is_named_that_does_not_exist(game: AnyGame) -> None:
    invented = {f"{rule_table.prefix_of(game)}-{number}" for number in INVENTED}
    strange = {
        f"{number} in {path}"
        for number, path in rule_table.all_numbers(game, ROOT)
        if number not in game.rulebook.rules and not (path.parts[0] == "tests" and number in invented)
    }
    assert not strange


@every_game
def test_the_page_of_the_rules_is_up_to_date(game: AnyGame) -> None:
    path = ROOT / rule_table.FOLDER / f"{game.id}.md"
    assert path.exists(), f"make it with: {rule_table.COMMAND}"
    is_fresh = path.read_text(encoding="utf-8") == rule_table.page(game, ROOT)
    assert is_fresh, f"docs/rules/{game.id}.md is not fresh; make it anew with: {rule_table.COMMAND}"


def test_the_table_of_games_is_up_to_date() -> None:
    page = (ROOT / game_table.README).read_text(encoding="utf-8")
    assert game_table.BEGIN in page
    assert page == game_table.with_table(page, ROOT), f"make it anew with: {game_table.COMMAND}"


@every_game
def test_ranges_of_numbers_are_read(game: AnyGame) -> None:
    first, second, third, *_ = game.rulebook.rules
    assert rule_table.numbers_in(f"{first} to {third}: so be it", game) == [first, second, third]
    assert rule_table.numbers_in(f"({first}, {third}.)", game) == [first, third]
