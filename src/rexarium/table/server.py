"""The server: the application on a port of this machine, with its storage, until it is told to stop."""

import asyncio
import contextlib
import errno
import gc
import json
import logging
import os
import signal
import socket
import time
import traceback
from collections import Counter
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

import uvicorn
from starlette.types import ASGIApp
from uvicorn.loops.auto import auto_loop_factory

from rexarium.kernel.errors import RexariumError
from rexarium.table import control, protocol
from rexarium.table.app import make_app
from rexarium.table.connection import Line, connection_class
from rexarium.table.doors import CONNECTIONS, LOCAL, Doors
from rexarium.table.house import House
from rexarium.table.limits import Limit
from rexarium.table.storage import open_store
from rexarium.table.thinkers import Thinkers

PORT = 8765
PORT_TRIES, PORT_PAUSE = 10, 0.05  # seconds between them
SAME_LINES = (20, 1 / 60)  # of the log: at once, and then a second
COLLECTING = 5 * 60  # seconds between two looks for garbage, at least
RARELY = 2000  # times as long as the last look took, likewise: at a thousand tables it stops them for half a second
_HANG_UP = (signal.SIGHUP,) if hasattr(signal, "SIGHUP") else ()  # the terminal was closed
_RESERVED = set(vars(logging.makeLogRecord({}))) | {"message", "color_message"}


class PortTaken(RexariumError):
    """Something else answers on that port."""


@dataclass(frozen=True)
class Plan:
    """How a server is to be run."""

    store: str
    port: int = PORT
    is_lan: bool = False  # for the other machines of the house's network too
    hosts: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()
    is_secure: bool = False
    proxies: int = 0
    connections: int = CONNECTIONS  # of one address
    thinkers: int | None = None
    control: Path | None = None  # the file that tells whoever keeps the house how to talk to it
    doors: Doors | None = field(default=None, compare=False)


def addresses(plan: Plan) -> list[str]:
    """Where the page is to be found, for this machine first; behind a proxy only that knows the port."""
    if plan.is_secure and plan.hosts:
        return [f"https://{name}/" for name in plan.hosts]
    names = ["localhost", *_lan_names()] if plan.is_lan else ["localhost"]
    return [f"http://{name}:{plan.port}/" for name in names]


