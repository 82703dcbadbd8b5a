"""A page holds nothing that its reader may not know.

Two games are played by the same moves from deals that the reader cannot tell apart (`tests.server.support.twins`). All that
the page holds is written down at every ply: each frame and answer that came in, the whole document, what is stored, and in
the end every string on the heap of its scripts. The twins' pages hold the same, and nowhere is the server's secret share of
a deal. And because a law that cannot fail proves nothing, secrets are leaked on purpose, and found.
"""

import json
import re
import sqlite3
import sys
from collections.abc import Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Response

from bench.table.process import STORE, Server
from rexarium.games import AnyGame, find_game
from rexarium.kernel.chance import Chance
from rexarium.kernel.game import Setup
from rexarium.match import Match, say_record
from rexarium.server.model import log
from rexarium.server.model.codec import Codec
from tests.browser.guests import at_table, come_in
from tests.browser.stage import PULSE, Stage, Visitor
from tests.server.support.twins import Made, find_twin

SEATS = {"trex": 3, "tyrannosaurus": 4, "cubosaurs": 3}  # with this many, something is hidden in every deal
PLIES = {"trex": 22, "tyrannosaurus": 13, "cubosaurs": 14}
EYES = 0
STORED = """async () => JSON.stringify({
  local: { ...localStorage }, session: { ...sessionStorage }, caches: await caches.keys(),
  databases: (await indexedDB.databases()).map(({ name }) => name), cookies: document.cookie,
})"""


IN_ORDER = ("frames", "answers", "documents", "stored")
# All of it, once nothing moves in it any more, but the drawings and files that every game has: they stand there in the
# order in which they came.
DOCUMENT = """async () => {
  let changes = 0;
  const watch = new MutationObserver(() => changes++);
  watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  for (let before = -1; before !== changes || document.getAnimations().length; ) {
    before = changes;
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
  watch.disconnect();
  const copy = document.documentElement.cloneNode(true);
  copy.querySelectorAll('svg.sprite, head link').forEach((each) => each.remove());
  return copy.outerHTML;
}"""
ATTRIBUTES = re.compile(r'(?<=<)([^\s<>"]+)((?: [^\s="<>]+="[^"]*")+)')
NUMBER = re.compile(r'(?<==")c\d+(?=["-])')  # Svelte's, of a part that has an id
PAINTED = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(() => setTimeout(done))))"
SHOWS = "(ply) => document.querySelector('section.prompt')?.dataset.ply === ply"


@dataclass
class Held:
    """All that a page held, in the order in which it came to hold it."""

    frames: list[str] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)
    documents: list[str] = field(default_factory=list)
    stored: list[str] = field(default_factory=list)
    heap: list[str] = field(default_factory=list)  # every string of its scripts, in no order
    secrets: set[str] = field(default_factory=set)  # that the server keeps to itself, and other people's


def same(one: Held, other: Held) -> None:
    """The law."""
    for name in IN_ORDER:
        mine, theirs = getattr(one, name), getattr(other, name)
        for number, (text, twin) in enumerate(zip(mine, theirs, strict=False)):
            if text != twin:
                at = next((n for n, (a, b) in enumerate(zip(text, twin, strict=False)) if a != b), 0)
                around = slice(max(0, at - 100), at + 100)
                raise AssertionError(
                    f"{name} {number} tells the deals apart: {text[around]!r} and {twin[around]!r}"
                )
        assert len(mine) == len(theirs), f"{name}: {len(mine)} and {len(theirs)}"
    for held in (one, other):
        everything = "\n".join(text for name in (*IN_ORDER, "heap") for text in getattr(held, name))
        found = [secret for secret in held.secrets if secret in everything]
        assert held.secrets
        assert not found, f"the page holds {found}"


# Scripts


def script(game_id: str, plies: int) -> tuple[AnyGame, Setup, Any, list[Made]]:
    """The first plies of a random game: its deal, and the moves in the order in which they are sent."""
    game = find_game(game_id)
    setup = game.setup(SEATS[game_id])
    deal = game.deal(setup, Chance.of("what a page holds"))
    match, dice, moves = Match(game, setup, deal), Random(game_id), []
    while match.ply < plies:
        seat = dice.choice(match.waiting())
        made = (seat, dice.choice(match.state().moves(seat)))
        match.submit(*made)
        moves.append(made)
    return game, setup, deal, moves


