"""Players who are away: nobody sees their cards, nobody erases their result, and nobody waits for them for ever."""

import contextlib
from collections.abc import Sequence

import msgspec
import pytest

from rexarium.kernel.facts import SPECTATOR
from rexarium.match import read_whole_record
from rexarium.server.model import asks, commands, log
from rexarium.server.model.codec import Codec
from rexarium.server.model.commands import Answer, AskFor, HandOver, Move, Resign, Sit, TakeSeat
from rexarium.server.model.errors import Refusal
from rexarium.server.model.log import Clock, Player
from rexarium.server.model.moment import Actor
from rexarium.server.wire import present, summary
from tests.server.support.absence import DAY, FINGERPRINT, MINUTE, SECRET
from tests.server.support.model_table import ModelTable, away, dump, fold, names, refused
from tests.server.support.samples import (
    ANNA,
    BEN,
    CLEO,
    DORA,
    GAMES,
    KEY,
    PEOPLE,
    PROGRAM,
    bot,
    person,
    program,
)

EVA = Actor("eva", "Eva")
LIVE = Clock("live", bank=600, increment=5)
DAYS = Clock("days", bank=86_400)


@pytest.mark.parametrize("game", GAMES)
def test_a_seat_request_from_an_older_server_gives_nobody_the_seat(game: str) -> None:
    model = ModelTable(game, [ANNA, BEN])
    model.leave(1)
    model.now += 61_000
    asked = log.Asked(by="dora", command="c", matter="take over", of=1, successor=person(DORA))
    model.write([asked])
    with contextlib.suppress(Refusal):
        model.do(ANNA, Answer, ask=0, is_yes=True)
    model.wait(MINUTE * 3)
    assert model.table.eyes_of("dora") == SPECTATOR
    assert not model.table.asks


def test_a_bot_plays_an_absent_seat_as_soon_as_the_others_ask_until_its_player_is_back() -> None:
    model = ModelTable(players=[ANNA, BEN])
    model.leave(1)
    model.now += 61_000
    over = {"matter": "take over", "seat": 2, "bot": "hunter"}
    assert names(model.do(ANNA, AskFor, **over)) == ["Asked", "Settled", "Replaced"]
    assert model.table.eyes_of("ben") == SPECTATOR
    assert names(model.do(BEN, Sit, seat=2)) == ["Seated"]
    assert model.table.eyes_of("ben") == 1


@pytest.mark.parametrize("clock", [LIVE, DAYS], ids=["live", "days"])
def test_a_bot_plays_an_absent_seat_when_its_time_is_up_until_its_player_is_back(clock: Clock) -> None:
    model = ModelTable(clock=clock)
    seat = model.table.waiting()[0]
    model.leave(seat)
    assert names(model.wait(clock.bank)) == ["Replaced"]
    assert model.table.bots_to_move() == [seat]
    assert refused(model, DORA, Sit, seat=seat + 1) == "not allowed"
    model.do(PEOPLE[seat], Sit, seat=seat + 1)
    assert model.table.seat_of(PEOPLE[seat].person) == seat


def test_the_rules_move_for_a_connected_player_whose_time_is_up() -> None:
    model = ModelTable(clock=LIVE)
    (moved,) = model.wait(LIVE.bank)
    assert isinstance(moved, log.Moved)
    assert moved.is_forced


def offered(game: str = "trex") -> ModelTable:
    """Anna has offered her seat."""
    model = ModelTable(game)
    model.do(ANNA, HandOver, secret=SECRET)
    return model


@pytest.mark.parametrize("game", GAMES)
def test_a_seat_link_hands_over_the_seat_for_good(game: str) -> None:
    model = offered(game)
    assert names(model.do(DORA, TakeSeat, seat=1, secret=SECRET)) == ["HandedOver"]
    assert model.table.eyes_of("dora") == 0
    assert model.table.eyes_of("anna") == SPECTATOR
    assert refused(model, ANNA, Sit, seat=1) == "not allowed"
    assert refused(model, ANNA, TakeSeat, seat=1, secret=SECRET) == "not allowed"
    assert "Dora" in model.table.notes[-1].words
    assert dump(fold(model.log)) == dump(model.table)


