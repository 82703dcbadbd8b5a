"""The law on the wire: what is hidden from somebody changes no byte that is sent to them.

Two worlds are driven by the same commands. They differ in the host's seed, in what is hidden in the deal, in the shares
of others and in choices that nobody has seen. Every frame, answer and log line that reaches some eyes is the same in
both: what it says, how long it is, how many there are and in which order. The commitment alone differs, for it is made
of the seed so that nobody can turn it back; it is covered before the worlds are compared. And because a law that cannot
fail is none, every secret is let out once, and caught.
"""

import errno
import functools
import json
import logging
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from msgspec import structs

from rexarium.games import AnyGame, find_game
from rexarium.kernel import dice
from rexarium.kernel.chance import Chance
from rexarium.kernel.facts import SPECTATOR, TRUTH
from rexarium.kernel.game import Setup
from rexarium.match import Match, Pledge, say_record, say_terms
from rexarium.server.model import commands, dealing, log
from rexarium.server.model.clocks import Clocks
from rexarium.server.model.codec import Codec
from rexarium.server.model.fold import HANDLERS
from rexarium.server.model.log import Clock
from rexarium.server.model.moment import Actor
from rexarium.server.model.refusal import Refusal
from rexarium.server.model.room import Room
from rexarium.server.model.text import fingerprint
from rexarium.server.net.endpoints import people
from rexarium.server.net.logs import SAME_LINES, write_logs
from rexarium.server.net.logs import _Line as LogLine
from rexarium.server.runtime import desk
from rexarium.server.wire import bodies, events, feed, messages, present, reasons, replay, summary
from tests.server.stage import (
    DORA,
    NOON,
    PEOPLE,
    SEED,
    TABLE,
    PaperWire,
    ShakyStore,
    line_of,
    open_service,
    opening,
    play,
)
from tests.server.street import Street, key_of
from tests.server.twins import Made, find_twin

SEATED = (*PEOPLE, DORA)
SEATS = {"trex": 3, "tyrannosaurus": 4, "cubosaurs": 3}  # with so many something is hidden in every deal
SLOW = Clock("live", bank=6 * 3600, increment=7)
FEED_KEY = "feed-key-0123456789"


# Scripts and worlds


@dataclass(frozen=True)
class Step:
    """Something that a seat sends: everybody at the table may notice that it was sent."""

    seat: int
    message: dict[str, Any]


@dataclass(frozen=True)
class World:
    """What may differ: the truth, and what nobody can have noticed."""

    deal: Any
    seed: str = SEED
    shares: tuple[str, ...] = ("a", "b", "c", "d")
    unnoticed: dict[int, list[Step]] = field(default_factory=dict)  # sent after the step of a number
    instead: dict[int, Step] = field(default_factory=dict)  # another choice than the script's


@dataclass(frozen=True)
class Script:
    """A stretch of a game with all that is said and asked in it."""

    game: AnyGame
    setup: Setup
    moves: tuple[Made, ...]  # in the order in which they were sent
    steps: tuple[Step, ...]
    eyes: int  # the seat that must not notice anything
    clock: Clock = SLOW


def first_deal(game: AnyGame, setup: Setup) -> Any:
    return game.deal(setup, Chance.of("the law on the wire"))


@functools.cache
def write_script(game_id: str, share: float, eyes: int = 0) -> Script:
    """The first part of a random game; in between the eyes ask, err and look at everything."""
    game = find_game(game_id)
    setup = game.setup(SEATS[game_id])
    moves = [made for made, _ in wander(game, setup, seed=1)]
    return script_of(game, setup, moves[: int(len(moves) * share)], eyes)


def script_of(game: AnyGame, setup: Setup, moves: Sequence[Made], eyes: int, clock: Clock = SLOW) -> Script:
    match = Match(game, setup, first_deal(game, setup))
    steps: list[Step] = []
    for number, (seat, move) in enumerate(moves):
        steps += [Step(eyes, message) for message in curious(match, eyes, number)]
        steps.append(Step(seat, {"do": "move", "ply": match.ply, "line": game.say(move)}))
        match.submit(seat, move)
        if match.chosen(seat) is not None and number % 4 == 1:
            steps.append(Step(eyes, {"do": "look"}))
        if number % 5 == 4:
            steps += about_the_table(eyes, setup.seats, number)
    return Script(game, setup, tuple(moves), tuple(steps), eyes, clock)


