"""Reload, two tabs, a server that dies in the middle of a decision, no network at all: the page says so, and comes back."""

import re
import sys
from contextlib import AbstractContextManager
from random import Random

from playwright.sync_api import Locator, expect

from tests.browser import positions
from tests.browser.stage import Stage, Visitor

NEWER = "meta[name=build][content=newer]"
# A browser's messages about a server that dies, even in the middle of a response, or about a missing network.
BROKEN = (
    "WebSocket connection",
    "ERR_CONNECTION",
    "ERR_CONTENT_LENGTH_MISMATCH",
    "ERR_EMPTY_RESPONSE",
    "ERR_INTERNET_DISCONNECTED",
    "Failed to fetch",
)


def select_something(visitor: Visitor) -> Locator:
    """Touch a piece that glows; returns what is selected."""
    visitor.glowing.first.click()
    selected = visitor.page.locator("main [data-part][aria-pressed='true']").first
    selected.wait_for()
    return selected


def network_is_back(visitor: Visitor) -> None:
    """The browser's event for that; without it the page tries again by itself, a little later."""
    visitor.page.evaluate("dispatchEvent(new Event('online'))")


def newer_build(stage: Stage) -> AbstractContextManager[None]:
    """The server is restarted with a newer page."""
    return stage.browser_server.replaced(sys.executable, "-m", "tests.browser.newer")


def hand(visitor: Visitor) -> list[str]:
    cards = visitor.page.locator("main button[data-part^='hand']").all()
    return [card.get_attribute("data-part") or "" for card in cards]


def test_a_reload_finds_the_same_question(stage: Stage) -> None:
    ana = stage.visit("Ana")
    ana.sit_down("trex", record=positions.asked("trex", "play", 2, after=12))
    before = hand(ana)
    ana.page.reload()
    assert ana.is_asked()
    expect(ana.glowing.first).to_be_visible()
    assert hand(ana) == before != []


def test_two_tabs_of_one_person_show_the_same(stage: Stage) -> None:
    ana = stage.visit("Ana")
    table = ana.sit_down("trex", record=positions.asked("trex", "play", 2, after=12))
    second = ana.open_tab()
    second.goto(f"/t/{table}")
    prompt = second.locator("section.prompt")
    prompt.wait_for()
    before = prompt.get_attribute("data-ply")
    ana.move(Random(1))
    expect(prompt).not_to_have_attribute("data-ply", before or "")
    assert ana.is_asked()
    expect(prompt).to_have_attribute("data-ply", ana.prompt.get_attribute("data-ply") or "")


def test_a_server_that_dies_in_the_middle_of_a_decision(stage: Stage) -> None:
    ana = stage.visit("Ana")
    ana.expected += BROKEN
    ana.sit_down("trex", record=positions.late("trex", left=8))
    select_something(ana)
    ply = ana.prompt.get_attribute("data-ply")
    stage.browser_server.crash()
    status = ana.page.get_by_role("status").filter(has_text="The connection is lost.")
    expect(status).to_contain_text("Your game is safe on the server.")
    ana.shoot("connection lost")
    ana.button.click()  # the move waits for the server
    expect(status).to_contain_text("is kept and will be sent")
    stage.browser_server.reopen()
    network_is_back(ana)
    expect(status).to_have_count(0)
    expect(ana.prompt).not_to_have_attribute("data-ply", ply or "")
    ana.play(Random(1))
    expect(ana.page.locator("#over-title")).to_contain_text("won")


def test_the_selection_survives_a_short_disconnect(stage: Stage) -> None:
    ana = stage.visit("Ana")
    ana.expected += BROKEN
    ana.sit_down("trex", record=positions.asked("trex", "play", 2, after=12))
    expect(ana.page.locator("aside.rail")).to_be_visible()  # it comes after the board
    part = select_something(ana).get_attribute("data-part")
    seen = len(ana.frames)
    stage.browser_server.crash()
    stage.browser_server.reopen()
    network_is_back(ana)
    ana.wait_until(lambda: len(ana.frames) > seen)
    expect(ana.page.locator("main [data-part][aria-pressed='true']").first).to_have_attribute(
        "data-part", part or ""
    )
    ana.move(Random(1))


