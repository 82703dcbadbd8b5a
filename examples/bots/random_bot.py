#!/usr/bin/env python3
"""A bot for any game of Rexarium that plays at random: the whole protocol, in plain Python.

Seat it with `outside:python3 examples/bots/random_bot.py`; docs/how-to/write-a-bot.md describes the messages.
"""

import json
import random
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        random.seed(message["seed"])
        answer = {"type": "hello", "protocol": 1}
    elif message["type"] == "decision":
        choice = random.choice(message["choices"])  # message["view"] shows the table
        answer = {"type": "move", "ply": message["ply"], "move": choice["move"]}
    else:
        continue
    print(json.dumps(answer), flush=True)
