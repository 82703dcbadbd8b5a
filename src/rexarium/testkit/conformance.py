"""The first law: every legal move can be played, nothing else can, and a refusal changes nothing.

Every function takes a game, tries one part of the law, and raises AssertionError with what is wrong.
"""

import copy
import dataclasses
import pickle
from collections.abc import Callable

from rexarium.games import AnyGame
from rexarium.kernel import bits
from rexarium.kernel.errors import (
    IllegalMove,
    NotYourTurn,
    RexariumError,
    StalePly,
    Unknown,
    UnreadableMove,
)
from rexarium.kernel.facts import TRUTH, tell
from rexarium.kernel.game import Setup
from rexarium.kernel.lines import follow, legal_lines
from rexarium.kernel.outline import read_outline
from rexarium.kernel.rulebook import Reason
from rexarium.kernel.sentence import Sentence
from rexarium.kernel.state import FactInts, State
from rexarium.match import Match
from rexarium.search import playout
from rexarium.testkit.walk import all_eyes, begin, choosers, walk


def check_position(game: AnyGame, match: Match) -> None:
    """Check all that this law requires of one position of a match."""
    state = match.state()
    check_questions(game, state)
    check_reasons(game, state)
    check_decisions(game, match)
    check_copies(state)
    check_legal_moves(game, state)
    check_lines(game, match)
    check_refusals(game, match)


def check_questions(game: AnyGame, state: State) -> None:
    """Exactly the seats that owe a move, or may still change theirs, have legal moves, and all are moves of the
    game."""
    for seat in range(len(state.legal)):
        legal = state.legal[seat]
        is_asked = bits.has(state.waiting | state.committed, seat)
        assert is_asked == (legal != 0), (
            f"seat {seat + 1}: asked is {is_asked}, but its legal moves are {legal:#x}"
        )
        assert legal < 1 << game.move_count, f"seat {seat + 1} has a legal move past {game.move_count}"
        assert state.moves(seat) == bits.members(legal), f"seat {seat + 1}: moves() and legal differ"
    assert state.waiting < 1 << state.seats, "a seat that is not at the table is waited for"


def check_reasons(game: AnyGame, state: State) -> None:
    """There are reasons against a move exactly if it is illegal; each reason cites rules that exist."""
    for seat in range(state.seats):
        for move in range(game.move_count):
            against = game.why_illegal(state, seat, move)
            is_legal = bits.has(state.legal[seat], move)
            assert (against is None) == is_legal, (
                f"seat {seat + 1}, {game.say(move)}: legal is {is_legal}, but the reason against it is {against}"
            )
            _check_reason(game, against or game.why_legal(state, seat, move))
        for reason in game.why_score(state, seat):
            _check_reason(game, reason)


def _check_reason(game: AnyGame, reason: Reason) -> None:
    assert reason.sentence.strip(), f"a reason by {reason.rule} says nothing"
    assert isinstance(reason.sentence, Sentence), f"'{reason.sentence}' cannot be said in another language"
    for number in (reason.rule, *reason.also):
        _check_rule(game, number, reason.sentence)


def _check_rule(game: AnyGame, number: str, where: str) -> None:
    try:
        game.rulebook.rule(number)
    except Unknown:
        raise AssertionError(f"'{where}' cites {number}, which is no rule of {game.title}") from None


def check_lines(game: AnyGame, match: Match) -> None:
    """A line of moves that belong together reads back as itself and, read, does what its moves do one by one."""
    if not match.is_revealed:
        return
    state = match.state()
    for seat in match.waiting():
        lines = legal_lines(game, state, seat)
        texts = [game.say_line(line) for line in lines]
        assert len(set(texts)) == len(lines), f"two lines are written alike: {sorted(texts)}"
        for line, text in zip(lines, texts, strict=True):
            assert game.read_line(text) == line, f"'{text}' reads as {game.read_line(text)}, not as {line}"
            assert [game.continues(move) for move in line[1:]] == [True] * (len(line) - 1), (
                f"'{text}' breaks off"
            )
        longest = max(lines, key=len)
        whole, stepwise = match.fork(match.ply), match.fork(match.ply)
        whole.submit(seat, game.say_line(longest))
        for move in longest:
            stepwise.submit(seat, move)
        assert whole.plies == stepwise.plies, f"'{game.say_line(longest)}' does not do what its moves do"
        _check_no_half_line(match, seat, longest)


