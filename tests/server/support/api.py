"""The whole application without a network: browsers with cookies, and WebSockets."""

import asyncio
import dataclasses
import json
import re
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import httpx
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp

from rexarium.server.limits import Limit, Tiers
from rexarium.server.metrics import METRICS
from rexarium.server.model.rows import Person
from rexarium.server.model.text import fingerprint
from rexarium.server.net.access import COOKIE, Access
from rexarium.server.net.admission import Admission
from rexarium.server.net.app import make_app
from rexarium.server.net.prometheus import Prometheus
from rexarium.server.net.session import Session
from rexarium.server.runtime.service import Service
from rexarium.server.runtime.settings import Settings
from rexarium.server.storage.memory import MemoryStore
from rexarium.server.storage.store import Store
from tests.server.support.fakes import FakeBots, FakeClock, InlinePool
from tests.server.support.samples import PATIENCE, PEOPLE, opening
from tests.server.support.server import open_service

HOST, ORIGIN = "localhost", "http://localhost"
NEW_TABLE = {"game": "trex", "seats": 2}
SECRET = b"a secret of this machine"
BOUNDLESS = Settings(*[10**6] * len(dataclasses.fields(Settings)))


def patient() -> Limit:
    """A limit that never bites."""
    return Limit(10**9, 10**9)


def open_access(**fields: Any) -> Access:
    """Doors without limits."""
    limits = {one.name: patient() for one in dataclasses.fields(Access) if one.type is Limit}
    tiers = {one.name: tiered() for one in dataclasses.fields(Access) if one.type is Tiers}
    return Access(**({"settings": BOUNDLESS} | limits | tiers | fields))


def tiered(**limits: Limit) -> Tiers:
    """Limits of a person, of guests or of a network; the others never bite."""
    return Tiers(**({name: patient() for name in ("person", "guests", "network")} | limits))


def key_of(person: str) -> str:
    """The key of a person's device, as tests know it."""
    return f"key-of-{person}-0123456789"


class Api:
    """A server's application, and everyone who calls it."""

    def __init__(
        self, access: Access | None = None, store: Store | None = None, pulse: float | None = None
    ) -> None:
        self.clock = FakeClock()
        self.store: Any = store or MemoryStore()
        self.bots = FakeBots()
        self.records = InlinePool()
        self.access = access or open_access()
        METRICS.listen(Prometheus(METRICS))
        self.service = Service(
            self.store, self.bots, self.records, self.clock, self.access.settings, SECRET, pulse
        )
        self.app: ASGIApp = make_app(self.service, self.access)
        self.admission = Admission(self.service, self.access)

    async def add_people(self, *names: str) -> None:
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

    async def call(self, table: str, person: str = "", **hello: Any) -> "SocketClient":
        """A WebSocket to a table, after the greeting."""
        client = SocketClient(self.admission, f"/ws/{table}", person)
        client.send(do="hello", **({"version": 1} | hello))
        await client.idle()
        assert client.frames, "nobody has answered"
        return client


@asynccontextmanager
async def start_api(access: Access | None = None, store: Store | None = None) -> AsyncIterator[Api]:
    """Open a server with a table where Anna, Ben and Cleo play, and close it at the end."""
    api = Api(access, store)
    await api.add_people("Anna", "Ben", "Cleo", "Dora")
    await open_service(api.service)
    await api.service.tables.begin(opening("trex", PEOPLE))
    yield api
    await api.service.close()


def expect(answer: httpx.Response, status: int, code: str = "") -> Any:
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


class Socket:
    """A server's end of a WebSocket, without a network."""

    is_writable = True

    def __init__(self) -> None:
        self.frames: list[str] = []
        self.code: int | None = None
        self.handler: Session | None = None
        self.tasks: set[asyncio.Task[None]] = set()

    def send(self, message: bytes) -> None:
        self.frames.append(message.decode())

    def close(self, code: int) -> None:
        self.code = self.code or code
        self.let_go()

    def let_go(self) -> None:
        """The connection has ended."""
        handler, self.handler = self.handler, None
        if handler is not None:
            handler.on_close()

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)


class SocketClient:
    """A WebSocket to the application itself, without a network; keeps every frame it is sent."""

    def __init__(
        self, admission: Admission, path: str, person: str = "", origin: str = ORIGIN, key: str = ""
    ) -> None:
        self._socket = Socket()
        self._commands = 0
        headers = [(b"host", HOST.encode()), (b"origin", origin.encode())]
        if key or person:
            headers.append((b"cookie", f"{COOKIE}={key or key_of(person)}".encode()))
        request = HTTPConnection(
            {
                "type": "websocket",
                "path": path,
                "query_string": b"",
                "headers": headers,
                "client": ("127.0.0.1", 1),
            }
        )
        if admission.allows(request):
            self._socket.handler = admission.receive(request, self._socket)
        else:
            self._socket.code = 403

    @property
    def frames(self) -> list[str]:
        """What has come."""
        return self._socket.frames

    @property
    def code(self) -> int | None:
        """Why it was closed, if it was."""
        return self._socket.code

    def send(self, **message: Any) -> None:
        """Send a message."""
        self.send_text(json.dumps(message))

    def send_text(self, text: str) -> None:
        """Send anything."""
        if self._socket.handler is not None:
            self._socket.handler.on_message(text)

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

    async def idle(self) -> None:
        """Let what is under way arrive."""
        for _ in range(30):
            await asyncio.sleep(0)

    async def hang_up(self) -> None:
        """Go."""
        self._socket.let_go()
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*self._socket.tasks)
