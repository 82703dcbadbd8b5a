"""The table as data: commands are decided and entries folded here, with no clock, no randomness and no I/O."""
