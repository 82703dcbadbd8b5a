"""Messages over a pipe between processes of this program: bytes with their length before them."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # who only reads and writes files needs no loop, and starts the faster
    import asyncio

LENGTH = 4  # bytes that say how long the rest is


def frame(message: bytes) -> bytes:
    """A message with its length before it."""
    return len(message).to_bytes(LENGTH, "big") + message


async def read_message(stream: "asyncio.StreamReader") -> bytes:
    """The next message."""
    size = int.from_bytes(await stream.readexactly(LENGTH), "big")
    return await stream.readexactly(size)


def take_messages(inbox: bytearray) -> list[bytes]:
    """The messages that have come whole, taken out of the bytes that have come."""
    messages, begin = [], 0
    while len(inbox) >= (body := begin + LENGTH):
        end = body + int.from_bytes(inbox[begin:body], "big")
        if len(inbox) < end:
            break
        messages.append(bytes(memoryview(inbox)[body:end]))
        begin = end
    del inbox[:begin]
    return messages
