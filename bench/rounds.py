"""Rounds of a long hunt, one line of JSON each in a file, so that the same command resumes where it stopped. Each line
names its commit, because results for other code no longer count.
"""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "build" / "hunts"
CODE = ("src", "bench", ":!bench/results")


def commit() -> str:
    """The commit that is checked out, followed by a plus if its code has been changed."""
    words = ["git", "-C", str(ROOT)]
    try:
        head = subprocess.run(
            [*words, "rev-parse", "--short=12", "HEAD"], capture_output=True, text=True, check=True
        )
        status = [*words, "status", "--porcelain", "--", *CODE]
        changed = subprocess.run(status, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return head.stdout.strip() + "+" * bool(changed.stdout.strip())


class Rounds:
    """The rounds saved in a file."""

    def __init__(self, path: Path, commit: str) -> None:
        self.commit = commit
        self._path = path

    def all(self) -> list[dict[str, Any]]:
        """Every round, of any commit; ignores half a line left by a killed program."""
        found = []
        for line in self._path.read_text(encoding="utf-8").splitlines() if self._path.exists() else []:
            try:
                found.append(json.loads(line))
            except ValueError:
                continue
        return found

    def of_this_commit(self) -> list[dict[str, Any]]:
        """The rounds of this commit, which are those that count."""
        return [found for found in self.all() if found["commit"] == self.commit]

    def add(self, **fields: Any) -> None:
        """One more."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.open("a+b") as file:
            size = file.seek(0, os.SEEK_END)
            if size:
                file.seek(size - 1)
                if file.read() != b"\n":
                    file.write(b"\n")  # half a line left by a killed program
            file.write(json.dumps({"commit": self.commit, **fields}, ensure_ascii=True).encode() + b"\n")
