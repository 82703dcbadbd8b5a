"""The core compiled with other flags, out of tree, for comparison."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

PLAIN = "-march=x86-64 -O1"  # for the oldest processors: no fused multiply-add, no bit tricks


def build(root: Path, folder: Path, flags: str) -> Path:
    """Compile the core with these flags after the usual ones; returns the folder to import the package from."""
    made = root / folder
    library = made / "lib"
    shutil.rmtree(made, ignore_errors=True)
    shutil.copytree(
        root / "src", library, ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", "page")
    )
    translations = root / "build" / "core" / "cython"
    if translations.exists():  # the C files made by ./rex; setup.py remakes those that are out of date
        shutil.copytree(translations, made / "cython")
    environment = dict(os.environ, REXARIUM_CFLAGS=flags, REXARIUM_BUILD_DIR=str(folder))
    words = ["setup.py", "--quiet", "build_ext", "--build-lib", str(library), "--parallel", "2"]
    subprocess.run([sys.executable, *words], cwd=root, env=environment, check=True, capture_output=True)
    return library
