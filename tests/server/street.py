"""The whole application without a network: visitors with cookies who ask for pages and hold WebSockets."""

import asyncio
import dataclasses
import json
import re
from collections.abc import Awaitable, Callable
from typing import Any

import httpx
from starlette.types import ASGIApp, Message

from rexarium.server.limits import Limit, Tiers
from rexarium.server.metrics import METRICS
from rexarium.server.model.rows import Person
from rexarium.server.model.text import fingerprint
from rexarium.server.net.app import make_app
from rexarium.server.net.connection import GONE, LINE, Holder
from rexarium.server.net.doors import COOKIE, Doors
from rexarium.server.net.prometheus import Prometheus
from rexarium.server.runtime.service import Service
from rexarium.server.runtime.settings import Settings
from rexarium.server.storage.memory import MemoryStore
from rexarium.server.storage.store import Store
from tests.server.stage import PATIENCE, PEOPLE, Puppets, Scribes, StandingClock, open_service, opening, play

HOST, ORIGIN = "localhost", "http://localhost"
WISH = {"game": "trex", "seats": 2}
SECRET = b"a secret of this machine"
BOUNDLESS = Settings(*[10**6] * len(dataclasses.fields(Settings)))


def patient() -> Limit:
    """A limit that never bites."""
    return Limit(10**9, 10**9)


def open_doors(**fields: Any) -> Doors:
    """Doors without limits."""
    limits = {one.name: patient() for one in dataclasses.fields(Doors) if one.type is Limit}
    tiers = {one.name: tiered() for one in dataclasses.fields(Doors) if one.type is Tiers}
    return Doors(**({"settings": BOUNDLESS} | limits | tiers | fields))


def tiered(**limits: Limit) -> Tiers:
    """Limits of a person, of guests or of a network; the others never bite."""
    return Tiers(**({name: patient() for name in ("person", "guests", "network")} | limits))


def key_of(person: str) -> str:
    """The key of a person's device, as tests know it."""
    return f"key-of-{person}-0123456789"


class Street:
    """A house with its application, and everybody who comes by."""

    def __init__(
        self, doors: Doors | None = None, store: Store | None = None, pulse: float | None = None
    ) -> None:
        self.clock = StandingClock()
        self.store: Any = store or MemoryStore()
        self.puppets = Puppets()
        self.scribes = Scribes()
        self.doors = doors or open_doors()
        METRICS.listen(Prometheus(METRICS))
        self.service = Service(
            self.store, self.puppets, self.scribes, self.clock, self.doors.settings, SECRET, pulse
        )
        self.app: ASGIApp = make_app(self.service, self.doors)

    async def know(self, *names: str) -> None:
        """These people have been here before."""
        for name in names:
            person = Person(name.lower(), name, self.clock())
            await self.store.add_person(person, fingerprint(key_of(person.id)))

    def visitor(self, person: str = "", **headers: str) -> httpx.AsyncClient:
        """Somebody's browser; without a name somebody new."""
        transport = httpx.ASGITransport(self.app, raise_app_exceptions=False)
        cookies = {COOKIE: key_of(person)} if person else {}
        return httpx.AsyncClient(
            transport=transport, base_url=ORIGIN, cookies=cookies, headers={"origin": ORIGIN} | headers
        )

    async def call(self, table: str, person: str = "", **hello: Any) -> "Line":
        """A line to a table, after the greeting."""
        line = Line(self.app, f"/ws/{table}", person)
        line.send(do="hello", **({"version": 1} | hello))
        await line.rest()
        assert line.frames, "nobody has answered"
        return line


Scene = Callable[[Street], Awaitable[None]]


def on_street(scene: Scene, doors: Doors | None = None, store: Store | None = None) -> None:
    """Play a scene in front of a house with a table where Anna, Ben and Cleo play."""

    async def whole() -> None:
        street = Street(doors, store)
        await street.know("Anna", "Ben", "Cleo", "Dora")
        await open_service(street.service)
        await street.service.tables.begin(opening("trex", PEOPLE))
        await scene(street)
        await street.service.close()

    play(whole())


