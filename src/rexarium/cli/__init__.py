"""The command `rexarium`: play, replay, rules, check, editions, games. No game's name stands here."""
