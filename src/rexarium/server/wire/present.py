"""Shows a table on the wire: its public state, and the game through one pair of eyes.

The game is shown only by its own view, decision and facts, which contain no more than these eyes may know.
"""

from collections.abc import Collection, Sequence
from functools import cache, lru_cache
from hashlib import sha256

import msgspec

from rexarium.games import find_game
from rexarium.kernel.facts import SPECTATOR, TRUTH, Secrecy, tell
from rexarium.kernel.game import winners
from rexarium.kernel.state import FactInts
from rexarium.match import Match
from rexarium.server.model.absence import CLAIM
from rexarium.server.model.log import Player
from rexarium.server.model.table import Ask, Table
from rexarium.server.wire import messages
from rexarium.server.wire.messages import FactState, Position, SeatState, TableState, Turn

_KNOWING, _OWNER, _OTHER = TRUTH, 0, SPECTATOR  # eyes on a fact: all-knowing, its own seat, anyone else


def effective_eyes(table: Table, eyes: int) -> int:
    """These eyes, or TRUTH once the game is over, because then everyone may see everything."""
    return TRUTH if table.stage == "over" else eyes


def snapshot(table: Table, eyes: int, connected: Collection[int], now: int) -> messages.Snapshot:
    """Everything that these eyes may know, and which seats are connected."""
    return messages.Snapshot(
        number=table.event_number(eyes),
        now=now,
        table=table_state(table),
        position=position_state(table, eyes),
        turns=turn_states(table, eyes),
        chat=[messages.SpeechState(said.at, said.person, said.name, said.text) for said in table.chat],
        here=[seat + 1 for seat in connected],
    )


def table_state(table: Table) -> TableState:
    """The public state of a table, the same for everyone."""
    is_over = table.stage == "over"
    return TableState(
        table=table.id,
        game=table.game.id,
        edition=table.setup.edition.id,
        rulings=dict(table.setup.rulings),
        stage=table.stage,
        is_open=table.opened.is_open,
        clock=table.clock,
        claim_after=CLAIM,
        host=table.host,
        seats=_seat_states(table),
        is_paused=table.is_paused,
        asks=[_ask_state(ask) for ask in table.asks.values()],
        muted=sorted(table.muted),
        commitment=table.commitment or None,
        shared=[seat + 1 for seat, share in enumerate(table.shares) if share],
        proof=_proof_state(table) if is_over else None,
        outcome=outcome_state(table) if is_over else None,
        follows=table.opened.follows or None,
        rematch=table.rematch or None,
        is_chat_open=table.is_chat_open,
        is_closed=table.is_closed,
    )


def _seat_states(table: Table) -> list[SeatState]:
    waiting = table.waiting()
    has_clock = table.clock.kind != "none"
    match = table.match
    return [
        SeatState(
            seat=seat + 1,
            name=player.name if player else None,
            kind=_kind(player),
            bot=player.bot or None if player else None,
            person=player.person or None if player else None,
            is_host=player is not None and player.person == table.host != "",
            is_waited_for=seat in waiting,
            has_chosen=match is not None and match.chosen(seat) is not None,
            has_resigned=seat in table.resigned,
            is_substitute=seat in table.substituted,
            owner=table.substituted.get(seat),
            offered_until=table.offers[seat].until if seat in table.offers else None,
            time_left=table.clocks.left[seat] if has_clock else None,
            clock_since=table.clocks.since.get(seat) if has_clock else None,
        )
        for seat, player in enumerate(table.players)
    ]


def _kind(player: Player | None) -> messages.SeatKind:
    if player is None:
        return "free"
    if player.person:
        return "person"
    return "bot" if player.bot else "program"


def _ask_state(ask: Ask) -> messages.AskState:
    entry = ask.entry
    return messages.AskState(
        ask=ask.number,
        matter=entry.matter,
        seat=from_one(entry.seat),
        of=from_one(entry.of),
        successor=entry.successor.name if entry.successor else None,
        agreed=sorted(seat + 1 for seat in ask.yes),
    )


def _proof_state(table: Table) -> messages.ProofState | None:
    proof = table.proof()
    return None if proof is None else messages.ProofState(proof.seed.hex(), list(proof.shares))


def outcome_state(table: Table) -> messages.Outcome:
    """How the game ended, and who won."""
    if table.ended is not None:
        return messages.Outcome(table.ended.how, [seat + 1 for seat in table.ended.winners], None)
    assert table.match is not None
    state = table.match.state()
    scores = [state.score(seat) for seat in range(table.setup.seats)]
    return messages.Outcome("rules", [seat + 1 for seat in winners(state)], scores)


def from_one(seat: int | None) -> int | None:
    """A seat as a seat number, which counts from 1."""
    return None if seat is None else seat + 1


def position_state(table: Table, eyes: int) -> Position | None:
    """The game as it stands, and the decision of these eyes if they have one."""
    return position_states(table, [eyes])[eyes]


def position_states(table: Table, eyes: Collection[int]) -> dict[int, Position | None]:
    """The same for several pairs of eyes; what they all see is computed once."""
    match = table.match
    if match is None or not eyes:
        return dict.fromkeys(eyes)
    if table.stage == "over":
        (everything,) = _encode_views(match, [TRUTH])
        return {each: Position(match.ply, *everything, None) for each in eyes}
    views = zip(eyes, _encode_views(match, list(eyes)), strict=True)
    return {each: Position(match.ply, *view, decision_state(table, each)) for each, view in views}


