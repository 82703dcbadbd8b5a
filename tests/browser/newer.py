"""`python -m tests.browser.newer STORE PORT`: the real server with a newer build of the page, which says so.

Its worker keeps other files than the one before, and those of the build before are not there any more.
"""

import re
import shutil
import sys
import tempfile
from pathlib import Path

from bench.table.host import open_access
from rexarium.server.net import app, pages
from rexarium.server.net.config import ServerConfig
from rexarium.server.net.main import run

MARK = '<meta name="build" content="newer" />'
CACHE = r"(?<=`)rexarium [\w-]+(?=`)"
WRITTEN = (".html", ".js", ".css", ".json")


def make_build(folder: Path) -> Path:
    """A copy of the page that is built: marked, and every name that stands for a content is another."""
    shutil.copytree(pages.BUILT, folder, ignore=shutil.ignore_patterns("*.br", "*.gz"))
    assets = [*folder.glob("assets/*")]
    names = "|".join(rf"(?<![\w-]){re.escape(path.stem)}(?![\w-])" for path in assets)
    fingerprint = re.compile(f"{CACHE}|{names}")
    for path in folder.rglob("*"):
        if path.suffix in WRITTEN:
            text = fingerprint.sub(r"\g<0>-newer", path.read_text("utf-8"))
            path.write_text(text.replace("<head>", f"<head>{MARK}"), "utf-8")
    for path in assets:
        path.rename(path.with_stem(f"{path.stem}-newer"))
    return folder


if __name__ == "__main__":
    store, port = sys.argv[1:]
    with tempfile.TemporaryDirectory(dir=Path(store).parent) as folder:
        setattr(app, "BUILT", make_build(Path(folder) / "page"))  # noqa: B010 - mypy would not have it otherwise
        run(ServerConfig(store=store, port=int(port), access=open_access()))
