"""The server on a port of this machine, with its store, until it is told to stop."""

import asyncio
import contextlib
import os
import signal
import socket
import time
from collections.abc import Callable
from types import FrameType

import uvicorn
from uvicorn.loops.auto import auto_loop_factory

from rexarium.kernel.errors import RexariumError
from rexarium.server.metrics import METRICS
from rexarium.server.net import admin
from rexarium.server.net.admission import Admission
from rexarium.server.net.app import make_app
from rexarium.server.net.config import ServerConfig, access_for, addresses
from rexarium.server.net.garbage import collected_in_quiet_times
from rexarium.server.net.logs import configure_logging
from rexarium.server.net.pools import bot_pool, record_pool
from rexarium.server.net.prometheus import Prometheus
from rexarium.server.net.protocols import configure
from rexarium.server.runtime.networks import read_secret
from rexarium.server.runtime.service import Service
from rexarium.server.runtime.settings import Settings
from rexarium.server.storage import open_store
from rexarium.server.storage.address import say_address
from rexarium.server.storage.store import CannotOpen, Store, is_store_failure

PORT_TRIES, PORT_PAUSE = 60, 0.05  # tries, and seconds between them
_HANG_UP = (signal.SIGHUP,) if hasattr(signal, "SIGHUP") else ()  # the terminal was closed


class PortTaken(RexariumError):
    """Something else is listening on that port."""


def run(config: ServerConfig, ready: Callable[[], None] = lambda: None) -> None:
    """Run on the fastest event loop available until Ctrl-C or a signal; `ready` is called once the server is open."""
    reopen_standard_files()
    for kind in (signal.SIGTERM, *_HANG_UP):  # uvicorn re-raises the signal that stopped it
        if signal.getsignal(kind) is not signal.SIG_IGN:  # nohup wants us to go on
            signal.signal(kind, signal.default_int_handler)
    with contextlib.suppress(KeyboardInterrupt), asyncio.Runner(loop_factory=auto_loop_factory()) as runner:
        runner.run(serve(config, ready))


def reopen_standard_files() -> None:
    """Reopen standard files that the parent has closed: otherwise the next files opened would be mistaken for them."""
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest free number, which is this one


async def serve(config: ServerConfig, ready: Callable[[], None] = lambda: None) -> None:
    """Run until a signal, then finish what is in progress."""
    configure_logging()
    METRICS.listen(Prometheus(METRICS))
    async with collected_in_quiet_times():
        with _listen(config) as listener:
            access = config.access or access_for(config)
            store = await open_store(config.store, has_writer_process=True, backups=config.backups)
            service = await _open_service(store, config, access.settings)
            running = (
                admin.write_file(config.control, config.port, addresses(config)[-1])
                if config.control
                else None
            )
            try:
                app = make_app(service, access, running.key if running else "")
                uvicorn_config = configure(app, Admission(service, access), access)
                await UvicornServer(uvicorn_config, ready).serve([listener])
            finally:
                if config.control:
                    config.control.unlink(missing_ok=True)
                if service.is_open:
                    await service.close()


async def _open_service(store: Store, config: ServerConfig, settings: Settings) -> Service:
    """A service that has written its first heartbeat, so that no page is served where nothing can be stored."""
    secret = read_secret(config.secret)
    service = Service(store, bot_pool(config.workers), record_pool(), settings=settings, secret=secret)
    try:
        await service.open()
    except Exception as error:
        await store.close()
        if not is_store_failure(error):
            raise
        raise CannotOpen(
            f"{say_address(config.store)} cannot be read or written ({error}). Nothing was changed; check the disk or the"
            " database, and start again"
        ) from error
    return service


class UvicornServer(uvicorn.Server):
    """A server that reports when it is open."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start listening."""
        for kind in _HANG_UP:
            if signal.getsignal(kind) is signal.default_int_handler:
                signal.signal(kind, self.handle_exit)
        await super().startup(sockets)
        if self.started:
            self._ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop; further signals change nothing, because it takes only some seconds."""
        if not self.should_exit:
            super().handle_exit(sig, frame)


def _listen(config: ServerConfig) -> socket.socket:
    """Bind the port before anything else is started.

    A server that was killed while starting a process may leave its port to that process for a moment, so retry.
    """
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    for tries_left in reversed(range(PORT_TRIES)):
        try:
            listener.bind(("0.0.0.0" if config.is_lan else "127.0.0.1", config.port))
            break
        except OSError as error:
            if tries_left:
                time.sleep(PORT_PAUSE)
                continue
            listener.close()
            raise PortTaken(
                f"Port {config.port} is not free ({error.strerror}); choose another with --port."
            ) from None
    listener.listen(2048)
    listener.setblocking(False)
    return listener
