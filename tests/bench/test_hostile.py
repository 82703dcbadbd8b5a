"""The hostile command finds what does not hold, and says so; one attack of it on a real server."""

import pytest

from bench.table.hostile import __main__ as hostile
from bench.table.hostile.finding import Finding


def test_every_promise_of_an_attack_on_a_real_server_holds(capsys: pytest.CaptureFixture[str]) -> None:
    assert hostile.main(["nicknames"]) == 0
    said = capsys.readouterr().out
    assert said.count("held ") == 4
    assert "everything held" in said


def test_a_broken_promise_is_reported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def play(name: str) -> list[Finding]:
        return [Finding(f"{name} are safe", held=False, seen="a hand")]

    monkeypatch.setattr(hostile, "play", play)
    assert hostile.main(["hands"]) == 1
    assert "NOT HELD hands are safe (a hand)" in capsys.readouterr().out
