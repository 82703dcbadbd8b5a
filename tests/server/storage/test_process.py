"""A process writes for a server: it dies and is replaced, it outlives no server, and it writes nothing in another's term."""

import asyncio
import os
import pickle
import signal
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from rexarium.server.storage import migrate, open_store, sql
from rexarium.server.storage.sqlite import child, file, process
from rexarium.server.storage.sqlite.process import TOGETHER, WriterProcess
from rexarium.server.storage.sqlite.writes import Append, Create, Statement
from rexarium.server.storage.store import Fenced, InUse, is_store_failure
from tests.server.storage.samples import entries, listing, own
from tests.server.support.fake_loop import FakeLoop
from tests.server.support.samples import PATIENCE
from tests.server.support.server import wait_for

MANY = 200


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """An empty database."""
    path = tmp_path / "rex.db"
    with closing(file.connect(path)) as connection:
        migrate.upgrade_sqlite(connection, str(path))
        file.use_write_ahead_log(connection, path)
    return path


def begin_term(path: Path) -> int:
    with closing(file.connect(path)) as connection:
        return file.begin_term(connection)


def lengths(path: Path) -> dict[str, int]:
    """How many entries each table has."""
    with closing(file.connect(path, is_read_only=True)) as connection:
        return dict(connection.execute("SELECT table_id, count(*) FROM entries GROUP BY table_id").fetchall())


def add(name: str, number: int) -> Append | Create:
    """An entry for a table, which begins with its first."""
    return (Append if number else Create)(listing(name), entries(number, number))


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False)
    return not state.stdout.startswith("Z")


async def test_queued_writes_finish_before_the_writer_closes(path: Path) -> None:
    writer = WriterProcess(path, begin_term(path))
    written = [writer.submit(add(f"{number}", 0)) for number in range(MANY)]
    await writer.close()
    assert await asyncio.gather(*written) == [None] * MANY
    assert lengths(path) == {f"{number}": 1 for number in range(MANY)}
    with pytest.raises(RuntimeError, match="closed"):
        await writer.submit(add("more", 0))


