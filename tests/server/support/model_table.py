"""A table without a server: what the model decides is folded at once."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from rexarium.kernel.facts import SPECTATOR
from rexarium.server.model import commands, decide, log, schedule
from rexarium.server.model.errors import Refusal
from rexarium.server.model.fold import fold as fold_one
from rexarium.server.model.log import AnyEntry, Clock, Player
from rexarium.server.model.moment import Actor, Moment
from rexarium.server.model.table import Table
from rexarium.server.wire import messages, present, summary
from tests.server.support.samples import NOON, PEOPLE, UNTIMED, opening


class ModelTable:
    """A table without sessions and storage: what the model decides is folded at once and kept."""

    def __init__(
        self,
        game: str = "trex",
        players: Sequence[Player | Actor | None] = PEOPLE,
        clock: Clock = UNTIMED,
        *,
        is_started: bool = True,
    ) -> None:
        self.table = Table()
        self.log: list[tuple[AnyEntry, int]] = []
        self.now = NOON
        self.here: set[int] = set(range(len(players)))
        self.away_since: dict[int, int] = {}
        self._commands = 0
        self.write(opening(game, players, clock, is_started=is_started))

    def write(self, entries: Sequence[AnyEntry]) -> None:
        """Fold entries."""
        for entry in entries:
            self.log.append((entry, self.now))
            self.table.codec.encode(entry)  # as it would be stored
            fold_one(self.table, entry, self.now)

    def id(self) -> str:
        """A new id for a command."""
        self._commands += 1
        return f"c{self._commands}"

    def moment(self) -> Moment:
        """The time, and which seats are connected."""
        return Moment(self.now, self.here, self.away_since, NOON)

    def do(self, who: Actor, make: Callable[..., commands.Command], **fields: Any) -> list[AnyEntry]:
        """A command; returns the entries that it brought about."""
        entries = decide.decide(self.table, who, make(id=self.id(), **fields), self.moment())
        self.write(entries)
        return entries

    def move(self, seat: int | None = None, choice: int = 0) -> str:
        """A seat that owes a move makes one; returns its line."""
        seat = self.table.waiting()[0] if seat is None else seat
        line = line_of(self.table, seat, choice)
        player = self.table.players[seat]
        assert self.table.match is not None
        assert player is not None
        if player.bot:
            self.write([log.Moved(seat=seat, moves=moves_of(self.table, seat, choice))])
        else:
            who = Actor(player.person, player.name, player.key)
            self.do(who, commands.Move, ply=self.table.match.ply, line=line)
        return line

    def leave(self, seat: int) -> None:
        """A seat's last connection is gone."""
        self.here.discard(seat)
        self.away_since[seat] = self.now

    def wait(self, seconds: float) -> list[AnyEntry]:
        """Time passes, and brings what it brings; returns that."""
        self.now += round(seconds * 1000)
        brought: list[AnyEntry] = []
        while entries := schedule.due_entries(self.table, self.moment()):
            self.write(entries)
            brought += entries
            assert len(brought) < 1000, "time brings something without end"
        return brought


def line_of(table: Table, seat: int, choice: int = 0) -> str:
    """One of the answers that a seat may give."""
    assert table.match is not None
    decision = table.match.decision(seat)
    assert decision is not None
    return decision.choices[choice % len(decision.choices)].text


def moves_of(table: Table, seat: int, choice: int = 0) -> tuple[int, ...]:
    """The same as the log has it in memory."""
    return tuple(table.game.read_line(line_of(table, seat, choice)))


def fold(entries: Sequence[tuple[AnyEntry, int]]) -> Table:
    """A table from a log, by way of its bytes."""
    table = Table()
    for entry, at in entries:
        fold_one(table, table.codec.decode(table.codec.encode(entry)), at)
    return table


def all_eyes(table: Table) -> list[int]:
    """Every seat, and a spectator."""
    return [*range(table.setup.seats), SPECTATOR]


def dump(table: Table) -> dict[str, Any]:
    """Everything that a table shows to anybody, and what it remembers for itself."""
    eyes = all_eyes(table)
    return {
        "table": messages.encode(present.table_state(table)),
        "positions": [messages.encode(present.position_state(table, each)) for each in eyes],
        "turns": [messages.encode(present.turn_states(table, each)) for each in eyes],
        "numbers": [table.event_number(each) for each in eyes],
        "chosen": table.match and [table.match.chosen(seat) for seat in range(table.setup.seats)],
        "clocks": (table.clocks.left, table.clocks.since, table.clocks.least),
        "listing": summary.table_listing(table),
        "answered": table.replies,
        "deeds": table.command_counts,
        "asks": table.asks,
        "asked": table.ask_count,
        "chat": table.chat,
        "notes": table.notes,
        "left": table.substituted,
        "resigned": table.resigned,
        "forced": table.forced_moves,
        "failures": table.bot_failures,
    }


def refused(model: ModelTable, who: Actor, make: Callable[..., commands.Command], **fields: Any) -> str:
    """A command that is refused, changes nothing, and says why in a sentence; returns the code."""
    before = dump(model.table)
    with pytest.raises(Refusal) as caught:
        model.do(who, make, **fields)
    assert caught.value.sentence.endswith((".", ")"))
    assert dump(model.table) == before
    return caught.value.code


def names(entries: list[AnyEntry]) -> list[str]:
    return [type(entry).__name__ for entry in entries]


def away(game: str = "trex", clock: Clock = UNTIMED) -> ModelTable:
    """Cleo has been away for a minute."""
    model = ModelTable(game, clock=clock)
    model.leave(2)
    model.now += 61_000
    return model
