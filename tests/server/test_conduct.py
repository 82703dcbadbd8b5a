"""What people may do at a table, and when: every command in every stage, and nobody can hold the others up."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec import structs

from rexarium.bots import LEVELS
from rexarium.kernel.facts import SPECTATOR, teaches
from rexarium.kernel.sentence import sentence
from rexarium.match import read_whole_record
from rexarium.server.model import absence, asks, commands, decide, log, schedule
from rexarium.server.model.commands import (
    Answer,
    AskFor,
    CallOff,
    Close,
    HandOver,
    Move,
    Mute,
    OpenChat,
    Resign,
    Resume,
    Say,
    SeatBot,
    Sit,
    Stand,
    Start,
    TakeSeat,
)
from rexarium.server.model.fold import fold as fold_one
from rexarium.server.model.log import Clock
from rexarium.server.model.moment import Actor, Moment
from rexarium.server.model.refusal import Refusal
from rexarium.server.model.room import SUBSTITUTE, Room
from rexarium.server.wire import messages, present, summary
from rexarium.server.wire.problems import problem_of
from tests.server.stage import (
    ANNA,
    BEN,
    CLEO,
    DORA,
    GAMES,
    NOBODY,
    NOON,
    PEOPLE,
    PROGRAM,
    UNTIMED,
    Sitting,
    away,
    bot,
    fold,
    line_of,
    moves_of,
    names,
    opening,
    person,
    picture,
    program,
    refused,
)

LIVE = Clock("live", bank=60, increment=5)
DAYS = Clock("days", bank=86_400)
MINUTE, DAY = 60, 86_400


# Every command in every stage


def gathering() -> Sitting:
    return Sitting(players=[ANNA, BEN, None], is_started=False)


def full() -> Sitting:
    return Sitting(is_started=False)


def paused() -> Sitting:
    sitting = Sitting()
    sitting.write([log.Paused()])
    return sitting


def over() -> Sitting:
    sitting = Sitting()
    sitting.write([log.Ended(how="agreement")])
    return sitting


STAGES = {"gathering": gathering, "full": full, "playing": Sitting, "paused": paused, "over": over}
COMMANDS: dict[str, tuple[Callable[..., commands.Command], dict[str, Any]]] = {
    "sit": (Sit, {"seat": 3}),
    "stand": (Stand, {}),
    "clear": (Stand, {"seat": 2}),
    "seat bot": (SeatBot, {"seat": 3, "bot": "hunter"}),
    "start": (Start, {}),
    "move": (Move, {"ply": 0, "line": "play blue 7"}),
    "ask to pause": (AskFor, {"matter": "pause"}),
    "ask to end": (AskFor, {"matter": "end"}),
    "ask to take back": (AskFor, {"matter": "take back"}),
    "ask to take over": (AskFor, {"matter": "take over", "seat": 3, "bot": "hunter"}),
    "ask to claim": (AskFor, {"matter": "claim", "seat": 3}),
    "ask for a clock": (AskFor, {"matter": "clock"}),
    "hand over": (HandOver, {"secret": "s" * 22}),
    "take seat": (TakeSeat, {"seat": 3, "secret": "s" * 22}),
    "answer": (Answer, {"ask": 0, "is_yes": True}),
    "resume": (Resume, {}),
    "resign": (Resign, {}),
    "say": (Say, {"text": "hello"}),
    "mute": (Mute, {"person": "ben"}),
    "open chat": (OpenChat, {}),
    "close": (Close, {}),
    "call off": (CallOff, {}),
}
# Who may do what when; "-" is a refusal. By stage: the host, a player, a guest with a name, and somebody without one.
ALLOWED: dict[str, dict[str, str]] = {
    "sit": {"gathering": "anna ben dora"},
    "stand": {"gathering": "anna ben", "full": "anna ben"},
    "clear": {"gathering": "anna ben", "full": "anna ben"},
    "seat bot": {"gathering": "anna"},
    "start": {"full": "anna ben"},
    "move": {},
    "ask to pause": {"playing": "anna ben"},
    "ask to end": {"playing": "anna ben", "paused": "anna ben"},
    "ask to take back": {},
    "ask to take over": {},
    "ask to claim": {},
    "ask for a clock": {},
    "hand over": {"playing": "anna ben", "paused": "anna ben"},
    "take seat": {},
    "answer": {},
    "resume": {"paused": "anna ben"},
    "resign": {"playing": "anna ben", "paused": "anna ben"},
    "say": dict.fromkeys(STAGES, "anna ben"),
    "mute": dict.fromkeys(STAGES, "anna"),
    "open chat": dict.fromkeys(STAGES, "anna"),
    "close": dict.fromkeys(("gathering", "full", "playing", "paused"), "anna"),
    "call off": {"gathering": "anna", "full": "anna"},
}


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("who", [ANNA, BEN, DORA, NOBODY], ids=lambda who: who.person or "nobody")
def test_a_command_is_carried_out_or_refused_by_who_says_it_and_when(
    stage: str, command: str, who: Actor
) -> None:
    make, fields = COMMANDS[command]
    sitting = STAGES[stage]()
    if who.person and who.person in ALLOWED[command].get(stage, "").split():
        assert sitting.do(who, make, **fields)
    else:
        assert refused(sitting, who, make, **fields) in (
            "not allowed",
            "not possible",
            "not your turn",
            "illegal",
            "unknown",
        )


def test_every_command_of_the_protocol_is_tried_here_or_answered_elsewhere() -> None:
    tried = {make for make, _ in COMMANDS.values()}
    elsewhere = {messages.Why, messages.Hint, messages.Rematch}
    ours = (commands.__name__, messages.__name__)
    known = {kind for kind in commands.Command.__subclasses__() if kind.__module__ in ours}
    assert tried | elsewhere == known
    assert tried == set(decide._DECISIONS)


# Before the game


def test_who_sits_down_elsewhere_gets_up_first() -> None:
    sitting = gathering()
    assert names(sitting.do(BEN, Sit, seat=3, share="mine")) == ["Vacated", "Seated"]
    assert sitting.room.players[1] is None
    assert sitting.room.seat_of("ben") == 2
    assert sitting.room.shares[1:] == ["", "mine"]


def test_who_sits_may_bring_another_share_until_the_deal() -> None:
    sitting = full()
    sitting.do(BEN, Sit, seat=2, share="another")
    assert sitting.room.shares[1] == "another"
    assert sitting.room.seat_of("ben") == 1


def test_nothing_is_dealt_without_a_share_of_every_person() -> None:
    sitting = Sitting(players=[ANNA, BEN, bot()], is_started=False)
    sitting.write([log.Seated(by="anna", seat=1, player=person(BEN))])  # as a rematch seats people
    assert refused(sitting, ANNA, Start) == "not possible"
    sitting.do(BEN, Sit, seat=2)
    assert refused(sitting, ANNA, Start) == "not possible"
    sitting.do(BEN, Sit, seat=2, share="of-ben")
    assert present.show_table(sitting.room).shared == [1, 2, 3]
    assert names(sitting.do(ANNA, Start)) == ["Started"]


def test_who_plays_on_from_a_record_adds_nothing_to_its_deal() -> None:
    sitting = Sitting(players=[ANNA, BEN])
    assert sitting.room.match is not None
    deal = tuple(sitting.room.game.say_deal(sitting.room.match.deal))
    opened, *rest = opening("trex", [ANNA, BEN], is_started=False)
    again = Room()
    for body in (structs.replace(opened, deal=deal), *(structs.replace(each, share="") for each in rest)):
        fold_one(again, body, NOON)
    assert names(decide.decide(again, ANNA, Start(id="s"), Moment(NOON))) == ["Started"]


def test_a_program_adds_a_share_to_its_own_seat_and_takes_no_other() -> None:
    sitting = Sitting(players=[ANNA, program(), None], is_started=False)
    sitting.do(PROGRAM, Sit, seat=2, share="of-a-program")
    assert sitting.room.shares[1] == "of-a-program"
    assert sitting.room.seat_of(PROGRAM.id) == 1
    assert refused(sitting, PROGRAM, Sit, seat=3, share="x") == "not allowed"
    assert refused(sitting, NOBODY, Sit, seat=3, share="x") == "not allowed"


def test_a_taken_seat_is_taken_and_there_are_no_others() -> None:
    sitting = gathering()
    assert refused(sitting, DORA, Sit, seat=2) == "not possible"
    assert refused(sitting, DORA, Sit, seat=4) == "unknown"
    assert refused(sitting, ANNA, SeatBot, seat=2, bot="hunter") == "not possible"


@pytest.mark.parametrize(
    "word", ["clairvoyant", "random", "search:400", "tyrant:9999999", "outside:rm -rf", ""]
)
def test_only_the_named_levels_sit_with_people(word: str) -> None:
    assert refused(gathering(), ANNA, SeatBot, seat=3, bot=word) == "unknown"


def test_only_the_host_clears_anothers_seat() -> None:
    sitting = full()
    assert refused(sitting, BEN, Stand, seat=1) == "not allowed"
    sitting.do(ANNA, Stand, seat=2)
    assert sitting.room.players[1] is None
    assert refused(sitting, ANNA, Stand, seat=2) == "not possible"


def rematch(clock: Clock = UNTIMED) -> Sitting:
    """A table where all have got their seats from a rematch, and Ben alone has come."""
    sitting = Sitting(players=[None] * 3, clock=clock, is_started=False)
    seated = [log.Seated(by="ben", seat=seat, player=person(who)) for seat, who in enumerate(PEOPLE)]
    sitting.write(seated)
    sitting.here = {1}
    sitting.do(BEN, Sit, seat=2, share="of-ben")
    return sitting


@pytest.mark.parametrize(("clock", "patience"), [(UNTIMED, 2 * MINUTE), (LIVE, 2 * MINUTE), (DAYS, DAY)])
def test_who_has_gone_holds_up_no_rematch_though_it_is_the_host(clock: Clock, patience: int) -> None:
    sitting = rematch(clock)
    sitting.wait(patience - 1)
    assert refused(sitting, BEN, Stand, seat=1) == "not allowed"
    sitting.wait(1)
    assert refused(sitting, DORA, Stand, seat=3) == "not allowed"  # who has no seat
    assert refused(sitting, BEN, SeatBot, seat=1, bot="hunter") == "not allowed"
    sitting.do(BEN, Stand, seat=3)
    assert sitting.room.host == "ben"
    sitting.do(BEN, Stand, seat=1)
    for seat in (1, 3):
        sitting.do(BEN, SeatBot, seat=seat, bot="hunter")
    assert names(sitting.do(BEN, Start)) == ["Started"]
    assert picture(fold(sitting.log)) == picture(sitting.room)


def test_while_the_host_is_there_nobody_else_clears_a_seat() -> None:
    sitting = rematch()
    sitting.here.add(0)
    sitting.wait(DAY)
    assert refused(sitting, BEN, Stand, seat=3) == "not allowed"
    sitting.leave(0)
    sitting.wait(MINUTE - 1)
    assert refused(sitting, BEN, Stand, seat=3) == "not allowed"
    sitting.wait(1)
    sitting.do(BEN, Stand, seat=3)
    assert sitting.room.host == "ben"


def test_who_has_come_keeps_the_seat_whoever_is_away() -> None:
    sitting = rematch()
    sitting.do(CLEO, Say, text="one moment")  # without a share, as a page would never come
    sitting.do(ANNA, Sit, seat=1, share="of-anna")
    sitting.wait(DAY)
    assert refused(sitting, BEN, Stand, seat=1) == "not allowed"
    assert refused(sitting, BEN, Stand, seat=3) == "not allowed"
    looking_on = rematch()
    looking_on.here.add(2)
    looking_on.wait(DAY)
    assert refused(looking_on, BEN, Stand, seat=3) == "not allowed"


def test_who_becomes_host_is_not_silent() -> None:
    sitting = rematch()
    sitting.do(ANNA, Mute, person="ben")
    sitting.wait(DAY)
    sitting.do(BEN, Stand, seat=3)
    sitting.do(BEN, Say, text="hello")


def test_nothing_is_dealt_before_every_seat_is_taken() -> None:
    assert refused(gathering(), ANNA, Start) == "not possible"


def test_a_table_that_never_starts_is_cleared_away() -> None:
    sitting = gathering()
    assert sitting.wait(6 * DAY) == []
    sitting.do(BEN, Say, text="still here")
    assert sitting.wait(6 * DAY) == []
    assert names(sitting.wait(DAY)) == ["Ended"]
    assert sitting.room.stage == "over"
    assert schedule.wake_at(sitting.room) is None


# Moves


def test_a_move_answers_its_own_question_and_no_other() -> None:
    sitting = Sitting()
    seat = sitting.room.waiting()[0]
    line = sitting.move()
    assert refused(sitting, PEOPLE[seat], Move, ply=0, line=line) == "stale"
    other = sitting.room.waiting()[0]
    waiting = next(seat for seat in range(3) if seat != other)
    ply = 1
    assert refused(sitting, PEOPLE[waiting], Move, ply=ply, line=line) == "not your turn"
    assert refused(sitting, PEOPLE[other], Move, ply=ply, line="checkmate") == "unreadable"
    assert refused(sitting, PEOPLE[other], Move, ply=ply, line="take yellow") == "illegal"


def test_an_illegal_move_names_the_rule() -> None:
    sitting = Sitting()
    with pytest.raises(Refusal) as caught:
        sitting.do(PEOPLE[sitting.room.waiting()[0]], Move, ply=0, line="take yellow")
    assert sitting.room.game.rulebook.rule(caught.value.rule or "").chapter == "Eggs"
    problem = problem_of(caught.value)
    assert sentence(problem.pattern, **problem.values) == problem.sentence == caught.value.sentence


def test_a_line_is_written_as_the_game_says_it() -> None:
    sitting = Sitting("cubosaurs")
    line = sitting.move()
    body = sitting.log[-1][0]
    assert isinstance(body, log.Moved)
    assert sitting.room.game.say_line(body.moves) == line


def test_a_line_made_in_pieces_earns_no_more_time_than_in_one() -> None:
    sitting = Sitting("cubosaurs", clock=LIVE)
    earned = []
    for _ in range(200):
        room, seat = sitting.room, sitting.room.waiting()[0]
        assert room.match is not None
        before = room.clocks.left[seat]
        sitting.move(choice=1)
        earned.append((room.game.continues(room.match.plies[-1].move), room.clocks.left[seat] - before))
        if room.stage == "over":
            break
    assert set(earned) == {(False, 5_000), (True, 0)}


def test_a_secret_choice_can_be_changed_until_all_have_chosen() -> None:
    sitting = Sitting("tyrannosaurus")
    first, *rest = sitting.room.waiting()
    sitting.move(first, 0)
    sitting.move(first, 1)
    match = sitting.room.match
    assert match is not None
    assert match.ply == 0
    for seat in rest:
        sitting.move(seat)
    assert match.ply == len(rest) + 1


# Asking the others


def asked(sitting: Sitting) -> list[str]:
    return [ask.body.matter for ask in sitting.room.asks.values()]


def test_what_is_asked_is_done_when_all_have_agreed() -> None:
    sitting = Sitting()
    assert names(sitting.do(ANNA, AskFor, matter="pause")) == ["Asked"]
    assert names(sitting.do(BEN, Answer, ask=0, is_yes=True)) == ["Answered"]
    assert names(sitting.do(CLEO, Answer, ask=0, is_yes=True)) == ["Answered", "Settled", "Paused"]
    assert sitting.room.is_paused
    assert asked(sitting) == []
    assert refused(sitting, CLEO, Answer, ask=0, is_yes=True) == "not possible"


def test_one_no_settles_it() -> None:
    sitting = Sitting()
    sitting.do(ANNA, AskFor, matter="end")
    assert names(sitting.do(BEN, Answer, ask=0, is_yes=False)) == ["Answered", "Settled"]
    assert sitting.room.stage == "playing"
    sitting.do(BEN, AskFor, matter="end")
    assert list(sitting.room.asks) == [1]


def test_who_agrees_twice_has_agreed_once() -> None:
    sitting = Sitting()
    sitting.do(ANNA, AskFor, matter="end")
    sitting.do(BEN, Answer, ask=0, is_yes=True)
    sitting.do(BEN, Answer, ask=0, is_yes=True)
    assert sitting.room.stage == "playing"


def test_nobody_answers_their_own_question_or_is_asked_without_a_seat() -> None:
    sitting = Sitting()
    sitting.do(ANNA, AskFor, matter="end")
    assert refused(sitting, ANNA, Answer, ask=0, is_yes=True) == "not allowed"
    assert refused(sitting, DORA, Answer, ask=0, is_yes=True) == "not allowed"
    assert refused(sitting, BEN, AskFor, matter="end") == "not possible"  # it has been asked already


def test_a_question_is_forgotten_after_a_while_and_later_where_moves_take_days() -> None:
    sitting, slow = Sitting(), Sitting(clock=DAYS)
    for table in (sitting, slow):
        table.do(ANNA, AskFor, matter="pause")
    assert schedule.next_due(sitting.room) == sitting.now + absence.ASK_TIME
    assert names(sitting.wait(2 * MINUTE)) == ["Settled"]
    assert slow.wait(2 * MINUTE) == []
    assert names(slow.wait(DAY))[0] == "Settled"


def test_who_resigns_is_not_waited_for_and_the_others_have_decided() -> None:
    sitting = Sitting()
    sitting.do(ANNA, AskFor, matter="pause")
    sitting.do(BEN, Answer, ask=0, is_yes=True)
    assert names(sitting.do(CLEO, Resign)) == ["Resigned"]
    assert schedule.next_look(sitting.room, sitting.moment()) == sitting.now
    assert names(sitting.wait(0)) == ["Settled", "Paused"]
    assert schedule.next_look(sitting.room, sitting.moment()) is None


def test_who_resigns_asks_for_nothing_any_more_and_their_yes_is_nobodys() -> None:
    sitting = Sitting(players=[ANNA, BEN, CLEO, bot()])
    sitting.do(ANNA, AskFor, matter="end")
    sitting.do(BEN, AskFor, matter="pause")
    sitting.do(ANNA, Answer, ask=1, is_yes=True)
    sitting.do(ANNA, Resign)
    assert names(sitting.wait(0)) == ["Settled"]
    assert list(sitting.room.asks) == [1]
    assert sitting.room.asks[1].yes == set()
    sitting.do(CLEO, Answer, ask=1, is_yes=True)
    assert sitting.room.is_paused


def test_whoever_is_away_has_their_say_about_a_move_when_they_are_back_though_a_bot_plays_for_them() -> None:
    sitting, seat = quiet_move()
    here, away = [other for other in range(3) if other != seat]
    sitting.leave(away)
    sitting.now += MINUTE * 1000
    sitting.do(PEOPLE[seat], AskFor, matter="take back")
    sitting.do(PEOPLE[here], Answer, ask=sitting.room.asked - 1, is_yes=True)
    assert sitting.wait(0) == []  # it is the absent one's game too
    sitting.do(PEOPLE[seat], AskFor, matter="take over", seat=away + 1, bot=LEVELS[0])
    sitting.do(PEOPLE[here], Answer, ask=sitting.room.asked - 1, is_yes=True)
    assert sitting.wait(0) == []
    sitting.here.add(away)
    sitting.do(PEOPLE[away], Sit, seat=away + 1)
    answered = sitting.do(PEOPLE[away], Answer, ask=sitting.room.asked - 2, is_yes=True)
    assert names(answered) == ["Answered", "Settled", "TakenBack"]


def test_who_has_gone_is_waited_for_a_minute_and_not_until_the_question_is_forgotten() -> None:
    sitting = Sitting()
    sitting.do(ANNA, AskFor, matter="pause")
    sitting.do(BEN, Answer, ask=0, is_yes=True)
    sitting.now += 10_000
    sitting.leave(2)
    assert schedule.next_look(sitting.room, sitting.moment()) == sitting.now + absence.ABSENCE
    assert sitting.wait(MINUTE - 1) == []
    assert names(sitting.wait(1)) == ["Settled", "Paused"]


def test_a_take_back_is_not_asked_for_any_longer_than_it_can_be_had() -> None:
    sitting, seat = quiet_move()
    sitting.do(PEOPLE[seat], AskFor, matter="take back")
    while asks._can_take_back(sitting.room, seat):
        assert sitting.wait(0) == []
        sitting.move()
    assert schedule.next_look(sitting.room, sitting.moment()) == sitting.now
    assert sitting.wait(0) == [log.Settled(ask=0, is_yes=False)]


def test_nobody_is_asked_about_a_seat_whose_player_is_back() -> None:
    sitting = away()
    sitting.do(ANNA, AskFor, matter="take over", seat=3, bot=LEVELS[0])
    sitting.away_since[2] = sitting.now  # they were here for a moment, or the house was asleep
    assert sitting.wait(0) == []
    sitting.here.add(2)
    assert sitting.wait(0) == [log.Settled(ask=0, is_yes=False)]


@pytest.mark.parametrize(
    "body", [log.Replaced(seat=0, player=bot()), log.Resigned(seat=0)], ids=["replaced", "resigned"]
)
def test_whoever_takes_over_a_seat_has_time_to_think_and_so_has_who_comes_back(body: Any) -> None:
    sitting = Sitting(clock=LIVE)
    seat = sitting.room.waiting()[0]
    sitting.now += 60_000
    sitting.write([structs.replace(body, seat=seat)])
    assert sitting.wait(16) == []
    sitting.write([log.Seated(seat=seat, player=person(PEOPLE[seat]))])
    assert sitting.wait(8) == []
    assert names(sitting.wait(1)) == ["Moved"]


def test_who_plays_with_bots_alone_is_asked_nothing() -> None:
    sitting = Sitting(players=[ANNA, bot(), bot()])
    assert names(sitting.do(ANNA, AskFor, matter="pause")) == ["Asked", "Settled", "Paused"]
    assert names(sitting.do(ANNA, Resume)) == ["Resumed"]
    assert names(sitting.do(ANNA, AskFor, matter="end")) == ["Asked", "Settled", "Ended"]


def test_a_pause_stops_the_clocks_and_the_moves_and_anybody_who_plays_ends_it() -> None:
    sitting = Sitting(clock=LIVE)
    seat = sitting.room.waiting()[0]
    sitting.wait(10)
    sitting.write([log.Paused()])
    assert sitting.room.clocks.left[seat] == 50_000
    assert sitting.wait(DAY) == []
    assert refused(sitting, PEOPLE[seat], Move, ply=0, line="play blue 7") == "not possible"
    assert refused(sitting, BEN, AskFor, matter="pause") == "not possible"
    sitting.do(CLEO, Resume)
    assert sitting.room.clocks.deadline(seat) == sitting.now + 50_000
    assert refused(sitting, BEN, Resume) == "not possible"


# Taking back


def one_move(clock: Clock = LIVE) -> tuple[Sitting, int]:
    """A valley game in which a turn of secret choices has been shown: everybody has seen everybody's."""
    sitting = Sitting("tyrannosaurus", clock=clock)
    seat = sitting.room.waiting()[0]
    return sitting, seat


