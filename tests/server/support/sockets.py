"""A session on a connection whose other end reads when it likes."""

import json
from typing import Any

from rexarium.server.limits import Limit
from rexarium.server.net.session import Session
from tests.server.support.samples import BEN


class FakeConnection:
    """A connection whose other end reads when it likes."""

    def __init__(self) -> None:
        self.is_writable = True
        self.is_heard = True
        self.posted: list[dict[str, Any]] = []
        self.is_over = False

    def send(self, message: bytes) -> None:
        self.posted.append(json.loads(message))

    def pause_reading(self) -> None:
        self.is_heard = False

    def resume_reading(self) -> None:
        self.is_heard = True

    def close(self, code: int) -> None:
        self.is_over = True


def session_on(line: FakeConnection) -> Session:
    """Ben's session on such a connection."""
    session = Session(line, Limit(1, 1).bucket())
    session.actor = BEN
    return session


def part(_: Session) -> None:
    """Nobody has to be told."""


async def no_answer(_: Session, text: str) -> None:
    """Of somebody who is not talked to."""
    raise AssertionError(text)
