"""Many games: what is played against what, and what can be said of it. No game's name stands here."""

from rexarium.arena.lab import Lab, Plan, Series, make_series
from rexarium.arena.report import Report, make_report

__all__ = ["Lab", "Plan", "Report", "Series", "make_report", "make_series"]
