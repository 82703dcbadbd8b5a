"""Messages between processes of this program: a value with its length before it, over a pipe.

Both ends are this program, so nothing foreign is ever unpickled.
"""

import pickle
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # who only reads and writes files needs no loop, and starts the faster
    import asyncio

LENGTH = 4  # bytes that say how long the rest is


def frame(message: object) -> bytes:
    """A message with its length before it."""
    data = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    return len(data).to_bytes(LENGTH, "big") + data


async def read_message(stream: "asyncio.StreamReader") -> Any:
    """The next message."""
    size = int.from_bytes(await stream.readexactly(LENGTH), "big")
    return pickle.loads(await stream.readexactly(size))


def take_messages(inbox: bytearray) -> list[Any]:
    """The messages that have come whole, taken out of the bytes that have come."""
    messages, begin = [], 0
    while len(inbox) >= (body := begin + LENGTH):
        end = body + int.from_bytes(inbox[begin:body], "big")
        if len(inbox) < end:
            break
        messages.append(pickle.loads(memoryview(inbox)[body:end]))
        begin = end
    del inbox[:begin]
    return messages
