"""A law that cannot fail is none: every secret is let out once, and caught."""

import functools
import logging
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec import structs

from rexarium.kernel.facts import SPECTATOR, TRUTH
from rexarium.match import Match, say_record
from rexarium.server.model import log
from rexarium.server.model.clocks import Clocks
from rexarium.server.model.codec import Codec
from rexarium.server.model.fold import HANDLERS
from rexarium.server.model.room import Room
from rexarium.server.net.endpoints import people
from rexarium.server.wire import bodies, events, feed, messages, present, reasons, replay, summary
from tests.server.laws.worlds import Script, World, choice_worlds, compare, deal_worlds, pending_worlds


def tells_choices(patch: pytest.MonkeyPatch) -> None:
    """The line of a secret choice is shown before it is revealed."""

    def show(room: Room, body: log.Moved, _eyes: int, happening: messages.Happening) -> None:
        happening.line = room.game.say_line(body.moves)

    patch.setattr(events, "_show_move", show)


def counts_every_entry(patch: pytest.MonkeyPatch) -> None:
    """Events are numbered by the entries of the log, noticed or not."""
    patch.setattr(Room, "number_for", lambda room, _eyes: room.size)


def sends_what_nobody_should_notice(patch: pytest.MonkeyPatch) -> None:
    """That a choice was changed is an event for all."""
    patch.setattr(Room, "is_unnoticed", lambda _room, _body: False)


def numbers_questions_by_entries(patch: pytest.MonkeyPatch) -> None:
    """A question to the others has the number of its entry."""
    ask = HANDLERS[log.Asked]

    def asked(room: Room, body: log.Asked, at: int) -> None:
        room.asked = room.size
        ask(room, body, at)

    patch.setitem(HANDLERS, log.Asked, asked)


def dates_every_entry(patch: pytest.MonkeyPatch) -> None:
    """The lobby and the feed tell when a choice was changed."""
    move = HANDLERS[log.Moved]

    def dated(room: Room, body: log.Moved, at: int) -> None:
        move(room, body, at)
        room.changed_at = at

    patch.setitem(HANDLERS, log.Moved, dated)


def pays_for_changed_choices(patch: pytest.MonkeyPatch) -> None:
    """A clock is given time for every choice, changed or not."""
    stop = Clocks.stop

    def paid(clocks: Clocks, seat: int, now: int) -> None:
        stop(clocks, seat, now)
        clocks.renew(seat)

    patch.setattr(Clocks, "stop", paid)


def counts_in_the_feed(patch: pytest.MonkeyPatch) -> None:
    """The feed's entries are called after the length of the log."""
    write = feed.write_entry
    patch.setattr(
        people,
        "write_entry",
        lambda person, room, base, language: write(person, room, base, language).replace(
            room.id, f"{room.size}"
        ),
    )


def shows_guests_the_truth(patch: pytest.MonkeyPatch) -> None:
    """Whoever has no seat sees everything."""
    patch.setattr(present, "eyes_of", lambda _room, eyes: TRUTH if eyes == SPECTATOR else eyes)


def shows_a_neighbours_view(patch: pytest.MonkeyPatch) -> None:
    """A seat sees with the eyes of the next one."""
    patch.setattr(
        present, "eyes_of", lambda room, eyes: eyes if eyes == SPECTATOR else (eyes + 1) % room.setup.seats
    )


def tells_turns_in_full(patch: pytest.MonkeyPatch) -> None:
    """What was drawn is told to all."""
    show = present.show_facts
    patch.setattr(present, "show_facts", lambda match, facts, _eyes: show(match, facts, TRUTH))


def shows_the_proof_early(patch: pytest.MonkeyPatch) -> None:
    """The seed is told while the game lasts."""

    def show(room: Room) -> messages.TableState:
        proof = messages.ProofState(room.pledge.seed.hex(), [])
        return structs.replace(_show_table(room), proof=proof)

    patch.setattr(present, "show_table", show)


_show_table = present.show_table


def commits_to_the_seed_itself(patch: pytest.MonkeyPatch) -> None:
    """What binds the host is the seed."""
    patch.setattr(
        present,
        "show_table",
        lambda room: structs.replace(_show_table(room), commitment=room.pledge.seed.hex()),
    )


def shows_shares(patch: pytest.MonkeyPatch) -> None:
    """What the others have added to the seed is told early."""
    patch.setattr(
        present, "show_table", lambda room: structs.replace(_show_table(room), follows=",".join(room.shares))
    )


