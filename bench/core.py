"""Sections 1 to 3: the loop inside the core against the same loop in hand-written C, for each game."""

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from bench import contests, ours, plain_c
from bench.contests import Contest
from bench.measure import Contender, Pace, Ratio, Results, by_turns
from bench.report import Report, Target

LABELS = {
    "moves": "deal and random play",
    "imagined": "imagine and play out, moves",
    "playouts": "imagine and play out, playouts",
}
CORE, NATIVE = "C", "C native"


def run(report: Report, pace: Pace, games: Collection[str] = ()) -> None:
    """Measure all games, or only these, with every number of seats."""
    report.heading("Inside the core against hand-written C")
    flags = compilations(report)
    for contest in contests.CONTESTS:
        if not games or contest.game in games:
            programs = built(report, contest.source, flags)
            for seats in contest.seats:
                one_table(report, pace, contest, seats, programs)


def compilations(report: Report) -> Mapping[str, Sequence[str]]:
    """Compiler flags for two builds of the C program: the core's target processor, and this very one."""
    try:
        flags = {CORE: plain_c.same_machine_flags(), NATIVE: plain_c.native_flags()}
    except plain_c.CannotCompile as reason:
        report.line(f"  {reason}")
        return {}
    for name, words in flags.items():
        report.line(f"  {name + ':':<10} {' '.join(words)}")
    return flags


def built(report: Report, source: Path, flags: Mapping[str, Sequence[str]]) -> Mapping[str, Path]:
    """One game's program, in every build that the compiler accepts."""
    programs: dict[str, Path] = {}
    for name, words in flags.items():
        try:
            programs[name] = plain_c.build(source, words)
        except plain_c.CannotCompile as reason:
            report.line(f"  {reason}")
    return programs


def one_table(report: Report, pace: Pace, contest: Contest, seats: int, programs: Mapping[str, Path]) -> None:
    """Measure ours and theirs in turn at one table, in more detail where there are targets."""
    is_close = seats in contest.target_seats
    state = contest.table(seats)
    playing = ours.Playing(state)
    theirs = {
        name: plain_c.Program(path, seats, contest.words)
        for name, path in programs.items()
        if is_close or name == CORE
    }
    contenders: dict[str, Contender] = {"play": playing, "imagine": ours.Imagining(state), **theirs}
    if is_close:
        contenders["copy"] = ours.Copying(state)
    results = by_turns(contenders, pace if is_close else pace.halved())
    table = f"{contest.name}, {seats} seats"
    report.line()
    report.line(f"  {table}")
    show_rates(report, results, theirs)
    show_ratios(report, results, theirs, table, contest.bounds if is_close else {})
    show_lengths(report, playing, theirs)
    if is_close:
        show_copies(report, results, type(state).__basicsize__, theirs, contest)


def our_key(rate: str) -> tuple[str, str]:
    return ("play" if rate == "moves" else "imagine", rate)


def show_rates(report: Report, results: Results, theirs: Collection[str]) -> None:
    for rate, label in LABELS.items():
        unit = "playouts/s" if rate == "playouts" else "moves/s"
        report.rate(f"{label}: ours", results[our_key(rate)], unit)
        for name in theirs:
            report.rate(f"{label}: {name}", results[name, rate], unit)


def show_ratios(
    report: Report, results: Results, theirs: Collection[str], table: str, bounds: Mapping[str, float]
) -> None:
    for rate, label in LABELS.items():
        for name in theirs:
            ratio = Ratio(results[our_key(rate)], results[name, rate])
            report.ratio(f"{label}: ours / {name}", ratio)
            if name == CORE and rate in bounds:
                report.target(Target(f"{table}: {label}, ours / C", ratio.best, bounds[rate]))


def show_lengths(report: Report, playing: ours.Playing, theirs: Mapping[str, plain_c.Program]) -> None:
    """Show the average game lengths: if they are equal, both sides play the same game."""
    said = f"ours {playing.moves_per_game():.2f}"
    if CORE in theirs:
        figures = theirs[CORE].said
        noise = playing.noise(figures["games"])
        said += f", {CORE} {figures['moves_per_game']:.2f}, standard error of the difference {noise:.2f}"
    report.line(f"  {'moves in a game, on average':<50} {said}")


def show_copies(
    report: Report, results: Results, size: int, theirs: Mapping[str, plain_c.Program], contest: Contest
) -> None:
    """Show the cost of a copy and the size of a state."""
    ours_ns, python_ns = (1e9 / results["copy", rate].best for rate in ("copies", "python copies"))
    said = "".join(f", {name} {1e9 / results[name, 'copies'].best:.1f} ns" for name in theirs)
    report.line(f"  {'copy onto a scratch state, best':<50} ours {ours_ns:.1f} ns{said}")
    report.line(f"  {'copy() into a new state from Python, best':<50} ours {python_ns:.0f} ns")
    report.target(
        Target(f"{contest.name}: copy of a state inside the core", ours_ns, 50, is_floor=False, unit=" ns")
    )
    said = f", {CORE} {theirs[CORE].said['state_bytes']:.0f} bytes" if CORE in theirs else ""
    report.line(f"  {'size of a state':<50} ours {size} bytes{said}")
    if contest.most_bytes is not None:
        report.target(
            Target(f"{contest.name}: size of a state", size, contest.most_bytes, is_floor=False, unit=" B")
        )
