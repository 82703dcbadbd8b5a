"""Saved games: files are written atomically, so that a killed program loses nothing."""

import contextlib
import os
import shlex
import sys
import time
from pathlib import Path

import rexarium
from rexarium.kernel.errors import BadRecord, RexariumError
from rexarium.match import Match, Record, read_whole_record_file, say_record

ENDING = ".rex"


class CannotSave(RexariumError):
    """The file cannot be written, or must not be overwritten."""


class Unreadable(RexariumError):
    """The file is not a whole record."""


class Keeper:
    """Saves one match in one file, from the deal on."""

    def __init__(self, path: Path, record: Record | None = None, *, is_kept: bool = False) -> None:
        """`record` is what the match was resumed from; `is_kept` says whether the file already holds it."""
        self.path = path
        self.trouble = ""
        self._proof = record.proof if record else None
        self._notes = record.notes if record else ()
        self._kept = self._say(record.match) if record and is_kept else ""

    def _say(self, match: Match) -> str:
        """The record with a table's additions; notes about moves that were taken back are dropped."""
        return say_record(match, self._proof, [note for note in self._notes if note.ply <= match.ply])

    def keep(self, match: Match) -> None:
        """Save the match; if that fails, the game goes on and `trouble` says why."""
        text = self._say(match)
        if text == self._kept:
            return
        try:
            write_whole(self.path, text)
            self._kept, self.trouble = text, ""
        except CannotSave as error:
            self.trouble = str(error)

    def keep_copy(self, path: Path, match: Match) -> None:
        """Save the match in another file, which must not exist yet."""
        write_whole(path, self._say(match), may_replace=False)

    def how_to_resume(self) -> str:
        """The command that resumes this game."""
        is_ours = self.path.parent == games_folder() and self.path.suffix == ENDING
        name = self.path.stem if is_ours else str(self.path)
        return f"{command_name()} play --resume {shlex.quote(name)}"


def write_whole(path: Path, text: str, *, may_replace: bool = True, is_private: bool = False) -> None:
    """Write a file atomically; only its owner can read a private one."""
    target = Path(os.path.realpath(path))
    draft = target.with_name(f".{target.name}.{os.getpid()}.new")
    try:
        if target.exists() and not (may_replace and target.is_file()):
            raise CannotSave(f"{path} already exists: choose another name.")
        draft.touch(mode=0o600 if is_private else 0o666, exist_ok=False)
        draft.write_text(text, encoding="utf-8")
        os.replace(draft, target)
    except (OSError, ValueError) as error:
        with contextlib.suppress(OSError, ValueError):
            draft.unlink()
        raise CannotSave(f"Cannot write {path}: {getattr(error, 'strerror', error)}.") from None


def load_record(path: str | Path) -> Record:
    """Everything in a record file; a refusal names the file."""
    try:
        return read_whole_record_file(path)
    except BadRecord as error:
        text = str(error)
        raise Unreadable(text if str(path) in text else f"{path}: {text}") from None


def games_folder() -> Path:
    """The folder for automatically saved games: $REXARIUM_STATE, otherwise by the XDG rules."""
    if state := os.environ.get("REXARIUM_STATE"):
        return Path(state) / "games"
    state = os.environ.get("XDG_STATE_HOME", "")
    base = state if os.path.isabs(state) else os.path.expanduser("~/.local/state")
    return Path(base) / "rexarium" / "games"


def fresh_path(game: str) -> Path:
    """A new file for a game that is about to begin."""
    folder = games_folder()
    with contextlib.suppress(OSError):  # the first attempt to write reports it
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    stem = f"{game}-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}"
    return folder / f"{stem}{ENDING}"


def saved_path(name: str) -> Path:
    """The file of a saved game: a path, or a name in our folder; without either, the last game played."""
    if name:
        ours = games_folder() / f"{name}{ENDING}"
        return ours if ours.is_file() and not Path(name).exists() else Path(name)
    found = sorted(games_folder().glob(f"*{ENDING}"), key=lambda path: path.stat().st_mtime)
    if not found:
        raise CannotSave(f"There is no saved game in {games_folder()}.")
    return found[-1]


def command_name() -> str:
    """The command that runs this program."""
    called = Path(sys.argv[0]).name
    script = Path(rexarium.__file__).resolve().parents[2] / "rex"
    if called != "__main__.py":
        return "rexarium"
    if not script.is_file():
        return "python -m rexarium"
    return "./rex" if script.parent == Path.cwd() else shlex.quote(str(script))
