"""Hostile requests: every endpoint with a mutated path, headers or body. The answer must be ours, never a crash."""

import json
import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from random import Random
from typing import Any

from bench.fuzz.mutate import LONG, SIGNS, spoil_bytes, spoil_text, spoil_value
from bench.fuzz.prey import PATIENCE, Prey
from bench.fuzz.stranger import hunted, send
from bench.rounds import ROOT
from rexarium.server.net.endpoints import ENDPOINTS
from rexarium.testkit.records import FOLDER, reseal

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "get", "X" * 300)
HEADERS = (
    "Content-Type: text/plain", "Content-Type: application/json; charset=utf-16", "Accept-Language: " + "fr," * 500,
    "Origin: null", "Origin: http://evil.example", "Host: evil.example", "X-Forwarded-For: 1.2.3.4", "X: " + "y" * 20_000,
    "Cookie: rexarium=" + "x" * 5000, "Cookie: =;=;\x01", "Transfer-Encoding: chunked", "Content-Length: 5",
    "Content-Length: -1", "Content-Length: 99999999999999999999", "Expect: 100-continue", "Connection: Upgrade",
    "Upgrade: websocket", "Range: bytes=0-1", "If-None-Match: *", "Content-Encoding: gzip",
)  # fmt: skip
PATHS = (
    "/",
    "/table/{table}",
    "/api",
    "/ws/{table}",
    "/control",
    "/favicon.ico",
    "/../../etc/passwd",
    "//",
    "*",
    "http://[/",
)
QUERIES = (
    "language=de",
    "eyes=seat%201",
    "eyes=truth",
    "ply=3",
    "since=-1",
    "version=1",
    "x=%ff%00",
    "language=",
)
TALE = sorted((ROOT / FOLDER).glob("trex-*table.rex"))[-1]
A_WHILE = 0.1  # seconds to wait for the answer to nonsense


def bodies() -> list[Any]:
    """Valid request bodies."""
    record = TALE.read_text(encoding="utf-8")
    new = {
        "game": "trex",
        "seats": 3,
        "edition": "standard",
        "preset": "table",
        "rulings": {},
        "bots": {"2": "hatchling"},
        "seat": 1,
    }
    return [
        {"nickname": "Zoë"},
        {"ticket": "0123456789abcdef"},
        {"share": "a-share", "is_started": False},
        new | {"clock": {"kind": "live", "bank": 600, "increment": 5}, "is_open": True},
        new | {"record": record, "ply": 3},
        {"record": record},
    ]


def spoil_body(random: Random, body: Any) -> bytes:
    """A mutated body, or an empty one."""
    if isinstance(body, dict) and "record" in body and random.random() < 0.7:
        return json.dumps(body | {"record": reseal(spoil_text(random, body["record"]))}).encode()
    data = json.dumps(spoil_value(random, body) if random.random() < 0.8 else body).encode()
    return spoil_bytes(random, data) if random.random() < 0.1 else data


def path_of(random: Random, prey: Prey) -> tuple[str, str]:
    """A method and a path, usually an endpoint's."""
    point = random.choice(ENDPOINTS)
    method, path = point.method, point.path
    if random.random() < 0.1:
        path = random.choice(PATHS)
    known = {"table": prey.table, "seat": "1", "game": "trex", "person": "anna", "key": "0123456789abcdef"}

    def fill(word: re.Match[str]) -> str:
        other = (
            known.get(word[1], "x"),
            "9" * 30,
            "%00",
            "%2e%2e",
            "٣",
            "-1",
            "0",
            "a" * random.choice(LONG),
            random.choice(SIGNS),
        )
        return known.get(word[1], "x") if random.random() < 0.7 else random.choice(other)

    path = re.sub(r"\{(\w+)\}", fill, path)
    if random.random() < 0.3:
        path += "?" + "&".join(random.choices(QUERIES, k=random.choice((1, 2, 50))))
    return (random.choice(METHODS) if random.random() < 0.15 else method), path


def request(random: Random, prey: Prey) -> tuple[bytes, bool]:
    """A request, and whether it is well-formed, so that it must be answered."""
    method, path = path_of(random, prey)
    body = spoil_body(random, random.choice(bodies())) if method in ("POST", "PATCH", "PUT") else b""
    lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{prey.port}", "Connection: close"]
    lines += [f"Cookie: rexarium={random.choice(prey.keys)}"] * (random.random() < 0.6)
    lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"] if body else []
    is_whole = random.random() < 0.6
    if not is_whole:
        lines += random.choices(HEADERS, k=random.choice((0, 1, 2, 5)))
    head = "\r\n".join([*lines, "", ""]).encode("utf-8", "surrogatepass")
    if not is_whole and random.random() < 0.5:
        head = spoil_bytes(random, head)
    return head + body, is_whole


async def attack(random: Random, prey: Prey) -> str:
    """Send a request and check the answer."""
    data, is_whole = request(random, prey)
    heard = await send(random, prey.port, data, PATIENCE if is_whole else A_WHILE)
    status = heard[9:12].decode("ascii", "replace")
    assert not status.startswith("5"), f"{heard[:300]!r} to {data[:60]!r}"
    return f"{status[:1]}xx" if status else "silence"


def open_target() -> AbstractContextManager[Callable[[int], str]]:
    """The target that attacks a server with requests."""
    return hunted("http", attack)
