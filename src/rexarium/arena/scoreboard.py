"""The results of a contest as text: tables of 80 columns, as lines of styled spans."""

import math
from collections.abc import Iterator, Sequence

from rexarium.arena.contest import GAUNTLET, ROUND_ROBIN
from rexarium.arena.report import Figure
from rexarium.arena.sequential import Course, Verdict
from rexarium.arena.standing import EVERYBODY, Comparison, Findings, Standing
from rexarium.arena.statistics import FEW
from rexarium.arena.text import Line, say_figure, say_grid
from rexarium.kernel.game import Span

MINUS = "\u2212"
LONGEST = 20  # of a name in a table
BELOW = 0.001 * 2  # the smallest p-value that a thousand replicates can show


def say_findings(findings: Findings) -> list[Line]:
    """The whole text: the verdict of a test, the ladder, the pairings, wins by place, thinking times."""
    terms = findings.terms
    lines: list[Line] = [
        [Span(headline(findings), "title")],
        *([Span(sentence)] for sentence in method(findings)),
        [Span(f"Seed: {terms.seed}")],
    ]
    if findings.course:
        lines += [
            [],
            *(
                [Span(sentence, "bold")]
                for sentence in say_test(findings.course, list(nicknames(terms.contestants).values()))
            ),
        ]
    lines += [[], *_say_ladder(findings), [], *_say_pairings(findings)]
    for comparison in findings.comparisons:
        lines += [[], *_say_comparison(comparison, findings)]
    return lines


def headline(findings: Findings) -> str:
    """What was played."""
    terms = findings.terms
    return f"{findings.title}, {terms.seats} seats: {findings.games:,} games on {findings.deals:,} deals"


def method(findings: Findings) -> Iterator[str]:
    """How it was played, and how reliable it is, one sentence in each line."""
    terms = findings.terms
    one, other, *_ = nicknames(terms.contestants).values()
    if terms.mode == ROUND_ROBIN:
        yield f"A round robin of {len(terms.contestants)}, every deal the same for all of them."
    elif terms.mode == GAUNTLET:
        yield f"A gauntlet: {one} against each of the others, on the same deals."
    else:
        yield f"A sequential test: is {one} stronger than {other}?"
    if terms.seats > 2:
        yield "In every game one is among others of one kind, on each deal once on every seat."
    else:
        yield "Every deal is played twice, with the seats changed."
    yield "Intervals of 95 % over the deals: one in twenty misses."
    if findings.course:
        yield "A test that stops by itself flatters the figures a little; its verdict is sound."
    if findings.deals < FEW:
        yield f"With fewer than {FEW} deals they may be too narrow."


# The test


def say_test(course: Course, contestants: Sequence[str]) -> Iterator[str]:
    """The verdict, and the figures behind it."""
    trial, bounds = course.trial, course.trial.bounds
    one, other = contestants
    yield {
        Verdict.OPEN: f"Open: nothing is known yet of {one} against {other}.",
        Verdict.ACCEPTED: f"Accepted: {one} is stronger than {other}.",
        Verdict.REJECTED: f"Rejected: {one} is not so much stronger than {other}.",
    }[course.verdict]
    yield (
        f"LLR {say_points(course.ratio, 2)}, bounds {say_points(bounds.low, 2)} and {say_points(bounds.high, 2)}, "
        f"after {len(course.path):,} deals."
    )
    yield (
        f"H0: {say_points(trial.elo0)}, H1: {say_points(trial.elo1)} points; "
        f"alpha {trial.alpha:g}, beta {trial.beta:g}."
    )


# Tables


def _say_ladder(findings: Findings) -> Iterator[Line]:
    yield [Span("Ladder", "title")]
    names = nicknames(findings.terms.contestants)
    yield from say_grid(
        [(names[standing.contestant], ladder_cells(standing)) for standing in findings.standings]
    )
    yield [Span("  p: how easily equals would lie as far apart as this one and the next.", "dim")]