def wander(game: AnyGame, setup: Setup, seed: int) -> Iterator[tuple[Made, Match]]:
    """A random game; where several are asked, one after the other in a random order."""
    match = Match(game, setup, first_deal(game, setup))
    while not match.is_over:
        seed = dice.advance(seed)
        waiting = match.waiting()
        seat = waiting[dice.below(seed, len(waiting))]
        moves = match.state().moves(seat)
        seed = dice.advance(seed)
        made = (seat, moves[dice.below(seed, len(moves))])
        match.submit(*made)
        yield made, match


def curious(match: Match, eyes: int, number: int) -> Iterator[dict[str, Any]]:
    """What the eyes try before a move: they are refused, or answered, and nothing changes."""
    game, legal = match.game, match.state().moves(eyes)
    lines = [game.say((number * 7 + offset * 11) % game.move_count) for offset in range(2)]
    for line in lines:
        if game.read(line) not in legal:
            yield {"do": "move", "ply": match.ply, "line": line}
        yield {"do": "why", "line": line}
    whims: tuple[dict[str, Any], ...] = (
        {"do": "why", "seat": number % match.setup.seats + 1},
        {"do": "move", "ply": match.ply + 1, "line": lines[0]},
        {"do": "move", "ply": match.ply, "line": "checkmate"},
        {"do": "why", "line": "checkmate"},
        {"do": "ask", "matter": "take over", "seat": (eyes + 1) % match.setup.seats + 1, "bot": "hunter"},
        {"do": "hint"},
        {"do": "ping", "seen": 0},
        {"do": "resync"},
    )
    yield whims[number % len(whims)]


def about_the_table(eyes: int, seats: int, number: int) -> list[Step]:
    """Talk, and a question to the others, which is answered."""
    other = (eyes + 1) % seats
    ask = (number - 4) // 5
    return [
        Step(other, {"do": "say", "text": f"at {number}"}),
        Step(other, {"do": "ask", "matter": "pause"}),
        Step(eyes, {"do": "answer", "ask": ask, "is_yes": False}),
        *([Step(eyes, {"do": "look"})] if number % 15 == 4 else []),
    ]


# What reaches the eyes


@dataclass
class Seen:
    """Everything that the eyes, their second tab and a guest are sent, by where it came in."""

    frames: dict[str, list[str]] = field(default_factory=dict)
    answers: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)  # of the log of the server
    refusals: list[str] = field(default_factory=list)  # of others, which only spoil the script

    def same_as(self, other: "Seen") -> None:
        """The law."""
        for name, frames in self.frames.items():
            same_list(name, frames, other.frames[name])
        same_list("HTTP", self.answers, other.answers)
        same_list("log", self.lines, other.lines)


def same_list(name: str, mine: list[str], others: list[str]) -> None:
    for number, (one, two) in enumerate(zip(mine, others, strict=False)):
        if one != two:
            at = next(
                (n for n, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two))
            )
            start = max(0, at - 120)
            raise AssertionError(
                f"{name} tells the worlds apart, number {number}:\n  {one[start : at + 80]}\n  {two[start : at + 80]}"
            )
    assert len(mine) == len(others), f"{name}: {len(mine)} and {len(others)} were sent"


