"""Their side: a hand-written C program for each game, compiled here, run for a slice, and its figures read."""

import hashlib
import importlib.util
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from bench.machine import compiler, compiler_version, processor
from bench.measure import Rates

ROOT = Path(__file__).parents[1]
BUILD = ROOT / "build" / "bench"


# A C program times itself by wall clock; including this first makes it use processor time instead.
CLOCK = """\
#define _POSIX_C_SOURCE 199309L
#include <time.h>
#undef CLOCK_MONOTONIC
#define CLOCK_MONOTONIC CLOCK_PROCESS_CPUTIME_ID
"""


class CannotCompile(Exception):
    """There is no C program to compare with; says why in one sentence."""


class Prober:
    """Stands in for the core's build, so that the flags come from `setup.py` itself."""

    def __init__(self, command: Sequence[str]) -> None:
        self.command = command

    def accepts(self, flag: str) -> bool:
        words = [*self.command, flag, "-x", "c", "-c", "-", "-o", "/dev/null"]
        return subprocess.run(words, input=b"int probe;\n", capture_output=True, check=False).returncode == 0


def same_machine_flags() -> list[str]:
    """-O3 for the core's target processor, without the flags that were tuned for the core: they might slow C down."""
    spec = importlib.util.spec_from_file_location("rexarium_setup", ROOT / "setup.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    flags: list[str] = module.BuildCore.speed_flags(Prober(needed_compiler()))
    return ["-O3", "-g0", *(flag for flag in flags if flag.startswith("-m"))]


def native_flags() -> list[str]:
    return ["-O3", "-g0", "-march=native"]


def needed_compiler() -> list[str]:
    command = compiler()
    if command is None:
        raise CannotCompile("There is no C compiler, so nothing was compared with plain C.")
    return command


def build(source: Path, flags: Sequence[str]) -> Path:
    """Compile a C program, unless this compiler has already built it with these flags."""
    words = [*needed_compiler(), *flags, "-std=c11"]
    made_of = [*words, compiler_version(), processor(), CLOCK, source.read_text(encoding="utf-8")]
    program = BUILD / f"{source.stem}-{hashlib.sha256(repr(made_of).encode()).hexdigest()[:16]}"
    if not program.exists():
        BUILD.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=BUILD) as folder:
            clock, half_made = Path(folder, "clock.h"), Path(folder, source.stem)
            clock.write_text(CLOCK, encoding="utf-8")
            words += ["-include", str(clock), str(source), "-o", str(half_made)]
            if subprocess.run(words, capture_output=True, check=False).returncode != 0:
                tried = " ".join(flags)
                raise CannotCompile(
                    f"The C compiler refuses {source.name} with {tried}: that was not compared."
                )
            half_made.replace(program)
    return program


class Program:
    """A compiled C program for this number of seats; the words choose its rulings.

    `PROGRAM bench SEATS SECONDS WORDS…` prints lines of a name and a number, which `said` keeps: games, moves,
    moves_per_game, moves_per_second, imagined_moves_per_second, imagined_playouts_per_second, clone_ns and
    state_bytes.
    """

    def __init__(self, program: Path, seats: int, words: Sequence[str] = ()) -> None:
        self.program = program
        self.seats = seats
        self.words = words
        self.said: dict[str, float] = {}

    def __call__(self, seconds: float) -> Rates:
        """Measure all three in one run: playouts, copies for a quarter as long, and imagined playouts."""
        words = [str(self.program), "bench", str(self.seats), str(seconds), *self.words]
        said = subprocess.run(words, capture_output=True, text=True, check=True).stdout
        self.said = {name: float(value) for name, value in map(str.split, said.splitlines())}
        return {
            "moves": self.said["moves_per_second"],
            "imagined": self.said["imagined_moves_per_second"],
            "playouts": self.said["imagined_playouts_per_second"],
            "copies": 1e9 / self.said["clone_ns"],
        }
