"""`rexarium analyse`: each seat's chance to win along the way, where the game turned, and the score explained."""

import argparse

from rich.cells import cell_len, set_cell_size

from rexarium.analysis import Analysis, Chances, TurningPoint, analyse, sample_plies
from rexarium.cli.narration import Narrator
from rexarium.cli.replay import say_end, say_head
from rexarium.cli.screen import Screen
from rexarium.cli.storage import load_record
from rexarium.kernel.facts import TRUTH
from rexarium.kernel.game import Span
from rexarium.match import Record

ROWS = 20  # lines of chances, so that the turning points and the score fit on the screen
COLUMN = 12


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of `rexarium analyse`."""
    parser.add_argument("file", metavar="FILE", help="a record")


def run(args: argparse.Namespace, screen: Screen) -> int:
    """Analyse with a progress bar, then report."""
    record = load_record(args.file)
    found = _analyse(record, args.color)
    narrator = Narrator(record.match.game, record.match.players)
    say_head(screen, record.match)
    _say_chances(screen, narrator, found)
    _say_turning_points(screen, narrator, found)
    _say_scores(screen, narrator, found)
    screen.say()
    say_end(screen, narrator, record.match, record.ending)
    return 0


def _analyse(record: Record, is_coloured: bool | None) -> Analysis:
    from rexarium.cli.experiment import (  # noqa: PLC0415 - what it needs would make every other command start late
        error_console,
        make_progress,
    )

    with make_progress(error_console(is_coloured)) as progress:
        bar = progress.add_task("positions", total=None)
        return analyse(record, lambda done, total: progress.update(bar, completed=done, total=total))


def _say_chances(screen: Screen, narrator: Narrator, found: Analysis) -> None:
    screen.say()
    screen.say("Chances to win along the way", "title")
    heads = [_right(f"{seat} {label}") for seat, label in enumerate(narrator.labels, start=1)]
    screen.draw([[Span(f"{'move':>5}{''.join(heads)}", "dim")]])
    for ply in sample_plies(list(found.chances), ROWS):
        screen.draw([[Span(f"{ply:>5}", ""), *map(_cell, found.chances[ply])]])


def _right(text: str) -> str:
    """A column heading, cropped and right-aligned, after two blanks."""
    shown = set_cell_size(text, COLUMN) if cell_len(text) > COLUMN else text
    return " " * (COLUMN + 2 - cell_len(shown)) + shown


def _cell(chance: float) -> Span:
    return Span(_right(_percent(chance)), "bold" if chance > 0.5 else "")


def _percent(chance: float) -> str:
    return f"{chance * 100:.0f} %"


def _say_turning_points(screen: Screen, narrator: Narrator, found: Analysis) -> None:
    screen.say()
    screen.say("Turning points", "title")
    for point in found.turning_points:
        _say_turning_point(screen, narrator, found, point)
    if not found.turning_points:
        screen.say("No single move changed the chances much.", indent=5)


def _say_turning_point(screen: Screen, narrator: Narrator, found: Analysis, point: TurningPoint) -> None:
    number = point.begin
    for line in found.match.lines(point.begin, point.end):
        number += len(line)
        who = narrator.labels[line[0].seat]
        screen.say(f"{number:>4} {who}: {found.match.say_line(line)}", "bold", hang=5)
        if told := narrator.tell([fact for ply in line for fact in ply.facts], TRUTH):
            screen.say(told, indent=5)
    screen.say(_say_change(narrator, point.before, point.after), indent=5)


def _say_change(narrator: Narrator, before: Chances, after: Chances) -> str:
    """The chances that changed, each with its old and new value."""
    changes = [
        f"{label} {_percent(one)} → {_percent(other)}"
        for label, one, other in zip(narrator.labels, before, after, strict=True)
        if _percent(one) != _percent(other)
    ]
    return f"Chances: {', '.join(changes)}."


def _say_scores(screen: Screen, narrator: Narrator, found: Analysis) -> None:
    screen.say()
    screen.say("The score, explained", "title")
    for standing in found.standings:
        screen.say(f"{narrator.labels[standing.seat]}: {standing.score}", "bold")
        for reason in standing.reasons:
            screen.say(narrator.reasons([reason]), indent=5)
