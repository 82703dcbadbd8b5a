"""Checks that a game is right: the casebook, and the laws that hold for every game. Published for use with other games."""
