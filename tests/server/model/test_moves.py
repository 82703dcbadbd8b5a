"""A move answers its own question and no other."""

import pytest

from rexarium.kernel.sentence import sentence
from rexarium.server.model import log
from rexarium.server.model.commands import Move
from rexarium.server.model.errors import Refusal
from rexarium.server.wire.problems import to_problem
from tests.server.support.model_table import ModelTable, refused
from tests.server.support.samples import PEOPLE
from tests.server.support.stages import LIVE


def test_a_move_answers_only_the_question_it_names() -> None:
    model = ModelTable()
    seat = model.table.waiting()[0]
    line = model.move()
    assert refused(model, PEOPLE[seat], Move, ply=0, line=line) == "stale"
    other = model.table.waiting()[0]
    waiting = next(seat for seat in range(3) if seat != other)
    ply = 1
    assert refused(model, PEOPLE[waiting], Move, ply=ply, line=line) == "not your turn"
    assert refused(model, PEOPLE[other], Move, ply=ply, line="checkmate") == "unreadable"
    assert refused(model, PEOPLE[other], Move, ply=ply, line="take yellow") == "illegal"


def test_an_illegal_move_names_the_rule() -> None:
    model = ModelTable()
    with pytest.raises(Refusal) as caught:
        model.do(PEOPLE[model.table.waiting()[0]], Move, ply=0, line="take yellow")
    assert model.table.game.rulebook.rule(caught.value.rule or "").chapter == "Eggs"
    problem = to_problem(caught.value)
    assert sentence(problem.pattern, **problem.values) == problem.sentence == caught.value.sentence


def test_a_line_is_written_as_the_game_says_it() -> None:
    model = ModelTable("cubosaurs")
    line = model.move()
    entry = model.log[-1][0]
    assert isinstance(entry, log.Moved)
    assert model.table.game.say_line(entry.moves) == line


def test_a_line_played_in_pieces_earns_no_extra_time() -> None:
    model = ModelTable("cubosaurs", clock=LIVE)
    earned = []
    for _ in range(200):
        table, seat = model.table, model.table.waiting()[0]
        assert table.match is not None
        before = table.clocks.left[seat]
        model.move(choice=1)
        earned.append((table.game.continues(table.match.plies[-1].move), table.clocks.left[seat] - before))
        if table.stage == "over":
            break
    assert set(earned) == {(False, 5_000), (True, 0)}


def test_a_secret_choice_can_be_changed_until_all_have_chosen() -> None:
    model = ModelTable("tyrannosaurus")
    first, *rest = model.table.waiting()
    model.move(first, 0)
    model.move(first, 1)
    match = model.table.match
    assert match is not None
    assert match.ply == 0
    for seat in rest:
        model.move(seat)
    assert match.ply == len(rest) + 1
