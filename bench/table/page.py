"""docs/benchmarks-table.md: each command writes its own part of the page and leaves the others as they are."""

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from bench import machine

PAGE = Path(__file__).parents[2] / "docs" / "benchmarks-table.md"


def head() -> list[str]:
    """The time and the machine, to be taken before anything is measured."""
    return [f"measured    {datetime.now(UTC):%Y-%m-%d at %H:%M} UTC", *machine.description(), ""]


def write(part: str, lines: Sequence[str], output: Path | None = None, page: Path = PAGE) -> None:
    """Save the lines in their part of a page, or in a file."""
    text = "\n".join([*lines, ""])
    if output is not None:
        output.write_text(text, encoding="utf-8")
    else:
        page.write_text(with_part(page.read_text(encoding="utf-8"), part, text), encoding="utf-8")


def with_part(page: str, part: str, text: str) -> str:
    """The page with this text between the markers of a part."""
    begin, end = f"<!-- {part}, written by its command -->\n", f"<!-- end of {part} -->\n"
    before, mark, rest = page.partition(begin)
    if not mark:
        raise ValueError(f"the page has no place for {part}")
    return f"{before}{begin}\n```text\n{text}```\n\n{end}{rest.partition(end)[2]}"
