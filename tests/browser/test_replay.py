"""After a game: looking back on it, through any eyes and from any ply, and playing on from there."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.inspection import resize
from tests.browser.stage import DESKTOP, PHONE, PULSE, Stage, Visitor

RECORDS = Path(__file__).parents[1] / "records"
GAMES = {
    "trex": ("trex-rules-1-3-table.rex", DESKTOP, PHONE),
    "tyrannosaurus": ("tyrannosaurus-rules-1-4-table.rex", PHONE, DESKTOP),
    "cubosaurs": ("cubosaurs-rules-1-5-dna.rex", DESKTOP, PHONE),
}


# Press the button as soon as a ply is past: on a slow machine the game would be over before we had found it.
PAUSE_AFTER = """(ply) => {
  if (Number(/\\d+/.exec(document.querySelector('.where').textContent)[0]) <= ply) return false;
  document.querySelector('[aria-label="Pause"]').click();
  return true;
}"""


def where(page: Page) -> int:
    """The ply that is shown."""
    return numbers(page.locator(".where"))[0]


def numbers(place: Locator) -> list[int]:
    """All that stand there."""
    return [int(number) for number in re.findall(r"\d+", place.inner_text())]


def finish(visitor: Visitor, game: str) -> str:
    """A table where bots have played to the end."""
    table = visitor.open_table(game, 2, seat=None, bots={"1": "hatchling", "2": "hatchling"})
    visitor.go(f"/t/{table}")
    visitor.page.get_by_role("heading", name=re.compile("won")).wait_for()
    return table


@pytest.mark.parametrize("game", GAMES)
def test_a_record_is_replayed(stage: Stage, game: str) -> None:
    record, size, other = GAMES[game]
    ana = stage.visit("Ana", size)
    page = ana.page
    ana.go("/replay")
    page.get_by_label("Choose a file").set_input_files(RECORDS / record)
    page.locator(".transport").wait_for()
    if size == PHONE:
        page.get_by_role("navigation").get_by_role("button", name="Chances").click()
    graph = page.get_by_role("slider", name="Chance to win, along the game")
    expect(page.get_by_role("heading", name="The score explained")).to_be_visible()
    page.get_by_role("heading", name="Turning points").wait_for()
    for each in (other, size):
        resize(ana, each)
        ana.shoot(f"{game} looked back on {each[0]}")

    last = int(graph.get_attribute("aria-valuemax") or 0)
    assert last > 20
    graph.focus()
    page.keyboard.press("End")
    expect(graph).to_have_attribute("aria-valuetext", re.compile(rf"^Ply {last}: .*100%"))
    ana.wait_until(lambda: where(page) == last)
    page.keyboard.press("ArrowLeft")
    ana.wait_until(lambda: 0 < where(page) < last)
    page.keyboard.press("Home")
    ana.wait_until(lambda: where(page) == 0)
    box = graph.bounding_box()
    assert box
    graph.click(position={"x": box["width"] / 2, "y": box["height"] / 3})
    ana.wait_until(lambda: 0.3 * last < where(page) < 0.7 * last)

    page.get_by_text("As a table").click()
    row = page.get_by_role("table").get_by_role("row").nth(3)
    shares = [float(share) for share in re.findall(r"([\d.]+)%", row.inner_text())]
    assert sum(shares) == pytest.approx(100, abs=0.5)
    row.get_by_role("button").click()
    ana.wait_until(lambda: where(page) in numbers(row))
    turn = page.locator("button.turn").first
    if turn.count():
        turn.click()
        ana.wait_until(lambda: where(page) in numbers(turn))
    page.locator("summary", has_text=re.compile(r"\d$")).first.click()
    expect(page.locator("details[open] .why").first).to_contain_text(re.compile(r"(TR|TY|CU)-\d\d"))


def test_a_game_is_replayed_through_any_eyes_from_a_link_and_continued(stage: Stage) -> None:
    ana = stage.visit("Ana")
    page = ana.page
    table = finish(ana, "trex")
    page.get_by_role("link", name="Replay").click()
    page.locator(".transport").wait_for()
    for _ in range(5):
        page.get_by_role("button", name="One step on").click()
    eyes = page.get_by_role("group", name="Through whose eyes").get_by_role("button")
    eyes.nth(2).click()
    expect(eyes.nth(2)).to_have_attribute("aria-pressed", "true")
    page.wait_for_url(f"**/replay/{table}#ply=5&seat=2")
    ben = stage.visit()
    ben.go(f"/replay/{table}#ply=5&seat=2")
    expect(ben.page.locator(".eyes [aria-pressed=true]")).to_have_text(eyes.nth(2).inner_text())
    ben.wait_until(lambda: where(ben.page) == 5)
    ben.page.get_by_role("button", name="To the end").click()
    expect(ben.page.locator(".eyes [aria-pressed=true]")).to_have_text(eyes.nth(2).inner_text())
    expect(ben.page.get_by_role("button", name="Play on from here")).to_be_disabled()

    page.get_by_label("Speed").select_option("4×")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_function(PAUSE_AFTER, arg=7, polling=PULSE)
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    page.get_by_role("button", name="Play on from here").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("radio").nth(1)).to_be_checked()
    resize(ana, PHONE)
    box = dialog.locator(".seatmark").first.bounding_box()
    assert box
    assert box["width"] == box["height"]
    resize(ana, DESKTOP)
    dialog.get_by_role("button", name="Play on").click()
    page.wait_for_url("**/t/*")
    assert table not in page.url
    assert ana.is_asked()


def test_finished_games_are_listed_with_their_winners(stage: Stage) -> None:
    ana = stage.visit("Ana")
    page = ana.page
    ana.sit_down("trex", 2)
    ana.resign()
    ana.go("/replay")
    expect(page.get_by_text(re.compile("^Hatchling won · Ana and Hatchling · "))).to_be_visible()
    ana.shoot("one's finished games")


def test_a_file_that_is_not_a_record_is_refused_with_a_message(stage: Stage) -> None:
    ana = stage.visit()
    ana.expected = (*ana.expected, "409")
    ana.go("/replay")
    page = ana.page
    page.get_by_label("Choose a file").set_input_files(
        {"name": "x.rex", "mimeType": "text/plain", "buffer": b"nonsense"}
    )
    expect(page.get_by_text("this is not a record")).to_be_visible()
    page.get_by_label("Choose a file").set_input_files(RECORDS / GAMES["trex"][0])
    page.locator(".transport").wait_for()


def test_through_the_eyes_of_a_seat_the_other_hands_are_hidden(stage: Stage) -> None:
    ana = stage.visit("Ana")
    table = finish(ana, "trex")
    ana.go(f"/replay/{table}#ply=30")
    ana.page.locator(".transport").wait_for()
    eyes = ana.page.get_by_role("group", name="Through whose eyes").get_by_role("button")
    for number in (1, 2):
        with ana.page.expect_response(lambda answer: "/replay" in answer.url) as answer:
            eyes.nth(number).click()
        expect(eyes.nth(number)).to_have_attribute("aria-pressed", "true")
        views = [frame["position"]["view"] for frame in answer.value.json()["frames"]]
        played = [view for view in views if view["prompt"] != "over"]  # then everything is open
        shown = {seat["seat"] for view in played for seat in view["seats"] if seat.get("hand") is not None}
        assert shown == {number}
    ana.shoot("replay through the eyes of seat 2")
