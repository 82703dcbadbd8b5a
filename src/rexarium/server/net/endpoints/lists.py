"""Tables in lists: their summaries, and the link to the next page."""

import logging

import msgspec

from rexarium.server.model.rows import START, Listing, Person, Place
from rexarium.server.wire import bodies


def say_place(listing: Listing) -> str:
    """A table's place in the list, as a query parameter."""
    return f"{listing.stage}.{listing.changed_at}.{listing.table}"


def read_place(text: str | None) -> Place:
    """The place that a query parameter stands for."""
    if text is None:
        return START
    stage, changed_at, table = text.split(".")
    return Place(stage, int(changed_at), table)


_log = logging.getLogger("rexarium.server")
_decoder = msgspec.json.Decoder(bodies.TableSummary)


def summaries_of(listings: list[Listing]) -> list[bodies.TableSummary]:
    """Summaries for lists; a damaged one is left out so that the others can still be found."""
    found = []
    for listing in listings:
        try:
            found.append(_decoder.decode(listing.summary))
        except (msgspec.MsgspecError, ValueError) as error:
            _log.error("a table's listing is damaged", extra={"table": listing.table}, exc_info=error)
    return found


def own_summary(summary: bodies.TableSummary, person: Person) -> bodies.TableSummary:
    """A table's summary for a person, with their seat, which older servers may not have stored."""
    if person.id in summary.people:
        summary.seat = summary.people.index(person.id) + 1
        summary.is_your_turn = summary.seat in summary.waiting
    return summary
