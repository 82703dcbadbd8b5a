"""The results of a contest in a file: SQLite with a row for each game, open to any query.

A block is written whole or not at all, and is safe on the disk before the next one. Rows have numbers that follow from
the terms: however often a contest was killed and resumed, the file ends up the same except for the thinking times.
The schema is described in docs/how-to/run-an-arena.md.
"""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

from rexarium.arena.contest import Pairing, PlayedBlock, PlayedGame, PlayedSeat, Terms
from rexarium.arena.sequential import Trial
from rexarium.kernel.errors import RexariumError

KIND = 0x52455841  # "REXA", which tells our files from others
SCHEMA_VERSION = 1
PATIENCE = 60  # seconds until a file that somebody is reading counts as locked

SCHEMA = """
CREATE TABLE plan (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE games (
    game INTEGER PRIMARY KEY,
    block INTEGER NOT NULL,
    deal INTEGER NOT NULL,
    challenger TEXT NOT NULL,
    opponent TEXT NOT NULL,
    seat INTEGER NOT NULL,
    share REAL NOT NULL,
    plies INTEGER NOT NULL,
    forfeit INTEGER
);
CREATE TABLE seats (
    game INTEGER NOT NULL REFERENCES games,
    seat INTEGER NOT NULL,
    contestant TEXT NOT NULL,
    place INTEGER NOT NULL,
    share REAL NOT NULL,
    score INTEGER NOT NULL,
    decisions INTEGER NOT NULL,
    seconds REAL NOT NULL,
    labels TEXT NOT NULL,
    numbers TEXT NOT NULL,
    PRIMARY KEY (game, seat)
) WITHOUT ROWID;
CREATE VIEW pairings AS
    SELECT challenger, opponent, COUNT(DISTINCT deal) AS deals, COUNT(*) AS games, AVG(share) AS share
    FROM games GROUP BY challenger, opponent;
"""


class BadResults(RexariumError):
    """The file holds another contest, or nothing of ours, or cannot be used."""


@dataclass(frozen=True, slots=True)
class BlockScore:
    """A block in brief: the number of games, and how many the challenger won."""

    deal: int
    pairing: Pairing
    games: int
    won: float


class Results:
    """A results file that is open; close it, or use it with `with`."""

    def __init__(self, path: Path, terms: Terms, connection: sqlite3.Connection) -> None:
        self.path = path
        self.terms = terms
        self._connection = connection

    @classmethod
    def open(cls, path: Path, terms: Terms) -> "Results":
        """The file of this contest, new or resumed; the file of another contest is refused."""
        with _opened(path) as connection:
            _begin(connection, terms)
            found = cls(path, _read_terms(path, connection), connection)
            if difference := found.terms.difference(terms):
                raise BadResults(f"{path} holds another contest ({difference}).")
            with suppress(sqlite3.OperationalError):  # some file systems have no such thing
                connection.execute("PRAGMA journal_mode = WAL")  # so that a reader does not block the writer
            return found

    @classmethod
    def load(cls, path: Path) -> "Results":
        """An existing file."""
        if not path.is_file():
            raise BadResults(f"There is no file {path}.")
        with _opened(path) as connection:
            return cls(path, _read_terms(path, connection), connection)

    def __enter__(self) -> "Results":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    # In

    def write(self, block: PlayedBlock) -> None:
        """Write a block; if it is already there, because two programs play one contest, the older one stays."""
        first = block.number * self.terms.seats + 1
        with _refusals(self.path), _transaction(self._connection):
            for number, game in enumerate(block.games, start=first):
                self._insert("games", _game_row(number, block, game))
                for seat, played in enumerate(game.seats, start=1):
                    self._insert("seats", _seat_row(number, seat, played))

    def _insert(self, table: str, row: tuple[object, ...]) -> None:
        places = ", ".join("?" * len(row))
        self._connection.execute(f"INSERT INTO {table} VALUES ({places}) ON CONFLICT DO NOTHING", row)

    # Out

    def done(self) -> set[int]:
        """The numbers of the stored blocks."""
        return {number - 1 for (number,) in self._ask("SELECT DISTINCT block FROM games")}

    def games(self) -> int:
        """The number of games."""
        ((number,),) = self._ask("SELECT COUNT(*) FROM games")
        return int(number)

    def scores(self) -> Iterator[BlockScore]:
        """All blocks in their order."""
        query = (
            "SELECT deal, challenger, opponent, COUNT(*), SUM(share) FROM games GROUP BY block ORDER BY block"
        )
        for deal, challenger, opponent, games, won in self._ask(query):
            yield BlockScore(deal - 1, (challenger, opponent), games, won)

    def seats(self) -> Iterator[tuple[int, int, PlayedSeat]]:
        """Every played seat with its deal and its game, in the order of the games."""
        columns = ", ".join(f"seats.{field.name}" for field in fields(PlayedSeat))
        query = f"SELECT deal, game, {columns} FROM games JOIN seats USING (game) ORDER BY game, seats.seat"
        for deal, game, *row in self._ask(query):
            seat = PlayedSeat(*row)
            labels, numbers = json.loads(row[-2]), json.loads(row[-1])
            yield deal - 1, game, replace(seat, place=seat.place - 1, labels=labels, numbers=numbers)

    def _ask(self, query: str) -> Iterator[Any]:
        with _refusals(self.path):
            yield from self._connection.execute(query)


