"""The table in the browser as a real server in a process of its own, and what the operator does beside it."""

import asyncio
import http.client
import json
import re
import signal
import socket
import subprocess
import time
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from threading import Timer
from typing import Any

import msgspec
import pytest

from bench.table.process import free_port
from rexarium.cli import hosting
from rexarium.match import read_record_file
from rexarium.server.metrics import METRICS
from rexarium.server.model import decide, log
from rexarium.server.model.fold import fold
from rexarium.server.model.rows import StoredEntry
from rexarium.server.model.table import Table
from rexarium.server.net import config, connection, websocket
from rexarium.server.net.access import Access
from rexarium.server.net.adapter import BODY_SECONDS
from rexarium.server.net.admin import HEADER, control_file
from rexarium.server.net.config import PORT, ServerConfig, access_for
from rexarium.server.net.prometheus import Prometheus
from rexarium.server.runtime.settings import Settings
from rexarium.server.storage import open_store
from rexarium.server.storage.store import Store
from rexarium.server.wire import summary
from tests.cli.program import COMMAND, PATIENCE, Call, environment, run
from tests.server.support.samples import NOON, SEED, TABLE, opened, opening

CLOSED = "Rexarium is closed; every game is kept.\n"


@pytest.fixture
def port() -> int:
    """A port that is free."""
    return free_port()


