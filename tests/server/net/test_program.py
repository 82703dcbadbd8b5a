"""A program elsewhere plays a seat: the example, with a real key, over a real network."""

import json
import subprocess
import sys
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from bench.table.process import free_port, table_server
from tests.server.support.samples import GAMES, PATIENCE

EXAMPLE = Path(__file__).parents[3] / "examples" / "table_bot.py"


class Host:
    """Whoever sets tables up."""

    def __init__(self, live_server: int) -> None:
        self.port = live_server
        self.cookies = CookieJar()
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies))
        self.call("POST", "/api/people", {"nickname": "Anna"})

    def call(self, method: str, path: str, body: Any = None) -> Any:
        """A request and its answer."""
        request = urllib.request.Request(
            f"http://localhost:{self.port}{path}",
            None if body is None else json.dumps(body).encode(),
            {"content-type": "application/json"},
            method=method,
        )
        with self._opener.open(request, timeout=PATIENCE) as answer:
            return json.load(answer)

    def seat_programs(self, game: str) -> tuple[str, list[list[str]]]:
        """A table where programs shall play, and how they are started."""
        table = self.call("POST", "/api/tables", {"game": game, "seats": 2})["table"]
        keys = [self.call("POST", f"/api/tables/{table}/seats/{seat}/key")["key"] for seat in (1, 2)]
        address = f"ws://localhost:{self.port}/ws/{table}"
        return table, [[sys.executable, str(EXAMPLE), address, key] for key in keys]


@pytest.mark.parametrize("game", GAMES)
def test_the_example_plays_both_seats_to_the_end(game: str, tmp_path: Path) -> None:
    server = table_server(tmp_path, free_port())
    server.start()
    server.wait()
    try:
        host = Host(server.port)
        table, commands = host.seat_programs(game)
        with ThreadPoolExecutor(2) as threads:
            programs = [
                threads.submit(subprocess.run, command, capture_output=True, text=True, timeout=PATIENCE)
                for command in commands
            ]
            _start(host, table)
            for program in programs:
                assert (program.result().returncode, program.result().stderr) == (0, "")
        shown = host.call("GET", f"/api/tables/{table}")
        assert (shown["stage"], shown["outcome"]["how"]) == ("over", "rules")
        assert {seat["kind"] for seat in shown["seats"]} == {"program"}
    finally:
        server.stop()


def _start(host: Host, table: str) -> None:
    """The host deals, over a WebSocket as the page does."""
    headers = {"cookie": "; ".join(f"{each.name}={each.value}" for each in host.cookies)}
    origin = Origin(f"http://localhost:{host.port}")
    address = f"ws://localhost:{host.port}/ws/{table}"
    with connect(address, origin=origin, additional_headers=headers) as session:
        session.send(json.dumps({"do": "hello", "version": 1}))
        session.send(json.dumps({"do": "start", "id": "s"}))
        while (message := json.loads(session.recv(timeout=PATIENCE)))["is"] != "done":
            assert message["is"] != "refused", message