def _game_row(number: int, block: PlayedBlock, game: PlayedGame) -> tuple[object, ...]:
    """Deals and seats are counted from 1 in words, and a file for people is words."""
    forfeit = None if game.forfeit is None else game.forfeit + 1
    return (
        number,
        block.number + 1,
        block.deal + 1,
        *block.pairing,
        game.seat + 1,
        game.share,
        game.plies,
        forfeit,
    )


def _seat_row(game: int, number: int, seat: PlayedSeat) -> tuple[object, ...]:
    return (
        game,
        number,
        seat.contestant,
        seat.place + 1,
        seat.share,
        seat.score,
        seat.decisions,
        seat.seconds,
        json.dumps(dict(seat.labels)),
        json.dumps(dict(seat.numbers)),
    )


# The file


@contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection that is closed if its first use fails."""
    with _refusals(path):
        connection = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)
        try:
            connection.execute("PRAGMA synchronous = FULL")
            yield connection
        except BaseException:
            connection.close()
            raise


@contextmanager
def _refusals(path: Path) -> Iterator[None]:
    """Turn an error of SQLite into a refusal."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        raise BadResults(f"Cannot use {path} for results: {error}.") from None


@contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    return int(connection.execute(f"PRAGMA {name}").fetchone()[0])


def _begin(connection: sqlite3.Connection, terms: Terms) -> None:
    """Lay out a file that is empty yet; of two who begin at once, one finds what the other has begun."""
    with _transaction(connection):
        if connection.execute("SELECT 1 FROM sqlite_master").fetchone():
            return
        for statement in SCHEMA.split(";"):
            connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {KIND}")
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        for name, value in asdict(terms).items():
            text = value if isinstance(value, str) else json.dumps(value)
            connection.execute("INSERT INTO plan VALUES (?, ?)", (name, text))


def _read_terms(path: Path, connection: sqlite3.Connection) -> Terms:
    """The terms in a file of ours; any other is refused."""
    if _pragma(connection, "application_id") != KIND:
        raise BadResults(f"{path} holds no results of an arena.")
    if (version := _pragma(connection, "user_version")) != SCHEMA_VERSION:
        raise BadResults(f"{path} is of version {version}, and this program reads {SCHEMA_VERSION}.")
    found = dict(connection.execute("SELECT name, value FROM plan"))
    trial = json.loads(found.pop("trial"))
    return Terms(
        **found
        | {name: json.loads(found[name]) for name in ("rules_version", "seats", "rulings")}
        | {"contestants": tuple(json.loads(found["contestants"])), "trial": Trial(**trial) if trial else None}
    )
