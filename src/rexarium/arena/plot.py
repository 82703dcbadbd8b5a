"""A report as one page: HTML with drawings inside, nothing to load and nothing to run."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from rexarium.arena.report import Figure, Group, Report, Section, group_names
from rexarium.arena.text import headline, method, say_figure, say_number, say_verdict

WIDE, NARROW = 460, 300  # of a drawing
ROW, BAR = 24, 14  # heights
TEXT = 7.2  # about the width of a letter
VALUE = 60  # room for a figure behind its bar

STYLE = """
:root { color-scheme: light dark; --paper: #fffdf8; --ink: #22201c; --dim: #6b665c; --line: #ddd6c8;
  --bar: #8fb39a; --high: #4f8a63; --low: #c98b5e; --mark: #8a2f2f; }
@media (prefers-color-scheme: dark) { :root { --paper: #1b1a18; --ink: #ece7dc; --dim: #a39c8e; --line: #3a3732;
  --bar: #5d7f68; --high: #6fae85; --low: #c07f4f; --mark: #e08a8a; } }
body { margin: 0 auto; padding: 1.5rem; max-width: 64rem; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; }
h1 { margin: 0; } h2 { margin: 2.5rem 0 .5rem; border-top: 1px solid var(--line); padding-top: 1rem; }
h3 { margin: 1.2rem 0 .3rem; font-size: 1rem; } p { margin: .3rem 0; max-width: 46rem; } .dim { color: var(--dim); }
code { overflow-wrap: anywhere; } .row { display: flex; flex-wrap: wrap; gap: 1rem 2rem; }
figure { margin: 0; } figcaption { font-size: .9rem; } svg { max-width: 100%; height: auto; }
svg text { fill: var(--ink); font: 13px system-ui, sans-serif; } .bar { fill: var(--bar); }
.above { fill: var(--high); } .below { fill: var(--low); } .reach { stroke: var(--ink); stroke-width: 1.5; }
.mark { stroke: var(--mark); stroke-dasharray: 3 3; } summary { cursor: pointer; margin-top: .8rem; }
.wide { overflow-x: auto; } table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .9rem; }
th, td { padding: .2rem .7rem; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
th:first-child { text-align: left; font-weight: normal; } thead th { font-weight: 600; }
"""


def draw_page(report: Report, command: str = "") -> str:
    """The page; `command` is what makes it again."""
    title = escape(headline(report))
    parts = [
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>",
        *_draw_introduction(report, command),
        *_draw_overview(report),
        *(part for section in report.sections for part in _draw_section(section)),
        "</main>\n</body>\n</html>\n",
    ]
    return "\n".join(parts)


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
        top = max(_top(group.won.values(), section.fair) for section, group in found)
        yield f'<h3>Wins by {escape(name)}</h3>\n<div class="row">'
        for section, group in found:
            yield _draw_bars(section.full_name, group.won, width=NARROW, top=top, fair=section.fair)
        yield "</div>"
    yield "<h3>Averages of the table</h3>"
    columns = [section.full_name for section in report.sections]
    names = dict.fromkeys(name for section in report.sections for name in section.numbers)
    rows = {name: [section.numbers.get(name) for section in report.sections] for name in names}
    yield _draw_table(columns, rows)


# A section


def _draw_section(section: Section) -> Iterator[str]:
    yield f"<h2>{escape(section.full_name)}</h2>"
    rulings = ", ".join(f"{name} {answer}" for name, answer in section.rulings.items())
    yield f"<p>{section.games:,} games with {escape(section.title)}.</p>"
    yield f'<p class="dim">{escape(section.digest)}{"; " if rulings else ""}{escape(rulings)}</p>'
    for group in section.groups:
        yield from _draw_group(group, section.fair)
    yield "<h3>The table</h3>"
    yield _draw_table(["average"], {name: [figure] for name, figure in section.numbers.items()})


def _draw_group(group: Group, fair: float) -> Iterator[str]:
    yield f"<h3>By {escape(group.name)}</h3>"
    if group.won:
        top = _top(group.won.values(), fair)
        yield _draw_bars("wins", group.won, width=WIDE, top=top, fair=fair)
    yield '<div class="row">'
    for name, figures in group.numbers.items():
        yield _draw_bars(name, figures, width=NARROW, top=_top(figures.values()))
    yield "</div>\n<details>\n<summary>The same in figures</summary>"
    rows = {"wins": list(group.won.values())} if group.won else {}
    rows |= {name: list(figures.values()) for name, figures in group.numbers.items()}
    yield _draw_table(group.labels, rows)
    yield "</details>"


def _draw_table(columns: Sequence[str], rows: Mapping[str, Sequence[Figure | None]]) -> str:
    head = "".join(f'<th scope="col">{escape(column)}</th>' for column in columns)
    lines = [
        f'<tr><th scope="row">{escape(name)}</th>'
        + "".join(f"<td>{escape(say_figure(figure)) if figure else ''}</td>" for figure in figures)
        + "</tr>"
        for name, figures in rows.items()
    ]
    body = "\n".join(lines)
    return f'<div class="wide"><table><thead><tr><th></th>{head}</tr></thead>\n<tbody>\n{body}\n</tbody></table></div>'


# Bars


def _top(figures: Iterable[Figure], least: float = 0.0) -> float:
    """The end of the scale: everything fits with its interval."""
    ends = [figure.mean if math.isnan(figure.high) else figure.high for figure in figures]
    return max(least, *ends) or 1.0


@dataclass(frozen=True, slots=True)
class _Scale:
    """Where a number lies in a drawing; `fair` is where the mark is."""

    width: int
    start: float
    unit: float
    fair: float | None

    def x(self, number: float) -> float:
        return self.start + max(0.0, number) * self.unit


def _draw_bars(
    caption: str, figures: Mapping[str, Figure], *, width: int, top: float, fair: float | None = None
) -> str:
    """A drawing: a bar for each label, its interval, its figure, and what would be fair."""
    start = 12 + TEXT * max(map(len, figures))
    scale = _Scale(width, start, (width - start - VALUE) / top, fair)
    height = ROW * len(figures) + 4
    parts = [
        _draw_bar(label, figure, ROW * at + 4, scale) for at, (label, figure) in enumerate(figures.items())
    ]
    if fair is not None:
        parts.append(_line("mark", scale.x(fair), 0, scale.x(fair), height))
    said = "; ".join(f"{label} {say_figure(figure)}" for label, figure in figures.items())
    drawn = "\n".join(parts)
    return (
        f"<figure><figcaption>{escape(caption)}</figcaption>"
        f'<svg role="img" aria-label="{escape(f"{caption}: {said}")}" '
        f'width="{width}" height="{height}" viewBox="0 0 {width} {height}">\n{drawn}\n</svg></figure>'
    )


def _draw_bar(label: str, figure: Figure, y: int, scale: _Scale) -> str:
    verdict = say_verdict(figure, scale.fair) if scale.fair is not None else ""
    kind = verdict.removesuffix(" fair") or "bar"
    middle = y + BAR / 2
    left, right = scale.x(0), scale.x(figure.mean)
    parts = [
        _text(label, left - 6, middle),
        f'<rect class="{kind}" x="{left:.1f}" y="{y}" width="{right - left:.1f}" height="{BAR}"/>',
        _text(say_number(figure), scale.width - 4, middle),
    ]
    if not math.isnan(figure.reach):
        low, high = scale.x(figure.low), scale.x(figure.high)
        parts.append(_line("reach", low, middle, high, middle))
        parts += [_line("reach", x, middle - 3, x, middle + 3) for x in (low, high)]
    return "".join(parts)


def _text(text: str, right: float, middle: float) -> str:
    return f'<text x="{right:.1f}" y="{middle + 4.5:.1f}" text-anchor="end">{escape(text)}</text>'


def _line(kind: str, x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'
