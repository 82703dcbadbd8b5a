"""Whatever people do at a table, in whatever order: what a client holds by its events is what a fresh snapshot says.

And every number follows the one before, nothing is lost or done twice, and nothing goes wrong but what is refused.
"""

import asyncio
import json
import random
from collections.abc import Coroutine, Sequence
from typing import Any, TypeVar

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from rexarium.server.model import commands, log
from rexarium.server.model.commands import AskFor, Command
from rexarium.server.model.errors import Refusal
from rexarium.server.model.fold import CHAT_KEPT
from rexarium.server.model.log import Clock, Player
from rexarium.server.model.moment import Actor
from rexarium.server.model.opening import who_plays_again
from rexarium.server.wire import messages
from rexarium.server.wire.messages import encode
from tests.server.support.fakes import FakeSession, FlakyStore
from tests.server.support.model_table import dump, line_of
from tests.server.support.samples import ANNA, BEN, CLEO, DORA, GAMES, PATIENCE, bot
from tests.server.support.server import TestServer

T = TypeVar("T")
CROWD = (ANNA, BEN, CLEO, DORA)
PERSONS = st.sampled_from(CROWD)
SEATS = st.integers(1, 4)
MATTERS = st.sampled_from(["take back", "take back", "take back", "take over", "pause", "end"])
VOTES = st.lists(st.sampled_from([True, True, True, False]), max_size=4)
CLOCKS = (Clock(), Clock("live", bank=60, increment=5), Clock("days", bank=86_400))


class Client:
    """What a page holds: built up from a snapshot and the events after it, as docs/protocol.md describes."""

    def __init__(self, who: Actor) -> None:
        self.session = FakeSession(who)
        self.number = -1
        self.held: dict[str, Any] = {}

    def read(self) -> None:
        """Take in what has come."""
        for message in self.session.read():
            kind = message.pop("is")
            if kind == "snapshot":
                self.number = message.pop("number")
                del message["now"]
                self.held = message
            elif kind == "event":
                self._take(message)
            elif kind == "presence":
                self.held["here"] = message["here"]

    def _take(self, event: dict[str, Any]) -> None:
        assert event["number"] == self.number + 1, "an event is missing, or came twice"
        self.number = event["number"]
        self.held["table"] = event["table"]
        if event["position"] is not None:
            self.held["position"] = event["position"]
        position = self.held["position"]
        assert event["hash"] == (position["hash"] if position else None), "the view is another than ours"
        new = event["turns"]
        if new and new[0]["seat"] is None:
            self.held["turns"] = new
        elif event["position"] is not None:
            first = new[0]["ply"] if new else event["position"]["ply"]
            kept = [turn for turn in self.held["turns"] if turn["seat"] is None or turn["ply"] < first]
            self.held["turns"] = kept + new
        happened = event["happened"]
        if happened["what"] == "said":
            said = {"at": event["now"], **{key: happened[key] for key in ("person", "name", "text")}}
            self.held["chat"] = [*self.held["chat"], said][-CHAT_KEPT:]


