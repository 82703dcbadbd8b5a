"""Taking a move back: what it undoes, and when it is too late."""

import pytest
from msgspec import structs

from rexarium.kernel.facts import teaches
from rexarium.match import read_whole_record
from rexarium.server.model import absence, asks, log
from rexarium.server.model.commands import Answer, AskFor, Move, OpenChat, Resign, Say
from rexarium.server.model.fold import fold as fold_one
from rexarium.server.model.log import Clock
from rexarium.server.model.moment import Actor
from rexarium.server.wire import messages, present, summary
from tests.server.support.model_table import ModelTable, fold, line_of, moves_of, names, refused
from tests.server.support.samples import ANNA, BEN, CLEO, GAMES, PEOPLE, bot, person
from tests.server.support.stages import DAYS, LIVE, MINUTE, asked, quiet_move


def one_move(clock: Clock = LIVE) -> tuple[ModelTable, int]:
    """A valley game in which a turn of secret choices has been shown: everybody has seen everybody's."""
    model = ModelTable("tyrannosaurus", clock=clock)
    seat = model.table.waiting()[0]
    return model, seat


def test_an_unseen_choice_is_taken_back_without_asking() -> None:
    model, seat = one_move()
    model.move(seat)
    assert names(model.do(PEOPLE[seat], AskFor, matter="take back")) == ["TakenBack"]
    assert model.table.match is not None
    assert model.table.match.chosen(seat) is None
    assert seat in model.table.waiting()


def test_an_unseen_choice_changes_nobody_elses_question() -> None:
    model, seat = one_move()
    first = shown(model, seat)
    others = {other: shown(model, other) for other in model.table.waiting() if other != seat}
    for choice in (0, 1, None, 2):
        if choice is None:
            model.do(PEOPLE[seat], AskFor, matter="take back")
        else:
            model.move(seat, choice)
        assert {other: shown(model, other) for other in others} == others
        assert structs.replace(shown(model, seat), chosen=None) == first
    for other, question in others.items():
        line = question.choices[0].line
        model.do(PEOPLE[other], Move, ply=question.ply, taken_back=question.taken_back, line=line)
    assert model.table.match is not None
    assert model.table.match.ply == 1 + len(others)


def shown(model: ModelTable, seat: int) -> messages.DecisionState:
    """The question a seat is asked."""
    decision = present.decision_state(model.table, seat)
    assert decision is not None
    return decision


def test_a_move_naming_only_its_ply_answers_the_question_there() -> None:
    model, seat = quiet_move()
    model.write([log.TakenBack(seat=seat)])
    assert model.table.match is not None
    ply, line = model.table.match.ply, line_of(model.table, seat)
    assert refused(model, PEOPLE[seat], Move, ply=ply, taken_back=0, line=line) == "stale"
    assert names(model.do(PEOPLE[seat], Move, ply=ply, line=line)) == ["Moved"]


def test_choosing_and_taking_back_gains_no_time() -> None:
    for clock in (LIVE, DAYS):
        model, seat = one_move(clock)
        for _ in range(3):
            model.wait(5)
            model.move(seat)
            model.move(seat, 1)
            model.do(PEOPLE[seat], AskFor, matter="take back")
        assert model.table.clocks.left[seat] == clock.bank * 1000 - 15_000


def test_a_revealed_move_adds_time_for_everyone_who_chose() -> None:
    model, _ = one_move()
    seats = model.table.waiting()
    for seat in seats:
        model.wait(1)
        model.move(seat)
    spent = [(place + 1) * 1000 for place in range(len(seats))]
    assert [model.table.clocks.left[seat] for seat in seats] == [65_000 - time for time in spent]


@pytest.mark.parametrize(("game", "choice"), [("trex", 0), ("cubosaurs", 1)])
def test_time_gained_by_moves_is_lost_when_they_are_taken_back(game: str, choice: int) -> None:
    model = ModelTable(game, clock=LIVE)
    table, match = model.table, model.table.match
    assert match is not None
    clocks = {}  # by ply; no time passes
    for _ in range(100):
        clocks[match.ply] = table.clocks.left.copy()
        last = table.waiting()[0]
        model.move(last, choice)
        able = [seat for seat in range(3) if seat != last and asks._can_take_back(table, seat)]
        if able and match.check_undo(able[0]) < match.ply:
            model.write([log.TakenBack(seat=able[0])])
            assert table.clocks.left == clocks[match.ply]
            return
    raise AssertionError("nobody can go back past another's move")


