"""An Atom feed that says at which tables it is one's turn: for games that take days."""

from collections.abc import Sequence
from datetime import UTC, datetime
from xml.sax.saxutils import escape, quoteattr

from rexarium.table.room import Room
from rexarium.table.storage.store import Person


def write_feed(person: Person, entries: Sequence[str], now: int) -> str:
    """The feed of a person."""
    return "\n".join(
        [
            '<?xml version="1.0" encoding="utf-8"?>',
            '<feed xmlns="http://www.w3.org/2005/Atom">',
            f"<title>Rexarium: {escape(person.nickname)}, it is your turn</title>",
            f"<id>urn:rexarium:person:{escape(person.id)}</id>",
            f"<updated>{_time(now)}</updated>",
            *filter(None, entries),
            "</feed>",
            "",
        ]
    )


def write_entry(person: Person, room: Room, base: str) -> str:
    """That it is their turn, or nothing; an entry's id changes with the ply, so that each turn is news."""
    if room.seat_of(person.id) not in room.waiting():
        return ""
    names = ", ".join(player.name for player in room.players if player)
    return (
        f"<entry><title>{escape(room.game.title)}: your turn</title>"
        f"<id>urn:rexarium:table:{escape(room.id)}:{room.mark()[0]}:{room.mark()[1]}</id>"
        f"<updated>{_time(room.changed_at)}</updated>"
        f"<link href={quoteattr(f'{base}t/{room.id}')}/>"
        f"<summary>{escape(names)}</summary></entry>"
    )


def _time(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds // 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