def test_a_seat_link_works_once_within_a_day_unless_withdrawn() -> None:
    model = offered()
    assert present.table_state(model.table).seats[0].offered_until == model.now + DAY * 1000
    assert refused(model, DORA, TakeSeat, seat=1, secret="another-secret-altogether") == "unknown"
    assert refused(model, DORA, TakeSeat, seat=2, secret=SECRET) == "unknown"
    model.do(ANNA, HandOver)
    assert refused(model, DORA, TakeSeat, seat=1, secret=SECRET) == "unknown"
    assert refused(model, ANNA, HandOver) == "not possible"
    model.do(ANNA, HandOver, secret=SECRET)
    model.now += DAY * 1000 + 1
    assert refused(model, DORA, TakeSeat, seat=1, secret=SECRET) == "unknown"
    model.do(ANNA, HandOver, secret=SECRET)
    model.do(DORA, TakeSeat, seat=1, secret=SECRET)
    assert refused(model, EVA, TakeSeat, seat=1, secret=SECRET) == "unknown"


def test_a_seat_link_gives_nobody_a_second_seat() -> None:
    model = offered()
    assert refused(model, BEN, TakeSeat, seat=1, secret=SECRET) == "not allowed"
    model.do(BEN, Resign)
    assert refused(model, BEN, TakeSeat, seat=1, secret=SECRET) == "not allowed"


def test_a_seat_link_is_void_once_the_seat_is_given_up() -> None:
    model = offered()
    model.do(ANNA, Resign)
    assert refused(model, DORA, TakeSeat, seat=1, secret=SECRET) == "unknown"


def test_a_seat_link_works_while_a_bot_plays_for_the_player() -> None:
    model = offered()
    model.write([log.Replaced(seat=0, player=bot())])
    model.do(DORA, TakeSeat, seat=1, secret=SECRET)
    assert refused(model, ANNA, Sit, seat=1) == "not allowed"


def test_the_secret_of_a_seat_link_is_never_logged_or_sent() -> None:
    model = offered()
    model.do(DORA, TakeSeat, seat=1, secret=SECRET)
    text = b"".join(map(Codec().encode, (entry for entry, _ in model.log)))
    assert SECRET.encode() not in text
    shown = msgspec.json.encode(present.table_state(model.table)).decode()
    assert SECRET not in shown
    assert FINGERPRINT not in shown


@pytest.mark.parametrize("clock", [Clock(), LIVE, DAYS], ids=["none", "live", "days"])
@pytest.mark.parametrize("is_played_for", [False, True], ids=["alone", "a bot plays on"])
def test_a_game_cannot_be_ended_while_a_player_is_away(clock: Clock, is_played_for: bool) -> None:
    model = ModelTable(players=[ANNA, BEN, bot()], clock=clock)
    model.leave(1)
    model.now += 10 * MINUTE * 1000
    if is_played_for:
        model.write([log.Replaced(seat=1, player=bot())])
    model.do(ANNA, AskFor, matter="end")
    model.wait(DAY * 2)
    assert model.table.ended is None
    if model.table.seat_of("anna") is not None:  # nor does anybody get that by giving up
        model.do(ANNA, Resign)
    assert model.table.ended is None


def test_ending_a_game_takes_the_consent_of_every_seated_person() -> None:
    model = ModelTable()
    model.do(ANNA, AskFor, matter="end")
    model.do(BEN, Answer, ask=0, is_yes=True)
    assert model.table.ended is None
    assert names(model.do(CLEO, Answer, ask=0, is_yes=True)) == ["Answered", "Settled", "Ended"]


def test_taking_over_the_askers_seat_does_not_count_as_consent() -> None:
    model = offered()
    model.do(ANNA, AskFor, matter="end")
    model.do(BEN, Answer, ask=0, is_yes=True)
    model.do(DORA, TakeSeat, seat=1, secret=SECRET)
    assert refused(model, CLEO, Answer, ask=0, is_yes=True) == "not possible"
    model.wait(0)
    assert model.table.ended is None
    assert not model.table.asks


def test_a_take_back_needs_the_consent_of_a_player_whose_seat_a_bot_plays() -> None:
    model = ModelTable(players=[ANNA, BEN])
    model.write([log.Replaced(seat=1, player=bot())])
    while model.table.waiting() != [0]:
        model.move()
    model.move(0)
    assert names(model.do(ANNA, AskFor, matter="take back")) == ["Asked"]
    assert model.table.taken_back == 0


def left_alone(
    players: Sequence[Player | Actor], *absent: int, clock: Clock = LIVE, seconds: int = 300
) -> ModelTable:
    """These are away, and the game waits for the first of them."""
    model = ModelTable(players=players, clock=clock)
    for seat in absent:
        model.leave(seat)
    while model.table.waiting()[0] != absent[0]:
        model.move()
    model.now += seconds * 1000
    return model


