"""A copy of the sources, for trying out what does not belong in the repository: another language, another game."""

import os
import shutil
from pathlib import Path

ROOT = Path(__file__).parents[3]
_MADE = (
    ".*", "build", "node_modules", "generated", "page", "page-new", "__pycache__", "*.so", "*.pyd", "*.egg-info", "mutants",
)  # fmt: skip


def copy_sources(folder: Path) -> Path:
    """Copy the project without its build products; the copy shares the page's installed npm packages."""
    for name in ("src", "tests", "casebook", "docs", "web"):
        shutil.copytree(ROOT / name, folder / name, ignore=_ignore)
    for path in ROOT.iterdir():
        if path.is_file() and not path.name.startswith("."):
            shutil.copy(path, folder)
    packages = ROOT / "web" / "node_modules"
    if packages.is_dir():
        (folder / "web" / "node_modules").symlink_to(packages, target_is_directory=True)
    return folder


def _ignore(folder: str, names: list[str]) -> set[str]:
    ignored = shutil.ignore_patterns(*_MADE)(folder, names)
    return ignored - {"page"} if Path(folder).name == "tests" else ignored


def environment(folder: Path) -> dict[str, str]:
    """The environment for programs that run on the copy: its own sources, uncompiled, leaving nothing behind."""
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join((str(folder / "src"), str(folder))),
        "REXARIUM_PURE": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
