#!/usr/bin/env python3
"""The command for everything in this repository, on a machine that has only Python: see HELP below.

The first call makes .venv, installs pinned packages and compiles the core; later calls find all that done and
hand over at once. This file keeps to syntax that every Python since 2.7 can read, so that an old one can say
what is wrong.
"""

import os
import sys

NEEDED = (3, 11)
ROOT = os.path.dirname(os.path.realpath(__file__))
SOURCES = os.path.join(ROOT, "src")
VENV = os.path.join(ROOT, ".venv")
BIN = os.path.join(VENV, "Scripts" if os.name == "nt" else "bin")
PYTHON = os.path.join(BIN, "python.exe" if os.name == "nt" else "python")
STAMPS = os.path.join(VENV, "rex")
BUILD = os.path.join(ROOT, "build", "core")
WEB = os.path.join(ROOT, "web")
TIERS = ("play", "test", "bench")  # each lock file holds all of the one before it
COMPILED = b"# cython:"  # modules that start with this are compiled

HELP = """\
Rexarium: three dinosaur games, played by people and programs.

  ./rex play          play in the browser, alone against bots or with friends; with --lan, for your network
  ./rex play GAME     play in the terminal; --terminal asks which game
  ./rex serve [...]   host a table for others
  ./rex test [...]    run the tests; takes pytest's options (-n0: in one process)
  ./rex check         check formatting, lint, types, import layers and the page; with FILES: run these casebook files
  ./rex bench [...]   measure the speed against other libraries
  ./rex python [...]  run this project's Python
  ./rex setup [TIER]  only install and compile; TIER is play, test or bench
  ./rex help          show this page

Also: replay, analyse, verify, rules, lab, arena, games, tables, backup, restore; each explains itself with --help.
"""


class Trouble(Exception):
    """What is wrong and what to do about it, in one sentence."""


def complaint_about_version(version):
    if tuple(version[:2]) >= NEEDED:
        return None
    return (
        "Rexarium needs Python %d.%d or newer and this is Python %d.%d: install a newer one (Debian, Ubuntu: "
        "apt install python3; macOS: brew install python), or use another one that you have, as in: python3.12 rex play"
        % (NEEDED + tuple(version[:2]))
    )


def main(words):
    verb, rest = (words[0], words[1:]) if words else ("help", [])
    if verb in ("help", "-h", "--help"):
        sys.stdout.write(HELP)
    elif verb == "setup":
        set_up(rest)
    elif verb == "check" and not rest:
        prepare("test", core=False)
        sys.exit(check())
    elif verb == "test":
        prepare("test")
        prepare_page()
        os.chdir(ROOT)
        hand_over(["-m", "pytest", "-n", "2", "--dist", "worksteal"] + rest)
    elif verb == "bench":
        prepare("bench")
        os.chdir(ROOT)
        hand_over(["-m", "bench"] + rest)
    elif verb == "python":
        prepare("play")
        hand_over(rest)
    else:
        prepare("play")
        if shows_page(words):
            prepare_page()
        hand_over(
            ["-P", "-m", "rexarium"] + words
        )  # -P: modules in the current folder must not get in the way


def set_up(words):
    tier = words[0] if words else "play"
    if tier not in TIERS or len(words) > 1:
        raise Trouble("there is no such tier; use: ./rex setup " + " | ".join(TIERS))
    if core_complaint() == COMPILER_FAILED:
        forget("core")  # an explicit setup tries again
    if page_complaint():
        forget("page")
    prepare(tier)
    prepare_page()
    say("ready")


def hand_over(words):
    sys.stdout.flush()
    # Only glibc reads this. A thousand tables are spread over memory, and larger pages speed up access to them.
    os.environ.setdefault("GLIBC_TUNABLES", "glibc.malloc.hugetlb=1")
    if os.name == "posix":
        os.execv(PYTHON, [PYTHON] + words)
    import subprocess

    sys.exit(subprocess.call([PYTHON] + words))


def check():
    import subprocess

    places = [
        place for place in ("src", "tests", "bench", "tools", "examples/bots") if found(".py", place=place)
    ]
    steps = [
        ("format", [PYTHON, "-m", "ruff", "format", "--check", "."]),
        ("lint", [PYTHON, "-m", "ruff", "check", "."]),
        ("types", [PYTHON, "-m", "mypy"] + places),
        ("layers", [os.path.join(BIN, "lint-imports"), "--no-logo"]),
    ]
    if os.path.isdir(WEB):
        jobs = (("page form", "form"), ("page types", "check"), ("page units", "test"))
        steps += [(name, [PYTHON, os.path.join("web", "build.py"), job]) for name, job in jobs]
    failed = []
    for name, command in steps:
        say("check " + name)
        if subprocess.call(command, cwd=ROOT) != 0:
            failed.append(name)
    say("failed: " + ", ".join(failed) if failed else "all checks passed")
    return 1 if failed else 0


