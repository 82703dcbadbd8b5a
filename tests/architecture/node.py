"""The page's tools on a copy of the sources, with the Node.js that builds the page."""

import json
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest

SCRIPT = """
import { writeFileSync } from 'node:fs';
import { complaints, LANGUAGES, languageTable } from './tools/messages.mjs';
languageTable();
writeFileSync('said.json', JSON.stringify({ complaints: complaints(), languages: LANGUAGES }));
"""


def find_tools(root: Path) -> Any:
    """The Node.js and npm that a copy's build would use; None if there are none."""
    return run_path(str(root / "web" / "build.py"))["find_tools"]()


def check_messages(root: Path) -> tuple[list[str], list[str]]:
    """The faults in a copy's messages, according to the build's own check, and the languages it found."""
    tools = find_tools(root)
    if tools is None:
        pytest.skip("there is no Node.js")
    assert tools.node(["--input-type=module", "--eval", SCRIPT]) == 0
    said = json.loads((root / "web" / "said.json").read_text(encoding="utf-8"))
    return said["complaints"], said["languages"]
