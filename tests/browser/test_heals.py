"""A page that loses, doubles, swaps or misreads what the server says ends where the server is, by itself."""

import re
from random import Random
from typing import get_args

import httpx
import pytest
from playwright.sync_api import Page, expect

from rexarium.server.net.access import COOKIE
from rexarium.server.wire.messages import Fault
from tests.browser import positions
from tests.browser.guests import at_table
from tests.browser.meddler import FAULTS, SILENT, Meddler
from tests.browser.stage import Stage, Visitor

MOST_MOVES = 60
# All that a board shows and lets one touch; what is selected and what has just moved are not the server's.
SHOWN = """() => ({
  ply: document.querySelector('section.prompt')?.dataset.ply,
  title: document.title,
  text: document.querySelector('main .board, main')?.innerText,
  parts: [...document.querySelectorAll('main [data-part]')].map((part) =>
    [part.dataset.part, part.getAttribute('aria-disabled'), part.getAttribute('aria-label')]),
})"""


def shown(page: Page) -> object:
    return page.evaluate(SHOWN)


def check_again(visitor: Visitor) -> None:
    """The browser's event when the network is back: the page asks whether it has missed anything."""
    visitor.page.evaluate("dispatchEvent(new Event('online'))")


def is_asked(visitor: Visitor, meddler: Meddler) -> bool:
    """Wait for a question or the end. A client that missed the last event waits for the next ping; here it comes sooner."""

    def has_come() -> bool:
        if meddler.is_silent and visitor.state() is None:
            check_again(visitor)
        return visitor.state() is not None

    visitor.wait_until(has_come)
    return visitor.state() == "asked"


def counted(address: str) -> dict[str, float]:
    """How often pages said that they were behind, by why."""
    page = httpx.get(f"{address}/metrics").text
    found = dict(re.findall(r'^rexarium_pages_behind_total\{why="(\w+)"\} ([\d.]+)', page, re.M))
    return {why: float(found.get(why, 0)) for why in get_args(Fault)}


@pytest.mark.parametrize("game", ["trex", "tyrannosaurus", "cubosaurs"])
def test_the_board_ends_in_the_servers_state_whatever_happens_to_events(stage: Stage, game: str) -> None:
    ana = stage.visit("Ana")
    meddler = Meddler(ana.page, Random(game))
    address = stage.browser_server.address
    before = counted(address)
    table = ana.open_table(game, 3)
    ana.go(f"/t/{table}")
    dice = Random(game)
    for _ in range(MOST_MOVES):
        if not is_asked(ana, meddler) or set(meddler.done) == set(FAULTS):
            break
        ana.move(dice)
    assert set(meddler.done) == set(FAULTS)
    is_asked(ana, meddler)
    meddler.is_at_work = False
    check_again(ana)
    clean = ana.open_tab()
    clean.goto(f"/t/{table}")
    ana.wait_until(lambda: shown(ana.page) == shown(clean))
    assert meddler.reasons
    said = {why: meddler.reasons.count(why) for why in before}
    ana.wait_until(lambda: counted(address) == {why: before[why] + said[why] for why in before})


@pytest.mark.parametrize(
    ("fault", "why"),
    [
        ("other hash", "hash"),
        ("cut", "unreadable"),
        ("hollow", "unreadable"),
        ("far number", "gap"),
        ("lost", "gap"),
    ],
)
def test_a_fault_heals_by_itself_and_keeps_the_selection(stage: Stage, fault: str, why: str) -> None:
    ana = stage.visit("Ana")
    meddler = Meddler(ana.page, Random(1))
    meddler.is_at_work = False
    table = ana.sit_down("trex", record=positions.asked("trex", "play", 2, after=12))
    address = stage.browser_server.address
    ana.glowing.first.click()
    selected = ana.page.locator("main [data-part][aria-pressed='true']").first
    part = selected.get_attribute("data-part")
    key = next(cookie["value"] for cookie in ana.page.context.cookies() if cookie["name"] == COOKIE)
    with at_table(address, table, key, "phone") as phone:
        ana.page.get_by_role("tab", name="Chat").click()
        said = ana.page.get_by_role("log")
        phone.do(do="say", text="first")
        expect(said).to_contain_text("first")
        meddler.next = fault
        phone.do(do="say", text="second")
        ana.wait_until(lambda: meddler.done == [fault])
        if fault in SILENT:
            phone.do(do="say", text="third")
        expect(said).to_contain_text("second")
    expect(selected).to_have_attribute("data-part", part or "")
    assert meddler.reasons == [why]
    with ana.moving():
        ana.button.click()


def test_a_slow_snapshot_is_reported_and_moves_stay_possible(stage: Stage) -> None:
    ana = stage.visit("Ana")
    meddler = Meddler(ana.page, Random(1))
    meddler.is_at_work = False
    ana.sit_down("trex", record=positions.asked("trex", "play", 2, after=12))
    told = ana.page.get_by_role("status").filter(has_text="Catching up")
    expect(told).to_have_count(0)
    meddler.withheld, meddler.next = [], "other hash"
    before = ana.prompt.get_attribute("data-ply")
    ana.glowing.first.click()
    ana.button.click()
    expect(told).to_be_visible()
    expect(ana.prompt).to_have_attribute("data-ply", before or "")  # nothing doubtful is shown
    ana.shoot("catching up")
    meddler.let_go()
    expect(told).to_have_count(0)
    expect(ana.prompt).not_to_have_attribute("data-ply", before or "")
    assert ana.is_asked()
