"""A table's listing, and the record of its game."""

from rexarium.match import Ending, say_record
from rexarium.server.model.refusal import Refusal
from rexarium.server.model.room import Room
from rexarium.server.model.rows import Listing
from rexarium.server.model.schedule import wake_at
from rexarium.server.wire import bodies, messages, present


def list_room(room: Room, network: str = "") -> Listing:
    """A table's listing: nothing of the game but its outcome. `network`, where it was created, is kept until the end."""
    summary = bodies.TableSummary(
        table=room.id,
        game=room.game.id,
        stage=room.stage,
        seats=[player.name if player else None for player in room.players],
        waiting=[seat + 1 for seat in room.waiting()],
        clock=room.clock,
        rulings=dict(room.setup.rulings),
        edition=room.setup.edition.id,
        changed_at=room.changed_at,
        people=[player.person or None if player else None for player in room.players],
        outcome=present.show_outcome(room) if room.stage == "over" else None,
    )
    return Listing(
        table=room.id,
        game=room.game.id,
        stage=room.stage,
        is_open=room.opened.is_open and not room.is_closed,
        wake_at=wake_at(room),
        changed_at=room.changed_at,
        people=tuple(room.people),
        summary=messages.encode(summary),
        host=room.host,
        network="" if room.stage == "over" else network,
    )


def write_record(room: Room) -> str:
    """The record of a table's game with the proof of its deal. It reveals everything, so the game has to be over."""
    if room.match is None:
        raise Refusal("not possible", "No game was played at this table.")
    if room.stage != "over":
        raise Refusal(
            "not allowed", "The game file shows every card, so you can have it once the game is over."
        )
    ending = Ending(room.ended.how, room.ended.winners) if room.ended else None
    return say_record(room.match, room.proof(), room.notes, ending)