def test_a_choice_that_nobody_has_seen_is_taken_back_without_asking() -> None:
    sitting, seat = one_move()
    sitting.move(seat)
    assert names(sitting.do(PEOPLE[seat], AskFor, matter="take back")) == ["TakenBack"]
    assert sitting.room.match is not None
    assert sitting.room.match.chosen(seat) is None
    assert seat in sitting.room.waiting()


def test_nobody_is_asked_anything_else_because_of_a_choice_that_nobody_has_seen() -> None:
    sitting, seat = one_move()
    first = shown(sitting, seat)
    others = {other: shown(sitting, other) for other in sitting.room.waiting() if other != seat}
    for choice in (0, 1, None, 2):
        if choice is None:
            sitting.do(PEOPLE[seat], AskFor, matter="take back")
        else:
            sitting.move(seat, choice)
        assert {other: shown(sitting, other) for other in others} == others
        assert structs.replace(shown(sitting, seat), chosen=None) == first
    for other, asked in others.items():
        line = asked.choices[0].line
        sitting.do(PEOPLE[other], Move, ply=asked.ply, taken_back=asked.taken_back, line=line)
    assert sitting.room.match is not None
    assert sitting.room.match.ply == 1 + len(others)


def shown(sitting: Sitting, seat: int) -> messages.DecisionState:
    """What a seat is asked."""
    decision = present.show_decision(sitting.room, seat)
    assert decision is not None
    return decision


