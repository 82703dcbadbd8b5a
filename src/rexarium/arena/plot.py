"""The lab's report as one page."""

from collections.abc import Iterator
from html import escape

from rexarium.arena.drawing import NARROW, STYLE, WIDE, bind_page, draw_bars, draw_table, top_of
from rexarium.arena.report import Group, Report, Section, group_names
from rexarium.arena.text import headline, method


def draw_page(report: Report, command: str = "") -> str:
    """The page; `command` is what makes it again."""
    parts = [
        *_draw_introduction(report, command),
        *_draw_overview(report),
        *(part for section in report.sections for part in _draw_section(section)),
    ]
    return bind_page(headline(report), STYLE, parts)


def _draw_introduction(report: Report, command: str) -> Iterator[str]:
    yield f"<p>{escape(method(report))} Other players would play otherwise, and win otherwise.</p>"
    yield (
        '<p class="dim">Every deal was played once with each seat first, and a shared win counts in parts. The thin '
        "line on a bar is its interval, taken from the scatter between deals; the dashed line is what would be fair. "
        "A bar is darker if it is above that beyond doubt, and brown if it is below.</p>"
    )
    again = f"Made by <code>{escape(command)}</code>" if command else f"Seed: {escape(report.seed)}"
    yield f'<p class="dim">{again}</p>'


# All sections


def _draw_overview(report: Report) -> Iterator[str]:
    if len(report.sections) < 2:
        return
    yield "<h2>Side by side</h2>"
    for name in group_names(report.sections):
        found = [(section, group) for section in report.sections if (group := section.group(name))]
        top = max(top_of(group.won.values(), section.fair) for section, group in found)
        yield f'<h3>Wins by {escape(name)}</h3>\n<div class="row">'
        for section, group in found:
            yield draw_bars(section.full_name, group.won, width=NARROW, top=top, fair=section.fair)
        yield "</div>"
    yield "<h3>Averages of the table</h3>"
    columns = [section.full_name for section in report.sections]
    names = dict.fromkeys(name for section in report.sections for name in section.numbers)
    rows = {name: [section.numbers.get(name) for section in report.sections] for name in names}
    yield draw_table(columns, rows)


# A section


def _draw_section(section: Section) -> Iterator[str]:
    yield f"<h2>{escape(section.full_name)}</h2>"
    rulings = ", ".join(f"{name} {answer}" for name, answer in section.rulings.items())
    yield f"<p>{section.games:,} games with {escape(section.title)}.</p>"
    yield f'<p class="dim">{escape(section.digest)}{"; " if rulings else ""}{escape(rulings)}</p>'
    for group in section.groups:
        yield from _draw_group(group, section.fair)
    yield "<h3>The table</h3>"
    yield draw_table(["average"], {name: [figure] for name, figure in section.numbers.items()})


def _draw_group(group: Group, fair: float) -> Iterator[str]:
    yield f"<h3>By {escape(group.name)}</h3>"
    if group.won:
        top = top_of(group.won.values(), fair)
        yield draw_bars("wins", group.won, width=WIDE, top=top, fair=fair)
    yield '<div class="row">'
    for name, figures in group.numbers.items():
        yield draw_bars(name, figures, width=NARROW, top=top_of(figures.values()))
    yield "</div>\n<details>\n<summary>The same in figures</summary>"
    rows = {"wins": list(group.won.values())} if group.won else {}
    rows |= {name: list(figures.values()) for name, figures in group.numbers.items()}
    yield draw_table(group.labels, rows)
    yield "</details>"
