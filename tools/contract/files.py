"""The two files that hold the contract."""

import sys
from pathlib import Path

from tools.contract import markdown, typescript

PAGE, TYPES = Path("docs/protocol.md"), Path("web/src/protocol.ts")


def texts() -> dict[Path, str]:
    """The text of each file, by its path in the repository."""
    return {PAGE: markdown.say_page(), TYPES: typescript.say_types()}


def write() -> None:
    """Write both files below the current folder."""
    for path, text in texts().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        sys.stdout.write(f"wrote {path}\n")
