"""Fuzzers: whatever comes from outside, mutated for as long as one likes; see `bench.fuzz.__main__`."""
