"""Windows that are neither a phone's nor a desktop's, and what must not be squeezed."""

import re

from playwright.sync_api import expect

from tests.browser import positions
from tests.browser.stage import Stage

ENLARGED = (1024, 640)  # a laptop of 1280 × 800 at 125 %
LOW = (640, 400)  # and at 200 %
SMALL = (320, 640)
WIDTH = "(element) => element.getBoundingClientRect().width"
# Where a row's button is, and its middle.
HEIGHTS = """(rows) => rows.map((row) => {
  const middle = (element) => (({ top, height }) => top + height / 2)(element.getBoundingClientRect());
  return Math.abs(middle(row.querySelector('button')) - middle(row));
})"""


def test_on_a_narrow_screen_the_board_has_the_whole_width(stage: Stage) -> None:
    ana = stage.visit("Ana", ENLARGED)
    ana.sit_down("trex", 4)
    page = ana.page
    rail = page.locator("aside.rail")
    assert page.locator("main").evaluate(WIDTH) == ENLARGED[0]
    expect(rail).to_have_count(0)
    page.get_by_role("button", name="Log").click()
    expect(rail.get_by_role("log")).to_be_visible()
    ana.shoot("table rail over the board")
    page.keyboard.press("Escape")
    expect(rail).to_be_hidden()
    ana.prompt.get_by_role("button", name="Why?").click()
    expect(rail.get_by_role("tabpanel", name="Why")).to_be_visible()
    rail.get_by_role("button", name="Close").click()
    expect(rail).to_be_hidden()
    assert page.locator("main").evaluate(WIDTH) == ENLARGED[0]


def test_in_a_low_window_the_prompt_is_visible(stage: Stage) -> None:
    ana = stage.visit("Ana", LOW)
    ana.sit_down("trex", 4, record=positions.asked("trex", "play", 4, after=12))
    expect(ana.glowing.first).to_be_in_viewport(ratio=1)
    ana.shoot("table low")


def test_rounds_are_shown_on_one_line(stage: Stage) -> None:
    ana = stage.visit("Ana", SMALL, language="fr")
    ana.sit_down("trex", 3, record=positions.asked("trex", "play", after=60))
    chip = ana.page.locator("header .chip")
    expect(chip).to_have_text(re.compile(r"^Manche \d"))
    box = chip.bounding_box()
    assert box
    assert box["height"] < 30


def test_the_winners_row_has_its_button_at_its_end(stage: Stage) -> None:
    ana = stage.visit("Ana")
    ana.go(f"/t/{ana.open_table('trex', 2, seat=None, bots={'1': 'hatchling', '2': 'hatchling'})}")
    rows = ana.page.get_by_role("region", name="Players").get_by_role("listitem")
    expect(rows.filter(has_text="won")).not_to_have_count(0)
    ana.shoot("table winner")
    assert max(rows.evaluate_all(HEIGHTS)) < 2