def test_a_move_that_names_its_ply_alone_answers_whatever_is_asked_there() -> None:
    sitting, seat = quiet_move()
    sitting.write([log.TakenBack(seat=seat)])
    assert sitting.room.match is not None
    ply, line = sitting.room.match.ply, line_of(sitting.room, seat)
    assert refused(sitting, PEOPLE[seat], Move, ply=ply, taken_back=0, line=line) == "stale"
    assert names(sitting.do(PEOPLE[seat], Move, ply=ply, line=line)) == ["Moved"]


def test_nobody_gets_time_by_choosing_and_taking_back() -> None:
    for clock in (LIVE, DAYS):
        sitting, seat = one_move(clock)
        for _ in range(3):
            sitting.wait(5)
            sitting.move(seat)
            sitting.move(seat, 1)
            sitting.do(PEOPLE[seat], AskFor, matter="take back")
        assert sitting.room.clocks.left[seat] == clock.bank * 1000 - 15_000


def test_a_move_that_was_shown_brings_its_time_to_all_who_chose() -> None:
    sitting, _ = one_move()
    seats = sitting.room.waiting()
    for seat in seats:
        sitting.wait(1)
        sitting.move(seat)
    spent = [(place + 1) * 1000 for place in range(len(seats))]
    assert [sitting.room.clocks.left[seat] for seat in seats] == [65_000 - time for time in spent]


