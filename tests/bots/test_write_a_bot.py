"""docs/how-to/write-a-bot.md says what is so: its programs run, its transcript is what is really said."""

import json
import os
import re
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest

from rexarium.bots import Bot, RandomBot
from rexarium.bots.outside import OutsideBot
from rexarium.bots.protocol import Limits
from rexarium.games import find_game
from rexarium.kernel.chance import Chance
from rexarium.match import Match
from tests.bots.conftest import Write
from tests.bots.test_outside import BEGIN, EXAMPLES, ROOT, ask, compact

PAGE = (ROOT / "docs" / "how-to" / "write-a-bot.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```", PAGE, re.M | re.S)
TRANSCRIPT = [
    (part[0], json.loads(part[1:]))
    for part in re.split(r"\n(?=[<>] )", re.findall(r"^```text\n(.*?)^```", PAGE, re.M | re.S)[-1].strip())
]


@pytest.mark.parametrize(
    "block",
    [pytest.param(block, marks=pytest.mark.compiled if "play_out" in block else ()) for block in BLOCKS],
    ids=range(len(BLOCKS)),
)
def test_the_python_of_the_page_runs(block: str) -> None:
    command = [sys.executable, "-c", block]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    won = re.fullmatch(r"(\d+) of (\d+) games won\n", done.stdout)
    assert won is None or int(won[1]) > 0.8 * int(won[2])
    assert done.stdout


def test_the_transcript_on_the_page_is_accurate(write: Write, tmp_path: Path) -> None:
    log = tmp_path / "log"
    answers = [answer for side, answer in TRANSCRIPT if side == "<"]
    text = (
        BEGIN
        + f"""
log = open({str(log)!r}, "w")
for answer in json.loads({json.dumps(answers)!r}):
    log.write(sys.stdin.readline())
    say(**answer)
log.write(sys.stdin.readline())
"""
    )
    game = find_game("tyrannosaurus")
    setup = game.setup(2)
    match = Match.fresh(game, setup, Chance.of("transcript"))
    bots: list[Bot] = [OutsideBot(write(text), game, 2, 1, setup=setup), RandomBot(2)]
    decisions = 0
    while decisions < len(answers) - 1:
        for seat in match.waiting():
            decisions += seat == 0
            match.submit(seat, bots[seat].choose(*ask(match, seat)))
    outside = bots[0]
    assert isinstance(outside, OutsideBot)
    outside.close()
    said = [compact(message) for side, message in TRANSCRIPT if side == ">"]
    assert log.read_bytes().splitlines(keepends=True) == said
    assert outside.faults == []


def test_the_page_names_every_field_and_every_limit() -> None:
    named = set(re.findall(r"`(\w+)`", PAGE))
    keys = {key for side, message in TRANSCRIPT for key in message}
    assert keys <= named
    assert {"protocol", "choices", "odds", "fault"} <= keys
    table = PAGE.partition("| limit | default |")[2]
    defaults = dict(re.findall(r"^\| `(\w+)` \| `([^`]+)` \|", table, re.M))
    assert defaults == {field.name: json.dumps(getattr(Limits(), field.name)) for field in fields(Limits)}


def test_the_page_names_the_examples_and_they_can_be_run() -> None:
    examples = sorted((ROOT / "examples" / "bots").iterdir())
    assert len(examples) == len(EXAMPLES)
    for path in examples:
        assert f"](../../{path.relative_to(ROOT)})" in PAGE
        assert os.access(path, os.X_OK)
