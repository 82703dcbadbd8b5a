"""Every log that a server has ever written folds to the table that it was then."""

from pathlib import Path
from typing import Any

import pytest

from rexarium.server.model import log
from rexarium.server.model.codec import Codec
from rexarium.server.model.restoring import fold_entry
from rexarium.server.model.room import Room
from rexarium.server.model.rows import Entry
from tests.server.logs import FOLDER, describe, read_log
from tests.server.support.samples import GAMES

LOGS = sorted(FOLDER.glob("format-*/*.jsonl"))
KINDS_OF_FORMAT_1 = {
    "opened", "seated", "vacated", "started", "moved", "taken back", "asked", "answered", "settled", "paused", "resumed",
    "resigned", "ended", "credited", "said", "muted", "replaced", "followed",
}  # fmt: skip


@pytest.mark.parametrize("path", LOGS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_stored_log_folds_to_the_same_table_after_every_entry(path: Path) -> None:
    room, expected = Room(), dict[str, Any]()
    for number, line in enumerate(read_log(path)):
        fold_entry(room, Entry(number, line.at, bytes(line.body)))
        expected |= line.changed
        found = describe(room)
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
    bodies = [codec.decode(bytes(line.body)) for codec, lines in logs for line in lines]
    assert {body.__struct_config__.tag for body in bodies} == KINDS_OF_FORMAT_1
    assert any(isinstance(body, log.Moved) and body.is_forced for body in bodies)
    assert any(isinstance(body, log.Replaced) and body.player.person for body in bodies)
    assert {body.how for body in bodies if isinstance(body, log.Ended)} == {
        "resigned",
        "agreement",
        "abandoned",
        "closed",
    }
