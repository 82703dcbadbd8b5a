"""A table from its stored log: entry by entry, and what is damaged is refused and not folded."""

from collections.abc import Iterable

from rexarium.kernel.sentence import sentence
from rexarium.server.model import log
from rexarium.server.model.fold import fold
from rexarium.server.model.log import AnyBody
from rexarium.server.model.refusal import Refusal
from rexarium.server.model.room import Room
from rexarium.server.model.rows import Entry


class DamagedLog(Refusal):
    """A log that does not lead to a table."""

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
    """A table from its whole stored log."""
    room = Room()
    for entry in entries:
        fold_entry(room, entry)
    return room


def fold_entry(room: Room, entry: Entry) -> AnyBody:
    """One more entry of a stored log; what it says."""
    if entry.number != room.size:
        raise DamagedLog(room.size)
    try:
        body = room.codec.decode(entry.body)
        _check(room, body)
        fold(room, body, entry.at)
    except (
        Exception
    ) as error:  # it cannot be read, or does not follow from those before it: damage may show anywhere
        raise DamagedLog(entry.number) from error
    return body


def _check(room: Room, body: AnyBody) -> None:
    """The compiled rules trust their caller: a move that is not legal must never come to them, whatever a log says."""
    if isinstance(body, log.Moved):
        if room.match is None:
            raise ValueError("a move before the deal")
        room.match.check(body.seat, body.moves)
