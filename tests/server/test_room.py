"""A table is its log: folded again, at every prefix, it is the same room, with the same clocks and the same memory."""

import contextlib
from collections.abc import Iterator

import pytest
from msgspec import structs

from rexarium.kernel import dice
from rexarium.kernel.facts import SPECTATOR
from rexarium.match import check_proof, read_whole_record
from rexarium.server.model import commands, log, schedule
from rexarium.server.model.codec import Codec
from rexarium.server.model.log import Clock
from rexarium.server.model.moment import Actor
from rexarium.server.model.refusal import Refusal
from rexarium.server.model.restoring import fold_entry
from rexarium.server.model.room import Room
from rexarium.server.model.rows import Entry
from rexarium.server.wire import messages, present, summary
from rexarium.server.wire.replay import wish_of
from tests.server.stage import (
    ANNA,
    BEN,
    CLEO,
    DORA,
    GAMES,
    PEOPLE,
    Sitting,
    all_eyes,
    bot,
    fold,
    opened,
    picture,
)

CLOCKS = {"none": Clock(), "live": Clock("live", bank=600, increment=5), "days": Clock("days", bank=86_400)}


def lively(game: str, clock: Clock, seed: int, moves: int = 70) -> Iterator[Sitting]:
    """A game with everything in it that happens at tables; stops after every entry."""
    sitting = Sitting(game, [ANNA, BEN, CLEO, bot()], clock)
    for _ in range(moves):
        seed = dice.advance(seed)
        sitting.now += dice.below(seed, 20_000)
        seed = dice.advance(seed)
        _try_anything(sitting, dice.below(seed, 16), seed)
        sitting.wait(0)
        yield sitting
        if sitting.room.waiting():
            sitting.move(choice=seed % 7)
            yield sitting
        if sitting.room.stage == "over":
            return


def _try_anything(sitting: Sitting, what: int, seed: int) -> None:
    who = PEOPLE[seed % 3]
    ask = next(iter(sitting.room.asks), 0)
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
            sitting.do(actor, make, **fields)
    if sitting.room.is_paused:
        sitting.do(ANNA, commands.Resume)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_written_for_several_eyes_is_what_each_would_be_sent_alone(game: str) -> None:
    for sitting in lively(game, CLOCKS["none"], seed=11):
        room = sitting.room
        together = present.show_positions(room, all_eyes(room))
        for eyes, position in together.items():
            assert messages.encode(position) == messages.encode(present.show_position(room, eyes))


@pytest.mark.parametrize("clock", CLOCKS)
@pytest.mark.parametrize("game", GAMES)
def test_folding_the_log_again_at_every_prefix_gives_the_same_room(game: str, clock: str) -> None:
    """Two rooms grow side by side: the live one, and one from the bytes of the log."""
    again, done = Room(), 0
    for sitting in lively(game, CLOCKS[clock], seed=len(game) + len(clock)):
        for body, at in sitting.log[done:]:
            fold_entry(again, Entry(again.size, at, sitting.room.codec.encode(body)))
        done = len(sitting.log)
        assert picture(again) == picture(sitting.room)
    assert done > 90
    kinds = {type(body) for body, _ in sitting.log}
    assert {log.Said, log.Asked, log.Moved} <= kinds


@pytest.mark.parametrize("game", GAMES)
def test_a_table_read_anew_at_every_ply_goes_on_just_as_it_would_have(game: str) -> None:
    """After a restart at any ply the same commands lead to the same match, clocks and answers."""
    whole = Sitting(game, clock=CLOCKS["live"])
    restarted = Sitting(game, clock=CLOCKS["live"])
    for step in range(60):
        if whole.room.stage == "over":
            break
        restarted.room = fold(restarted.log)
        for sitting in (whole, restarted):
            sitting.now += 3_000
            sitting.move(choice=step)
        assert picture(restarted.room) == picture(whole.room)
    assert restarted.log == whole.log


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_ends_in_a_record_whose_deal_can_be_proved(game: str) -> None:
    sitting = Sitting(game)
    while sitting.room.stage != "over":
        sitting.move(choice=3)
    record = read_whole_record(summary.write_record(sitting.room))
    assert record.proof is not None
    check_proof(record.match, record.proof)
    assert record.proof.shares == ("share0", "share1", "share2")
    assert record.proof.commitment == sitting.room.commitment
    table = present.show_table(sitting.room)
    assert table.outcome is not None
    assert table.outcome.how == "rules"
    assert table.proof is not None


