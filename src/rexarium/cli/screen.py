"""The terminal: the one place where text goes out and lines come in."""

import os
import re
import shutil
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from rich.console import Console
from rich.style import Style
from rich.text import Text

from rexarium.kernel.game import Span

COLOURS = {
    "yellow": "color(178)",
    "blue": "color(33)",
    "brown": "color(130)",
    "green": "color(34)",
    "red": "color(203)",
}
PALETTE = {**COLOURS, "dim": "dim", "bold": "bold", "title": "bold", "good": "bold green", "bad": "bold red"}
COLOUR_WORDS = re.compile(rf"\b({'|'.join(COLOURS)})\b(?: \d+\b)?")
WIDEST_PROSE, WIDEST_PICTURE = 100, 120
_HARD_SPACES = "\u00a0\u202f"  # used in French; not printable according to Python, but harmless
CLEAR = "\x1b[H\x1b[2J\x1b[3J"  # the screen, and its scrollback


class _Console(Console):
    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


class Screen:
    """Writes styled lines, coloured or plain, and asks for lines."""

    def __init__(self, is_coloured: bool | None = None) -> None:
        """Coloured on request; by default, on a terminal with colours, unless NO_COLOR is set."""
        for stream in (sys.stdin, sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace")
        self.is_terminal = sys.stdout.isatty()
        self._is_dumb = os.environ.get("TERM", "dumb") in ("dumb", "unknown")
        if is_coloured is None:
            is_coloured = self.is_terminal and not self._is_dumb and not os.environ.get("NO_COLOR")
        self._console = _Console(
            color_system=("auto" if self.is_terminal and not self._is_dumb else "256")
            if is_coloured
            else None,
            force_terminal=is_coloured,
            highlight=False,
            markup=False,
            emoji=False,
            width=self.width,
        )
        self._has_editing = self.is_terminal and sys.stdin is not None and sys.stdin.isatty()
        if self._has_editing and (editing := _optional("readline")):
            editing.parse_and_bind("set enable-bracketed-paste off")  # no control codes around the prompt
            editing.parse_and_bind("set enable-meta-key off")

    @property
    def width(self) -> int:
        """The number of columns; 80 if unknown."""
        return max(20, shutil.get_terminal_size((80, 24)).columns)

    # Out

    def say(self, text: str = "", style: str = "", indent: int = 0, hang: int = 0) -> None:
        """Print each line as a wrapped paragraph; lines after the first are indented by `hang` more columns."""
        width = min(self.width, WIDEST_PROSE)
        for paragraph in text.split("\n"):
            painted = Text(clean(paragraph), _style(style))
            painted.highlight_regex(COLOUR_WORDS, lambda word: _style(word.split()[0]))
            first, *rest = self._wrapped(painted, width - indent, width - indent - hang)
            self._write(Text(" " * indent) + first)
            for line in rest:
                self._write(Text(" " * (indent + hang)) + line)

    def say_whole(self, text: str, style: str = "", indent: int = 0) -> None:
        """Print a line without wrapping: a path, or a command to copy."""
        self._write(Text(" " * indent + clean(text), _style(style)))

    def _wrapped(self, text: Text, first: int, rest: int) -> list[Text]:
        """Wrap to two widths: the first line to one, the rest to the other."""
        lines = list(text.wrap(self._console, first, overflow="fold"))
        if len(lines) < 2 or first == rest:
            return lines or [Text()]
        taken = len(lines[0].plain.rstrip())
        while taken < len(text.plain) and text.plain[taken] == " ":
            taken += 1
        return [lines[0], *text[taken:].wrap(self._console, rest, overflow="fold")]

    def draw(self, lines: Sequence[Sequence[Span]]) -> None:
        """A picture."""
        for line in lines:
            text = Text()
            for span in line:
                text.append(clean(span.text), _style(span.style))
            self._write(text)

    @property
    def picture_width(self) -> int:
        """The width for a picture."""
        return max(60, min(self.width, WIDEST_PICTURE))

    def columns(self, entries: Sequence[str], indent: int = 2) -> None:
        """Short entries side by side, read from left to right."""
        room = max(map(len, entries), default=0) + 3
        count = max(1, (min(self.width, WIDEST_PROSE) - indent + 3) // room)
        for at in range(0, len(entries), count):
            row = entries[at : at + count]
            self.say(" " * indent + "".join(entry.ljust(room) for entry in row).rstrip())

    def _write(self, text: Text) -> None:
        text.rstrip()
        self._console.width = max(self.width, text.cell_len)  # it is already wrapped
        self._console.print(text, no_wrap=True, overflow="ignore", crop=False)

    def clear(self) -> None:
        """Hide everything that was shown, as far as the terminal can."""
        if editing := _optional("readline"):
            editing.clear_history()
        if not self.is_terminal:
            self.say("-" * 60)
        elif self._is_dumb:
            self.say("\n" * 200)
        else:
            self._console.file.write(CLEAR)
            self._console.file.flush()
        self._drop_keys()

    def _drop_keys(self) -> None:
        """Drop keys that were typed before; they were meant for the old screen."""
        if self._has_editing and (termios := _optional("termios")):
            termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)

    # In

    def ask(self, prompt: str) -> str:
        """Read a line without surrounding blanks; EOFError at the end of input."""
        try:
            return " ".join(clean(self._read(clean(prompt))).split())
        except EOFError:
            self.say()
            raise

    def _read(self, prompt: str) -> str:
        if self._has_editing:
            return input(prompt)
        self._console.print(Text(prompt), end="", no_wrap=True, overflow="ignore", crop=False)
        line = sys.stdin.readline() if sys.stdin is not None else ""
        if not line:
            raise EOFError
        if not sys.stdin.isatty():
            self._write(Text(clean(line.rstrip("\n"))))  # so that piped output reads as a dialogue
        return line


def _style(names: str) -> Style:
    return Style.parse(" ".join(PALETTE[name] for name in names.split() if name in PALETTE))


def clean(text: str) -> str:
    """A text that is safe to print on a terminal."""
    return "".join(
        character if character.isprintable() or character in _HARD_SPACES else "?"
        for character in text.rstrip("\r\n")
    )


def _optional(name: str) -> Any:
    """Import readline, which gives input() its arrow keys; not every Python has it."""
    try:
        return import_module(name)
    except ImportError:
        return None
