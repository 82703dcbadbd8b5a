"""The lock files pin everything, by hash, and say nothing of where it comes from."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TIERS = ["play", "test", "bench"]
PIN = re.compile(r"(?P<name>[a-z0-9][a-z0-9-]*)==(?P<version>\S+)(?: ; (?P<marker>[^\\]+))?$")


def lock(tier: str) -> str:
    return (ROOT / "requirements" / f"{tier}.lock").read_text()


def entries(tier: str) -> list[list[str]]:
    """Each requirement as its parts: the pin, then its hashes."""
    text = "\n".join(line for line in lock(tier).splitlines() if not line.lstrip().startswith("#"))
    return [[part.strip() for part in entry.split("\\\n")] for entry in re.split(r"\n(?=\S)", text.strip())]


def pins(tier: str) -> set[str]:
    return {entry[0].partition(" ; ")[0] for entry in entries(tier)}


def names(tier: str) -> set[str]:
    return {pin.partition("==")[0] for pin in pins(tier)}


def asked(tier: str) -> set[str]:
    """The names that people chose for this tier."""
    lines = (ROOT / "requirements" / f"{tier}.in").read_text().splitlines()
    chosen = {line for line in lines if line and not line.startswith(("#", "-r"))}
    if tier == "play":
        chosen |= set(tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"])
    return {re.split(r"[^\w-]", name)[0].replace("_", "-") for name in chosen}


@pytest.mark.parametrize("tier", TIERS)
def test_every_requirement_is_one_version_with_its_hashes(tier: str) -> None:
    for pin, *hashes in entries(tier):
        assert PIN.match(pin), pin
        assert hashes, pin
        assert all(re.fullmatch(r"--hash=sha256:[0-9a-f]{64}", part) for part in hashes), pin


@pytest.mark.parametrize("path", sorted((ROOT / "requirements").iterdir()), ids=lambda path: path.name)
def test_no_file_names_a_host_or_an_index(path: Path) -> None:
    text = path.read_text()
    assert not re.search(r"://|--(extra-)?index|--find-links|--trusted| @ ", text)
    assert not re.search(r"\b\w+\.(com|org|net|io|dev|local|internal)\b", text)
    assert not re.search(r"\b\d+\.\d+\.\d+\.\d+:\d+", text)


@pytest.mark.parametrize("tier", TIERS)
def test_a_lock_file_holds_what_was_asked_for(tier: str) -> None:
    assert asked(tier) <= names(tier)


def test_what_was_installed_lacks_nothing() -> None:
    """`./rex` installs what a lock file names and nothing else, so it has to name all that those need."""
    found = subprocess.run(
        [sys.executable, "-m", "pip", "check"], capture_output=True, text=True, check=False
    )
    assert found.returncode == 0, found.stdout


def test_each_tier_holds_the_one_before_it() -> None:
    assert pins("play") < pins("test")
    assert pins("test") < pins("bench")


@pytest.mark.parametrize("tier", TIERS)
def test_every_chosen_dependency_has_its_reason(tier: str) -> None:
    reasons = (ROOT / "docs" / "decisions" / "0002-dependencies.md").read_text()
    assert {name for name in asked(tier) if f"`{name}`" not in reasons} == set()
