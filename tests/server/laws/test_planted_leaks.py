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
from rexarium.server.model.table import Table
from rexarium.server.net.endpoints import people
from rexarium.server.wire import bodies, events, feed, messages, present, reasons, replay, summary
from tests.server.laws.worlds import Script, World, choice_worlds, compare, deal_worlds, pending_worlds


def tells_choices(patch: pytest.MonkeyPatch) -> None:
    """The line of a secret choice is shown before it is revealed."""

    def show(table: Table, entry: log.Moved, _eyes: int, happening: messages.Happening) -> None:
        happening.line = table.game.say_line(entry.moves)

    patch.setattr(events, "_describe_move", show)


def counts_every_entry(patch: pytest.MonkeyPatch) -> None:
    """Events are numbered by the entries of the log, noticed or not."""
    patch.setattr(Table, "event_number", lambda table, _eyes: table.length)


def sends_what_nobody_should_notice(patch: pytest.MonkeyPatch) -> None:
    """A changed choice is an event for everyone."""
    patch.setattr(Table, "is_hidden_change", lambda _table, _body: False)


def numbers_questions_by_entries(patch: pytest.MonkeyPatch) -> None:
    """A question to the others has the number of its entry."""
    ask = HANDLERS[log.Asked]

    def asked(table: Table, entry: log.Asked, at: int) -> None:
        table.ask_count = table.length
        ask(table, entry, at)

    patch.setitem(HANDLERS, log.Asked, asked)


def dates_every_entry(patch: pytest.MonkeyPatch) -> None:
    """The lobby and the feed tell when a choice was changed."""
    move = HANDLERS[log.Moved]

    def dated(table: Table, entry: log.Moved, at: int) -> None:
        move(table, entry, at)
        table.changed_at = at

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
    write = feed.feed_entry
    patch.setattr(
        people,
        "feed_entry",
        lambda person, table, base, language: write(person, table, base, language).replace(
            table.id, f"{table.length}"
        ),
    )


def shows_guests_the_truth(patch: pytest.MonkeyPatch) -> None:
    """Spectators see everything."""
    patch.setattr(present, "effective_eyes", lambda _table, eyes: TRUTH if eyes == SPECTATOR else eyes)


def shows_a_neighbours_view(patch: pytest.MonkeyPatch) -> None:
    """A seat sees with the eyes of the next one."""
    patch.setattr(
        present,
        "effective_eyes",
        lambda table, eyes: eyes if eyes == SPECTATOR else (eyes + 1) % table.setup.seats,
    )


def tells_turns_in_full(patch: pytest.MonkeyPatch) -> None:
    """Drawn cards are shown to everyone."""
    show = present.fact_states
    patch.setattr(present, "fact_states", lambda match, facts, _eyes: show(match, facts, TRUTH))


def shows_the_proof_early(patch: pytest.MonkeyPatch) -> None:
    """The seed is shown during the game."""

    def show(table: Table) -> messages.TableState:
        proof = messages.ProofState(table.pledge.seed.hex(), [])
        return structs.replace(_show_table(table), proof=proof)

    patch.setattr(present, "table_state", show)


_show_table = present.table_state


def commits_to_the_seed_itself(patch: pytest.MonkeyPatch) -> None:
    """The host's commitment is the seed itself."""
    patch.setattr(
        present,
        "table_state",
        lambda table: structs.replace(_show_table(table), commitment=table.pledge.seed.hex()),
    )


def shows_shares(patch: pytest.MonkeyPatch) -> None:
    """The others' shares are shown early."""
    patch.setattr(
        present,
        "table_state",
        lambda table: structs.replace(_show_table(table), follows=",".join(table.shares)),
    )


def asks_the_wrong_seat(patch: pytest.MonkeyPatch) -> None:
    """A seat that is not to move is shown the question, and the cards, of the seat that is."""
    show = present.decision_state

    def wrong(table: Table, eyes: int) -> messages.DecisionState | None:
        waiting = [seat for seat in table.waiting() if seat != eyes]
        return show(table, waiting[0] if waiting else eyes)

    patch.setattr(present, "decision_state", wrong)


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
    show = reasons.reasons_state

    def answer(table: Table, eyes: int, question: messages.Why) -> messages.Reasons:
        found = show(table, eyes, question)
        assert table.match is not None
        truth = str(table.match.state().fields())
        return structs.replace(found, reasons=[*found.reasons, messages.ReasonState("", truth)])

    patch.setattr(reasons, "reasons_state", answer)


def replays_the_truth(patch: pytest.MonkeyPatch) -> None:
    """A game that goes on is replayed for all-knowing eyes."""
    patch.setattr(
        replay, "replay_task", lambda table, _who, _eyes: replay.ReplayTask(say_record(table.match), TRUTH)
    )


def replays_any_eyes(patch: pytest.MonkeyPatch) -> None:
    """Anyone who asks for a seat's eyes gets them."""
    replay_task = replay.replay_task

    def lent(table: Table, who: str, eyes: str | None) -> replay.ReplayTask:
        task = replay_task(table, who, None)
        return task if eyes is None else structs.replace(task, eyes=replay.read_eyes(eyes))

    patch.setattr(replay, "replay_task", lent)


def hands_out_records(patch: pytest.MonkeyPatch) -> None:
    """The record is there before the end."""
    patch.setattr(summary, "record_text", lambda table: say_record(table.match))


def lists_the_cards(patch: pytest.MonkeyPatch) -> None:
    """The lobby's listing is made from the truth."""
    listing = summary.table_listing

    def listed(table: Table, network: str) -> Any:
        found = listing(table, network)
        truth = "" if table.match is None else str(table.match.view(TRUTH))
        summary = msgspec.json.decode(found.summary, type=bodies.TableSummary)
        return found._replace(summary=messages.encode(structs.replace(summary, edition=truth)))

    patch.setattr(summary, "table_listing", listed)


def logs_the_entries(patch: pytest.MonkeyPatch) -> None:
    """The server's log repeats the table's."""
    encode = Codec.encode

    def noted(codec: Codec, entry: log.AnyEntry) -> bytes:
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
