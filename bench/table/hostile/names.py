"""Deceptive names, and links that turn one visitor into another."""

from bench.table.hostile.finding import Finding
from bench.table.hostile.visitor import Visitor, deal

RESERVED = (
    "hunter bot",
    "Hunter",
    "tyrant 2",
    "seat 1",
    "Seat l",
    "Rexarium",
    "host",
    "bot",
    "place libre",
    "freier Platz",
)
INVISIBLE = (
    "An\u200bna",
    "An\u00adna",
    "\u202eannA",
    "An\u2066na",
    "Anna\u200d",
    "An\x07na",
    "An\u3164na",
    "An\ufeffna",
)
LOOK_ALIKE = (
    "anna",
    "A n n a",
    "\u0410nn\u0430",
    "\uff21\uff4e\uff4e\uff41",
    "Anna.",
    "\U0001d400nna",
    "An\u0336na",
    "ᴀɴɴᴀ",
)
WELCOME = ("José", "O’Neil", "Ngọc Ánh", "恐竜", "김민준", "محمد", "שרה", "Анна Петрова", "Łukasz")


async def nicknames(port: int) -> list[Finding]:
    """Try names that look like another player's, a bot's or the site's, at a table where Anna plays."""
    anna = Visitor(port, "203.0.113.1")
    await anna.come_in("Anna")
    table = await anna.open_table("trex", 2)
    refused, seated, welcome = [], [], []
    for number, name in enumerate((*RESERVED, *INVISIBLE)):
        reply = await Visitor(port, f"203.0.113.{number + 2}").come_in(name)
        refused.append(reply.status in (400, 409))
    for number, name in enumerate(LOOK_ALIKE):
        double = Visitor(port, f"203.0.113.{number + 50}")
        await double.come_in(name)
        seated.append((await double.sit(table, 2)).status)
    for number, name in enumerate(WELCOME):
        welcome.append((await Visitor(port, f"203.0.113.{number + 100}").come_in(name)).status)
    return [
        Finding(
            f"{len(refused)} reserved and invisible names are refused",
            all(refused),
            str(refused.count(False)),
        ),
        Finding(
            f"{len(seated)} names that look like Anna's get no seat at her table",
            set(seated) == {409},
            str(seated),
        ),
        Finding(f"{len(welcome)} names of other scripts are welcome", set(welcome) == {201}, str(welcome)),
    ]


async def links(port: int) -> list[Finding]:
    """Open a stranger's device link, and sign a device out."""
    anna, ben, phone = (Visitor(port, f"203.0.113.{n}") for n in (150, 151, 152))
    await anna.come_in("Anna")
    await ben.come_in("Ben")
    ticket = (await anna.call("POST", "/api/me/tickets")).body["ticket"]
    owner = await ben.call("POST", "/api/tickets/owner", {"ticket": ticket})
    forced = await ben.call("POST", "/api/tickets", {"ticket": ticket})
    me = await ben.call("GET", "/api/me")
    allowed = await phone.call("POST", "/api/tickets", {"ticket": ticket})
    table = await deal("trex", [anna], 2)
    async with phone.at(table) as line:
        await line.settle()
        is_anna = line.seat == 1
        devices = (await anna.call("GET", "/api/me/devices")).body
        other = next(device["device"] for device in devices if not device["is_this"])
        gone = await anna.call("DELETE", f"/api/me/devices/{other}")
        is_cut = await line.until_closed(5)
    nobody = await phone.call("GET", "/api/me")
    return [
        Finding(
            "a device link shows whose it is before it is used",
            owner.status == 200 and owner.body["nickname"] == "Anna",
        ),
        Finding(
            "opening a stranger's link does not by itself turn anybody into another person",
            forced.status == 409 and me.body["nickname"] == "Ben",
            forced.sentence,
        ),
        Finding("an empty device may become the person of the link", allowed.status == 201 and is_anna),
        Finding(
            "a device that is signed out loses its connections and its name at once",
            gone.status == 204 and is_cut and nobody.body is None,
            f"{len(devices)} devices, {gone.status}",
        ),
    ]
