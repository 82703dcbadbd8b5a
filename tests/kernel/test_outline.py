"""The outline: indented lines, their comments, and what is not one."""

import subprocess
import sys

import pytest

from rexarium.kernel.outline import LONGEST_LINE, LONGEST_TEXT, read_outline

PATIENCE = 60  # seconds for what takes a moment, on any machine


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("play blue 7  # well done", "play blue 7"),
        ("play blue 7   # well done", "play blue 7"),
        ("play blue 7 \t# well done", "play blue 7"),
        ("play blue 7 # 1", "play blue 7 # 1"),
        ("seat#2", "seat#2"),
        ("a  # b  # c", "a"),
        ("a # b  # c", "a # b"),
    ],
)
def test_a_comment_begins_a_line_or_stands_after_two_blanks(text: str, label: str) -> None:
    assert [line.label for line in read_outline(f"# before\n  # and between\n{text}\n")] == [label]


def test_a_line_of_blanks_takes_no_longer_than_another() -> None:
    """Somebody else's record is read in a process that others wait for."""
    reading = "import sys; from rexarium.kernel.outline import read_outline; print(len(read_outline(sys.stdin.read())))"
    line = "a" + " " * (LONGEST_LINE - 2) + "b"
    lines = LONGEST_TEXT // (len(line) + 1)
    text = f"{line}\n" * lines
    done = subprocess.run(
        [sys.executable, "-c", reading],
        input=text,
        text=True,
        capture_output=True,
        check=True,
        timeout=PATIENCE,
    )
    assert done.stdout == f"{lines}\n"