def test_taking_back_a_records_moves_costs_no_time() -> None:
    """Once they are made again they are moves like any other."""
    played = ModelTable()
    while not [seat for seat in range(3) if asks._can_take_back(played.table, seat)]:
        played.move()
    seat = next(seat for seat in range(3) if asks._can_take_back(played.table, seat))
    match = played.table.match
    assert match is not None
    deal = tuple(played.table.game.say_deal(match.deal))
    moves = tuple((line[0].seat, match.say_line(line)) for line in match.lines())
    model = ModelTable(clock=LIVE, is_started=False)
    model.table.opened = structs.replace(model.table.opened, deal=deal, moves=moves)
    model.write([log.Started(by="anna")])
    table, before = model.table, model.table.clocks.left.copy()
    model.write([log.TakenBack(seat=seat)])
    assert table.match is not None
    assert table.match.ply < match.ply
    assert table.clocks.left == before
    mover = table.waiting()[0]
    model.move(mover)
    assert table.clocks.left[mover] == before[mover] + LIVE.increment * 1000
    if asks._can_take_back(table, mover):
        model.write([log.TakenBack(seat=mover)])
        assert table.clocks.left == before


def test_a_move_is_taken_back_when_all_others_agree_absent_players_included() -> None:
    model, seat = quiet_move()
    others = [other for other in range(3) if other != seat]
    assert model.table.match is not None
    ply = model.table.match.ply
    model.leave(others[1])
    model.now += 10 * MINUTE * 1000
    assert names(model.do(PEOPLE[seat], AskFor, matter="take back")) == ["Asked"]
    ask = model.table.ask_count - 1
    assert names(model.do(PEOPLE[others[0]], Answer, ask=ask, is_yes=True)) == ["Answered"]
    brought = model.do(PEOPLE[others[1]], Answer, ask=ask, is_yes=True)
    assert names(brought) == ["Answered", "Settled", "TakenBack"]
    assert model.table.match.ply < ply
    assert model.table.waiting() == [seat]


def test_a_take_back_cannot_go_past_what_the_seat_has_learnt() -> None:
    """Whenever a take-back is allowed, the seat has learnt nothing new since."""
    allowed = 0
    for game in GAMES:
        model = ModelTable(game)
        for step in range(60):
            model.move(choice=step)
            match = model.table.match
            assert match is not None
            if match.is_over:
                break
            for seat in range(3):
                if match.chosen(seat) is not None or not asks._can_take_back(model.table, seat):
                    continue
                twin = fold(model.log)
                fold_one(twin, log.TakenBack(seat=seat), model.now)
                assert twin.match is not None
                allowed += 1
                since = [fact for ply in match.plies[twin.match.ply :] for fact in ply.facts]
                assert not [fact for fact in since if teaches(match.game.fact_kinds, fact, seat)]
    assert allowed > 5


def test_a_move_that_revealed_something_cannot_be_taken_back() -> None:
    model = ModelTable("tyrannosaurus")
    for seat in model.table.waiting():
        model.move(seat)
    assert refused(model, ANNA, AskFor, matter="take back") == "not possible"


def test_a_take_back_is_rejected_if_something_was_revealed_in_the_meantime() -> None:
    model, seat = quiet_move()
    model.do(PEOPLE[seat], AskFor, matter="take back")
    ask = model.table.ask_count - 1
    while asks._can_take_back(model.table, seat):
        other = model.table.waiting()[0]
        assert other != seat
        model.move(other)
    voters = [other for other in range(3) if other != seat]
    model.do(PEOPLE[voters[0]], Answer, ask=ask, is_yes=True)
    last = model.do(PEOPLE[voters[1]], Answer, ask=ask, is_yes=True)
    assert names(last) == ["Answered", "Settled"]
    assert isinstance(last[-1], log.Settled)
    assert not last[-1].is_yes