def quiet_move() -> tuple[Sitting, int]:
    """A T-Rex game at a ply where somebody has just made a move that taught them nothing."""
    sitting = Sitting()
    for _ in range(300):
        seat = sitting.room.waiting()[0]
        sitting.move(seat)
        assert sitting.room.match is not None
        if asks._can_take_back(sitting.room, seat):
            return sitting, seat
    raise AssertionError("everything teaches something")


@pytest.mark.parametrize(("game", "choice"), [("trex", 0), ("cubosaurs", 1)])
def test_what_moves_brought_is_given_back_by_all_whose_moves_are_taken_back(game: str, choice: int) -> None:
    sitting = Sitting(game, clock=LIVE)
    room, match = sitting.room, sitting.room.match
    assert match is not None
    clocks = {}  # by ply; no time passes
    for _ in range(100):
        clocks[match.ply] = room.clocks.left.copy()
        last = room.waiting()[0]
        sitting.move(last, choice)
        able = [seat for seat in range(3) if seat != last and asks._can_take_back(room, seat)]
        if able and match.check_undo(able[0]) < match.ply:
            sitting.write([log.TakenBack(seat=able[0])])
            assert room.clocks.left == clocks[match.ply]
            return
    raise AssertionError("nobody can go back past another's move")


def test_moves_of_a_record_brought_nobody_time_so_that_none_goes_with_them() -> None:
    """Until they are made anew: then they are moves like any other."""
    played = Sitting()
    while not [seat for seat in range(3) if asks._can_take_back(played.room, seat)]:
        played.move()
    seat = next(seat for seat in range(3) if asks._can_take_back(played.room, seat))
    match = played.room.match
    assert match is not None
    deal = tuple(played.room.game.say_deal(match.deal))
    moves = tuple((line[0].seat, match.say_line(line)) for line in match.lines())
    sitting = Sitting(clock=LIVE, is_started=False)
    sitting.room.opened = structs.replace(sitting.room.opened, deal=deal, moves=moves)
    sitting.write([log.Started(by="anna")])
    room, before = sitting.room, sitting.room.clocks.left.copy()
    sitting.write([log.TakenBack(seat=seat)])
    assert room.match is not None
    assert room.match.ply < match.ply
    assert room.clocks.left == before
    mover = room.waiting()[0]
    sitting.move(mover)
    assert room.clocks.left[mover] == before[mover] + LIVE.increment * 1000
    if asks._can_take_back(room, mover):
        sitting.write([log.TakenBack(seat=mover)])
        assert room.clocks.left == before


