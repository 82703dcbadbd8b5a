"""Logs of tables as servers of earlier formats wrote them, one file per log, with what each entry changed in its table.

A line holds the time of an entry, its body byte for byte as it was stored, and every part of the table that it changed.
These files are never changed: a program that cannot fold them to the same tables breaks somebody's game.

`format-1` was written by the server itself at commit 348bf4f. In each game: a long evening with votes, take-backs, a pause,
changed secret choices, forced moves, a guest and a bot on seats of people who were away, an outage and a resignation; its
rematch, left in the middle with a question open; an end by agreement with a program at the table; a record played on, with
bots that fail; days for a move; and games that were resigned, abandoned, never started, or ended by one player alone.

Two more were put together by hand and folded by that same server: `corners` for each game, with a host who was
replaced, an ask that was dropped by moving on, a secret choice that was changed and seats that were given up twice; and
`undone-record`, where moves of a record that is played on with clocks are taken back.
"""

from pathlib import Path
from typing import Any

import msgspec

from rexarium.kernel.facts import SPECTATOR
from rexarium.server.model.table import Table
from rexarium.server.wire import summary

FOLDER = Path(__file__).parent
LAST = 3  # of lists that only grow, this many items are compared after each entry: every one of them was the last once


class Line(msgspec.Struct, frozen=True):
    """An entry of a stored log, and what of the table was different after it."""

    at: int
    body: msgspec.Raw
    changed: dict[str, Any]


_lines = msgspec.json.Decoder(Line)


def read_log(path: Path) -> list[Line]:
    """The entries of a stored log."""
    return [_lines.decode(line) for line in path.read_bytes().splitlines()]


def describe(table: Table) -> dict[str, Any]:
    """A table as its log has made it, in plain data that depends on no wire format and on no view."""
    eyes = [*range(table.setup.seats), SPECTATOR]
    match, clocks = table.match, table.clocks
    plain: dict[str, Any] = {
        "size": table.length,
        "stage": table.stage,
        "changed at": table.changed_at,
        "host": table.host,
        "players": table.players,
        "shares": table.shares,
        "numbers": [table.event_number(each) for each in eyes],
        "ply": match and match.ply,
        "last moves": match and [f"{ply.seat + 1} {table.game.say(ply.move)}" for ply in match.plies[-LAST:]],
        "chosen": match and [match.chosen(seat) for seat in range(table.setup.seats)],
        "waiting": table.waiting(),
        "scores": match and [match.state().score(seat) for seat in range(table.setup.seats)],
        "clocks": [clocks.left, sorted(clocks.since.items()), clocks.least],
        "asks": [[ask.number, ask.entry, ask.at, sorted(ask.yes)] for ask in table.asks.values()],
        "is paused": table.is_paused,
        "taken back": table.taken_back,
        "resigned": sorted(table.resigned.items()),
        "left": sorted(table.substituted.items()),
        "forced": sorted(table.forced_moves.items()),
        "failures": sorted(table.bot_failures.items()),
        "ended": table.ended,
        "last said": [[said.at, said.person, said.name, said.text] for said in table.chat[-LAST:]],
        "muted": sorted(table.muted),
        "notes": len(table.notes),
        "last notes": [[note.ply, note.words] for note in table.notes[-LAST:]],
        "rematch": table.rematch,
        "people": [*table.people],
        "played": sorted(table.played),
        "deeds": sorted(table.command_counts.items()),
        "wakes at": summary.table_listing(table).wake_at,
        "record": summary.record_text(table) if match and table.stage == "over" else None,
    }
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(plain))
    return found
