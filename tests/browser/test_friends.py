"""Two and three people, each with a browser of their own, at one table that they were invited to by its link."""

from random import Random

from playwright.sync_api import expect

from rexarium.games import find_game
from tests.browser.stage import DESKTOP, PHONE, PULSE, Stage, Visitor


def invite(host: Visitor, game: str, seats: int, **rulings: str) -> str:
    """Set a table from the front page; returns the link to it."""
    page = host.page
    host.go("/")
    box = page.get_by_role("article", name=find_game(game).title, exact=True)
    box.get_by_role("button", name="Invite").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("radio", name=str(seats)).check(force=True)
    dialog.locator("summary").click()
    for ruling, answer in rulings.items():
        dialog.locator(f"select[id$={ruling}]").select_option(answer)
    dialog.get_by_role("button", name="Set the table").click()
    return page.get_by_role("textbox", name="Link to this table").input_value()


def take_seat(guest: Visitor, link: str, name: str) -> None:
    """Open a link, sit down, and say who one is."""
    guest.go(link)
    guest.page.get_by_role("button", name="Sit here").first.click()
    dialog = guest.page.get_by_role("dialog")
    dialog.get_by_label("Nickname").fill(name)
    dialog.get_by_role("button", name="Go on").click()
    expect(guest.page.get_by_role("button", name="Get up")).to_be_visible()


def deal(host: Visitor) -> None:
    host.page.get_by_role("button", name="Deal").click()


def play_together(people: list[Visitor], dice: Random) -> int:
    """Everyone who owes a move makes one, until the game is over for everybody; returns how many moves that were."""
    moves = 0
    while (states := [visitor.state() for visitor in people]) != ["over"] * len(people):
        owing = [visitor for visitor, state in zip(people, states, strict=True) if state == "asked"]
        for visitor in owing:
            visitor.move(dice)
        if not owing:
            people[0].page.wait_for_timeout(PULSE)
        moves += len(owing)
        assert moves < 500
    return moves


def results(people: list[Visitor]) -> list[str]:
    return [visitor.page.locator("#over-title").inner_text() for visitor in people]


def test_three_friends_join_by_a_link(stage: Stage) -> None:
    ana = stage.visit("Ana")
    ben, cleo = (stage.visit(size=size, is_dark=True, isOneTap=True) for size in (PHONE, DESKTOP))
    link = invite(ana, "cubosaurs", 3, rounds="1")
    take_seat(ben, link, "Ben")
    take_seat(cleo, link, "Cleo")
    ana.shoot("friends gathered")
    deal(ana)
    assert play_together([ana, ben, cleo], Random("three"))
    assert all("won" in title for title in results([ana, ben, cleo]))
    ben.shoot("friends over on Ben's phone")


def test_two_friends_play_with_a_spectator(stage: Stage) -> None:
    ana, ben, cleo = stage.visit("Ana"), stage.visit(size=PHONE), stage.visit()
    table = ana.open_table("tyrannosaurus", 2, bots={}, is_started=False)
    ana.go(f"/t/{table}")
    take_seat(ben, f"/t/{table}", "Ben")
    deal(ana)
    cleo.go(f"/t/{table}")
    expect(cleo.page.get_by_text("you look on").first).to_be_visible()
    talk(ben, ana, "Good luck!")
    assert play_together([ana, ben], Random("two"))
    expect(cleo.page.locator("#over-title")).to_contain_text("won")
    assert cleo.glowing.count() == 0


def test_names_and_chat_are_shown_as_plain_text(stage: Stage) -> None:
    name = "<img src=//example.org>"
    ana, ben = stage.visit(name), stage.visit(size=PHONE)
    table = ana.open_table("trex", 2, bots={}, is_started=False)
    ana.go(f"/t/{table}")
    take_seat(ben, f"/t/{table}", "Ben")
    expect(ben.page.get_by_text(name).first).to_be_visible()
    deal(ana)
    talk(ben, ana, "<b onclick=alert(1)>Good luck!</b>")
    assert ana.page.locator("b[onclick]").count() == 0
    assert ben.page.locator("img[src*=example]").count() == 0


def talk(speaker: Visitor, listener: Visitor, text: str) -> None:
    """Say something on a phone to somebody at a desktop."""
    speaker.page.get_by_role("button", name="Players").click()
    speaker.page.get_by_role("textbox").last.fill(text)
    speaker.page.keyboard.press("Enter")
    speaker.page.get_by_role("button", name="Close").click()
    listener.page.get_by_role("tab", name="Chat").click()
    expect(listener.page.get_by_text(text)).to_be_visible()


def test_two_friends_play_a_whole_game_with_one_tap_per_move(stage: Stage) -> None:
    ana, ben = stage.visit("Ana", isOneTap=True), stage.visit(size=PHONE, isOneTap=True)
    link = invite(ana, "trex", 2)
    take_seat(ben, link, "Ben")
    deal(ana)
    assert play_together([ana, ben], Random("long"))
    assert all("won" in title for title in results([ana, ben]))
