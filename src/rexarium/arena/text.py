"""A report as text: tables of 80 columns, as lines of styled spans."""

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from rexarium.arena.report import Figure, Group, Report, Section, columns_of, group_names
from rexarium.kernel.game import Span

Line = list[Span]
Row = tuple[str, Mapping[str, str]]  # its name, and its texts by column

WIDTH = 80
BAR = 26
GAP = 2


def say_report(report: Report) -> list[Line]:
    """The whole report: the sections, and at the end all wins side by side."""
    lines = [[Span(headline(report), "title")], [Span(method(report))], [Span(f"Seed: {report.seed}")]]
    for section in report.sections:
        lines += [[], *_say_section(section)]
    for name in group_names(report.sections) if len(report.sections) > 1 else ():
        lines += [[], *_say_overview(report, name)]
    return lines


def headline(report: Report) -> str:
    """What was played."""
    of = "" if report.is_whole else f" of {report.planned:,}, interrupted"
    return f"{report.title}: {report.games:,} games{of}"


def method(report: Report) -> str:
    """How it was played, and how reliable it is."""
    return f"On every seat a {report.bot}. Intervals of 95 %: one in twenty misses."


def say_number(figure: Figure) -> str:
    """The average alone."""
    if figure.is_share:
        return f"{100 * figure.mean:.1f} %"
    return f"{figure.mean:.1f}" if abs(figure.mean) >= 100 else f"{figure.mean:.2f}"


def say_figure(figure: Figure) -> str:
    """The average with half of its interval."""
    scale, places = (100, 1) if figure.is_share else (1, 1 if abs(figure.mean) >= 100 else 2)
    reach = "?" if math.isnan(figure.reach) else f"{scale * figure.reach:.{places}f}"
    return f"{scale * figure.mean:.{places}f} ±{reach}{' %' if figure.is_share else ''}"


def say_verdict(figure: Figure, fair: float) -> str:
    """Is it more or less than fair, beyond doubt?"""
    return "above fair" if figure.low > fair else "below fair" if figure.high < fair else ""


# A section


def _say_section(section: Section) -> Iterator[Line]:
    yield [Span(f"{section.full_name}: {section.games:,} games", "title")]
    for group in section.groups:
        if group.won:
            yield []
            yield from _say_wins(group, section.fair)
        yield []
        yield from _say_averages(group)
    yield []
    yield from _say_table(section)


def _say_wins(group: Group, fair: float) -> Iterator[Line]:
    yield [Span(f"  Wins by {group.name} (fair: {100 * fair:.1f} %)", "bold")]
    room = max(map(len, group.won))
    top = max(fair, *(figure.mean for figure in group.won.values()))
    for label, figure in group.won.items():
        interval = f"{100 * figure.low:4.1f} to {100 * figure.high:.1f}"
        yield [
            Span(f"  {label:<{room}}  {say_number(figure):>7}  "),
            Span(f"{interval:<12}  ", "dim"),
            Span(_bar(figure.mean / top, fair / top), "good"),
            Span(f"  {say_verdict(figure, fair)}"),
        ]


def _bar(share: float, mark: float) -> str:
    """A bar, and a mark across it."""
    cells = ["#" if place < round(share * BAR) else " " for place in range(BAR + 1)]
    cells[round(mark * BAR)] = "|"
    return "".join(cells)


def _say_averages(group: Group) -> Iterator[Line]:
    yield [Span(f"  Averages by {group.name}", "bold")]
    rows = [
        (name, {label: say_figure(figure) for label, figure in figures.items()})
        for name, figures in group.numbers.items()
    ]
    yield from say_grid(rows if len(_blocks(rows, group.labels)) == 1 else _turned(rows))


def _say_table(section: Section) -> Iterator[Line]:
    yield [Span("  Averages of the table", "bold")]
    room = max(map(len, section.numbers), default=0)
    cells = [f"{name:<{room}} {say_figure(figure):>13}" for name, figure in section.numbers.items()]
    half = -(-len(cells) // 2)
    for at in range(half):
        right = cells[at + half] if at + half < len(cells) else ""
        yield [Span(f"  {cells[at]}   {right}".rstrip())]


# All sections


def _say_overview(report: Report, name: str) -> Iterator[Line]:
    yield [Span(f"Wins by {name}, in %", "title")]
    rows: list[Row] = []
    for title, found in groupby(report.sections, key=lambda section: section.name):
        rows += _overview_rows(title, [(section.note, _wins(section, name)) for section in found])
    yield from say_grid(rows, columns_of(report.sections, name))


def _overview_rows(title: str, wins: Sequence[Row]) -> list[Row]:
    """One row for a box and its seats; below it one for each variant, if they are about the same labels."""
    labels = [label for _, cells in wins for label in cells]
    if len(labels) == len(set(labels)):
        return [(title, {label: text for _, cells in wins for label, text in cells.items()})]
    return [(title, {}), *((f" {note}", cells) for note, cells in wins)]


def _wins(section: Section, name: str) -> dict[str, str]:
    group = section.group(name)
    return (
        {label: say_figure(figure).removesuffix(" %") for label, figure in group.won.items()} if group else {}
    )


# Grids


def _turned(rows: Sequence[Row]) -> list[Row]:
    columns = dict.fromkeys(column for _, cells in rows for column in cells)
    return [(column, {name: cells[column] for name, cells in rows if column in cells}) for column in columns]


def say_grid(rows: Sequence[Row], columns: Sequence[str] = ()) -> Iterator[Line]:
    """A table; columns that do not fit side by side go below."""
    for block in _blocks(
        rows, columns or list(dict.fromkeys(column for _, cells in rows for column in cells))
    ):
        yield from _say_block(rows, block)


def _blocks(rows: Sequence[Row], columns: Sequence[str]) -> list[list[str]]:
    """The columns, in groups that fit the width."""
    blocks: list[list[str]] = []
    taken = WIDTH
    for column in columns:
        room = GAP + _width(rows, column)
        if taken + room > WIDTH:
            blocks.append([])
            taken = GAP + _start(rows)
        blocks[-1].append(column)
        taken += room
    return blocks


def _width(rows: Sequence[Row], column: str) -> int:
    return max(len(column), *(len(cells.get(column, "")) for _, cells in rows))


def _start(rows: Sequence[Row]) -> int:
    return max(len(name) for name, _ in rows)


def _say_block(rows: Sequence[Row], columns: Sequence[str]) -> Iterator[Line]:
    widths = {column: GAP + _width(rows, column) for column in columns}
    head = "".join(f"{column:>{width}}" for column, width in widths.items())
    yield [Span(" " * (GAP + _start(rows)) + head, "dim")]
    for name, cells in rows:
        texts = "".join(f"{cells.get(column, ''):>{width}}" for column, width in widths.items())
        yield [Span(f"{' ' * GAP}{name:<{_start(rows)}}{texts}".rstrip())]
