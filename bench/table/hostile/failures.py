"""Failures that must not stop the server: killed workers, a store that hangs, a damaged file, an impossible record."""

import asyncio
import hashlib
import os
import random
import re
import resource
import shutil
import signal
import sqlite3
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench.table.hostile.finding import Finding
from bench.table.hostile.visitor import Visitor, deal, fresh_server
from bench.table.process import Server
from rexarium.games import find_game
from rexarium.kernel.chance import Chance
from rexarium.match import Match, say_record

GAMES = ("trex", "tyrannosaurus", "cubosaurs")
STATED = 12.0  # seconds within which a sender must be told that a command is in doubt; the server promises 10
TABLES = 12
NUMBER = r"\b\d+\b"  # a number that stands alone


def helpers(server: Server, module: str) -> list[int]:
    """The server's child processes that run a module."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            words = (path / "cmdline").read_bytes().split(b"\0")
            parent = int((path / "stat").read_text().rpartition(")")[2].split()[1])
        except (OSError, IndexError, ValueError):
            continue
        if parent == server.pid and module.encode() in words:
            found.append(int(path.name))
    return found


async def workers(server: Server, module: str) -> list[Finding]:
    """Kill the bots' workers, idle and busy ones, while games are being played."""
    kills = 0
    over = asyncio.Event()

    async def kill() -> None:
        nonlocal kills
        while not over.is_set():
            for pid in helpers(server, module):
                if random.random() < 0.3:
                    os.kill(pid, signal.SIGKILL)
                    kills += 1
            await asyncio.sleep(random.uniform(0.02, 0.2))

    killer = asyncio.create_task(kill())
    try:
        games = [_play_bots(server.port, GAMES[n % 3], n) for n in range(TABLES)]
        ends = await asyncio.gather(*games)
    finally:
        over.set()
        await killer
    return [
        Finding(
            f"every game against bots ends even though workers are killed ({kills} kills, {len(ends)} games)",
            all(ends) and kills > 0,
            f"{sum(ends)} ended",
        )
    ]


async def _play_bots(port: int, game: str, number: int) -> bool:
    """Play a game against bots to the end, always making the first move offered."""
    anna = Visitor(port, f"203.0.113.{number + 1}")
    await anna.come_in("Anna")
    table = await deal(game, [anna], 3, bot="alpha")
    async with anna.at(table) as line:
        for _ in range(2000):
            now = len(line.heard)
            if await line.until(lambda m: m["is"] in ("snapshot", "event")) is None:
                return False
            if line.table["stage"] == "over":
                return True
            decision = line.decision
            if decision is not None and decision["chosen"] is None:
                await line.move()
            elif await line.until(lambda m, n=now: line.heard.index(m) >= n, 60) is None:  # type: ignore[misc]
                return False
    return False


async def storage(server: Server, module: str) -> list[Finding]:
    """Suspend the writer process, send a move, and send it again once the writer continues."""
    anna, ben = Visitor(server.port, "203.0.113.50"), Visitor(server.port, "203.0.113.51")
    await anna.come_in("Anna")
    await ben.come_in("Ben")
    table = await deal("trex", [anna, ben], 2)
    writers = helpers(server, module)
    async with anna.at(table) as a, ben.at(table) as b:
        await a.settle()
        await b.settle()
        line = a if a.decision else b
        for pid in writers:
            os.kill(pid, signal.SIGSTOP)
        try:
            told = await line.move(id_="in-doubt", seconds=STATED + 10)
        finally:
            for pid in writers:
                os.kill(pid, signal.SIGCONT)
    async with (anna if line is a else ben).at(table) as line:
        await line.settle()
        replies: list[Any] = []
        for _ in range(30):  # the same command again, until its true reply
            decision = line.decision or {"ply": 0, "taken_back": 0, "choices": [{"line": "?"}]}
            which = {"ply": decision["ply"], "taken_back": decision["taken_back"]}
            replies.append(
                await line.do("move", id_="in-doubt", line=decision["choices"][0]["line"], **which)
            )
            if replies[-1] and replies[-1]["is"] == "done":
                break
            await asyncio.sleep(1)
        again = await line.do("move", id_="in-doubt", line="?", ply=0)
    return [
        Finding(
            f"a sender is told within {STATED:.0f} s that a move is in doubt",
            bool(writers) and told is not None and bool(told.get("is_in_doubt")),
            str(told and told.get("code")),
        ),
        Finding(
            "the same id sent again gets the true reply, and always the same one",
            bool(replies)
            and replies[-1] is not None
            and replies[-1]["is"] == "done"
            and again == replies[-1],
            str(again),
        ),
    ]


