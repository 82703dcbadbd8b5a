"""The court: checks everything a client was told against the log, entry by entry.

A log may only grow. It holds every acknowledged command exactly once and in order, and every event and snapshot that a
client was sent is what the log shows that seat at that number: nobody has seen anything that did not happen.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from bench.table.logs import read_logs
from rexarium.match import read_record
from rexarium.server.model.restore import fold_entry, restore
from rexarium.server.model.rows import StoredEntry
from rexarium.server.model.table import Table
from rexarium.server.wire import events, present, summary


class Sight(NamedTuple):
    """What a seat is shown at a number: what happened and the position after it; in a snapshot, only the position."""

    ply: int | None
    hash: str | None
    what: str | None = None
    seat: int | None = None
    line: str | None = None

    @property
    def place(self) -> "Sight":
        """Only the position."""
        return Sight(self.ply, self.hash)


NOWHERE = Sight(None, None)  # before the game


@dataclass
class Witness:
    """One person at one table, and what they were told; `seen` holds only what the court has not heard yet."""

    person: str
    seat: int | None = None  # from 0
    issued: list[str] = field(default_factory=list)  # ids of commands, each answered before the next was sent
    acknowledged: dict[str, int] = field(default_factory=dict)
    refused: set[str] = field(default_factory=set)
    seen: list[tuple[int, Sight]] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)


class Truth:
    """A table's log as far as it has been read, and what it shows each seat."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.folded = Table()
        self._rows: list[tuple[int, bytes]] = []
        self._places: dict[tuple[str, str], int] = {}  # of the commands
        self._sights: dict[int, dict[int, Sight]] = {}

    def read(self, rows: Sequence[tuple[int, bytes]]) -> list[str]:
        """Read the new entries of the log, and return what is wrong with it."""
        if list(rows[: len(self._rows)]) != self._rows:
            return [f"{self.table}: what was written has changed or is missing"]
        return [wrong for at, data in rows[len(self._rows) :] for wrong in self._add(at, data)]

    def _add(self, at: int, data: bytes) -> list[str]:
        wrong = []
        entry = fold_entry(
            self.folded, StoredEntry(self.folded.length, at, data)
        )  # raises on an illegal move
        if entry.command:
            if (entry.by, entry.command) in self._places:
                wrong.append(f"{self.table}: command {entry.command} was carried out twice")
            self._places[entry.by, entry.command] = len(self._rows)
        self._rows.append((at, data))
        for seat in range(self.folded.setup.seats):
            position = present.position_state(self.folded, seat)
            place = Sight(position.ply, position.hash) if position else NOWHERE
            told = events.describe(self.folded, entry, seat)
            sight = place._replace(what=told.what, seat=told.seat, line=told.line)
            known = self._sights.setdefault(seat, {}).setdefault(self.folded.event_number(seat), sight)
            if known.place != place:
                wrong.append(f"{self.table}: seat {seat + 1} sees a change that it was not told of")
        return wrong

    def judge(self, said: Witness) -> list[str]:
        """What a person was told that is not true."""
        where = f"{self.table}: {said.person}"
        wrong = [f"{where}: {complaint}" for complaint in said.complaints]
        said.complaints.clear()
        for id_, number in said.acknowledged.items():
            if (said.person, id_) not in self._places:
                wrong.append(f"{where}: command {id_} was acknowledged but is not in the log")
            elif self.folded.replies[said.person, id_] != number:
                wrong.append(f"{where}: command {id_} was acknowledged with another number")
        wrong += [
            f"{where}: command {id_} was refused but is in the log"
            for id_ in said.refused
            if (said.person, id_) in self._places
        ]
        places = [self._places[said.person, id_] for id_ in said.issued if (said.person, id_) in self._places]
        if places != sorted(places):
            wrong.append(f"{where}: commands are in the log in another order than they were sent")
        return wrong + self._judge_sights(said, where)

    def _judge_sights(self, said: Witness, where: str) -> list[str]:
        if said.seat is None:
            return []
        wrong = []
        truth = self._sights.get(said.seat, {})
        for number, sight in said.seen:
            true = truth.get(number)
            if true is None:
                wrong.append(f"{where}: was shown {number}, which is not in the log")
            elif sight != (true if sight.what is not None else true.place):
                wrong.append(f"{where}: was shown {sight} at {number}, but the truth is {true}")
        said.seen.clear()
        return wrong


class Court:
    """Reads the logs while the server runs, and judges what clients were told."""

    def __init__(self, store: str | Path) -> None:
        self._store = store
        self._truths: dict[str, Truth] = {}
        self.heard: Counter[str] = Counter()

    def hear(self, said: Sequence[tuple[str, Sequence[Witness]]], *, is_last: bool = False) -> list[str]:
        """What is wrong, if anything; `is_last` is for tables that nobody will return to."""
        wrong: list[str] = []
        if not said:
            return wrong
        logs = read_logs(self._store, [table for table, _ in said])
        for table, witnesses in said:
            truth = self._truths.setdefault(table, Truth(table))
            wrong += truth.read([(at, body) for _, at, body in logs[table]])
            for witness in witnesses:
                self.heard["frames"] += len(witness.seen)
                wrong += truth.judge(witness)
            if is_last:
                self.heard["acknowledged"] += sum(len(each.acknowledged) for each in witnesses)
                del self._truths[table]
        return wrong

    def replay_everything(self) -> list[str]:
        """Replay every log from its first entry; a finished game must give a record that can be read back."""
        wrong = []
        for table_id, rows in read_logs(self._store).items():
            if [number for number, _, _ in rows] != list(range(len(rows))):
                wrong.append(f"{table_id}: the log has gaps")
            table = restore(StoredEntry(number, at, data) for number, (_, at, data) in enumerate(rows))
            self.heard["entries"] += table.length
            self.heard[f"tables {table.stage}"] += 1
            if table.match is not None:
                self.heard["moves"] += table.match.ply
            if table.stage == "over" and table.match is not None:
                read_record(summary.record_text(table))
        return wrong
