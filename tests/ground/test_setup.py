"""setup.py notices a changed side file, however it is reached; Cython alone does not."""

import os
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

NAMES = ["game/rules", "game/codes", "kernel/bits", "kernel/state"]


@pytest.fixture
def setup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """setup.py in a repository whose rules lean on codes, which lean on bits; everything was translated at time 20."""
    spec = spec_from_file_location("setup_script", Path(__file__).parents[2] / "setup.py")
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.chdir(tmp_path)
    sides = [
        "from pkg.game cimport codes\n",
        "from pkg.kernel cimport bits\n",
        "",
        "cdef class State: pass\n",
    ]
    for name, side in zip(NAMES, sides, strict=True):
        write(Path("src/pkg", name).with_suffix(".pxd"), side, 10)
    for name in ("game/rules", "kernel/state"):
        write(Path("src/pkg", name).with_suffix(".py"), "# cython: language_level=3\n", 10)
        write(Path("build/cython/src/pkg", name).with_suffix(".c"), "", 20)
    write(Path("src/pkg/game/codes.py"), '"""Not compiled."""\n', 10)
    return module


def write(path: Path, text: str, time: int) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    os.utime(path, (time, time))


def translated() -> set[str]:
    return {path.stem for path in Path("build").rglob("*.c")}


def test_the_first_line_says_what_is_compiled(setup: ModuleType) -> None:
    compiled = {path.stem for path in Path("src").rglob("*.py") if setup.is_compiled(path)}
    assert compiled == {"rules", "state"}


def test_a_module_is_optional_so_that_no_compiler_is_needed(setup: ModuleType) -> None:
    extension = setup.extension(Path("src/pkg/game/rules.py"))
    assert (extension.name, extension.optional) == ("pkg.game.rules", True)


@pytest.mark.parametrize(
    ("changed", "kept"),
    [
        ("game/rules", {"state"}),
        ("game/codes", {"state"}),
        ("kernel/bits", {"state"}),
        ("kernel/state", {"rules"}),
        (None, {"rules", "state"}),
    ],
)
def test_modules_depending_on_a_changed_side_file_are_recompiled(
    setup: ModuleType, changed: str | None, kept: set[str]
) -> None:
    if changed:
        os.utime(Path("src/pkg", changed).with_suffix(".pxd"), (30, 30))
    setup.drop_old_translations(Path("build/cython"))
    assert translated() == kept
