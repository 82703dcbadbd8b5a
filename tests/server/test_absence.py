"""Players who are away: nobody sees their cards, nobody erases their result, and nobody waits for them for ever."""

import contextlib
import hashlib
import json
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from rexarium.kernel.facts import SPECTATOR
from rexarium.match import read_whole_record
from rexarium.server.model import asks, commands, log
from rexarium.server.model.codec import Codec
from rexarium.server.model.commands import Answer, AskFor, HandOver, Move, Resign, Sit, TakeSeat
from rexarium.server.model.log import Clock, Player
from rexarium.server.model.moment import Actor
from rexarium.server.model.refusal import Refusal
from rexarium.server.wire import messages, present, replay, summary
from tests.server.stage import (
    ANNA,
    BEN,
    CLEO,
    DORA,
    GAMES,
    KEY,
    PEOPLE,
    PROGRAM,
    PaperWire,
    Sitting,
    Theatre,
    away,
    bot,
    fold,
    in_theatre,
    names,
    person,
    picture,
    program,
    refused,
)

EVA = Actor("eva", "Eva")
LIVE = Clock("live", bank=600, increment=5)
DAYS = Clock("days", bank=86_400)
MINUTE, DAY = 60, 86_400
SECRET = "a-secret-of-annas-own-making"
FINGERPRINT = hashlib.sha256(SECRET.encode()).hexdigest()
SEATS = [(game, seats) for game in GAMES for seats in (2, 3, 4)] + [("trex", 5), ("cubosaurs", 5)]


def crowd(seats: int) -> list[Player | Actor]:
    """Anna and Ben, and then bots."""
    return [ANNA, BEN, *[bot()] * (seats - 2)]


# Nobody is shown a seat's secrets by waiting


@pytest.mark.parametrize("absent_for", [61, 10 * DAY], ids=["a minute", "days"])
@pytest.mark.parametrize(("game", "seats"), SEATS)
def test_a_second_account_sees_no_seat_whose_player_is_away(game: str, seats: int, absent_for: float) -> None:
    """Ben is away. Anna and her second account, Dora, try everything that the protocol knows to see his cards."""

    async def scene(theatre: Theatre) -> None:
        anna, dora = await theatre.join(ANNA), await theatre.join(DORA)
        theatre.clock.advance(absent_for)
        for seat in range(1, seats + 1):
            await _try_for(theatre, seat)
            _sees_nothing_of_others(theatre, anna, 0)
            _sees_nothing_of_others(theatre, dora, SPECTATOR)
        for eyes in [f"seat {seat + 1}" for seat in range(seats)] + ["truth"]:
            with pytest.raises(Refusal):
                replay.wish_of(theatre.desk.room, "dora", eyes)
            if eyes != "seat 1":
                with pytest.raises(Refusal):
                    replay.wish_of(theatre.desk.room, "anna", eyes)
        for actor in (ANNA, DORA):
            with pytest.raises(Refusal):
                await theatre.desk.hint(actor, messages.Hint(id="hint"))
        with pytest.raises(Refusal):
            await theatre.service.tables.record(theatre.desk.room.id)
        assert theatre.desk.room.stage == "playing"

    in_theatre(scene, game, *crowd(seats))


async def _try_for(theatre: Theatre, seat: int) -> None:
    """Ask for a seat in every way, and agree to whatever was asked."""
    tries: tuple[tuple[Actor, Any, dict[str, Any]], ...] = (
        (DORA, Sit, {"seat": seat, "share": "s"}),
        (ANNA, Sit, {"seat": seat, "share": "s"}),
        (DORA, TakeSeat, {"seat": seat, "secret": "x" * 22}),
        (DORA, TakeSeat, {"seat": seat, "secret": FINGERPRINT}),
        (ANNA, AskFor, {"matter": "end"}),
        *((who, AskFor, {"matter": "take over", "seat": seat}) for who in (DORA, ANNA)),
        *((who, AskFor, {"matter": "take over", "seat": seat, "bot": "hatchling"}) for who in (DORA, ANNA)),
    )
    for who, make, fields in tries:
        with contextlib.suppress(Refusal):
            await theatre.do(who, make, **fields)
        for ask in [*theatre.desk.room.asks]:
            with contextlib.suppress(Refusal):
                await theatre.do(ANNA, Answer, ask=ask, is_yes=True)


