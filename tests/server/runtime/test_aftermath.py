"""An analysis on the server: what is sent says what was found out, and nobody is kept waiting for it."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from rexarium.analysis import analyse, chances, turning_points
from rexarium.games import AnyGame, find_game
from rexarium.kernel.chance import Chance
from rexarium.kernel.game import winners
from rexarium.match import Ending, Match, read_whole_record, say_record
from rexarium.server.limits import Limit
from rexarium.server.model import log
from rexarium.server.model.errors import Refusal
from rexarium.server.runtime import analyses
from rexarium.server.runtime.analyses import Analyses
from rexarium.server.wire import bodies
from rexarium.server.wire.aftermath import ChancesTask, TurnsTask
from tests.analysis.games import play_out
from tests.laws.registry import every_game
from tests.server.support.api import Api, expect, open_access, start_api
from tests.server.support.fakes import InlinePool
from tests.server.support.samples import PATIENCE, TABLE

PATH = f"/api/tables/{TABLE}/aftermath"


async def analysis_of(record: str, pool: InlinePool | None = None) -> bodies.Aftermath:
    """The whole of what is found out about a record."""
    looking = Analyses(pool or InlinePool())
    while (found := await looking.get(record)).progress < 1:
        pass
    return found


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few playouts are enough to see that they are made, and their results are waited for."""
    monkeypatch.setattr(chances, "PLAYOUTS", 200)
    monkeypatch.setattr(analyses, "PATIENCE", PATIENCE)


@every_game
async def test_every_game_is_analysed_at_every_number_of_seats(game: AnyGame) -> None:
    for seats in range(game.min_seats, game.max_seats + 1):
        match = play_out(game, seats)
        found = await analysis_of(say_record(match))
        assert (found.game, found.seats, found.progress) == (game.id, match.players, 1)
        assert (found.points[0].ply, found.points[-1].ply) == (0, match.ply)
        assert 2 <= len(found.points) <= turning_points.MOST_POINTS
        for point in found.points:
            assert sum(point.chances) == pytest.approx(1, abs=1e-3)
            assert len(point.chances) == seats
        won = winners(match.state())
        assert found.winners == [seat + 1 for seat in won]
        assert found.points[-1].chances == [round((seat in won) / len(won), 4) for seat in range(seats)]
        for seat, standing in enumerate(found.standings):
            assert standing.seat == seat + 1
            assert standing.score == match.state().score(seat)
            reasons = game.why_score(match.state(), seat)
            assert [(r.rule, r.sentence) for r in standing.reasons] == [(r.rule, r.sentence) for r in reasons]


@every_game
async def test_a_turning_point_is_a_move_with_the_chances_before_and_after_it(game: AnyGame) -> None:
    found = [
        await analysis_of(say_record(play_out(game, seats))) for seats in (game.min_seats, game.max_seats)
    ]
    assert any(each.turns for each in found)
    for each in found:
        plies = [turn.ply for turn in each.turns]
        assert plies == sorted(set(plies))
        assert len(plies) <= turning_points.MOST_TURNS
        for turn in each.turns:
            swing = sum(abs(a - b) for a, b in zip(turn.before, turn.after, strict=True)) / 2
            assert swing >= turning_points.LEAST_SWING - 0.001
            assert turn.turns[-1].ply == turn.ply - 1
            assert all(move.line and move.seat for move in turn.turns)
            known = {point.ply: point.chances for point in each.points}
            assert known.get(turn.ply, turn.after) == turn.after
            assert known.get(turn.turns[0].ply, turn.before) == turn.before


@every_game
async def test_the_aftermath_equals_the_analysis_of_the_record(game: AnyGame) -> None:
    record = say_record(play_out(game, game.min_seats))
    sent, found = await analysis_of(record), analyse(read_whole_record(record))
    assert [(point.ply, point.chances) for point in sent.points] == [
        (point.ply, [round(chance, 4) for chance in found.chances[point.ply]]) for point in sent.points
    ]
    assert [(turn.turns[0].ply, turn.ply) for turn in sent.turns] == [
        (point.begin, point.end) for point in found.turning_points
    ]
    assert sent.winners == [seat + 1 for seat in found.winners]


async def test_a_game_ended_by_its_table_has_the_winners_the_table_named() -> None:
    match = play_out(find_game("trex"), 3, 20)
    found = await analysis_of(say_record(match, ending=Ending("resigned", (0, 2))))
    assert found.winners == [1, 3]
    assert max(found.points[-1].chances) < 1
    assert (await analysis_of(say_record(match))).winners == []


async def test_a_game_without_a_move_has_one_point_and_no_turn() -> None:
    match = Match.fresh(find_game("trex"), find_game("trex").setup(2), Chance.of("none"))
    found = await analysis_of(say_record(match))
    assert ([point.ply for point in found.points], found.turns) == ([0], [])


class Oracle(InlinePool):
    """In this game the chances change at one ply only."""

    def __init__(self, ply: int) -> None:
        super().__init__()
        self.ply = ply
        self.appraised: list[int] = []

    async def run(self, task: Any, is_urgent: Callable[[], bool] = lambda: True) -> Any:
        if not isinstance(task, ChancesTask):
            return await super().run(task)
        self.appraised.append(task.ply)
        return (0.9, 0.1) if task.ply > self.ply else (0.4, 0.6)


