"""Fuzzers that mutate every kind of input from outside for as long as you like; see `bench.fuzz.__main__`."""