def _lan_names() -> list[str]:
    """The address of this machine in its network; nothing is sent to find it out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return [probe.getsockname()[0]]
        except OSError:
            return []


def make_doors(plan: Plan) -> Doors:
    """Which names and origins are let in."""
    names = [*LOCAL, *plan.hosts]
    if plan.is_lan:
        names += [*_lan_names(), socket.gethostname().lower(), f"{socket.gethostname().lower()}.local"]
    most = plan.connections
    return Doors(tuple(names), plan.origins, plan.is_secure, plan.proxies, most, most)


def run(plan: Plan, ready: Callable[[], None] = lambda: None) -> None:
    """Run on the fastest loop there is, until Ctrl-C or a signal; `ready` is called when the house is open."""
    open_standard_files()
    for kind in (signal.SIGTERM, *_HANG_UP):  # uvicorn hands on what it was told to stop by
        if signal.getsignal(kind) is not signal.SIG_IGN:  # nohup wants that it goes on
            signal.signal(kind, signal.default_int_handler)
    with contextlib.suppress(KeyboardInterrupt), asyncio.Runner(loop_factory=auto_loop_factory()) as runner:
        runner.run(serve(plan, ready))


def open_standard_files() -> None:
    """Whoever started us may have closed them; whatever is opened next would get their numbers, and be taken for them."""
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # gets the lowest number that is free: this one


async def serve(plan: Plan, ready: Callable[[], None] = lambda: None) -> None:
    """Run until a signal says stop; what is under way is finished first."""
    write_logs()
    async with _rare_collections():
        with _listen(plan) as listener:
            store = await open_store(plan.store, has_clerk=True)
            running = (
                control.write_file(plan.control, plan.port, addresses(plan)[-1]) if plan.control else None
            )
            try:
                house = House(store, Thinkers(plan.thinkers))
                doors = plan.doors or make_doors(plan)
                app = make_app(house, doors, running.key if running else "")
                await _Server(_configure(app, doors), ready).serve([listener])
            finally:
                if plan.control:
                    plan.control.unlink(missing_ok=True)


@contextlib.asynccontextmanager
async def _rare_collections() -> AsyncIterator[None]:
    """Look for garbage in circles, of which moves make none, now and then only: with a thousand tables it takes a while."""
    gc.collect()
    gc.freeze()  # modules and rules stay
    gc.disable()
    collecting = asyncio.create_task(_collect_rarely())
    try:
        yield
    finally:
        collecting.cancel()
        gc.enable()


async def _collect_rarely() -> None:
    took = 0.0
    while True:
        await asyncio.sleep(max(COLLECTING, RARELY * took))
        began = time.perf_counter()
        gc.collect()
        took = time.perf_counter() - began


class _Server(uvicorn.Server):
    """A server that says when it is open."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer."""
        for kind in _HANG_UP:
            if signal.getsignal(kind) is signal.default_int_handler:
                signal.signal(kind, self.handle_exit)
        await super().startup(sockets)
        if self.started:
            self._ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop; whoever is impatient changes nothing, for it takes some seconds at most."""
        if not self.should_exit:
            super().handle_exit(sig, frame)


def _configure(app: ASGIApp, doors: Doors) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        loop="auto",
        http=connection_class(doors),
        ws=Line,
        ws_max_size=protocol.LARGEST_MESSAGE,
        ws_per_message_deflate=False,  # a hand and what others say lie in one message: its length would tell
        ws_ping_interval=20,
        ws_ping_timeout=20,
        server_header=False,
        access_log=False,
        log_config=None,
        lifespan="on",
        timeout_graceful_shutdown=5,
        proxy_headers=False,
    )


def _listen(plan: Plan) -> socket.socket:
    """The port, taken before anything else is started.

    A server that was killed while it started a process has left its port to that for a moment, so we try more than once.
    """
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    for tries_left in reversed(range(PORT_TRIES)):
        try:
            listener.bind(("0.0.0.0" if plan.is_lan else "127.0.0.1", plan.port))
            break
        except OSError as error:
            if tries_left:
                time.sleep(PORT_PAUSE)
                continue
            listener.close()
            raise PortTaken(
                f"Port {plan.port} is not free ({error.strerror}); name another with --port."
            ) from None
    listener.listen(2048)
    listener.setblocking(False)
    return listener


# Logs


class _Sparing(logging.Filter):
    """What happens again and again is told a few times, then once a minute with how often it was left out.

    A full disk must not be filled up by saying so, nor may a visitor write our logs.
    """

    def __init__(self) -> None:
        super().__init__()
        self._limit = Limit(*SAME_LINES)
        self._left_out: Counter[str] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        kind = str(record.msg)
        if self._limit.allows(kind):
            if left_out := self._left_out.pop(kind, 0):
                record.left_out = left_out
            return True
        self._left_out[kind] += 1
        return False


class _Line(logging.Formatter):
    """A log line as JSON: what happened, where, and nothing that anybody typed."""

    def format(self, record: logging.LogRecord) -> str:
        what = record.getMessage().partition("\n")[0]
        line: dict[str, Any] = {
            "at": self.formatTime(record),
            "level": record.levelname.lower(),
            "what": what,
        }
        line |= {key: value for key, value in vars(record).items() if key not in _RESERVED}
        if record.exc_info and record.exc_info[1]:
            line["trace"] = _trace(record.exc_info[1])
        return json.dumps(line, ensure_ascii=True, default=str)


def _trace(error: BaseException) -> list[str]:
    """What kind of accident it was, and where; its words are left out, for they may hold a card or a key."""
    frames = traceback.extract_tb(error.__traceback__)
    earlier = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    places = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
    return [*(_trace(earlier) if earlier else ()), _kind(error), *places]


def _kind(error: BaseException) -> str:
    """What an accident is called: a full disk has a name of its own."""
    name = getattr(error, "sqlite_errorname", None) or errno.errorcode.get(getattr(error, "errno", None) or 0)
    return f"{type(error).__name__} {name}" if name else type(error).__name__


def write_logs(path: Path | None = None) -> None:
    """Log to standard error, or to a file."""
    handler = logging.StreamHandler() if path is None else logging.FileHandler(path)
    handler.setFormatter(_Line())
    handler.addFilter(_Sparing())
    for name in ("rexarium", "uvicorn.error", "asyncio"):
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler]
        logger.setLevel(logging.WARNING)
        logger.propagate = False
