"""Worlds that cannot be told apart, and what reaches the eyes in each."""

import functools
import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import httpx
import pytest
from msgspec import structs

from rexarium.games import AnyGame, find_game
from rexarium.kernel import dice
from rexarium.kernel.chance import Chance
from rexarium.kernel.game import Setup
from rexarium.match import Match, Pledge, say_terms
from rexarium.server.model import commands, dealing, log
from rexarium.server.model.errors import Refusal
from rexarium.server.model.log import Clock
from rexarium.server.model.moment import Actor
from rexarium.server.model.text import fingerprint
from rexarium.server.net.logs import JsonFormatter as LogLine
from rexarium.server.runtime import live
from rexarium.server.wire import messages
from tests.server.support.api import Api
from tests.server.support.fakes import FakeSession, FlakyStore
from tests.server.support.samples import DORA, NOON, PEOPLE, SEED, TABLE, opening
from tests.server.support.server import open_service
from tests.server.support.twins import Made, find_twin

SEATED = (*PEOPLE, DORA)
SEATS = {"trex": 3, "tyrannosaurus": 4, "cubosaurs": 3}  # with this many, something is hidden in every deal
SLOW = Clock("live", bank=6 * 3600, increment=7)
FEED_KEY = "feed-key-0123456789"


@dataclass(frozen=True)
class Step:
    """Something that a seat sends: everybody at the table may notice that it was sent."""

    seat: int
    message: dict[str, Any]


@dataclass(frozen=True)
class World:
    """Everything that may differ: the truth, and what nobody can have noticed."""

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
    """Everything the eyes try before a move: it is refused or answered, and nothing changes."""
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
    api = Api(store=FlakyStore())
    await api.add_people(*(who.name for who in SEATED))
    await api.store.change_feed("anna", fingerprint(FEED_KEY).hex())
    await open_service(api.service)
    entries = opening(script.game.id, SEATED[: script.setup.seats], script.clock, is_started=False)
    await api.service.tables.begin([in_world(entry, script, world) for entry in entries])
    table = await api.service.tables.get(TABLE)
    names = [SEATED[seat].person for seat in range(script.setup.seats)]
    for seat, who in enumerate(SEATED[: script.setup.seats]):
        if seat != script.eyes:
            await table.join(FakeSession(who))
    lines = {"seat": await api.call(TABLE, names[script.eyes]), "guest": await api.call(TABLE)}
    await table.append(lambda _: [log.Started(by="anna")])
    seen = Seen()
    for number, written in enumerate(script.steps):
        step = world.instead.get(number, written)
        api.clock.go_to(NOON + number * 1000)
        if number == len(script.steps) // 3:
            lines["second tab"] = await api.call(TABLE, names[script.eyes])
        if step.message["do"] == "look":
            seen.answers += await look_around(api, names[script.eyes])
        elif step.seat == script.eyes:
            lines["seat"].send(**name_message(step.message, number))
        else:
            seen.refusals += await send(table, step, number)
        for place, hidden in enumerate(world.unnoticed.get(number, ())):
            api.clock.advance(0.137)
            seen.refusals += await send(table, hidden, f"{number}-{place}")
        await lines["guest"].idle()
    api.clock.go_to(NOON + len(script.steps) * 1000)
    lines["newcomer"] = await api.call(TABLE)
    seen.answers += await look_around(api, names[script.eyes])
    cover = functools.partial(_cover, commitment_of(script, world))
    seen.frames = {name: [cover(frame) for frame in line.frames] for name, line in lines.items()}
    seen.answers = [cover(answer) for answer in seen.answers]
    await api.service.close()
    return seen


def in_world(entry: log.AnyEntry, script: Script, world: World) -> log.AnyEntry:
    if isinstance(entry, log.Opened):
        return structs.replace(entry, host_seed=world.seed)
    if isinstance(entry, log.Seated):
        share = "mine" if entry.seat == script.eyes else world.shares[entry.seat]
        return structs.replace(entry, share=share)
    return entry


def name_message(message: dict[str, Any], number: int | str) -> dict[str, Any]:
    return message if message["do"] in ("ping", "resync") else {"id": f"n{number}"} | message


async def send(table: live.LiveTable, step: Step, number: int | str) -> list[str]:
    """Others' commands go straight to the table; their replies are not compared. Returns a refusal."""
    message = messages.decode(messages.encode(name_message(step.message, number)))
    assert isinstance(message, commands.Command)
    who = SEATED[step.seat]
    try:
        await table.submit(Actor(who.person, who.name), message)
    except Refusal as refusal:
        return [refusal.sentence]
    return []


async def look_around(api: Api, name: str) -> list[str]:
    """Every page that says something about the table, for the eyes and for a guest."""
    eyes = ("truth", "spectator", *(f"seat%20{seat + 1}" for seat in range(len(SEATED))))
    paths = ("", "/replay", "/record", "/aftermath", *(f"/replay?eyes={each}" for each in eyes))
    found = []
    for person in (name, ""):
        async with api.visitor(person) as visitor:
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


async def watch(script: Script, world: World, caplog: pytest.LogCaptureFixture) -> Seen:
    """Everything that reaches the eyes in a world, and the server's log lines."""
    caplog.clear()
    with pytest.MonkeyPatch.context() as patch, caplog.at_level(logging.DEBUG, "rexarium"):
        deal_as(patch, world.deal)
        seen = await perform(script, world)
    seen.lines = [LogLine().format(record).partition('"level"')[2] for record in caplog.records]
    return seen


async def compare(script: Script, worlds: Sequence[World], caplog: pytest.LogCaptureFixture) -> None:
    """The law for one script: nothing that reaches the eyes tells the worlds apart."""
    seen, other = [await watch(script, world, caplog) for world in worlds]
    seen.same_as(other)
    assert seen.refusals == other.refusals == [], "the script has gone astray"
    frames = seen.frames
    assert len(frames["seat"]) > len(frames["guest"]) > len(script.moves) // 2, "hardly anything was compared"


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
