"""The results of a contest as one page with drawings."""

import math
from collections.abc import Iterator, Sequence
from html import escape

from rexarium.arena.drawing import (
    NARROW,
    STYLE,
    bind_page,
    draw_bars,
    draw_line,
    draw_table,
    draw_texts,
    top_of,
)
from rexarium.arena.rating import points_of
from rexarium.arena.report import Figure
from rexarium.arena.scoreboard import (
    duel_share,
    duelists,
    headline,
    ladder_cells,
    method,
    nicknames,
    say_doubt,
    say_interval,
    say_points,
    say_test,
    say_time,
)
from rexarium.arena.sequential import Course
from rexarium.arena.standing import EVERYBODY, Comparison, Findings, Standing
from rexarium.arena.text import say_figure

PAGE_STYLE = (
    STYLE
    + """
.lead { font-size: 1.15rem; } table { min-width: min(24rem, 100%); } td.self { color: var(--line); }
caption { text-align: left; padding: .4rem 0; color: var(--dim); white-space: normal;
  max-width: calc(100vw - 2rem); }
.lanes { list-style: none; margin: .5rem 0; padding: 0; max-width: 46rem; }
.lanes li { display: grid; grid-template-columns: 10rem 1fr 4rem; align-items: center; gap: .6rem; }
.lanes li + li { border-top: 1px solid var(--line); } .lanes b { font-weight: 500; overflow-wrap: anywhere; }
.lanes data { text-align: right; font-variant-numeric: tabular-nums; } .lanes svg { display: block; overflow: visible; }
.grid { stroke: var(--line); } .dot { fill: var(--high); } .trace { fill: none; stroke: var(--high); stroke-width: 2; }
svg .tick { fill: var(--dim); font-size: 12px; } .plot { width: 100%; max-width: 30rem; }
tbody th { position: sticky; left: 0; background: var(--paper); }
"""
    + "\n".join(
        f".{side}{level} {{ background: color-mix(in srgb, var(--{side}) {15 * level}%, transparent); }}"
        for side in ("high", "low")
        for level in (1, 2, 3, 4)
    )
    + """
@media (max-width: 34rem) { body { padding: 1rem; } .lanes li { grid-template-columns: 1fr 4rem; padding: .2rem 0; }
  .lanes svg { grid-row: 2; grid-column: 1 / -1; } .lanes .axis b, .lanes .axis data { display: none; } }
"""
)
LANE = 30  # the height of a lane
STEP = 60  # points for one more shade in the table of pairings
PLOT_WIDTH, PLOT_HEIGHT = 420, 280
LEFT, RIGHT, TOP, BOTTOM = 46, 26, 12, 40  # margins of a plot


def draw_poster(findings: Findings, command: str = "") -> str:
    """The page; `command` is what makes it again."""
    parts = [*_draw_introduction(findings)]
    if findings.course:
        parts += _draw_test(findings, findings.course)
    parts += [*_draw_ladder(findings), *_draw_pairings(findings)]
    for comparison in findings.comparisons:
        parts += _draw_comparison(comparison, findings)
    parts += [*_draw_thinking(findings), *_draw_habits(findings), *_draw_origin(findings, command)]
    return bind_page(headline(findings), PAGE_STYLE, parts)


def _draw_introduction(findings: Findings) -> Iterator[str]:
    yield f'<p class="lead">{escape(_summary(findings))}</p>'
    yield f'<p class="dim">{escape(" ".join(method(findings)))}</p>'


def _summary(findings: Findings) -> str:
    """The main result."""
    if findings.course:
        return next(say_test(findings.course, _short_names(findings)))
    best, second = findings.standings[:2]
    ahead = best.rating.mean - second.rating.mean
    lead = f"{best.contestant} is ahead of {second.contestant} by {ahead:.0f} points"
    if best.doubt is not None and best.doubt < 0.05:
        return f"{lead}, and that is hardly chance (p\N{NO-BREAK SPACE}{_with_sign(say_doubt(best.doubt))})."
    return (
        f"{lead}, which may well be chance (p\N{NO-BREAK SPACE}{_with_sign(say_doubt(best.doubt or 1.0))})."
    )


def _with_sign(doubt: str) -> str:
    """A number with its sign, kept on one line."""
    return (doubt if doubt.startswith("<") else f"= {doubt}").replace(" ", "\N{NO-BREAK SPACE}")