def view_state(match: Match, eyes: int) -> Position:
    """The game as these eyes see it, without a decision."""
    ((hash_, view),) = _encode_views(match, [eyes])
    return Position(match.ply, hash_, view, None)


def _encode_views(match: Match, eyes: Sequence[int]) -> list[tuple[str, msgspec.Raw]]:
    """Encoded views, each with its hash. In a game without secrets only the `eyes` differ, and they come first."""
    views = match.views(eyes)
    if match.game.has_secrets or len(views) < 2:
        written = [messages.encode(view) for view in views]
    else:
        first, whose = messages.encode(views[0]), messages.encode(views[0].eyes)
        written = [first.replace(whose, messages.encode(view.eyes), 1) for view in views]
    return [(sha256(data).hexdigest()[:16], msgspec.Raw(data)) for data in written]


def decision_state(table: Table, eyes: int) -> messages.DecisionState | None:
    """The decision that a seat has to make, if any."""
    match = table.match
    if match is None or eyes == SPECTATOR or table.stage != "playing" or table.is_paused:
        return None
    decision = match.decision(eyes)
    if decision is None:
        return None
    chosen, choices = match.chosen(eyes), _choice_states(table.game.id)
    return messages.DecisionState(
        decision.ply,
        table.taken_back,
        decision.prompt,
        decision.question,
        [choices[choice.move] for choice in decision.choices],
        None if chosen is None else table.game.say(chosen),
    )


@cache
def _choice_states(game: str) -> list[messages.ChoiceState]:
    """Every move of a game as a choice, cached because decisions are shown often."""
    known = find_game(game)
    return [
        messages.ChoiceState(known.say(move), list(known.parts(move))) for move in range(known.move_count)
    ]


def turn_states(table: Table, eyes: int, since: int = -1) -> list[Turn]:
    """The moves from a ply on with their facts, as these eyes may know them; -1 includes the set-up."""
    match = table.match
    if match is None:
        return []
    seen = effective_eyes(table, eyes)
    opening = [] if since >= 0 else [Turn(0, None, None, fact_states(match, match.opening, seen))]
    return opening + [turn_state(match, ply, seen) for ply in range(max(since, 0), match.ply)]


def encode_turns(table: Table, eyes: Collection[int], since: int) -> dict[int, msgspec.Raw]:
    """The same for several pairs of eyes, encoded. Seats with no private facts share the spectators' version."""
    told_alone = _told_alone(table, since)
    ears = {each: each if each in told_alone else SPECTATOR for each in eyes}
    written = {ear: messages.encode(turn_states(table, ear, since)) for ear in set(ears.values())}
    return {each: msgspec.Raw(written[ear]) for each, ear in ears.items()}


def _told_alone(table: Table, since: int) -> set[int]:
    """The seats with facts from a ply on that others may not know."""
    match = table.match
    if match is None or table.stage == "over":
        return set()
    facts = [fact for ply in match.plies[max(since, 0) :] for fact in ply.facts]
    if since < 0:
        facts += match.opening
    kinds = _kinds_for_owners(table.game.id)
    return {fact[1] for fact in facts if fact[0] in kinds}


@cache
def _kinds_for_owners(game: str) -> frozenset[int]:
    """The kinds of facts that tell their own seat more than others."""
    return frozenset(
        number
        for number, kind in enumerate(find_game(game).fact_kinds)
        if any(argument.secrecy is Secrecy.OWNER for argument in kind.arguments)
    )


def turn_state(match: Match, number: int, eyes: int) -> Turn:
    """A revealed move and the facts it led to."""
    ply = match.plies[number]
    return Turn(number, ply.seat + 1, match.game.say(ply.move), fact_states(match, ply.facts, eyes))


def fact_states(match: Match, facts: Sequence[FactInts], eyes: int) -> list[FactState]:
    """Facts as these eyes may know them."""
    game, secret = match.game.id, _secret_kinds(match.game.id)
    return [
        _fact_state(game, fact, _OTHER if fact[0] not in secret else _who_looks(fact, eyes)) for fact in facts
    ]


@cache
def _secret_kinds(game: str) -> frozenset[int]:
    """The kinds of facts that tell some eyes more than others."""
    return frozenset(
        number
        for number, kind in enumerate(find_game(game).fact_kinds)
        if any(argument.secrecy is not Secrecy.OPEN for argument in kind.arguments)
    )


def _who_looks(fact: FactInts, eyes: int) -> int:
    if eyes == TRUTH:
        return _KNOWING
    return _OWNER if eyes == fact[1] else _OTHER


@lru_cache(maxsize=8192)
def _fact_state(game: str, fact: FactInts, who: int) -> FactState:
    """A fact for one kind of eyes, cached because the same few facts recur at all tables."""
    eyes = fact[1] if who == _OWNER else who
    told = tell(find_game(game).fact_kinds, fact, eyes)
    return FactState(told.kind.name, told.values, told.sentence(), told.kind.rule)
