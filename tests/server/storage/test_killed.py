"""PostgreSQL is killed under a table server, and the server too; see `python -m bench.table.kills --store postgres`."""

import asyncio
from pathlib import Path

import pytest

from bench.postgres import Postgres
from bench.table import kills
from bench.table.kills import Trial
from bench.table.stores import PostgresShelf


def test_nothing_is_lost_when_postgresql_is_killed(
    tmp_path: Path, postgres_server: Postgres, postgres_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kills, "BLOWS", 1)
    monkeypatch.setattr(kills, "EARLY", 0)
    monkeypatch.setattr(kills, "RECOVERIES", 0)  # each takes up to two seconds
    shelf = PostgresShelf(postgres_server, postgres_address)
    verdict = asyncio.run(Trial(tmp_path, 2, 3, shelf).run(kills=1, seconds=60))
    assert verdict.wrong == []
    assert sum(verdict.blows.values()) == 1
    assert verdict.heard["frames"] > 0
    assert verdict.heard["entries"] > 0