# Setting up: each step leaves a stamp when it is done, so an interrupted one is simply repeated.


def prepare(tier, core=True):
    try:
        if not is_ready(tier, core):
            with SetUpLock() as lock:
                make_venv(lock)
                install(tier, lock)
                if core:
                    build_core(lock)
    except OSError as error:
        raise Trouble(complaint_about_disk(error))
    if core and core_complaint():
        say(core_complaint())


def is_ready(tier, core):
    return has_venv() and has_packages(tier) and (not core or has_core())


def complaint_about_disk(error):
    import errno

    if error.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
        return "cannot write to %s: copy the repository to a folder of your own and run ./rex there" % ROOT
    if error.errno == errno.ENOSPC:
        return "the disk is full: make room and run ./rex again"
    return "%s: fix that and run ./rex again" % error


class SetUpLock(object):
    """One set-up at a time. The lock is on this script, and the set-up's own processes share it, so that the
    next ./rex also waits for what a killed one left running."""

    def __init__(self):
        self.handles = ()

    def __enter__(self):
        try:
            import fcntl
        except ImportError:
            return self
        handle = os.open(os.path.join(ROOT, "rex"), os.O_RDONLY)
        self.handles = (handle,)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("another ./rex is setting up; waiting for it")
            fcntl.flock(handle, fcntl.LOCK_EX)
        except OSError:
            pass  # the file system has no locks: continue without one
        return self

    def __exit__(self, *_):
        for handle in self.handles:
            os.close(handle)

    def run(self, words, log, **variables):
        """Run a program with its output in a log; returns its exit code."""
        import subprocess

        with open(os.path.join(STAMPS, log), "wb") as output:
            return subprocess.call(
                words,
                cwd=ROOT,
                env=dict(os.environ, **variables),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                pass_fds=self.handles,
            )


def make_venv(lock):
    if has_venv():
        return
    if os.path.isdir(VENV) and os.listdir(VENV) and not os.path.isdir(STAMPS):
        raise Trouble(".venv was not made by ./rex: move or delete it, then run ./rex again")
    need_venv_module()
    say("making .venv with Python %d.%d.%d" % sys.version_info[:3])
    remove_tree(VENV + "-old")
    if os.path.isdir(VENV):
        os.rename(VENV, VENV + "-old")  # a half-removed one would look as if ./rex had not made it
    os.makedirs(STAMPS)
    remove_tree(VENV + "-old")
    base = getattr(sys, "_base_executable", None) or sys.executable
    if lock.run([base, "-m", "venv", VENV], "venv.log") != 0:
        show_end("venv.log")
        raise Trouble("Python could not make .venv: fix what it reports above and run ./rex again")
    import sysconfig

    packages = sysconfig.get_path("purelib", "venv", {"base": VENV, "platbase": VENV})
    with open(os.path.join(packages, "rexarium-source.pth"), "w") as file:
        file.write(SOURCES + "\n")
    stamp("venv", venv_key())


def need_venv_module():
    try:
        import venv  # noqa: F401
        from ensurepip import bootstrap  # noqa: F401
    except ImportError:
        raise Trouble(
            "this Python cannot make an environment: install its venv module (Debian, Ubuntu: "
            "apt install python%d.%d-venv) and run ./rex again" % sys.version_info[:2]
        )


def has_venv():
    """True if .venv is complete: pip believes that a package it was killed over is installed."""
    return stamped("venv") == venv_key() and stamped("installing") is None and os.path.exists(PYTHON)


def venv_key():
    return "Python %s in %s for %s" % (sys.version.split()[0], sys.base_prefix, ROOT)


def install(tier, lock):
    if has_packages(tier):
        return
    name = "requirements/%s.lock" % tier
    say("installing the packages of " + name)
    stamp("installing", "")
    code = run_pip(name, lock)
    forget("installing")
    if code != 0:
        show_end("pip.log")
        raise Trouble(complaint_about_pip(log_text("pip.log"), name))
    for done in TIERS[: TIERS.index(tier) + 1]:
        stamp(done, lock_key(done))


def run_pip(name, lock):
    """Install exactly what a lock file names: an older pip that resolves dependencies itself would pick newer versions."""
    words = ["-m", "pip", "install", "--no-input", "--no-deps", "--require-hashes", "-r", name]
    return lock.run([PYTHON] + words, "pip.log", PIP_DISABLE_PIP_VERSION_CHECK="1")


