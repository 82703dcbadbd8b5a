"""The deal, as the page has it made: the pledge first, then a share of one's own, and at the end a look at both."""

import json

from playwright.sync_api import Page, Request, expect

from tests.browser.stage import Stage
from tests.browser.test_friends import deal, invite, take_seat

FAIR = "A fair deal"
SEES_GATHERING = """new MutationObserver(() => {
  if (document.getElementById('gathering')) window.sawGathering = true;
}).observe(document, { childList: true, subtree: true });"""


def verdict(page: Page) -> str:
    return page.locator(".verdict").inner_text()


def listen(page: Page) -> list[tuple[str, dict[str, object]]]:
    """Everything sent to tables from now on, in order."""
    heard: list[tuple[str, dict[str, object]]] = []

    def hear(request: Request) -> None:
        if request.method == "POST" and "/api/tables" in request.url:
            heard.append((request.url.partition("/api/tables")[2], json.loads(request.post_data or "{}")))

    page.on("request", hear)
    return heard


def test_against_bots_the_share_follows_the_pledge_without_waiting(stage: Stage) -> None:
    ana = stage.visit("Ana")
    page = ana.page
    posts = listen(page)
    page.add_init_script(SEES_GATHERING)
    ana.go("/")
    page.get_by_role("button", name="Play bots").first.click()
    page.get_by_role("dialog").get_by_role("radio", name="2", exact=True).check(force=True)
    page.get_by_role("dialog").get_by_role("button", name="Play", exact=True).click()
    assert ana.is_asked()
    assert not page.evaluate("window.sawGathering")
    table = page.url.rpartition("/")[2]
    (opening, fields), (seat, seating) = posts
    assert (opening, seat) == ("", f"/{table}/seats/1")
    assert "share" not in fields
    assert len(str(seating["share"])) == 32
    ana.resign()
    assert verdict(page).startswith(FAIR)
    ana.shoot("a fair deal")


def test_friends_add_their_shares_at_a_rematch_too(stage: Stage) -> None:
    ana, ben = stage.visit("Ana"), stage.visit()
    take_seat(ben, invite(ana, "trex", 2), "Ben")
    deal(ana)
    ben.page.locator("main.play").wait_for()
    ben.resign()
    for visitor in (ana, ben):
        expect(visitor.page.locator(".verdict")).to_contain_text(FAIR)
    ana.page.get_by_role("button", name="Rematch").click()
    expect(ana.page.get_by_text("Ben has not come yet.")).to_be_visible()
    expect(ana.page.get_by_role("button", name="Deal")).to_be_disabled()
    ana.shoot("a rematch waits")
    ben.page.get_by_role("button", name="Join the rematch").click()
    expect(ana.page.get_by_text("Everybody is here.")).to_be_visible()
    deal(ben)
    ana.page.locator("main.play").wait_for()
    ana.resign()
    for visitor in (ana, ben):
        expect(visitor.page.locator(".verdict")).to_contain_text(FAIR)


def test_a_player_waiting_for_an_absent_host_cannot_clear_the_seat_at_once(stage: Stage) -> None:
    ana, ben = stage.visit("Ana"), stage.visit()
    take_seat(ben, invite(ana, "trex", 2), "Ben")
    deal(ana)
    ben.page.locator("main.play").wait_for()
    clear = ben.page.get_by_role("button", name="Ask Ana to leave the seat")
    ben.resign()
    ana.go("/")
    ben.page.get_by_role("button", name="Rematch").click()
    expect(ben.page.get_by_text("Ana has not come yet.")).to_be_visible()
    clear.click()
    expect(ben.page.get_by_text("Only the host can clear someone’s seat")).to_be_visible()
    ben.shoot("a rematch waits for its host")
    ana.go(ben.page.url.removeprefix(stage.browser_server.address))
    expect(ben.page.get_by_text("Everybody is here.")).to_be_visible()
    expect(clear).to_be_hidden()


def test_a_missing_share_or_changed_pledge_raises_a_warning(stage: Stage) -> None:
    ana = stage.visit("Ana")
    table = ana.sit_down("trex")
    ana.resign()
    assert "added nothing" in verdict(ana.page)  # another program did, for her
    shown = ana.context.request.get(f"/api/tables/{table}").json()
    honest = {
        "table": table,
        "commitment": shown["commitment"],
        "share": shown["proof"]["shares"][0],
        "seat": 1,
    }
    for change, words in (
        ({}, FAIR),
        ({"share": "mine"}, "not in the shuffle"),
        ({"commitment": "0" * 64}, "another pledge"),
    ):
        ana.page.evaluate(
            "kept => localStorage.setItem('rexarium deals', kept)", json.dumps([honest | change])
        )
        ana.page.reload()
        expect(ana.page.locator(".verdict")).to_contain_text(words)
        assert ana.page.get_by_role("alert").filter(has_text=words).count() == bool(change)
    ana.shoot("another pledge")
