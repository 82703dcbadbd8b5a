"""A table's listing, and the record of its game."""

from rexarium.match import Ending, say_record
from rexarium.server.model.errors import Refusal
from rexarium.server.model.rows import Listing
from rexarium.server.model.schedule import wake_at
from rexarium.server.model.table import Table
from rexarium.server.wire import bodies, messages, present


def table_listing(table: Table, network: str = "") -> Listing:
    """A table's listing: nothing of the game but its outcome. `network`, where it was created, is kept until the end."""
    summary = bodies.TableSummary(
        table=table.id,
        game=table.game.id,
        stage=table.stage,
        seats=[player.name if player else None for player in table.players],
        waiting=[seat + 1 for seat in table.waiting()],
        clock=table.clock,
        rulings=dict(table.setup.rulings),
        edition=table.setup.edition.id,
        changed_at=table.changed_at,
        people=[player.person or None if player else None for player in table.players],
        outcome=present.outcome_state(table) if table.stage == "over" else None,
    )
    return Listing(
        table=table.id,
        game=table.game.id,
        stage=table.stage,
        is_open=table.opened.is_open and not table.is_closed,
        wake_at=wake_at(table),
        changed_at=table.changed_at,
        people=tuple(table.people),
        summary=messages.encode(summary),
        host=table.host,
        network="" if table.stage == "over" else network,
    )


def record_text(table: Table) -> str:
    """The record of a table's game with the proof of its deal. It reveals everything, so the game has to be over."""
    if table.match is None:
        raise Refusal("not possible", "No game was played at this table.")
    if table.stage != "over":
        raise Refusal(
            "not allowed", "The game file shows every card, so you can have it once the game is over."
        )
    ending = Ending(table.ended.how, table.ended.winners) if table.ended else None
    return say_record(table.match, table.proof(), table.notes, ending)
