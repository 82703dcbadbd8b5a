"""Games without a mouse, from the front page on."""

from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import keyboard
from tests.browser.stage import Stage

GAMES: dict[str, dict[str, Any]] = {
    "trex": {},
    "tyrannosaurus": {},
    "cubosaurs": {"rulings": {"rounds": "1"}},
}


@pytest.mark.parametrize("game", GAMES)
def test_a_game_with_the_keyboard_alone(stage: Stage, game: str) -> None:
    ana = stage.visit("Ana")
    ana.sit_down(game, **GAMES[game])
    assert ana.play(Random(game), move=keyboard.move)
    expect(ana.page.get_by_role("heading", level=2).first).to_contain_text("won")


def test_from_the_front_page_to_the_first_move(stage: Stage) -> None:
    ana = stage.visit()
    page = ana.page
    ana.go("/")
    page.get_by_role("article").first.wait_for()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()  # a browser takes its time for that
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Play bots").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog").get_by_role("button", name="Play", exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    assert ana.is_asked()
    keyboard.move(ana, Random(1))