def test_a_move_is_taken_back_when_all_others_agree_the_absent_too() -> None:
    sitting, seat = quiet_move()
    others = [other for other in range(3) if other != seat]
    assert sitting.room.match is not None
    ply = sitting.room.match.ply
    sitting.leave(others[1])
    sitting.now += 10 * MINUTE * 1000
    assert names(sitting.do(PEOPLE[seat], AskFor, matter="take back")) == ["Asked"]
    ask = sitting.room.asked - 1
    assert names(sitting.do(PEOPLE[others[0]], Answer, ask=ask, is_yes=True)) == ["Answered"]
    brought = sitting.do(PEOPLE[others[1]], Answer, ask=ask, is_yes=True)
    assert names(brought) == ["Answered", "Settled", "TakenBack"]
    assert sitting.room.match.ply < ply
    assert sitting.room.waiting() == [seat]


def test_nothing_is_taken_back_past_what_the_seat_has_learnt() -> None:
    """Whenever a take-back is allowed, the seat was told nothing since that it did not know."""
    allowed = 0
    for game in GAMES:
        sitting = Sitting(game)
        for step in range(60):
            sitting.move(choice=step)
            match = sitting.room.match
            assert match is not None
            if match.is_over:
                break
            for seat in range(3):
                if match.chosen(seat) is not None or not asks._can_take_back(sitting.room, seat):
                    continue
                twin = fold(sitting.log)
                fold_one(twin, log.TakenBack(seat=seat), sitting.now)
                assert twin.match is not None
                allowed += 1
                since = [fact for ply in match.plies[twin.match.ply :] for fact in ply.facts]
                assert not [fact for fact in since if teaches(match.game.fact_kinds, fact, seat)]
    assert allowed > 5


def test_what_has_been_seen_cannot_be_unseen_by_asking() -> None:
    sitting = Sitting("tyrannosaurus")
    for seat in sitting.room.waiting():
        sitting.move(seat)
    assert refused(sitting, ANNA, AskFor, matter="take back") == "not possible"