async def test_in_a_long_game_the_move_is_found_between_two_points() -> None:
    match = play_out(find_game("trex"), 2, seed="long5")
    assert match.ply > 2 * turning_points.MOST_POINTS
    for ply in (0, 1, 50, 51, 52, match.ply - 1):
        oracle = Oracle(ply)
        (turn,) = (await analysis_of(say_record(match), oracle)).turns
        assert (turn.ply, turn.turns[0].ply, len(turn.turns)) == (ply + 1, ply, 1)
        assert (turn.before, turn.after) == ([0.4, 0.6], [0.9, 0.1])
        assert len(oracle.appraised) == len(set(oracle.appraised)) < turning_points.MOST_POINTS + 12


def test_a_turn_is_described_in_full() -> None:
    match = play_out(find_game("trex"), 2)
    ((told,),) = TurnsTask(say_record(match), ((6, 7),)).run()
    assert (told.ply, told.seat, told.line) == (
        6,
        match.plies[6].seat + 1,
        match.game.say(match.plies[6].move),
    )
    assert all(value is not None for fact in told.facts for value in fact.values.values())


# Over HTTP, and several at once


def records(number: int) -> Sequence[str]:
    return [say_record(play_out(find_game("tyrannosaurus"), 2, 4, f"one of {n}")) for n in range(number)]


async def test_the_analysis_is_available_to_anyone_after_the_end_and_nobody_before(api: Api) -> None:
    async with api.visitor("anna") as anna, api.visitor() as guest:
        expect(await anna.get(PATH), 403, "not allowed")
        assert not api.records.asked
        live = await api.service.tables.get(TABLE)
        await live.append(lambda _: [log.Ended(how="agreement")])
        found = expect(await guest.get(PATH), 200)
        assert (found["game"], found["seats"], found["progress"]) == ("trex", ["Anna", "Ben", "Cleo"], 1)
        record = expect(await guest.get(f"/api/tables/{TABLE}/record"), 200)
        asked = len(api.records.asked)
        assert expect(await guest.post("/api/aftermaths", json={"record": record}), 200) == found
        assert len(api.records.asked) == asked, "it is worked out once"
        for bad in ("x", record[:-9], record.replace("blue", "red")):
            expect(await guest.post("/api/aftermaths", json={"record": bad}), 409, "not possible")


async def test_asking_during_an_analysis_shows_its_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyses, "PATIENCE", 0.0)
    (record,) = records(1)
    pool = InlinePool()
    looking = Analyses(pool)
    pool.go.clear()
    first = await looking.get(record)
    assert (first.progress, first.game, first.points) == (0, "", [])
    pool.go.set()
    seen = [first]
    while seen[-1].progress < 1:
        seen.append(await looking.get(record))
    progress = [each.progress for each in seen]
    assert progress == sorted(progress)
    assert len(set(progress)) > 3
    assert [len(each.points) for each in seen] == sorted(len(each.points) for each in seen)
    await looking.close()


async def test_a_failed_analysis_is_reported_and_can_be_retried() -> None:
    (record,) = records(1)
    pool = InlinePool()
    looking = Analyses(pool)
    pool.is_failing = True
    with pytest.raises(Refusal) as refusal:
        await looking.get(record)
    assert refusal.value.code == "unavailable"
    pool.is_failing = False
    assert (await looking.get(record)).progress == 1


async def test_running_and_kept_analyses_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyses, "PATIENCE", 0.0)
    monkeypatch.setattr(analyses, "MOST_WAITING", 3)
    monkeypatch.setattr(analyses, "KEPT", 4)
    one, two, three, four, *more = records(8)
    pool = InlinePool()
    looking = Analyses(pool)
    pool.go.clear()
    for record in (one, two, three, one):
        await looking.get(record)
    with pytest.raises(Refusal, match="not ready"):
        await looking.get(four)
    pool.go.set()
    for record in (one, two, three, four, *more):
        while (await looking.get(record)).progress < 1:
            await asyncio.sleep(0)
    assert not looking.knows(one)
    assert looking.knows(more[-1])
    assert sum(looking.knows(record) for record in (one, two, three, four, *more)) == 4
    pool.go.clear()
    await looking.get(one)
    await looking.close()


async def test_analyses_run_in_order_of_request(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyses, "PATIENCE", 0.0)
    asked = records(5)
    pool = InlinePool()
    looking = Analyses(pool)
    for record in asked:
        await looking.get(record)
    while (await looking.get(asked[-1])).progress < 1:
        pass
    last = [max(n for n, task in enumerate(pool.asked) if task.record == each) for each in asked]  # type: ignore[attr-defined]
    first = [min(n for n, task in enumerate(pool.asked) if task.record == each) for each in asked]  # type: ignore[attr-defined]
    assert first == sorted(first)
    assert all(first[n + analyses.AT_ONCE] > min(last[n : n + analyses.AT_ONCE]) for n in range(3))


async def test_a_new_game_is_counted_and_asking_again_is_not() -> None:
    one, two, three = records(3)
    async with start_api(open_access(analyses=Limit(2, 0.0001))) as api, api.visitor() as guest:
        asked = [
            await guest.post("/api/aftermaths", json={"record": each}) for each in (one, one, two, one, three)
        ]
        assert [answer.status_code for answer in asked] == [200, 200, 200, 200, 429]