def complaint_about_pip(log, name):
    if "DO NOT MATCH THE HASHES" in log:
        return "a package is not the one that %s names: do not use it, and report it to the project" % name
    if "onnection" in log or "name resolution" in log or "imed out" in log or "from versions: none" in log:
        return "pip cannot reach its package index: fix the network or pip's settings, then run ./rex again"
    return "pip could not install %s: fix what it reports above and run ./rex again" % name


def has_packages(tier):
    return stamped(tier) == lock_key(tier)


def lock_key(tier):
    return digest(contents("requirements/%s.lock" % tier))


# The compiled core: Cython's C code, and a binary from the C compiler beside each source.

COMPILER_FAILED = (
    "the C compiler failed, so the core runs uncompiled and slowly: fix what .venv/rex/core.log reports, "
    "then run ./rex setup"
)


def build_core(lock):
    if has_core():
        return
    key, targets = core_key(), binaries()
    drop_binaries()  # an old binary would hide a newer source
    complaint = toolchain_complaint()
    if targets and not complaint:
        complaint = compile_core(key, targets, lock)
    stamp("core", complaint + "\n" + key)


def compile_core(key, targets, lock):
    if must_start_afresh(key):
        remove_tree(BUILD)
    stamp("building", "")
    say("compiling the core (%d modules)" % len(targets))
    words = ["setup.py", "--quiet", "build_ext", "--inplace", "--parallel", str(os.cpu_count() or 1)]
    settings = {"CC": compiler(), "REXARIUM_BUILD_DIR": os.path.relpath(BUILD, ROOT), "REXARIUM_CFLAGS": ""}
    code = lock.run([PYTHON] + words, "core.log", **settings)
    forget("building")
    if code != 0:
        show_end("core.log", 16)
        raise Trouble(
            "Cython could not translate the core to C: fix what it reports above and run ./rex again"
        )
    if all(os.path.exists(path) for path in targets):
        return ""
    drop_binaries()  # all or none: compiled modules depend on each other
    return COMPILER_FAILED


def has_core():
    complaint, _, key = (stamped("core") or "").partition("\n")
    if key != core_key() or stamped("building") is not None:
        return False
    if complaint:
        return complaint == (toolchain_complaint() or COMPILER_FAILED)
    return all(os.path.exists(path) for path in binaries())


def core_complaint():
    return (stamped("core") or "").partition("\n")[0]


def core_key():
    """A digest of the tools in the first line, then every source file of the core with its digest."""
    tools = [venv_key().encode(), contents("requirements/play.lock"), contents("setup.py")]
    lines = [digest(b"".join(tools)), digest(contents("pyproject.toml")) + " pyproject.toml"]
    for path in found(".py", ".pxd"):
        text = contents(path)
        if path.endswith(".pxd") or text.startswith(COMPILED):
            lines.append(digest(text) + " " + os.path.relpath(path, ROOT))
    return "\n".join(lines)


def must_start_afresh(key):
    """True if the build must start from scratch. Cython and setuptools go by file times, which do not reveal an
    interrupted build, other tools, a removed source or one restored with an old date."""
    old = (stamped("core") or "").split("\n")[1:]
    new = key.split("\n")
    if stamped("building") is not None or old[:1] != new[:1]:
        return True
    built = os.path.getmtime(os.path.join(STAMPS, "core"))
    changed = [os.path.join(ROOT, line.split(" ", 1)[1]) for line in set(old) ^ set(new)]
    return any(not os.path.exists(path) or os.path.getmtime(path) < built for path in changed)


def binaries():
    from importlib.machinery import EXTENSION_SUFFIXES

    return [path[:-3] + EXTENSION_SUFFIXES[0] for path in found(".py") if contents(path).startswith(COMPILED)]


def drop_binaries():
    for path in found(".so", ".pyd"):
        os.remove(path)


def toolchain_complaint():
    import sysconfig

    if not compiler():
        return (
            "there is no C compiler, so the core runs uncompiled and slowly: install one "
            "(Debian, Ubuntu: apt install gcc; macOS: xcode-select --install), then run ./rex again"
        )
    if not os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h")):
        return (
            "Python's C headers are missing, so the core runs uncompiled and slowly: install them "
            "(Debian, Ubuntu: apt install python%d.%d-dev), then run ./rex again" % sys.version_info[:2]
        )
    return ""


def compiler():
    """The C compiler's command: the requested one, or Python's own, or any."""
    import shutil
    import sysconfig

    asked = os.environ.get("CC")
    names = [asked] if asked else [sysconfig.get_config_var("CC"), "cc", "gcc", "clang"]
    return next((name for name in names if name and shutil.which(name.split()[0])), "")


