"""boardgame.io's server at the same pace: a similar game, one socket for each seat, and random moves.

The client is the same small WebSocket code, speaking socket.io's protocol. It is lighter than boardgame.io's own client,
because client and server share the machine. Matches are made on demand; finished ones are replaced over the same sockets.
"""

import asyncio
import os
import shutil
import subprocess
from pathlib import Path
from time import perf_counter
from typing import Any

import msgspec

from bench.table.client import Client
from bench.table.pace import Pace
from bench.table.process import Server

VERSION, PERSIST = "0.50.2", "3.1.3"
GAME = Path(__file__).with_name("boardgame_io.cjs")
NAMESPACE = b"/feast,"
PATH = "/socket.io/?EIO=4&transport=websocket"
HEALTH = "/socket.io/?EIO=4&transport=polling"
DOORWAY = 200
OPENED, PING, JOINED, EVENT = b"0", b"2", b"40" + NAMESPACE, b"42" + NAMESPACE


class Missing(Exception):
    """boardgame.io cannot be installed here."""


def install(folder: Path) -> None:
    """Install it, and the package that its FlatFile storage needs, into a private folder."""
    if shutil.which("npm") is None or shutil.which("node") is None:
        raise Missing("there is no Node.js or no npm")
    words = ["npm", "install", "--no-audit", "--no-fund", "--silent", "--prefix", str(folder)]
    packages = [f"boardgame.io@{VERSION}", f"node-persist@{PERSIST}"]
    done = subprocess.run([*words, *packages], capture_output=True, text=True, check=False, timeout=300)
    if done.returncode:
        raise Missing(f"npm could not install boardgame.io {VERSION}")
    shutil.copy(GAME, folder)


def rival_server(folder: Path, port: int, matches: Path | None) -> Server:
    """boardgame.io's server, with FlatFile storage in a folder or with matches in memory."""
    command = ["node", str(folder / GAME.name), str(port), *([str(matches)] if matches else [])]
    return Server(command, port, HEALTH, folder / "server.log", {**os.environ, "NODE_ENV": "production"})


class Hand(msgspec.Struct):
    """What a seat holds."""

    hand: list[int]


class Board(msgspec.Struct):
    """The game's own part of a state."""

    players: dict[str, Hand]


class Context(msgspec.Struct):
    """Whose turn it is."""

    player: str = msgspec.field(name="currentPlayer")
    gameover: Any = None


class State(msgspec.Struct):
    """The parts of a state that a guest reads; the rest is skipped."""

    G: Board
    ctx: Context
    number: int = msgspec.field(name="_stateID")


class Sync(msgspec.Struct):
    """A full snapshot."""

    state: State


_update = msgspec.json.Decoder(tuple[str, str, State, msgspec.Raw]).decode
_sync = msgspec.json.Decoder(tuple[str, str, Sync]).decode
_encode = msgspec.json.Encoder().encode


