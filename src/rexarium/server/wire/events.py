"""Turns an entry of the log into an event for each pair of eyes."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

import msgspec

from rexarium.server.model import log
from rexarium.server.model.log import AnyBody
from rexarium.server.model.room import Room
from rexarium.server.wire import messages, present
from rexarium.server.wire.messages import Happening, Position


class _Letter(msgspec.Struct, tag="event", tag_field="is"):
    """A `messages.Event` in which the parts that several recipients share are already encoded."""

    number: int
    now: int
    happened: Happening
    table: msgspec.Raw
    hash: str | None
    position: Position | None
    turns: msgspec.Raw


class Letters(NamedTuple):
    """By eyes, the event for an entry, and the hash of the view that a client holds after it."""

    events: dict[int, bytes]
    held: dict[int, str | None]


def write_events(
    room: Room, body: AnyBody, eyes: Collection[int], since: int, now: int, held: Mapping[int, str | None]
) -> Letters:
    """The event about an entry for each of these eyes. `room` already includes the entry; `held` is from before it."""
    table = msgspec.Raw(messages.encode(present.show_table(room)))
    turns = present.write_turns(room, eyes, since)
    kept = {each: held[each] for each in eyes if each in held and is_as_before(room, body, each)}
    fresh = present.show_positions(room, [each for each in eyes if each not in kept])
    hashes = kept | {each: position.hash if position else None for each, position in fresh.items()}
    events = {
        each: messages.encode(
            _Letter(
                room.number_for(each),
                now,
                show_body(room, body, each),
                table,
                hashes[each],
                fresh.get(each),
                turns[each],
            )
        )
        for each in eyes
    }
    return Letters(events, hashes)


_TALK = (
    log.Asked | log.Answered | log.Offered | log.Clocked
    | log.Said | log.Muted | log.ChatOpened | log.Closed | log.Followed
)  # fmt: skip


def is_as_before(room: Room, body: AnyBody, eyes: int) -> bool:
    """Whether an entry leaves these eyes' view and decision unchanged, as talk and others' hidden choices do."""
    if isinstance(body, log.Moved):
        return eyes != body.seat and room.match is not None and not room.match.is_revealed
    return isinstance(body, _TALK)


def show_body(room: Room, body: AnyBody, eyes: int) -> Happening:
    """What an entry tells these eyes. `room` already includes the entry."""
    happening = Happening(type(body).__struct_config__.tag)  # type: ignore[arg-type]
    happening.seat = present.from_one(getattr(body, "seat", None))
    if isinstance(body, log.Moved):
        _show_move(room, body, eyes, happening)
    elif isinstance(body, log.Seated | log.Replaced | log.HandedOver | log.Forfeited):
        happening.name = body.player.name
    elif isinstance(body, log.Said):
        happening.name, happening.person, happening.text = body.name, body.by, body.text
    elif isinstance(body, log.Muted):
        happening.person, happening.is_yes = body.person, body.is_muted
    elif isinstance(body, log.ChatOpened):
        happening.is_yes = body.is_open
    elif isinstance(body, log.Closed):
        happening.is_yes = body.is_closed
    elif isinstance(body, log.Answered | log.Settled):
        happening.ask, happening.is_yes = body.ask, body.is_yes
    elif isinstance(body, log.Asked):
        happening.text = body.matter
    elif isinstance(body, log.Ended):
        happening.text = body.how
    elif isinstance(body, log.Followed):
        happening.table = body.table
    return happening


def _show_move(room: Room, body: log.Moved, eyes: int, happening: Happening) -> None:
    """Add a move's line, unless it is still hidden from these eyes. Revealed moves are in the turns."""
    assert room.match is not None
    if eyes == body.seat or room.match.chosen(body.seat) is None:
        happening.line = room.game.say_line(body.moves)
    if body.is_forced:
        happening.text = "time is up"