def _sees_nothing_of_others(theatre: Theatre, wire: PaperWire, eyes: int) -> None:
    """Whoever listens there was shown the game with these eyes only, and asked what they may be asked."""
    assert wire.eyes == theatre.desk.room.eyes_of(wire.actor.id) == eyes
    own = present.show_position(theatre.desk.room, eyes)
    assert own is not None
    for message in wire.read():
        position = message.get("position")
        if position is not None:
            whose = json.loads(bytes(own.view or b"{}"))["eyes"]
            assert position["view"]["eyes"] == whose
            assert position["decision"] is None or eyes != SPECTATOR


@pytest.mark.parametrize("game", GAMES)
def test_no_person_takes_a_seat_though_an_older_server_had_asked_for_it(game: str) -> None:
    sitting = Sitting(game, [ANNA, BEN])
    sitting.leave(1)
    sitting.now += 61_000
    asked = log.Asked(by="dora", command="c", matter="take over", of=1, successor=person(DORA))
    sitting.write([asked])
    with contextlib.suppress(Refusal):
        sitting.do(ANNA, Answer, ask=0, is_yes=True)
    sitting.wait(MINUTE * 3)
    assert sitting.room.eyes_of("dora") == SPECTATOR
    assert not sitting.room.asks


def test_a_bot_plays_an_absent_seat_as_soon_as_the_others_ask_until_its_player_is_back() -> None:
    sitting = Sitting(players=[ANNA, BEN])
    sitting.leave(1)
    sitting.now += 61_000
    over = {"matter": "take over", "seat": 2, "bot": "hunter"}
    assert names(sitting.do(ANNA, AskFor, **over)) == ["Asked", "Settled", "Replaced"]
    assert sitting.room.eyes_of("ben") == SPECTATOR
    assert names(sitting.do(BEN, Sit, seat=2)) == ["Seated"]
    assert sitting.room.eyes_of("ben") == 1


@pytest.mark.parametrize("clock", [LIVE, DAYS], ids=["live", "days"])
def test_a_bot_plays_an_absent_seat_when_its_time_is_up_until_its_player_is_back(clock: Clock) -> None:
    sitting = Sitting(clock=clock)
    seat = sitting.room.waiting()[0]
    sitting.leave(seat)
    assert names(sitting.wait(clock.bank)) == ["Replaced"]
    assert sitting.room.bots_to_move() == [seat]
    assert refused(sitting, DORA, Sit, seat=seat + 1) == "not allowed"
    sitting.do(PEOPLE[seat], Sit, seat=seat + 1)
    assert sitting.room.seat_of(PEOPLE[seat].person) == seat


def test_a_player_who_is_there_and_too_slow_is_moved_for_by_the_rules() -> None:
    sitting = Sitting(clock=LIVE)
    (moved,) = sitting.wait(LIVE.bank)
    assert isinstance(moved, log.Moved)
    assert moved.is_forced


# A seat is handed over by its own player, for good


def offered(game: str = "trex") -> Sitting:
    """Anna has offered her seat."""
    sitting = Sitting(game)
    sitting.do(ANNA, HandOver, secret=SECRET)
    return sitting


@pytest.mark.parametrize("game", GAMES)
def test_whoever_has_the_link_gets_the_seat_and_its_player_cannot_come_back(game: str) -> None:
    sitting = offered(game)
    assert names(sitting.do(DORA, TakeSeat, seat=1, secret=SECRET)) == ["HandedOver"]
    assert sitting.room.eyes_of("dora") == 0
    assert sitting.room.eyes_of("anna") == SPECTATOR
    assert refused(sitting, ANNA, Sit, seat=1) == "not allowed"
    assert refused(sitting, ANNA, TakeSeat, seat=1, secret=SECRET) == "not allowed"
    assert "Dora" in sitting.room.notes[-1].words
    assert picture(fold(sitting.log)) == picture(sitting.room)