async def perform(script: Script, world: World) -> Seen:
    """Play a script in a world, and write down what reaches the eyes."""
    stage = Street(store=ShakyStore())
    await stage.know(*(who.name for who in SEATED))
    await stage.store.change_feed("anna", fingerprint(FEED_KEY).hex())
    await open_service(stage.service)
    bodies = opening(script.game.id, SEATED[: script.setup.seats], script.clock, is_started=False)
    await stage.service.tables.begin([in_world(body, script, world) for body in bodies])
    table = await stage.service.tables.get(TABLE)
    names = [SEATED[seat].person for seat in range(script.setup.seats)]
    for seat, who in enumerate(SEATED[: script.setup.seats]):
        if seat != script.eyes:
            await table.join(PaperWire(who))
    lines = {"seat": await stage.call(TABLE, names[script.eyes]), "guest": await stage.call(TABLE)}
    await table.write(lambda _: [log.Started(by="anna")])
    seen = Seen()
    for number, written in enumerate(script.steps):
        step = world.instead.get(number, written)
        stage.clock.go_to(NOON + number * 1000)
        if number == len(script.steps) // 3:
            lines["second tab"] = await stage.call(TABLE, names[script.eyes])
        if step.message["do"] == "look":
            seen.answers += await look_around(stage, names[script.eyes])
        elif step.seat == script.eyes:
            lines["seat"].send(**name_message(step.message, number))
        else:
            seen.refusals += await send(table, step, number)
        for place, hidden in enumerate(world.unnoticed.get(number, ())):
            stage.clock.advance(0.137)
            seen.refusals += await send(table, hidden, f"{number}-{place}")
        await lines["guest"].rest()
    stage.clock.go_to(NOON + len(script.steps) * 1000)
    lines["newcomer"] = await stage.call(TABLE)
    seen.answers += await look_around(stage, names[script.eyes])
    cover = functools.partial(_cover, commitment_of(script, world))
    seen.frames = {name: [cover(frame) for frame in line.frames] for name, line in lines.items()}
    seen.answers = [cover(answer) for answer in seen.answers]
    await stage.service.close()
    return seen


def in_world(body: log.AnyBody, script: Script, world: World) -> log.AnyBody:
    if isinstance(body, log.Opened):
        return structs.replace(body, host_seed=world.seed)
    if isinstance(body, log.Seated):
        share = "mine" if body.seat == script.eyes else world.shares[body.seat]
        return structs.replace(body, share=share)
    return body


def name_message(message: dict[str, Any], number: int | str) -> dict[str, Any]:
    return message if message["do"] in ("ping", "resync") else {"id": f"n{number}"} | message


async def send(table: desk.Desk, step: Step, number: int | str) -> list[str]:
    """What others send goes straight to the table; their answers are their own business. Returns a refusal."""
    message = messages.decode(messages.encode(name_message(step.message, number)))
    assert isinstance(message, commands.Command)
    who = SEATED[step.seat]
    try:
        await table.do(Actor(who.person, who.name), message)
    except Refusal as refusal:
        return [refusal.sentence]
    return []


async def look_around(stage: Street, name: str) -> list[str]:
    """Every page that says something about the table, for the eyes and for a guest."""
    eyes = ("truth", "spectator", *(f"seat%20{seat + 1}" for seat in range(len(SEATED))))
    paths = ("", "/replay", "/record", "/aftermath", *(f"/replay?eyes={each}" for each in eyes))
    found = []
    for person in (name, ""):
        async with stage.visitor(person) as visitor:
            pages = [f"/api/tables/{TABLE}{path}" for path in paths]
            pages += ["/api/tables", "/api/me/tables", f"/feed/anna/{FEED_KEY}"]
            for page in pages:
                found.append(say_answer(page, await visitor.get(page)))
    return found


def say_answer(page: str, answer: httpx.Response) -> str:
    return f"{page} {answer.status_code} {sorted(answer.headers.items())} {answer.text}"


def commitment_of(script: Script, world: World) -> str:
    return Pledge(TABLE, say_terms(script.game, script.setup), bytes.fromhex(world.seed)).commitment


def _cover(commitment: str, text: str) -> str:
    return text.replace(commitment, "c" * len(commitment))


def deal_as(patch: pytest.MonkeyPatch, deal: Any) -> None:
    """In this world the seed of host and players gives this deal: what no real seed could be searched for."""
    patch.setattr(dealing, "fair_deal", lambda _game, _setup, _proof: deal)