def _check_no_half_line(match: Match, seat: int, line: list[int]) -> None:
    """A line refused at its end changes nothing, however legal its beginning."""
    game, before = match.game, _frozen(match.state())
    ends = [move for move in range(game.move_count) if game.continues(move)]
    wrong = next(
        ([*line[:-1], move] for move in ends if not _is_legal(match, seat, [*line[:-1], move])), None
    )
    if len(line) == 1 or wrong is None:
        return
    try:
        match.submit(seat, game.say_line(wrong))
    except RexariumError:
        assert _frozen(match.state()) == before, f"the refusal of '{game.say_line(wrong)}' changed the state"
    else:
        raise AssertionError(f"'{game.say_line(wrong)}' was made, which is not legal")


def _is_legal(match: Match, seat: int, line: list[int]) -> bool:
    state, place = follow(match.state(), seat, line)
    return place == len(line) - 1 and bits.has(state.legal[seat], line[-1])


def check_decisions(game: AnyGame, match: Match) -> None:
    """A decision lists exactly the legal moves; both its texts and its parts tell them apart."""
    state = match.state()
    for seat in range(state.seats):
        decision = match.decision(seat)
        moves = [choice.move for choice in decision.choices] if decision else []
        assert moves == state.moves(seat), f"seat {seat + 1} is offered {moves}, legal is {state.moves(seat)}"
        if decision is None:
            continue
        assert (decision.seat, decision.ply) == (seat, match.ply), f"{decision} is for another seat or ply"
        assert decision.prompt in game.prompts, f"{decision.prompt} is no prompt of {game.title}"
        assert decision.question.strip(), f"the prompt {decision.prompt} asks nothing"
        texts = [choice.text for choice in decision.choices]
        parts = [choice.parts for choice in decision.choices]
        assert len(set(texts)) == len(texts), f"two choices read alike: {texts}"
        assert len(set(parts)) == len(parts), f"two choices are made with the same pieces: {parts}"
        for choice in decision.choices:
            assert choice.parts, f"nothing is touched to {choice.text}"
            assert all(part.strip() for part in choice.parts), f"{choice.text} touches a piece with no name"


def check_copies(state: State) -> None:
    """A copy is equal, and changing it does not change the original."""
    before = _frozen(state)
    twin = state.copy()
    assert _frozen(twin) == before, "a copy is not equal to its original"
    assert twin.facts is not state.facts, "a copy shares the list of facts"
    twin.assign({name: _other(value) for name, value in twin.fields().items()})
    assert _frozen(state) == before, "to change a copy changes its original"
    for seat in bits.members(state.waiting):
        twin = state.copy()
        twin.is_telling = True
        twin.apply(seat, bits.lowest(state.legal[seat]))
        assert _frozen(state) == before, "a move made on a copy changes its original"
        assert not state.facts, "a copy tells its facts to the original"


def _frozen(state: State) -> dict[str, object]:
    """All fields, with lists as separate tuples."""
    return {
        name: tuple(value) if isinstance(value, list) else value for name, value in state.fields().items()
    }


def _other(value: int | list[int]) -> int | list[int]:
    return [item ^ 1 for item in value] if isinstance(value, list) else value ^ 1


def check_legal_moves(game: AnyGame, state: State) -> None:
    """Each legal move leads to a sound position, tells declared facts, and has the same effect without telling."""
    for seat in bits.members(state.waiting):
        for move in state.moves(seat):
            after, untold = state.copy(), state.copy()
            after.is_telling = True
            after.apply(seat, move)
            untold.apply(seat, move)
            what = f"seat {seat + 1}, {game.say(move)}"
            assert after.fields() != state.fields(), f"{what}: nothing happened"
            assert after.fields() == untold.fields(), f"{what}: telling facts changes what happens"
            check_questions(game, after)
            facts = after.take_facts()
            goes_on = any(game.continues(next_) for next_ in after.moves(seat))
            assert facts or after.committed or goes_on, f"{what}: no fact was told"
            check_facts(game, after.seats, facts)
            assert not untold.take_facts(), f"{what}: facts were told that nobody asked for"


def check_facts(game: AnyGame, seats: int, facts: list[FactInts] | tuple[FactInts, ...]) -> None:
    """Each fact is of a declared kind, cites a rule, and can be put into words for all eyes."""
    for ints in facts:
        for eyes in (TRUTH, *range(seats), 255):
            fact = tell(game.fact_kinds, ints, eyes)
            _check_rule(game, fact.kind.rule, fact.kind.name)
            assert fact.line().startswith(fact.kind.name), f"{fact.kind.name} reads '{fact.line()}'"
            sentence = fact.sentence()
            assert sentence.strip(), f"{fact.kind.name} has no sentence"
            assert "{" not in sentence, f"'{sentence}' has a gap"


