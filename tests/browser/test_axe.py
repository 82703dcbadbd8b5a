"""Every page and state: axe finds nothing against WCAG 2.2 AA, and it fits; the pictures are for people to look at."""

from random import Random

import pytest

from tests.browser import positions
from tests.browser.inspection import inspect
from tests.browser.stage import Stage, Visitor

QUESTIONS = {
    "trex": ("play", "take", "lose", "change"),
    "tyrannosaurus": ("lake", "volcano", "act", "drive", "rex"),
    "cubosaurs": ("turn", "add", "whom", "own", "end"),
}


@pytest.mark.parametrize("game", QUESTIONS)
def test_every_question_of_a_game(stage: Stage, game: str) -> None:
    ana = stage.visit("Ana")
    preset = "online" if game == "cubosaurs" else "table"
    for number, prompt in enumerate(QUESTIONS[game]):
        after = 0 if prompt in ("lake", "volcano") else 12
        ana.sit_down(game, 4, record=positions.asked(game, prompt, 4, preset, after))
        ana.glowing.or_(ana.button).first.wait_for()
        dresses = [("phone dark", "desktop light"), ("phone dark",), ("desktop light",)][
            min(number, number % 2 + 1)
        ]
        inspect(ana, f"{game} {prompt}", "main", dresses)  # the first question in both, the others in turn


def test_the_end_and_the_replay(stage: Stage) -> None:
    ana = stage.visit("Ana")
    for game in QUESTIONS:
        table = ana.sit_down(game, 2, record=positions.late(game, left=1))
        ana.play(Random(1))
        inspect(ana, f"{game} over", part="main")
    ana.go(f"/replay/{table}#ply=20")
    ana.page.get_by_role("slider").wait_for()
    inspect(ana, f"{game} replay")


def test_the_front_page_and_its_dialogs(stage: Stage) -> None:
    bob = stage.visit("Bob")
    bob.open_table("trex", 3, bots={}, is_started=False, is_open=True)
    ana = stage.visit()
    ana.go("/")
    ana.page.get_by_role("article").nth(2).wait_for()
    inspect(ana, "front")
    for button, name in (("Play bots", "play"), ("Invite", "invite")):
        ana.page.get_by_role("button", name=button).first.click()
        ana.page.get_by_role("dialog").locator("summary").click()
        inspect(ana, f"front {name}")
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
    inspect(stranger, "gathering nickname")


def test_all_that_opens_at_a_table(stage: Stage) -> None:
    ana = stage.visit("Ana", hasGuide=True)
    ana.sit_down("cubosaurs", 3)
    inspect(ana, "table guide")
    ana.prompt.get_by_role("button", name="Why?").click()
    ana.page.get_by_role("tabpanel", name="Why").get_by_role("button").first.wait_for()
    inspect(ana, "table why", part="aside")
    ana.page.get_by_role("tab", name="Chat").click()
    say(ana, "Rawr!")
    inspect(ana, "table chat", part="aside")
    ana.page.get_by_role("button", name="Menu").click()
    inspect(ana, "table menu", part="dialog")


def say(visitor: Visitor, text: str) -> None:
    visitor.page.get_by_role("textbox").last.fill(text)
    visitor.page.keyboard.press("Enter")
    visitor.page.get_by_text(text).wait_for()


@pytest.mark.parametrize("path", ["/rules", "/rules/trex", "/replay", "/me", "/t/no-such-table"])
def test_the_other_pages(stage: Stage, path: str) -> None:
    ana = stage.visit("Ana")
    ana.expected += ("404",)
    ana.go(path)
    ana.page.get_by_role("heading").first.wait_for()
    if path == "/me":
        for name in ("Make a link", "Make an address"):
            ana.page.get_by_role("button", name=name).click()
        ana.page.get_by_role("textbox", name="Address of your feed").wait_for()
    inspect(ana, path.strip("/").replace("/", " "))
