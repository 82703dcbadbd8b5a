"""Section 4: the loop inside the core against random rollouts inside OpenSpiel's C++, one thread each."""

from bench import ours, spiel
from bench.contests import TREX
from bench.measure import Contender, Pace, Ratio, by_turns
from bench.report import Report, Target

WAYS = {
    "rollouts": "decisions, rollouts from a dealt table",
    "whole steps": "steps, whole games, chance counted",
    "whole decisions": "decisions, whole games",
}


def run(report: Report, pace: Pace) -> None:
    """Measure each game in each way of counting; we compare ourselves with the fastest."""
    report.heading("T-Rex inside the core against OpenSpiel inside C++")
    try:
        pyspiel = spiel.load()
    except ImportError:
        report.line("  OpenSpiel is not installed, so its rollouts were skipped; ./rex bench installs it.")
        return
    contenders: dict[str, Contender] = {"ours": ours.Playing(TREX.table(4))}
    for name in spiel.GAMES:
        contenders[f"{name} rollouts"] = spiel.Rollouts(pyspiel, name)
        contenders[f"{name} whole"] = spiel.WholeGames(pyspiel, name)
    results = by_turns(contenders, pace)
    mine = results["ours", "moves"]
    theirs = {
        f"{name}: {label}": results[key]
        for name in spiel.GAMES
        for label, key in (
            (WAYS["rollouts"], (f"{name} rollouts", "decisions")),
            (WAYS["whole steps"], (f"{name} whole", "steps")),
            (WAYS["whole decisions"], (f"{name} whole", "decisions")),
        )
    }
    report.line(f"  {spiel.version()}")
    report.rate("T-Rex, 4 seats: decisions, whole games", mine)
    for label, series in theirs.items():
        report.rate(label, series)
    fastest = max(theirs, key=lambda label: theirs[label].best)
    ratio = Ratio(mine, theirs[fastest])
    report.line(f"  The fastest is {fastest}.")
    report.ratio("ours / the fastest of OpenSpiel", ratio)
    report.target(Target("random play inside the core: ours / fastest of OpenSpiel C++", ratio.best, 5))
