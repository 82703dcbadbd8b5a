"""The first-game guide: it leaves the board free, says each thing once, and lets the log follow the game."""

from random import Random

import pytest
from playwright.sync_api import expect

from tests.browser import positions
from tests.browser.stage import GLOWING, PHONE, Stage

FIRST = {"trex": "play", "tyrannosaurus": "act", "cubosaurs": "turn"}
# What glows and yet cannot be touched, even if one scrolls to it.
COVERED = """(glowing) => [...document.querySelectorAll(glowing)].filter((piece) => {
  if (!piece.checkVisibility()) return false;
  piece.scrollIntoView({ block: 'center' });
  const { left, top, width, height } = piece.getBoundingClientRect();
  return ![0.15, 0.5, 0.85].every((share) =>
    piece.contains(document.elementFromPoint(left + width * share, top + height * share)));
}).map((piece) => piece.dataset.part)"""
# A tip that comes between a new line of the log, which has scrolled it, and the word of that.
TAKE_ROOM = """async (log) => {
  const frames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  log.scrollTop -= 10;
  await frames();
  await new Promise((done) => setTimeout(done)); // between two frames
  log.scrollTop = log.scrollHeight;
  const tip = document.createElement('div');
  tip.style.flex = '0 0 150px';
  document.querySelector('aside.rail').prepend(tip);
  await frames();
}"""
FROM_END = "(log) => Math.round(log.scrollHeight - log.clientHeight - log.scrollTop)"


@pytest.mark.parametrize("game", FIRST)
def test_on_a_phone_the_guide_does_not_cover_the_board(stage: Stage, game: str) -> None:
    ana = stage.visit("Ana", PHONE, hasGuide=True)
    ana.sit_down(game, 3, record=positions.asked(game, FIRST[game]))
    guide = ana.page.locator(".guide")
    guide.get_by_role("button", name="Read on").click()
    expect(guide.get_by_role("button", name="No more tips")).to_be_visible()
    ana.shoot(f"{game} guide")
    assert ana.page.evaluate(COVERED, GLOWING) == []


def test_each_tip_is_given_once(stage: Stage) -> None:
    ana = stage.visit("Ana", hasGuide=True)
    record = positions.asked("trex", "play")
    guide = ana.page.locator(".guide")
    for tip, text in (("trex.play", "Colour comes before number"), ("trex.play.play", "A card with a comet")):
        ana.sit_down("trex", 3, record=record)
        expect(guide).to_contain_text(text)
        ana.move(Random(1))  # the tip is gone once its question is answered
        ana.page.wait_for_function('(tip) => localStorage.rexarium.includes(`"${tip}"`)', arg=tip)
    ana.sit_down("trex", 3, record=record)
    ana.page.get_by_role("log").wait_for()
    expect(guide).to_have_count(0)


def test_the_log_stays_at_its_end(stage: Stage) -> None:
    ana = stage.visit("Ana", hasGuide=True)
    ana.sit_down("trex", 4, record=positions.asked("trex", "play", 4, after=40))
    log, dice = ana.page.get_by_role("log"), Random(1)
    ana.page.locator(".guide").wait_for()
    ana.wait_until(lambda: log.evaluate(FROM_END) < 2)
    log.evaluate(TAKE_ROOM)
    assert log.evaluate(FROM_END) < 2
    ana.move(dice)
    assert ana.is_asked()
    ana.wait_until(lambda: log.evaluate(FROM_END) < 2)
    log.hover()
    ana.page.mouse.wheel(0, -600)  # who reads what was is left alone
    ana.wait_until(lambda: log.evaluate(FROM_END) > 400)
    ana.move(dice)
    assert ana.is_asked()
    assert log.evaluate(FROM_END) > 400
