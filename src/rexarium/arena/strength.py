"""How strong the bots are, measured at every table and written into docs/bots.md.

`guests` plays one guest of each kind among players of the top level, all with the same budget of simulations; `ladder`
plays each
level among players of the level below it. Every comparison has a results file of its own in a folder, so that the same
command resumes where it was interrupted, or continues with more deals; `write` puts what a folder holds into the page.

    ./rex python -m rexarium.arena.strength guests --simulations 100 --deals 500 --results FOLDER
    ./rex python -m rexarium.arena.strength ladder --deals 500 --results FOLDER
    ./rex python -m rexarium.arena.strength write --results FOLDER
"""

import argparse
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from rexarium.arena.contest import GAUNTLET, Contest, Pairing, Terms, make_contest
from rexarium.arena.report import Figure, make_figure
from rexarium.arena.results import Results
from rexarium.arena.scoreboard import say_interval, say_points
from rexarium.arena.standing import rate_blocks
from rexarium.arena.statistics import Average
from rexarium.arena.text import say_figure
from rexarium.arena.tournament import Tournament
from rexarium.bots import LEVELS
from rexarium.games import AnyGame, all_games, find_game

COMMAND = "./rex python -m rexarium.arena.strength"
PAGE = Path("docs/bots.md")
BEGIN, END = "<!-- strength, written by rexarium.arena.strength -->\n", "<!-- end of strength -->\n"
TOP = LEVELS[-1]
SIMULATIONS, DEALS, SEED = 100, 500, "strength"
SURE = 0.01  # a p-value below it needs no mention
STEP = 50  # rating points that a level should be above the one below it


# What is compared


@dataclass(frozen=True)
class Table:
    """A game with a preset and a number of seats."""

    game: AnyGame
    preset: str
    seats: int

    @property
    def name(self) -> str:
        """The game, and its preset if it is not the usual one."""
        return (
            self.game.title if self.preset == self.game.presets[0].id else f"{self.game.title} {self.preset}"
        )

    def __str__(self) -> str:
        return f"{self.name}, {self.seats} seats"


def tables(names: Iterable[str] = ()) -> list[Table]:
    """All tables of these games, or of all games: every number of seats, and each preset that changes the pieces."""
    games = [find_game(name) for name in names] or list(all_games().values())
    return [
        Table(game, preset, seats)
        for game in games
        for preset in _presets(game)
        for seats in range(game.min_seats, game.max_seats + 1)
    ]


def _presets(game: AnyGame) -> list[str]:
    first, *others = game.presets
    variants = game.variants(game.max_seats)
    return [first.id, *(preset.id for preset in others if dict(preset.answers) in map(dict, variants))]


def guests(simulations: int) -> list[Pairing]:
    """The guests, from the one that knows nothing to the one that sees everything, each among players of the top
    level."""
    kinds = ("random", "greedy", "search:{0}", "search:{0}0", "clairvoyant:{0}")
    return [(kind.format(simulations), f"{TOP}:{simulations}") for kind in kinds]


def rungs(levels: Sequence[str] = LEVELS) -> list[Pairing]:
    """Each level among players of the one below it."""
    return [(stronger, weaker) for weaker, stronger in pairwise(levels)]


def contest_at(table: Table, pairing: Pairing, deals: int, seed: str = SEED) -> Contest:
    """One comparison: the guest is on every seat once a deal."""
    setup = table.game.setup(table.seats, preset=table.preset)
    return make_contest(
        table.game, setup, pairing, deals=deals, seed=seed, mode=GAUNTLET, preset=table.preset
    )


# Playing


def play(folder: Path, contest: Contest, jobs: int = 1) -> "Finding":
    """Play what the folder lacks of a comparison, and print the result."""
    folder.mkdir(parents=True, exist_ok=True)
    with Results.open(folder / file_name(contest.terms), contest.terms) as results:
        for _ in Tournament(contest, results).run(jobs):
            pass
        return find(results)


def file_name(terms: Terms) -> str:
    """Where a comparison is kept."""
    words = (terms.game, terms.preset, str(terms.seats), terms.contestants[0], "among", terms.contestants[1])
    return f"{'-'.join(words).replace(':', '-')}.sqlite"


