"""What a thinking process is told: the position that its seat is asked about, and no other."""

import pytest
from msgspec import structs

from rexarium.table import conduct, log
from rexarium.table.room import Room
from rexarium.table.thinking import play_again, question_of
from tests.table.stage import GAMES, NOON, Sitting, fold, line_of, opening


def played_on(game: str, played: Room) -> Room:
    """A table where the game of another one is played on, as from its record."""
    match = played.match
    assert match is not None
    deal = tuple(played.game.say_deal(match.deal))
    moves = tuple((line[0].seat, match.say_line(line)) for line in match.lines())
    first, *rest = opening(game)
    assert isinstance(first, log.Opened)
    return fold([(body, NOON) for body in (structs.replace(first, deal=deal, moves=moves), *rest)])


def check_questions(room: Room) -> None:
    """Whoever thinks for a seat that is asked something thinks about this position."""
    match = room.match
    assert match is not None
    for seat in match.waiting():
        again = play_again(question_of(room, seat))
        assert again.plies == match.plies
        assert [again.view(eyes) for eyes in range(3)] == [match.view(eyes) for eyes in range(3)]
        assert [again.chosen(other) for other in range(3)] == [match.chosen(other) for other in range(3)]
        assert again.decision(seat) == match.decision(seat)


@pytest.mark.parametrize("game", GAMES)
def test_who_thinks_where_a_record_is_played_on_knows_what_was_taken_back(game: str) -> None:
    sitting, taken_back = Sitting(game), 0
    for step in range(60):
        sitting.move(choice=step)
        if sitting.room.stage == "over":
            break
        room = played_on(game, sitting.room)
        check_questions(room)
        back = [seat for seat in range(3) if conduct._can_take_back(room, seat)]
        for seat in back[:1]:
            room.fold(log.TakenBack(seat=seat), NOON)
            check_questions(room)
            taken_back += 1
        for choice in (1, 2):
            asked = room.waiting()[0]
            room.fold(log.Moved(seat=asked, line=line_of(room, asked, choice)), NOON)
            check_questions(room)
            if room.stage == "over":
                break
    assert taken_back > 3 or game == "tyrannosaurus"  # where all learn from every move