def asks_the_wrong_seat(patch: pytest.MonkeyPatch) -> None:
    """A seat that is not asked is shown the question, and the cards, of who is."""
    show = present.show_decision

    def wrong(room: Room, eyes: int) -> messages.DecisionState | None:
        waiting = [seat for seat in room.waiting() if seat != eyes]
        return show(room, waiting[0] if waiting else eyes)

    patch.setattr(present, "show_decision", wrong)


def explains_from_the_truth(patch: pytest.MonkeyPatch) -> None:
    """A refusal says more than the seat may know."""
    refuse = Match._refusal

    def explain(match: Match, state: Any, seat: int, move: int) -> Any:
        error = refuse(match, state, seat, move)
        error.args = (f"{error} {hash(str(match.state().fields())) % 1000:03}",)
        return error

    patch.setattr(Match, "_refusal", explain)


def answers_whys_from_the_truth(patch: pytest.MonkeyPatch) -> None:
    """Why a score is what it is tells what the seat will have."""
    show = reasons.show_reasons

    def answer(room: Room, eyes: int, question: messages.Why) -> messages.Reasons:
        found = show(room, eyes, question)
        assert room.match is not None
        truth = str(room.match.state().fields())
        return structs.replace(found, reasons=[*found.reasons, messages.ReasonState("", truth)])

    patch.setattr(reasons, "show_reasons", answer)


def replays_the_truth(patch: pytest.MonkeyPatch) -> None:
    """A game that goes on is replayed for all-knowing eyes."""
    patch.setattr(replay, "wish_of", lambda room, _who, _eyes: replay.Wish(say_record(room.match), TRUTH))


def replays_any_eyes(patch: pytest.MonkeyPatch) -> None:
    """Whoever asks for a seat's eyes gets them."""
    wish_of = replay.wish_of

    def lent(room: Room, who: str, eyes: str | None) -> replay.Wish:
        wish = wish_of(room, who, None)
        return wish if eyes is None else structs.replace(wish, eyes=replay.read_eyes(eyes))

    patch.setattr(replay, "wish_of", lent)


def hands_out_records(patch: pytest.MonkeyPatch) -> None:
    """The record is there before the end."""
    patch.setattr(summary, "write_record", lambda room: say_record(room.match))


def lists_the_cards(patch: pytest.MonkeyPatch) -> None:
    """The lobby sums the truth up."""
    listing = summary.list_room

    def listed(room: Room, network: str) -> Any:
        found = listing(room, network)
        truth = "" if room.match is None else str(room.match.view(TRUTH))
        summary = msgspec.json.decode(found.summary, type=bodies.TableSummary)
        return found._replace(summary=messages.encode(structs.replace(summary, edition=truth)))

    patch.setattr(summary, "list_room", listed)


def logs_the_entries(patch: pytest.MonkeyPatch) -> None:
    """The server's log repeats the table's."""
    encode = Codec.encode

    def noted(codec: Codec, entry: log.AnyBody) -> bytes:
        data = encode(codec, entry)
        logging.getLogger("rexarium.server").info("an entry was written", extra={"body": data.decode()})
        return data

    patch.setattr(Codec, "encode", noted)


Leak = Callable[[pytest.MonkeyPatch], None]
Worlds = Callable[[], tuple[Script, World, World]]
LEAKS: dict[Worlds, list[Leak]] = {
    pending_worlds: [tells_choices],
    functools.partial(choice_worlds, 0.25): [
        counts_every_entry,
        sends_what_nobody_should_notice,
        numbers_questions_by_entries,
        dates_every_entry,
        pays_for_changed_choices,
        counts_in_the_feed,
    ],
    functools.partial(deal_worlds, "trex", 0.1): [
        shows_guests_the_truth,
        shows_a_neighbours_view,
        tells_turns_in_full,
        shows_the_proof_early,
        commits_to_the_seed_itself,
        shows_shares,
        asks_the_wrong_seat,
        explains_from_the_truth,
        answers_whys_from_the_truth,
        replays_the_truth,
        replays_any_eyes,
        hands_out_records,
        lists_the_cards,
        logs_the_entries,
    ],
}


@pytest.mark.parametrize(
    ("worlds", "leak"),
    [pytest.param(worlds, leak, id=leak.__name__) for worlds, leaks in LEAKS.items() for leak in leaks],
)
async def test_a_planted_leak_is_caught(
    worlds: Worlds, leak: Leak, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    script, *pair = worlds()
    leak(monkeypatch)
    with pytest.raises(AssertionError, match=r"tells the worlds apart|were sent"):
        await compare(script, pair, caplog)


async def test_without_a_leak_the_same_scripts_pass(caplog: pytest.LogCaptureFixture) -> None:
    for worlds in LEAKS:
        script, *pair = worlds()
        await compare(script, pair, caplog)
