"""Logs of tables as servers of earlier formats wrote them, one file a log, with what each entry made of its table.

A line holds the time of an entry, its body byte for byte as it was stored, and every part of the table that it changed.
These files are never changed: a program that cannot fold them to the same tables breaks somebody's game.

`format-1` was written by the server itself at commit 348bf4f. In each game: a long evening with votes, take-backs, a pause,
changed secret choices, forced moves, a guest and a bot on seats of people who were away, an outage and a resignation; its
rematch, left in the middle with a question open; an end by agreement with a program at the table; a record played on, with
bots that fail; days for a move; and games that were resigned, abandoned, never started, or ended by one player alone.

Two more were put together by hand and folded by that same server: `corners` for each game, with a host who was
replaced, a wish that was dropped by moving on, a secret choice that was changed and seats that were given up twice; and
`undone-record`, where moves of a record that is played on with clocks are taken back.
"""

from pathlib import Path
from typing import Any

import msgspec

from rexarium.kernel.facts import SPECTATOR
from rexarium.server.model.room import Room
from rexarium.server.wire import summary

FOLDER = Path(__file__).parent
LAST = 3  # of what only grows, so many are compared after each entry: every one of them was the last once


class Line(msgspec.Struct, frozen=True):
    """An entry of a stored log, and what of the table was different after it."""

    at: int
    body: msgspec.Raw
    changed: dict[str, Any]


_lines = msgspec.json.Decoder(Line)


def read_log(path: Path) -> list[Line]:
    """The entries of a stored log."""
    return [_lines.decode(line) for line in path.read_bytes().splitlines()]


def describe(room: Room) -> dict[str, Any]:
    """A table as its log has made it, in plain data that depends on no wire format and on no view."""
    eyes = [*range(room.setup.seats), SPECTATOR]
    match, clocks = room.match, room.clocks
    plain: dict[str, Any] = {
        "size": room.size,
        "stage": room.stage,
        "changed at": room.changed_at,
        "host": room.host,
        "players": room.players,
        "shares": room.shares,
        "numbers": [room.number_for(each) for each in eyes],
        "ply": match and match.ply,
        "last moves": match and [f"{ply.seat + 1} {room.game.say(ply.move)}" for ply in match.plies[-LAST:]],
        "chosen": match and [match.chosen(seat) for seat in range(room.setup.seats)],
        "waiting": room.waiting(),
        "scores": match and [match.state().score(seat) for seat in range(room.setup.seats)],
        "clocks": [clocks.left, sorted(clocks.since.items()), clocks.least],
        "asks": [[ask.number, ask.body, ask.at, sorted(ask.yes)] for ask in room.asks.values()],
        "is paused": room.is_paused,
        "taken back": room.taken_back,
        "resigned": sorted(room.resigned.items()),
        "left": sorted(room.left.items()),
        "forced": sorted(room.forced.items()),
        "failures": sorted(room.failures.items()),
        "ended": room.ended,
        "last said": [[said.at, said.person, said.name, said.text] for said in room.chat[-LAST:]],
        "muted": sorted(room.muted),
        "notes": len(room.notes),
        "last notes": [[note.ply, note.words] for note in room.notes[-LAST:]],
        "rematch": room.rematch,
        "people": [*room.people],
        "played": sorted(room.played),
        "deeds": sorted(room.deeds.items()),
        "wakes at": summary.list_room(room).wake_at,
        "record": summary.write_record(room) if match and room.stage == "over" else None,
    }
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(plain))
    return found