def test_the_last_person_in_the_game_claims_it_and_wins() -> None:
    model = left_alone([ANNA, BEN], 1)
    claimed = model.do(ANNA, AskFor, matter="claim", seat=2)
    assert names(claimed) == ["Asked", "Settled", "Forfeited", "Ended"]
    outcome = present.table_state(model.table).outcome
    assert outcome is not None
    assert (outcome.how, outcome.winners) == ("claimed", [1])
    record = read_whole_record(summary.record_text(model.table))
    assert record.ending is not None
    assert (record.ending.words, record.ending.winners) == ("claimed", (0,))
    assert [seat.name for seat in present.table_state(model.table).seats] == ["Anna", "Ben"]
    assert dump(fold(model.log)) == dump(model.table)


def test_a_claim_needs_every_person_who_remains_and_they_play_on() -> None:
    model = left_alone(PEOPLE, 2)
    assert names(model.do(ANNA, AskFor, matter="claim", seat=3)) == ["Asked"]
    claimed = model.do(BEN, Answer, ask=0, is_yes=True)
    assert names(claimed) == ["Answered", "Settled", "Forfeited"]
    assert model.table.stage == "playing"
    assert present.table_state(model.table).seats[2].has_resigned
    assert refused(model, CLEO, Sit, seat=3) == "not allowed"


def test_a_single_no_rejects_a_claim() -> None:
    model = left_alone(PEOPLE, 2)
    model.do(ANNA, AskFor, matter="claim", seat=3)
    model.do(BEN, Answer, ask=0, is_yes=False)
    assert not model.table.resigned


def test_a_player_away_for_less_time_must_agree_or_stay_away_as_long() -> None:
    model = left_alone(PEOPLE, 2)
    model.leave(1)
    assert names(model.do(ANNA, AskFor, matter="claim", seat=3)) == ["Asked"]
    assert not model.table.resigned


def test_several_absent_players_are_claimed_from_one_at_a_time() -> None:
    model = left_alone(PEOPLE, 1, 2)
    model.write([log.Replaced(seat=2, player=bot())])
    assert names(model.do(ANNA, AskFor, matter="claim", seat=2)) == ["Asked"]  # Cleo may be back any minute
    assert refused(model, ANNA, AskFor, matter="claim", seat=3) == "not allowed"
    model.wait(2 * MINUTE)
    model.now += 3 * MINUTE * 1000
    assert names(model.do(ANNA, AskFor, matter="claim", seat=2))[-1] == "Forfeited"
    assert names(model.do(ANNA, AskFor, matter="claim", seat=3))[-1] == "Ended"


@pytest.mark.parametrize("is_played_for", [False, True], ids=["alone", "a bot plays on"])
def test_thinking_for_long_earns_no_claim_until_the_other_player_has_long_been_away(
    is_played_for: bool,
) -> None:
    model = ModelTable(players=[ANNA, BEN])
    seat = model.table.waiting()[0]
    thinker, other = PEOPLE[seat], 1 - seat
    model.leave(other)
    model.now += DAY * 1000
    if is_played_for:
        model.do(thinker, AskFor, matter="take over", seat=other + 1, bot="hunter")
    while seat in model.table.waiting():
        model.move(seat)
    with pytest.raises(Refusal, match="300 seconds to go"):
        model.do(thinker, AskFor, matter="claim", seat=other + 1)
    model.now += 5 * MINUTE * 1000
    assert names(model.do(thinker, AskFor, matter="claim", seat=other + 1))[-1] == "Ended"


def test_a_substitute_bot_does_not_delay_a_claim() -> None:
    model = left_alone([ANNA, BEN], 1, seconds=61)
    model.do(ANNA, AskFor, matter="take over", seat=2, bot="hunter")
    model.now += 239_000
    assert names(model.do(ANNA, AskFor, matter="claim", seat=2))[-1] == "Ended"


def test_a_claim_waits_longer_than_a_network_failure() -> None:
    model = left_alone([ANNA, BEN], 1, seconds=299)
    with pytest.raises(Refusal, match=r"away for 5 minutes before you can claim the seat: 1 second to go"):
        model.do(ANNA, AskFor, matter="claim", seat=2)
    assert present.table_state(model.table).claim_after == 300_000


def test_nobody_can_claim_from_a_player_who_is_there_or_is_not_to_move() -> None:
    model = left_alone([ANNA, BEN], 1)
    model.here.add(1)
    assert refused(model, ANNA, AskFor, matter="claim", seat=2) == "not allowed"
    model = left_alone([ANNA, BEN], 0)
    model.leave(1)
    model.now += DAY * 1000
    assert refused(model, ANNA, AskFor, matter="claim", seat=2) == "not allowed"


