"""Tables in lists: their summaries, and where a list goes on."""

import logging

import msgspec

from rexarium.server.model.rows import START, Listing, Person, Place
from rexarium.server.wire import bodies


def say_place(listing: Listing) -> str:
    """Where the list goes on behind a table, for an address."""
    return f"{listing.stage}.{listing.changed_at}.{listing.table}"


def read_place(text: str | None) -> Place:
    """The same, read."""
    if text is None:
        return START
    stage, changed_at, table = text.split(".")
    return Place(stage, int(changed_at), table)


_log = logging.getLogger("rexarium.server")
_decoder = msgspec.json.Decoder(bodies.TableSummary)


def summaries_of(listings: list[Listing]) -> list[bodies.TableSummary]:
    """What lists show of these tables; one that is damaged is left out, so that all others can be found."""
    found = []
    for listing in listings:
        try:
            found.append(_decoder.decode(listing.summary))
        except (msgspec.MsgspecError, ValueError) as error:
            _log.error("a table's listing is damaged", extra={"table": listing.table}, exc_info=error)
    return found


def own_summary(summary: bodies.TableSummary, person: Person) -> bodies.TableSummary:
    """The same for a person, who is told where they sit; an older house may not have written down who does."""
    if person.id in summary.people:
        summary.seat = summary.people.index(person.id) + 1
        summary.is_your_turn = summary.seat in summary.waiting
    return summary
