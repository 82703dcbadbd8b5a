"""A game being played, without input or output: the authority, its record, undo and fork."""

from rexarium.match.match import Match, Ply
from rexarium.match.record import read_record, read_record_file, say_record

__all__ = ["Match", "Ply", "read_record", "read_record_file", "say_record"]
