"""Players who go away: they come back to their seats, hand them over by a link, or lose them to a claim."""

from playwright.sync_api import expect

from tests.browser.stage import PHONE, Stage, Visitor
from tests.browser.test_friends import deal, take_seat


def two_at_a_table(stage: Stage, game: str) -> tuple[Visitor, Visitor, str]:
    """Ana at a laptop and Ben on a phone have been dealt their cards."""
    ana, ben = stage.visit("Ana"), stage.visit(size=PHONE)
    table = ana.open_table(game, 2, bots={}, is_started=False)
    ana.go(f"/t/{table}")
    take_seat(ben, f"/t/{table}", "Ben")
    deal(ana)
    ana.page.locator("section.prompt").wait_for()
    return ana, ben, table


def test_a_seat_is_handed_over_by_a_link_for_one_person(stage: Stage) -> None:
    ana, _, table = two_at_a_table(stage, "trex")
    ana.page.get_by_role("button", name="Menu").click()
    ana.page.get_by_text("Hand your seat over").click()
    ana.page.get_by_role("button", name="Make a link").click()
    link = ana.page.get_by_role("textbox", name="For one person").input_value()
    assert f"/t/{table}#hand=1." in link
    ana.shoot("a seat on offer")
    cleo, dora = stage.visit("Cleo", size=PHONE), stage.visit("Dora")
    cleo.go(link)
    expect(cleo.page.get_by_role("alert")).to_contain_text("Ana hands you this seat")
    cleo.shoot("a seat is handed over")
    cleo.page.get_by_role("button", name="Take the seat").click()
    expect(cleo.page.get_by_role("button", name="Take the seat")).to_have_count(0)
    cleo.wait_until(lambda: "#hand" not in cleo.page.url)
    expect(ana.page.get_by_text("you look on").first).to_be_visible()
    dora.go(link)
    dora.page.get_by_role("button", name="Take the seat").click()
    expect(dora.page.get_by_text("has been used or withdrawn").first).to_be_visible()


def test_an_offer_is_withdrawn(stage: Stage) -> None:
    ana, _, _ = two_at_a_table(stage, "cubosaurs")
    ana.page.get_by_role("button", name="Menu").click()
    ana.page.get_by_text("Hand your seat over").click()
    ana.page.get_by_role("button", name="Make a link").click()
    link = ana.page.get_by_role("textbox", name="For one person").input_value()
    ana.page.get_by_role("button", name="Withdraw the offer").click()
    expect(ana.page.get_by_role("button", name="Withdraw the offer")).to_have_count(0)
    cleo = stage.visit("Cleo")
    cleo.go(link)
    cleo.page.get_by_role("button", name="Take the seat").click()
    expect(cleo.page.get_by_text("has been used or withdrawn").first).to_be_visible()


def test_a_claim_says_how_long_there_is_to_wait(stage: Stage) -> None:
    ana, ben, _ = two_at_a_table(stage, "tyrannosaurus")
    ben.page.close()
    ana.page.get_by_role("button", name="Menu").click()
    ana.page.get_by_role("button", name="Claim the seat of Ben").click()
    expect(
        ana.page.get_by_text("has to be away for 5 minutes before you can claim the seat").first
    ).to_be_visible()
    ana.shoot("too early to claim")