class Guest:
    """One seat's device."""

    def __init__(self, party: "Party", seat: int) -> None:
        self.party = party
        self.seat = str(seat)
        self.is_queued = False
        self.client = Client(self._read, self._end)
        self._state: State | None = None
        self._due: float | None = None

    @property
    def haste(self) -> float:
        """The party's haste."""
        return self.party.haste

    @property
    def is_ready(self) -> bool:
        """True if it is this seat's turn and no move is under way."""
        state = self._state
        return (
            state is not None
            and self.party.is_complete
            and self._due is None
            and state.ctx.gameover is None
            and state.ctx.player == self.seat
        )

    def move(self, due: float) -> None:
        """Play a card at random."""
        assert self._state is not None
        hand = self._state.G.players[self.seat].hand
        card = hand[int(self.party.pace.random() * len(hand))]
        self._due = due
        self.party.sent[self._state.number + 1] = due
        action = {"type": "MAKE_MOVE", "payload": {"type": "play", "args": [card], "playerID": self.seat}}
        self.emit("update", action, self._state.number, self.party.match, self.seat)

    def emit(self, *words: object) -> None:
        """Send an event."""
        self.client.send(EVENT + _encode(words))

    def sync(self) -> None:
        """Ask for the match, which creates it if it is new."""
        self.emit("sync", self.party.match, self.seat, None, len(self.party.guests))

    def _read(self, data: bytes) -> None:
        self.party.pace.tally.bytes += len(data)
        if data.startswith(EVENT):
            self._hear(data[len(EVENT) :])
        elif data == PING:
            self.client.send(b"3")
        elif data.startswith(JOINED):
            self.party.arrive()
        elif data.startswith(OPENED):
            self.client.send(JOINED)

    def _hear(self, said: bytes) -> None:
        if said.startswith(b'["update"'):
            _, match, state, _ = _update(said)
            if match == self.party.match:
                self._note(state)
                self._look(state)
        elif said.startswith(b'["sync"'):
            self._look(_sync(said)[2].state)
            self.party.let_in()

    def _note(self, state: State) -> None:
        """Take an update as the answer to this seat's move: there is no other."""
        due = self.party.sent.get(state.number)
        if self._due is not None and due == self._due:
            self._due = None
            self.party.pace.note_answer(due)
        elif due is not None:
            self.party.pace.tally.shown.append(perf_counter() - due)

    def _look(self, state: State) -> None:
        self._state = state
        if state.ctx.gameover is not None:
            self.party.end()
        self.stand_up()

    def stand_up(self) -> None:
        """Tell the pace if it is this seat's turn."""
        if self.is_ready:
            self.party.pace.queue(self)

    def _end(self) -> None:
        if not self.party.is_left:
            self.party.pace.note_error("a socket was closed")


class Party:
    """Four guests and their matches, one after another."""

    def __init__(self, crowd: "Crowd", number: int, seats: int) -> None:
        self.pace = crowd.pace
        self.sent: dict[int, float] = {}  # by state, when the move was due that made it
        self.haste = crowd.pace.draw_haste()
        self.is_left = False
        self._crowd = crowd
        self._number = number
        self._round = 0
        self._arrived = self._inside = 0
        self.guests = [Guest(self, seat) for seat in range(seats)]

    @property
    def match(self) -> str:
        """The id of the match."""
        return f"{self._number}-{self._round}"

    async def come(self) -> None:
        """Connect all guests."""
        async with self._crowd.doorway:
            await asyncio.gather(*(guest.client.connect(self._crowd.port, PATH) for guest in self.guests))

    def arrive(self) -> None:
        """Let the first guest open the match once all are connected."""
        self._arrived += 1
        if self._arrived == len(self.guests):
            self._begin()

    def _begin(self) -> None:
        self._inside = 0
        self.sent = {}
        self.guests[0].sync()

    @property
    def is_complete(self) -> bool:
        """True if everybody has the match: a guest that joins while others play may miss a move for good."""
        return self._inside == len(self.guests)

    def let_in(self) -> None:
        """Let the other guests join once the first one has the match."""
        self._inside += 1
        if not self.is_complete:
            self.guests[self._inside].sync()
            return
        self._crowd.note_start()
        for guest in self.guests:
            guest.stand_up()

    def end(self) -> None:
        """Begin the next match once everybody has seen the end."""
        self._inside -= 1
        if self._inside == 0:
            self.pace.tally.games += 1
            self._round += 1
            self._begin()


class Crowd:
    """Many parties on boardgame.io's server."""

    def __init__(self, port: int, pace: Pace) -> None:
        self.port = port
        self.pace = pace
        self.doorway = asyncio.Semaphore(DOORWAY)
        self._parties: list[Party] = []
        self._started = 0

    def note_start(self) -> None:
        """Note that one more match has begun."""
        self._started += 1

    async def gather(self, tables: int, seats: int) -> None:
        """Connect everybody and begin all matches."""
        self._parties = [Party(self, number, seats) for number in range(tables)]
        await asyncio.gather(*(party.come() for party in self._parties))
        while self._started < tables:
            if self.pace.tally.errors:
                raise RuntimeError(f"the crowd could not sit down: {self.pace.tally.errors.most_common(3)}")
            await asyncio.sleep(0.05)

    def disperse(self) -> None:
        """Disconnect everybody."""
        for party in self._parties:
            party.is_left = True
            for guest in party.guests:
                guest.client.close()