def test_a_link_works_once_until_it_is_withdrawn_and_for_a_day() -> None:
    sitting = offered()
    assert present.show_table(sitting.room).seats[0].offered_until == sitting.now + DAY * 1000
    assert refused(sitting, DORA, TakeSeat, seat=1, secret="another-secret-altogether") == "unknown"
    assert refused(sitting, DORA, TakeSeat, seat=2, secret=SECRET) == "unknown"
    sitting.do(ANNA, HandOver)
    assert refused(sitting, DORA, TakeSeat, seat=1, secret=SECRET) == "unknown"
    assert refused(sitting, ANNA, HandOver) == "not possible"
    sitting.do(ANNA, HandOver, secret=SECRET)
    sitting.now += DAY * 1000 + 1
    assert refused(sitting, DORA, TakeSeat, seat=1, secret=SECRET) == "unknown"
    sitting.do(ANNA, HandOver, secret=SECRET)
    sitting.do(DORA, TakeSeat, seat=1, secret=SECRET)
    assert refused(sitting, EVA, TakeSeat, seat=1, secret=SECRET) == "unknown"


def test_a_link_is_no_way_to_a_second_hand() -> None:
    sitting = offered()
    assert refused(sitting, BEN, TakeSeat, seat=1, secret=SECRET) == "not allowed"
    sitting.do(BEN, Resign)
    assert refused(sitting, BEN, TakeSeat, seat=1, secret=SECRET) == "not allowed"


def test_a_link_is_worth_nothing_once_the_seat_was_given_up() -> None:
    sitting = offered()
    sitting.do(ANNA, Resign)
    assert refused(sitting, DORA, TakeSeat, seat=1, secret=SECRET) == "unknown"


def test_a_link_works_while_a_bot_plays_for_its_player() -> None:
    sitting = offered()
    sitting.write([log.Replaced(seat=0, player=bot())])
    sitting.do(DORA, TakeSeat, seat=1, secret=SECRET)
    assert refused(sitting, ANNA, Sit, seat=1) == "not allowed"


def test_the_secret_of_a_link_is_in_no_log_and_on_no_wire() -> None:
    sitting = offered()
    sitting.do(DORA, TakeSeat, seat=1, secret=SECRET)
    text = b"".join(map(Codec().encode, (body for body, _ in sitting.log)))
    assert SECRET.encode() not in text
    shown = msgspec.json.encode(present.show_table(sitting.room)).decode()
    assert SECRET not in shown
    assert FINGERPRINT not in shown


# Nobody's absence lets the others erase a result


@pytest.mark.parametrize("clock", [Clock(), LIVE, DAYS], ids=["none", "live", "days"])
@pytest.mark.parametrize("is_played_for", [False, True], ids=["alone", "a bot plays on"])
def test_nobody_ends_a_game_without_a_winner_while_somebody_is_away(
    clock: Clock, is_played_for: bool
) -> None:
    sitting = Sitting(players=[ANNA, BEN, bot()], clock=clock)
    sitting.leave(1)
    sitting.now += 10 * MINUTE * 1000
    if is_played_for:
        sitting.write([log.Replaced(seat=1, player=bot())])
    sitting.do(ANNA, AskFor, matter="end")
    sitting.wait(DAY * 2)
    assert sitting.room.ended is None
    if sitting.room.seat_of("anna") is not None:  # nor does anybody get that by giving up
        sitting.do(ANNA, Resign)
    assert sitting.room.ended is None


def test_an_end_takes_the_consent_of_every_person_seated() -> None:
    sitting = Sitting()
    sitting.do(ANNA, AskFor, matter="end")
    sitting.do(BEN, Answer, ask=0, is_yes=True)
    assert sitting.room.ended is None
    assert names(sitting.do(CLEO, Answer, ask=0, is_yes=True)) == ["Answered", "Settled", "Ended"]


def test_whoever_takes_the_askers_seat_is_not_taken_to_have_consented() -> None:
    sitting = offered()
    sitting.do(ANNA, AskFor, matter="end")
    sitting.do(BEN, Answer, ask=0, is_yes=True)
    sitting.do(DORA, TakeSeat, seat=1, secret=SECRET)
    assert refused(sitting, CLEO, Answer, ask=0, is_yes=True) == "not possible"
    sitting.wait(0)
    assert sitting.room.ended is None
    assert not sitting.room.asks


def test_no_move_is_taken_back_over_the_head_of_somebody_for_whom_a_bot_plays() -> None:
    sitting = Sitting(players=[ANNA, BEN])
    sitting.write([log.Replaced(seat=1, player=bot())])
    while sitting.room.waiting() != [0]:
        sitting.move()
    sitting.move(0)
    assert names(sitting.do(ANNA, AskFor, matter="take back")) == ["Asked"]
    assert sitting.room.taken_back == 0


