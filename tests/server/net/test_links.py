"""Links that let one more device in: whose they are, and what they do to a device that is somebody's already."""

from typing import Any

import pytest

from rexarium.server.limits import Limit
from rexarium.server.net.access import COOKIE
from tests.server.net.test_devices import DEVICES, call, is_cut, phone_of_anna
from tests.server.support.api import Api, expect
from tests.server.support.samples import ANNA


async def test_a_links_owner_can_be_looked_up_before_it_is_used(api: Api) -> None:
    async with api.visitor("dora") as dora, api.visitor() as phone, api.visitor("anna") as anna:
        ticket = {"ticket": expect(await dora.post("/api/me/tickets"), 201)["ticket"]}
        for visitor in (phone, anna, phone):
            answer = await visitor.post("/api/tickets/owner", json=ticket)
            assert expect(answer, 200) == {"person": "dora", "nickname": "Dora"}
            assert "set-cookie" not in answer.headers
        assert expect(await phone.get("/api/me"), 200) is None
        assert expect(await anna.get("/api/me"), 200)["person"] == "anna"
        assert len(await api.store.devices("dora")) == 1
        expect(await phone.post("/api/tickets", json=ticket), 201)
        expect(await anna.post("/api/tickets/owner", json=ticket), 404, "unknown")
        late = {"ticket": expect(await dora.post("/api/me/tickets"), 201)["ticket"]}
        api.clock.advance(601)
        expect(await anna.post("/api/tickets/owner", json=late), 404, "unknown")


@pytest.mark.access(people=Limit(3, 0.0001))
async def test_looking_up_a_link_counts_against_the_same_limit_as_using_it(api: Api) -> None:
    async with api.visitor() as guesser:
        tries = [await guesser.post("/api/tickets/owner", json={"ticket": "x" * 20}) for _ in range(4)]
        assert [answer.status_code for answer in tries] == [404, 404, 404, 429]
        expect(await guesser.post("/api/tickets", json={"ticket": "x" * 20}), 429, "too fast")


@pytest.mark.parametrize("instead_of", [None, "dora", "ben", "Anna", ""])
async def test_a_strangers_link_changes_nothing_without_the_device_owners_consent(
    api: Api,
    instead_of: str | None,
) -> None:
    async with api.visitor("dora") as dora, api.visitor("anna") as anna:
        line = await call(api, anna)
        ticket = expect(await dora.post("/api/me/tickets"), 201)["ticket"]
        new: dict[str, Any] = {"ticket": ticket, "instead_of": instead_of}
        answer = await anna.post("/api/tickets", json=new)
        assert expect(answer, 409, "not possible")["values"] == {"name": "Anna"}
        assert "set-cookie" not in answer.headers
        assert expect(await anna.get("/api/me"), 200)["person"] == "anna"
        assert not await is_cut(line)
        await line.hang_up()
        assert (await api.service.people.ticket_owner(ticket)).id == "dora"  # it is not used up


async def test_switching_by_a_link_signs_the_old_person_out(api: Api) -> None:
    async with (
        phone_of_anna(api) as phone,
        api.visitor("anna") as anna,
        api.visitor("dora") as dora,
    ):
        line, other = await call(api, phone), await call(api, anna)
        old = phone.cookies[COOKIE]
        ticket = expect(await dora.post("/api/me/tickets"), 201)["ticket"]
        new = {"ticket": ticket, "instead_of": ANNA.person}
        assert expect(await phone.post("/api/tickets", json=new), 201)["person"] == "dora"
        assert expect(await phone.get("/api/me"), 200)["person"] == "dora"
        assert phone.cookies[COOKIE] != old
        assert await api.service.people.find_by_key(old) is None
        assert [await is_cut(line), await is_cut(other)] == [True, False]
        assert len(expect(await anna.get(DEVICES), 200)) == 1
        await other.hang_up()


async def test_a_used_link_does_not_sign_anyone_out(api: Api) -> None:
    async with api.visitor("anna") as anna:
        new = {"ticket": "t" * 32, "instead_of": "anna"}
        answer = await anna.post("/api/tickets", json=new)
        expect(answer, 404, "unknown")
        assert "set-cookie" not in answer.headers
        assert expect(await anna.get("/api/me"), 200)["person"] == "anna"
