"""Entries as the storage keeps them.

A move is an int in memory, and its number belongs to one build of the rules. What is stored outlives that build and is read
by others during an upgrade, so it is written there as in a record: `play blue 7`.
"""

from typing import Any, Union, get_args

import msgspec

from rexarium.games import AnyGame, find_game
from rexarium.server.model import log
from rexarium.server.model.log import AnyBody


class StoredMove(log.Body, frozen=True, tag="moved"):
    """A line of moves as the storage keeps it."""

    seat: int
    line: str
    is_forced: bool = False


# What may stand in a stored log: every kind of entry, with moves in words.
STORED: Any = Union[(*(kind for kind in get_args(AnyBody) if kind is not log.Moved), StoredMove)]

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(STORED)


class Codec:
    """Turns the entries of one table into bytes and back; which game is played it learns from the first of them."""

    def __init__(self) -> None:
        self._game: AnyGame | None = None

    def encode(self, entry: AnyBody) -> bytes:
        """An entry for the storage."""
        self._learn(entry)
        return _encoder.encode(self._write(entry) if isinstance(entry, log.Moved) else entry)

    def decode(self, data: bytes) -> AnyBody:
        """An entry out of the storage; nobody has checked yet whether it can follow those before it."""
        stored = _decoder.decode(data)
        entry: AnyBody = self._read(stored) if isinstance(stored, StoredMove) else stored
        self._learn(entry)
        return entry

    def _learn(self, entry: AnyBody) -> None:
        if isinstance(entry, log.Opened):
            self._game = find_game(entry.game)

    def _write(self, entry: log.Moved) -> StoredMove:
        line = self._known_game().say_line(entry.moves)
        return StoredMove(
            by=entry.by, command=entry.command, seat=entry.seat, line=line, is_forced=entry.is_forced
        )

    def _read(self, stored: StoredMove) -> log.Moved:
        moves = tuple(self._known_game().read_line(stored.line))
        return log.Moved(
            by=stored.by, command=stored.command, seat=stored.seat, moves=moves, is_forced=stored.is_forced
        )

    def _known_game(self) -> AnyGame:
        if self._game is None:
            raise ValueError("a move stands before the entry that says which game is played")
        return self._game