class Machine(RuleBasedStateMachine):
    """People who come and go, sit and play, ask and quarrel, at a server that falls down now and then."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.clients: list[Client] = []
        self.done: dict[tuple[str, str], messages.Done] = {}
        self.sent: list[tuple[Actor, Command]] = []

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something, and let the bots answer."""

        async def all_of_it() -> T:
            found = await work
            for _ in range(20_000):
                await asyncio.sleep(0)
                if not self.server.live._thoughts and not self.server.live.tasks.running:
                    return found
            raise AssertionError("the table never comes to rest")

        return self.loop.run_until_complete(asyncio.wait_for(all_of_it(), PATIENCE))

    @initialize(
        game=st.sampled_from(GAMES),
        seats=st.integers(2, 4),
        clock=st.sampled_from(CLOCKS),
        full=st.booleans(),
    )
    def open(self, game: str, seats: int, clock: Clock, full: bool) -> None:
        crowd: list[Player | Actor | None] = [ANNA, BEN, bot(), CLEO]
        sitters = crowd[:seats] if full else [ANNA, *[None] * (seats - 1)]
        self.loop.run_until_complete(self.set_up(game, sitters, clock, full))

    async def set_up(
        self, game: str, sitters: Sequence[Player | Actor | None], clock: Clock, full: bool
    ) -> None:
        self.server = TestServer()
        await self.server.open(game, sitters, clock, is_started=full)

    # People

    @rule(
        who=PERSONS,
        place=st.integers(0, 4),
        what=st.sampled_from(["join", "join", "leave", "ping", "ping late"]),
    )
    def come_and_go(self, who: Actor, place: int, what: str) -> None:
        client = self.clients[place] if place < len(self.clients) else None
        if what == "join" and len(self.clients) < 5:
            self.join(who)
        elif what == "leave" and client:
            self.run(self.leave(client))
        elif client:
            client.read()
            seen = max(0, client.number - (what == "ping late"))
            self.run(self.server.live.pong(client.session, seen))

    def join(self, who: Actor) -> None:
        client = Client(who)
        self.run(self.server.live.join(client.session))
        self.clients.append(client)

    async def leave(self, client: "Client") -> None:
        self.server.live.leave(client.session)
        self.clients.remove(client)

    def do(self, who: Actor, command: Command) -> None:
        """Sends a command, which has to be done or refused."""
        self.sent.append((who, command))
        try:
            self.done[who.person, command.id] = self.run(self.server.live.submit(who, command))
        except Refusal as refusal:
            if refusal.code == "unavailable":
                raise

    def id(self) -> str:
        return f"c{len(self.sent)}"

    @rule(who=PERSONS, seat=SEATS, what=st.integers(0, 4))
    def sit_around(self, who: Actor, seat: int, what: int) -> None:
        tried = (
            commands.Stand(id=self.id()),
            commands.SeatBot(id=self.id(), seat=seat, bot="hatchling"),
            commands.Start(id=self.id()),
        )
        self.do(who, tried[what] if what < 3 else commands.Sit(id=self.id(), seat=seat, share="s"))

    @rule(
        who=PERSONS,
        what=st.integers(0, 7),
        text=st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=30),
    )
    def make_a_fuss(self, who: Actor, what: int, text: str) -> None:
        """Talk, mostly; sometimes silence Dora, go on after a pause, make a move by chance, or give up."""
        fuss: dict[int, Command] = {
            0: commands.Mute(id=self.id(), person="dora", is_muted=len(text) % 2 == 0),
            1: commands.Resume(id=self.id()),
            2: commands.Move(id=self.id(), ply=len(text), line="take blue"),
            3: commands.Resign(id=self.id()),
            4: commands.OpenChat(id=self.id(), is_open=len(text) % 3 > 0),
        }
        self.do(who, fuss.get(what, commands.Say(id=self.id(), text=text)))

    # The game

    @precondition(lambda self: self.server.live.table.stage == "playing")
    @rule(seed=st.integers(0, 2**32), number=st.integers(4, 12))
    def play_on(self, seed: int, number: int) -> None:
        """A seat that owes a move, or may still change one, makes one."""
        chance = random.Random(seed)
        for _ in range(number):
            table = self.server.live.table
            match = table.match
            assert match is not None
            able = [seat for seat in table.people_seats() if match.decision(seat) is not None]
            if table.stage != "playing" or table.is_paused or not able:
                return
            seat = chance.choice(able)
            line = line_of(table, seat, chance.randint(0, 9))
            self.do(self.server.actor(seat), commands.Move(id=self.id(), ply=match.ply, line=line))

    @precondition(lambda self: self.server.live.table.stage == "playing")
    @rule(who=PERSONS, matter=MATTERS, seat=SEATS, word=st.sampled_from(["hatchling", None]), votes=VOTES)
    def ask(self, who: Actor, matter: log.Matter, seat: int, word: str | None, votes: list[bool]) -> None:
        """Somebody asks for something; some of the others answer, and after that the game goes on a little."""
        self.play_on(seat, seat)
        if self.server.live.table.stage == "playing":
            self.do(who, AskFor(id=self.id(), matter=matter, seat=seat, bot=word))
        for voter, is_yes in zip(CROWD, votes, strict=False):
            ask = next(iter(self.server.live.table.asks), 0)
            self.do(voter, commands.Answer(id=self.id(), ask=ask, is_yes=is_yes))

    # The world

    @rule(seconds=st.sampled_from([1, 30, 61, 130, 700, 90_000]))
    def wait(self, seconds: int) -> None:
        self.server.clock.advance(seconds)
        for _ in range(8):
            self.run(self.server.live.run_due())

    @precondition(lambda self: self.done)
    @rule(place=st.integers(0, 99))
    def send_again(self, place: int) -> None:
        """The same command gets the same answer, and changes nothing."""
        (person, id_), done = list(self.done.items())[place % len(self.done)]
        who, command = next(sent for sent in self.sent if (sent[0].person, sent[1].id) == (person, id_))
        size = self.server.live.table.length
        assert self.run(self.server.live.submit(who, command)) == done
        assert self.server.live.table.length == size

    @rule(who=PERSONS, what=st.sampled_from(["closed", "closed for an hour", "disk full", "disk gone"]))
    def fall_down(self, who: Actor, what: str) -> None:
        people = [client.session.actor for client in self.clients]
        if what.startswith("closed"):
            self.run(self.server.restart(3600 if "hour" in what else 0))
        elif not self.lose_the_disk(who, is_late=what == "disk gone"):
            return
        assert all(client.session.closed_with for client in self.clients)
        self.clients = []
        for again in people:
            self.join(again)

    def lose_the_disk(self, who: Actor, is_late: bool) -> bool:
        """A command that cannot be written: the table is read again, and the command sent again."""
        store, old = self.server.store, self.server.live
        assert isinstance(store, FlakyStore)
        store.is_failing, store.is_failing_late = not is_late, is_late
        command = commands.Say(id=self.id(), text="is this on?")
        self.sent.append((who, command))
        try:
            self.run(old.submit(who, command))
        except Refusal as refusal:
            if refusal.code != "unavailable":
                return False
        finally:
            store.is_failing = store.is_failing_late = False
        self.server.live = self.loop.run_until_complete(self.server.service.tables.get(old.table.id))
        self.done[who.person, command.id] = self.run(self.server.live.submit(who, command))
        return True

    # What always holds

    @invariant()
    def every_client_holds_what_a_fresh_snapshot_says(self) -> None:
        for client in self.clients:
            client.read()
            snapshot = json.loads(encode(self.server.live.snapshot(client.session.eyes)))
            assert client.session.eyes == self.server.live.table.eyes_of(client.session.actor.id)
            assert client.number == snapshot.pop("number")
            del snapshot["is"], snapshot["now"]
            assert client.held == snapshot

    @invariant()
    def the_log_makes_the_same_table_and_has_every_command_once(self) -> None:
        stored = self.loop.run_until_complete(self.server.store.entries(self.server.live.table.id))
        entries = [self.server.live.table.codec.decode(entry.data) for entry in stored]
        assert dump(self.loop.run_until_complete(self.server.read_again())) == dump(self.server.live.table)
        commands = [(entry.by, entry.command) for entry in entries if entry.command]
        assert len(commands) == len(set(commands)), "something was done twice"
        assert set(commands) == set(self.done), "something was lost"

    @invariant()
    def nobody_has_two_seats_here_or_at_a_rematch(self) -> None:
        table = self.server.live.table
        for players in (table.players, who_plays_again(table)):
            people = [player.person for player in players if player and player.person]
            assert len(people) == len(set(people))

    def teardown(self) -> None:
        if hasattr(self, "server"):
            self.loop.run_until_complete(self.server.service.close())
        self.loop.close()


TestMachine = Machine.TestCase
TestMachine.settings = settings(max_examples=40, stateful_step_count=25)
