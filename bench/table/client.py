"""A minimal client for the server, so that the benchmark does not measure the client."""

import asyncio
import json
from collections.abc import Callable
from typing import Any, cast

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
_UPGRADE = (
    "GET {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nCookie: {cookie}\r\n"
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
_NO_MASK = bytes(4)  # a client has to mask what it sends; this mask changes nothing


class Client(asyncio.Protocol):
    """A WebSocket that delivers whole text messages and reports its end once."""

    def __init__(self, on_message: Callable[[bytes], None], on_end: Callable[[], None]) -> None:
        self._on_message = on_message
        self._on_end = on_end
        self._data = b""
        self._is_open = False
        self._parts = b""  # of a message that comes in several frames
        self._transport: asyncio.Transport | None = None

    async def connect(self, port: int, path: str, cookie: str = "", hello: bytes = b"") -> None:
        """Connect, and say hello once connected."""
        self._head = _UPGRADE.format(path=path, host=f"127.0.0.1:{port}", cookie=cookie).encode()
        self._hello = hello
        await asyncio.get_running_loop().create_connection(lambda: self, "127.0.0.1", port)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the WebSocket handshake."""
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(self._head)

    def data_received(self, data: bytes) -> None:
        """Split what has arrived into messages."""
        self._data += data
        if not self._is_open:
            head, gap, rest = self._data.partition(b"\r\n\r\n")
            if not gap:
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self.close()
                return
            self._is_open, self._data = True, rest
            if self._hello:
                self.send(self._hello)
        self._cut()

    def _cut(self) -> None:
        data, at, end = self._data, 0, len(self._data)
        while end - at >= 2:
            size, body = data[at + 1] & 127, at + 2
            if size == 126:
                size, body = int.from_bytes(data[at + 2 : at + 4], "big"), at + 4
            elif size == 127:
                size, body = int.from_bytes(data[at + 2 : at + 10], "big"), at + 10
            if body + size > end:
                break
            first, at = data[at], body + size
            self._take(first & 15, bool(first & 128), data[body:at])
        self._data = data[at:]

    def _take(self, kind: int, is_last: bool, body: bytes) -> None:
        if kind == PING:
            self._frame(PONG, body)
        elif kind == CLOSE:
            self.close()
        elif not is_last:
            self._parts += body
        else:
            message, self._parts = self._parts + body, b""
            self._on_message(message)

    def send(self, message: bytes) -> None:
        """Send a text; it is dropped before the connection is open."""
        if self._is_open:
            self._frame(TEXT, message)

    def _frame(self, kind: int, body: bytes) -> None:
        if self._transport is None or self._transport.is_closing():
            return
        size = len(body)
        head = (
            bytes((128 | kind, 128 | size))
            if size < 126
            else bytes((128 | kind, 254)) + size.to_bytes(2, "big")
        )
        self._transport.write(head + _NO_MASK + body)

    def close(self) -> None:
        """Hang up."""
        if self._transport is not None:
            self._transport.close()

    def abort(self) -> None:
        """Abort the connection and drop everything unsent."""
        if self._transport is not None:
            self._transport.abort()

    def connection_lost(self, error: Exception | None) -> None:
        """Report the end, whichever side closed."""
        self._on_end()


async def go_to_table(client: Client, port: int, table: str, key: str) -> None:
    """Connect to a table as the person with this key."""
    await client.connect(port, f"/ws/{table}", f"rexarium={key}", b'{"do":"hello","version":1}')


class Caller:
    """A connection for HTTP requests, one after another."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def post(self, path: str, body: Any, key: str = "") -> tuple[Any, str]:
        """Send a request; returns the answer and the key that came with it, if any."""
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._streams
        data = json.dumps(body).encode()
        cookie = f"Cookie: rexarium={key}\r\n" if key else ""
        writer.write(
            f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\nContent-Type: application/json\r\n"
            f"{cookie}Content-Length: {len(data)}\r\n\r\n".encode()
            + data
        )
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = [line.partition(": ") for line in head[1:]]
        found = {name.lower(): value for name, _, value in headers}
        said = await reader.readexactly(int(found.get("content-length", "0")))
        if not head[0].startswith("HTTP/1.1 2"):
            raise RuntimeError(f"POST {path}: {head[0]} {said.decode()}")
        cookie = found.get("set-cookie", "").partition("rexarium=")[2].partition(";")[0]
        return (json.loads(said) if said else None), cookie

    def close(self) -> None:
        """Hang up."""
        if self._streams is not None:
            self._streams[1].close()
