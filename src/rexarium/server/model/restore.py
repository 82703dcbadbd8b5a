"""Rebuilds a table from its stored log, entry by entry; a damaged entry is refused instead of folded."""

from collections.abc import Iterable

from rexarium.kernel.sentence import sentence
from rexarium.server.model import log
from rexarium.server.model.errors import Refusal
from rexarium.server.model.fold import fold
from rexarium.server.model.log import AnyEntry
from rexarium.server.model.rows import StoredEntry
from rexarium.server.model.table import Table


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


def restore(entries: Iterable[StoredEntry]) -> Table:
    """The table that a whole stored log leads to."""
    table = Table()
    for entry in entries:
        fold_entry(table, entry)
    return table


def fold_entry(table: Table, stored: StoredEntry) -> AnyEntry:
    """Check and fold one more entry of a stored log, and return it decoded."""
    if stored.number != table.length:
        raise DamagedLog(table.length)
    try:
        entry = table.codec.decode(stored.data)
        _check(table, entry)
        fold(table, entry, stored.at)
    except Exception as error:  # damage can show anywhere, as any error, while reading, checking or folding
        raise DamagedLog(stored.number) from error
    return entry


def _check(table: Table, entry: AnyEntry) -> None:
    """Check a move before it is folded: the compiled rules trust their caller, so no illegal move may reach them."""
    if isinstance(entry, log.Moved):
        if table.match is None:
            raise ValueError("a move before the deal")
        table.match.check(entry.seat, entry.moves)