class Server:
    """The program as a server, from its first line to its last."""

    def __init__(self, state: Path, command: str, port: int, *words: str, **settings: str) -> None:
        self.port = port
        self.cookie = ""
        self.process = subprocess.Popen(
            [*COMMAND, command, "--port", str(port), *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(state, **settings),
            text=True,
        )
        self._watchdog = Timer(PATIENCE * 2, self.process.kill)
        self._watchdog.start()
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        self._out, self._err = self.process.stdout, self.process.stderr
        self.greeting = [self._out.readline() for _ in range(2)]

    def __enter__(self) -> "Server":
        return self

    def __exit__(self, *_: object) -> None:
        self._watchdog.cancel()
        self.process.kill()
        with self.process:  # waits, and closes the pipes
            pass

    def ask(self, method: str, path: str, body: object = None, **headers: str) -> tuple[int, Any, str]:
        """A request, and its answer: status, JSON or text, and the rules for what the page may load."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        if body is not None:
            headers["content-type"] = "application/json"
        if self.cookie:
            headers["cookie"] = self.cookie
        try:
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            answer = connection.getresponse()
            text = answer.read().decode()
            self.cookie = (answer.getheader("set-cookie") or self.cookie).partition(";")[0]
            is_json = answer.getheader("content-type") == "application/json"
            rules = answer.getheader("content-security-policy") or ""
            return answer.status, json.loads(text) if is_json else text, rules
        finally:
            connection.close()

    def open_table(self, **fields: object) -> str:
        """A table of somebody new."""
        self.ask("POST", "/api/people", {"nickname": "Anna"})
        status, answer, _ = self.ask("POST", "/api/tables", {"game": "trex", "seats": 3, "seat": 1, **fields})
        assert status == 201, answer
        table: str = answer["table"]
        return table

    def deal(self, table: str) -> None:
        """The host adds a share, and the cards are dealt."""
        seating = {"share": "of-anna", "is_started": True}
        status, answer, _ = self.ask("POST", f"/api/tables/{table}/seats/1", seating)
        assert status == 204, answer

    def stop(self, sign: signal.Signals = signal.SIGINT) -> tuple[int, str, str]:
        """Exit code and what was said after the greeting."""
        self.process.send_signal(sign)
        out, err = self._out.read(), self._err.read()
        return self.process.wait(), out, err


def served(state: Path) -> list[str]:
    return sorted(path.name for path in (state / "table").glob("server-*"))


# The server


def test_play_opens_the_table_and_ctrl_c_closes_it(state: Path, port: int) -> None:
    with Server(state, "play", port) as server:
        assert server.greeting[0] == f"Rexarium is open at http://localhost:{port}/\n"
        assert server.greeting[1].startswith("Ctrl-C closes it")
        status, health, _ = server.ask("GET", "/healthz")
        assert (status, health["is_open"]) == (200, True)
        status, page, rules = server.ask("GET", "/")
        assert (status, "<title>Rexarium</title>" in page) == (200, True)
        assert "default-src 'none'; script-src 'self'; style-src 'self';" in rules
        assert len(served(state)) == 1
        server.process.send_signal(signal.SIGINT)
        code, told, complaints = server.stop()  # impatience changes nothing
        assert (code, complaints) == (0, "")
        assert told == "No browser found: open the address in yours.\n" + CLOSED
    assert served(state) == []
    assert (state / "table").stat().st_mode & 0o077 == 0


def test_tables_outlive_a_killed_server(state: Path, port: int) -> None:
    with Server(state, "play", port, "--no-browser") as server:
        table, cookie = server.open_table(), server.cookie
        before = server.ask("GET", f"/api/tables/{table}")[1]
        server.process.kill()
        server.process.wait()
    assert len(served(state)) == 1  # its file is still there, and is not taken for a server
    with Server(state, "play", port, "--no-browser") as server:
        assert server.greeting[0].startswith("Rexarium is open at")
        server.cookie = cookie
        assert server.ask("GET", f"/api/tables/{table}")[1] == before
        assert [one["table"] for one in server.ask("GET", "/api/me/tables")[1]] == [table]
        assert server.stop(signal.SIGTERM) == (0, CLOSED, "")


def test_a_browser_is_shown_the_page_and_a_second_play_shows_it_again(
    state: Path, port: int, tmp_path: Path
) -> None:
    seen = tmp_path / "seen"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" >> {seen}\n', encoding="utf-8")
    browser.chmod(0o700)
    with Server(state, "play", port, BROWSER=str(browser)):
        wait_until(seen.exists)
        again = run(state, "play", "--port", "1", BROWSER=str(browser))
        assert (again.returncode, again.stderr) == (0, "")
        assert again.stdout == f"Rexarium is already open at http://localhost:{port}/\n"
        assert seen.read_text("utf-8") == f"http://localhost:{port}/\n" * 2
        silent = run(state, "play", "--no-browser", BROWSER=str(browser))
        assert silent.stdout == again.stdout
        assert seen.read_text("utf-8").count("\n") == 2


def wait_until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_a_taken_port_is_reported(state: Path, port: int) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", port))
        other.listen()
        result = run(state, "play", "--no-browser", "--port", str(port))
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith(f"rexarium: Port {port} is not free (")
    assert result.stderr.endswith("; choose another with --port.\n")


# Words


@pytest.fixture
def plans(monkeypatch: pytest.MonkeyPatch) -> list[ServerConfig]:
    """The servers that would have been run."""
    found: list[ServerConfig] = []
    monkeypatch.setattr(hosting, "run_server", lambda plan, _ready: found.append(plan))
    return found


def test_play_without_arguments_serves_this_machine_only(
    call: Call, plans: list[ServerConfig], state: Path
) -> None:
    assert call("play", "--no-browser").code == 0
    store = f"sqlite:///{state / 'table' / 'house.db'}"
    folder = state / "table"
    control, secret = control_file(folder, store), folder / "networks.key"
    assert plans == [ServerConfig(store, PORT, backups=folder, control=control, secret=secret)]


def test_serve_accepts_all_its_options(call: Call, plans: list[ServerConfig], state: Path) -> None:
    words = "--port 9 --lan --host Rex.example --host b --origin https://a.example --secure --proxies 1"
    limits = "--waiting 1 --waiting-network 2 --listed 3 --newcomers 4 --connections 5 --connections-person 6"
    words = f"{words} {limits} --connections-guests 7"
    assert call("serve", *words.split(), "--store", "postgresql://rex@db/rex").code == 0
    store = "postgresql://rex@db/rex"
    folder = state / "table"
    control = control_file(folder, store)
    origins = ("https://a.example",)
    assert plans == [
        ServerConfig(
            store,
            9,
            True,
            ("rex.example", "b"),
            origins,
            True,
            1,
            Settings(1, 2, 3, 4, 5, 6, 7),
            backups=folder,
            control=control,
            secret=folder / "networks.key",
        )
    ]
    access = access_for(plans[0])
    assert access.settings == plans[0].settings
    assert access.people.bucket()._burst == 4


def test_no_network_can_use_up_the_systems_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(config, "connection_limit", lambda: 800)
    assert access_for(ServerConfig("memory")).settings.connections == 200


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("play trex --port 9", "In the terminal there is no --port"),
        ("play --terminal --lan --no-browser", "In the terminal there is no --lan, --no-browser"),
        ("play --resume --store x.db", "In the terminal there is no --store"),
        ("tables show nonesuch", "there is no database"),
        ("backup b.db", "there is no database"),
        ("restore nonesuch.db", "There is no file nonesuch.db."),
    ],
)
def test_an_impossible_option_is_refused_in_one_sentence(call: Call, words: str, sentence: str) -> None:
    result = call(*words.split())
    assert (result.code, result.out) == (2, "")
    assert sentence in result.err
    assert result.err.count("\n") == 1


@pytest.mark.parametrize("words", ["--proxies -1", "--proxies x", "--connections 0", "--waiting-network 1.5"])
def test_a_count_has_to_be_a_number(call: Call, capsys: pytest.CaptureFixture[str], words: str) -> None:
    with pytest.raises(SystemExit, match="2"):
        call("serve", *words.split())
    assert words.split(maxsplit=1)[0] in capsys.readouterr().err


@pytest.mark.parametrize("port", ["0", "65536", "x"])
def test_a_port_has_to_be_valid(call: Call, capsys: pytest.CaptureFixture[str], port: str) -> None:
    with pytest.raises(SystemExit):
        call("serve", f"--port={port}")
    assert "a port is a number from 1 to 65535" in capsys.readouterr().err


def test_the_page_for_hosts_is_accurate(call: Call, capsys: pytest.CaptureFixture[str]) -> None:
    page = (Path(__file__).parents[2] / "docs" / "how-to" / "host-a-table.md").read_text("utf-8")
    with pytest.raises(SystemExit):
        call("serve", "--help")
    said = capsys.readouterr().out
    options = set(re.findall(r"--[a-z]+(?:-[a-z]+)*", said)) - {"--help", "--color", "--no-color"}
    assert set(re.findall(r"^\| `(--[a-z-]+)", page, re.M)) == options
    for limit in fields(Settings):
        assert re.search(rf"^\| `--{limit.name.replace('_', '-')} N` \|.*; {limit.default} \|$", page, re.M)
    counted = set(re.findall(r"^# TYPE (\w+)", Prometheus(METRICS).page().decode(), re.M))
    assert set(re.findall(r"`(rexarium_\w+)`", page)) == {name for name in counted if name[:8] != "process_"}
    access = Access()
    requests, messages, tables = access.requests, access.messages, access.tables
    limits = [
        access.people,
        tables.person,
        tables.network,
        requests.person,
        requests.guests,
        requests.network,
    ]
    limits += [access.session_messages, messages.person, messages.guests, messages.network]
    limits += [access.chat, access.onlookers, access.changes, access.replays, access.analyses]
    told = [[float(figure) for figure in row] for row in re.findall(r"\| (\d+) \| ([\d.]+) \|", page)]
    assert told == [[limit._burst, limit._rate] for limit in limits]
    for one, other in ((access.hints, access.chat), (access.pictures, access.replays)):
        assert (one._burst, one._rate) == (other._burst, other._rate)
    assert f"{connection.REQUEST_SECONDS} seconds" in page
    assert f"{connection.SLOWEST} bytes a second" in page
    assert f"{BODY_SECONDS} seconds to arrive" in page
    assert f"After {decide.MAX_COMMANDS} actions" in page
    pings, rate = websocket.PINGS
    assert f"{pings} pings and pieces of messages at once, then {rate} a" in page


# Maintenance


def keep(state: Path, entries: list[log.AnyEntry]) -> Table:
    """A table in the store of the state folder, as a server would have left it."""
    folder = state / "table"
    folder.mkdir(parents=True, exist_ok=True)
    table = Table()
    stored = []
    for number, entry in enumerate(entries):
        fold(table, entry, NOON + number)
        stored.append(StoredEntry(number, NOON + number, table.codec.encode(entry)))

    async def write() -> None:
        store: Store = await open_store(str(folder / "house.db"))
        try:
            await store.create(summary.table_listing(table), stored)
        finally:
            await store.close()

    asyncio.run(write())
    return table


def test_list(call: Call, state: Path) -> None:
    keep(state, opening())
    keep(state, [msgspec.structs.replace(opened("cubosaurs"), table="another-of-ours")])
    told = call("tables", "list").out.splitlines()
    assert [line.split()[0] for line in told[:2]] == ["a-table-of-ours", "another-of-ours"]
    assert told[0].endswith("playing    trex: Anna, Ben, Cleo")
    assert told[1].endswith("gathering  cubosaurs: nobody, nobody, nobody")
    assert told[2] == "2 tables."
    assert call("tables", "list", "--stage", "playing").out.endswith("Anna, Ben, Cleo\n1 table.\n")
    assert call("tables", "list", "--stage", "over").out == "0 tables.\n"


def test_show_prints_what_a_spectator_knows(call: Call, state: Path) -> None:
    entries = opening("tyrannosaurus")
    match = keep(state / "draft", entries).match
    assert match is not None
    seat, other = match.waiting()  # two choose in secret where the lake goes
    decision = match.decision(seat)
    assert decision is not None
    secret = decision.choices[0].text
    keep(
        state,
        [
            *entries,
            log.Moved(seat=seat, moves=(decision.choices[0].move,)),
            log.Said(by="ben", name="Ben", text="hurry"),
        ],
    )
    told = call("tables", "show", TABLE).out
    assert told.startswith("Tyrannosaurus Rex, playing\n")
    assert " 1 Anna (person, host)\n" in told
    assert re.findall(r"> (\d)", told) == [str(other + 1)]
    assert f"moved: seat {seat + 1}\n" in told
    assert told.endswith("said: Ben, hurry\n")
    assert secret not in told
    assert SEED not in told
    assert "share" not in told


def test_show_prints_how_the_game_ended(call: Call, state: Path) -> None:
    keep(state, [*opening(), log.Ended(how="resigned", winners=(1,))])
    assert "Winners: seat 2 (resigned).\n" in call("tables", "show", TABLE).out
    assert call("tables", "show", "nonesuch").err == "rexarium: There is no table nonesuch.\n"


def test_a_record_needs_a_finished_game_or_the_truth_option(call: Call, state: Path, tmp_path: Path) -> None:
    table = keep(state, opening())
    file = tmp_path / "game.rex"
    refused = call("tables", "export", TABLE, file)
    assert (refused.code, file.exists()) == (2, False)
    assert "you can have it once the game is over" in refused.err
    assert call("tables", "export", TABLE, file, "--truth").code == 0
    assert file.stat().st_mode & 0o777 == 0o600  # it holds every secret of a game that goes on
    assert table.match is not None
    assert read_record_file(file).deal == table.match.deal
    assert call("tables", "export", TABLE, file, "--truth").code == 2  # no file is overwritten
    assert call("tables", "end", TABLE).out == f"Table {TABLE} is over.\n"
    assert call("tables", "export", TABLE, tmp_path / "over.rex").code == 0
    (plain := tmp_path / "plain").touch()
    assert (tmp_path / "over.rex").stat().st_mode == plain.stat().st_mode
    assert call("verify", tmp_path / "over.rex").code == 0


def test_end_works_without_a_server(call: Call, state: Path) -> None:
    keep(state, opening())
    for _ in range(2):  # once over, it stays as it is
        assert call("tables", "end", TABLE).code == 0
        told = call("tables", "show", TABLE).out
        assert (told.count("ended"), "Winners: nobody (closed)." in told) == (1, True)
    assert call("tables", "end", "nonesuch").code == 2


def test_the_commands_work_beside_a_running_server(
    call: Call, state: Path, port: int, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.db"
    with Server(state, "serve", port) as server:
        table = server.open_table(bots={"2": "hatchling", "3": "hatchling"})
        server.deal(table)
        assert call("tables", "list").out.endswith("1 table.\n")
        assert "Anna (person, host)" in call("tables", "show", table).out
        assert call("backup", copy).code == 0
        assert copy.stat().st_mode & 0o777 == 0o600
        assert "in use by another server" in call("restore", copy).err
        assert "in use by another server" in run(state, "serve", "--port", str(free_port())).stderr
        need_key(server, state, table)
        assert call("tables", "end", table).code == 0
        assert server.ask("GET", f"/api/tables/{table}")[1]["outcome"]["how"] == "closed"
        for other in ("nonesuch", "tafel-é", "a b", "a/b"):
            assert call("tables", "end", other).err == f"rexarium: There is no table {other}.\n"
        assert server.stop() == (0, CLOSED, "")
    store = str(tmp_path / "new.db")
    assert call("restore", copy, "--store", store).code == 0
    assert "playing" in call("tables", "list", "--store", store).out
    assert "is not empty" in call("restore", copy, "--store", store).err
    assert call("backup", copy).err == f"rexarium: {copy} already exists: choose another name\n"


def need_key(server: Server, state: Path, table: str) -> None:
    """The operator's addresses work only with the key in the file, and for no page."""
    file = control_file(state / "table", str(state / "table" / "house.db"))
    assert file.stat().st_mode & 0o777 == 0o600
    key = json.loads(file.read_text("utf-8"))["key"]
    end = f"/control/tables/{table}/end"
    assert server.ask("GET", "/control", None, **{HEADER: key})[0] == 204
    for headers in ({}, {HEADER: key[:-1]}, {HEADER: key, "origin": f"http://localhost:{server.port}"}):
        assert server.ask("GET", "/control", None, **headers)[0] == 404
        assert server.ask("POST", end, None, **headers)[0] == 404
    assert server.ask("GET", f"/api/tables/{table}")[1]["stage"] == "playing"
    assert "control" not in json.dumps(server.ask("GET", "/api/openapi.json")[1]["paths"])
