"""What is done at a table has bounds, so that every id can be remembered and nothing is ever carried out twice."""

import pytest

from rexarium.server.model import decide, log
from rexarium.server.model.commands import HandOver, Mute, OpenChat, Say, SeatBot, Sit, Stand, TakeSeat
from rexarium.server.model.moment import Actor
from rexarium.server.model.refusal import Refusal
from tests.server.stage import ANNA, BEN, CLEO, DORA, Sitting, Theatre, fold, in_theatre, refused

MOST = 12
EMIL = Actor("emil", "Emil")


@pytest.fixture(autouse=True)
def _soon_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decide, "MOST_DEEDS", MOST)


def crowd(sitting: Sitting) -> Actor:
    """Guests talk, since the host lets them, until they are refused; returns the one who was."""
    sitting.write([log.ChatOpened(by="anna", is_open=True)])
    for number in range(2 * MOST):
        guest = Actor(f"guest-{number % 5}", f"Guest {number % 5}")
        try:
            sitting.do(guest, Say, text="hello")
        except Refusal:
            return guest
    raise AssertionError("guests can talk without end")


def test_all_guests_together_do_no_more_than_one_player() -> None:
    sitting = Sitting("tyrannosaurus", [ANNA, BEN])
    guest = crowd(sitting)
    assert len(sitting.room.answered) == MOST
    for who in (guest, DORA):  # who is new may say no more than who has talked
        assert refused(sitting, who, Say, text="well") == "not possible"
    for number in range(MOST):  # players have their own number
        sitting.do(ANNA, Say, text=str(number))
    sitting.move(0)
    assert refused(sitting, ANNA, Say, text="well") == "not possible"
    sitting.do(BEN, HandOver, secret="s" * 16)
    sitting.do(DORA, TakeSeat, seat=2, secret="s" * 16)  # from now on she plays
    sitting.do(DORA, Say, text="well")
    sitting.do(BEN, Say, text="he who has played may talk on")
    assert fold(sitting.log).answered == sitting.room.answered


def test_whoever_comes_and_goes_before_the_game_is_a_guest_but_not_the_host() -> None:
    sitting = Sitting(players=[None, BEN, None], is_started=False)
    for number in range(MOST // 2):
        guest = Actor(f"guest-{number}", f"Guest {number}")
        sitting.do(guest, Sit, seat=3)
        sitting.do(guest, Stand)
    assert sitting.room.guests_deeds() == MOST
    assert refused(sitting, CLEO, Sit, seat=3) == "not possible"
    sitting.do(ANNA, Mute, person="emil")  # whose table it is, though she has no seat
    sitting.do(ANNA, SeatBot, seat=3, bot="hatchling")
    sitting.do(ANNA, Sit, seat=1)
    sitting.do(BEN, Say, text="let us begin")


def test_a_guests_command_is_carried_out_once_however_late_it_comes_again() -> None:
    async def scene(theatre: Theatre) -> None:
        await theatre.do(ANNA, OpenChat)
        said = Say(id="first", text="hello")
        first = await theatre.desk.do(DORA, said)
        for number in range(MOST - 1):
            await theatre.desk.do(EMIL, Say(id=f"{number}", text="me too"))
        with pytest.raises(Refusal):
            await theatre.desk.do(EMIL, Say(id="one more", text="me too"))
        for _ in range(2):
            assert await theatre.desk.do(DORA, said) == first
            assert [line.text for line in theatre.desk.room.chat].count("hello") == 1
            await theatre.restart()

    in_theatre(scene)


def test_what_an_older_server_allowed_is_folded_as_it_was() -> None:
    sitting = Sitting()
    crowd(sitting)
    entries = [*sitting.log]
    for number in range(3 * MOST):
        entries.append((log.Said(by="dora", command=f"old-{number}", name="Dora", text="hello"), sitting.now))
    room = fold(entries)
    assert all(("dora", f"old-{number}") in room.answered for number in range(3 * MOST))