def _short_names(findings: Findings) -> list[str]:
    return list(nicknames(findings.terms.contestants).values())


# The ladder


def _draw_ladder(findings: Findings) -> Iterator[str]:
    names = nicknames(findings.terms.contestants)
    yield "<h2>Ladder</h2>\n<figure>"
    yield (
        "<figcaption>Ratings in points; the line is where each lies with a confidence of 95 %. 0 is the mean of all."
        "</figcaption>"
    )
    yield '<ol class="lanes">'
    scale = _Axis.around([end for s in findings.standings for end in (s.rating.low, s.rating.high)])
    for standing in findings.standings:
        yield _draw_lane(names[standing.contestant], standing, scale)
    yield f'<li class="axis"><b></b>{_draw_ticks(scale)}<data></data></li>\n</ol>\n</figure>'
    cells = {names[standing.contestant]: ladder_cells(standing) for standing in findings.standings}
    columns = list(next(iter(cells.values())))
    yield draw_texts(
        columns,
        {name: [_draw_cell(texts[column]) for column in columns] for name, texts in cells.items()},
        "The same in figures. p: how easily equals would lie as far apart as this one and the next; "
        "wins: of games in which it was the only one of its kind.",
    )


def _draw_cell(text: str, kind: str = "") -> str:
    return f'<td class="{kind}">{escape(text)}</td>' if kind else f"<td>{escape(text)}</td>"


class _Axis:
    """From the lowest to the highest number, with round numbers to mark."""

    def __init__(self, low: float, high: float) -> None:
        self.low, self.high = low, high
        rough = (high - low) / 4
        power = 10 ** math.floor(math.log10(rough))
        step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough)
        first, last = math.ceil(low / step), math.floor(high / step)
        self.ticks = [number * step for number in range(first, last + 1)]

    @classmethod
    def around(cls, numbers: Sequence[float]) -> "_Axis":
        """An axis around some numbers, with a little room."""
        low, high = min(*numbers, 0.0), max(*numbers, 0.0)
        room = 0.04 * (high - low) or 1.0
        return cls(low - room, high + room)

    def part(self, number: float) -> float:
        """Which part of the axis lies below the number."""
        return (number - self.low) / (self.high - self.low)

    def percent(self, number: float) -> str:
        """The same as a percentage, for a drawing of any width."""
        return f"{100 * self.part(number):.2f}%"


def _draw_lane(name: str, standing: Standing, scale: _Axis) -> str:
    rating, middle = standing.rating, LANE / 2
    said = f"{name}: {say_points(rating.mean)}, {say_interval(rating.low, rating.high)}"
    low, mean, high = (scale.percent(number) for number in (rating.low, rating.mean, rating.high))
    zero = scale.percent(0)
    return (
        f'<li><b>{escape(name)}</b><svg role="img" aria-label="{escape(said)}" width="100%" height="{LANE}">'
        f'<line class="mark" x1="{zero}" y1="0" x2="{zero}" y2="{LANE}"/>'
        f'<line class="reach" x1="{low}" y1="{middle}" x2="{high}" y2="{middle}"/>'
        + "".join(
            f'<line class="reach" x1="{x}" y1="{middle - 4}" x2="{x}" y2="{middle + 4}"/>'
            for x in (low, high)
        )
        + f'<circle class="dot" cx="{mean}" cy="{middle}" r="5"/></svg><data>{say_points(rating.mean)}</data></li>'
    )


def _draw_ticks(scale: _Axis) -> str:
    texts = "".join(
        f'<text class="tick" x="{scale.percent(tick)}" y="18" text-anchor="middle">{say_points(tick)}</text>'
        for tick in scale.ticks
    )
    return f'<svg aria-hidden="true" width="100%" height="{LANE}">{texts}</svg>'


# Pairings