def left_alone(
    players: Sequence[Player | Actor], *absent: int, clock: Clock = LIVE, seconds: int = 300
) -> Sitting:
    """These are away, and the game waits for the first of them."""
    sitting = Sitting(players=players, clock=clock)
    for seat in absent:
        sitting.leave(seat)
    while sitting.room.waiting()[0] != absent[0]:
        sitting.move()
    sitting.now += seconds * 1000
    return sitting


def test_the_last_person_in_the_game_claims_it_and_wins() -> None:
    sitting = left_alone([ANNA, BEN], 1)
    claimed = sitting.do(ANNA, AskFor, matter="claim", seat=2)
    assert names(claimed) == ["Asked", "Settled", "Forfeited", "Ended"]
    outcome = present.show_table(sitting.room).outcome
    assert outcome is not None
    assert (outcome.how, outcome.winners) == ("claimed", [1])
    record = read_whole_record(summary.write_record(sitting.room))
    assert record.ending is not None
    assert (record.ending.words, record.ending.winners) == ("claimed", (0,))
    assert [seat.name for seat in present.show_table(sitting.room).seats] == ["Anna", "Ben"]
    assert picture(fold(sitting.log)) == picture(sitting.room)


def test_a_claim_needs_every_person_who_remains_and_they_play_on() -> None:
    sitting = left_alone(PEOPLE, 2)
    assert names(sitting.do(ANNA, AskFor, matter="claim", seat=3)) == ["Asked"]
    claimed = sitting.do(BEN, Answer, ask=0, is_yes=True)
    assert names(claimed) == ["Answered", "Settled", "Forfeited"]
    assert sitting.room.stage == "playing"
    assert present.show_table(sitting.room).seats[2].has_resigned
    assert refused(sitting, CLEO, Sit, seat=3) == "not allowed"


def test_one_no_is_enough_to_wait_on() -> None:
    sitting = left_alone(PEOPLE, 2)
    sitting.do(ANNA, AskFor, matter="claim", seat=3)
    sitting.do(BEN, Answer, ask=0, is_yes=False)
    assert not sitting.room.resigned


def test_somebody_who_is_away_less_long_must_agree_too_or_be_away_as_long() -> None:
    sitting = left_alone(PEOPLE, 2)
    sitting.leave(1)
    assert names(sitting.do(ANNA, AskFor, matter="claim", seat=3)) == ["Asked"]
    assert not sitting.room.resigned


def test_of_several_who_are_away_one_is_claimed_after_the_other() -> None:
    sitting = left_alone(PEOPLE, 1, 2)
    sitting.write([log.Replaced(seat=2, player=bot())])
    assert names(sitting.do(ANNA, AskFor, matter="claim", seat=2)) == ["Asked"]  # Cleo may be back any minute
    assert refused(sitting, ANNA, AskFor, matter="claim", seat=3) == "not allowed"
    sitting.wait(2 * MINUTE)
    sitting.now += 3 * MINUTE * 1000
    assert names(sitting.do(ANNA, AskFor, matter="claim", seat=2))[-1] == "Forfeited"
    assert names(sitting.do(ANNA, AskFor, matter="claim", seat=3))[-1] == "Ended"


def test_a_claim_needs_whoever_looks_on_while_a_bot_plays_for_them() -> None:
    async def scene(theatre: Theatre) -> None:
        room = theatre.desk.room
        seat = room.waiting()[0]
        away, *others = (PEOPLE[seat], *(who for who in PEOPLE if who != PEOPLE[seat]))
        asker, back = others
        asking = await theatre.join(asker)
        theatre.clock.advance(61)
        of = room.seat_of(back.person)
        assert of is not None
        await theatre.do(asker, AskFor, matter="take over", seat=of + 1, bot="hatchling")
        await theatre.join(back)  # and has not sat down yet
        theatre.clock.advance(300)
        await theatre.do(asker, AskFor, matter="claim", seat=seat + 1)
        assert not room.resigned
        await theatre.do(back, Sit, seat=of + 1)
        await theatre.do(back, Answer, ask=room.asked - 1, is_yes=True)
        assert room.resigned[seat].person == away.person
        assert room.stage == "playing"
        theatre.desk.leave(asking)

    in_theatre(scene, "trex", *PEOPLE)


