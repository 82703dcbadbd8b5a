"""Attacks on fresh servers, and which promises held: `./rex python -m bench.table.hostile`."""
