"""A game being played, without input or output: the authority, its record, undo and fork, and deals that can be proved."""

from rexarium.match.fairness import Pledge, Proof, check_proof, fair_deal, is_share, say_terms
from rexarium.match.match import Match, Ply
from rexarium.match.record import (
    Ending,
    Note,
    Record,
    read_record,
    read_record_file,
    read_whole_record,
    read_whole_record_file,
    say_record,
)

__all__ = [
    "Ending",
    "Match",
    "Note",
    "Pledge",
    "Ply",
    "Proof",
    "Record",
    "check_proof",
    "fair_deal",
    "is_share",
    "read_record",
    "read_record_file",
    "read_whole_record",
    "read_whole_record_file",
    "say_record",
    "say_terms",
]
