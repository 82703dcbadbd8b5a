"""Bars, tables, and a page that stands alone: HTML with drawings inside, nothing to load and nothing to run."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from rexarium.arena.report import Figure
from rexarium.arena.text import say_figure, say_number, say_verdict

WIDE, NARROW = 460, 300  # of a drawing
ROW, BAR = 24, 14  # heights
TEXT = 7.2  # about the width of a letter
VALUE = 60  # room for a figure after its bar

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
tbody th { text-align: left; font-weight: normal; } thead th { font-weight: 600; }
"""


def bind_page(title: str, style: str, parts: Iterable[str]) -> str:
    """A self-contained page."""
    head = escape(title)
    lines = [
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{head}</title>\n<style>{style}</style>\n</head>\n<body>\n<main>\n<h1>{head}</h1>",
        *parts,
        "</main>\n</body>\n</html>\n",
    ]
    return "\n".join(lines)


# Tables


def draw_table(columns: Sequence[str], rows: Mapping[str, Sequence[Figure | None]], caption: str = "") -> str:
    """Figures in rows, each with its interval."""
    texts = {
        name: [say_figure(figure) if figure else "" for figure in figures] for name, figures in rows.items()
    }
    return draw_texts(
        columns, {name: [f"<td>{escape(text)}</td>" for text in row] for name, row in texts.items()}, caption
    )


def draw_texts(columns: Sequence[str], rows: Mapping[str, Sequence[str]], caption: str = "") -> str:
    """A table of finished cells."""
    head = "".join(f'<th scope="col">{escape(column)}</th>' for column in columns)
    lines = [f'<tr><th scope="row">{escape(name)}</th>{"".join(cells)}</tr>' for name, cells in rows.items()]
    body = "\n".join(lines)
    above = f"<caption>{escape(caption)}</caption>" if caption else ""
    return (
        f'<div class="wide"><table>{above}<thead><tr><td></td>{head}</tr></thead>\n'
        f"<tbody>\n{body}\n</tbody></table></div>"
    )


# Bars


def top_of(figures: Iterable[Figure], least: float = 0.0) -> float:
    """The end of the scale, so that everything fits with its interval."""
    ends = [figure.mean if math.isnan(figure.high) else figure.high for figure in figures]
    return max(least, *ends) or 1.0


@dataclass(frozen=True, slots=True)
class _Scale:
    """The scale of a drawing; `fair` is where the mark is."""

    width: int
    start: float
    unit: float
    fair: float | None

    def x(self, number: float) -> float:
        return self.start + max(0.0, number) * self.unit


def draw_bars(
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
        parts.append(draw_line("mark", scale.x(fair), 0, scale.x(fair), height))
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
        parts.append(draw_line("reach", low, middle, high, middle))
        parts += [draw_line("reach", x, middle - 3, x, middle + 3) for x in (low, high)]
    return "".join(parts)


def _text(text: str, right: float, middle: float) -> str:
    return f'<text x="{right:.1f}" y="{middle + 4.5:.1f}" text-anchor="end">{escape(text)}</text>'


def draw_line(kind: str, x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'
