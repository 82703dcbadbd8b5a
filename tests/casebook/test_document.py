"""The page that tells how to write a case: its examples pass, and nothing is missing from it."""

import ast
import re
from dataclasses import fields
from pathlib import Path

import pytest

from rexarium.games import find_game
from rexarium.games.trex import edition, measures, sheet, view
from rexarium.games.trex.words import CARD_NAMES, COLOUR_NAMES
from rexarium.kernel.facts import SPECTATOR, FactKind
from rexarium.testkit.casebook import HEADS, read_casebook, run_case
from rexarium.testkit.patterns import read_fact
from rexarium.testkit.steps import KEYWORDS, MEASURES

GAME = find_game("trex")
PAGE = (Path(__file__).parents[2] / "docs" / "how-to" / "write-a-case.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```case\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
QUOTED = re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```", "", PAGE, flags=re.MULTILINE | re.DOTALL))
STEPS = [line.split("#")[0].strip() for block in BLOCKS for line in block.splitlines()]


def is_quoted(text: str) -> bool:
    """Does the page set this in a quotation of its own, or begin one with it?"""
    return any(re.match(rf"{re.escape(text)}(\W|$)", quoted) for quoted in QUOTED)


def is_step(name: str) -> bool:
    """Does an example check this name?"""
    return any(re.match(rf"{re.escape(name)} (=|<=|contains|lacks) ", step) for step in STEPS)


@pytest.mark.parametrize("block", BLOCKS, ids=range(len(BLOCKS)))
def test_the_examples_pass(block: str) -> None:
    for case in read_casebook(block):
        assert run_case(case).failure == "", case.title


def test_every_head_is_there() -> None:
    assert [head for head in HEADS if not is_quoted(f"{head}:")] == []


def test_every_keyword_is_there() -> None:
    assert [word for word in KEYWORDS if not is_quoted(word)] == []


def test_every_line_of_a_position_is_there() -> None:
    labels = (*sheet.LABELS, *sheet.SEAT_LABELS)
    assert [label for label in labels if not is_quoted(f"{label}:")] == []


def test_every_name_of_the_table_is_there() -> None:
    assert [name for name in (*MEASURES, *measures.OF_TABLE) if not is_step(name)] == []


def test_every_name_of_a_seat_is_there() -> None:
    names = (*measures.OF_SEAT, "default")
    assert [name for name in names if not is_step(f"{name} 1") and not is_step(f"{name} 2")] == []


def test_every_name_of_the_box_is_there() -> None:
    code = ast.parse(Path(edition.__file__).read_text(encoding="utf-8"))
    words = {
        node.value
        for node in ast.walk(code)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    names = [word for word in words if word.startswith("box ")]
    assert len(names) > 5
    assert [name for name in names if not is_step(name)] == []
    assert is_step("symbol blue 7")


@pytest.mark.parametrize("kind", GAME.fact_kinds, ids=lambda kind: kind.name)
def test_every_fact_is_there_with_all_its_arguments(kind: FactKind) -> None:
    rows = [row for row in re.findall(r"^\| `([^`]+)` \|", PAGE, re.MULTILINE) if row.split()[0] == kind.name]
    patterns = [read_fact(GAME.fact_kinds, row, 0) for row in rows]
    assert [set(pattern.values) for pattern in patterns] == [{argument.name for argument in kind.arguments}]


def test_every_path_of_a_view_is_there() -> None:
    paths = [field.name for field in fields(view.View) if field.name not in ("seats", "comet", "symbols")]
    paths += ["symbols.blue 7"]
    paths += [f"comet.{field.name}" for field in fields(view.Comet)]
    assert [path for path in paths if not is_step(path)] == []
    seat = [field.name for field in fields(view.SeatView)]
    assert [
        name for name in seat if not is_step(f"seats.1.{name}") and not is_step(f"seats.1.{name}.green")
    ] == []


def test_every_kind_of_memory_and_odds_is_there() -> None:
    setup = GAME.setup(2)
    state = GAME.read_position(setup, [])
    names = [re.sub(r"\d+", "1", name) for name in GAME.memory(state, SPECTATOR)]
    assert [name for name in names if not is_step(name)] == []
    odds = {
        re.sub(r"\d", "1", name) for name in GAME.odds(state, SPECTATOR) if re.search(r"shower|green$", name)
    }
    assert [name for name in odds if not is_step(name)] == []


def test_every_ruling_and_preset_card_and_colour_is_there() -> None:
    words = [ruling.id for ruling in GAME.rulings] + [preset.id for preset in GAME.presets]
    assert [word for word in (*words, *CARD_NAMES, *COLOUR_NAMES) if not is_quoted(word)] == []


def test_every_form_of_move_is_there() -> None:
    forms = {GAME.say(move).rsplit(" ", 1)[0] for move in range(17, GAME.move_count)}
    assert [form for form in forms if not is_quoted(form)] == []
