"""A table is its log: folded again, at every prefix, it is the same table, with the same clocks and the same memory."""

import contextlib
from collections.abc import Iterator

import pytest
from msgspec import structs

from rexarium.kernel import dice
from rexarium.kernel.facts import SPECTATOR
from rexarium.match import check_proof, read_whole_record
from rexarium.server.model import commands, log, schedule
from rexarium.server.model.codec import Codec
from rexarium.server.model.errors import Refusal
from rexarium.server.model.log import Clock
from rexarium.server.model.moment import Actor
from rexarium.server.model.restore import fold_entry
from rexarium.server.model.rows import StoredEntry
from rexarium.server.model.table import Table
from rexarium.server.wire import messages, present, summary
from rexarium.server.wire.replay import replay_task
from tests.server.support.model_table import ModelTable, all_eyes, dump, fold
from tests.server.support.samples import ANNA, BEN, CLEO, DORA, GAMES, PEOPLE, bot, opened

CLOCKS = {"none": Clock(), "live": Clock("live", bank=600, increment=5), "days": Clock("days", bank=86_400)}


def lively(game: str, clock: Clock, seed: int, moves: int = 70) -> Iterator[ModelTable]:
    """A game with everything in it that happens at tables; stops after every entry."""
    model = ModelTable(game, [ANNA, BEN, CLEO, bot()], clock)
    for _ in range(moves):
        seed = dice.advance(seed)
        model.now += dice.below(seed, 20_000)
        seed = dice.advance(seed)
        _try_anything(model, dice.below(seed, 16), seed)
        model.wait(0)
        yield model
        if model.table.waiting():
            model.move(choice=seed % 7)
            yield model
        if model.table.stage == "over":
            return


def _try_anything(model: ModelTable, what: int, seed: int) -> None:
    who = PEOPLE[seed % 3]
    ask = next(iter(model.table.asks), 0)
    tries = (
        (who, commands.Say, {"text": "hm"}),
        (DORA, commands.Say, {"text": "ha"}),
        (who, commands.AskFor, {"matter": "take back"}),
        (who, commands.AskFor, {"matter": "pause"}),
        (who, commands.Answer, {"ask": ask, "is_yes": True}),
        (PEOPLE[(seed + 1) % 3], commands.Answer, {"ask": ask, "is_yes": True}),
        (who, commands.Answer, {"ask": ask, "is_yes": bool(seed % 5)}),
        (DORA, commands.AskFor, {"matter": "take over", "seat": 4}),
        (ANNA, commands.Mute, {"person": "dora", "is_muted": bool(seed % 2)}),
        (ANNA, commands.OpenChat, {"is_open": bool(seed % 3)}),
        (ANNA, commands.Close, {"is_closed": bool(seed % 3)}),
    )
    if what < len(tries):
        actor, make, fields = tries[what]
        with contextlib.suppress(Refusal):
            model.do(actor, make, **fields)
    if model.table.is_paused:
        model.do(ANNA, commands.Resume)


@pytest.mark.parametrize("game", GAMES)
def test_events_encoded_for_several_eyes_equal_those_encoded_for_each(game: str) -> None:
    for model in lively(game, CLOCKS["none"], seed=11):
        table = model.table
        together = present.position_states(table, all_eyes(table))
        for eyes, position in together.items():
            assert messages.encode(position) == messages.encode(present.position_state(table, eyes))


@pytest.mark.parametrize("clock", CLOCKS)
@pytest.mark.parametrize("game", GAMES)
def test_folding_the_log_again_at_every_prefix_gives_the_same_table(game: str, clock: str) -> None:
    """Two tables grow side by side: the live one, and one from the bytes of the log."""
    again, done = Table(), 0
    for model in lively(game, CLOCKS[clock], seed=len(game) + len(clock)):
        for entry, at in model.log[done:]:
            fold_entry(again, StoredEntry(again.length, at, model.table.codec.encode(entry)))
        done = len(model.log)
        assert dump(again) == dump(model.table)
    assert done > 90
    kinds = {type(entry) for entry, _ in model.log}
    assert {log.Said, log.Asked, log.Moved} <= kinds


