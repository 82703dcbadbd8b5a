"""An event loop whose time passes when a test says so: timers fire then, in order."""

from asyncio import events
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import pytest


@dataclass
class Call:
    """Something to be called later, unless it is cancelled first."""

    at: float
    work: Callable[..., object]
    values: tuple[Any, ...]

    def cancel(self) -> None:
        """Forget it, and whatever it would have held on to."""
        self.work, self.values = bool, ()


class FakeLoop:
    """The running loop in everything but its time."""

    def __init__(self) -> None:
        self.now = 1.0  # 0 stands for "never" in some timestamps
        self._calls: list[Call] = []

    def time(self) -> float:
        """Seconds since some moment."""
        return self.now

    def call_later(self, delay: float, work: Callable[..., object], *values: Any) -> Call:
        """Call it once that many seconds have passed."""
        call = Call(self.now + delay, work, values)
        self._calls.append(call)
        return call

    def advance(self, seconds: float) -> None:
        """Let time pass and run everything that falls due, including what is scheduled on the way."""
        end = self.now + seconds
        while due := [call for call in self._calls if call.at <= end]:
            call = min(due, key=lambda each: each.at)  # the first of those at the same time
            self._calls.remove(call)
            self.now = max(self.now, call.at)
            call.work(*call.values)
        self.now = end

    def __getattr__(self, name: str) -> Any:
        return getattr(events.get_running_loop(), name)


def use_fake_loop(monkeypatch: pytest.MonkeyPatch, kinds: Iterable[type]) -> FakeLoop:
    """One fake loop for all objects of these kinds, which keep theirs as `loop`."""
    fake_loop = FakeLoop()

    def keep_ours(_self: object, _loop: object) -> None:
        """The loop that they would keep."""

    for kind in kinds:
        monkeypatch.setattr(kind, "loop", property(lambda _self: fake_loop, keep_ours), raising=False)
    return fake_loop
