"""A description of the machine the figures were measured on, without anything that identifies it."""

import os
import platform
import shutil
import subprocess
import sysconfig
from pathlib import Path

import rexarium


def description() -> list[str]:
    """The processor, the tools and how busy the machine is."""
    return [
        f"processor   {processor()}, {os.cpu_count()} cores",
        f"system      {platform.system()} on {platform.machine()}",
        f"Python      {platform.python_implementation()} {platform.python_version()}",
        f"compiler    {compiler_version()}",
        f"Rexarium    {rexarium.__version__}, {'compiled' if rexarium.is_compiled() else 'NOT compiled'}",
        f"load        {load()} at the start (1, 5 and 15 minutes)",
    ]


def processor() -> str:
    facts = Path("/proc/cpuinfo")
    lines = facts.read_text(encoding="utf-8").splitlines() if facts.exists() else []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, "") or platform.processor() or "unknown"


def load() -> str:
    return " ".join(f"{figure:.2f}" for figure in os.getloadavg()) if hasattr(os, "getloadavg") else "unknown"


def compiler() -> list[str] | None:
    """The C compiler's command, found the way ./rex finds it; None if there is none."""
    asked = os.environ.get("CC")
    names = [asked] if asked else [sysconfig.get_config_var("CC"), "cc", "gcc", "clang"]
    commands = (str(name).split() for name in names if name)
    return next((command for command in commands if shutil.which(command[0])), None)


def compiler_version() -> str:
    command = compiler()
    if command is None:
        return "none"
    said = subprocess.run([*command, "--version"], capture_output=True, text=True, check=False).stdout
    return said.partition("\n")[0] or "unknown"
