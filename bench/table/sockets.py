"""`./rex python -m bench.table.sockets [--stretches N] [--also NAME=FILE …]`: ways to serve WebSockets, without a game.

A short text comes in; three kilobytes go out to each of the four sockets at its table, and a short answer to its sender.
This is a move's network traffic and nothing else. All servers run side by side and are measured in turn, so that other
load on the machine affects all of them. picows and granian take part if they are installed. `--also` names a Python file
with a function `serve(port)`, for one more.
"""

import argparse
import asyncio
import gc
import importlib.util
import random
import runpy
import socket
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import uvicorn
import uvloop
from starlette.requests import HTTPConnection
from starlette.types import Receive, Scope, Send

from bench.table.client import Client
from bench.table.host import open_access
from bench.table.process import Server, free_port
from rexarium.server.net import protocols, websocket

ASKED, EVENT, DONE = b'{"do":"move","ply":12}', b"x" * 3000, b'{"is":"done"}'
TABLE = 4  # sockets
IDLE = 1000  # extra sockets, to measure the memory of one
TABLES: dict[str, list[Any]] = defaultdict(list)  # inside a server: the guests at each table


# Servers


class Guest:
    """A handler for our connection, with a seat at a table."""

    def __init__(self, table: str, connection: websocket.WebSocketConnection) -> None:
        self.send = connection.send
        self.others = TABLES[table]
        self.others.append(self)

    def on_message(self, text: str) -> None:
        """Answer a move: send the event to everyone at the table, and the reply to the sender."""
        for other in self.others:
            other.send(EVENT)
        self.send(DONE)

    def on_writable(self) -> None:
        """Do nothing: no messages are queued here."""

    def on_close(self) -> None:
        """Leave the table."""
        self.others.remove(self)


class Reception:
    """Admits everybody."""

    def allows(self, request: HTTPConnection) -> bool:
        """Admit everybody."""
        return True

    def receive(self, request: HTTPConnection, connection: websocket.WebSocketConnection) -> Guest:
        """Seat the guest at the table that the path names."""
        return Guest(request.scope["path"], connection)


class FramesByLibrary(websocket.WebSocketConnection):
    """Our connection, with outgoing frames built by the library."""

    def _send_outgoing(self) -> None:
        outgoing, self._outgoing = self._outgoing, []
        if outgoing and self._is_open and not self._transport.is_closing():
            for message in outgoing[1::2]:
                self._protocol.send_text(message)
            self._transport.write(b"".join(self._protocol.data_to_send()))


def serve_ours(port: int, kind: type[websocket.WebSocketConnection] = websocket.WebSocketConnection) -> None:
    """Serve as our server does."""
    vars(protocols)["WebSocketConnection"] = kind
    config = protocols.configure(answer_asgi, Reception(), open_access())
    config.host, config.port, config.lifespan = "127.0.0.1", port, "off"
    config.backlog = 2048
    uvicorn.Server(config).run()


async def answer_asgi(scope: Scope, receive: Receive, send: Send) -> None:
    """An ASGI application with a queue and a task for each socket, so that a slow reader holds up nobody else."""
    if scope["type"] != "websocket":
        return
    messages: asyncio.Queue[bytes] = asyncio.Queue()
    others = TABLES[scope["path"]]
    await receive()
    await send({"type": "websocket.accept"})

    async def write() -> None:
        while True:
            await send({"type": "websocket.send", "text": (await messages.get()).decode()})

    writing = asyncio.create_task(write())
    others.append(messages)
    try:
        while (await receive())["type"] == "websocket.receive":
            for other in others:
                other.put_nowait(EVENT)
            messages.put_nowait(DONE)
    finally:
        others.remove(messages)
        writing.cancel()


def serve_asgi(port: int) -> None:
    """uvicorn with its defaults."""
    uvicorn.run(
        answer_asgi,
        host="127.0.0.1",
        port=port,
        http="h11",
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        access_log=False,
        log_config=None,
        lifespan="off",
        backlog=2048,
    )


def serve_picows(port: int) -> None:
    """picows, on its own port."""
    picows: Any = importlib.import_module("picows")

    class Listener(picows.WSListener):  # type: ignore[misc]
        def __init__(self, table: str) -> None:
            super().__init__()
            self.others = TABLES[table]

        def on_ws_connected(self, transport: Any) -> None:
            self.send = partial(transport.send, picows.WSMsgType.TEXT)
            self.others.append(self)

        def on_ws_frame(self, transport: Any, frame: Any) -> None:
            frame.get_payload_as_utf8_text()
            for other in self.others:
                other.send(EVENT)
            self.send(DONE)

        def on_ws_disconnected(self, transport: Any) -> None:
            self.others.remove(self)

    async def run() -> None:
        server = await picows.ws_create_server(
            lambda request: Listener(request.path.decode()), "127.0.0.1", port
        )
        await server.serve_forever()

    uvloop.run(run())


def serve_granian(port: int) -> None:
    """granian with its defaults and one worker."""
    granian: Any = importlib.import_module("granian")
    granian.Granian(
        "bench.table.sockets:answer_asgi",
        address="127.0.0.1",
        port=port,
        interface="asgi",
        loop="uvloop",
        log_enabled=False,
    ).serve()


