"""What runs in a worker: a task comes in on standard input, its reply goes out on standard output.

A pool's entry module calls `main` with the union of its tasks. There is no way to hand a worker a task of another pool.
"""

import contextlib
import os
import sys
from typing import Any, BinaryIO

import msgspec

from rexarium.kernel.errors import RexariumError
from rexarium.server.frames import LENGTH, frame
from rexarium.server.model.refusal import as_refusal
from rexarium.server.workers.tasks import Answered, Failed, Refused, Reply, encode


def main(tasks: Any) -> None:
    """Work on tasks of this union until the server is gone; the first argument is how nice to be."""
    with contextlib.suppress(OSError, AttributeError):
        os.nice(int(sys.argv[1]))
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        serve(tasks, sys.stdin.buffer, sys.stdout.buffer)


def serve(tasks: Any, asked: BinaryIO, replies: BinaryIO) -> None:
    """Reply to every task until there are no more."""
    decoder: msgspec.msgpack.Decoder[Any] = msgspec.msgpack.Decoder(tasks)
    while head := asked.read(LENGTH):
        message = asked.read(int.from_bytes(head, "big"))
        replies.write(frame(encode(reply_to(message, decoder))))
        replies.flush()


def reply_to(message: bytes, decoder: msgspec.msgpack.Decoder[Any]) -> Reply:
    """What comes of a task, whatever comes of it."""
    try:
        return Answered(msgspec.Raw(encode(decoder.decode(message).run())))
    except RexariumError as error:
        return Refused.of(as_refusal(error))
    except Exception as error:  # whatever it is, the table must hear of it
        return Failed(type(error).__name__)