def test_a_take_back_that_something_was_revealed_meanwhile_is_settled_with_no() -> None:
    sitting, seat = quiet_move()
    sitting.do(PEOPLE[seat], AskFor, matter="take back")
    ask = sitting.room.asked - 1
    while asks._can_take_back(sitting.room, seat):
        other = sitting.room.waiting()[0]
        assert other != seat
        sitting.move(other)
    voters = [other for other in range(3) if other != seat]
    sitting.do(PEOPLE[voters[0]], Answer, ask=ask, is_yes=True)
    last = sitting.do(PEOPLE[voters[1]], Answer, ask=ask, is_yes=True)
    assert names(last) == ["Answered", "Settled"]
    assert isinstance(last[-1], log.Settled)
    assert not last[-1].is_yes


def test_who_moves_again_does_not_want_the_move_before_back() -> None:
    sitting = Sitting("cubosaurs")
    for _ in range(200):
        seat = sitting.room.waiting()[0]
        sitting.move(choice=1)
        if sitting.room.waiting() == [seat] and asks._can_take_back(sitting.room, seat):
            break
    sitting.do(PEOPLE[seat], AskFor, matter="take back")
    assert asked(sitting) == ["take back"]
    sitting.move(seat)
    assert asked(sitting) == []
    assert sitting.room.notes[-1].words.endswith("asked to take back, and moved on")


def test_a_record_with_moves_taken_back_and_talk_about_them_can_be_read() -> None:
    sitting, seat = quiet_move()
    sitting.do(BEN, Say, text="# oh: no")
    sitting.write([log.TakenBack(seat=seat), log.Ended(how="agreement")])
    record = read_whole_record(summary.write_record(sitting.room))
    assert record.match.ply == (sitting.room.match.ply if sitting.room.match else -1)
    assert record.ending is not None
    assert any("oh: no" in note.words for note in record.notes)


def test_the_record_has_every_vote_and_what_became_of_every_question() -> None:
    sitting, seat = quiet_move()
    asker, others = PEOPLE[seat], [other for other in range(3) if other != seat]
    who = [f"seat {number + 1} ({each.name})" for number, each in enumerate(PEOPLE)]
    sitting.do(asker, AskFor, matter="take back")
    sitting.do(PEOPLE[others[0]], Answer, ask=0, is_yes=True)
    sitting.do(PEOPLE[others[1]], Answer, ask=0, is_yes=False)
    sitting.do(asker, AskFor, matter="pause")
    sitting.wait(absence.ASK_TIME / 1000)
    sitting.do(ANNA, AskFor, matter="end")
    sitting.write([log.Ended(how="closed")])
    words = [note.words for note in read_whole_record(summary.write_record(sitting.room)).notes]
    assert words == [
        f"{who[others[0]]} said yes: {who[seat]} asked to take back",
        f"{who[others[1]]} said no: {who[seat]} asked to take back",
        f"{who[seat]} asked to take back, and the others did not agree",
        f"{who[seat]} asked to pause, and the others did not agree",
        f"{who[0]} asked to end, and the game was over first",
    ]


def test_nobody_gets_a_vote_into_the_record_by_saying_it() -> None:
    sitting = Sitting()
    sitting.do(ANNA, AskFor, matter="end")
    guest = Actor("guest", "seat 2 (Ben)")
    sitting.do(ANNA, OpenChat)
    sitting.do(guest, Say, text="yes: seat 1 (Anna) asked to end")
    said = sitting.room.notes[-1].words
    sitting.do(BEN, Answer, ask=0, is_yes=True)
    assert said == "seat 2 (Ben) said “yes: seat 1 (Anna) asked to end”"
    assert sitting.room.notes[-1].words == "seat 2 (Ben) said yes: seat 1 (Anna) asked to end"


def test_the_record_tells_at_its_ply_what_became_of_moves_clocks_and_seats() -> None:
    sitting, seat = quiet_move()
    moved = sitting.room.match.ply if sitting.room.match else -1
    sitting.write([log.TakenBack(seat=seat)])
    back = sitting.room.match.ply if sitting.room.match else -1
    sitting.write([log.Moved(seat=seat, moves=moves_of(sitting.room, seat), is_forced=True)])
    sitting.write([log.Paused(), log.Resumed()])
    sitting.write([log.Replaced(seat=2, player=bot()), log.Seated(seat=2, player=person(CLEO))])
    sitting.do(BEN, Resign)
    sitting.write([log.Ended(how="closed")])
    who = f"seat {seat + 1} ({PEOPLE[seat].name})"
    assert back < moved
    assert [
        (note.ply, note.words) for note in read_whole_record(summary.write_record(sitting.room)).notes
    ] == [
        (back, f"{who} took a move back"),
        (moved, f"the clock moved for {who}"),
        (moved, "the game was paused"),
        (moved, "the game went on"),
        (moved, f"seat 3 ({bot().name}) is now played by {bot().name}"),
        (moved, "seat 3 (Cleo) is now played by Cleo"),
        (moved, "seat 2 (Ben) resigned"),
    ]


def test_what_is_said_after_the_end_is_not_in_the_record() -> None:
    sitting = Sitting()
    sitting.do(ANNA, Say, text="good luck")
    sitting.write([log.Ended(how="agreement")])
    record = summary.write_record(sitting.room)
    sitting.do(BEN, Say, text="gg")
    assert [said.text for said in sitting.room.chat] == ["good luck", "gg"]
    assert summary.write_record(sitting.room) == record


# Taking over


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
def test_who_would_take_over_too_early_is_told_when(clock: Clock, away: float | None, sentence: str) -> None:
    sitting = Sitting("trex", clock=clock)
    if away is not None:
        sitting.leave(2)
        sitting.wait(away)
    with pytest.raises(Refusal) as refusal:
        sitting.do(ANNA, AskFor, matter="take over", seat=3, bot="hunter")
    assert (refusal.value.code, refusal.value.sentence) == ("not allowed", sentence)