@pytest.mark.parametrize("is_played_for", [False, True], ids=["alone", "a bot plays on"])
def test_nobody_claims_a_seat_by_thinking_until_its_player_has_been_away_for_long(
    is_played_for: bool,
) -> None:
    sitting = Sitting(players=[ANNA, BEN])
    seat = sitting.room.waiting()[0]
    thinker, other = PEOPLE[seat], 1 - seat
    sitting.leave(other)
    sitting.now += DAY * 1000
    if is_played_for:
        sitting.do(thinker, AskFor, matter="take over", seat=other + 1, bot="hunter")
    while seat in sitting.room.waiting():
        sitting.move(seat)
    with pytest.raises(Refusal, match="300 seconds to go"):
        sitting.do(thinker, AskFor, matter="claim", seat=other + 1)
    sitting.now += 5 * MINUTE * 1000
    assert names(sitting.do(thinker, AskFor, matter="claim", seat=other + 1))[-1] == "Ended"


def test_a_bot_that_plays_on_does_not_make_the_others_wait_longer_for_their_claim() -> None:
    sitting = left_alone([ANNA, BEN], 1, seconds=61)
    sitting.do(ANNA, AskFor, matter="take over", seat=2, bot="hunter")
    sitting.now += 239_000
    assert names(sitting.do(ANNA, AskFor, matter="claim", seat=2))[-1] == "Ended"


def test_a_claim_waits_for_longer_than_a_network_fails() -> None:
    sitting = left_alone([ANNA, BEN], 1, seconds=299)
    with pytest.raises(Refusal, match=r"away for 5 minutes before you can claim the seat: 1 second to go"):
        sitting.do(ANNA, AskFor, matter="claim", seat=2)
    assert present.show_table(sitting.room).claim_after == 300_000


def test_nobody_claims_from_a_player_who_is_there_or_is_not_waited_for() -> None:
    sitting = left_alone([ANNA, BEN], 1)
    sitting.here.add(1)
    assert refused(sitting, ANNA, AskFor, matter="claim", seat=2) == "not allowed"
    sitting = left_alone([ANNA, BEN], 0)
    sitting.leave(1)
    sitting.now += DAY * 1000
    assert refused(sitting, ANNA, AskFor, matter="claim", seat=2) == "not allowed"


def test_where_moves_take_days_nothing_is_claimed_before_the_clock_has_run_out() -> None:
    sitting = left_alone([ANNA, BEN], 1, clock=DAYS, seconds=DAY - 1)
    assert refused(sitting, ANNA, AskFor, matter="claim", seat=2) == "not allowed"
    assert names(sitting.wait(1)) == ["Replaced"]
    assert names(sitting.do(ANNA, AskFor, matter="claim", seat=2))[-1] == "Ended"


def test_bots_and_resigned_seats_cannot_be_claimed() -> None:
    sitting = Sitting(players=[ANNA, BEN, CLEO, bot()])
    sitting.do(CLEO, Resign)
    sitting.now += DAY * 1000
    for seat in (3, 4):
        assert refused(sitting, ANNA, AskFor, matter="claim", seat=seat) == "not allowed"


def test_a_program_that_stays_away_can_be_claimed_from() -> None:
    sitting = left_alone([ANNA, program()], 1)
    assert names(sitting.do(ANNA, AskFor, matter="claim", seat=2))[-1] == "Ended"
    assert sitting.room.seat_of(KEY) == 1


def test_somebody_who_looks_on_while_a_bot_plays_for_them_is_not_away() -> None:
    async def scene(theatre: Theatre) -> None:
        await theatre.join(ANNA)
        theatre.clock.advance(61)
        await theatre.do(ANNA, AskFor, matter="take over", seat=2, bot="hatchling")
        ben = await theatre.join(BEN)
        theatre.clock.advance(DAY)
        with pytest.raises(Refusal, match="A seat can be claimed only while its player is away"):
            await theatre.do(ANNA, AskFor, matter="claim", seat=2)
        theatre.desk.leave(ben)
        theatre.clock.advance(299)
        with pytest.raises(Refusal, match="1 second to go"):
            await theatre.do(ANNA, AskFor, matter="claim", seat=2)
        theatre.clock.advance(1)
        await theatre.do(ANNA, AskFor, matter="claim", seat=2)
        assert theatre.desk.room.stage == "over"

    in_theatre(scene, "trex", ANNA, BEN)


