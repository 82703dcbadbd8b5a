"""Rebuilds a table from its stored log, entry by entry; a damaged entry is refused instead of folded."""

from collections.abc import Iterable

from rexarium.kernel.sentence import sentence
from rexarium.server.model import log
from rexarium.server.model.fold import fold
from rexarium.server.model.log import AnyBody
from rexarium.server.model.refusal import Refusal
from rexarium.server.model.room import Room
from rexarium.server.model.rows import Entry


class DamagedLog(Refusal):
    """A log that no table can be rebuilt from, because one of its entries is damaged."""

    def __init__(self, number: int) -> None:
        super().__init__(
            "not possible",
            sentence(
                "This table cannot be opened: entry {number} of its log is damaged."
                " The person who runs this server can restore a backup.",
                number=number,
            ),
        )
        self.number = number


def restore(entries: Iterable[Entry]) -> Room:
    """The table that a whole stored log leads to."""
    room = Room()
    for entry in entries:
        fold_entry(room, entry)
    return room


def fold_entry(room: Room, entry: Entry) -> AnyBody:
    """Check and fold one more entry of a stored log, and return it decoded."""
    if entry.number != room.size:
        raise DamagedLog(room.size)
    try:
        body = room.codec.decode(entry.body)
        _check(room, body)
        fold(room, body, entry.at)
    except Exception as error:  # damage can show anywhere, as any error, while reading, checking or folding
        raise DamagedLog(entry.number) from error
    return body


def _check(room: Room, body: AnyBody) -> None:
    """Check a move before it is folded: the compiled rules trust their caller, so no illegal move may reach them."""
    if isinstance(body, log.Moved):
        if room.match is None:
            raise ValueError("a move before the deal")
        room.match.check(body.seat, body.moves)
