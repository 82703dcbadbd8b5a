"""The page that tells how to write a case: its examples pass, and no game has a word that is missing from it."""

import re
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from msgspec import Struct, structs

from rexarium.games import AnyGame
from rexarium.kernel.facts import TRUTH
from rexarium.testkit.casebook import HEADS, read_casebook, run_case
from rexarium.testkit.patterns import read_fact
from rexarium.testkit.steps import KEYWORDS
from rexarium.testkit.trial import MEASURES
from tests.laws.registry import every_game

PAGE = (Path(__file__).parents[2] / "docs" / "how-to" / "write-a-case.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```case\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
CASES = [case for block in BLOCKS for case in read_casebook(block)]


def chapter(game: AnyGame) -> str:
    """What the page says of one game alone."""
    found = re.search(rf"^## {game.title}$(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert found, f"the page has no chapter '## {game.title}'"
    return found[1]


def room(game: AnyGame, name: str) -> ModuleType:
    return import_module(f"rexarium.games.{game.id}.{name}")


def missing(words: Iterable[str], text: str) -> list[str]:
    """The words that a text neither quotes nor begins a quotation with; examples are no quotations."""
    prose = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    quoted = re.findall(r"`([^`\n]+)`", prose)
    return [word for word in words if not any(re.match(rf"{re.escape(word)}(\W|$)", text) for text in quoted)]


def checked(game: AnyGame, keyword: str = "") -> set[str]:
    """The names that the examples of a game check: of the truth, or below `view`, `memory` or `odds`."""
    steps = [step for case in CASES if case.game is game for step in case.steps]
    if keyword:
        steps = [line for step in steps if step.label.startswith(keyword) for line in step.children]
    found = [re.match(r"(.+?) (?:=|<=|contains|lacks) ", f"{step.text} ") for step in steps]
    return {name[1] for name in found if name}


def of_any_seat(names: Iterable[str]) -> set[str]:
    """Names without the numbers of seats: what one example shows of one seat, it shows of all."""
    return {re.sub(r"(?<=[ .])[1-5]\b", "N", name) for name in names}


@pytest.mark.parametrize("block", BLOCKS, ids=range(len(BLOCKS)))
def test_the_examples_pass(block: str) -> None:
    for case in read_casebook(block):
        assert run_case(case).failure == "", case.title


def test_every_head_and_every_keyword_is_there() -> None:
    assert missing([f"{head}:" for head in HEADS], PAGE) == []
    assert missing([*KEYWORDS, *MEASURES, "ruling", "default"], PAGE) == []


@every_game
def test_every_line_of_a_position_is_there(game: AnyGame) -> None:
    position = room(game, "position")
    labels = [f"{label}:" for label in (*position.LABELS, *position.SEAT_LABELS, "seat 1")]
    assert missing(labels, chapter(game)) == []


@every_game
def test_every_name_of_the_table_is_there(game: AnyGame) -> None:
    names = {*MEASURES, *game.measures.of_table, *(f"ruling {ruling.id}" for ruling in game.rulings)}
    assert names - checked(game) == set()


@every_game
def test_every_name_of_a_seat_is_there(game: AnyGame) -> None:
    names = of_any_seat(f"{name} N" for name in (*game.measures.of_seat, "default"))
    assert names - of_any_seat(checked(game)) == set()


@every_game
def test_every_name_of_the_box_is_there(game: AnyGame) -> None:
    names = game.measures.of_box(game.edition())
    assert {name for name in names if name.startswith("box ")} - checked(game) == set()
    kinds = {name.split()[0] for name in names}  # one `symbol blue 7` stands for all symbols
    assert kinds - {name.split()[0] for name in checked(game)} == set()


@every_game
def test_every_fact_is_there_with_all_its_arguments(game: AnyGame) -> None:
    rows = re.findall(r"^\| `([^`]+)` \|", chapter(game), re.MULTILINE)
    for kind in game.fact_kinds:
        patterns = [read_fact(game.fact_kinds, row, 0) for row in rows if row.split()[0] == kind.name]
        arguments = {argument.name for argument in kind.arguments}
        assert [set(pattern.values) for pattern in patterns] == [arguments], kind.name


def paths(view: Any) -> list[str]:
    """Every path of a view, to the first seat where there are several."""
    found = []
    for name, value in structs.asdict(view).items():
        inner = value[0] if isinstance(value, tuple) and value else value
        number = ".N" if inner is not value else ""
        below = paths(inner) if isinstance(inner, Struct) else []
        found += [f"{name}{number}.{path}" for path in below] or [name]
    return found


@every_game
def test_every_path_of_a_view_is_there(game: AnyGame) -> None:
    """`eggs.green` shows the path `eggs`, too."""
    shown = of_any_seat(checked(game, "view"))
    shown |= {path.rpartition(".")[0] for path in shown}
    view = game.view(game.read_position(game.setup(2), []), TRUTH)
    assert set(paths(view)) - shown == set()


@every_game
def test_every_kind_of_memory_and_odds_is_there(game: AnyGame) -> None:
    state = game.read_position(game.setup(2), [])
    assert of_any_seat(game.memory(state, 0)) - of_any_seat(checked(game, "memory")) == set()
    odds, shown = (
        {re.sub(r"\b(has|is) .*", r"\1", name) for name in of_any_seat(names)}
        for names in (game.odds(state, 0), checked(game, "odds"))
    )
    assert odds - shown == set()


@every_game
def test_every_word_of_a_game_is_there(game: AnyGame) -> None:
    """Of cells only the corners, where the rows begin and end."""
    words = [*(ruling.id for ruling in game.rulings), *(preset.id for preset in game.presets)]
    words += [
        *game.edition_ids(),
        *game.prompts,
        *(game.say(move).split()[0] for move in range(game.move_count)),
    ]
    for label, names in vars(room(game, "words")).items():
        if label.endswith("_NAMES") and label != "MOVE_NAMES":
            words += [names[0], names[-1]] if label == "CELL_NAMES" else names
    assert missing(words, chapter(game)) == []
