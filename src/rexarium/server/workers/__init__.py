"""Child processes for slow work."""