# The results


@dataclass(frozen=True)
class Finding:
    """One comparison: the guest's share of wins, and how many rating points it is above each of the others."""

    table: Table
    pairing: Pairing
    deals: int
    won: Figure
    points: Figure
    doubt: float  # the p-value of the difference


def find(results: Results) -> Finding:
    """The finding in the results of one comparison; there must be at least one block."""
    terms, scores, average = results.terms, list(results.scores()), Average()
    for score in scores:
        average.add(score.won, score.games)
    ratings = rate_blocks(terms, scores)
    guest = ratings.interval(0)  # the other's is its mirror image, because the mean is 0
    points = Figure(ratings.points[0] - ratings.points[1], 2 * guest.low, 2 * guest.high, is_share=False)
    return Finding(
        table=Table(find_game(terms.game), terms.preset, terms.seats),
        pairing=(terms.contestants[0], terms.contestants[1]),
        deals=len(scores),
        won=make_figure(average, is_share=True),
        points=points,
        doubt=ratings.doubt(0, 1),
    )


def findings_in(folder: Path) -> list[Finding]:
    """All findings in a folder."""
    found = []
    for path in sorted(folder.glob("*.sqlite")):
        with Results.load(path) as results:
            if results.games():
                found.append(find(results))
    return found


# Telling


def say_line(finding: Finding) -> str:
    """One comparison in a line."""
    guest, host = finding.pairing
    fair = f"fair {100 / finding.table.seats:.1f} %"
    points = f"{say_points(finding.points.mean)} ({say_interval(finding.points.low, finding.points.high)})"
    return f"{finding.table}: {guest} among {host}: {say_figure(finding.won)} ({fair}), {points}, {finding.deals} deals"


def say_findings(findings: Sequence[Finding]) -> str:
    """A table of guests for each budget of the top level, and a table of the ladder."""
    parts = []
    budgets = {_budget(finding) for finding in findings if finding.pairing[1].startswith(f"{TOP}:")}
    for budget in sorted(budgets):
        parts += [
            f"One guest among players of `{TOP}:{budget}`: what it wins in per cent, and how many rating points it is above "
            f"or below them (`{COMMAND} guests --simulations {budget}`).\n",
            _say_grid(guests(budget), findings, _say_guest),
            *(
                _say_verdict(pairing, findings)
                for pairing in guests(budget)
                if pairing[0].startswith("search:")
            ),
        ]
    if any(finding.pairing in rungs() for finding in findings):
        parts += [
            "Each level among players of the level below it: how many rating points it is above them "
            f"(`{COMMAND} ladder`). Where no p is said, it is below {SURE}.\n",
            _say_grid(rungs(), findings, _say_rung),
            _say_short_steps(findings),
        ]
    return "\n".join(filter(None, parts))


def _say_verdict(pairing: Pairing, findings: Sequence[Finding]) -> str:
    """Where the guest is weaker, where it is stronger, and where that is uncertain."""
    found = [finding for finding in findings if finding.pairing == pairing]
    weaker = [finding for finding in found if finding.points.high < 0]
    stronger = [finding for finding in found if finding.points.low > 0]
    open_ = [finding for finding in found if finding not in weaker + stronger]
    parts = [
        f"{words} {_say_where(some, found)}"
        for words, some in (("weaker", weaker), ("stronger", stronger), ("neither beyond doubt", open_))
        if some
    ]
    return f"`{pairing[0]}` is {'; '.join(parts)}.\n" if parts else ""


def _say_where(some: Sequence[Finding], all_: Sequence[Finding]) -> str:
    if len(some) == len(all_):
        return "everywhere" if len(all_) == len(tables()) else "wherever it was played"
    return f"at {_listed(finding.table for finding in some)}"


def _listed(tables_: Iterable[Table]) -> str:
    """Games with their numbers of seats: T-Rex, 2 and 3 seats."""
    seats: dict[str, list[str]] = {}
    for table in tables_:
        seats.setdefault(table.name, []).append(str(table.seats))
    return ", ".join(f"{name} with {'/'.join(numbers)} seats" for name, numbers in seats.items())