SERVERS: Mapping[str, Callable[[int], None]] = {
    "ours": serve_ours,
    "frames by websockets": partial(serve_ours, kind=FramesByLibrary),
    "uvicorn, ASGI": serve_asgi,
    "picows": serve_picows,
    "granian, ASGI": serve_granian,
}


# The crowd


@dataclass
class Contender:
    """A server and the clients connected to it."""

    name: str
    server: Server
    wires: list[Client] = field(default_factory=list)
    answers: int = 0
    costs: list[float] = field(default_factory=list)  # microseconds per message, by stretch

    async def connect(self, count: int) -> None:
        """More sockets."""
        for _ in range(count):
            client = Client(self._note, lambda: None)
            table = len(self.wires) // TABLE
            await client.connect(self.server.port, f"/ws/{table}")
            self.wires.append(client)
        await asyncio.sleep(1)

    def _note(self, message: bytes) -> None:
        self.answers += message == DONE

    async def play(self, seconds: float, rate: float) -> None:
        """Send messages at a rate, and note the cost of an answer."""
        before, own, begin, made = self.server.cpu(), self.answers, time.perf_counter(), 0
        while (now := time.perf_counter()) < begin + seconds:
            while begin + made / rate <= now:
                random.choice(self.wires).send(ASKED)
                made += 1
            await asyncio.sleep(0.001)
        await asyncio.sleep(0.3)
        if self.answers - own != made:
            print(f"{self.name}: {made - (self.answers - own)} of {made} answers are missing")
        self.costs.append(1e6 * (self.server.cpu() - before) / max(1, self.answers - own))


def start(name: str, folder: Path, file: str = "") -> Contender:
    """A server in its own process."""
    port = free_port()
    command = [sys.executable, "-m", "bench.table.sockets", "--serve", name, "--port", str(port)]
    server = Server([*command, *(["--also", f"{name}={file}"] if file else [])], port, "", folder / "log")
    server.start()
    return Contender(name, server)


async def wait_for(contender: Contender) -> None:
    """Wait until it takes connections."""
    for _ in range(300):
        try:
            with socket.create_connection(("127.0.0.1", contender.server.port)):
                return
        except OSError:
            await asyncio.sleep(0.1)
    raise RuntimeError(f"{contender.name} does not open: {contender.server.log.read_text()[-2000:]}")


def contenders(also: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The servers that can take part, with the file of those that are not part of this benchmark."""
    for name in SERVERS:
        package = name.partition(",")[0]
        if package in ("picows", "granian") and importlib.util.find_spec(package) is None:
            print(f"{package} is not installed and is left out")
        else:
            yield name, ""
    yield from also.items()


async def measure(asked: argparse.Namespace, also: Mapping[str, str]) -> None:
    """Measure all servers in turn, and print the results."""
    with tempfile.TemporaryDirectory(prefix="rexarium-sockets-") as folder:
        all_of_them = [start(name, Path(folder), file) for name, file in contenders(also)]
        try:
            memory = {}
            for each in all_of_them:
                await wait_for(each)
                await each.connect(asked.sockets)
                await each.play(asked.seconds, asked.rate)  # warms it up
                before = each.server.memory()
                await each.connect(IDLE)
                memory[each.name] = 1024 * (each.server.memory() - before) / IDLE
                idle, each.wires = each.wires[asked.sockets :], each.wires[: asked.sockets]
                for client in idle:
                    client.close()
                each.costs.clear()
            for _ in range(asked.stretches):
                for each in random.sample(all_of_them, len(all_of_them)):
                    await each.play(asked.seconds, asked.rate)
        finally:
            for each in all_of_them:
                each.server.stop()
    print(f"{'':>22}{'µs':>8}{'ratio':>8}{'kB/socket':>12}")
    first = next((each for each in all_of_them if each.name == asked.base), all_of_them[0])
    for each in all_of_them:
        ratio = statistics.median(own / other for own, other in zip(each.costs, first.costs, strict=True))
        print(f"{each.name:>22}{statistics.median(each.costs):>8.1f}{ratio:>8.2f}{memory[each.name]:>12.1f}")


def main(words: Sequence[str]) -> int:
    """Measure and print the results, or run one of the servers."""
    parser = argparse.ArgumentParser(prog="./rex python -m bench.table.sockets", description=__doc__)
    parser.add_argument("--sockets", type=int, default=400)
    parser.add_argument("--rate", type=float, default=1000, help="messages per second")
    parser.add_argument("--stretches", type=int, default=9, help="for each")
    parser.add_argument("--seconds", type=float, default=2, help="in a stretch")
    parser.add_argument("--also", action="append", default=[], metavar="NAME=FILE", help="one more")
    parser.add_argument("--base", default="ours", metavar="NAME", help="the one to compare the others with")
    parser.add_argument("--serve", help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    asked = parser.parse_args(words)
    also = dict(pair.split("=", 1) for pair in asked.also)
    if not asked.serve:
        uvloop.run(measure(asked, also))
        return 0
    gc.disable()  # as our server does while it is busy
    serve = runpy.run_path(also[asked.serve])["serve"] if also else SERVERS[asked.serve]
    serve(asked.port)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
