"""What lies on the table stays where it is, whatever is asked: eyes find it again, and the browser need not redraw it."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import positions
from tests.browser.inspection import resize
from tests.browser.stage import DESKTOP, PHONE, Stage

LAPTOP = (1366, 768)
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
def test_the_board_does_not_jump(stage: Stage, game: str, parts: list[str], prompts: list[str]) -> None:
    ana = stage.visit("Ana")
    places: dict[tuple[int, int], list[Any]] = {PHONE: [], LAPTOP: [], DESKTOP: []}
    for prompt in prompts:
        ana.sit_down(game, 3, record=positions.asked(game, prompt))
        ana.glowing.first.wait_for()
        for size, found in places.items():
            resize(ana, size)
            found.append(ana.page.evaluate(WHERE, parts))
    for found in places.values():
        assert found == [found[0]] * len(prompts)


def test_the_prompt_says_what_a_card_would_score_without_growing_on_a_phone(stage: Stage) -> None:
    ana = stage.visit("Ana", PHONE)
    ana.sit_down("trex", 3, record=positions.asked("trex", "play", after=12))
    ana.glowing.first.wait_for()
    before = ana.page.evaluate(WHERE, ["ol.lanes"])
    ana.page.locator("[data-part='hand red 5']").click()
    expect(ana.prompt).to_contain_text("1st · new last lap")
    assert ana.page.evaluate(WHERE, ["ol.lanes"]) == before