def ladder_cells(standing: Standing) -> dict[str, str]:
    """A contestant's row in the ladder, by column."""
    return {
        "rating": say_points(standing.rating.mean),
        "95 %": say_interval(standing.rating.low, standing.rating.high),
        "p": "" if standing.doubt is None else say_doubt(standing.doubt),
        "wins": say_figure(standing.won) if standing.won else "",
        "games": f"{standing.games:,}" if standing.games else "",
        "a decision": say_time(standing.thinking.mean),
    }


def _say_pairings(findings: Findings) -> Iterator[Line]:
    seats = findings.terms.seats
    among = "against" if seats == 2 else f"among {seats - 1} of"
    yield [Span(f"Wins of one {among} another, in % (fair: {100 * findings.fair:.1f})", "title")]
    names = nicknames(findings.terms.contestants)
    challengers, opponents = duelists(findings)
    rows = []
    for one in challengers:
        found = {other: duel_share(findings, one, other) for other in opponents}
        rows.append((names[one], {names[other]: _in_percent(won) for other, won in found.items() if won}))
    yield from say_grid(rows, [names[word] for word in opponents])


def duelists(findings: Findings) -> tuple[list[str], list[str]]:
    """The contestants in the table of pairings, the strongest first."""
    words = [standing.contestant for standing in findings.standings]
    return (
        [one for one in words if any(duel_share(findings, one, other) for other in words)],
        [other for other in words if any(duel_share(findings, one, other) for one in words)],
    )


def duel_share(findings: Findings, one: str, other: str) -> Figure | None:
    """The share that one wins against the other; with two seats a pairing gives it for both."""
    if duel := findings.duel(one, other):
        return duel.won
    if findings.terms.seats == 2 and (duel := findings.duel(other, one)):
        won = duel.won
        return Figure(1 - won.mean, 1 - won.high, 1 - won.low, True)
    return None


def _say_comparison(comparison: Comparison, findings: Findings) -> Iterator[Line]:
    names = {EVERYBODY: EVERYBODY, **nicknames(findings.terms.contestants)}
    yield [Span(f"Wins by {comparison.name}, in % (fair: {100 * findings.fair:.1f})", "title")]
    rows = [
        (names[word], {label: _in_percent(figure) for label, figure in figures.items()})
        for word, figures in comparison.won.items()
    ]
    yield from say_grid(rows, comparison.labels)


def _in_percent(figure: Figure) -> str:
    return say_figure(figure).removesuffix(" %")


# Names and numbers


def nicknames(words: Sequence[str]) -> dict[str, str]:
    """A unique name for each contestant that fits into a table."""
    names: dict[str, str] = {}
    for number, word in enumerate(words, start=1):
        short = word if len(word) <= LONGEST else f"{word[: LONGEST - 4]}… {number}"
        names[word] = short if short not in names.values() else f"{short} {number}"
    return names


def say_points(points: float, places: int = 0) -> str:
    """A rating or a difference with its sign, a true minus."""
    if math.isinf(points):
        return "+∞" if points > 0 else f"{MINUS}∞"
    text = f"{points:+.{places}f}"
    return text[1:] if not float(text) else text.replace("-", MINUS)


def say_interval(low: float, high: float) -> str:
    """From one rating to another."""
    return f"{say_points(low)} to {say_points(high)}"


def say_doubt(doubt: float) -> str:
    """A p-value; the smallest is shown as a bound."""
    return f"< {BELOW}" if doubt < BELOW else f"{doubt:.3f}"


def say_time(seconds: float) -> str:
    """A time in a suitable unit, with two significant digits."""
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{_two_digits(seconds / size)} {unit}"
    return f"{_two_digits(seconds / 1e-6)} µs"


def _two_digits(number: float) -> str:
    return f"{number:.1f}" if number < 9.95 else f"{number:.0f}"