async def test_the_first_write_is_sent_at_once_and_the_following_ones_together(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake_loop = FakeLoop()
    monkeypatch.setattr(asyncio, "get_running_loop", lambda: fake_loop)
    bundles: list[int] = []
    writer = WriterProcess(path, begin_term(path))
    written = [writer.submit(add("table", 0))]
    fake_loop.advance(0)
    await written[0]
    fake_loop.advance(TOGETHER)
    assert writer._process is not None
    assert writer._process.stdin is not None
    stdin, send = writer._process.stdin, writer._process.stdin.write

    def write(data: bytes) -> None:
        bundles.append(len(writer._writes))
        send(data)

    monkeypatch.setattr(stdin, "write", write)
    for number in range(1, 8):
        written.append(writer.submit(add("table", number)))
        fake_loop.advance(TOGETHER / 10)
    assert bundles == [1]
    fake_loop.advance(TOGETHER)
    assert bundles == [1, 6]
    await asyncio.gather(*written)
    await writer.close()


async def test_an_unused_writer_can_be_closed(path: Path) -> None:
    await WriterProcess(path, begin_term(path)).close()


async def test_a_dead_writer_is_replaced_and_pending_writes_fail(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    writer = WriterProcess(path, begin_term(path))
    await writer.submit(add("a", 0))
    for number in (1, 2, 3):
        assert writer._process is not None
        waiting = writer.submit(Statement("SELECT 1", ()))
        writer._process.send_signal(signal.SIGSTOP)
        await wait_for(lambda: not writer._writes)  # it was told of it
        writer._process.kill()
        with pytest.raises(OSError, match="died") as found:
            await asyncio.wait_for(waiting, PATIENCE)
        assert is_store_failure(found.value)
        await asyncio.wait_for(writer.submit(add("a", number)), PATIENCE)
    await writer.close()
    assert lengths(path) == {"a": 4}
    assert {record.message for record in caplog.records} == {"the SQLite writer has died"}


async def test_unsent_writes_fail_with_their_writer_and_are_never_written(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The caller was told that the write may be lost and repeats it, so it must not happen after all."""
    writer = WriterProcess(path, begin_term(path))
    await writer.submit(add("before", 0))
    assert writer._process is not None
    with monkeypatch.context() as patch:
        patch.setattr(process, "TOGETHER", 10 * PATIENCE)
        unsent = writer.submit(add("unsent", 0))
        writer._process.kill()
        with pytest.raises(OSError, match="died"):
            await asyncio.wait_for(unsent, PATIENCE)
    await asyncio.wait_for(writer.submit(add("after", 0)), PATIENCE)
    await writer.close()
    assert lengths(path) == {"before": 1, "after": 1}


async def test_a_writer_that_cannot_start_is_an_outage_and_is_retried_with_pauses(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    writer = WriterProcess(tmp_path / "nothing.db", 1)
    for number in range(3):
        begin = time.monotonic()
        with pytest.raises(OSError, match="died"):
            await asyncio.wait_for(writer.submit(add("a", 0)), PATIENCE)
        assert time.monotonic() - begin > (0, 0.1, 0.2)[number]
    await writer.close()
    assert not (tmp_path / "nothing.db").exists()
    assert [getattr(record, "code", None) for record in caplog.records] == [child.NOT_OPEN] * 3
    assert capfd.readouterr().err == ""


async def test_a_stuck_writer_is_given_up(
    path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(process, "PATIENCE", 0.2)
    writer = WriterProcess(path, begin_term(path))
    await writer.submit(add("a", 0))
    assert writer._process is not None
    writer._process.send_signal(signal.SIGSTOP)
    waiting = writer.submit(add("a", 1))
    await asyncio.wait_for(writer.close(), PATIENCE)
    with pytest.raises(OSError, match="died"):
        await waiting
    assert "did not stop in time" in caplog.records[0].message


async def test_a_write_that_cannot_be_sent_fails_alone(path: Path) -> None:
    writer = WriterProcess(path, begin_term(path))
    with pytest.raises(Exception, match="pickle"):
        await writer.submit(lambda _: None)
    await asyncio.wait_for(writer.submit(add("a", 0)), PATIENCE)
    await writer.close()


async def test_signals_to_the_server_do_not_end_the_writer(path: Path) -> None:
    writer = WriterProcess(path, begin_term(path))
    await writer.submit(add("a", 0))
    assert writer._process is not None
    for kind in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        writer._process.send_signal(kind)
    for number in (1, 2):  # no process does anything more before it has got its signals
        await writer.submit(add("a", number))
    await writer.close()
    assert lengths(path) == {"a": 3}


async def test_nothing_is_written_in_another_servers_term(path: Path) -> None:
    """The server was killed; its process still has something to write when the next server opens the file."""
    old = WriterProcess(path, begin_term(path))
    await old.submit(add("a", 0))
    new = WriterProcess(path, begin_term(path))
    with pytest.raises(Fenced):
        await old.submit(add("a", 1))
    with pytest.raises(InUse):
        await old.submit(Statement(sql.UPSERT_PULSE, (1,)))
    await new.submit(add("a", 1))
    with pytest.raises(Fenced):
        await new.submit(add("a", 1))
    await old.close()
    await new.close()
    assert lengths(path) == {"a": 2}


async def test_a_writer_thread_respects_its_term_too(path: Path) -> None:
    store = await open_store(str(path))
    ours = await own(store, "a")
    await store.append(ours, listing("a"), entries(0, 0))
    begin_term(path)
    with pytest.raises(Fenced):
        await store.append(ours, listing("a"), entries(1, 1))
    with pytest.raises(InUse):
        await store.beat(1)
    assert await store.entries("a") == entries(0, 0)
    await store.close()


def test_terms_wrap_around_after_the_last(path: Path) -> None:
    with closing(file.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {file.LAST_TERM}")
        assert file.begin_term(connection) == file.term_of(connection) == 1


async def test_the_writer_exits_when_its_server_is_killed(path: Path) -> None:
    script = f"""
import asyncio, sys
from pathlib import Path
from rexarium.server.storage.sqlite.process import TOGETHER, WriterProcess
from rexarium.server.storage.sqlite.writes import Statement
async def main():
    writer = WriterProcess(Path({str(path)!r}), {begin_term(path)})
    await writer.submit(Statement({sql.UPSERT_PULSE!r}, (1,)))
    print(writer._process.pid, flush=True)
    await asyncio.sleep(600)
asyncio.run(main())
"""
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE) as server:
        assert server.stdout is not None
        pid = int(server.stdout.readline())
        assert is_alive(pid)
        server.kill()
    async with asyncio.timeout(PATIENCE):
        while is_alive(pid):
            await asyncio.sleep(0.01)


async def test_a_writer_that_cannot_be_understood_is_killed_and_replaced(
    path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    writer = WriterProcess(path, begin_term(path))

    def fail(_: bytes) -> None:
        raise ValueError("gibberish")

    with monkeypatch.context() as patch:
        patch.setattr(pickle, "loads", fail)
        lost = writer.submit(add("a", 0))
        await wait_for(lambda: writer._process is not None)
        assert writer._process is not None
        misunderstood = writer._process
        with pytest.raises(OSError, match="died"):
            await asyncio.wait_for(lost, PATIENCE)
    await asyncio.wait_for(misunderstood.wait(), PATIENCE)
    assert not is_alive(misunderstood.pid)
    await asyncio.wait_for(writer.submit(add("b", 0)), PATIENCE)
    await writer.close()
    assert "could not understand the SQLite writer" in caplog.messages
