"""Which Chromium the tests drive: one that is named, one that is there, or Debian's, installed where that can be."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

VARIABLE = "REXARIUM_CHROMIUM"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
INSTALL = (
    ("apt-get", "update", "-qq"),
    ("apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium"),
)
PATIENCE = 600  # seconds for an installation
# Only useful to people with a screen: pages behind the address bar, which are reloaded for each visitor; and what
# Playwright would do without, whose list ours takes the place of.
WITHOUT = (
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxFullPopup",
    "PreloadTopChromeWebUI",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
)

Which = Callable[[str], str | None]


class Missing(Exception):
    """There is no browser to be had; says in a sentence what to do."""


def find(variables: Mapping[str, str] = os.environ, which: Which = shutil.which) -> str | None:
    """The path of a Chromium on this machine; one that is named must be there."""
    named = variables.get(VARIABLE)
    if named:
        if found := which(named):
            return found
        raise Missing(f"{VARIABLE} names {named}, and that is no program: correct it.")
    return next((found for name in NAMES if (found := which(name))), None)


def find_or_install() -> str:
    """The path of a Chromium; on a Debian machine whose root we are it is installed if there is none."""
    if found := find():
        return found
    if os.name != "posix" or os.geteuid() != 0 or not shutil.which("apt-get"):
        raise Missing(
            "The page is tested in a real browser, and none is here: install Chromium (Debian: apt install chromium),"
            f" or name one by {VARIABLE}."
        )
    import fcntl  # noqa: PLC0415 - not on every system

    with (Path(tempfile.gettempdir()) / "rexarium-chromium.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # the other worker may be at it
        return find() or _install()


def _install() -> str:
    for command in INSTALL:
        done = subprocess.run(
            command,
            env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        if done.returncode != 0:
            raise Missing(f"Chromium cannot be installed: {' '.join(command)} says: {done.stderr[-400:]}")
    if found := find():
        return found
    raise Missing("Debian's package chromium is installed, and there is no such program.")


def options() -> list[str]:
    """Its command line; its sandbox refuses to work for root."""
    quiet = [
        "--disable-dev-shm-usage",
        "--disable-gpu",
        "--force-color-profile=srgb",
        "--font-render-hinting=none",
        f"--disable-features={','.join(WITHOUT)}",
    ]
    return [*quiet, "--no-sandbox"] if os.name == "posix" and os.geteuid() == 0 else quiet
