"""Attacks on a fresh server, and what held: `./rex python -m bench.table.hostile`."""