def _draw_pairings(findings: Findings) -> Iterator[str]:
    names = nicknames(findings.terms.contestants)
    challengers, opponents = duelists(findings)
    seats = findings.terms.seats
    among = "against the column" if seats == 2 else f"among {seats - 1} of the column"
    yield "<h2>Who beats whom</h2>"
    yield draw_texts(
        [names[word] for word in opponents],
        {names[one]: [_draw_duel(findings, one, other) for other in opponents] for one in challengers},
        f"Wins of one of the row {among}, in %; {100 * findings.fair:.1f} would be fair. "
        "Green is more than fair, brown less.",
    )
    yield "<details>\n<summary>What the ratings would let one expect</summary>"
    yield draw_texts(
        ["wins", "expected", "games"],
        {
            f"{names[duel.challenger]} – {names[duel.opponent]}": [
                _draw_cell(say_figure(duel.won)),
                _draw_cell(f"{100 * duel.expected:.1f} %"),
                _draw_cell(f"{duel.games:,}"),
            ]
            for duel in findings.duels
        },
        "Every pairing by itself, challenger first. Where both differ widely, strength is more than one number: some "
        "are good against some.",
    )
    yield "</details>"


def _draw_duel(findings: Findings, one: str, other: str) -> str:
    if one == other:
        return _draw_cell("·", "self")
    won = duel_share(findings, one, other)
    return (
        _draw_cell(say_figure(won).removesuffix(" %"), _shade(won, findings.terms.seats))
        if won
        else _draw_cell("")
    )


def _shade(won: Figure, seats: int) -> str:
    """How strongly a cell is coloured: by the points that its share is worth."""
    points = points_of(won.mean, seats)
    level = 4 if math.isinf(points) else min(4, round(abs(points) / STEP))
    return f"{'high' if points > 0 else 'low'}{level}" if level else ""


# Seats


def _draw_comparison(comparison: Comparison, findings: Findings) -> Iterator[str]:
    names = {EVERYBODY: EVERYBODY, **nicknames(findings.terms.contestants)}
    top = max(top_of(figures.values(), findings.fair) for figures in comparison.won.values())
    yield f'<h2>Wins by {escape(comparison.name)}</h2>\n<div class="row">'
    for word, figures in comparison.won.items():
        yield draw_bars(names[word], figures, width=NARROW, top=top, fair=findings.fair)
    yield "</div>\n<details>\n<summary>The same in figures</summary>"
    rows = {
        names[word]: [figures.get(label) for label in comparison.labels]
        for word, figures in comparison.won.items()
    }
    caption = f"Wins by {comparison.name}; {100 * findings.fair:.1f} % would be fair"
    yield draw_table(comparison.labels, rows, caption)
    yield "</details>"


# Thinking


def _draw_thinking(findings: Findings) -> Iterator[str]:
    names = nicknames(findings.terms.contestants)
    yield "<h2>Thinking</h2>"
    yield _draw_scatter(findings, names)
    yield draw_texts(
        ["a decision", "decisions"],
        {
            names[standing.contestant]: [
                _draw_cell(say_time(standing.thinking.mean)),
                _draw_cell(f"{standing.decisions:,}"),
            ]
            for standing in findings.standings
        },
        "Time by the clock for a question with more than one answer, and how many of them there were.",
    )