def watch(script: Script, world: World, caplog: pytest.LogCaptureFixture) -> Seen:
    """What reaches the eyes in a world, with the lines of the server's log."""
    caplog.clear()
    with pytest.MonkeyPatch.context() as patch, caplog.at_level(logging.DEBUG, "rexarium"):
        deal_as(patch, world.deal)
        seen = play(perform(script, world))
    seen.lines = [LogLine().format(record).partition('"level"')[2] for record in caplog.records]
    return seen


def compare(script: Script, worlds: Sequence[World], caplog: pytest.LogCaptureFixture) -> None:
    """The law for one script: nothing that reaches the eyes tells the worlds apart."""
    seen, other = (watch(script, world, caplog) for world in worlds)
    seen.same_as(other)
    assert seen.refusals == other.refusals == [], "the script has gone astray"
    frames = seen.frames
    assert len(frames["seat"]) > len(frames["guest"]) > len(script.moves) // 2, "hardly anything was compared"


# Worlds that cannot be told apart


OTHER_SEED, OTHER_SHARES = "0dd5" * 16, ("w", "x", "y", "z")


@functools.cache
def deal_worlds(game: str, share: float, eyes: int = 0) -> tuple[Script, World, World]:
    """Two worlds with different cards where the eyes cannot see them."""
    script = write_script(game, share, eyes)
    deal = first_deal(script.game, script.setup)
    twin, steps = find_twin(script.game, script.setup, deal, script.moves, eyes, seed=3, tries=60)
    assert steps, f"nothing is hidden from eyes {eyes} in the first {len(script.moves)} moves of {game}"
    return script, World(deal), World(twin, OTHER_SEED, OTHER_SHARES)


def second_thoughts(script: Script) -> dict[int, list[Step]]:
    """Others change a secret choice several times, and come back to it before it is revealed."""
    match = Match(script.game, script.setup, first_deal(script.game, script.setup))
    found: dict[int, list[Step]] = {}
    for number, step in enumerate(script.steps):
        if step.message["do"] != "move" or not is_legal(match, step):
            continue
        match.submit(step.seat, step.message["line"])
        if step.seat != script.eyes and match.chosen(step.seat) is not None:
            line, ply = step.message["line"], match.ply
            whims = [script.game.say(move) for move in match.state().moves(step.seat)][:3]
            found[number] = [
                Step(step.seat, {"do": "move", "ply": ply, "line": whim})
                for whim in (*whims, *whims[:1], line)
            ]
    return found


def is_legal(match: Match, step: Step) -> bool:
    return step.message["ply"] == match.ply and step.message["line"] in {
        match.game.say(move) for move in match.state().moves(step.seat)
    }


@functools.cache
def choice_worlds(share: float = 0.4, eyes: int = 0) -> tuple[Script, World, World]:
    """Two worlds in which others have changed their minds, in one of them, before anybody saw their choice."""
    script = write_script("tyrannosaurus", share, eyes)
    deal = first_deal(script.game, script.setup)
    thoughts = second_thoughts(script)
    assert len(thoughts) > 3
    return script, World(deal), World(deal, OTHER_SEED, OTHER_SHARES, thoughts)


@pytest.mark.parametrize(
    ("game", "share", "eyes"),
    [
        ("trex", 0.25, 1),
        ("trex", 0.6, 0),
        ("trex", 0.95, 2),
        ("tyrannosaurus", 0.3, 1),
        ("tyrannosaurus", 0.7, 0),
        ("cubosaurs", 0.3, 0),
        ("cubosaurs", 0.6, 2),
    ],
)
def test_what_is_hidden_in_the_deal_changes_no_byte(
    game: str, share: float, eyes: int, caplog: pytest.LogCaptureFixture
) -> None:
    script, *worlds = deal_worlds(game, share, eyes)
    compare(script, worlds, caplog)


@pytest.mark.parametrize("eyes", [0, 2])
def test_that_somebody_changed_their_mind_in_secret_changes_no_byte(
    eyes: int, caplog: pytest.LogCaptureFixture
) -> None:
    script, *worlds = choice_worlds(0.7, eyes)
    compare(script, worlds, caplog)