def test_the_seed_is_shown_when_the_game_is_over_and_not_before() -> None:
    sitting = Sitting()
    assert present.show_table(sitting.room).proof is None
    assert present.show_table(sitting.room).commitment == sitting.room.commitment
    with pytest.raises(Refusal) as caught:
        summary.write_record(sitting.room)
    assert caught.value.code == "not allowed"
    sitting.write([log.Ended(how="agreement")])
    assert present.show_table(sitting.room).proof is not None
    assert summary.write_record(sitting.room)


def test_no_game_no_record() -> None:
    sitting = Sitting(is_started=False)
    with pytest.raises(Refusal):
        summary.write_record(sitting.room)
    with pytest.raises(Refusal):
        wish_of(sitting.room, "", None)


def test_a_choice_that_is_changed_is_an_event_for_its_own_seat_alone() -> None:
    sitting = Sitting("tyrannosaurus")
    seat = sitting.room.waiting()[0]
    eyes = all_eyes(sitting.room)
    sitting.move(seat, 0)
    before, changed_at = {each: sitting.room.number_for(each) for each in eyes}, sitting.room.changed_at
    sitting.now += 5_000
    sitting.move(seat, 1)
    sitting.move(seat, 2)
    after = {each: sitting.room.number_for(each) - before[each] for each in eyes}
    assert after == {each: 2 if each == seat else 0 for each in eyes}
    assert sitting.room.changed_at == changed_at, "nobody else may notice, not even in the lobby"


def test_whoever_sent_a_command_is_remembered_with_its_event() -> None:
    sitting = Sitting()
    sitting.do(ANNA, commands.Say, text="one")
    sitting.do(BEN, commands.Say, text="two")
    size = sitting.room.size
    assert sitting.room.answered == {("anna", "c1"): size - 1, ("ben", "c2"): size}


def test_an_edition_that_is_no_longer_on_the_shelf_is_read_from_the_log() -> None:
    rooms = [fold([(body, 0)]) for body in (opened(), structs.replace(opened(), edition="lost"))]
    assert rooms[0].setup.edition.lines == rooms[1].setup.edition.lines
    assert rooms[1].setup.edition.id == "lost"
    assert rooms[0].commitment == rooms[1].commitment


def test_a_log_is_read_back_as_it_was_written() -> None:
    sitting = Sitting()
    sitting.do(ANNA, commands.AskFor, matter="end")
    sitting.do(CLEO, commands.Say, text="ha")
    bodies = [body for body, _ in sitting.log]
    codec = Codec()
    assert [codec.decode(codec.encode(body)) for body in bodies] == bodies


def test_what_the_lobby_lists_holds_nothing_of_the_game() -> None:
    sitting = Sitting("tyrannosaurus")
    listing = summary.list_room(sitting.room)
    seat = sitting.room.waiting()[0]
    sitting.move(seat, 0)
    chosen = summary.list_room(sitting.room)
    sitting.move(seat, 1)
    assert summary.list_room(sitting.room) == chosen
    assert listing.people == ("anna", "ben", "cleo")
    assert schedule.wake_at(sitting.room) == listing.wake_at


def test_who_has_no_name_has_no_seat() -> None:
    sitting = Sitting(players=[ANNA, bot()])
    assert sitting.room.seat_of("") is None
    assert sitting.room.eyes_of(Actor().id) == SPECTATOR