def perform(
    ana: Visitor, server: Server, game: AnyGame, setup: Setup, deal: Any, moves: Sequence[Made]
) -> Held:
    """Play the moves from a deal, with a page open at the first seat, and write down all that it holds."""
    held = Held()
    match = Match(game, setup, deal)
    asked: list[str] = []
    answers: list[Response] = []
    ana.context.on("request", lambda request: asked.append(request.url))
    ana.context.on("response", lambda answer: answers.append(answer))  # noqa: PLW0108 - it takes no method of a list
    table = ana.open_table(game.id, setup.seats, bots={}, is_started=False, record=say_record(match))
    address = ana.stage.browser_server.address
    keys = [str(ana.context.cookies()[0]["value"])]
    keys += [come_in(address, f"Guest {seat + 1}") for seat in range(1, setup.seats)]
    with ExitStack() as stack:
        guests = [
            stack.enter_context(at_table(address, table, key, f"g{seat}")) for seat, key in enumerate(keys)
        ]
        for seat, guest in enumerate(guests[1:], start=2):
            guest.do(do="sit", seat=seat, share=f"the-share-of-seat-{seat}")
        ana.frames.clear()
        ana.go(f"/t/{table}")
        ana.page.get_by_role("button", name="Deal").wait_for()
        guests[0].do(do="start")
        for seat, move in moves:
            before = match.ply
            guests[seat].do(do="move", ply=before, line=game.say(move))
            match.submit(seat, move)
            if match.ply == before:
                continue  # a choice that nobody sees yet: it shows with the next move
            ana.page.wait_for_function(SHOWS, arg=str(match.ply), polling=PULSE)
            ana.wait_until(lambda: len(answers) == len(asked))
            ana.page.evaluate(PAINTED)  # the title comes after it
            held.documents.append(in_order(ana.page.evaluate(DOCUMENT)))
            held.stored.append(ana.page.evaluate(STORED))
        # Before the guests go: then it is said that they are gone. A pong comes when the page's own clock has asked for it,
        # between any two events, and tells only how many there were.
        held.frames = [frame for frame in ana.frames if not frame.startswith('{"is":"pong"')]
    held.answers = [f"{answer.url} {answer.text()}" for answer in answers if "/api/" in answer.url]
    held.secrets = secrets_of(server, table)
    cover(held, table, ana.page.locator("main h1").inner_text().partition(" · ")[2])
    held.answers.sort()  # they come in any order
    return held


def in_order(document: str) -> str:
    """A document with the attributes of each element by name, and parts of the page without their numbers.

    Both are in the order in which they came, and parts of the page come as they are loaded.
    """

    def sort(element: re.Match[str]) -> str:
        return element[1] + "".join(sorted(re.findall(r' [^\s="]+="[^"]*"', element[2])))

    return ATTRIBUTES.sub(sort, NUMBER.sub("c", document))


def heap_of(visitor: Visitor) -> list[str]:
    """Every string on the heap of a page's scripts."""
    parts: list[str] = []
    session = visitor.context.new_cdp_session(visitor.page)
    session.on("HeapProfiler.addHeapSnapshotChunk", lambda chunk: parts.append(chunk["chunk"]))
    session.send("HeapProfiler.takeHeapSnapshot", {"reportProgress": False})
    session.detach()
    strings: list[str] = json.loads("".join(parts))["strings"]
    return strings


def secrets_of(server: Server, table: str) -> set[str]:
    """What the store holds of a table that only others, or nobody, may know."""
    with closing(sqlite3.connect(server.log.parent / STORE)) as store:
        rows = store.execute(
            "SELECT body FROM entries WHERE table_id = ? ORDER BY number", (table,)
        ).fetchall()
    entries = list(map(Codec().decode, (body for (body,) in rows)))
    seeds = {entry.host_seed for entry in entries if isinstance(entry, log.Opened)}
    shares = {entry.share for entry in entries if isinstance(entry, log.Seated) and entry.seat != EYES}
    return {secret for secret in seeds | shares if secret}


def cover(held: Held, table: str, name: str) -> None:
    """Two tables have two names, two moments and two commitments; that is all by which they may be told apart."""
    names = re.compile(f"{re.escape(table)}|{re.escape(name)}")
    chance = re.compile(
        r'("(?:now|at|since|changed_at|opened_at|commitment|picture|person|id|host)":)("(?:[^"\\]|\\.)*"|\d+)'
    )
    for texts in (held.frames, held.answers, held.documents, held.stored):
        texts[:] = [chance.sub(r"\1…", names.sub("TABLE", text)) for text in texts]


def perform_twins(stage: Stage, game_id: str, plies: int) -> tuple[Held, Held]:
    """The same moves from two deals that the reader cannot tell apart."""
    game, setup, deal, moves = script(game_id, plies)
    twin, steps = find_twin(game, setup, deal, moves, EYES, seed=1)
    assert steps > 0
    ana = stage.visit("Ana")
    first = perform(ana, stage.browser_server.server, game, setup, deal, moves)
    first.heap = heap_of(ana)
    ana.page.evaluate(
        "localStorage.removeItem('rexarium tables')"
    )  # of the first there, for the second is none
    return first, perform(ana, stage.browser_server.server, game, setup, twin, moves)


@pytest.mark.parametrize("game_id", PLIES)
def test_pages_of_twin_deals_hold_the_same_data(stage: Stage, game_id: str) -> None:
    first, second = perform_twins(stage, game_id, PLIES[game_id])
    assert len(first.frames) > PLIES[game_id]
    assert len(first.heap) > 10_000
    same(first, second)


# Planted leaks


def test_a_leaking_server_is_caught(stage: Stage) -> None:
    with stage.browser_server.replaced(sys.executable, "-m", "tests.browser.gossip"):
        first, second = perform_twins(stage, "trex", 6)
    with pytest.raises(AssertionError, match=r"frames .* tells the deals apart"):
        same(first, second)
    first.frames = second.frames = []
    with pytest.raises(AssertionError, match=r"documents .* tells the deals apart"):
        same(first, second)  # what the page was told it shows


@pytest.mark.parametrize("place", [*IN_ORDER, "heap"])
def test_a_secret_is_found_wherever_it_is(place: str) -> None:
    def hold(text: str) -> Held:
        held = Held(secrets={"the seed"})
        setattr(held, place, ["nothing", text])
        return held

    same(hold("nothing"), hold("nothing"))
    with pytest.raises(AssertionError, match="the page holds"):
        same(hold("this is the seed"), hold("this is the seed"))
