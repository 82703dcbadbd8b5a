"""Attacks on players who are away: nobody may see their hand or erase their result."""

import asyncio
import contextlib
import secrets
from typing import Any

from bench.table.hostile.finding import Finding
from bench.table.hostile.visitor import Line, Visitor, deal

GAMES = {"trex": (2, 5), "tyrannosaurus": (2, 4), "cubosaurs": (2, 5)}
ABSENCE = 61.0  # seconds: a bot may be asked for after a minute


async def hands(port: int) -> list[Finding]:
    """A second account waits until a player is away, then tries everything to see their hand, even with a link."""
    sizes = [(game, seats) for game, ends in GAMES.items() for seats in range(ends[0], ends[1] + 1)]
    stolen = await asyncio.gather(*(_steal(port, number, *size) for number, size in enumerate(sizes, 1)))
    handed = await asyncio.gather(*(_hand_over(port, number, game) for number, game in enumerate(GAMES, 1)))
    return [found for part in (*stolen, *handed) for found in part]


async def _steal(port: int, number: int, game: str, seats: int) -> list[Finding]:
    anna, ben, double = (Visitor(port, f"198.51.{n}.{number}") for n in range(3))
    for visitor, name in ((anna, "Anna"), (ben, "Ben"), (double, "Dora")):
        await visitor.come_in(name)
    table = await deal(game, [anna, ben], seats)
    async with anna.at(table) as mine, double.at(table) as second:
        async with ben.at(table) as his:
            await his.settle()
        await asyncio.sleep(ABSENCE)
        for seat in range(1, seats + 1):
            await _try_for(second, mine, seat)
        replays = [
            (await visitor.call("GET", f"/api/tables/{table}/replay?eyes={eyes}")).status
            for visitor in (anna, double)
            for eyes in ("seat%202", "truth")
        ]
        record = (await double.call("GET", f"/api/tables/{table}/record")).status
        hint = await second.do("hint")
        await mine.settle()
        await second.settle()
        eyes = {view["eyes"] for view in second.views()}
        seats_seen = {second.seat, mine.seat}
        stage = mine.table["stage"]
    place = f"{game}, {seats} seats"
    return [
        Finding(
            f"a second account sees no absent player's hand: {place}",
            seats_seen == {None, 1}
            and eyes == {"spectator"}
            and {view["eyes"] for view in mine.views()} == {"seat 1"}
            and set(replays) <= {403, 409}
            and record in (403, 409)
            and hint is not None
            and hint["is"] == "refused",
            f"seats {sorted(map(str, seats_seen))}, replays {replays}, record {record}, hint"
            f" {hint and hint['is']}, stage {stage}",
        )
    ]


async def _try_for(second: Line, mine: Line, seat: int) -> None:
    """Ask for a seat in every possible way, and agree to every request."""
    tries: tuple[tuple[Line, str, dict[str, Any]], ...] = (
        (second, "sit", {"seat": seat, "share": "s"}),
        (mine, "sit", {"seat": seat, "share": "s"}),
        (second, "take seat", {"seat": seat, "secret": secrets.token_urlsafe(16)}),
        (second, "ask", {"matter": "take over", "seat": seat}),
        (mine, "ask", {"matter": "take over", "seat": seat}),
        (second, "ask", {"matter": "take over", "seat": seat, "bot": "hatchling"}),
    )
    for line, do, fields in tries:
        if fields.get("seat") == 1 and line is mine:
            continue
        await line.do(do, **fields)
        for ask in mine.table["asks"]:
            await mine.do("answer", ask=ask["ask"], is_yes=True)


async def _hand_over(port: int, number: int, game: str) -> list[Finding]:
    """Ben gives his seat away with a link that several people have, one of them already at the table."""
    anna, ben, dora, eva = (Visitor(port, f"198.51.{10 + n}.{number}") for n in range(4))
    for visitor, name in ((anna, "Anna"), (ben, "Ben"), (dora, "Dora"), (eva, "Eva")):
        await visitor.come_in(name)
    table = await deal(game, [anna, ben], 2)
    withdrawn, link = secrets.token_urlsafe(16), secrets.token_urlsafe(16)
    async with (
        anna.at(table) as mine,
        ben.at(table) as his,
        dora.at(table) as first,
        eva.at(table) as second,
    ):
        await his.do("hand over", secret=withdrawn)
        await his.do("hand over")
        early = [await line.do("take seat", seat=2, secret=withdrawn) for line in (first, second)]
        await his.do("hand over", secret=link)
        own = [await line.do("take seat", seat=2, secret=link) for line in (mine, his)]
        both = await asyncio.gather(*(line.do("take seat", seat=2, secret=link) for line in (first, second)))
        back = [await his.do("sit", seat=2), await his.do("take seat", seat=2, secret=link)]
        for line in (mine, his, first, second):
            await line.settle()
        seats = [line.seat for line in (mine, his, first, second)]
    refused = [answer is not None and answer["is"] == "refused" for answer in (*early, *own, *back)]
    done = [answer is not None and answer["is"] == "done" for answer in both]
    return [
        Finding(
            f"a link to a seat works once, until it is withdrawn, and only for those who had no seat: {game}",
            all(refused) and sum(done) == 1 and seats in ([1, None, 2, None], [1, None, None, 2]),
            f"seats {seats}",
        )
    ]


async def results(port: int) -> list[Finding]:
    """A losing player waits until the other one is away, then tries to end the game without a winner."""
    found = []
    for number, game in enumerate(GAMES):
        found.append(asyncio.create_task(_void(port, game, number)))
    return [finding for task in found for finding in await task]


async def _void(port: int, game: str, number: int) -> list[Finding]:
    anna, ben = (Visitor(port, f"198.51.100.{number * 2 + n + 1}") for n in range(2))
    await anna.come_in("Anna")
    await ben.come_in("Ben")
    table = await deal(game, [anna, ben], 2)
    async with anna.at(table) as mine:
        async with ben.at(table) as his:
            await his.settle()
        await mine.settle()
        while mine.decision is not None and mine.decision["chosen"] is None:  # until the game waits for Ben
            await mine.move()
            await mine.settle()
        await asyncio.sleep(ABSENCE)
        await mine.do("ask", matter="end")
        claim = await mine.do("ask", matter="claim", seat=2)
        await mine.settle()
        stage, claim_after = mine.table["stage"], mine.table["claim_after"]
        async with ben.at(table) as his:
            await his.settle()
            is_back = his.seat == 2
            with contextlib.suppress(StopIteration):
                ask = next(ask for ask in his.table["asks"] if ask["matter"] == "end")
                await his.do("answer", ask=ask["ask"], is_yes=False)
                await his.settle()
            stage_after = his.table["stage"]
    return [
        Finding(f"an absent player's game is not ended over their head: {game}", stage == "playing", stage),
        Finding(
            f"a claim waits longer than a short outage: {game}",
            claim is not None and "to go" in claim.get("sentence", "") and claim_after > 2 * ABSENCE * 1000,
            str(claim and claim.get("sentence", claim["is"])),
        ),
        Finding(f"the absent player is back in their seat: {game}", is_back and stage_after == "playing"),
    ]
