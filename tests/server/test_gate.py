"""Who thinks when: people's bots before those that nobody waits for, and nobody never."""

import asyncio
from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from rexarium.server.workers.gate import MOST_OVERTAKEN, Gate
from tests.server.stage import ANNA, DORA, Theatre, bot, in_theatre, play, settle, until


class Guests:
    """Guests who wait for turns and have them until they are told to go."""

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
        await settle()

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
        await settle()

    def lose(self, name: str) -> None:
        self._tasks[name].cancel()


def no() -> bool:
    return False


def yes() -> bool:
    return True


def test_who_is_urgent_goes_first_and_all_others_in_their_order() -> None:
    async def scene() -> None:
        guests = Guests(1)
        for name, is_urgent in (("a", no), ("b", no), ("c", no), ("d", yes), ("e", yes)):
            await guests.come(name, is_urgent)
        for name in "adebc":
            await guests.go(name)
        assert guests.served == ["a", "d", "e", "b", "c"]

    play(scene())


def test_whether_it_is_urgent_is_asked_when_a_place_is_free() -> None:
    async def scene() -> None:
        guests, hurried = Guests(1), set[str]()
        for name in "abc":
            await guests.come(name, lambda name=name: name in hurried)  # type: ignore[misc]
        hurried.add("c")
        await guests.go("a")
        assert guests.served == ["a", "c"]

    play(scene())


def test_however_many_are_urgent_the_others_have_their_turns() -> None:
    async def scene() -> None:
        guests = Guests(1)
        await guests.come("first", yes)
        for number in range(2):
            await guests.come(f"patient {number}", no)
        for number in range(30):
            await guests.come(f"urgent {number}", yes)
            await guests.go(guests.served[-1])
        waited = [guests.served.index(f"patient {number}") for number in range(2)]
        assert waited == [MOST_OVERTAKEN + 1, 2 * (MOST_OVERTAKEN + 1)]

    play(scene())


STEPS = st.tuples(st.sampled_from(("come", "go", "lose")), st.integers(0, 9), st.booleans(), st.booleans())


def test_who_gives_up_at_the_moment_of_being_called_passes_the_call_on() -> None:
    async def scene() -> None:
        guests = Guests(1)
        for name in "abc":
            await guests.come(name, no)
        guests.gate._pass_on()  # b is called, and does not know it yet
        guests.lose("b")
        await settle()
        assert guests.served == ["a", "c"]

    play(scene())


@given(st.integers(1, 3), st.lists(STEPS, max_size=40))
def test_whoever_comes_and_goes_and_gives_up_no_place_is_lost_or_given_twice(
    places: int, steps: list[tuple[str, int, bool, bool]]
) -> None:
    async def scene() -> None:
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
                await settle()
        for name in names:
            await guests.go(name)
        for name in names:
            await guests.go(name)
        assert guests.most <= places
        assert all(task.done() for task in guests._tasks.values())
        assert guests.gate._free == places

    play(scene())


def test_bots_are_urgent_where_somebody_who_plays_is_here() -> None:
    async def scene(theatre: Theatre) -> None:
        wishes: list[Callable[[], bool]] = []
        run = theatre.puppets.run

        async def overheard(task: object, is_urgent: Callable[[], bool] = lambda: True) -> object:
            wishes.append(is_urgent)
            return await run(task, is_urgent)  # type: ignore[arg-type]

        theatre.puppets.run = overheard  # type: ignore[method-assign]
        theatre.puppets.go.clear()
        while not theatre.desk.room.bots_to_move():
            await theatre.move(0)
        await until(lambda: bool(wishes))
        (is_urgent,) = wishes
        await theatre.join(DORA)  # who only looks on
        assert not is_urgent()
        anna = await theatre.join(ANNA)
        assert is_urgent()
        theatre.desk.leave(anna)
        assert not is_urgent()

    in_theatre(scene, "trex", ANNA, bot(), bot())
