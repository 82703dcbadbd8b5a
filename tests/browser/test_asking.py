"""What the page shows and sends when a question is answered, or asked about."""

import json
import re
from random import Random

import pytest
from playwright.sync_api import expect

from tests.browser import positions
from tests.browser.stage import PHONE, Stage


def test_a_refusal_names_the_card_at_once(stage: Stage) -> None:
    ana = stage.visit("Ana", PHONE)
    ana.sit_down("cubosaurs", 3, record=positions.asked("cubosaurs", "turn", after=12))
    cards = ana.page.locator(".refuse .tray button")
    cards.nth(1).click()
    expect(ana.button).to_have_text("Refuse, add Velociraptor egg")
    cards.nth(0).click()
    expect(cards.nth(0)).to_have_attribute("aria-pressed", "true")
    expect(cards.nth(1)).to_have_attribute("aria-pressed", "false")
    expect(ana.button).to_have_text("Refuse, add Stegosaurus")
    with ana.moving():
        ana.button.click()
    assert any('"line":"refuse stegosaurus"' in frame for frame in ana.frames)
    assert not any(re.search(r'"decision":\{[^{}]*"prompt":"add"', frame) for frame in ana.frames)


def test_a_move_names_the_question_it_answers(stage: Stage) -> None:
    ana = stage.visit("Ana", PHONE)
    said: list[str] = []
    ana.page.on("websocket", lambda socket: socket.on("framesent", lambda frame: said.append(str(frame))))
    ana.sit_down("cubosaurs", 3, record=positions.asked("cubosaurs", "add", after=30))
    ply = ana.prompt.get_attribute("data-ply")
    ana.page.get_by_role("button", name="Menu").click()
    ana.page.get_by_role("button", name="Take a move back").click()
    expect(ana.prompt).not_to_have_attribute("data-ply", ply or "")
    ana.play(Random(1), most=1)
    (move,) = [json.loads(frame) for frame in said if '"do":"move"' in frame]
    assert move["taken_back"] == 1


def test_an_answer_to_why_is_gone_with_its_question(stage: Stage) -> None:
    ana = stage.visit("Ana")
    ana.sit_down("trex", 2)
    ana.prompt.get_by_role("button", name="Why?").click()
    why = ana.page.locator("section.why")
    why.wait_for()
    ana.play(Random(1), most=1)
    expect(why).to_have_count(0)


@pytest.mark.parametrize(
    ("game", "prompt", "rule"),
    [("trex", "play", "TR-"), ("tyrannosaurus", "act", "TY-"), ("cubosaurs", "turn", "CU-")],
)
def test_why_with_nothing_selected_explains_the_question(
    stage: Stage, game: str, prompt: str, rule: str
) -> None:
    ana = stage.visit("Ana")
    ana.sit_down(game, 3, record=positions.asked(game, prompt, after=12))
    ana.glowing.first.wait_for()
    question = ana.prompt.locator(".say").inner_text()
    ana.prompt.get_by_role("button", name="Why?").click()
    why = ana.page.locator("section.why")
    expect(why.get_by_role("heading")).to_have_text(question)
    expect(why.locator("details[open]").first).to_contain_text(rule)
    expect(why.locator(".verdict")).to_have_count(0)
