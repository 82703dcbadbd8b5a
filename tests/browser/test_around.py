"""Around a game: newcomers, whose turn it is, how others join a table, and programs."""

import re

from playwright.sync_api import expect

from tests.browser.stage import PHONE, Stage


def test_a_newcomer_has_no_name_and_the_browser_reports_no_errors(stage: Stage) -> None:
    eva = stage.visit()
    eva.go("/")
    expect(eva.page.get_by_role("article").first).to_be_visible()


def test_the_front_page_shows_whose_turn_it_is_and_waiting_games_first(stage: Stage) -> None:
    ana, ben = stage.visit("Ana"), stage.visit("Ana")  # two people of one name
    table = ana.sit_down("trex")
    ana.open_table("trex", 3, bots={}, is_started=False)  # newer, but nobody waits for her there
    ana.go("/")
    rows = ana.page.locator(".continue .row")
    expect(rows).to_have_count(2)
    row = rows.first
    expect(row).to_contain_text("Your turn")
    row.get_by_role("link", name="Play").click()
    ana.page.wait_for_url(f"**/t/{table}")
    ben.go("/")
    expect(ben.page.get_by_text("Your turn")).to_have_count(0)


def test_a_table_has_a_qr_code_and_program_keys(stage: Stage) -> None:
    ana = stage.visit("Ana", PHONE)
    table = ana.open_table("trex", 3, bots={}, is_started=False)
    page = ana.page
    ana.go(f"/t/{table}")
    expect(page.get_by_role("img", name="The link to this table")).to_be_visible()
    expect(page.get_by_role("textbox", name="Link to this table")).to_have_value(
        f"{stage.browser_server.address}/t/{table}"
    )
    expect(page.get_by_role("button", name="Deal once every seat is taken")).to_be_disabled()
    page.get_by_role("button", name="Menu").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Key for seat 3").click()
    expect(dialog.get_by_label("Key", exact=True)).to_have_value(re.compile(r"^[\w-]{20,}$"))
    expect(dialog.get_by_label("Address for the program")).to_have_value(re.compile(rf"^ws://.*/ws/{table}$"))
    ana.shoot("key")
    page.keyboard.press("Escape")
    expect(page.get_by_text("program 3")).to_be_visible()
    ben = stage.visit("Ben")
    ben.go(f"/t/{table}")
    ben.page.get_by_role("button", name="Menu").click()
    expect(ben.page.get_by_role("button", name="Key for seat 2")).to_have_count(0)


def test_the_page_reports_an_unknown_address(stage: Stage) -> None:
    ana = stage.visit(language="nl")
    ana.expected += ("404",)
    answer = ana.page.goto("/t/some-table/and/more")
    assert answer
    assert answer.status == 404
    expect(ana.page.get_by_role("heading", name="Deze pagina bestaat niet.")).to_be_visible()
    expect(ana.page).to_have_title("Pagina niet gevonden · Rexarium")
    ana.page.get_by_role("main").get_by_role("link").click()
    expect(ana.page.get_by_role("article")).to_have_count(3)