def test_a_seat_is_taken_over_only_after_a_while() -> None:
    sitting = Sitting()
    sitting.leave(2)
    sitting.now += 59_000
    over = {"matter": "take over", "seat": 3, "bot": "hunter"}
    assert refused(sitting, ANNA, AskFor, **over) == "not allowed"
    sitting.now += 2_000
    assert names(sitting.do(ANNA, AskFor, **over)) == ["Asked"]
    assert names(sitting.do(BEN, Answer, ask=0, is_yes=True)) == ["Answered", "Settled", "Replaced"]
    player = sitting.room.players[2]
    assert player is not None
    assert player.bot == "hunter"
    assert sitting.room.eyes_of("cleo") == SPECTATOR


def test_whoever_left_comes_back_without_asking_and_nobody_else_does() -> None:
    sitting = away()
    sitting.do(ANNA, AskFor, matter="take over", seat=3, bot="hunter")
    sitting.do(BEN, Answer, ask=0, is_yes=True)
    assert refused(sitting, DORA, Sit, seat=3) == "not allowed"
    assert refused(sitting, BEN, Sit, seat=3) == "not allowed"
    assert names(sitting.do(CLEO, Sit, seat=3)) == ["Seated"]
    assert sitting.room.seat_of("cleo") == 2
    assert not sitting.room.left


def test_who_comes_back_before_the_others_have_agreed_keeps_the_seat() -> None:
    sitting = away()
    sitting.do(ANNA, AskFor, matter="take over", seat=3, bot="hatchling")
    sitting.here.add(2)
    assert names(sitting.do(BEN, Answer, ask=0, is_yes=True)) == ["Answered", "Settled"]
    assert sitting.room.seat_of("cleo") == 2


def test_a_seat_is_no_reason_to_have_two() -> None:
    sitting = away()
    assert refused(sitting, ANNA, AskFor, matter="take over", seat=3) == "not allowed"
    assert refused(sitting, ANNA, AskFor, matter="take over", seat=1, bot="hunter") == "not possible"
    assert refused(sitting, ANNA, AskFor, matter="take over") == "not possible"
    assert refused(sitting, DORA, AskFor, matter="take over", seat=3, bot="hunter") == "not allowed"
    assert refused(sitting, NOBODY, AskFor, matter="take over", seat=3) == "not allowed"


def test_who_thinks_within_the_time_of_the_clock_is_not_missing() -> None:
    sitting = Sitting(clock=Clock("live", bank=6 * 3600))
    seat = sitting.room.waiting()[0]
    sitting.wait(3600)
    other = PEOPLE[(seat + 1) % 3]
    over = {"matter": "take over", "seat": seat + 1, "bot": "hunter"}
    assert refused(sitting, other, AskFor, **over) == "not allowed"


# Programs


def test_a_program_plays_its_seat_and_no_other() -> None:
    sitting = Sitting(players=[ANNA, program(), BEN])
    while sitting.room.waiting() != [1]:
        sitting.move()
    sitting.move(1)
    body = sitting.log[-1][0]
    assert isinstance(body, log.Moved)
    assert body.seat == 1
    assert refused(sitting, PROGRAM, Say, text="hi") == "not allowed"
    assert refused(sitting, PROGRAM, Sit, seat=1) == "not allowed"


def test_a_program_that_was_replaced_sees_and_does_nothing_any_more() -> None:
    sitting = Sitting(players=[ANNA, program(), bot()])
    assert sitting.room.eyes_of(PROGRAM.id) == 1
    sitting.leave(1)
    sitting.now += 61_000
    assert names(sitting.do(ANNA, AskFor, matter="take over", seat=2, bot="hunter"))[-1] == "Replaced"
    assert sitting.room.eyes_of(PROGRAM.id) == SPECTATOR
    assert refused(sitting, PROGRAM, Resign) == "not allowed"


def test_a_program_that_is_there_keeps_its_seat_like_a_person() -> None:
    sitting = Sitting(players=[ANNA, program(), bot()])
    over = {"matter": "take over", "seat": 2, "bot": "hunter"}
    assert refused(sitting, ANNA, AskFor, **over) == "not allowed"
    sitting.leave(1)
    assert refused(sitting, ANNA, AskFor, **over) == "not allowed"


def test_a_program_that_is_back_before_all_have_agreed_keeps_its_seat() -> None:
    sitting = Sitting(players=[ANNA, program(), BEN])
    sitting.leave(1)
    sitting.now += 61_000
    sitting.do(ANNA, AskFor, matter="take over", seat=2, bot="hunter")
    sitting.here.add(1)
    assert names(sitting.do(BEN, Answer, ask=0, is_yes=True)) == ["Answered", "Settled"]
    assert sitting.room.seat_of(PROGRAM.id) == 1


def test_a_program_whose_seat_was_cleared_does_not_see_with_the_eyes_of_who_sits_there_now() -> None:
    sitting = Sitting(players=[ANNA, program(), None], is_started=False)
    sitting.do(ANNA, Stand, seat=2)
    sitting.do(BEN, Sit, seat=2, share="of-ben")
    sitting.do(CLEO, Sit, seat=3, share="of-cleo")
    sitting.do(ANNA, Start)
    assert sitting.room.eyes_of(PROGRAM.id) == SPECTATOR
    assert refused(sitting, PROGRAM, Move, ply=0, line="play blue 7") == "not allowed"


# Giving up


def test_of_two_who_resigns_loses_to_the_other() -> None:
    sitting = Sitting(players=[ANNA, BEN])
    assert names(sitting.do(BEN, Resign)) == ["Resigned", "Ended"]
    table = present.show_table(sitting.room)
    assert table.outcome is not None
    assert (table.outcome.how, table.outcome.winners) == ("resigned", [1])
    assert [(seat.name, seat.has_resigned) for seat in table.seats] == [("Anna", False), ("Ben", True)]


def test_who_resigns_last_is_the_one_who_has_played() -> None:
    sitting = Sitting()
    sitting.do(BEN, Resign)
    sitting.do(ANNA, Resign)
    seats = present.show_table(sitting.room).seats
    assert [seat.bot or seat.name for seat in seats] == ["Anna", SUBSTITUTE, "Cleo"]


