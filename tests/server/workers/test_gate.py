"""The order of thinking: bots that people wait for come first, and every bot gets its turn."""

import asyncio
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rexarium.server.workers.gate import MOST_OVERTAKEN, Gate
from tests.server.support.samples import ANNA, DORA, bot
from tests.server.support.server import TestServer, idle, wait_for


class Guests:
    """Waiters that take turns and keep them until released."""

    def __init__(self, places: int) -> None:
        self.gate = Gate(places)
        self.served: list[str] = []  # in their order
        self.here: set[str] = set()
        self.most = 0  # at once
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._go: dict[str, asyncio.Event] = {}

    async def come(self, name: str, is_urgent: Callable[[], bool]) -> None:
        self._go[name] = asyncio.Event()
        self._tasks[name] = asyncio.create_task(self._stay(name, is_urgent))
        await idle()

    async def _stay(self, name: str, is_urgent: Callable[[], bool]) -> None:
        async with self.gate.turn(is_urgent):
            self.served.append(name)
            self.here.add(name)
            self.most = max(self.most, len(self.here))
            try:
                await self._go[name].wait()
            finally:
                self.here.discard(name)

    async def go(self, name: str) -> None:
        self._go[name].set()
        await idle()

    def lose(self, name: str) -> None:
        self._tasks[name].cancel()


def no() -> bool:
    return False


def yes() -> bool:
    return True


async def test_urgent_tasks_go_first_and_others_in_order() -> None:
    guests = Guests(1)
    for name, is_urgent in (("a", no), ("b", no), ("c", no), ("d", yes), ("e", yes)):
        await guests.come(name, is_urgent)
    for name in "adebc":
        await guests.go(name)
    assert guests.served == ["a", "d", "e", "b", "c"]


async def test_urgency_is_checked_when_a_place_is_free() -> None:
    guests, hurried = Guests(1), set[str]()
    for name in "abc":
        await guests.come(name, lambda name=name: name in hurried)  # type: ignore[misc]
    hurried.add("c")
    await guests.go("a")
    assert guests.served == ["a", "c"]


async def test_urgent_tasks_never_starve_the_others() -> None:
    guests = Guests(1)
    await guests.come("first", yes)
    for number in range(2):
        await guests.come(f"patient {number}", no)
    for number in range(30):
        await guests.come(f"urgent {number}", yes)
        await guests.go(guests.served[-1])
    waited = [guests.served.index(f"patient {number}") for number in range(2)]
    assert waited == [MOST_OVERTAKEN + 1, 2 * (MOST_OVERTAKEN + 1)]


STEPS = st.tuples(st.sampled_from(("come", "go", "lose")), st.integers(0, 9), st.booleans(), st.booleans())


async def test_a_waiter_cancelled_when_called_passes_its_place_on() -> None:
    guests = Guests(1)
    for name in "abc":
        await guests.come(name, no)
    guests.gate._pass_on()  # b is called, and does not know it yet
    guests.lose("b")
    await idle()
    assert guests.served == ["a", "c"]


@given(st.integers(1, 3), st.lists(STEPS, max_size=40))
async def test_no_place_is_lost_or_given_twice(places: int, steps: list[tuple[str, int, bool, bool]]) -> None:
    guests, names = Guests(places), list[str]()
    for number, (what, which, is_urgent, is_settled) in enumerate(steps):
        if what == "come":
            names.append(str(number))
            await guests.come(names[-1], lambda is_urgent=is_urgent: is_urgent)  # type: ignore[misc]
        elif names and what == "lose":
            guests.lose(names[which % len(names)])
        elif guests.here:
            guests._go[sorted(guests.here)[which % len(guests.here)]].set()
        if is_settled:
            await idle()
    for name in names:
        await guests.go(name)
    for name in names:
        await guests.go(name)
    assert guests.most <= places
    assert all(task.done() for task in guests._tasks.values())
    assert guests.gate._free == places


@pytest.mark.table("trex", ANNA, bot(), bot())
async def test_bots_are_urgent_where_a_player_is_connected(server: TestServer) -> None:
    asked: list[Callable[[], bool]] = []
    run = server.bots.run

    async def overheard(task: object, is_urgent: Callable[[], bool] = lambda: True) -> object:
        asked.append(is_urgent)
        return await run(task, is_urgent)  # type: ignore[arg-type]

    server.bots.run = overheard  # type: ignore[method-assign]
    server.bots.go.clear()
    while not server.live.table.bots_to_move():
        await server.move(0)
    await wait_for(lambda: bool(asked))
    (is_urgent,) = asked
    await server.join(DORA)  # who only looks on
    assert not is_urgent()
    anna = await server.join(ANNA)
    assert is_urgent()
    server.live.leave(anna)
    assert not is_urgent()
