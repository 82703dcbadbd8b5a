"""The script ./rex, on a copy of it in a small repository of its own; nothing here installs or downloads."""

import ast
import errno
import os
import shutil
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES, SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

SCRIPT = Path(__file__).parents[2] / "rex"
LATER_THAN_PYTHON_2 = (
    ast.AnnAssign, ast.AsyncFunctionDef, ast.Await, ast.JoinedStr, ast.Match, ast.NamedExpr, ast.Nonlocal,
    ast.Starred, ast.YieldFrom,
)  # fmt: skip


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A repository with one compiled module, one side file without a compiled module, and one plain module."""
    shutil.copy(SCRIPT, tmp_path / "rex")
    (tmp_path / "requirements").mkdir()
    for tier in ("play", "test", "bench"):
        (tmp_path / "requirements" / f"{tier}.lock").write_text(f"{tier}\n")
    (tmp_path / "setup.py").write_text("setup\n")
    (tmp_path / "pyproject.toml").write_text("project\n")
    package = tmp_path / "src" / "rexarium"
    package.mkdir(parents=True)
    (package / "core.py").write_text("# cython: language_level=3\n")
    (package / "inline.pxd").write_text("side file\n")
    (package / "plain.py").write_text("plain\n")
    return tmp_path


@pytest.fixture
def rex(root: Path) -> ModuleType:
    loader = SourceFileLoader("rex_script", str(root / "rex"))
    spec = spec_from_loader("rex_script", loader)
    assert spec
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


@pytest.fixture
def made(rex: ModuleType, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The same, with an environment that is there and a core that was compiled."""
    Path(rex.STAMPS).mkdir(parents=True)
    Path(rex.BIN).mkdir()
    Path(rex.PYTHON).symlink_to(sys.executable)
    rex.stamp("venv", rex.venv_key())
    for tier in rex.TIERS:
        rex.stamp(tier, rex.lock_key(tier))
    binary(rex).touch()
    rex.stamp("core", "\n" + rex.core_key())
    monkeypatch.setenv("CC", sys.executable)  # any program that is there
    return rex


def binary(rex: ModuleType) -> Path:
    return Path(rex.SOURCES, "rexarium", "core" + EXTENSION_SUFFIXES[0])


