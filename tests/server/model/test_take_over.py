"""Taking over the seat of a player who is away, and coming back to it."""

import pytest

from rexarium.kernel.facts import SPECTATOR
from rexarium.server.model.commands import Answer, AskFor, Sit
from rexarium.server.model.errors import Refusal
from rexarium.server.model.log import Clock
from tests.server.support.model_table import ModelTable, away, names, refused
from tests.server.support.samples import ANNA, BEN, CLEO, DORA, NOBODY, PEOPLE, UNTIMED
from tests.server.support.stages import DAYS, LIVE


@pytest.mark.parametrize(
    ("clock", "away", "sentence"),
    [
        (UNTIMED, None, "Seat 3 is here. A seat can be taken over after a minute’s absence."),
        (
            UNTIMED,
            0,
            "Seat 3 has been away for less than a minute. The seat can be taken over in 60 seconds.",
        ),
        (
            LIVE,
            48.5,
            "Seat 3 has been away for less than a minute. The seat can be taken over in 12 seconds.",
        ),
        (
            DAYS,
            90,
            "Seat 3 still has time. The seat can be taken over after 2 missed moves in a row.",
        ),
    ],
)
def test_an_early_takeover_request_says_when_it_is_possible(
    clock: Clock, away: float | None, sentence: str
) -> None:
    model = ModelTable("trex", clock=clock)
    if away is not None:
        model.leave(2)
        model.wait(away)
    with pytest.raises(Refusal) as refusal:
        model.do(ANNA, AskFor, matter="take over", seat=3, bot="hunter")
    assert (refusal.value.code, refusal.value.sentence) == ("not allowed", sentence)


def test_a_seat_is_taken_over_only_after_a_while() -> None:
    model = ModelTable()
    model.leave(2)
    model.now += 59_000
    over = {"matter": "take over", "seat": 3, "bot": "hunter"}
    assert refused(model, ANNA, AskFor, **over) == "not allowed"
    model.now += 2_000
    assert names(model.do(ANNA, AskFor, **over)) == ["Asked"]
    assert names(model.do(BEN, Answer, ask=0, is_yes=True)) == ["Answered", "Settled", "Replaced"]
    player = model.table.players[2]
    assert player is not None
    assert player.bot == "hunter"
    assert model.table.eyes_of("cleo") == SPECTATOR


def test_only_the_player_who_left_returns_without_asking() -> None:
    model = away()
    model.do(ANNA, AskFor, matter="take over", seat=3, bot="hunter")
    model.do(BEN, Answer, ask=0, is_yes=True)
    assert refused(model, DORA, Sit, seat=3) == "not allowed"
    assert refused(model, BEN, Sit, seat=3) == "not allowed"
    assert names(model.do(CLEO, Sit, seat=3)) == ["Seated"]
    assert model.table.seat_of("cleo") == 2
    assert not model.table.substituted


def test_a_player_back_before_everyone_agreed_keeps_the_seat() -> None:
    model = away()
    model.do(ANNA, AskFor, matter="take over", seat=3, bot="hatchling")
    model.here.add(2)
    assert names(model.do(BEN, Answer, ask=0, is_yes=True)) == ["Answered", "Settled"]
    assert model.table.seat_of("cleo") == 2


def test_a_seated_player_cannot_take_over_a_second_seat() -> None:
    model = away()
    assert refused(model, ANNA, AskFor, matter="take over", seat=3) == "not allowed"
    assert refused(model, ANNA, AskFor, matter="take over", seat=1, bot="hunter") == "not possible"
    assert refused(model, ANNA, AskFor, matter="take over") == "not possible"
    assert refused(model, DORA, AskFor, matter="take over", seat=3, bot="hunter") == "not allowed"
    assert refused(model, NOBODY, AskFor, matter="take over", seat=3) == "not allowed"


def test_a_player_within_their_time_is_not_absent() -> None:
    model = ModelTable(clock=Clock("live", bank=6 * 3600))
    seat = model.table.waiting()[0]
    model.wait(3600)
    other = PEOPLE[(seat + 1) % 3]
    over = {"matter": "take over", "seat": seat + 1, "bot": "hunter"}
    assert refused(model, other, AskFor, **over) == "not allowed"
