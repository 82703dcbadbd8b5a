"""Whole games against bots, from the front page to the result, by touching what glows."""

from random import Random

import pytest
from playwright.sync_api import expect

from rexarium.games import find_game
from tests.browser.stage import DESKTOP, PHONE, Stage

SIZES = {"trex": DESKTOP, "tyrannosaurus": PHONE, "cubosaurs": DESKTOP}


@pytest.mark.parametrize("game", SIZES)
def test_a_whole_game_against_bots(stage: Stage, game: str) -> None:
    ana = stage.visit(size=SIZES[game])
    page = ana.page
    page.goto("/")
    box = page.get_by_role("article", name=find_game(game).title, exact=True)
    box.get_by_role("button", name="Play bots").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Nickname").fill("Ana")
    dialog.get_by_role("radio", name="3").check(force=True)
    dialog.get_by_role("radio", name="Hatchling").check(force=True)
    dialog.get_by_role("button", name="Play", exact=True).click()
    assert ana.is_asked()
    ana.shoot(f"{game} first question")
    assert ana.play(Random(game))
    assert 50_000 < ana.script_size() <= 120_000  # the front page and one game
    expect(page.get_by_role("heading", level=2).first).to_contain_text("won")
    expect(page.get_by_role("link", name="Replay")).to_be_visible()
    ana.shoot(f"{game} over")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the record").click()
    record = download.value.path().read_text("utf-8")
    assert find_game(game).title in record or f"game {game}" in record
