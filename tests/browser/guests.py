"""People without a browser: they sit at a table over a WebSocket, and do what a script says."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from rexarium.server.net.access import COOKIE
from rexarium.server.wire.messages import VERSION

PATIENCE = 120  # seconds; only what hangs takes so long, on however slow a machine


def come_in(address: str, name: str) -> str:
    """Somebody new; returns the key of their device."""
    headers = {"origin": address}
    answer = httpx.post(f"{address}/api/people", json={"nickname": name}, headers=headers, timeout=PATIENCE)
    return str(answer.cookies[COOKIE])


class Guest:
    """Somebody at a table."""

    def __init__(self, line: ClientConnection, name: str) -> None:
        self._line = line
        self._ids = (f"{name}-{number}" for number in count())

    def do(self, **command: Any) -> None:
        """Have something done, and wait for the answer."""
        id_ = next(self._ids)
        self._line.send(json.dumps({"id": id_} | command))
        while (message := json.loads(self._line.recv(PATIENCE))).get("id") != id_:
            pass
        assert message["is"] == "done", message


@contextmanager
def at_table(address: str, table: str, key: str, name: str) -> Iterator[Guest]:
    """The owner of this key, at a table, for a while."""
    place = f"{address.replace('http', 'ws', 1)}/ws/{table}?version={VERSION}"
    cookie = {"Cookie": f"{COOKIE}={key}"}
    origin = Origin(address)
    with connect(
        place, origin=origin, additional_headers=cookie, max_size=None, open_timeout=PATIENCE
    ) as line:
        yield Guest(line, name)
