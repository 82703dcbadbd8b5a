"""Sections 1 to 3: the loop inside the core against the same loop in hand-written C."""

from collections.abc import Mapping
from pathlib import Path

from bench import ours, plain_c
from bench.measure import Contender, Pace, Ratio, Results, by_turns
from bench.report import Report, Target

SEATS = (4, 2, 3, 5)
BOUNDS = {"moves": 0.80, "imagined": 0.75, "playouts": 0.75}
LABELS = {
    "moves": "deal and random play",
    "imagined": "imagine and play out, moves",
    "playouts": "imagine and play out, playouts",
}
CORE, NATIVE = "C", "C native"


def run(report: Report, pace: Pace) -> None:
    """All of it, for every number of seats; the targets are set for four."""
    report.heading("T-Rex inside the core against hand-written C")
    programs = built(report)
    for seats in SEATS:
        one_table(report, pace, seats, programs)


def built(report: Report) -> Mapping[str, Path]:
    """The C program, twice: for the processors that the core is compiled for, and for this very one."""
    programs: dict[str, Path] = {}
    try:
        for name, flags in ((CORE, plain_c.same_machine_flags()), (NATIVE, plain_c.native_flags())):
            programs[name] = plain_c.build(flags)
            report.line(f"  {name + ':':<10} {' '.join(flags)}")
    except plain_c.CannotCompile as reason:
        report.line(f"  {reason}")
    return programs


def one_table(report: Report, pace: Pace, seats: int, programs: Mapping[str, Path]) -> None:
    """Ours and theirs by turns at one table."""
    playing, imagining, copying = ours.Playing(seats), ours.Imagining(seats), ours.Copying(seats)
    theirs = {name: plain_c.Program(path, seats) for name, path in programs.items()}
    contenders: dict[str, Contender] = {"play": playing, "imagine": imagining, "copy": copying, **theirs}
    results = by_turns(contenders, pace)
    report.line()
    report.line(f"  {seats} seats")
    show_rates(report, results, list(theirs))
    show_ratios(report, results, list(theirs), seats)
    lengths = {name: program.said["moves_per_game"] for name, program in theirs.items()}
    show_lengths(report, playing.moves_per_game(), lengths)
    if seats == 4:
        sizes = {name: program.said["state_bytes"] for name, program in theirs.items()}
        show_copies(report, results, copying, sizes)


def our_key(rate: str) -> tuple[str, str]:
    return ("play" if rate == "moves" else "imagine", rate)


def show_rates(report: Report, results: Results, theirs: list[str]) -> None:
    for rate, label in LABELS.items():
        unit = "playouts/s" if rate == "playouts" else "moves/s"
        report.rate(f"{label}: ours", results[our_key(rate)], unit)
        for name in theirs:
            report.rate(f"{label}: {name}", results[name, rate], unit)


def show_ratios(report: Report, results: Results, theirs: list[str], seats: int) -> None:
    for rate, label in LABELS.items():
        for name in theirs:
            ratio = Ratio(results[our_key(rate)], results[name, rate])
            report.ratio(f"{label}: ours / {name}", ratio)
            if seats == 4 and name == CORE:
                report.target(Target(f"{label}, 4 seats: ours / C", ratio.best, BOUNDS[rate]))


def show_lengths(report: Report, our_length: float, lengths: Mapping[str, float]) -> None:
    """The games are the same if they are equally long."""
    said = "".join(f", {name} {length:.2f}" for name, length in lengths.items() if name == CORE)
    report.line(f"  {'moves in a game, on average':<50} ours {our_length:.2f}{said}")


def show_copies(report: Report, results: Results, copying: ours.Copying, sizes: Mapping[str, float]) -> None:
    """What a copy costs, and how large a state is."""
    ours_ns, python_ns = (1e9 / results["copy", rate].best for rate in ("copies", "python copies"))
    theirs = "".join(f", {name} {1e9 / results[name, 'copies'].best:.1f} ns" for name in sizes)
    report.line(f"  {'copy onto a scratch state, best':<50} ours {ours_ns:.1f} ns{theirs}")
    report.line(f"  {'copy() into a new state from Python, best':<50} ours {python_ns:.0f} ns")
    report.target(Target("copy of a state inside the core", ours_ns, 50, is_floor=False, unit=" ns"))
    size = type(copying.state).__basicsize__
    theirs = "".join(f", {name} {bytes_:.0f} bytes" for name, bytes_ in sizes.items() if name == CORE)
    report.line(f"  {'size of a state':<50} ours {size} bytes{theirs}")
    report.target(Target("size of a state", size, 512, is_floor=False, unit=" B"))
