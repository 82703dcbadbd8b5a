"""Every log that a server has ever written folds to the table that it was then."""

from pathlib import Path
from typing import Any

import pytest

from rexarium.server.model import log
from rexarium.server.model.codec import Codec
from rexarium.server.model.restore import fold_entry
from rexarium.server.model.rows import StoredEntry
from rexarium.server.model.table import Table
from tests.server.logs import FOLDER, describe, read_log
from tests.server.support.samples import GAMES

LOGS = sorted(FOLDER.glob("format-*/*.jsonl"))
KINDS_OF_FORMAT_1 = {
    "opened", "seated", "vacated", "started", "moved", "taken back", "asked", "answered", "settled", "paused", "resumed",
    "resigned", "ended", "credited", "said", "muted", "replaced", "followed",
}  # fmt: skip


@pytest.mark.parametrize("path", LOGS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_stored_log_folds_to_the_same_table_after_every_entry(path: Path) -> None:
    table, expected = Table(), dict[str, Any]()
    for number, line in enumerate(read_log(path)):
        fold_entry(table, StoredEntry(number, line.at, bytes(line.body)))
        expected |= line.changed
        found = describe(table)
        assert {name: found[name] for name in expected} == expected, f"{path.name}, entry {number}"


@pytest.mark.parametrize("path", LOGS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_stored_entry_is_written_as_it_was(path: Path) -> None:
    codec = Codec()
    for line in read_log(path):
        assert codec.encode(codec.decode(bytes(line.body))) == bytes(line.body)


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_entry_of_format_1_is_kept_for_each_game(game: str) -> None:
    paths = (FOLDER / "format-1").glob(f"{game}-*.jsonl")
    logs = [(Codec(), read_log(path)) for path in paths]
    entries = [codec.decode(bytes(line.body)) for codec, lines in logs for line in lines]
    assert {entry.__struct_config__.tag for entry in entries} == KINDS_OF_FORMAT_1
    assert any(isinstance(entry, log.Moved) and entry.is_forced for entry in entries)
    assert any(isinstance(entry, log.Replaced) and entry.player.person for entry in entries)
    assert {entry.how for entry in entries if isinstance(entry, log.Ended)} == {
        "resigned",
        "agreement",
        "abandoned",
        "closed",
    }
