"""Section 6: information-set search inside the core against OpenSpiel's in C++, one thread each."""

from bench import ours, spiel
from bench.contests import CUBOSAURS, TREX, TYRANNOSAURUS
from bench.measure import Contender, Pace, Ratio, by_turns
from bench.report import Report, Target

CONTESTS = (TREX, TYRANNOSAURUS, CUBOSAURS)
SEATS = 4
SIMULATIONS = 1000  # for each decision
UNIT = "sim/s"


def run(report: Report, pace: Pace) -> None:
    """Measure each of our games and theirs, and compare our slowest with their fastest."""
    report.heading("Information-set search inside the core against OpenSpiel's ISMCTSBot inside C++")
    contenders: dict[str, Contender] = {
        f"{contest.name}, {SEATS} seats": ours.Searching(contest.table(SEATS), SIMULATIONS)
        for contest in CONTESTS
    }
    names = list(contenders)
    try:
        pyspiel = spiel.load()
        contenders |= {
            f"OpenSpiel {name}": spiel.Searching(pyspiel, name, SIMULATIONS) for name in spiel.SEARCHED
        }
        report.line(f"  {spiel.version()}")
    except ImportError:
        report.line("  OpenSpiel is not installed, so its search was skipped; ./rex bench installs it.")
    results = by_turns(contenders, pace)
    for name in contenders:
        report.rate(name, results[name, "simulations"], UNIT)
    theirs = [name for name in contenders if name not in names]
    if not theirs:
        return
    slowest = min(names, key=lambda name: results[name, "simulations"].best)
    fastest = max(theirs, key=lambda name: results[name, "simulations"].best)
    ratio = Ratio(results[slowest, "simulations"], results[fastest, "simulations"])
    report.line(f"  Our slowest is {slowest}, and their fastest is {fastest}.")
    report.ratio("our slowest / the fastest of OpenSpiel", ratio)
    report.target(Target("search: our slowest / the fastest of OpenSpiel's ISMCTSBot", ratio.best, 3))
