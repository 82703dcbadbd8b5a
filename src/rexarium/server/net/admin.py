"""How the operator reaches the running server: with a key in a file that only they can read.

A server writes the file when it opens and removes it when it closes. The key is new each time. Two addresses require
it; they are not part of the API and respond to this machine only.
"""

import hashlib
import http.client
import json
import os
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from rexarium.kernel.errors import RexariumError
from rexarium.kernel.sentence import sentence
from rexarium.server.model.errors import Refusal
from rexarium.server.net.access import LOOPBACK
from rexarium.server.net.adapter import STATUS
from rexarium.server.runtime.service import Service
from rexarium.server.storage.address import sqlite_path

HEADER = "x-rexarium-key"
PATIENCE = 5.0  # seconds the server has to respond
NOTHING, NO_SUCH = 204, 404


class ServerUnreachable(RexariumError):
    """The server is running, but does not do what it is asked."""


@dataclass(frozen=True, slots=True)
class RunningServer:
    """A server running on this machine, as described by its file."""

    port: int
    address: str  # of its page
    key: str

    def is_there(self) -> bool:
        """True if it responds. A server that was killed has left its file behind."""
        try:
            return self._ask("GET", "/control") == NOTHING
        except ServerUnreachable:
            return False

    def end_table(self, table: str) -> None:
        """Make it end a game."""
        status = self._ask("POST", f"/control/tables/{quote(table, safe='')}/end")
        if status == NO_SUCH:
            raise Refusal("unknown", sentence("There is no table {table}.", table=table))
        if status != NOTHING:
            raise ServerUnreachable(
                f"The server on port {self.port} could not end the game; its log says why."
            )

    def _ask(self, method: str, path: str) -> int:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.request(method, path, headers={HEADER: self.key})
            return connection.getresponse().status
        except (OSError, http.client.HTTPException) as error:
            raise ServerUnreachable(f"The server on port {self.port} does not respond: {error}.") from None
        finally:
            connection.close()


def control_file(folder: Path, store: str) -> Path:
    """The file of the server that uses a store; there is only one at a time."""
    name = hashlib.sha256(str(sqlite_path(store) or store).encode()).hexdigest()[:16]
    return folder / f"server-{name}.json"


def write_file(path: Path, port: int, address: str) -> RunningServer:
    """Write the file for a server, with a new key."""
    running = RunningServer(port, address, secrets.token_urlsafe(32))
    draft = path.with_name(f"{path.name}.{os.getpid()}.new")
    draft.unlink(missing_ok=True)
    with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        json.dump(asdict(running), file)
    os.replace(draft, path)
    return running


def find_server(path: Path) -> RunningServer | None:
    """The server that wrote a file, if it is still running."""
    try:
        running = RunningServer(**json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None
    return running if running.is_there() else None


# In the server


def routes(service: Service, key: str) -> list[Route]:
    """The addresses that require the key; without it they look as if they did not exist."""

    def guarded(work: Callable[[Request], Awaitable[None]]) -> Callable[[Request], Awaitable[Response]]:
        async def respond(request: Request) -> Response:
            if not _has_key(request, key):
                return Response(status_code=NO_SUCH)
            try:
                await work(request)
            except Refusal as refusal:
                return Response(status_code=STATUS[refusal.code])
            return Response(status_code=NOTHING)

        return respond

    async def answer(request: Request) -> None:
        """Confirm that this is the server that wrote the file."""

    async def end(request: Request) -> None:
        await service.end_table(request.path_params["table"])

    return [
        Route("/control", guarded(answer), methods=["GET"]),
        Route("/control/tables/{table}/end", guarded(end), methods=["POST"]),
    ]


def _has_key(request: Request, key: str) -> bool:
    is_local = request.client is not None and request.client.host in LOOPBACK
    given = request.headers.get(HEADER, "")
    is_page = "origin" in request.headers
    return is_local and not is_page and secrets.compare_digest(given.encode(), key.encode())
