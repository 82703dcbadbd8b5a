"""Outlines, rulings, rulebooks and edition files: what people write, read with its lines."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rexarium.games import all_games, find_game
from rexarium.kernel.edition import EditionFile
from rexarium.kernel.errors import BadEdition, BadSetup, BadText, Unknown
from rexarium.kernel.outline import Line, read_outline
from rexarium.kernel.rulebook import Reason
from rexarium.kernel.rulings import Ruling, settle


def test_an_outline_is_a_forest_with_line_numbers() -> None:
    text = "# heading\na: 1\n  b: 2, 3\n      c\n  d  # aside\n\ne\n"
    first, second = read_outline(text)
    assert (first.number, first.label, first.value) == (2, "a", "1")
    assert [(child.number, child.text) for child in first.children] == [(3, "b: 2, 3"), (5, "d")]
    assert first.children[0].items() == ["2", "3"]
    assert first.children[0].children == [Line(4, "c")]
    assert (second.number, second.text, second.children) == (7, "e", [])


@pytest.mark.parametrize(("text", "line"), [("  a", 1), ("a\n\tb", 2), ("\n\n  # no\n  a", 4)])
def test_a_broken_outline_names_its_line(text: str, line: int) -> None:
    with pytest.raises(BadText) as error:
        read_outline(text)
    assert error.value.line == line


@given(st.text())
def test_any_text_is_an_outline_or_bad(text: str) -> None:
    try:
        lines = read_outline(text)
    except BadText:
        return
    flat = list(lines)
    while flat:
        line = flat.pop()
        assert 1 <= line.number <= len(text.splitlines())
        assert line.text == line.text.strip() != ""
        flat += line.children


RULINGS = (
    Ruling("fast", "R-1", "Fast?", ("on", "off"), "on", "us"),
    Ruling("long", "R-2", "Long?", ("on", "off"), "off", "us", {2: "on"}),
)


def test_rulings_are_settled_as_named_else_by_default() -> None:
    assert settle(RULINGS, {}, 3) == {"fast": "on", "long": "off"}
    assert settle(RULINGS, {"long": "on"}, 3) == {"fast": "on", "long": "on"}


def test_a_default_may_depend_on_the_seats() -> None:
    assert settle(RULINGS, {}, 2) == {"fast": "on", "long": "on"}
    assert settle(RULINGS, {"long": "off"}, 2) == {"fast": "on", "long": "off"}


@pytest.mark.parametrize(("answers", "rule"), [({"slow": "on"}, ""), ({"fast": "maybe"}, "R-1")])
def test_a_ruling_that_does_not_exist_is_refused(answers: dict[str, str], rule: str) -> None:
    with pytest.raises(BadSetup) as error:
        settle(RULINGS, answers, 2)
    assert error.value.rule == rule


def test_tables_that_are_not_possible_are_refused() -> None:
    """TR-06, and whatever the seats of other games are."""
    for game in all_games().values():
        for seats in (game.min_seats - 1, game.max_seats + 1, -1, 10**9):
            with pytest.raises(BadSetup) as error:
                game.setup(seats)
            assert error.value.rule == game.seats_rule
        with pytest.raises(Unknown):
            game.setup(game.min_seats, preset="no such preset")
        with pytest.raises(Unknown):
            game.edition("no such edition")
    with pytest.raises(Unknown):
        find_game("chess")


def test_rules_are_found_in_any_spelling_and_cited_in_full() -> None:
    for game in all_games().values():
        for number, rule in game.rulebook.rules.items():
            assert game.rulebook.rule(number.lower()) is rule
            cited = game.rulebook.cite(Reason(number, "So it is."))
            assert cited.startswith("So it is.\n" + number)
            assert rule.text in cited
            assert "Source: " in cited
        with pytest.raises(Unknown):
            game.rulebook.rule("R-99")


def test_an_edition_file_knows_its_lines() -> None:
    file = EditionFile('[edition]\nid = "x"\n\n[[card]]\nnumber = 1\n[[card]]\n# note\nnumber = 2\n')
    assert file.line("edition", 0, "id") == 2
    assert file.line("card", 0, "number") == 5
    assert file.line("card", 1, "number") == 8
    assert file.line("card", 1, "colour") == 6
    assert file.line("egg") == 0
    assert [entry["number"] for entry in file.entries("card")] == [1, 2]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("[edition\n", 1),
        ("a = 1\nb = \n", 2),
        ("card = 3\n", 0),
        (f"card = {'9' * 5000}\n", 0),
        (f"card = {'[' * 100_000}\n", 0),
    ],
    ids=["no table", "no value", "no cards", "too long a number", "too deep"],
)
def test_a_broken_edition_file_names_its_line(text: str, line: int) -> None:
    with pytest.raises(BadEdition) as error:
        EditionFile(text).entries("card")
    assert error.value.line in (line, 1)


def test_editions_of_the_games_read_back_and_have_steady_digests() -> None:
    for game in all_games().values():
        for id_ in game.edition_ids():
            edition = game.edition(id_)
            again = game.edition_of_lines(id_, "another title", read_outline("\n".join(edition.lines)))
            assert again.digest == edition.digest
            assert again == type(edition)(id_, "another title", edition.lines, edition.numbers)