@pytest.mark.parametrize("game", GAMES)
def test_a_table_restored_at_every_ply_continues_identically(game: str) -> None:
    """After a restart at any ply the same commands lead to the same match, clocks and answers."""
    whole = ModelTable(game, clock=CLOCKS["live"])
    restarted = ModelTable(game, clock=CLOCKS["live"])
    for step in range(60):
        if whole.table.stage == "over":
            break
        restarted.table = fold(restarted.log)
        for model in (whole, restarted):
            model.now += 3_000
            model.move(choice=step)
        assert dump(restarted.table) == dump(whole.table)
    assert restarted.log == whole.log


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_ends_in_a_record_whose_deal_can_be_proved(game: str) -> None:
    model = ModelTable(game)
    while model.table.stage != "over":
        model.move(choice=3)
    record = read_whole_record(summary.record_text(model.table))
    assert record.proof is not None
    check_proof(record.match, record.proof)
    assert record.proof.shares == ("share0", "share1", "share2")
    assert record.proof.commitment == model.table.commitment
    table = present.table_state(model.table)
    assert table.outcome is not None
    assert table.outcome.how == "rules"
    assert table.proof is not None


def test_the_seed_is_shown_when_the_game_is_over_and_not_before() -> None:
    model = ModelTable()
    assert present.table_state(model.table).proof is None
    assert present.table_state(model.table).commitment == model.table.commitment
    with pytest.raises(Refusal) as caught:
        summary.record_text(model.table)
    assert caught.value.code == "not allowed"
    model.write([log.Ended(how="agreement")])
    assert present.table_state(model.table).proof is not None
    assert summary.record_text(model.table)


def test_without_a_game_there_is_no_record() -> None:
    model = ModelTable(is_started=False)
    with pytest.raises(Refusal):
        summary.record_text(model.table)
    with pytest.raises(Refusal):
        replay_task(model.table, "", None)


def test_a_changed_choice_is_an_event_for_its_own_seat_only() -> None:
    model = ModelTable("tyrannosaurus")
    seat = model.table.waiting()[0]
    eyes = all_eyes(model.table)
    model.move(seat, 0)
    before, changed_at = {each: model.table.event_number(each) for each in eyes}, model.table.changed_at
    model.now += 5_000
    model.move(seat, 1)
    model.move(seat, 2)
    after = {each: model.table.event_number(each) - before[each] for each in eyes}
    assert after == {each: 2 if each == seat else 0 for each in eyes}
    assert model.table.changed_at == changed_at, "nobody else may notice, not even in the lobby"


def test_an_event_remembers_who_sent_its_command() -> None:
    model = ModelTable()
    model.do(ANNA, commands.Say, text="one")
    model.do(BEN, commands.Say, text="two")
    size = model.table.length
    assert model.table.replies == {("anna", "c1"): size - 1, ("ben", "c2"): size}


def test_an_edition_no_longer_shipped_is_read_from_the_log() -> None:
    tables = [fold([(entry, 0)]) for entry in (opened(), structs.replace(opened(), edition="lost"))]
    assert tables[0].setup.edition.lines == tables[1].setup.edition.lines
    assert tables[1].setup.edition.id == "lost"
    assert tables[0].commitment == tables[1].commitment


def test_a_log_is_read_back_as_it_was_written() -> None:
    model = ModelTable()
    model.do(ANNA, commands.AskFor, matter="end")
    model.do(CLEO, commands.Say, text="ha")
    entries = [entry for entry, _ in model.log]
    codec = Codec()
    assert [codec.decode(codec.encode(entry)) for entry in entries] == entries


def test_a_lobby_listing_reveals_nothing_about_the_game() -> None:
    model = ModelTable("tyrannosaurus")
    listing = summary.table_listing(model.table)
    seat = model.table.waiting()[0]
    model.move(seat, 0)
    chosen = summary.table_listing(model.table)
    model.move(seat, 1)
    assert summary.table_listing(model.table) == chosen
    assert listing.people == ("anna", "ben", "cleo")
    assert schedule.wake_at(model.table) == listing.wake_at


def test_nobody_sits_down_without_a_name() -> None:
    model = ModelTable(players=[ANNA, bot()])
    assert model.table.seat_of("") is None
    assert model.table.eyes_of(Actor().id) == SPECTATOR
