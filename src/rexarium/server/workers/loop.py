"""A worker's main loop: it reads tasks from standard input and writes replies to standard output.

A pool's entry module calls `main` with the union of its tasks. A worker can decode no other pool's tasks.
"""

import contextlib
import os
import sys
from typing import Any, BinaryIO

import msgspec

from rexarium.kernel.errors import RexariumError
from rexarium.server.framing import LENGTH, frame
from rexarium.server.model.errors import as_refusal
from rexarium.server.workers.tasks import Answered, Failed, Refused, Reply, encode


def main(tasks: Any) -> None:
    """Run tasks of this union until the server is gone; the first command-line argument is the niceness."""
    with contextlib.suppress(OSError, AttributeError):
        os.nice(int(sys.argv[1]))
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        serve(tasks, sys.stdin.buffer, sys.stdout.buffer)


def serve(tasks: Any, asked: BinaryIO, replies: BinaryIO) -> None:
    """Reply to every task until the input ends."""
    decoder: msgspec.msgpack.Decoder[Any] = msgspec.msgpack.Decoder(tasks)
    while head := asked.read(LENGTH):
        message = asked.read(int.from_bytes(head, "big"))
        replies.write(frame(encode(reply_to(message, decoder))))
        replies.flush()


def reply_to(message: bytes, decoder: msgspec.msgpack.Decoder[Any]) -> Reply:
    """Run a task and return the reply, even if it fails."""
    try:
        return Answered(msgspec.Raw(encode(decoder.decode(message).run())))
    except RexariumError as error:
        return Refused.of(as_refusal(error))
    except Exception as error:  # whatever went wrong, the table has to be told
        return Failed(type(error).__name__)
