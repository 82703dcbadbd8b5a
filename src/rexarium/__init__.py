"""Rexarium: three dinosaur games, their rules, players and table."""

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.machinery import SOURCE_SUFFIXES, ExtensionFileLoader, FileFinder, ModuleSpec, SourceFileLoader
from types import ModuleType

__version__ = "0.1.0"


class SourceFinder:
    """Finds the sources of this package, past the binaries that were compiled from them."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not name.startswith("rexarium."):
            return None
        finders = (FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)) for folder in path or ())
        specs = (finder.find_spec(name, target) for finder in finders)
        return next((spec for spec in specs if spec and spec.loader), None)


def is_compiled() -> bool:
    """Does the core run as compiled C?"""
    return isinstance(import_module("rexarium.kernel.state").__loader__, ExtensionFileLoader)


if os.environ.get("REXARIUM_PURE"):
    sys.meta_path.insert(0, SourceFinder)
