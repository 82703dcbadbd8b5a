"""The package as Python finds it: compiled or not."""

import os
import subprocess
import sys
from pathlib import Path

import rexarium

PACKAGE = Path(rexarium.__file__).parent


def asked_of_a_new_python(question: str, pure: str) -> str:
    command = [sys.executable, "-c", f"import rexarium; print({question})"]
    environment = dict(os.environ, REXARIUM_PURE=pure)
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.strip()


def test_pure_means_sources_even_beside_binaries() -> None:
    question = "__import__('rexarium.kernel.state').kernel.state.__file__.endswith('.py')"
    assert asked_of_a_new_python(question, pure="1") == "True"
    assert asked_of_a_new_python("rexarium.is_compiled()", pure="1") == "False"


def test_an_empty_value_is_not_pure() -> None:
    compiled = any((PACKAGE / "kernel").glob("state.*.so"))
    assert asked_of_a_new_python("rexarium.is_compiled()", pure="") == str(compiled)