# To think long is not absence


def test_where_there_is_no_clock_the_others_may_ask_for_one_and_nobody_refuses_by_thinking_on() -> None:
    sitting = Sitting(players=[ANNA, BEN])
    seat = sitting.room.waiting()[0]
    thinker, other = PEOPLE[seat], PEOPLE[1 - seat]
    sitting.wait(9 * MINUTE)
    assert refused(sitting, other, AskFor, matter="clock") == "not allowed"
    sitting.wait(MINUTE)
    over = {"matter": "take over", "seat": seat + 1, "bot": "hunter"}
    assert refused(sitting, other, AskFor, **over) == "not allowed"
    assert refused(sitting, thinker, AskFor, matter="clock") == "not possible"
    assert names(sitting.do(other, AskFor, matter="clock")) == ["Asked", "Settled", "Clocked"]
    assert present.show_table(sitting.room).clock == asks.CLOCK_ON_REQUEST
    assert sitting.room.clocks.deadline(seat) == sitting.now + 600_000
    assert refused(sitting, other, AskFor, matter="clock") == "not possible"
    (moved,) = sitting.wait(600)
    assert isinstance(moved, log.Moved)
    assert picture(fold(sitting.log)) == picture(sitting.room)


def test_a_clock_needs_the_others_who_do_not_think() -> None:
    sitting = Sitting()
    seat = sitting.room.waiting()[0]
    asker, third = PEOPLE[(seat + 1) % 3], PEOPLE[(seat + 2) % 3]
    sitting.wait(10 * MINUTE)
    assert names(sitting.do(asker, AskFor, matter="clock")) == ["Asked"]
    assert names(sitting.do(third, Answer, ask=0, is_yes=True))[-1] == "Clocked"


def test_a_program_moves_when_asked_and_asks_for_no_seat() -> None:
    sitting = Sitting(players=[ANNA, program()])
    assert refused(sitting, PROGRAM, HandOver, secret=SECRET) == "not allowed"
    assert refused(sitting, PROGRAM, TakeSeat, seat=1, secret=SECRET) == "not allowed"
    assert refused(sitting, PROGRAM, Move, ply=0, line="nonsense") in ("unreadable", "not your turn")


def test_bots_are_still_asked_for_where_absence_lasts_a_minute() -> None:
    sitting = away()
    sitting.do(ANNA, AskFor, matter="take over", seat=3, bot="hunter")
    assert names(sitting.do(BEN, Answer, ask=0, is_yes=True))[-1] == "Replaced"


def test_nobody_keeps_a_player_from_their_seat_by_using_their_name() -> None:
    sitting = away()
    sitting.write([log.Replaced(seat=2, player=bot())])
    sitting.do(ANNA, commands.OpenChat)
    double = Actor("eva", "\u0421leo")  # a Cyrillic letter
    assert refused(sitting, double, commands.Say, text="I am Cleo") == "not possible"
    sitting.write([log.Said(by="eva", name="\u0421leo", text="I was here before that rule")])
    assert names(sitting.do(CLEO, Sit, seat=3)) == ["Seated"]


def test_whoever_comes_back_has_the_name_that_the_table_knows() -> None:
    sitting = away()
    sitting.write([log.Replaced(seat=2, player=bot())])
    sitting.do(Actor("cleo", "\u0412en"), Sit, seat=3)  # renamed meanwhile, and the first letter is Cyrillic
    assert [player.name for player in sitting.room.players if player] == ["Anna", "Ben", "Cleo"]


def test_whoever_was_replaced_by_a_person_on_an_older_server_comes_back_as_themselves() -> None:
    sitting = away()
    sitting.write([log.Replaced(seat=2, player=person(DORA))])
    sitting.do(CLEO, Sit, seat=3)
    assert sitting.room.seat_of("cleo") == 2


def test_whoever_takes_a_handed_seat_has_a_name_of_their_own() -> None:
    sitting = offered()
    assert refused(sitting, Actor("eva", "Ben"), TakeSeat, seat=1, secret=SECRET) == "not possible"
