"""The compiled core under AddressSanitizer: `python -m rexarium.testkit.asan` builds it so, out of tree, and runs it.

The compiled code checks no bounds of its own; this is what does. Needs gcc with libasan.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

BUILD = Path("build/asan")
FLAGS = "-fsanitize=address -fno-omit-frame-pointer -O1 -g"
QUESTION = "import rexarium; assert rexarium.is_compiled(); print(rexarium.__file__)"


def build(root: Path) -> Path:
    """The package, compiled with the sanitizer; returns the folder to import it from."""
    folder = root / BUILD
    shutil.rmtree(folder, ignore_errors=True)
    environment = dict(os.environ, REXARIUM_CFLAGS=FLAGS, REXARIUM_BUILD_DIR=str(BUILD))
    subprocess.run([sys.executable, "setup.py", "--quiet", "build"], cwd=root, env=environment, check=True)
    return next(path for path in folder.iterdir() if path.name.startswith("lib"))


def library() -> str:
    """Where the sanitizer's library is; Python itself was not linked with it, so it must be loaded first."""
    command = [os.environ.get("CC", "gcc"), "-print-file-name=libasan.so"]
    path = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    if not Path(path).is_absolute():
        sys.exit("the compiler has no libasan: install it (Debian, Ubuntu: apt install libasan8)")
    return path


def main() -> None:
    """Build, make sure that it is the build that runs, and run everything."""
    root = Path.cwd()
    environment = dict(
        os.environ,
        PYTHONPATH=str(build(root)),
        LD_PRELOAD=library(),
        ASAN_OPTIONS="detect_leaks=0:halt_on_error=1",
        PYTHONMALLOC="malloc",
    )
    subprocess.run([sys.executable, "-P", "-c", QUESTION], cwd=root, env=environment, check=True)
    done = subprocess.run(
        [sys.executable, "-P", "-m", "rexarium.testkit.exercise"], cwd=root, env=environment, check=False
    )
    sys.exit(done.returncode)


if __name__ == "__main__":
    main()