def test_a_part_that_failed_to_load_is_loaded_when_the_server_answers(stage: Stage) -> None:
    ana = stage.visit("Ana")
    ana.expected += ("ERR_FAILED",)
    away = re.compile(r"/(assets/rail-[^/]*|healthz)$")
    ana.page.route(away, lambda route: route.abort())
    table = ana.open_table("trex")
    with ana.page.expect_event("requestfailed", lambda request: request.url.endswith("/healthz")):
        ana.go(f"/t/{table}")
    expect(ana.glowing.first).to_be_visible()  # one plays without it
    ana.page.unroute(away)
    expect(ana.page.locator("aside.rail")).to_be_visible()
    assert ana.is_asked()


def keep_files(visitor: Visitor) -> None:
    """Come by once, so that the browser keeps the page."""
    visitor.go("/")
    visitor.page.wait_for_function("() => navigator.serviceWorker.controller")


def test_the_shell_opens_without_a_network_and_says_so(stage: Stage) -> None:
    ana = stage.visit("Ana", has_worker=True)
    ana.expected += BROKEN
    keep_files(ana)
    ana.context.set_offline(True)
    ana.page.reload()
    expect(ana.page.get_by_role("heading", level=1)).to_be_visible()
    expect(ana.page.get_by_role("alert")).to_contain_text("The server does not answer")
    ana.shoot("front offline")
    ana.context.set_offline(False)
    ana.page.get_by_role("button", name="again").click()
    expect(ana.page.get_by_role("article")).to_have_count(3)


def kept_builds(visitor: Visitor) -> list[str]:
    names: list[str] = visitor.page.evaluate("caches.keys()")
    return names


def test_a_newer_page_replaces_the_cached_one(stage: Stage) -> None:
    ana = stage.visit("Ana", has_worker=True)
    ana.expected += BROKEN
    keep_files(ana)
    with newer_build(stage):
        ana.page.reload()  # shows what is kept
        ana.page.wait_for_event(
            "load"
        )  # by itself; looking at the page in the meantime would count as touching it
        expect(ana.page.locator(NEWER)).to_be_attached()
        ana.wait_until(lambda: len(kept_builds(ana)) == 1)
        ana.page.get_by_role("article").first.wait_for()


def test_a_player_in_a_game_gets_the_newer_page_with_the_next_game(stage: Stage) -> None:
    ana = stage.visit("Ana", has_worker=True)
    ana.expected += BROKEN
    keep_files(ana)
    ana.sit_down("trex", record=positions.asked("trex", "play", 2, after=12))
    part = select_something(ana).get_attribute("data-part")
    with newer_build(stage):
        network_is_back(ana)
        ana.page.evaluate("async () => { await (await navigator.serviceWorker.ready).update(); }")
        ana.wait_until(lambda: all("newer" in name for name in kept_builds(ana)))
        assert ana.page.locator(NEWER).count() == 0
        selected = ana.page.locator("main [data-part][aria-pressed='true']").first
        expect(selected).to_have_attribute("data-part", part or "")
        ana.move(Random(1))
        assert ana.is_asked()
        ana.page.get_by_role("banner").get_by_role("link").first.click()
        expect(ana.page.locator(NEWER)).to_be_attached()
        ana.page.get_by_role("article").first.wait_for()


def test_a_page_whose_parts_are_gone_is_reloaded(stage: Stage) -> None:
    ana = stage.visit("Ana")
    ana.expected += (*BROKEN, "404", "Refused to apply style")  # of what is gone
    ana.go("/")
    ana.page.get_by_role("article").first.wait_for()
    with newer_build(stage):
        ana.page.evaluate("history.pushState(null, '', '/me'); dispatchEvent(new PopStateEvent('popstate'))")
        expect(ana.page.get_by_role("heading", level=1, name="You")).to_be_visible()
        assert ana.page.locator(NEWER).count() == 1


def test_the_page_can_be_installed(stage: Stage) -> None:
    ana = stage.visit("Ana", has_worker=True)
    ana.go("/")
    session = ana.context.new_cdp_session(ana.page)
    found = session.send("Page.getAppManifest")
    assert found["errors"] == []
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [error["errorId"] for error in errors if error["errorId"] != "in-incognito"] == []
