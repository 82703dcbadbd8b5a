"""No question to the database reads more rows than it must."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from rexarium.server.storage import migrate, sql
from rexarium.server.storage.sqlite import file

# The index, and nothing sorted afterwards but the lobby and a person's own tables.
PLANS = [
    (sql.SELECT_ENTRIES, ["SEARCH entries USING PRIMARY KEY (table_id=? AND number>?)"]),
    (sql.SELECT_LISTING, ["SEARCH tables USING INDEX sqlite_autoindex_tables_1 (id=?)"]),
    (
        sql.SELECT_OPEN,  # all open tables have a place among those of their network; only a page of them is read whole
        [
            "SEARCH tables USING INDEX sqlite_autoindex_tables_1 (id=?)",
            "LIST SUBQUERY 3",
            "CO-ROUTINE placed",
            "CO-ROUTINE (subquery-5)",
            "SCAN tables USING INDEX tables_in_lobby",
            "USE TEMP B-TREE FOR RIGHT PART OF ORDER BY",
            "SCAN (subquery-5)",
            "SCAN placed",
            "SCALAR SUBQUERY 2",
            "SCAN tables USING INDEX tables_in_lobby",
            "USE TEMP B-TREE FOR ORDER BY",
            "USE TEMP B-TREE FOR ORDER BY",
        ],
    ),
    (
        sql.COUNT_WAITING,
        [
            "SCAN CONSTANT ROW",
            "SCALAR SUBQUERY 1",
            "SEARCH tables USING INDEX tables_of_host (host=?)",
            "SCALAR SUBQUERY 2",
            "SEARCH tables USING INDEX tables_of_network (network=?)",
        ],
    ),
    (
        sql.SELECT_OF_PERSON,
        [
            "SEARCH tables USING INDEX sqlite_autoindex_tables_1 (id=?)",
            "LIST SUBQUERY 1",
            "SEARCH seats USING PRIMARY KEY (person_id=?)",
            "LIST SUBQUERY 3",
            "SEARCH tables USING INDEX tables_by_stage (stage=? AND id=?)",
            "LIST SUBQUERY 2",
            "SEARCH seats USING PRIMARY KEY (person_id=?)",
            "USE TEMP B-TREE FOR ORDER BY",
            "USE TEMP B-TREE FOR ORDER BY",
        ],
    ),
    (sql.SELECT_ALL, ["SEARCH tables USING INDEX sqlite_autoindex_tables_1 (id>?)"]),
    (sql.SELECT_ALL_OF_STAGE, ["SEARCH tables USING INDEX tables_by_stage (stage=? AND id>?)"]),
    (sql.SELECT_ALARMS, ["SEARCH tables USING COVERING INDEX tables_waiting (wake_at>?)"]),
    (
        sql.SELECT_PERSON_OF_KEY,
        [
            "SEARCH people USING INDEX sqlite_autoindex_people_1 (id=?)",
            "SCALAR SUBQUERY 1",
            "SEARCH keys USING INDEX sqlite_autoindex_keys_1 (fingerprint=?)",
        ],
    ),
    (sql.SELECT_DEVICES, ["SEARCH keys USING INDEX keys_by_person (person_id=?)"]),
    (sql.DELETE_KEYS, ["SEARCH keys USING INDEX keys_by_person (person_id=?)"]),
    (sql.DELETE_OLD_TICKETS, ["SEARCH tickets USING COVERING INDEX tickets_by_end (until<?)"]),
]


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    with closing(file.connect(tmp_path / "rex.db")) as opened:
        migrate.upgrade_sqlite(opened, "rex.db")
        yield opened


@pytest.mark.parametrize(("statement", "plan"), PLANS)
def test_every_query_uses_an_index(connection: sqlite3.Connection, statement: str, plan: list[str]) -> None:
    values = [None] * statement.count("?")
    steps = connection.execute(f"EXPLAIN QUERY PLAN {statement}", values)
    assert [step for *_, step in steps] == plan


def test_question_marks_become_numbers() -> None:
    assert sql.numbered("a = ? AND b > ?") == "a = $1 AND b > $2"
    assert sql.numbered("nothing") == "nothing"


def test_a_commit_waits_for_the_disk(connection: sqlite3.Connection) -> None:
    for pragma in ("synchronous", "foreign_keys"):
        (value,) = connection.execute(f"PRAGMA {pragma}").fetchone()
        assert value == {"synchronous": 2, "foreign_keys": 1}[pragma]
