"""Log entries as they are stored.

In memory a move is an int, which means something only to one build of the rules. A stored log outlives that build, and
other builds read it during an upgrade, so it holds moves in a record's notation: `play blue 7`.
"""

from typing import Any, Union, get_args

import msgspec

from rexarium.games import AnyGame, find_game
from rexarium.server.model import log
from rexarium.server.model.log import AnyEntry


class StoredMove(log.Entry, frozen=True, tag="moved"):
    """A line of moves as it is stored."""

    seat: int
    line: str
    is_forced: bool = False


# What a stored log may contain: every kind of entry, with moves in notation.
STORED: Any = Union[(*(kind for kind in get_args(AnyEntry) if kind is not log.Moved), StoredMove)]

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(STORED)


class Codec:
    """Turns one table's entries into bytes and back; it learns from the first entry which game is being played."""

    def __init__(self) -> None:
        self._game: AnyGame | None = None

    def encode(self, entry: AnyEntry) -> bytes:
        """An entry as bytes for the store."""
        self._learn(entry)
        return _encoder.encode(self._write(entry) if isinstance(entry, log.Moved) else entry)

    def decode(self, data: bytes) -> AnyEntry:
        """An entry from the store, not yet checked against the entries before it."""
        stored = _decoder.decode(data)
        entry: AnyEntry = self._read(stored) if isinstance(stored, StoredMove) else stored
        self._learn(entry)
        return entry

    def _learn(self, entry: AnyEntry) -> None:
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
            raise ValueError("there is a move before the entry that names the game")
        return self._game
