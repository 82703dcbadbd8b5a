"""What lies on the table stays where it is, whatever is asked: eyes find it again, and the browser need not draw it anew."""

from typing import Any

import pytest

from tests.browser import positions
from tests.browser.inspection import resize
from tests.browser.stage import DESKTOP, PHONE, Stage

WHERE = """(parts) => parts.map((part) => {
  const { left, top, width, height } = document.querySelector(part).getBoundingClientRect();
  return [part, ...[left, top, width, height].map(Math.round)];
})"""


@pytest.mark.parametrize(
    ("game", "parts", "prompts"),
    [
        ("trex", ["ol.lanes"], ["play", "take", "lose"]),
        (
            "tyrannosaurus",
            ["[role='grid']", ".mid", ".seats", ".choose"],
            ["lake", "volcano", "act", "drive", "rex"],
        ),
        ("cubosaurs", [".seats"], ["turn", "add"]),
    ],
)
def test_the_table_stays_where_it_is(stage: Stage, game: str, parts: list[str], prompts: list[str]) -> None:
    ana = stage.visit("Ana")
    places: dict[tuple[int, int], list[Any]] = {PHONE: [], DESKTOP: []}
    for prompt in prompts:
        ana.sit_down(game, 3, record=positions.asked(game, prompt))
        ana.glowing.first.wait_for()
        for size, found in places.items():
            resize(ana, size)
            found.append(ana.page.evaluate(WHERE, parts))
    for found in places.values():
        assert found == [found[0]] * len(prompts)
