"""README.md does what it says."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```", README, re.M | re.S)
COMMANDS = [line.split("#")[0].strip() for line in re.findall(r"^    (\./rex .*)$", README, re.M)]

# These are the whole test suite, the checks and the benchmarks themselves, or go on until somebody stops them
# (tests/cli/test_table.py does).
ELSEWHERE = {
    "./rex play",
    "./rex play --lan",
    "./rex serve --secure --host rex.example --proxies 1",
    "./rex test",
    "./rex check",
    "./rex bench",
}


def test_there_is_something_to_run() -> None:
    assert BLOCKS
    assert COMMANDS


def test_files_run_elsewhere_exist() -> None:
    assert set(COMMANDS) >= ELSEWHERE


@pytest.mark.parametrize("block", BLOCKS)
def test_a_block_of_python_runs(block: str, tmp_path: Path) -> None:
    command = [sys.executable, "-c", block]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout


@pytest.mark.parametrize("command", [command for command in COMMANDS if command not in ELSEWHERE])
def test_a_command_runs(command: str) -> None:
    record = next((ROOT / "tests" / "records").glob("*.rex"))
    words = [str(record) if word == "game.rex" else word for word in shlex.split(command)[1:]]
    done = subprocess.run(
        [sys.executable, "-m", "rexarium", *words],
        cwd=ROOT, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    assert done.returncode == 0, f"{command}: {done.stdout[-500:]}{done.stderr[-500:]}"
    assert done.stdout