def check_refusals(game: AnyGame, match: Match) -> None:
    """Anything but a legal move is refused with a typed error that cites a rule, and no field changes."""
    before, ply = _frozen(match.state()), match.ply
    legal = match.state().legal
    for seat in range(match.setup.seats):
        for move in range(game.move_count):
            if bits.has(legal[seat], move):
                continue
            error = _refusal(match, seat, move)
            expected = IllegalMove if legal[seat] else NotYourTurn
            assert type(error) is expected, f"seat {seat + 1}, {game.say(move)}: refused with {error!r}"
            reason = game.why_illegal(match.state(), seat, move)
            assert reason is not None
            assert reason.rule in str(error), f"'{error}' does not cite {reason.rule}"
            if isinstance(error, IllegalMove):
                _check_rule(game, error.rule, str(error))
            assert _frozen(match.state()) == before, f"the refusal of {game.say(move)} changed the state"
    for move in (-1, -(1 << 70), game.move_count, game.move_count + 64, 1 << 70):
        for seat in range(match.setup.seats):
            assert isinstance(_refusal(match, seat, move), UnreadableMove), f"{move} is taken for a move"
    for seat in (-1, match.setup.seats, 1 << 70):
        assert isinstance(_refusal(match, seat, 0), NotYourTurn), f"seat {seat + 1} is let in"
    for seat in match.waiting():
        error = _refusal(match, seat, bits.lowest(legal[seat]), ply + 1)
        assert isinstance(error, StalePly), f"an answer to another ply is taken: {error!r}"
    assert _frozen(match.state()) == before, "a refusal changed the state"
    assert match.ply == ply, "a refusal was written into the record"


def _refusal(match: Match, seat: int, move: int, ply: int | None = None) -> RexariumError:
    try:
        match.submit(seat, move, ply)
    except RexariumError as error:
        return error
    raise AssertionError(f"seat {seat + 1} made the move {move}, which is not legal")


def check_ends(game: AnyGame, setup: Setup, seed: int) -> None:
    """However it is played, the game ends within its bound, and its winners are at the table."""
    for name, choose in choosers(seed).items():
        match = begin(game, setup, seed)
        for ply in walk(match, seed, choose):
            assert ply <= game.ply_bound, f"played {name}, the game has not ended after {ply} moves"
        won = match.state().winners()
        assert 0 < won < 1 << setup.seats, f"played {name}, the winners are {won:#x}"
        check_facts(game, setup.seats, [fact for ply in match.plies for fact in ply.facts])


def check_time_outs(game: AnyGame, match: Match) -> None:
    """The move that a time-out makes is legal, and is recorded as an ordinary move."""
    if not match.is_revealed:
        return
    for seat in range(match.setup.seats):
        late = match.fork(match.ply)
        if seat not in match.waiting():
            try:
                late.time_out(seat)
            except NotYourTurn:
                continue
            raise AssertionError(f"seat {seat + 1} timed out, though nothing was asked of it")
        move = late.state().default_move(seat)
        assert move in late.state().moves(seat), f"a time-out would make the illegal move {game.say(move)}"
        late.time_out(seat)
        plain = match.fork(match.ply)
        plain.submit(seat, move)
        assert late.plies == plain.plies, "a time-out is recorded otherwise than its move"
        assert late.state().fields() == plain.state().fields(), "a time-out does not do what its move does"


def check_twins(game: AnyGame, state: State, seed: int) -> None:
    """However a state is copied, its twin is equal, plays on the same way and shares nothing with it."""
    fields = state.fields()
    assert state.is_in_bounds(), "a state that a game has come to is taken for one that no game has"
    assert state.is_sound(), "a state that a game has come to is taken for one that no game has"
    ways: dict[str, Callable[[State], State]] = {
        "copied by itself": State.copy,
        "copied": copy.copy,
        "copied deeply": copy.deepcopy,
        "pickled": lambda whole: _pickled(whole, pickle.HIGHEST_PROTOCOL),
        "pickled as of old": lambda whole: _pickled(whole, 0),
        "restored from its fields": lambda whole: game.restore(whole.fields()),
    }
    ends = {}
    for name, way in ways.items():
        twin = way(state)
        assert type(twin) is type(state), f"a state that was {name} is of another class"
        assert twin.fields() == fields, f"a state that was {name} is not equal"
        ends[name] = _futures(twin, seed)
        assert state.fields() == fields, f"playing on a state that was {name} changes the first one"
    assert len(set(ends.values())) == 1, f"copies play on differently: {ends}"