def _draw_scatter(findings: Findings, names: dict[str, str]) -> str:
    """Strength against time, on a logarithmic scale."""
    times = [math.log10(max(1e-7, standing.thinking.mean)) for standing in findings.standings]
    across = _Axis(math.floor(min(times)), math.floor(max(times)) + 1)
    up = _Axis.around([end for s in findings.standings for end in (s.rating.low, s.rating.high)])
    plot = _Plot(across, up)
    powers = range(round(across.low), round(across.high) + 1)
    parts = [plot.vertical(power, say_time(10.0**power).replace(".0", "")) for power in powers]
    parts += [plot.horizontal(tick, say_points(tick)) for tick in up.ticks]
    labels: list[float] = []
    for time, standing in zip(times, findings.standings, strict=True):
        x, y = plot.x(time), plot.y(standing.rating.mean)
        parts.append(draw_line("reach", x, plot.y(standing.rating.low), x, plot.y(standing.rating.high)))
        parts.append(f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="5"/>')
        labels.append(max(y + 4.5, labels[-1] + 15) if labels else y + 4.5)  # none overlapping
        side, gap = ("end", -9) if x > PLOT_WIDTH * 0.6 else ("start", 9)
        name = escape(names[standing.contestant])
        parts.append(f'<text x="{x + gap:.1f}" y="{labels[-1]:.1f}" text-anchor="{side}">{name}</text>')
    return plot.frame("Rating by the time for a decision", "time a decision", parts)


class _Plot:
    """A plot with two axes."""

    def __init__(self, across: _Axis, up: _Axis) -> None:
        self._across, self._up = across, up

    def x(self, number: float) -> float:
        return LEFT + self._across.part(number) * (PLOT_WIDTH - LEFT - RIGHT)

    def y(self, number: float) -> float:
        return PLOT_HEIGHT - BOTTOM - self._up.part(number) * (PLOT_HEIGHT - TOP - BOTTOM)

    def vertical(self, number: float, text: str) -> str:
        """A line of the grid with its number below."""
        x, end = self.x(number), PLOT_HEIGHT - BOTTOM
        mark = f'<text class="tick" x="{x:.1f}" y="{end + 16}" text-anchor="middle">{escape(text)}</text>'
        return draw_line("grid", x, TOP, x, end) + mark

    def horizontal(self, number: float, text: str, kind: str = "grid") -> str:
        """A line across with its number beside."""
        y = self.y(number)
        mark = f'<text class="tick" x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{escape(text)}</text>'
        return draw_line(kind, LEFT, y, PLOT_WIDTH - RIGHT, y) + mark

    def frame(self, caption: str, below: str, parts: Sequence[str]) -> str:
        """The whole drawing."""
        foot = f'<text class="tick" x="{PLOT_WIDTH - RIGHT}" y="{PLOT_HEIGHT - 6}" text-anchor="end">{below}</text>'
        drawn = "\n".join(parts)
        return (
            f'<figure><figcaption>{escape(caption)}</figcaption><svg class="plot" role="img" '
            f'aria-label="{escape(caption)}" viewBox="0 0 {PLOT_WIDTH} {PLOT_HEIGHT}">\n{drawn}\n{foot}\n</svg></figure>'
        )


# A sequential test


def _draw_test(findings: Findings, course: Course) -> Iterator[str]:
    _, *sentences = say_test(course, _short_names(findings))
    bounds = course.trial.bounds
    yield f"<h2>The test</h2>\n<p>{escape(' '.join(sentences))}</p>"
    path = [0.0, *course.path]
    every = max(1, len(path) // 400)
    points = [*range(0, len(path) - 1, every), len(path) - 1]
    plot = _Plot(
        _Axis(0, len(path) - 1), _Axis.around([bounds.low, bounds.high, *(path[at] for at in points)])
    )
    line = " ".join(f"{plot.x(at):.1f},{plot.y(path[at]):.1f}" for at in points)
    parts = [plot.vertical(tick, f"{tick:,.0f}") for tick in _Axis(0, len(path) - 1).ticks]
    parts += [plot.horizontal(0, "0")]
    parts += [plot.horizontal(bound, say_points(bound, 2), "mark") for bound in (bounds.low, bounds.high)]
    parts.append(f'<polyline class="trace" points="{line}"/>')
    yield plot.frame("The likelihood ratio's logarithm on its way between the bounds", "deals", parts)


# Rests


def _draw_habits(findings: Findings) -> Iterator[str]:
    names = nicknames(findings.terms.contestants)
    if findings.habits.numbers:
        yield "<h2>What they do</h2>"
        words = [standing.contestant for standing in findings.standings if standing.games]
        rows = {
            name: [figures.get(word) for word in words] for name, figures in findings.habits.numbers.items()
        }
        yield draw_table(
            [names[word] for word in words], rows, "Averages a game, where one is alone among others"
        )


def _draw_origin(findings: Findings, command: str) -> Iterator[str]:
    terms = findings.terms
    rulings = ", ".join(f"{name} {answer}" for name, answer in terms.rulings.items()) or "none"
    entries = {
        "contestants": ", ".join(terms.contestants),
        "box": f"{terms.edition_title} ({terms.edition}, {terms.edition_digest})",
        "rulings": rulings,
        "seed": terms.seed,
        "made by": f"Rexarium {terms.version}, rules version {terms.rules_version}",
        "again": command,
    }
    yield "<h2>How it was made</h2>\n<p>A shared win counts in parts. Ratings are those under which the results are most "
    yield "likely, if one of strength w among n − 1 of strength v wins with the chance w / (w + (n − 1) v); 400 points "
    yield "are a factor of ten. Intervals and p come from drawing the deals again a thousand times.</p>\n<dl>"
    for name, text in entries.items():
        if text:
            yield f"<dt>{escape(name)}</dt><dd><code>{escape(text)}</code></dd>"
    yield "</dl>"
