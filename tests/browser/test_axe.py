"""Every page and state: axe finds nothing against WCAG 2.2 AA, and it fits; the pictures are for people to look at."""

from random import Random

import pytest
from playwright.sync_api import expect

from tests.browser import positions
from tests.browser.inspection import inspect
from tests.browser.stage import Stage, Visitor

QUESTIONS = {
    "trex": ("play", "take", "lose", "change"),
    "tyrannosaurus": ("lake", "volcano", "act", "drive", "rex"),
    "cubosaurs": ("turn", "add", "whom", "theirs", "own", "token", "end"),
}
PRESETS = {"cubosaurs": "online", "token": "family-dna"}  # of a game, or of a question: where it is asked
FULL = ("play", "lake", "turn", "token")  # asked at a table of four
EARLY = ("lake", "volcano")
BOTH, DARK, LIGHT = ("phone dark", "desktop light"), ("phone dark",), ("desktop light",)


@pytest.mark.parametrize("game", QUESTIONS)
def test_every_question_of_a_game(stage: Stage, game: str) -> None:
    ana = stage.visit("Ana")
    for number, prompt in enumerate(QUESTIONS[game]):
        preset = PRESETS.get(prompt, PRESETS.get(game, "table"))
        seats = 4 if prompt in FULL else 3
        record = positions.asked(game, prompt, seats, preset, 0 if prompt in EARLY else 12)
        ana.sit_down(game, seats, record=record)
        ana.glowing.or_(ana.button).first.wait_for()
        dresses = (DARK, LIGHT)[number % 2] if number else BOTH  # the first in both, the others in turn
        inspect(ana, f"{game} {prompt}", "main", dresses)


def test_the_end_and_the_replay(stage: Stage) -> None:
    ana = stage.visit("Ana")
    for game, dresses in zip(QUESTIONS, (BOTH, DARK, LIGHT), strict=True):
        table = ana.sit_down(game, 2, record=positions.late(game, left=1))
        ana.play(Random(1))
        ana.page.get_by_role("heading", name="Turning points").wait_for()
        inspect(ana, f"{game} over", "main", dresses)
    ana.go(f"/replay/{table}#ply=20")
    ana.page.get_by_role("heading", name="Turning points").wait_for()
    inspect(ana, f"{game} replay")
    ana.go("/replay")
    expect(ana.page.locator(".row").first).to_contain_text("Ana and Hatchling")


def test_the_front_page_and_its_dialogs(stage: Stage) -> None:
    bob = stage.visit("Bob")
    bob.open_table("trex", 3, bots={}, is_started=False, is_open=True)
    ana = stage.visit()
    ana.go("/")
    ana.page.get_by_role("article").nth(2).wait_for()
    ana.page.locator("#tables .row").first.wait_for()
    inspect(ana, "front")
    for button, name, dresses in (("Play bots", "play", DARK), ("Invite", "invite", LIGHT)):
        ana.page.get_by_role("button", name=button).first.click()
        ana.page.get_by_role("dialog").locator("summary").click()
        inspect(ana, f"front {name}", "dialog", dresses)
        ana.page.keyboard.press("Escape")
        ana.page.get_by_role("dialog").wait_for(state="hidden")


def test_a_table_before_the_game(stage: Stage) -> None:
    ana = stage.visit("Ana")
    table = ana.open_table("tyrannosaurus", 4, bots={"2": "hunter"}, is_started=False)
    ana.go(f"/t/{table}")
    ana.page.get_by_role("button", name="Deal").wait_for()
    inspect(ana, "gathering host")
    stranger = stage.visit()
    stranger.go(f"/t/{table}")
    stranger.page.get_by_role("button", name="Sit here").first.click()
    stranger.page.get_by_role("dialog").wait_for()
    inspect(stranger, "gathering nickname", "dialog")


def test_everything_that_opens_at_a_table(stage: Stage) -> None:
    ana = stage.visit("Ana", hasGuide=True)
    ana.sit_down("cubosaurs", 3)
    ana.page.locator(".guide").first.wait_for(state="attached")
    inspect(ana, "table guide")
    ana.prompt.get_by_role("button", name="Why?").click()
    ana.page.get_by_role("tabpanel", name="Why").get_by_role("button").first.wait_for()
    inspect(ana, "table why", "aside", LIGHT)
    ana.page.get_by_role("tab", name="Chat").click()
    say(ana, "Rawr!")
    inspect(ana, "table chat", "aside", DARK)
    ana.page.get_by_role("button", name="Menu").click()
    inspect(ana, "table menu", "dialog")


def say(visitor: Visitor, text: str) -> None:
    visitor.page.get_by_role("textbox").last.fill(text)
    visitor.page.keyboard.press("Enter")
    visitor.page.get_by_text(text).wait_for()


def test_the_other_pages(stage: Stage) -> None:
    ana = stage.visit("Ana")
    ana.expected += ("404",)
    for path, heading in (
        ("/rules", "Rules"),
        ("/rules/trex", "T-Rex"),
        ("/replay", "Replays"),
        ("/t/no-such-table", "There is no such table"),
        ("/no/such/page", "There is no such page"),
        ("/me", "You"),
    ):
        ana.go(path)
        ana.page.get_by_role("heading", name=heading).first.wait_for()
        if path == "/me":
            for name in ("Make a link", "Make an address"):
                ana.page.get_by_role("button", name=name).click()
            ana.page.get_by_role("textbox", name="Address of your feed").wait_for()
        inspect(ana, path.strip("/").replace("/", " "))