def _say_short_steps(findings: Sequence[Finding]) -> str:
    found = [finding for finding in findings if finding.pairing in rungs()]
    short = [finding for finding in found if finding.points.mean < STEP or finding.doubt >= SURE]
    names = [f"{finding.pairing[0]} at {finding.table}" for finding in short]
    what = f"but for {'; '.join(names)}" if names else "all of them"
    return f"{len(found) - len(short)} of {len(found)} steps are {STEP} points or more with p < {SURE}, {what}.\n"


def _budget(finding: Finding) -> int:
    return int(finding.pairing[1].partition(":")[2])


def _say_grid(pairings: Sequence[Pairing], findings: Sequence[Finding], say: Callable[[Finding], str]) -> str:
    """A row for each table and a column for each guest, without comparisons that were not played; the head gives the
    number of deals."""
    found = {(finding.table, finding.pairing): finding for finding in findings if finding.pairing in pairings}
    rows = [table for table in tables() if any((table, pairing) in found for pairing in pairings)]
    columns = {
        pairing: [found[table, pairing].deals for table in rows if (table, pairing) in found]
        for pairing in pairings
    }
    heads = [f"{guest}, {_say_deals(deals)}" for (guest, _), deals in columns.items() if deals]
    lines = [f"| table | {' | '.join(heads)} |", "|---" * (len(heads) + 1) + "|"]
    for table in rows:
        cells = [
            say(found[table, pairing]) if (table, pairing) in found else ""
            for pairing, deals in columns.items()
            if deals
        ]
        lines.append(f"| {table} | {' | '.join(cells)} |")
    return "\n".join([*lines, ""])


def _say_deals(deals: Sequence[int]) -> str:
    least, most = min(deals), max(deals)
    return f"{most} deals" if least == most else f"{least} to {most} deals"


def _say_guest(finding: Finding) -> str:
    won = say_figure(finding.won).removesuffix(" %")
    return f"{won} of {100 / finding.table.seats:.0f}, **{say_points(finding.points.mean)}**"


def _say_rung(finding: Finding) -> str:
    doubt = f", p = {finding.doubt:.3f}" if finding.doubt >= SURE else ""
    return f"**{say_points(finding.points.mean)}** ({say_interval(finding.points.low, finding.points.high)}{doubt})"


def with_strength(page: str, text: str) -> str:
    """The page with these tables in place of the old ones."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{text}\n{END}{after}"


# The command


def main(words: Sequence[str]) -> int:
    """Play or write."""
    asked = _read(words)
    if asked.what == "write":
        text = say_findings(findings_in(asked.results))
        PAGE.write_text(with_strength(PAGE.read_text(encoding="utf-8"), text), encoding="utf-8")
        sys.stdout.write(f"wrote {PAGE}\n")
        return 0
    pairings = guests(asked.simulations) if asked.what == "guests" else rungs(asked.levels.split(","))
    for pairing in pairings:
        for table in tables(asked.game):
            finding = play(asked.results, contest_at(table, pairing, asked.deals), asked.jobs)
            sys.stdout.write(f"{say_line(finding)}\n")
            sys.stdout.flush()
    return 0


def _read(words: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog=COMMAND, description="Measure how strong the bots are.")
    parser.add_argument("what", choices=("guests", "ladder", "write"))
    parser.add_argument(
        "--results", type=Path, required=True, metavar="FOLDER", help="where every game is kept"
    )
    parser.add_argument("--deals", type=int, default=DEALS, metavar="N", help=f"of each comparison ({DEALS})")
    parser.add_argument(
        "--simulations", type=int, default=SIMULATIONS, metavar="N", help=f"of the top level ({SIMULATIONS})"
    )
    parser.add_argument(
        "--levels", default=",".join(LEVELS), metavar="A,B,C", help="of the ladder, weak to strong"
    )
    parser.add_argument("--game", action="append", default=[], metavar="NAME", help="only this one")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes at a time (1)")
    return parser.parse_args(words)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
