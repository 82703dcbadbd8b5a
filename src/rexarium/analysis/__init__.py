"""Looking back on a game: why the score is what it is, everybody's chance along the way, where the game turned."""

from rexarium.analysis.analysis import Analysis, TurningPoint, analyse
from rexarium.analysis.chances import Chances, find_chances
from rexarium.analysis.outline import Standing, explain_scores, find_steps, find_winners
from rexarium.analysis.turning_points import find_swings, find_wanted, sample_plies

__all__ = [
    "Analysis",
    "Chances",
    "Standing",
    "TurningPoint",
    "analyse",
    "explain_scores",
    "find_chances",
    "find_steps",
    "find_swings",
    "find_wanted",
    "find_winners",
    "sample_plies",
]
