"""Many games of bots: which bots meet, and what the results show. No game's name stands here."""

from rexarium.arena.contest import Contest, make_contest
from rexarium.arena.lab import Lab, Plan, Series, make_series
from rexarium.arena.report import Report, make_report
from rexarium.arena.results import Results
from rexarium.arena.sequential import Trial
from rexarium.arena.standing import Findings, make_findings
from rexarium.arena.tournament import Tournament

__all__ = [
    "Contest",
    "Findings",
    "Lab",
    "Plan",
    "Report",
    "Results",
    "Series",
    "Tournament",
    "Trial",
    "make_contest",
    "make_findings",
    "make_report",
    "make_series",
]