def says(answer: httpx.Response, status: int, code: str = "") -> Any:
    """The answer's body, if it is what was expected."""
    assert answer.status_code == status, f"{answer.status_code}: {answer.text[:300]}"
    body: Any = answer.json() if answer.headers.get("content-type") == "application/json" else answer.text
    if code:
        assert body["code"] == code
        assert body["sentence"].endswith(".")
    return body


def counted(name: str, **labels: str) -> float:
    """A number of the page that Prometheus reads, or the sum of those that have these labels."""
    lines = METRICS.page().decode().splitlines()
    own = [line for line in lines if re.match(rf"{name}[{{ ]", line)]
    return sum(
        float(line.rpartition(" ")[2])
        for line in own
        if all(f'{label}="{value}"' in line for label, value in labels.items())
    )


class Line:
    """A WebSocket to the application itself; keeps every frame. What a server's line does for who stays, it does too."""

    is_free = True

    def __init__(
        self, app: ASGIApp, path: str, person: str = "", origin: str = ORIGIN, key: str = ""
    ) -> None:
        self.frames: list[str] = []
        self.code: int | None = None
        self._incoming: asyncio.Queue[Message] = asyncio.Queue()
        self._incoming.put_nowait({"type": "websocket.connect"})
        self._commands = 0
        self._holder: Holder | None = None
        headers = [(b"host", HOST.encode()), (b"origin", origin.encode())]
        if key or person:
            headers.append((b"cookie", f"{COOKIE}={key or key_of(person)}".encode()))
        scope = {
            "type": "websocket",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "scheme": "ws",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "root_path": "",
            "headers": headers,
            "client": ("127.0.0.1", 1),
            "server": (HOST, 80),
            "subprotocols": [],
            "state": {},
            "extensions": {LINE: self},
        }
        self._task = asyncio.ensure_future(app(scope, self._incoming.get, self._take))

    async def _take(self, message: Message) -> None:
        if message["type"] == "websocket.send":
            self.frames.append(message["text"])
        elif message["type"] == "websocket.close":
            self.code = message.get("code", 1000)
            self._incoming.put_nowait({"type": "websocket.disconnect", "code": self.code})

    def send(self, **message: Any) -> None:
        """Send a message."""
        self.send_text(json.dumps(message))

    def send_text(self, text: str) -> None:
        """Send anything."""
        if self._holder is not None:
            self._holder.hear(text)
        else:
            self._incoming.put_nowait({"type": "websocket.receive", "text": text})

    def take(self, holder: Holder) -> None:
        if self.code is not None:
            holder.leave()
        else:
            self._holder = holder

    def _let_go(self) -> None:
        holder, self._holder = self._holder, None
        if holder is not None:
            holder.leave()

    def post(self, letter: bytes) -> None:
        self.frames.append(letter.decode())

    def wait(self) -> None: ...

    def listen(self) -> None: ...

    def end(self) -> None:
        self.code = GONE
        self._incoming.put_nowait({"type": "websocket.disconnect", "code": GONE})
        self._let_go()

    async def ask(self, **message: Any) -> dict[str, Any]:
        """Send a command, and wait for its answer."""
        self._commands += 1
        message = {"id": f"{id(self)}-{self._commands}"} | message
        start = len(self.frames)
        self.send(**message)
        for _ in range(10_000):
            await asyncio.sleep(0)
            for frame in self.frames[start:]:
                found: dict[str, Any] = json.loads(frame)
                if found.get("id") == message["id"]:
                    return found
        raise AssertionError(f"no answer to {message}: {self.frames[start:]}")

    def peek(self) -> list[dict[str, Any]]:
        """The frames since the last time, which stay."""
        return [json.loads(frame) for frame in self.frames]

    def read(self) -> list[dict[str, Any]]:
        """The frames since the last time."""
        found = self.peek()
        self.frames.clear()
        return found

    async def rest(self) -> None:
        """Let what is under way arrive."""
        for _ in range(30):
            await asyncio.sleep(0)

    async def hang_up(self) -> None:
        """Go."""
        self._incoming.put_nowait({"type": "websocket.disconnect", "code": 1001})
        self._let_go()
        await asyncio.wait_for(self._task, PATIENCE)
