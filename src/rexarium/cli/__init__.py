"""The command `rexarium`: play, replay, rules, check, lab, editions, games. No game's name stands here."""
