"""One person on several devices: the link that lets another one in, the list, and signing out."""

from playwright.sync_api import Locator, expect

from tests.browser.inspection import inspect
from tests.browser.stage import DESKTOP, PHONE, Stage, Visitor


def make_link(visitor: Visitor) -> str:
    link: str = visitor._post("/api/me/tickets", {})["link"]
    return link


def question(visitor: Visitor, link: str) -> Locator:
    """Open a link, and wait until one is asked."""
    visitor.go(link)
    dialog = visitor.page.get_by_role("dialog")
    dialog.wait_for()
    assert visitor.page.evaluate("location.href") == f"{visitor.stage.browser_server.address}/"
    return dialog


def person_of(visitor: Visitor) -> str | None:
    me = visitor.context.request.get("/api/me").json()
    return me and str(me["nickname"])


def test_a_new_device_is_asked_before_it_is_signed_in(stage: Stage) -> None:
    ana, phone = stage.visit("Ana"), stage.visit(size=PHONE)
    link = make_link(ana)
    dialog = question(phone, link)
    expect(dialog).to_have_accessible_name("Continue as Ana on this device?")
    inspect(phone, "ticket")
    dialog.get_by_role("button", name="Not now").click()
    expect(dialog).to_have_count(0)
    assert person_of(phone) is None
    phone.go("/rules")  # or the browser would stay where it is
    question(phone, link).get_by_role("button", name="Continue as Ana").click()
    expect(phone.page.get_by_text("Welcome back, Ana.")).to_be_visible()
    expect(phone.page.get_by_role("link", name="Ana")).to_be_visible()
    assert person_of(phone) == "Ana"
    phone.expected += ("404",)
    phone.go("/rules")
    phone.go(link)
    expect(phone.page.get_by_text("This link has been used")).to_be_visible()
    expect(phone.page.get_by_role("dialog")).to_have_count(0)


def test_a_strangers_link_replaces_nobody_without_their_consent(stage: Stage) -> None:
    ana, ben = stage.visit("Ana"), stage.visit("Ben", PHONE)
    link = make_link(ben)
    dialog = question(ana, link)
    expect(dialog).to_have_accessible_name("Switch to Ben on this device?")
    expect(dialog).to_contain_text("Ana is signed in nowhere else")
    expect(dialog.get_by_role("button", name="Stay Ana")).to_be_focused()
    inspect(ana, "ticket of a stranger")
    ana.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    assert person_of(ana) == "Ana"
    ana.go("/rules")
    question(ana, link).get_by_role("button", name="Switch to Ben").click()
    expect(ana.page.get_by_role("link", name="Ben")).to_be_visible()
    assert person_of(ana) == "Ben"


def test_opening_your_own_link_does_not_use_it_up(stage: Stage) -> None:
    ana = stage.visit("Ana")
    link = make_link(ana)
    ana.go(link)
    expect(ana.page.get_by_text("You are Ana here already.")).to_be_visible()
    phone = stage.visit(size=PHONE)
    question(phone, link)


def test_a_device_signed_out_remotely_becomes_a_spectator(stage: Stage) -> None:
    ana, phone, tablet = stage.visit("Ana", DESKTOP), stage.visit(size=PHONE), stage.visit()
    for device in (phone, tablet):
        device._post("/api/tickets", {"ticket": make_link(ana).partition("=")[2]})
    phone.sit_down("trex")
    ana.go("/me")
    rows = ana.page.get_by_role("region", name="Your devices").get_by_role("listitem")
    expect(rows).to_have_count(3)
    expect(rows.first).to_contain_text("this device")
    expect(rows.first).to_contain_text("Used within the last hour")
    expect(rows.nth(1).get_by_role("button")).to_have_accessible_name("Sign out Chrome on Linux (2)")
    inspect(ana, "devices")
    names = [ana.page.get_by_role("button", name=f"Sign out Chrome on Linux ({number})") for number in (2, 3)]
    for name in names:
        expect(name).to_have_count(1)
    calls: list[str] = []
    phone.page.on("websocket", lambda socket: calls.append(socket.url))
    ana.page.get_by_role("button", name="Sign out all other devices").click()
    expect(rows).to_have_count(1)
    expect(ana.page.get_by_role("heading", name="Your devices")).to_be_focused()
    expect(phone.prompt).to_contain_text("You look on.")
    tablet.go("/")
    expect(tablet.page.get_by_role("link", name="You")).to_be_visible()
    assert len(calls) == 1  # and does not call again and again as somebody whom it no longer is
    assert [person_of(visitor) for visitor in (ana, phone, tablet)] == ["Ana", None, None]


def test_signing_out_the_last_device_warns_what_is_lost(stage: Stage) -> None:
    ana = stage.visit("Ana", PHONE)
    ana.go("/me")
    page = ana.page
    page.get_by_role("button", name="Sign out everywhere").click()
    expect(page.get_by_text("Nobody can get Ana and these games back then.")).to_be_visible()
    page.get_by_role("button", name="Cancel").click()
    page.get_by_role("button", name="Sign out on this device").click()
    expect(page.get_by_text("You are signed in nowhere else.")).to_be_visible()
    inspect(ana, "last device")
    page.get_by_role("button", name="Yes, sign out").click()
    expect(page.get_by_text("You are signed out.")).to_be_visible()
    expect(page.get_by_role("region", name="Your devices")).to_have_count(0)
    assert person_of(ana) is None