def run(root: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, str(root / "rex"), *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def succeeds(command: list[str]) -> bool:
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


# An old Python can read the script, and is told what is wrong.


def test_the_script_is_plain_ascii_that_old_pythons_parse() -> None:
    tree = ast.parse(SCRIPT.read_text(encoding="ascii"), feature_version=(3, 4))
    for node in ast.walk(tree):
        assert not isinstance(node, LATER_THAN_PYTHON_2), ast.dump(node)
        if isinstance(node, ast.arguments):
            assert not node.kwonlyargs
            assert not node.posonlyargs
        if isinstance(node, ast.FunctionDef):
            assert node.returns is None
        if isinstance(node, ast.Raise):
            assert node.cause is None


def test_before_it_knows_its_python_the_script_imports_nothing_new() -> None:
    top = ast.parse(SCRIPT.read_text()).body
    imported = [alias.name for node in top if isinstance(node, ast.Import) for alias in node.names]
    assert imported == ["os", "sys"]
    assert not any(isinstance(node, ast.ImportFrom) for node in top)


@pytest.mark.parametrize("version", [(2, 7, 18), (3, 6, 15), (3, 10, 13)])
def test_an_old_python_gets_one_sentence(root: Path, version: tuple[int, ...]) -> None:
    pretend = f"import runpy, sys; sys.version_info = {version}; sys.argv = ['rex', 'play']"
    code = f"{pretend}; runpy.run_path({str(root / 'rex')!r}, run_name='__main__')"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert result.returncode == 1
    assert result.stderr.startswith(
        f"rex: Rexarium needs Python 3.11 or newer and this is Python {version[0]}.{version[1]}"
    )
    assert result.stderr.count("\n") == 1
    assert not (root / ".venv").exists()


@pytest.mark.parametrize("version", [(3, 11, 0), (3, 12, 1), (4, 0, 0)])
def test_a_new_python_is_welcome(rex: ModuleType, version: tuple[int, ...]) -> None:
    assert rex.complaint_about_version(version) is None


def test_real_old_pythons_get_the_sentence(root: Path) -> None:
    names = ["python2.7", "python3.6", "python3.7", "python3.8", "python3.9", "python3.10"]
    old = [name for name in names if shutil.which(name) and succeeds([name, "-c", ""])]
    if not old:
        pytest.skip("no old Python here")
    for name in old:
        command = [name, str(root / "rex"), "play"]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        assert result.returncode == 1
        assert "Rexarium needs Python 3.11 or newer" in result.stderr


# Which words do what.


@pytest.mark.parametrize("words", [[], ["help"], ["--help"]])
def test_help_needs_no_set_up(root: Path, words: list[str]) -> None:
    result = run(root, *words)
    assert result.returncode == 0
    assert "./rex play" in result.stdout
    assert not (root / ".venv").exists()


@pytest.mark.parametrize(
    ("words", "tier", "command"),
    [
        ("play trex --seats 3", "play", "-P -m rexarium play trex --seats 3"),
        ("rules", "play", "-P -m rexarium rules"),
        ("python -c pass", "play", "-c pass"),
        ("bench trex", "bench", "-m bench trex"),
        ("test -n0 tests/ground", "test", "-m pytest -n 2 --dist worksteal -n0 tests/ground"),
    ],
)
def test_arguments_are_passed_on(
    rex: ModuleType, monkeypatch: pytest.MonkeyPatch, words: str, tier: str, command: str
) -> None:
    calls: list[Any] = []
    monkeypatch.chdir(rex.ROOT)
    monkeypatch.setattr(rex, "prepare", calls.append)
    monkeypatch.setattr(rex, "hand_over", calls.append)
    rex.main(words.split())
    assert calls == [tier, command.split()]


def test_check_runs_every_step_whatever_fails(rex: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    commands: list[list[str]] = []

    def call(command: list[str], cwd: str) -> int:
        assert cwd == rex.ROOT
        commands.append(command)
        return len(commands) % 2

    monkeypatch.setattr(subprocess, "call", call)
    Path(rex.ROOT, "bench").mkdir()  # nothing to check in there
    assert rex.check() == 1
    assert commands[2][3:] == ["src"]
    assert [Path(command[0]).name if len(command) < 3 else command[2] for command in commands] == [
        "ruff", "ruff", "mypy", "lint-imports",
    ]  # fmt: skip


def test_setup_knows_its_tiers(rex: ModuleType) -> None:
    with pytest.raises(rex.Trouble, match=r"play \| test \| bench"):
        rex.main(["setup", "everything"])


# The environment and its packages.


def test_completed_steps_are_not_repeated(made: ModuleType) -> None:
    assert made.is_ready("play", core=True)
    made.prepare("bench")  # would say so, and fail, if it had to do anything


def test_a_changed_lock_file_is_installed_again(made: ModuleType) -> None:
    Path(made.ROOT, "requirements", "test.lock").write_text("changed\n")
    assert made.has_packages("play")
    assert not made.has_packages("test")


def test_an_interrupted_install_means_a_new_environment(made: ModuleType) -> None:
    made.stamp("installing", "")
    assert not made.has_venv()


@pytest.mark.parametrize("change", ["another place", "another python", "python is gone"])
def test_an_environment_for_another_purpose_is_recreated(
    made: ModuleType, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    if change == "another place":
        monkeypatch.setattr(made, "ROOT", made.ROOT + "-moved")
    elif change == "another python":
        made.stamp("venv", made.venv_key().replace("Python 3", "Python 2"))
    else:
        Path(made.PYTHON).unlink()
    assert not made.has_venv()


def test_a_strangers_environment_is_left_alone(root: Path) -> None:
    precious = root / ".venv" / "precious"
    precious.parent.mkdir()
    precious.touch()
    result = run(root, "play")
    assert result.returncode == 1
    assert result.stderr == "rex: .venv was not made by ./rex: move or delete it, then run ./rex again\n"
    assert precious.exists()


@pytest.mark.parametrize("module", ["venv", "ensurepip"])
def test_a_python_without_venv_is_reported(
    rex: ModuleType, monkeypatch: pytest.MonkeyPatch, module: str
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(rex.Trouble, match=r"apt install python3\.\d+-venv"):
        rex.make_venv(None)
    assert not Path(rex.VENV).exists()


@pytest.mark.parametrize(
    ("log", "sentence"),
    [
        ("Retrying after connection broken by NewConnectionError", "cannot reach its package index"),
        ("Temporary failure in name resolution", "cannot reach its package index"),
        ("THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE", "is not the one"),
        ("error: metadata-generation-failed", "fix what it reports above"),
    ],
)
def test_pip_trouble_has_its_sentence(rex: ModuleType, log: str, sentence: str) -> None:
    assert sentence in rex.complaint_about_pip(log, "requirements/play.lock")


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (errno.EROFS, "copy the repository to a folder of your own"),
        (errno.EACCES, "copy the repository to a folder of your own"),
        (errno.ENOSPC, "the disk is full"),
        (errno.EIO, "run ./rex again"),
    ],
)
def test_disk_trouble_has_its_sentence(rex: ModuleType, number: int, sentence: str) -> None:
    assert sentence in rex.complaint_about_disk(OSError(number, os.strerror(number)))


def test_without_the_page_setup_says_how_to_build_it_and_where_to_play(rex: ModuleType) -> None:
    for complaint in (*rex.PAGE_COMPLAINTS.values(), rex.PAGE_FAILED):
        assert "./rex setup" in complaint
        assert "./rex play GAME plays in the terminal" in complaint


def test_only_one_sets_up_at_a_time(rex: ModuleType) -> None:
    pytest.importorskip("fcntl")
    attempt = "import fcntl, sys; fcntl.flock(open(sys.argv[1]), fcntl.LOCK_EX | fcntl.LOCK_NB)"
    command = [sys.executable, "-c", attempt, os.path.join(rex.ROOT, "rex")]
    with rex.SetUpLock():
        assert not succeeds(command)
    assert succeeds(command)


def test_a_set_up_without_locks_goes_on(rex: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fcntl", None)
    with rex.SetUpLock() as lock:
        assert lock.handles == ()


# The compiled core.


@pytest.mark.parametrize(
    ("name", "matters"),
    [
        ("src/rexarium/core.py", True),
        ("src/rexarium/inline.pxd", True),
        ("src/rexarium/plain.py", False),
        ("setup.py", True),
        ("pyproject.toml", True),
        ("requirements/play.lock", True),
        ("requirements/test.lock", False),
    ],
)
def test_a_change_that_matters_is_noticed(made: ModuleType, name: str, matters: bool) -> None:
    with Path(made.ROOT, name).open("a") as file:
        file.write("changed\n")
    assert made.has_core() is not matters


def test_a_new_date_alone_does_not_matter(made: ModuleType) -> None:
    Path(made.SOURCES, "rexarium", "core.py").touch()
    assert made.has_core()


def test_a_missing_binary_is_noticed(made: ModuleType) -> None:
    binary(made).unlink()
    assert not made.has_core()


def test_an_interrupted_build_is_noticed_and_starts_afresh(made: ModuleType) -> None:
    made.stamp("building", "")
    assert not made.has_core()
    assert made.must_start_afresh(made.core_key())


def test_a_build_goes_on_from_the_last_one_unless_the_dates_mislead(made: ModuleType) -> None:
    source = Path(made.SOURCES, "rexarium", "core.py")
    later = os.path.getmtime(os.path.join(made.STAMPS, "core")) + 10
    source.write_text(source.read_text() + "x = 1\n")
    os.utime(source, (later, later))
    assert not made.must_start_afresh(made.core_key())
    os.utime(source, (0, 0))
    assert made.must_start_afresh(made.core_key())


def test_a_removed_source_starts_afresh(made: ModuleType) -> None:
    Path(made.SOURCES, "rexarium", "inline.pxd").unlink()
    assert not made.has_core()
    assert made.must_start_afresh(made.core_key())


def test_other_tools_start_afresh(made: ModuleType) -> None:
    Path(made.ROOT, "setup.py").write_text("other flags\n")
    assert made.must_start_afresh(made.core_key())


def test_without_a_compiler_it_says_so_at_each_start_and_drops_old_binaries(
    made: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CC", "/nonexistent/cc")
    Path(made.SOURCES, "rexarium", "core.py").write_text("# cython: language_level=3\nchanged = 1\n")
    for _ in range(2):
        made.prepare("play")
        assert capsys.readouterr().err == "rex: " + made.toolchain_complaint() + "\n"
    assert "there is no C compiler" in made.toolchain_complaint()
    assert not binary(made).exists()


def test_a_compiler_that_came_later_is_used(made: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as without:
        without.setenv("CC", "/nonexistent/cc")
        made.stamp("core", made.toolchain_complaint() + "\n" + made.core_key())
        assert made.has_core()
    assert not made.has_core()


def test_python_without_headers_is_reported(made: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sysconfig.get_path", lambda _: made.ROOT)
    assert "apt install python3" in made.toolchain_complaint()


@pytest.mark.parametrize(
    ("code", "sentence"), [(0, "the C compiler failed"), (1, "Cython could not translate the core to C")]
)
def test_a_failed_build_leaves_no_binary(made: ModuleType, code: int, sentence: str) -> None:
    class Failing:
        def run(self, words: list[str], log: str, **_: str) -> int:
            assert words[1] == "setup.py"
            Path(made.STAMPS, log).write_text("boom\n")
            return code

    made.forget("core")
    if code:
        with pytest.raises(made.Trouble, match=sentence):
            made.build_core(Failing())
    else:
        made.build_core(Failing())
        assert sentence in made.core_complaint()
    assert not binary(made).exists()
    assert made.stamped("building") is None