def pending(eyes_wanted: int = 1) -> tuple[Script, dict[int, int]]:
    """A script that ends when all but the eyes have chosen in secret, and their choices."""
    game = find_game("tyrannosaurus")
    setup = game.setup(4)
    moves: list[Made] = []
    for made, match in wander(game, setup, seed=2):
        moves.append(made)
        chosen = {seat: move for seat in range(4) if (move := match.chosen(seat)) is not None}
        if match.ply > 8 and len(chosen) == 3 and match.waiting() == [eyes_wanted]:
            return script_of(game, setup, moves, eyes_wanted), chosen
    raise AssertionError("there is no such moment")


@functools.cache
def pending_worlds() -> tuple[Script, World, World]:
    """Two worlds in which the others have chosen differently, and nobody has seen it yet."""
    script, chosen = pending()
    match = Match(script.game, script.setup, first_deal(script.game, script.setup))
    for made in script.moves:
        match.submit(*made)
    instead: dict[int, Step] = {}
    for seat, move in chosen.items():
        number, step = next(
            (number, step)
            for number, step in reversed([*enumerate(script.steps)])
            if step.seat == seat and step.message["do"] == "move"
        )
        other = next(choice for choice in match.state().moves(seat) if choice != move)
        instead[number] = Step(seat, step.message | {"line": script.game.say(other)})
    deal = first_deal(script.game, script.setup)
    return script, World(deal), World(deal, OTHER_SEED, OTHER_SHARES, {}, instead)


def test_what_the_others_have_chosen_changes_no_byte_before_it_is_revealed(
    caplog: pytest.LogCaptureFixture,
) -> None:
    script, *worlds = pending_worlds()
    compare(script, worlds, caplog)


