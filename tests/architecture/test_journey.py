"""The journey of a move in ARCHITECTURE.md is short, and every function it names is there."""

import importlib
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HEADING = "## The journey of a move over the wire\n"
MOST_STEPS = 12
NAME = re.compile(r"`((?:net|runtime|wire|workers|storage|model|match)(?:\.\w+)+)`")


def journey() -> str:
    text = (ROOT / "ARCHITECTURE.md").read_text()
    return text[text.index(HEADING) + len(HEADING) :].split("\n## ")[0]


def steps() -> list[str]:
    return re.split(r"^\d+\. ", journey(), flags=re.MULTILINE)[1:]


def names() -> list[str]:
    return NAME.findall(journey())


def find(name: str) -> object:
    """What a name stands for: `match.Match.check`, or `model.fold.fold` below the server."""
    path = ["rexarium", *([] if name.startswith("match.") else ["server"]), *name.split(".")]
    for length in range(len(path) - 1, 1, -1):
        try:
            found: object = importlib.import_module(".".join(path[:length]))
        except ModuleNotFoundError:
            continue
        for part in path[length:]:
            found = getattr(found, part)
        return found
    raise ModuleNotFoundError(name)


def test_it_has_at_most_twelve_steps_and_each_names_a_function() -> None:
    found = steps()
    assert 0 < len(found) <= MOST_STEPS
    assert "`Session.commit`" in found[0]  # on the page
    assert all(NAME.search(step) for step in found[1:])


@pytest.mark.parametrize("name", names())
def test_every_function_the_journey_names_exists(name: str) -> None:
    assert callable(find(name))


def test_a_missing_function_would_be_noticed() -> None:
    with pytest.raises((AttributeError, ModuleNotFoundError)):
        find("model.fold.unfold")
    with pytest.raises((AttributeError, ModuleNotFoundError)):
        find("runtime.nothing.submit")