def _pickled(state: State, protocol: int) -> State:
    again: State = pickle.loads(pickle.dumps(state, protocol))
    return again


def _futures(state: State, seed: int) -> str:
    """Ways to continue from a state: played on, imagined and played on, and dealt again."""
    moves = playout.imagine_and_play(state, 0, 2, seed)
    dealt = state.copy()
    dealt.deal(seed)
    dealt_fields = dealt.fields()
    moves += playout.play_out(state, seed)
    return repr((moves, state.fields(), state.winners(), dealt_fields))


def check_notation(game: AnyGame) -> None:
    """Every move reads back as itself in any case and spacing, and no two moves are written alike."""
    texts = [game.say(move) for move in range(game.move_count)]
    for move, text in enumerate(texts):
        for spelling in (text, text.upper(), f"  {text}  ", text.replace(" ", "   ")):
            assert game.read(spelling) == move, f"'{spelling}' reads as {game.read(spelling)}, not as {move}"
        assert text == " ".join(text.split()), f"'{text}' has stray blanks"
        assert not set(text) & set(":,#\n"), f"'{text}' has a sign that means something in a record"
    assert len({text.casefold() for text in texts}) == len(texts), "two moves are written alike"


def check_box(game: AnyGame, setup: Setup) -> None:
    """An edition is the same after writing and reading its lines."""
    edition = setup.edition
    again = game.edition_of_lines(edition.id, edition.title, read_outline("\n".join(edition.lines)))
    assert (again.lines, again.digest, again.numbers) == (edition.lines, edition.digest, edition.numbers), (
        f"edition {edition.id} is not what its lines say"
    )


def check_deal(game: AnyGame, match: Match) -> None:
    """A deal is the same after writing and reading it, and starts the same game."""
    again = game.read_deal(match.setup, read_outline("\n".join(game.say_deal(match.deal))))
    assert again == match.deal, "a deal reads back as another one"
    fields = [game.start(match.setup, deal).fields() for deal in (match.deal, again)]
    assert fields[0] == fields[1], "equal deals start unequal games"


def check_position_text(game: AnyGame, match: Match) -> None:
    """A position that is written and set up again asks and shows the same."""
    if not match.is_revealed:
        return
    state = match.state()
    lines = game.say_position(state)
    again = game.read_position(match.setup, read_outline("\n".join(lines)))
    assert game.say_position(again) == lines, "a position reads back as another one"
    for eyes in (TRUTH, *all_eyes(match.setup)):
        assert game.view(again, eyes) == game.view(state, eyes), f"eyes {eyes} see another position"
        assert game.memory(again, eyes) == game.memory(state, eyes), f"eyes {eyes} remember another position"
    for seat in range(state.seats):
        assert game.decision(again, seat) == game.decision(state, seat), f"seat {seat + 1} is asked otherwise"


def check_table(game: AnyGame) -> None:
    """The game's own tables agree with each other: presets, rulings, facts, prompts, rules."""
    for preset in game.presets:
        game.setup(game.max_seats, preset=preset.id)
    for ruling in game.rulings:
        _check_rule(game, ruling.rule, ruling.question)
        defaults = {ruling.default, *ruling.default_by_seats.values()}
        assert defaults <= set(ruling.answers), f"a default of {ruling.id} is none of its answers"
        seats = set(range(game.min_seats, game.max_seats + 1))
        assert set(ruling.default_by_seats) <= seats, f"{ruling.id} has a default for a table that is none"
        assert game.rulebook.rule(ruling.rule).option == ruling.id, f"{ruling.rule} does not name {ruling.id}"
    for kind in game.fact_kinds:
        _check_rule(game, kind.rule, kind.name)
        assert len(kind.arguments) <= 3, f"{kind.name} has more arguments than a fact has room for"
    names = [kind.name for kind in game.fact_kinds]
    assert len(set(names)) == len(names), "two kinds of facts have one name"
    _check_rule(game, game.seats_rule, "the number of seats")
    assert set(game.official_seats) <= set(range(game.min_seats, game.max_seats + 1))
    assert dataclasses.is_dataclass(game.setup(game.min_seats))
