"""An async test is a coroutine itself, so it runs alone in a debugger and can use async fixtures."""

import ast
from pathlib import Path

TESTS = Path(__file__).parents[1]


def scenes(files: dict[str, str]) -> list[str]:
    """Functions with an inner `async def scene`: a debugger shows less of them, and they cannot use async fixtures."""
    return [
        f"{name}:{inner.lineno}"
        for name, text in files.items()
        for outer in ast.walk(ast.parse(text))
        if isinstance(outer, ast.FunctionDef | ast.AsyncFunctionDef)
        for inner in ast.walk(outer)
        if isinstance(inner, ast.AsyncFunctionDef) and inner is not outer and inner.name == "scene"
    ]


def sources() -> dict[str, str]:
    files = sorted(TESTS.rglob("*.py"))
    return {str(file.relative_to(TESTS)): file.read_text("utf-8") for file in files}


def test_no_test_plays_a_scene_but_is_one_itself() -> None:
    assert scenes(sources()) == []


def test_a_scene_would_be_found() -> None:
    scene = "def test_x():\n    async def scene():\n        pass\n    play(scene())\n"
    assert scenes({"old": scene, "new": "async def scene():\n    pass\n"}) == ["old:2"]
