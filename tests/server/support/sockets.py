"""A session on a connection whose other end reads when it likes, and the transports of real WebSockets."""

import asyncio
import json
from typing import Any
from unittest import mock

import pytest

from rexarium.server.limits import Limit
from rexarium.server.net.session import Session
from rexarium.server.net.websocket import WebSocketConnection
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


def watch_transports(monkeypatch: pytest.MonkeyPatch) -> list[mock.Mock]:
    """The transports of all WebSockets opened from now on, each as a mock around the real one."""
    watched: list[mock.Mock] = []
    made = WebSocketConnection.connection_made

    def make(connection: WebSocketConnection, transport: asyncio.BaseTransport) -> None:
        watched.append(mock.Mock(wraps=transport))
        made(connection, watched[-1])

    monkeypatch.setattr(WebSocketConnection, "connection_made", make)
    return watched
