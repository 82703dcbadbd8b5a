"""Pools of workers: child processes for slow work."""
