"""The server is killed under load a few times; `python -m bench.table.kills` does it a thousand times.

And the checks are checked: they prove nothing unless they find planted faults.
"""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from bench.rounds import Rounds
from bench.table import kills
from bench.table.court import Court, Sight, Witness
from bench.table.kills import Trial, Verdict
from rexarium.server.model import log
from rexarium.server.model.codec import Codec
from rexarium.server.model.fold import fold
from rexarium.server.model.log import AnyEntry
from rexarium.server.model.table import Table
from rexarium.server.wire import present
from tests.server.support.samples import ANNA, BEN, PATIENCE, TABLE, opening

MOVES = 8


def test_nothing_acknowledged_is_lost_doubled_or_out_of_order(tmp_path: Path) -> None:
    verdict = asyncio.run(Trial(tmp_path, tables=4, seats=3).run(kills=5, seconds=PATIENCE))
    assert verdict.wrong == []
    assert verdict.kills == 5
    assert verdict.heard["acknowledged"] > 20
    assert verdict.heard["frames"] > 100


def test_a_hunt_continues_until_this_commit_has_enough_kills(tmp_path: Path) -> None:
    done = Verdict(
        kills=50, early=3, blows={"helpers": 2}, seconds=60.0, restarts=[0.5, 0.7], heard={"frames": 9}
    )
    old, rounds = (Rounds(tmp_path / "kills.jsonl", commit) for commit in ("old", "new"))
    old.add(**asdict(done))
    rounds.add(**asdict(done))
    with (tmp_path / "kills.jsonl").open("a") as file:
        file.write('{"commit": "new", "kil')  # it was killed itself
    rounds.add(**asdict(done))
    verdict = kills.hunt(rounds, "sqlite", kills=100, seconds=60, tables=1, seats=2)
    assert asdict(verdict) == asdict(done + done)
    assert (verdict.kills, verdict.blows, verdict.heard) == (100, {"helpers": 4}, {"frames": 18})


class Case(NamedTuple):
    """A log, and a client that was sent its events."""

    bodies: list[AnyEntry]
    said: Witness


def play() -> Case:
    """A log with some moves, and what the first seat was really sent of it."""
    entries = opening(players=(ANNA, BEN))
    table = Table()
    for entry in entries:
        fold(table, entry, 0)
    said = Witness(ANNA.person, seat=0)
    for number in range(MOVES):
        assert table.match is not None
        (seat,) = table.waiting()
        move = log.Moved(
            by=(ANNA, BEN)[seat].person,
            command=f"m{number}",
            seat=seat,
            moves=(table.match.default_move(seat),),
        )
        entries.append(move)
        fold(table, move, 0)
        if seat == 0:
            said.issued.append(move.command)
            said.acknowledged[move.command] = table.event_number(0)
        position = present.position_state(table, 0)
        assert position is not None
        sight = Sight(position.ply, position.hash, "moved", seat + 1, table.game.say_line(move.moves))
        said.seen.append((table.event_number(0), sight))
    return Case(entries, said)


def hear(folder: Path, case: Case, court: Court | None = None) -> list[str]:
    """Hold a witness against a log."""
    path = folder / "house.db"
    path.unlink(missing_ok=True)
    with closing(sqlite3.connect(path)) as store, store:
        store.execute("CREATE TABLE entries (table_id, number, at, body)")
        codec = Codec()
        rows = [(TABLE, number, 0, codec.encode(entry)) for number, entry in enumerate(case.bodies)]
        store.executemany("INSERT INTO entries VALUES (?, ?, ?, ?)", rows)
    return (court or Court(path)).hear([(TABLE, [case.said])])


def test_the_checks_accept_a_correct_log(tmp_path: Path) -> None:
    assert hear(tmp_path, play()) == []


def _lose(case: Case) -> None:
    del case.bodies[-2:]


def _double(case: Case) -> None:
    before, last = case.bodies[-3], case.bodies[-1]
    case.bodies[-1] = msgspec.structs.replace(last, by=before.by, command=before.command)


def _turn_round(case: Case) -> None:
    case.said.issued.reverse()


def _renumber(case: Case) -> None:
    case.said.acknowledged[case.said.issued[0]] += 1


def _refuse(case: Case) -> None:
    case.said.refused.add(case.said.issued[0])


def _misread(case: Case) -> None:
    number, sight = case.said.seen[0]
    case.said.seen[0] = (number, sight._replace(hash="0" * 16))


@pytest.mark.parametrize(
    ("lie", "complaint"),
    [
        (_lose, "is not in the log"),
        (_double, "carried out twice"),
        (_turn_round, "in another order"),
        (_renumber, "with another number"),
        (_refuse, "was refused but is in the log"),
        (_misread, "but the truth is"),
    ],
)
def test_the_checks_find_every_planted_fault(
    tmp_path: Path, lie: Callable[[Case], None], complaint: str
) -> None:
    case = play()
    lie(case)
    assert any(complaint in wrong for wrong in hear(tmp_path, case))


def test_the_checks_notice_a_rewritten_log(tmp_path: Path) -> None:
    case = play()
    court = Court(tmp_path / "house.db")
    assert hear(tmp_path, case, court) == []
    del case.bodies[-1]
    assert any("has changed" in wrong for wrong in hear(tmp_path, case, court))
