"""An attacker that sends bytes over a connection in arbitrary pieces, and disconnects in any way."""

import asyncio
import contextlib
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

from bench.fuzz.prey import Prey, open_prey

Attack = Callable[[Random, Prey], Coroutine[Any, Any, str]]
BREATH = 0.002  # seconds between pieces, at most


async def send(random: Random, port: int, data: bytes, seconds: float) -> bytes:
    """Send the data, read the answer for this many seconds, and disconnect; returns what was read."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    heard = b""
    try:
        for piece in cut(random, data):
            if writer.transport.is_closing():
                break
            writer.write(piece)
            await asyncio.sleep(random.random() * BREATH)
        if random.random() < 0.2:
            writer.write_eof()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while got := await reader.read(65536):
                    heard += got
    except OSError:
        pass  # disconnected by the server
    finally:
        if random.random() < 0.5:
            writer.transport.abort()
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()
    return heard


def cut(random: Random, data: bytes) -> list[bytes]:
    """The data in one piece, or sometimes a few."""
    places = sorted(random.randrange(len(data) + 1) for _ in range(random.choice((0, 0, 1, 2, 5))))
    return [data[start:end] for start, end in zip([0, *places], [*places, len(data)], strict=True)]


@contextmanager
def hunted(name: str, attack: Attack) -> Iterator[Callable[[int], str]]:
    """A target in which each seed is one attack on the same server."""
    with asyncio.Runner() as runner:
        opened = open_prey()
        prey = runner.run(opened.__aenter__())

        async def scene(seed: int) -> str:
            outcome = await attack(Random(f"{name} {seed}"), prey)
            await prey.examine()
            return outcome

        try:
            yield lambda seed: runner.run(scene(seed))
        finally:
            runner.run(opened.__aexit__(None, None, None))
