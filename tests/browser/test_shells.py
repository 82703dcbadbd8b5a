"""A table's shell brings its own styles; visitors with cached files see the same."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import positions
from tests.browser.stage import DESKTOP, PHONE, Stage, Visitor

GAMES = {"trex": ("play", PHONE), "tyrannosaurus": ("act", DESKTOP)}
# How everything looks, but drawings that are used elsewhere and data.
LOOK = """() => [...document.querySelectorAll('body :not(script, .sprite, .sprite *)')].map((element) => {
  const style = getComputedStyle(element);
  const values = [...style].map((name) => `${name}: ${style.getPropertyValue(name)}`);
  return [element.className.baseVal ?? element.className, values];
})"""
FILES = (
    "performance.getEntriesByType('resource').map(({ name }) => name)"  # that the page itself has asked for
)
SHEETS = "document.adoptedStyleSheets.length"


def look(visitor: Visitor, table: str) -> Any:
    """How a table looks with its menu open: by then all that comes after the board is here."""
    visitor.go(f"/t/{table}")
    assert visitor.is_asked()
    visitor.page.get_by_role("button", name="Menu").click()
    expect(visitor.page.get_by_role("dialog")).to_be_visible()
    visitor.page.wait_for_load_state("networkidle")
    return visitor.page.evaluate(LOOK)


@pytest.mark.parametrize("game", GAMES)
def test_styles_of_a_shell_and_styles_of_files_look_the_same(stage: Stage, game: str) -> None:
    prompt, size = GAMES[game]
    ana = stage.visit("Ana", size, has_worker=True)
    table = ana.open_table(game, 3, record=positions.asked(game, prompt, 3, after=12))
    brought = look(ana, table)
    assert ana.page.evaluate(SHEETS) == 2  # every page's, and the game's
    files = [address.rpartition("/")[2] for address in ana.page.evaluate(FILES)]
    assert [name for name in files if name.startswith(game)]
    assert not [name for name in files if name.endswith(".css") and name.startswith(("start-", game))]
    ana.page.wait_for_function("() => navigator.serviceWorker.controller")  # from here on the files are kept
    kept = look(ana, table)
    assert ana.page.evaluate(SHEETS) == 0
    for element, twin in zip(brought, kept, strict=True):
        assert element == twin
