"""The command `rexarium`: play, replay, rules, check."""
