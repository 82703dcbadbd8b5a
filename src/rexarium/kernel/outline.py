"""Indented text with line numbers: what records, positions and cases are written in.

A line is a label, or `label: value`; deeper lines below it are its children. `#` starts a comment at the
start of a line or after two spaces; blank lines mean nothing.

Such texts come from strangers, so their size is bounded here, before anything else looks at them.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from rexarium.kernel.errors import BadText

_COMMENT = re.compile(
    r"(?:^|(?<=\s\s))#.*$"
)  # it looks back, for a run of blanks tried from each of them takes for ever

LONGEST_TEXT = 4_000_000  # characters; the record of the longest game has a hundredth of that
MOST_LINES = 50_000
LONGEST_LINE = (
    4000  # characters; no record has needed 700, and Python refuses to read an int of more than 4300 digits
)
DEEPEST = 20  # levels of indentation; a case has four


@dataclass
class Line:
    """One line and the lines indented below it."""

    number: int
    text: str
    children: list["Line"] = field(default_factory=list)

    @property
    def label(self) -> str:
        """The text before the colon."""
        return self.text.partition(":")[0].strip()

    @property
    def value(self) -> str:
        """The text after the colon; empty if there is none."""
        return self.text.partition(":")[2].strip()

    def items(self) -> list[str]:
        """The value's parts between commas."""
        return [item.strip() for item in self.value.split(",") if item.strip()]


def read_outline(text: str, error: type[BadText] = BadText) -> list[Line]:
    """The lines of a text as trees; broken indentation raises `error`."""
    roots: list[Line] = []
    open_lines: list[tuple[int, Line]] = []
    for number, indent, content in _contents(text, error):
        while open_lines and open_lines[-1][0] >= indent:
            open_lines.pop()
        siblings = open_lines[-1][1].children if open_lines else roots
        if not open_lines and indent > 0:
            raise error("this line is indented, but there is no line above that it belongs to.", number)
        if len(open_lines) >= DEEPEST:
            raise error(f"this line is indented too deeply: there are at most {DEEPEST} levels.", number)
        line = Line(number, content)
        siblings.append(line)
        open_lines.append((indent, line))
    return roots


def split_lines(text: str, error: type[BadText] = BadText) -> list[str]:
    """The lines of a text of reasonable size; a larger one raises `error`."""
    if len(text) > LONGEST_TEXT:
        raise error(f"the text is too long: it may have {LONGEST_TEXT} characters.", 0)
    lines = text.splitlines()
    if len(lines) > MOST_LINES:
        raise error(f"there are too many lines: there may be {MOST_LINES}.", MOST_LINES + 1)
    for number, line in enumerate(lines, start=1):
        if len(line) > LONGEST_LINE:
            raise error(f"this line is too long: it may have {LONGEST_LINE} characters.", number)
    return lines


def _contents(text: str, error: type[BadText]) -> Iterator[tuple[int, int, str]]:
    for number, raw in enumerate(split_lines(text, error), start=1):
        if "\t" in raw[: len(raw) - len(raw.lstrip())]:
            raise error("indent with spaces, not with a tab.", number)
        content = _COMMENT.sub("", raw).rstrip()
        if content.strip():
            yield number, len(content) - len(content.lstrip()), content.strip()
