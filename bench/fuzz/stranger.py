"""Somebody who sends bytes over a line, in whatever pieces, and hangs up in whatever way."""

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
    """Send it, hear for so long what is answered, and be gone; what was heard until the other end closed."""
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
        pass  # thrown out
    finally:
        if random.random() < 0.5:
            writer.transport.abort()
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()
    return heard


def cut(random: Random, data: bytes) -> list[bytes]:
    """In one piece mostly, or in a few."""
    places = sorted(random.randrange(len(data) + 1) for _ in range(random.choice((0, 0, 1, 2, 5))))
    return [data[start:end] for start, end in zip([0, *places], [*places, len(data)], strict=True)]


@contextmanager
def hunted(name: str, attack: Attack) -> Iterator[Callable[[int], str]]:
    """A target: each seed is an attack on a server that lives on."""
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
