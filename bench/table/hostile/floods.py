"""Floods: one person or network exceeds every limit, and nobody else may notice."""

import asyncio
import contextlib
import ipaddress
from collections import Counter
from time import perf_counter

from websockets.exceptions import ConnectionClosed, InvalidStatus

from bench.table.hostile.finding import Finding
from bench.table.hostile.visitor import Line, Visitor, deal

TABLES, NEWCOMERS, TALKERS, WORDS, CALLERS = 117, 600, 40, 8, 61


async def tables(port: int) -> list[Finding]:
    """One network opens as many tables as it can; somebody else opens one."""
    flood = ipaddress.IPv6Network("2001:db8:1::/64")
    opened: Counter[int] = Counter()
    begin = perf_counter()
    per_person: list[int] = []
    for number in range(TABLES // 3):
        visitor = Visitor(port, str(flood[number + 1]))
        if (await visitor.come_in(f"Flood {number}")).status != 201:
            opened[429] += 1
            continue
        statuses = [await _open(visitor) for _ in range(5)]
        per_person.append(statuses.count(201))
        opened.update(statuses)
    seconds = perf_counter() - begin
    cleo = Visitor(port, "2001:db8:2::1")
    await cleo.come_in("Cleo")
    table = await cleo.open_table("cubosaurs", 2, is_open=True)
    lobby = (await Visitor(port, "2001:db8:3::1").call("GET", "/api/tables")).body
    shown = [each["table"] for each in lobby]
    others = len(shown) - shown.count(table)
    return [
        Finding(
            "a person has at most 3 waiting tables", max(per_person) == 3, f"{opened} in {seconds:.1f} s"
        ),
        Finding("a network has at most 100 waiting tables", opened[201] == 100, str(opened[201])),
        Finding(
            "the lobby shows at most 5 of them, and the other table",
            table in shown and others == 5,
            str(others),
        ),
    ]


async def _open(visitor: Visitor) -> int:
    new = {"game": "trex", "seats": 2, "seat": 1, "is_open": True}
    return (await visitor.call("POST", "/api/tables", new)).status


async def newcomers(port: int) -> list[Finding]:
    """600 newcomers arrive from one /64 as fast as possible, and a school of 60 from another network."""
    flood, school = ipaddress.IPv6Network("2001:db8:4::/64"), "203.0.113.77"
    refusals = []
    for start in range(0, NEWCOMERS, 20):
        calls = [Visitor(port, str(flood[n + 1])).come_in(f"New {n}") for n in range(start, start + 20)]
        refusals += [reply for reply in await asyncio.gather(*calls) if reply.status != 201]
    pupils = await asyncio.gather(*(Visitor(port, school).come_in(f"Pupil {n}") for n in range(60)))
    told = all(reply.status == 429 and int(reply.headers.get("retry-after", "0")) > 0 for reply in refusals)
    return [
        Finding(
            f"of {NEWCOMERS} newcomers from one /64 most are refused, and told when to come back",
            len(refusals) > NEWCOMERS / 2 and told,
            f"{len(refusals)} refused: {refusals[0].sentence if refusals else ''}",
        ),
        Finding(
            "60 pupils behind one address are all admitted at once",
            all(reply.status == 201 for reply in pupils),
            str(Counter(reply.status for reply in pupils)),
        ),
    ]


async def chatter(port: int) -> list[Finding]:
    """Guests chat at a table where they do not play; a muted one returns with a new cookie."""
    anna, ben = Visitor(port, "203.0.113.180"), Visitor(port, "203.0.113.181")
    await anna.come_in("Anna")
    await ben.come_in("Ben")
    table = await deal("trex", [anna, ben], 2)

    async def shout(number: int) -> int:
        guest = Visitor(port, f"198.18.0.{number + 1}")
        await guest.come_in(f"Guest {number}")
        async with guest.at(table) as line:
            answers = [await line.do("say", text=f"line {n}") for n in range(WORDS)]
        return sum(answer is not None and answer["is"] == "done" for answer in answers)

    spoken = sum(await asyncio.gather(*map(shout, range(TALKERS))))
    async with anna.at(table) as mine:
        own = await mine.do("say", text="Hello")
        opened = await mine.do("open chat")
        heard = await shout(100)
        closed = await mine.do("open chat", is_open=False)
        again = await shout(101)
    is_done = all(answer is not None and answer["is"] == "done" for answer in (own, opened, closed))
    return [
        Finding(
            f"{TALKERS} guests cannot talk at a table that is not theirs", spoken == 0, f"{spoken} lines"
        ),
        Finding(
            "the host opens the chat with one click and closes it with another, whatever cookie a guest has",
            is_done and heard > 0 and again == 0,
            f"{heard} and {again} lines",
        ),
    ]


async def connections(port: int) -> list[Finding]:
    """One person opens too many connections, while many people connect from one address."""
    address = "203.0.113.190"
    people = [Visitor(port, address) for _ in range(CALLERS)]
    for number, visitor in enumerate(people):
        reply = await visitor.come_in(f"Pupil {number}")
        if reply.status == 429:
            await asyncio.sleep(int(reply.headers.get("retry-after", "1")))
            await visitor.come_in(f"Pupil {number}")
    table = await deal("trex", people[:1], 2)
    lines: list[Line] = []
    try:
        for visitor in people:
            line = await visitor.join(table)
            lines.append(line)
        greeted = [await line.until(lambda m: m["is"] == "snapshot", 10) is not None for line in lines]
        greedy = 0
        for _ in range(30):
            with contextlib.suppress(InvalidStatus, ConnectionClosed, OSError, TimeoutError):
                line = await people[1].join(table)
                lines.append(line)
                greedy += await line.until(lambda m: m["is"] == "snapshot", 1) is not None
    finally:
        await asyncio.gather(*(line.leave() for line in lines))
    return [
        Finding(
            f"{CALLERS} people behind one address are all admitted", all(greeted), str(greeted.count(True))
        ),
        Finding("one person cannot take all the connections", 0 < greedy < 15, f"{greedy} more"),
    ]
