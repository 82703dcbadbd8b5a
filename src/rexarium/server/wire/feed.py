"""An Atom feed of the tables where it is a person's turn, for games that take days."""

from collections.abc import Sequence
from datetime import UTC, datetime
from xml.sax.saxutils import escape, quoteattr

from rexarium.server.model.rows import Person
from rexarium.server.model.table import Table

# By language, the title of the feed and of each entry.
_TITLES = {
    "en": ("Rexarium: {name}, it is your turn", "{game}: your turn"),
    "fr": ("Rexarium\u00a0: {name}, à vous de jouer", "{game}\u00a0: à vous de jouer"),
    "nl": ("Rexarium: {name}, je bent aan de beurt", "{game}: jij bent aan de beurt"),
    "de": ("Rexarium: {name}, du bist am Zug", "{game}: du bist am Zug"),
}


def feed_text(person: Person, entries: Sequence[str], now: int, language: str = "en") -> str:
    """A person's feed, as an XML document."""
    title = _TITLES[language][0].format(name=person.nickname)
    return "\n".join(
        [
            '<?xml version="1.0" encoding="utf-8"?>',
            f'<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="{language}">',
            f"<title>{escape(title)}</title>",
            f"<id>urn:rexarium:person:{escape(person.id)}</id>",
            f"<updated>{_time(now)}</updated>",
            *filter(None, entries),
            "</feed>",
            "",
        ]
    )


def feed_entry(person: Person, table: Table, base: str, language: str = "en") -> str:
    """The entry for a table, empty if it is not this person's turn. Its id changes with every decision, to appear as new."""
    if table.seat_of(person.id) not in table.waiting():
        return ""
    names = ", ".join(player.name for player in table.players if player)
    return (
        f"<entry><title>{escape(_TITLES[language][1].format(game=table.game.title))}</title>"
        f"<id>urn:rexarium:table:{escape(table.id)}:{table.decision_key()[0]}:{table.decision_key()[1]}</id>"
        f"<updated>{_time(table.changed_at)}</updated>"
        f"<link href={quoteattr(f'{base}t/{table.id}')}/>"
        f"<summary>{escape(names)}</summary></entry>"
    )


def _time(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds // 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
