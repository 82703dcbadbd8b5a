"""A server that is told to stop, by any signal and any number of times, stops cleanly and loses nothing."""

import asyncio
import signal
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.table.kills import Trial
from bench.table.process import PATIENCE, Server, free_port, table_server
from rexarium.server.net.config import ServerConfig
from rexarium.server.net.main import PORT_PAUSE, _listen

TERM, INT, HUP = signal.SIGTERM, signal.SIGINT, signal.SIGHUP


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server that has yet to be started."""
    server = table_server(tmp_path, free_port())
    yield server
    if server.is_alive:
        server.kill()


@pytest.mark.parametrize(
    "signals", [(TERM,), (INT,), (HUP,), (TERM, TERM), (INT, INT, INT), (HUP, TERM, INT)], ids=str
)
def test_a_signal_stops_the_server_cleanly(server: Server, signals: tuple[signal.Signals, ...]) -> None:
    _start_with(server, signal.SIG_DFL)  # the suite itself may run under nohup
    server.wait()
    server.signal(*signals)
    assert server.wait_for_end() == 0
    assert server.log.read_text() == ""


def test_a_server_started_with_nohup_survives_its_terminal(server: Server) -> None:
    _start_with(server, signal.SIG_IGN)  # as nohup does
    server.wait()
    server.signal(HUP)
    server.wait()
    server.signal(TERM)
    assert server.wait_for_end() == 0


def _start_with(server: Server, at_hang_up: signal.Handlers) -> None:
    """Start it from a terminal whose end means this to it: a process inherits what its parent does about SIGHUP."""
    before = signal.signal(HUP, at_hang_up)
    try:
        server.start()
    finally:
        signal.signal(HUP, before)


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_a_server_started_without_standard_files_works_and_stops(server: Server, closed: str) -> None:
    server.command = ["sh", "-c", f'exec "$0" "$@" {closed}', *server.command]
    server.start()
    server.wait()
    server.signal(TERM)
    assert server.wait_for_end() == 0


def test_stopping_under_load_loses_nothing_acknowledged(tmp_path: Path) -> None:
    trial = Trial(tmp_path, tables=3, seats=3, is_gentle=True)
    verdict = asyncio.run(trial.run(kills=3, seconds=PATIENCE))
    assert verdict.wrong == []
    assert verdict.kills == 3
    assert verdict.heard["acknowledged"] > 10
    assert (tmp_path / "server.log").read_text() == ""


def test_only_this_machine_is_answered_by_default() -> None:
    for is_lan, answered in ((False, "127.0.0.1"), (True, "0.0.0.0")):
        with _listen(ServerConfig(store="", port=0, is_lan=is_lan)) as listener:
            assert listener.getsockname()[0] == answered


def test_a_port_about_to_be_freed_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """A child that was starting when its server was killed holds the port until it has started."""
    pauses: list[float] = []

    def pause(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 2:
            held.close()

    monkeypatch.setattr(time, "sleep", pause)
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        held.listen()
        live_server = held.getsockname()[1]
        _listen(ServerConfig(store="", port=live_server)).close()
    assert pauses == [PORT_PAUSE] * 2
