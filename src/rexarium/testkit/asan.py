"""The compiled core under AddressSanitizer: `python -m rexarium.testkit.asan` builds it out of tree and runs it, as
games do (`testkit.exercise`) and as nobody should (`testkit.hostility`). The compiled code does not check bounds; this does.
Needs gcc with libasan.
"""

import os
import subprocess
import sys
from pathlib import Path

from rexarium.testkit.builds import build

BUILD = Path("build/asan")
# A state's arrays are side by side in one object, so indexing past the end of one has to be looked for separately.
FLAGS = "-fsanitize=address,bounds -fno-sanitize-recover=bounds -fno-omit-frame-pointer -O1 -g"
WORK = (("rexarium.testkit.hostility", "5"), ("rexarium.testkit.exercise",))
QUESTION = "import rexarium; assert rexarium.is_compiled(); print(rexarium.__file__)"


def library() -> str:
    """The path of the sanitizer's library; Python itself is not linked with it, so it must be loaded first."""
    command = [os.environ.get("CC", "gcc"), "-print-file-name=libasan.so"]
    path = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    if not Path(path).is_absolute():
        sys.exit("the compiler has no libasan: install it (Debian, Ubuntu: apt install libasan8)")
    return path


def main() -> None:
    """Build, check that the new build is the one that runs, and run everything."""
    root = Path.cwd()
    environment = dict(
        os.environ,
        PYTHONPATH=str(build(root, BUILD, FLAGS)),
        LD_PRELOAD=library(),
        ASAN_OPTIONS="detect_leaks=0:halt_on_error=1",
        PYTHONMALLOC="malloc",
    )
    subprocess.run([sys.executable, "-P", "-c", QUESTION], cwd=root, env=environment, check=True)
    for work in WORK:
        done = subprocess.run([sys.executable, "-P", "-m", *work], cwd=root, env=environment, check=False)
        if done.returncode != 0:
            sys.exit(done.returncode)


if __name__ == "__main__":
    main()
