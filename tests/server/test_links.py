"""Links that let one more device in: whose they are, and what they do to a device that is somebody's already."""

from typing import Any

import pytest

from rexarium.server.limits import Limit
from rexarium.server.net.doors import COOKIE
from tests.server.stage import ANNA
from tests.server.street import Street, on_street, open_doors, says
from tests.server.test_devices import DEVICES, call, is_cut, phone_of_anna


def test_whose_a_link_is_can_be_asked_before_it_is_used() -> None:
    async def scene(street: Street) -> None:
        async with street.visitor("dora") as dora, street.visitor() as phone, street.visitor("anna") as anna:
            ticket = {"ticket": says(await dora.post("/api/me/tickets"), 201)["ticket"]}
            for visitor in (phone, anna, phone):
                answer = await visitor.post("/api/tickets/owner", json=ticket)
                assert says(answer, 200) == {"person": "dora", "nickname": "Dora"}
                assert "set-cookie" not in answer.headers
            assert says(await phone.get("/api/me"), 200) is None
            assert says(await anna.get("/api/me"), 200)["person"] == "anna"
            assert len(await street.store.devices("dora")) == 1
            says(await phone.post("/api/tickets", json=ticket), 201)
            says(await anna.post("/api/tickets/owner", json=ticket), 404, "unknown")
            late = {"ticket": says(await dora.post("/api/me/tickets"), 201)["ticket"]}
            street.clock.advance(601)
            says(await anna.post("/api/tickets/owner", json=late), 404, "unknown")

    on_street(scene)


def test_to_ask_whose_a_link_is_counts_like_a_try_to_use_it() -> None:
    async def scene(street: Street) -> None:
        async with street.visitor() as guesser:
            tries = [await guesser.post("/api/tickets/owner", json={"ticket": "x" * 20}) for _ in range(4)]
            assert [answer.status_code for answer in tries] == [404, 404, 404, 429]
            says(await guesser.post("/api/tickets", json={"ticket": "x" * 20}), 429, "too fast")

    on_street(scene, open_doors(people=Limit(3, 0.0001)))


@pytest.mark.parametrize("instead_of", [None, "dora", "ben", "Anna", ""])
def test_a_strangers_link_changes_nothing_without_the_word_of_whoever_the_device_belongs_to(
    instead_of: str | None,
) -> None:
    async def scene(street: Street) -> None:
        async with street.visitor("dora") as dora, street.visitor("anna") as anna:
            line = await call(street, anna)
            ticket = says(await dora.post("/api/me/tickets"), 201)["ticket"]
            wish: dict[str, Any] = {"ticket": ticket, "instead_of": instead_of}
            answer = await anna.post("/api/tickets", json=wish)
            assert says(answer, 409, "not possible")["values"] == {"name": "Anna"}
            assert "set-cookie" not in answer.headers
            assert says(await anna.get("/api/me"), 200)["person"] == "anna"
            assert not await is_cut(line)
            await line.hang_up()
            assert (await street.service.people.whose_ticket(ticket)).id == "dora"  # it is not used up

    on_street(scene)


def test_whoever_switches_knowingly_is_signed_out_as_who_they_were() -> None:
    async def scene(street: Street) -> None:
        async with (
            phone_of_anna(street) as phone,
            street.visitor("anna") as anna,
            street.visitor("dora") as dora,
        ):
            line, other = await call(street, phone), await call(street, anna)
            old = phone.cookies[COOKIE]
            ticket = says(await dora.post("/api/me/tickets"), 201)["ticket"]
            wish = {"ticket": ticket, "instead_of": ANNA.person}
            assert says(await phone.post("/api/tickets", json=wish), 201)["person"] == "dora"
            assert says(await phone.get("/api/me"), 200)["person"] == "dora"
            assert phone.cookies[COOKIE] != old
            assert await street.service.people.who(old) is None
            assert [await is_cut(line), await is_cut(other)] == [True, False]
            assert len(says(await anna.get(DEVICES), 200)) == 1
            await other.hang_up()

    on_street(scene)


def test_whoever_would_switch_by_a_link_that_is_used_up_stays_who_they_are() -> None:
    async def scene(street: Street) -> None:
        async with street.visitor("anna") as anna:
            wish = {"ticket": "t" * 32, "instead_of": "anna"}
            answer = await anna.post("/api/tickets", json=wish)
            says(answer, 404, "unknown")
            assert "set-cookie" not in answer.headers
            assert says(await anna.get("/api/me"), 200)["person"] == "anna"

    on_street(scene)
