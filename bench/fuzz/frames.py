"""Hostile frames at a table: false lengths, wrong masks, fragments, floods and mutated messages."""

import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from random import Random
from typing import Any

from bench.fuzz.mutate import spoil_bytes, spoil_value
from bench.fuzz.prey import Prey
from bench.fuzz.stranger import hunted, send

HEAD = (
    "GET /ws/{table}{query} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n{cookie}"
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
MESSAGES: tuple[dict[str, Any], ...] = (
    {"do": "hello", "version": 1},
    {"do": "hello", "version": 1, "key": "a-key-that-nobody-has"},
    {"do": "move", "id": "m", "ply": 0, "taken_back": 0, "line": "play blue 7"},
    {"do": "move", "id": "m2", "ply": 1, "line": "flip"},
    {"do": "sit", "id": "s", "seat": 2, "share": "ben"},
    {"do": "stand", "id": "t", "seat": 2},
    {"do": "seat bot", "id": "b", "seat": 3, "bot": "hatchling"},
    {"do": "start", "id": "st"},
    {"do": "ask", "id": "a", "matter": "take back", "seat": 1},
    {"do": "answer", "id": "an", "ask": 0, "is_yes": True},
    {"do": "resume", "id": "r"},
    {"do": "hand over", "id": "h", "secret": "0123456789abcdef"},
    {"do": "take seat", "id": "ts", "seat": 1, "secret": "0123456789abcdef"},
    {"do": "say", "id": "sa", "text": "hello"},
    {"do": "mute", "id": "mu", "person": "somebody", "is_muted": True},
    {"do": "rematch", "id": "re"},
    {"do": "why", "id": "w", "line": "play blue 7", "seat": 1},
    {"do": "ping", "seen": 3},
    {"do": "resync"},
)  # without hints, which take seconds each
CONTROL = (0x88, 0x89, 0x8A)
KINDS = (0x81, 0x81, 0x82, 0x01, 0x00, 0x80, 0x83, 0x8B, 0xC1, 0xF1, *CONTROL)
HEARD = 0.02  # seconds an attacker waits for an answer


def frame(random: Random, kind: int, body: bytes) -> bytes:
    """A valid frame."""
    size, mask = len(body), random.randbytes(4)
    if size < 126:
        head = bytes((kind, 128 | size))
    else:
        head = (
            bytes((kind, 254)) + size.to_bytes(2, "big")
            if size < 65536
            else bytes((kind, 255)) + size.to_bytes(8, "big")
        )
    return head + mask + bytes(sign ^ mask[at % 4] for at, sign in enumerate(body))


def strange_frame(random: Random, body: bytes) -> bytes:
    """An invalid frame: another kind, no mask, or a false length."""
    whole = frame(random, random.choice(KINDS), body)
    manner = random.randrange(5)
    if manner == 0:
        return bytes((whole[0], whole[1] & 127)) + body
    if manner == 1:
        return (
            bytes((whole[0], 255))
            + random.choice((2**63, 2**64 - 1, 2**32, 5000, 3)).to_bytes(8, "big")
            + whole[2:]
        )
    if manner == 2:
        return frame(
            random, random.choice(CONTROL), random.randbytes(random.choice((0, 1, 2, 125)))
        ) * random.choice((1, 50, 3000))
    if manner == 3:
        return frame(random, 0x01, body) + frame(random, 0x00, body) * random.choice((1, 3, 2000))
    return whole


def message(random: Random) -> bytes:
    """A message, valid or mutated."""
    message: Any = random.choice(MESSAGES)
    manner = random.random()
    if manner < 0.3:
        message = message | ({"id": f"{random.random()}"} if "id" in message else {})
    elif manner < 0.9:
        message = spoil_value(random, message)
    data = json.dumps(message, ensure_ascii=random.random() < 0.5).encode("utf-8", "surrogatepass")
    return spoil_bytes(random, data) if manner > 0.85 else data


def stream(random: Random, prey: Prey) -> bytes:
    """Everything an attacker sends: a handshake and frames."""
    key = random.choice(["", "nobody's-key-0123456789", *prey.keys])
    head = HEAD.format(
        table=random.choice((prey.table,) * 8 + ("nowhere", "%00", "../x")),
        query=random.choice(("?version=1", "?version=1", "")),
        host=f"127.0.0.1:{prey.port}",
        cookie=f"Cookie: rexarium={key}\r\n" if key else "",
    ).encode()
    if random.random() < 0.1:
        head = spoil_bytes(random, head)
    frames = [frame(random, 0x81, b'{"do":"hello","version":1}')] if random.random() < 0.5 else []
    for _ in range(random.choice((1, 3, 10, 30))):
        body = message(random)
        frames.append(strange_frame(random, body) if random.random() < 0.25 else frame(random, 0x81, body))
    data = b"".join(frames)
    return head + (spoil_bytes(random, data) if random.random() < 0.2 else data)


async def attack(random: Random, prey: Prey) -> str:
    """Connect, send the stream and leave."""
    heard = await send(random, prey.port, stream(random, prey), HEARD)
    if not heard.startswith(b"HTTP/1.1 101"):
        assert not heard.startswith(b"HTTP/1.1 5"), heard[:100]
        return "turned away" if heard else "silence"
    return "refused" if b'"is":"refused"' in heard else "let in"


def open_target() -> AbstractContextManager[Callable[[int], str]]:
    """The target that attacks a server with frames."""
    return hunted("frames", attack)
