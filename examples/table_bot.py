#!/usr/bin/env python3
"""A bot that plays a seat at a table over the network, at random; needs the package websockets.

The host makes a key for the seat in the table's menu, which also shows the address:

    python3 table_bot.py ws://localhost:8765/ws/TABLE KEY

docs/protocol.md describes the messages.
"""

import json
import random
import sys

from websockets.sync.client import connect

address, key = sys.argv[1:]
with connect(address, max_size=None) as socket:
    socket.send(json.dumps({"do": "hello", "version": 1, "key": key}))
    decision = asked = None  # the seat's decision, and the id of the move that awaits an answer
    for message in socket:
        _ = json.loads(message)
        if _["is"] in ("snapshot", "event"):  # message["position"]["view"] shows the table
            if _["table"]["stage"] == "over":
                break
            if _["position"]:  # if not, the position is unchanged
                decision = _["position"]["decision"]
        elif _["is"] == "refused":  # if the game has moved on, a snapshot follows
            print(_["sentence"], file=sys.stderr)
            decision = asked = None
        elif _["is"] == "done":  # the events that the move caused came before this
            asked = None
        if decision and decision["chosen"] is None and asked is None:
            asked = f"move-{random.random()}"
            line = random.choice(decision["choices"])["line"]
            which = {name: decision[name] for name in ("ply", "taken_back")}  # the decision that it answers
            socket.send(json.dumps({"do": "move", "id": asked, **which, "line": line}))