def test_with_days_per_move_no_claim_is_possible_before_the_clock_runs_out() -> None:
    model = left_alone([ANNA, BEN], 1, clock=DAYS, seconds=DAY - 1)
    assert refused(model, ANNA, AskFor, matter="claim", seat=2) == "not allowed"
    assert names(model.wait(1)) == ["Replaced"]
    assert names(model.do(ANNA, AskFor, matter="claim", seat=2))[-1] == "Ended"


def test_bots_and_resigned_seats_cannot_be_claimed() -> None:
    model = ModelTable(players=[ANNA, BEN, CLEO, bot()])
    model.do(CLEO, Resign)
    model.now += DAY * 1000
    for seat in (3, 4):
        assert refused(model, ANNA, AskFor, matter="claim", seat=seat) == "not allowed"


def test_an_absent_program_can_be_claimed_from() -> None:
    model = left_alone([ANNA, program()], 1)
    assert names(model.do(ANNA, AskFor, matter="claim", seat=2))[-1] == "Ended"
    assert model.table.seat_of(KEY) == 1


def test_without_a_clock_players_can_ask_for_one_and_silence_does_not_block_it() -> None:
    model = ModelTable(players=[ANNA, BEN])
    seat = model.table.waiting()[0]
    thinker, other = PEOPLE[seat], PEOPLE[1 - seat]
    model.wait(9 * MINUTE)
    assert refused(model, other, AskFor, matter="clock") == "not allowed"
    model.wait(MINUTE)
    over = {"matter": "take over", "seat": seat + 1, "bot": "hunter"}
    assert refused(model, other, AskFor, **over) == "not allowed"
    assert refused(model, thinker, AskFor, matter="clock") == "not possible"
    assert names(model.do(other, AskFor, matter="clock")) == ["Asked", "Settled", "Clocked"]
    assert present.table_state(model.table).clock == asks.CLOCK_ON_REQUEST
    assert model.table.clocks.deadline(seat) == model.now + 600_000
    assert refused(model, other, AskFor, matter="clock") == "not possible"
    (moved,) = model.wait(600)
    assert isinstance(moved, log.Moved)
    assert dump(fold(model.log)) == dump(model.table)


def test_adding_a_clock_needs_the_consent_of_players_who_are_not_to_move() -> None:
    model = ModelTable()
    seat = model.table.waiting()[0]
    asker, third = PEOPLE[(seat + 1) % 3], PEOPLE[(seat + 2) % 3]
    model.wait(10 * MINUTE)
    assert names(model.do(asker, AskFor, matter="clock")) == ["Asked"]
    assert names(model.do(third, Answer, ask=0, is_yes=True))[-1] == "Clocked"


def test_a_program_moves_when_asked_and_cannot_ask_for_a_seat() -> None:
    model = ModelTable(players=[ANNA, program()])
    assert refused(model, PROGRAM, HandOver, secret=SECRET) == "not allowed"
    assert refused(model, PROGRAM, TakeSeat, seat=1, secret=SECRET) == "not allowed"
    assert refused(model, PROGRAM, Move, ply=0, line="nonsense") in ("unreadable", "not your turn")


def test_bots_are_still_asked_for_where_absence_lasts_a_minute() -> None:
    model = away()
    model.do(ANNA, AskFor, matter="take over", seat=3, bot="hunter")
    assert names(model.do(BEN, Answer, ask=0, is_yes=True))[-1] == "Replaced"


def test_taking_a_players_name_does_not_keep_them_from_their_seat() -> None:
    model = away()
    model.write([log.Replaced(seat=2, player=bot())])
    model.do(ANNA, commands.OpenChat)
    double = Actor("eva", "\u0421leo")  # a Cyrillic message
    assert refused(model, double, commands.Say, text="I am Cleo") == "not possible"
    model.write([log.Said(by="eva", name="\u0421leo", text="I was here before that rule")])
    assert names(model.do(CLEO, Sit, seat=3)) == ["Seated"]


def test_a_returning_player_has_the_name_the_table_knows() -> None:
    model = away()
    model.write([log.Replaced(seat=2, player=bot())])
    model.do(
        Actor("cleo", "\u0412en"), Sit, seat=3
    )  # renamed in the meantime, and the first message is Cyrillic
    assert [player.name for player in model.table.players if player] == ["Anna", "Ben", "Cleo"]


def test_a_player_replaced_by_a_person_on_an_older_server_returns_as_themselves() -> None:
    model = away()
    model.write([log.Replaced(seat=2, player=person(DORA))])
    model.do(CLEO, Sit, seat=3)
    assert model.table.seat_of("cleo") == 2


def test_a_player_who_takes_a_handed_over_seat_has_a_distinct_name() -> None:
    model = offered()
    assert refused(model, Actor("eva", "Ben"), TakeSeat, seat=1, secret=SECRET) == "not possible"
