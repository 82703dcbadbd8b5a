"""The command `rexarium` and its subcommands. Nothing here names a game."""
