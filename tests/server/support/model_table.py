"""A table without a server: what the model decides is folded at once."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from rexarium.kernel.facts import SPECTATOR
from rexarium.server.model import commands, decide, log, schedule
from rexarium.server.model.fold import fold as fold_one
from rexarium.server.model.log import AnyBody, Clock, Player
from rexarium.server.model.moment import Actor, Moment
from rexarium.server.model.refusal import Refusal
from rexarium.server.model.room import Room
from rexarium.server.wire import messages, present, summary
from tests.server.support.samples import NOON, PEOPLE, UNTIMED, opening


class ModelTable:
    """What the model decides is folded at once and kept: a table without sessions and storage."""

    def __init__(
        self,
        game: str = "trex",
        players: Sequence[Player | Actor | None] = PEOPLE,
        clock: Clock = UNTIMED,
        *,
        is_started: bool = True,
    ) -> None:
        self.room = Room()
        self.log: list[tuple[AnyBody, int]] = []
        self.now = NOON
        self.here: set[int] = set(range(len(players)))
        self.away_since: dict[int, int] = {}
        self._commands = 0
        self.write(opening(game, players, clock, is_started=is_started))

    def write(self, bodies: Sequence[AnyBody]) -> None:
        """Fold entries."""
        for body in bodies:
            self.log.append((body, self.now))
            self.room.codec.encode(body)  # as it would be stored
            fold_one(self.room, body, self.now)

    def id(self) -> str:
        """A new id for a command."""
        self._commands += 1
        return f"c{self._commands}"

    def moment(self) -> Moment:
        """The time, and who is here."""
        return Moment(self.now, self.here, self.away_since, NOON)

    def do(self, who: Actor, make: Callable[..., commands.Command], **fields: Any) -> list[AnyBody]:
        """A command; returns the entries that it brought about."""
        bodies = decide.decide(self.room, who, make(id=self.id(), **fields), self.moment())
        self.write(bodies)
        return bodies

    def move(self, seat: int | None = None, choice: int = 0) -> str:
        """One of those who owe a move makes one; returns its line."""
        seat = self.room.waiting()[0] if seat is None else seat
        line = line_of(self.room, seat, choice)
        player = self.room.players[seat]
        assert self.room.match is not None
        assert player is not None
        if player.bot:
            self.write([log.Moved(seat=seat, moves=moves_of(self.room, seat, choice))])
        else:
            who = Actor(player.person, player.name, player.key)
            self.do(who, commands.Move, ply=self.room.match.ply, line=line)
        return line

    def leave(self, seat: int) -> None:
        """A seat's last connection is gone."""
        self.here.discard(seat)
        self.away_since[seat] = self.now

    def wait(self, seconds: float) -> list[AnyBody]:
        """Time passes, and brings what it brings; returns that."""
        self.now += round(seconds * 1000)
        brought: list[AnyBody] = []
        while bodies := schedule.time_brings(self.room, self.moment()):
            self.write(bodies)
            brought += bodies
            assert len(brought) < 1000, "time brings something without end"
        return brought


def line_of(room: Room, seat: int, choice: int = 0) -> str:
    """One of the answers that a seat may give."""
    assert room.match is not None
    decision = room.match.decision(seat)
    assert decision is not None
    return decision.choices[choice % len(decision.choices)].text


def moves_of(room: Room, seat: int, choice: int = 0) -> tuple[int, ...]:
    """The same as the log has it in memory."""
    return tuple(room.game.read_line(line_of(room, seat, choice)))


def fold(entries: Sequence[tuple[AnyBody, int]]) -> Room:
    """A room from a log, by way of its bytes."""
    room = Room()
    for body, at in entries:
        fold_one(room, room.codec.decode(room.codec.encode(body)), at)
    return room


def all_eyes(room: Room) -> list[int]:
    """Every seat, and a spectator."""
    return [*range(room.setup.seats), SPECTATOR]


def dump(room: Room) -> dict[str, Any]:
    """Everything that a room shows to anybody, and what it remembers for itself."""
    eyes = all_eyes(room)
    return {
        "table": messages.encode(present.show_table(room)),
        "positions": [messages.encode(present.show_position(room, each)) for each in eyes],
        "turns": [messages.encode(present.show_turns(room, each)) for each in eyes],
        "numbers": [room.number_for(each) for each in eyes],
        "chosen": room.match and [room.match.chosen(seat) for seat in range(room.setup.seats)],
        "clocks": (room.clocks.left, room.clocks.since, room.clocks.least),
        "listing": summary.list_room(room),
        "answered": room.answered,
        "deeds": room.deeds,
        "asks": room.asks,
        "asked": room.asked,
        "chat": room.chat,
        "notes": room.notes,
        "left": room.left,
        "resigned": room.resigned,
        "forced": room.forced,
        "failures": room.failures,
    }


def refused(model: ModelTable, who: Actor, make: Callable[..., commands.Command], **fields: Any) -> str:
    """A command that is refused, changes nothing, and says why in a sentence; returns the code."""
    before = dump(model.room)
    with pytest.raises(Refusal) as caught:
        model.do(who, make, **fields)
    assert caught.value.sentence.endswith((".", ")"))
    assert dump(model.room) == before
    return caught.value.code


def names(bodies: list[AnyBody]) -> list[str]:
    return [type(body).__name__ for body in bodies]


def away(game: str = "trex", clock: Clock = UNTIMED) -> ModelTable:
    """Cleo has been away for a minute."""
    model = ModelTable(game, clock=clock)
    model.leave(2)
    model.now += 61_000
    return model
