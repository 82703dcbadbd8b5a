"""Every branch of the rules is covered: `python -m rexarium.testkit.rule_coverage` shows the gaps.

It runs `rexarium.testkit.exercise` uncompiled under coverage, and looks at the rules of every game.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import rexarium
from rexarium.games import all_games

COMMAND = "./rex python -m rexarium.testkit.rule_coverage"
PACKAGE = Path(rexarium.__file__).parent
PARTS = ("rules", "setup", "turn", "legal", "play", "score", "hidden")  # the files that may hold rules


def rule_files() -> list[Path]:
    """The rules of every game, in one file or several."""
    folders = [PACKAGE / "games" / id_ for id_ in all_games()]
    return [folder / f"{part}.py" for folder in folders for part in PARTS if (folder / f"{part}.py").exists()]


def measure(root: Path) -> dict[str, Any]:
    """The coverage found, by file."""
    with tempfile.TemporaryDirectory() as folder:
        environment = dict(os.environ, REXARIUM_PURE="1", COVERAGE_FILE=str(Path(folder, "data")))
        settings = Path(folder, "settings")
        files = "\n  ".join(str(path) for path in rule_files())
        settings.write_text(f"[run]\nbranch = true\ninclude =\n  {files}\n")
        watch = ["-m", "coverage", "run", f"--rcfile={settings}", "-m", "rexarium.testkit.exercise", "7"]
        report = [
            "-m",
            "coverage",
            "json",
            "-q",
            f"--rcfile={settings}",
            "-o",
            str(Path(folder, "found.json")),
        ]
        for words in (watch, report):
            subprocess.run(
                [sys.executable, *words], cwd=root, env=environment, check=True, stdout=subprocess.DEVNULL
            )
        found: dict[str, Any] = json.loads(Path(folder, "found.json").read_text())["files"]
    return found


def gaps(root: Path) -> list[str]:
    """Every line and branch of the rules that was never taken."""
    found = {(root / name).resolve(): data for name, data in measure(root).items()}
    missing = []
    for path in rule_files():
        data = found.get(path.resolve())
        if data is None:
            missing.append(f"{path.relative_to(PACKAGE)}: never run")
            continue
        assert data["summary"]["num_branches"] > 0, "coverage did not look at branches"
        missing += [f"{path.relative_to(PACKAGE)}:{line} is never run" for line in data["missing_lines"]]
        missing += [
            f"{path.relative_to(PACKAGE)}:{start} never goes to {end}"
            for start, end in data["missing_branches"]
        ]
    return missing


def main() -> None:
    """Print the gaps; fail if there are any."""
    found = gaps(Path.cwd())
    sys.exit("\n".join(found) if found else 0)


if __name__ == "__main__":
    main()
