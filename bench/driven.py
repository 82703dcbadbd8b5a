"""Section 5: games driven move by move from Python, all with the same loop and the same way of choosing a move."""

from random import Random

from bench import rl_cards, spiel
from bench.contests import TREX
from bench.measure import Contender, Pace, Rates, Ratio, Series, by_turns, rate_of
from bench.report import Report, Target
from rexarium.kernel.state import State


class Driven:
    """Whole games of ours, including the deal."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.random = Random(1).random
        self.seed = 1

    def batch(self) -> float:
        state, random = self.state, self.random
        self.seed = state.deal(self.seed)
        decisions = 0
        while waiting := state.waiting:
            seat = waiting.bit_length() - 1
            moves = state.moves(seat)
            state.apply(seat, moves[int(random() * len(moves))])
            decisions += 1
        return decisions

    def __call__(self, seconds: float) -> Rates:
        return {"decisions": rate_of(self.batch, seconds)}


def run(report: Report, pace: Pace) -> None:
    """Measure our games, OpenSpiel's and RLCard's in turn, as far as those are installed."""
    report.heading("Driven move by move from Python")
    contenders: dict[str, Contender] = {
        "ours": Driven(TREX.table(4)),
        **spiel_games(report),
        **rlcard_games(report),
    }
    results = by_turns(contenders, pace)
    mine = results["ours", "decisions"]
    report.rate("T-Rex, 4 seats: decisions", mine)
    for library, bound in (("OpenSpiel", 2.0), ("RLCard", None)):
        theirs = {
            f"{name}: {rate}": series for (name, rate), series in results.items() if name.startswith(library)
        }
        compare(report, library, mine, theirs, bound)


def compare(
    report: Report, library: str, mine: Series, theirs: dict[str, Series], bound: float | None
) -> None:
    """Compare ours with a library's fastest game, however its moves are counted."""
    for label, series in theirs.items():
        report.rate(label, series)
    if theirs:
        fastest = max(theirs, key=lambda label: theirs[label].best)
        ratio = Ratio(mine, theirs[fastest])
        report.line(f"  The fastest is {fastest}.")
        report.ratio(f"ours / the fastest of {library}", ratio)
        if bound is not None:
            report.target(Target(f"driven from Python: ours / fastest of {library}", ratio.best, bound))


def spiel_games(report: Report) -> dict[str, Contender]:
    try:
        pyspiel = spiel.load()
    except ImportError:
        report.line("  OpenSpiel is not installed, so its games were skipped; ./rex bench installs it.")
        return {}
    report.line(f"  {spiel.version()}")
    games: dict[str, Contender] = {}
    for name in spiel.GAMES:
        games[f"OpenSpiel {name}, whole games"] = spiel.Driven(pyspiel, name)
        games[f"OpenSpiel {name}, from a dealt table"] = spiel.DrivenDealt(pyspiel, name)
    return games


def rlcard_games(report: Report) -> dict[str, Contender]:
    try:
        rlcard = rl_cards.load()
    except ImportError:
        report.line("  RLCard is not installed, so its games were skipped; ./rex bench installs it.")
        return {}
    report.line(f"  {rl_cards.version()}")
    return {f"RLCard {name}": rl_cards.Driven(rlcard, name) for name in rl_cards.GAMES}