async def records(port: int) -> list[Finding]:
    """Send records with absurd numbers and lines."""
    cleo = Visitor(port, "203.0.113.60")
    await cleo.come_in("Cleo")
    huge = "9" * 5000
    texts = {
        "an integer of 5,000 digits": f"rexarium record 1\ngame trex\nseats {huge}\n",
        "a line of 150,000 characters": "rexarium record 1\n" + "x" * 150_000,
        "30,000 lines": "rexarium record 1\n" + "a\n" * 30_000,
        "deep indentation": "\n".join(" " * n + "a" for n in range(400)),
        "digits of other scripts": "rexarium record 1\ngame trex\nseats ٣\n",
    }
    good, spoilt = _records_of_a_box(huge)
    texts["a box with a number of 5,000 digits, resealed"] = spoilt
    read = await cleo.call("POST", "/api/replays", {"record": good})
    found = [Finding("the same record with its own number is read", read.status == 200, str(read.status))]
    for name, text in texts.items():
        statuses = [
            (await cleo.call("POST", path, {"record": text})).status
            for path in ("/api/replays", "/api/aftermaths")
        ]
        statuses.append(
            (await cleo.call("POST", "/api/tables", {"game": "trex", "seats": 2, "record": text})).status
        )
        is_refused = all(400 <= status < 500 for status in statuses)
        found.append(Finding(f"a record with {name} is refused in a sentence", is_refused, str(statuses)))
    return found


def _records_of_a_box(number: str) -> tuple[str, str]:
    """A record, and the same one with this number in its edition. Both have a valid seal, so only the number is wrong."""
    game = find_game("tyrannosaurus")
    good = say_record(Match.fresh(game, game.setup(2), Chance.of("hostile")))
    lines = good.splitlines(keepends=True)
    begin = next(place for place, line in enumerate(lines) if line.startswith("edition:"))
    place = begin + 1
    while not re.search(NUMBER, lines[place]) or lines[place].strip().startswith(("title:", "digest:")):
        place += 1
    lines[place] = re.sub(NUMBER, number, lines[place], count=1)
    sealed = "".join(lines[:-1])
    fingerprint = hashlib.sha256(sealed.removesuffix("\n").encode()).hexdigest()
    return good, f"{sealed}seal: sha256:{fingerprint}\n"


# Stores that a server cannot open: each is a damaged copy of a good one, and the server's last output is checked.

Damage = Callable[[Path], None]


def _truncate(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def _scribble(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[4096:8192] = os.urandom(4096)
    path.write_bytes(data)


def _garbage(path: Path) -> None:
    path.write_bytes(os.urandom(20_000))


DAMAGES: dict[str, Damage] = {
    "a store that was cut off": _truncate,
    "a store with a damaged page": _scribble,
    "a store that is garbage": _garbage,
}


async def damage(folder: Path) -> list[Finding]:
    """Start servers on stores that are damaged, full, or already in use under another name."""
    good = folder / "good.db"
    server = fresh_server(folder, "good.db")
    server.start()
    await asyncio.to_thread(server.wait)
    host = Visitor(server.port)
    await host.come_in("Anna")
    await deal("trex", [host], 2)
    linked = folder / "linked.db"
    os.link(good, linked)
    found = [
        _refuses(folder, "linked.db", "a second server by a hard link", "hard link"),
        _refuses(folder, "new.db", "a full disk", "Nothing was changed", _fill_disk),
    ]
    linked.unlink()
    server.stop()
    with sqlite3.connect(good) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    for name, hurt in DAMAGES.items():
        path = folder / "hurt.db"
        shutil.copy(good, path)
        hurt(path)
        before = path.read_bytes()
        finding = _refuses(folder, path.name, name, "restore")
        found.append(Finding(finding.promise, finding.held and path.read_bytes() == before, finding.seen))
        for rest in folder.glob("hurt.db*"):
            rest.unlink()
    return found


def _fill_disk() -> None:
    """Limit the size of the files that this process writes."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))


def _refuses(
    folder: Path, store: str, name: str, word: str, before: Callable[[], None] | None = None
) -> Finding:
    """Check that a server ends with a sentence and without a traceback."""
    second = fresh_server(folder, store)
    ended = subprocess.run(
        second.command,
        env={**os.environ, **second.environment, "REXARIUM_STATE": str(folder / "other")},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        preexec_fn=before,
    )
    said = (ended.stdout + ended.stderr).strip().replace(str(folder), "FOLDER")
    is_plain = ended.returncode != 0 and "Traceback" not in said and word in said and bool(said)
    return Finding(f"{name} is refused in a sentence", is_plain, said.replace("\n", " ")[:300])