# The page in the browser: web/build.py builds it, with the machine's Node.js or one that pip installs. Without the page
# the server says how to build it and the terminal still works, so nothing here is fatal.

NO_NODE, NO_PACKAGES = 3, 4  # exit codes of web/build.py
PAGE_COMPLAINTS = {
    NO_NODE: "there is no Node.js to build the page with: install Node.js 22 or later, or fix what .venv/rex/pip.log "
    "reports, then run ./rex setup; until then ./rex play GAME plays in the terminal",
    NO_PACKAGES: "npm cannot get the packages that build the page: fix what .venv/rex/page.log reports, then run "
    "./rex setup; until then ./rex play GAME plays in the terminal",
}
PAGE_FAILED = (
    "building the page failed, so an older one is shown if there is one: fix what .venv/rex/page.log reports, "
    "then run ./rex setup; ./rex play GAME plays in the terminal"
)


def shows_page(words):
    """True if a command needs the page: `play` with a game's name runs in the terminal."""
    return words[0] == "serve" or (words[0] == "play" and (len(words) == 1 or words[1].startswith("-")))


def prepare_page():
    if not os.path.isdir(WEB):
        return  # an installed package contains its page
    try:
        if not has_page():
            with SetUpLock() as lock:
                if not has_page():
                    build_page(lock)
    except OSError as error:
        raise Trouble(complaint_about_disk(error))
    if page_complaint() and not page_builder().is_fresh():
        say(page_complaint())


def build_page(lock):
    key = page_builder().key()
    say("building the page")
    code = lock.run([PYTHON, os.path.join("web", "build.py"), "build"], "page.log")
    if code == NO_NODE and install_node(lock):
        code = lock.run([PYTHON, os.path.join("web", "build.py"), "build"], "page.log")
    if code not in (0, NO_NODE):
        show_end("page.log")
    complaint = "" if code == 0 else PAGE_COMPLAINTS.get(code, PAGE_FAILED)
    stamp("page", complaint + "\n" + key)


def install_node(lock):
    say("installing Node.js into .venv for the page")
    return run_pip("requirements/page.lock", lock) == 0


def has_page():
    """True if the page is built, or is known not to build."""
    complaint, _, key = (stamped("page") or "").partition("\n")
    return page_builder().is_fresh() or (bool(complaint) and key == page_builder().key())


def page_complaint():
    return (stamped("page") or "").partition("\n")[0]


def page_builder():
    """web/build.py as a module."""
    if "rexarium_page" not in sys.modules:
        from importlib.util import module_from_spec, spec_from_file_location

        spec = spec_from_file_location("rexarium_page", os.path.join(WEB, "build.py"))
        module = module_from_spec(spec)
        sys.modules["rexarium_page"] = module
        spec.loader.exec_module(module)
    return sys.modules["rexarium_page"]


# Files, stamps and words.


def found(*endings, **where):
    """The package's files with one of these endings, or another folder's, in a fixed order."""
    return sorted(
        os.path.join(folder, name)
        for folder, _, names in os.walk(os.path.join(ROOT, where.get("place", "src/rexarium")))
        for name in names
        if name.endswith(endings)
    )


def contents(path):
    with open(os.path.join(ROOT, path), "rb") as file:
        return file.read()


def digest(data):
    import hashlib

    return hashlib.sha256(data).hexdigest()


def stamped(name):
    try:
        return contents(os.path.join(STAMPS, name)).decode()
    except FileNotFoundError:
        return None


def stamp(name, text):
    path = os.path.join(STAMPS, name)
    with open(path + ".new", "wb") as file:
        file.write(text.encode())
    os.replace(path + ".new", path)  # a stamp is never half written


def forget(name):
    if stamped(name) is not None:
        os.remove(os.path.join(STAMPS, name))


def remove_tree(path):
    import shutil

    if os.path.isdir(path):
        shutil.rmtree(path)


def log_text(log):
    return contents(os.path.join(STAMPS, log)).decode(errors="replace")


def show_end(log, count=6):
    lines = [line for line in log_text(log).splitlines() if line.strip()]
    sys.stderr.write("".join("  | %.160s\n" % line for line in lines[-count:]))


def say(text):
    sys.stderr.write("rex: " + text + "\n")
    sys.stderr.flush()


if __name__ == "__main__":
    if complaint_about_version(sys.version_info):
        sys.exit("rex: " + complaint_about_version(sys.version_info))
    try:
        main(sys.argv[1:])
    except Trouble as trouble:
        sys.exit("rex: %s" % trouble)
    except KeyboardInterrupt:
        say("interrupted; run the same command again to continue")
        sys.exit(130)
