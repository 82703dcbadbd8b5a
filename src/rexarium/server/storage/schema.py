"""The database's tables, described once for both dialects.

The migrations create them; a test checks that the result matches this description.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    Table,
    Text,
    text,
)

METADATA = MetaData()

# PostgreSQL has to sort ids by their bytes, as SQLite does, and not by the machine's locale.
ID = Text().with_variant(Text(collation="C"), "postgresql")

IS_IN_LOBBY = text("is_open AND stage <> 'over'")
IS_GATHERING = text("stage = 'gathering'")
IS_WAITING = text("wake_at IS NOT NULL")

TABLES = Table(
    "tables",
    METADATA,
    Column("id", ID, primary_key=True),
    Column("game", Text, nullable=False),
    Column("stage", Text, nullable=False),
    Column("is_open", Boolean, nullable=False),
    Column("wake_at", BigInteger),
    Column("changed_at", BigInteger, nullable=False),
    Column("people", Text, nullable=False),  # a JSON list of ids, in the order of the listing
    Column("summary", LargeBinary, nullable=False),
    Column("host", ID, nullable=False, server_default=""),
    Column("network", Text, nullable=False, server_default=""),
    Column(
        "term", BigInteger, nullable=False, server_default=text("0")
    ),  # rises with each owner; an SQLite file has one of its own
    Index(
        "tables_in_lobby",
        "network",
        "stage",
        "changed_at",
        "id",
        sqlite_where=IS_IN_LOBBY,
        postgresql_where=IS_IN_LOBBY,
    ),
    Index("tables_of_host", "host", sqlite_where=IS_GATHERING, postgresql_where=IS_GATHERING),
    Index("tables_of_network", "network", sqlite_where=IS_GATHERING, postgresql_where=IS_GATHERING),
    Index("tables_waiting", "wake_at", "id", sqlite_where=IS_WAITING, postgresql_where=IS_WAITING),
    Index("tables_by_stage", "stage", "id"),
)

# Without a rowid the entries of a log are stored next to each other, and the key is stored only once.
ENTRIES = Table(
    "entries",
    METADATA,
    Column("table_id", ID, ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("body", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

# The people of the listings again, to look tables up by person. Somebody with a seat need not be in `people`:
# checking that is up to the server.
SEATS = Table(
    "seats",
    METADATA,
    Column("person_id", ID, primary_key=True),
    Column("table_id", ID, ForeignKey("tables.id"), primary_key=True),
    sqlite_with_rowid=False,
)

PEOPLE = Table(
    "people",
    METADATA,
    Column("id", ID, primary_key=True),
    Column("nickname", Text, nullable=False),
    Column("since", BigInteger, nullable=False),
    Column("feed", Text, nullable=False),
)

KEYS = Table(
    "keys",
    METADATA,
    Column("fingerprint", LargeBinary, primary_key=True),
    Column("person_id", ID, ForeignKey("people.id"), nullable=False),
    Column("since", BigInteger),  # null: from before this was recorded
    Column("seen_at", BigInteger),
    Column("browser", Text, nullable=False),
    Column("system", Text, nullable=False),
    Index("keys_by_person", "person_id"),
)

TICKETS = Table(
    "tickets",
    METADATA,
    Column("ticket", LargeBinary, primary_key=True),
    Column("person_id", ID, ForeignKey("people.id"), nullable=False),
    Column("until", BigInteger, nullable=False),
    Index("tickets_by_end", "until"),
)

# At most one row.
PULSE = Table(
    "pulse",
    METADATA,
    Column("id", SmallInteger, CheckConstraint("id = 1"), primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
)

OUTAGES = Table(
    "outages",
    METADATA,
    Column("since", BigInteger, primary_key=True, autoincrement=False),
    Column("until", BigInteger, primary_key=True, autoincrement=False),
    Index("outages_by_end", "until"),
)

# At most one row: the highest entry format that any program has written here. No row means 1.
FORMAT = Table(
    "format",
    METADATA,
    Column("id", SmallInteger, CheckConstraint("id = 1"), primary_key=True, autoincrement=False),
    Column("number", Integer, nullable=False),
)
