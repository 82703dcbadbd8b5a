"""The blocks of Python in docs/how-to/analyse-a-game.md run as they stand, beside a record."""

import re
import shutil
from pathlib import Path

import pytest

from rexarium.analysis import Analysis, chances

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "how-to" / "analyse-a-game.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```", PAGE, re.M | re.S)


def test_three_lines_in_a_notebook_are_enough(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(chances, "PLAYOUTS", 200)
    monkeypatch.chdir(tmp_path)
    shutil.copy(ROOT / "tests" / "records" / "trex-rules-1-2-dutch.rex", "game.rex")
    assert len(list(filter(None, BLOCKS[0].splitlines()))) == 3
    names: dict[str, object] = {}
    for block in BLOCKS:
        exec(block, names)
    found = names["found"]
    assert isinstance(found, Analysis)
    assert len(capsys.readouterr().out.splitlines()) == len(found.turning_points) > 0
    fields = re.findall(r"^\| `found\.(\w+)`", PAGE, re.M)
    assert set(fields) == set(Analysis.__dataclass_fields__)
