"""The server uses its libraries through what they publish: no private name, nothing overridden, nothing looked into."""

import ast
import importlib
import inspect
import pkgutil
from pathlib import Path

import pytest

import rexarium.server

SERVER = Path(rexarium.server.__file__).parent
LIBRARIES = ("uvicorn", "websockets", "h11", "starlette")
NAMED_TUPLE = {"_asdict", "_replace", "_fields", "_make"}  # published, so that fields may have any other name
INSIDES = ("gi_", "cr_", "ag_", "f_", "tb_frame")  # of generators, coroutines and frames


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.endswith("__")


def private_uses(source: str) -> list[str]:
    """Private names that a module takes from these libraries, or may take from an object of theirs."""
    tree = ast.parse(source)
    own = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and _is_own(node) and isinstance(node.ctx, ast.Store)
    }
    own |= {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
    found, knows_library = [], False
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            modules = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names = [alias.name for alias in node.names]
            for path in [f"{module}.{name}" for module in modules for name in names] or names:
                if path.split(".")[0] in LIBRARIES:
                    knows_library = True
                    found += [path] if any(is_private(part) for part in path.split(".")) else []
    if not knows_library:
        return found
    return found + [
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and (node.attr.startswith(INSIDES) or (is_private(node.attr) and node.attr not in own | NAMED_TUPLE))
    ]


def _is_own(node: ast.Attribute) -> bool:
    return isinstance(node.value, ast.Name) and node.value.id == "self"


def test_no_module_names_a_librarys_private_parts() -> None:
    found = {path.name: uses for path in SERVER.rglob("*.py") if (uses := private_uses(path.read_text()))}
    assert not found


@pytest.mark.parametrize(
    "source",
    [
        "from uvicorn._types import Scope",
        "import websockets._x",
        "from h11._connection import SIZE",
        "import h11\ndef f(c): return c._cstate",
        "from websockets.server import ServerProtocol\ndef f(p): return p.parser.gi_yieldfrom",
        "from starlette.requests import Request\nclass R(Request):\n    def f(self): return self._form",
    ],
)
def test_this_check_can_fail(source: str) -> None:
    assert private_uses(source)


def test_no_class_of_ours_overrides_a_librarys_private_parts() -> None:
    """Two names that happen to be the same would do it too; protocols of these libraries are not subclassed at all."""
    found = []
    for module in pkgutil.walk_packages([str(SERVER)], "rexarium.server."):
        if ".migrations" in module.name:
            continue  # Alembic runs them
        for name, kind in inspect.getmembers(importlib.import_module(module.name), inspect.isclass):
            if not kind.__module__.startswith("rexarium."):
                continue
            for base in kind.__mro__[1:]:
                if base.__module__.split(".")[0] in LIBRARIES:
                    found += [f"{name}.{own}" for own in vars(kind) if is_private(own) and hasattr(base, own)]
                    found += [name] * base.__module__.startswith(("uvicorn.protocols", "websockets", "h11"))
    assert not found
