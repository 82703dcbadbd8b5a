"""Framing for messages between the server's processes: each is preceded by its length."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # a process without an event loop starts faster if it does not import asyncio
    import asyncio

LENGTH = 4  # bytes in the length prefix


def frame(message: bytes) -> bytes:
    """A message with its length in front."""
    return len(message).to_bytes(LENGTH, "big") + message


async def read_message(stream: "asyncio.StreamReader") -> bytes:
    """Read the next message."""
    size = int.from_bytes(await stream.readexactly(LENGTH), "big")
    return await stream.readexactly(size)


def take_messages(inbox: bytearray) -> list[bytes]:
    """Take all complete messages out of the bytes received so far."""
    messages, begin = [], 0
    while len(inbox) >= (body := begin + LENGTH):
        end = body + int.from_bytes(inbox[begin:body], "big")
        if len(inbox) < end:
            break
        messages.append(bytes(memoryview(inbox)[body:end]))
        begin = end
    del inbox[:begin]
    return messages
