"""Turns an entry of the log into an event for each pair of eyes."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

import msgspec

from rexarium.server.model import log
from rexarium.server.model.log import AnyEntry
from rexarium.server.model.table import Table
from rexarium.server.wire import messages, present
from rexarium.server.wire.messages import Happening, Position


class _EncodedEvent(msgspec.Struct, tag="event", tag_field="is"):
    """A `messages.Event` in which the parts that several recipients share are already encoded."""

    number: int
    now: int
    happened: Happening
    table: msgspec.Raw
    hash: str | None
    position: Position | None
    turns: msgspec.Raw


class EncodedEvents(NamedTuple):
    """By eyes, the event for an entry, and the hash of the view that a client holds after it."""

    events: dict[int, bytes]
    held: dict[int, str | None]


def encode_events(
    table: Table, entry: AnyEntry, eyes: Collection[int], since: int, now: int, held: Mapping[int, str | None]
) -> EncodedEvents:
    """The event about an entry for each of these eyes. `table` already includes the entry; `held` is from before it."""
    table_state = msgspec.Raw(messages.encode(present.table_state(table)))
    turns = present.encode_turns(table, eyes, since)
    kept = {each: held[each] for each in eyes if each in held and leaves_view_unchanged(table, entry, each)}
    fresh = present.position_states(table, [each for each in eyes if each not in kept])
    hashes = kept | {each: position.hash if position else None for each, position in fresh.items()}
    events = {
        each: messages.encode(
            _EncodedEvent(
                table.event_number(each),
                now,
                describe(table, entry, each),
                table_state,
                hashes[each],
                fresh.get(each),
                turns[each],
            )
        )
        for each in eyes
    }
    return EncodedEvents(events, hashes)


TALK = (
    log.Asked | log.Answered | log.Offered | log.Clocked
    | log.Said | log.Muted | log.ChatOpened | log.Closed | log.Followed
)  # fmt: skip


def leaves_view_unchanged(table: Table, entry: AnyEntry, eyes: int) -> bool:
    """Whether an entry leaves these eyes' view and decision unchanged, as talk and others' hidden choices do."""
    if isinstance(entry, log.Moved):
        return eyes != entry.seat and table.match is not None and not table.match.is_revealed
    return isinstance(entry, TALK)


def describe(table: Table, entry: AnyEntry, eyes: int) -> Happening:
    """What an entry tells these eyes. `table` already includes the entry."""
    happening = Happening(type(entry).__struct_config__.tag)  # type: ignore[arg-type]
    happening.seat = present.from_one(getattr(entry, "seat", None))
    if isinstance(entry, log.Moved):
        _describe_move(table, entry, eyes, happening)
    elif isinstance(entry, log.Seated | log.Replaced | log.HandedOver | log.Forfeited):
        happening.name = entry.player.name
    elif isinstance(entry, log.Said):
        happening.name, happening.person, happening.text = entry.name, entry.by, entry.text
    elif isinstance(entry, log.Muted):
        happening.person, happening.is_yes = entry.person, entry.is_muted
    elif isinstance(entry, log.ChatOpened):
        happening.is_yes = entry.is_open
    elif isinstance(entry, log.Closed):
        happening.is_yes = entry.is_closed
    elif isinstance(entry, log.Answered | log.Settled):
        happening.ask, happening.is_yes = entry.ask, entry.is_yes
    elif isinstance(entry, log.Asked):
        happening.text = entry.matter
    elif isinstance(entry, log.Ended):
        happening.text = entry.how
    elif isinstance(entry, log.Followed):
        happening.table = entry.table
    return happening


def _describe_move(table: Table, entry: log.Moved, eyes: int, happening: Happening) -> None:
    """Add a move's line, unless it is still hidden from these eyes. Revealed moves are in the turns."""
    assert table.match is not None
    if eyes == entry.seat or table.match.chosen(entry.seat) is None:
        happening.line = table.game.say_line(entry.moves)
    if entry.is_forced:
        happening.text = "time is up"
