"""The valley's table on small and low screens: nothing lies over what is asked for, and names keep what tells them apart."""

from random import Random

import pytest
from playwright.sync_api import expect

from tests.browser import positions
from tests.browser.inspection import resize
from tests.browser.stage import DESKTOP, PHONE, Stage, Visitor

# The smallest phones, and a laptop whose page is enlarged by a quarter.
SIZES = ((320, 640), (360, 740), PHONE, (1024, 768), (1024, 640), DESKTOP)

# Those that something else lies over, or that are out of sight, at one of their edges.
COVERED = """(names) => [...document.querySelectorAll(names)]
  .filter((each) => each.checkVisibility({ visibilityProperty: true }))
  .filter((each) => {
    const { left, top, right, bottom } = each.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const edges = [[x, top + 3], [x, bottom - 3], [left + 3, y], [right - 3, y]];
    return !edges.every((place) => each.contains(document.elementFromPoint(...place)));
  })
  .map((each) => each.textContent.trim() || each.ariaLabel)"""
# Parts of seats that stick out of them; what lies on an edge is meant to.
STICKING_OUT = """() => [...document.querySelectorAll('.seat')].flatMap((seat) => {
  const box = seat.getBoundingClientRect();
  return [...seat.querySelectorAll('.name, .number, .supply, .state, .cards, .cards li, .dino')]
    .filter((part) => {
      const { left, right, top, bottom, width } = part.getBoundingClientRect();
      return width > 1 && (left < box.left || right > box.right + 0.5 || top < box.top || bottom > box.bottom + 0.5);
    })
    .map((part) => `${part.className.baseVal ?? part.className}: ${part.textContent}`);
})"""


def choose(visitor: Visitor) -> None:
    """Touch a card, if there are any, and the direction whose words are longest."""
    card = visitor.page.locator(".cards button[data-part]:not([aria-disabled='true'])")
    if card.count():
        card.first.click()
    visitor.page.locator(".compass [data-part='direction nw']").click()
    expect(visitor.button).to_be_visible()


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("prompt", ["act", "drive", "rex"])
def test_nothing_covers_the_pieces_to_choose(stage: Stage, prompt: str, language: str) -> None:
    ana = stage.visit("Ana", language=language)
    ana.sit_down("tyrannosaurus", 4, record=positions.asked("tyrannosaurus", prompt, 4, after=20))
    asked = ".compass [data-part], .cards button[data-part], section.prompt .btn"

    def look() -> None:
        for size in SIZES:
            resize(ana, size)
            assert ana.page.evaluate(COVERED, asked) == [], size
            assert ana.page.evaluate(STICKING_OUT) == [], size

    look()
    choose(ana)
    look()
    with ana.moving():
        ana.button.click()
    look()


def test_bots_of_one_level_are_told_apart_by_their_numbers(stage: Stage) -> None:
    ana = stage.visit("Ana")
    ana.sit_down("tyrannosaurus", 4, record=positions.asked("tyrannosaurus", "act", 4, after=20))
    seats = ana.page.locator(".seat .name")
    expect(seats).to_have_text(["You", "Hatchling 1", "Hatchling 2", "Hatchling 3"])
    for size in SIZES:
        resize(ana, size)
        for number in ana.page.locator(".seat .name .number").all()[1:]:
            box = number.bounding_box()
            assert box
            assert box["width"] > 5


def test_a_step_is_as_wide_as_its_longest_word(stage: Stage) -> None:
    ana = stage.visit("Ana", language="de")
    ana.sit_down("tyrannosaurus", 3, record=positions.asked("tyrannosaurus", "act", 3, after=20))
    step = ana.page.locator(".step").first
    step.locator(".text").evaluate("(text) => (text.textContent = 'verschwindet in c3')")
    assert step.evaluate("(step) => step.scrollWidth <= step.clientWidth")


def test_a_replay_shows_all_of_it_and_has_one_button_to_play(stage: Stage) -> None:
    ana = stage.visit("Ana")
    table = ana.sit_down("tyrannosaurus", 3, record=positions.late("tyrannosaurus", 1, 3))
    ana.play(Random(1))
    ana.go(f"/replay/{table}#ply=35")
    expect(ana.page.locator(".step").first).to_be_visible()
    expect(ana.page.locator("button:visible:has(use[href='#ui-play'])")).to_have_count(1)
    board = ana.page.locator(".valley-table").bounding_box()
    assert board
    for part in (".seat:last-child", ".strip"):
        box = ana.page.locator(part).bounding_box()
        assert box
        assert box["y"] + box["height"] <= board["y"] + board["height"], part