def test_once_choices_are_revealed_nothing_tells_in_which_order_they_were_made(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Who comes later sees the same, and so does who reads the game again; where no clock tells the time."""
    game = find_game("tyrannosaurus")
    setup = game.setup(4)
    match = Match(game, setup, first_deal(game, setup))
    orders: list[list[Made]] = [[], []]
    while len(orders[0]) < 30:
        choices = [(seat, match.state().moves(seat)[-1]) for seat in match.waiting()]
        orders[0] += choices
        orders[1] += choices[::-1]
        for made in choices:
            match.submit(*made)
    scripts = [
        Script(game, setup, tuple(moves), tuple(_plain_steps(game, setup, moves)), 0, Clock())
        for moves in orders
    ]
    deal = first_deal(game, setup)
    seen, other = (watch(script, World(deal), caplog) for script in scripts)
    same_list("newcomer", seen.frames["newcomer"], other.frames["newcomer"])
    same_list("HTTP", seen.answers, other.answers)
    assert seen.frames["guest"] != other.frames["guest"]  # who was there has seen them come in


def _plain_steps(game: AnyGame, setup: Setup, moves: Sequence[Made]) -> Iterator[Step]:
    match = Match(game, setup, first_deal(game, setup))
    for seat, move in moves:
        yield Step(seat, {"do": "move", "ply": match.ply, "line": game.say(move)})
        match.submit(seat, move)


# Logs


def test_no_line_of_the_log_holds_anything_of_a_game_whatever_goes_wrong(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> tuple[str, ...]:
        store = ShakyStore()
        stage = Street(store=store)
        await stage.know("Anna", "Ben", "Cleo")
        await open_service(stage.service)
        await stage.service.tables.begin(opening("trex"))
        table = await stage.service.tables.get(TABLE)
        secrets = [SEED, "a word among friends", key_of("anna"), "share1"]
        line = await stage.call(TABLE, "anna")
        for n in range(12):
            seat = table.room.waiting()[0]
            text = line_of(table.room, seat)
            secrets.append(text.removeprefix("play "))
            store.is_failing = n == 11
            command = commands.Move(id=f"m{n}", ply=n, line=text)
            try:
                await table.do(PEOPLE[seat], command)
            except Refusal:
                assert store.is_failing
        await line.rest()
        store.is_failing = False
        table = await stage.service.tables.get(TABLE)

        def accident(room: Room, *_: Any) -> Any:
            raise ValueError(f"{room.opened.host_seed} {secrets}")

        with monkeypatch.context() as patch:
            patch.setattr(present, "show_table", accident)
            async with stage.visitor("anna") as visitor:
                answer = await visitor.get(f"/api/tables/{TABLE}")
                assert (answer.status_code, answer.json()["code"]) == (500, "unavailable")
                assert not [secret for secret in secrets if secret in answer.text]
            patch.setitem(HANDLERS, log.Moved, accident)
            stage.service.tables.live.clear()
            stage.service.tables.alarms.ring(TABLE)
            await line.rest()
        await stage.service.close()
        return tuple(secrets)

    with caplog.at_level(logging.DEBUG, "rexarium"):
        secrets = play(scene())
    lines = [LogLine().format(record) for record in caplog.records]
    assert {record.getMessage() for record in caplog.records} == {
        "could not write a table",
        "a request failed",
        "a table's log is damaged",
    }
    assert all('"trace"' in line for line in lines)
    assert not [secret for secret in secrets for line in lines if secret in line]


def test_what_happens_again_and_again_is_told_a_few_times_and_then_counted(tmp_path: Path) -> None:
    log_file = tmp_path / "server.log"
    loggers = [logging.getLogger(name) for name in ("rexarium", "uvicorn.error", "asyncio")]
    before = [(logger.handlers[:], logger.level, logger.propagate) for logger in loggers]
    try:
        write_logs(log_file)
        (handler,) = loggers[0].handlers
        (sparing,) = handler.filters
        time = 0.0
        sparing._limit._now = lambda: time  # type: ignore[union-attr]
        for number in range(1000):
            loggers[0].error("the disk is full", extra={"number": number})
        loggers[0].error("something else")
        time = 61.0
        loggers[0].error("the disk is full")
    finally:
        loggers[0].handlers[0].close()
        for logger, (handlers, level, propagate) in zip(loggers, before, strict=True):
            logger.handlers[:], logger.propagate = handlers, propagate
            logger.setLevel(level)
    told = [json.loads(line) for line in log_file.read_text().splitlines()]
    assert len(told) == SAME_LINES[0] + 2
    assert told[-2]["what"] == "something else"
    assert told[-1]["left_out"] == 1000 - SAME_LINES[0]


def test_a_log_line_says_which_accident_it_was_and_none_of_its_words() -> None:
    for error, kind in (
        (OSError(errno.ENOSPC, "the ace"), "OSError ENOSPC"),
        (OSError("the ace"), "OSError"),
        (full_disk(), "OperationalError SQLITE_FULL"),
    ):
        record = logging.makeLogRecord({"msg": "an accident", "exc_info": (type(error), error, None)})
        line = LogLine().format(record)
        assert json.loads(line)["trace"][0] == kind
        assert "the ace" not in line


def full_disk() -> sqlite3.Error:
    """What SQLite says of a full disk."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute("PRAGMA max_page_count = 1")
        with pytest.raises(sqlite3.OperationalError) as caught:
            connection.execute("CREATE TABLE cards (name)")
    return caught.value


# Planted leaks: every secret is let out once, and the law catches it.


def tells_choices(patch: pytest.MonkeyPatch) -> None:
    """The line of a secret choice is shown before it is revealed."""

    def show(room: Room, body: log.Moved, _eyes: int, happening: messages.Happening) -> None:
        happening.line = room.game.say_line(body.moves)

    patch.setattr(events, "_show_move", show)


def counts_every_entry(patch: pytest.MonkeyPatch) -> None:
    """Events are numbered by the entries of the log, noticed or not."""
    patch.setattr(Room, "number_for", lambda room, _eyes: room.size)


def sends_what_nobody_should_notice(patch: pytest.MonkeyPatch) -> None:
    """That a choice was changed is an event for all."""
    patch.setattr(Room, "is_unnoticed", lambda _room, _body: False)


def numbers_questions_by_entries(patch: pytest.MonkeyPatch) -> None:
    """A question to the others has the number of its entry."""
    ask = HANDLERS[log.Asked]

    def asked(room: Room, body: log.Asked, at: int) -> None:
        room.asked = room.size
        ask(room, body, at)

    patch.setitem(HANDLERS, log.Asked, asked)


def dates_every_entry(patch: pytest.MonkeyPatch) -> None:
    """The lobby and the feed tell when a choice was changed."""
    move = HANDLERS[log.Moved]

    def dated(room: Room, body: log.Moved, at: int) -> None:
        move(room, body, at)
        room.changed_at = at

    patch.setitem(HANDLERS, log.Moved, dated)


def pays_for_changed_choices(patch: pytest.MonkeyPatch) -> None:
    """A clock is given time for every choice, changed or not."""
    stop = Clocks.stop

    def paid(clocks: Clocks, seat: int, now: int) -> None:
        stop(clocks, seat, now)
        clocks.renew(seat)

    patch.setattr(Clocks, "stop", paid)


def counts_in_the_feed(patch: pytest.MonkeyPatch) -> None:
    """The feed's entries are called after the length of the log."""
    write = feed.write_entry
    patch.setattr(
        people,
        "write_entry",
        lambda person, room, base, language: write(person, room, base, language).replace(
            room.id, f"{room.size}"
        ),
    )


def shows_guests_the_truth(patch: pytest.MonkeyPatch) -> None:
    """Whoever has no seat sees everything."""
    patch.setattr(present, "eyes_of", lambda _room, eyes: TRUTH if eyes == SPECTATOR else eyes)


def shows_a_neighbours_view(patch: pytest.MonkeyPatch) -> None:
    """A seat sees with the eyes of the next one."""
    patch.setattr(
        present, "eyes_of", lambda room, eyes: eyes if eyes == SPECTATOR else (eyes + 1) % room.setup.seats
    )


def tells_turns_in_full(patch: pytest.MonkeyPatch) -> None:
    """What was drawn is told to all."""
    show = present.show_facts
    patch.setattr(present, "show_facts", lambda match, facts, _eyes: show(match, facts, TRUTH))


def shows_the_proof_early(patch: pytest.MonkeyPatch) -> None:
    """The seed is told while the game lasts."""

    def show(room: Room) -> messages.TableState:
        proof = messages.ProofState(room.pledge.seed.hex(), [])
        return structs.replace(_show_table(room), proof=proof)

    patch.setattr(present, "show_table", show)


_show_table = present.show_table


def commits_to_the_seed_itself(patch: pytest.MonkeyPatch) -> None:
    """What binds the host is the seed."""
    patch.setattr(
        present,
        "show_table",
        lambda room: structs.replace(_show_table(room), commitment=room.pledge.seed.hex()),
    )


def shows_shares(patch: pytest.MonkeyPatch) -> None:
    """What the others have added to the seed is told early."""
    patch.setattr(
        present, "show_table", lambda room: structs.replace(_show_table(room), follows=",".join(room.shares))
    )


def asks_the_wrong_seat(patch: pytest.MonkeyPatch) -> None:
    """A seat that is not asked is shown the question, and the cards, of who is."""
    show = present.show_decision

    def wrong(room: Room, eyes: int) -> messages.DecisionState | None:
        waiting = [seat for seat in room.waiting() if seat != eyes]
        return show(room, waiting[0] if waiting else eyes)

    patch.setattr(present, "show_decision", wrong)


def explains_from_the_truth(patch: pytest.MonkeyPatch) -> None:
    """A refusal says more than the seat may know."""
    refuse = Match._refusal

    def explain(match: Match, state: Any, seat: int, move: int) -> Any:
        error = refuse(match, state, seat, move)
        error.args = (f"{error} {hash(str(match.state().fields())) % 1000:03}",)
        return error

    patch.setattr(Match, "_refusal", explain)


def answers_whys_from_the_truth(patch: pytest.MonkeyPatch) -> None:
    """Why a score is what it is tells what the seat will have."""
    show = reasons.show_reasons

    def answer(room: Room, eyes: int, question: messages.Why) -> messages.Reasons:
        found = show(room, eyes, question)
        assert room.match is not None
        truth = str(room.match.state().fields())
        return structs.replace(found, reasons=[*found.reasons, messages.ReasonState("", truth)])

    patch.setattr(reasons, "show_reasons", answer)


def replays_the_truth(patch: pytest.MonkeyPatch) -> None:
    """A game that goes on is replayed for all-knowing eyes."""
    patch.setattr(replay, "wish_of", lambda room, _who, _eyes: replay.Wish(say_record(room.match), TRUTH))


def replays_any_eyes(patch: pytest.MonkeyPatch) -> None:
    """Whoever asks for a seat's eyes gets them."""
    wish_of = replay.wish_of

    def lent(room: Room, who: str, eyes: str | None) -> replay.Wish:
        wish = wish_of(room, who, None)
        return wish if eyes is None else structs.replace(wish, eyes=replay.read_eyes(eyes))

    patch.setattr(replay, "wish_of", lent)


def hands_out_records(patch: pytest.MonkeyPatch) -> None:
    """The record is there before the end."""
    patch.setattr(summary, "write_record", lambda room: say_record(room.match))


def lists_the_cards(patch: pytest.MonkeyPatch) -> None:
    """The lobby sums the truth up."""
    listing = summary.list_room

    def listed(room: Room, network: str) -> Any:
        found = listing(room, network)
        truth = "" if room.match is None else str(room.match.view(TRUTH))
        summary = msgspec.json.decode(found.summary, type=bodies.TableSummary)
        return found._replace(summary=messages.encode(structs.replace(summary, edition=truth)))

    patch.setattr(summary, "list_room", listed)


def logs_the_entries(patch: pytest.MonkeyPatch) -> None:
    """The server's log repeats the table's."""
    encode = Codec.encode

    def noted(codec: Codec, entry: log.AnyBody) -> bytes:
        data = encode(codec, entry)
        logging.getLogger("rexarium.server").info("an entry was written", extra={"body": data.decode()})
        return data

    patch.setattr(Codec, "encode", noted)


Leak = Callable[[pytest.MonkeyPatch], None]
Worlds = Callable[[], tuple[Script, World, World]]
LEAKS: dict[Worlds, list[Leak]] = {
    pending_worlds: [tells_choices],
    functools.partial(choice_worlds, 0.25): [
        counts_every_entry,
        sends_what_nobody_should_notice,
        numbers_questions_by_entries,
        dates_every_entry,
        pays_for_changed_choices,
        counts_in_the_feed,
    ],
    functools.partial(deal_worlds, "trex", 0.1): [
        shows_guests_the_truth,
        shows_a_neighbours_view,
        tells_turns_in_full,
        shows_the_proof_early,
        commits_to_the_seed_itself,
        shows_shares,
        asks_the_wrong_seat,
        explains_from_the_truth,
        answers_whys_from_the_truth,
        replays_the_truth,
        replays_any_eyes,
        hands_out_records,
        lists_the_cards,
        logs_the_entries,
    ],
}


@pytest.mark.parametrize(
    ("worlds", "leak"),
    [pytest.param(worlds, leak, id=leak.__name__) for worlds, leaks in LEAKS.items() for leak in leaks],
)
def test_a_planted_leak_is_caught(
    worlds: Worlds, leak: Leak, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    script, *pair = worlds()
    leak(monkeypatch)
    with pytest.raises(AssertionError, match=r"tells the worlds apart|were sent"):
        compare(script, pair, caplog)


def test_without_a_leak_the_same_scripts_pass(caplog: pytest.LogCaptureFixture) -> None:
    for worlds in LEAKS:
        script, *pair = worlds()
        compare(script, pair, caplog)