def test_of_more_a_bot_plays_on_for_who_resigns_and_they_do_not_come_back() -> None:
    sitting = Sitting()
    assert names(sitting.do(BEN, Resign)) == ["Resigned"]
    player = sitting.room.players[1]
    assert player is not None
    assert player.bot == SUBSTITUTE
    assert present.show_table(sitting.room).seats[1].has_resigned
    assert refused(sitting, BEN, Sit, seat=2) == "not allowed"
    assert refused(sitting, BEN, Resign) == "not allowed"
    assert names(sitting.do(ANNA, Resign)) == ["Resigned", "Ended"]
    outcome = present.show_table(sitting.room).outcome
    assert outcome is not None
    assert outcome.winners == [3]


def test_when_the_last_person_resigns_from_bots_the_game_is_abandoned() -> None:
    sitting = Sitting(players=[ANNA, bot(), bot()])
    assert names(sitting.do(ANNA, Resign)) == ["Resigned", "Ended"]
    outcome = present.show_table(sitting.room).outcome
    assert outcome is not None
    assert (outcome.how, outcome.winners) == ("abandoned", [])


# Talk


def test_what_is_said_is_one_clean_line_in_the_name_of_who_says_it() -> None:
    sitting = Sitting()
    sitting.do(BEN, Say, text="  hello\u202e\n there ")
    assert (sitting.room.chat[-1].name, sitting.room.chat[-1].text) == ("Ben", "hello there")
    assert refused(sitting, BEN, Say, text="\u200b\n") == "not possible"


def test_whoever_the_host_silences_is_silent_until_the_host_says_otherwise() -> None:
    sitting = Sitting()
    sitting.do(ANNA, OpenChat)
    sitting.do(ANNA, Mute, person="dora")
    assert refused(sitting, DORA, Say, text="hello") == "not allowed"
    sitting.do(ANNA, Mute, person="dora", is_muted=False)
    sitting.do(DORA, Say, text="hello")
    assert refused(sitting, ANNA, Mute, person="anna") == "not possible"


def test_who_does_no_end_of_things_can_only_play_on_and_is_in_nobody_elses_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(decide, "MOST_DEEDS", 6)
    sitting = Sitting("tyrannosaurus", [ANNA, BEN])
    for choice in range(3):  # the first is a move, and what follows a change of mind
        sitting.move(0, choice)
    sitting.do(ANNA, AskFor, matter="take back")
    sitting.do(ANNA, Mute, person="ben", is_muted=False)
    sitting.do(ANNA, Say, text="hm")
    sitting.move(0)  # the game goes on
    assert sitting.room.match is not None
    for make, fields in (
        (Move, {"ply": sitting.room.match.ply, "line": line_of(sitting.room, 0, 1)}),
        (AskFor, {"matter": "take back"}),
        (AskFor, {"matter": "pause"}),
        (Mute, {"person": "ben", "is_muted": True}),
        (Say, {"text": "well"}),
    ):
        assert refused(sitting, ANNA, make, **fields) == "not possible"
    sitting.do(BEN, Say, text="go on")
    sitting.move(1)
    sitting.move(0)
    sitting.do(ANNA, Resign)


def test_before_the_game_nobody_sits_down_and_gets_up_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decide, "MOST_DEEDS", 4)
    sitting = Sitting(players=[ANNA, BEN, None], is_started=False)
    sitting.do(BEN, Sit, seat=3)
    sitting.do(BEN, Sit, seat=2)
    sitting.do(BEN, Stand)
    sitting.do(ANNA, SeatBot, seat=2, bot="hatchling")
    sitting.do(BEN, Sit, seat=3, share="ben")
    for make, fields in ((Sit, {"seat": 3}), (Stand, {})):
        assert refused(sitting, BEN, make, **fields) == "not possible"
    sitting.do(BEN, Start)


def test_a_table_remembers_only_the_last_of_what_was_said() -> None:
    sitting = Sitting()
    for number in range(250):
        sitting.do(BEN, Say, text=str(number))
    assert [said.text for said in sitting.room.chat] == [str(number) for number in range(50, 250)]


# Time


def test_when_time_is_up_the_rules_move_and_it_is_written_down_like_any_move() -> None:
    sitting = Sitting(clock=LIVE)
    seat = sitting.room.waiting()[0]
    assert sitting.room.match is not None
    moves = (sitting.room.match.default_move(seat),)
    assert sitting.wait(59.999) == []
    (body,) = sitting.wait(0.001)
    assert body == log.Moved(seat=seat, moves=moves, is_forced=True)
    assert sitting.room.clocks.left[seat] == 5_000


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("clock", [LIVE, DAYS], ids=["live", "days"])
def test_with_a_clock_a_game_ends_though_nobody_ever_does_anything(game: str, clock: Clock) -> None:
    sitting = Sitting(game, clock=clock)
    for _ in range(2000):
        if sitting.room.stage == "over":
            break
        due = schedule.next_due(sitting.room)
        assert due is not None, "nothing would ever happen again"
        sitting.wait(max(0, due - sitting.now) / 1000)
    assert sitting.room.stage == "over"
    assert summary.write_record(sitting.room)


def test_who_was_only_just_cut_off_is_not_overruled() -> None:
    sitting = Sitting()
    for seat in (1, 2):
        sitting.leave(seat)
    sitting.now += 5_000
    for matter in ("pause", "end"):
        assert names(sitting.do(ANNA, AskFor, matter=matter)) == ["Asked"]


# Bots


def test_a_bot_that_fails_is_replaced_and_when_none_thinks_the_rules_move() -> None:
    sitting = Sitting(players=[bot("tyrant"), ANNA, BEN])
    while 0 not in sitting.room.waiting():
        sitting.move()
    seen = []
    for _ in range(4):
        bodies = schedule.replace_bot(sitting.room, 0)
        sitting.write(bodies)
        (body,) = bodies
        seen.append(body.player.bot if isinstance(body, log.Replaced) else "the rules")
    assert seen == [SUBSTITUTE, LEVELS[0], SUBSTITUTE, "the rules"]
    assert 0 not in sitting.room.waiting() or sitting.room.match is not None
    assert schedule.replace_bot(sitting.room, 1) == []  # a person is no bot


def test_a_table_with_a_bot_to_move_wants_to_be_woken_at_once() -> None:
    sitting = Sitting(players=[bot(), bot()])
    assert schedule.wake_at(sitting.room) == sitting.room.changed_at
    assert schedule.next_due(sitting.room) is None
