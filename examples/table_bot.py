#!/usr/bin/env python3
"""A bot that plays a seat of a table over the network, at random; needs the package websockets.

The host makes a key for the seat in the menu of the table, which also shows the address:

    python3 table_bot.py ws://localhost:8765/ws/TABLE KEY

docs/protocol.md says what the messages hold.
"""

import json
import random
import sys

from websockets.sync.client import connect

address, key = sys.argv[1:]
with connect(address, max_size=None) as wire:
    wire.send(json.dumps({"do": "hello", "version": 1, "key": key}))
    decision = asked = None  # what the seat is asked, and the move whose answer is awaited
    for letter in wire:
        message = json.loads(letter)
        if message["is"] in ("snapshot", "event"):  # message["position"]["view"] shows the table
            if message["table"]["stage"] == "over":
                break
            if message["position"]:  # if not, it is as it was
                decision = message["position"]["decision"]
        elif message["is"] == "refused":  # if the game has gone on meanwhile, a snapshot follows
            print(message["sentence"], file=sys.stderr)
            decision = asked = None
        elif message["is"] == "done":  # what the move has brought about came before this
            asked = None
        if decision and decision["chosen"] is None and asked is None:
            asked = f"move-{random.random()}"
            line = random.choice(decision["choices"])["line"]
            which = {name: decision[name] for name in ("ply", "taken_back")}  # the question that it answers
            wire.send(json.dumps({"do": "move", "id": asked, **which, "line": line}))