def test_moving_again_drops_the_request_to_take_back() -> None:
    model = ModelTable("cubosaurs")
    for _ in range(200):
        seat = model.table.waiting()[0]
        model.move(choice=1)
        if model.table.waiting() == [seat] and asks._can_take_back(model.table, seat):
            break
    model.do(PEOPLE[seat], AskFor, matter="take back")
    assert asked(model) == ["take back"]
    model.move(seat)
    assert asked(model) == []
    assert model.table.notes[-1].words.endswith("asked to take back, and moved on")


def test_a_record_with_moves_taken_back_and_talk_about_them_can_be_read() -> None:
    model, seat = quiet_move()
    model.do(BEN, Say, text="# oh: no")
    model.write([log.TakenBack(seat=seat), log.Ended(how="agreement")])
    record = read_whole_record(summary.record_text(model.table))
    assert record.match.ply == (model.table.match.ply if model.table.match else -1)
    assert record.ending is not None
    assert any("oh: no" in note.words for note in record.notes)


def test_the_record_has_every_vote_and_the_outcome_of_every_ask() -> None:
    model, seat = quiet_move()
    asker, others = PEOPLE[seat], [other for other in range(3) if other != seat]
    who = [f"seat {number + 1} ({each.name})" for number, each in enumerate(PEOPLE)]
    model.do(asker, AskFor, matter="take back")
    model.do(PEOPLE[others[0]], Answer, ask=0, is_yes=True)
    model.do(PEOPLE[others[1]], Answer, ask=0, is_yes=False)
    model.do(asker, AskFor, matter="pause")
    model.wait(absence.ASK_TIMEOUT / 1000)
    model.do(ANNA, AskFor, matter="end")
    model.write([log.Ended(how="closed")])
    words = [note.words for note in read_whole_record(summary.record_text(model.table)).notes]
    assert words == [
        f"{who[others[0]]} said yes: {who[seat]} asked to take back",
        f"{who[others[1]]} said no: {who[seat]} asked to take back",
        f"{who[seat]} asked to take back, and the others did not agree",
        f"{who[seat]} asked to pause, and the others did not agree",
        f"{who[0]} asked to end, and the game was over first",
    ]


def test_chat_cannot_forge_a_vote_in_the_record() -> None:
    model = ModelTable()
    model.do(ANNA, AskFor, matter="end")
    guest = Actor("guest", "seat 2 (Ben)")
    model.do(ANNA, OpenChat)
    model.do(guest, Say, text="yes: seat 1 (Anna) asked to end")
    said = model.table.notes[-1].words
    model.do(BEN, Answer, ask=0, is_yes=True)
    assert said == "seat 2 (Ben) said “yes: seat 1 (Anna) asked to end”"
    assert model.table.notes[-1].words == "seat 2 (Ben) said yes: seat 1 (Anna) asked to end"


def test_the_record_notes_changes_to_moves_clocks_and_seats_at_their_ply() -> None:
    model, seat = quiet_move()
    moved = model.table.match.ply if model.table.match else -1
    model.write([log.TakenBack(seat=seat)])
    back = model.table.match.ply if model.table.match else -1
    model.write([log.Moved(seat=seat, moves=moves_of(model.table, seat), is_forced=True)])
    model.write([log.Paused(), log.Resumed()])
    model.write([log.Replaced(seat=2, player=bot()), log.Seated(seat=2, player=person(CLEO))])
    model.do(BEN, Resign)
    model.write([log.Ended(how="closed")])
    who = f"seat {seat + 1} ({PEOPLE[seat].name})"
    assert back < moved
    assert [(note.ply, note.words) for note in read_whole_record(summary.record_text(model.table)).notes] == [
        (back, f"{who} took a move back"),
        (moved, f"the clock moved for {who}"),
        (moved, "the game was paused"),
        (moved, "the game went on"),
        (moved, f"seat 3 ({bot().name}) is now played by {bot().name}"),
        (moved, "seat 3 (Cleo) is now played by Cleo"),
        (moved, "seat 2 (Ben) resigned"),
    ]


def test_chat_after_the_end_is_not_in_the_record() -> None:
    model = ModelTable()
    model.do(ANNA, Say, text="good luck")
    model.write([log.Ended(how="agreement")])
    record = summary.record_text(model.table)
    model.do(BEN, Say, text="gg")
    assert [said.text for said in model.table.chat] == ["good luck", "gg"]
    assert summary.record_text(model.table) == record
