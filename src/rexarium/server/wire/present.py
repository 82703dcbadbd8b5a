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
from rexarium.server.model.room import Ask, Room
from rexarium.server.wire import messages
from rexarium.server.wire.messages import FactState, Position, SeatState, TableState, Turn

_KNOWING, _OWNER, _OTHER = TRUTH, 0, SPECTATOR  # eyes on a fact: all-knowing, its own seat, anyone else


def eyes_of(room: Room, eyes: int) -> int:
    """These eyes, or TRUTH once the game is over, because then everyone may see everything."""
    return TRUTH if room.stage == "over" else eyes


def snapshot(room: Room, eyes: int, connected: Collection[int], now: int) -> messages.Snapshot:
    """Everything that these eyes may know, and which seats are connected."""
    return messages.Snapshot(
        number=room.number_for(eyes),
        now=now,
        table=show_table(room),
        position=show_position(room, eyes),
        turns=show_turns(room, eyes),
        chat=[messages.SpeechState(said.at, said.person, said.name, said.text) for said in room.chat],
        here=[seat + 1 for seat in connected],
    )


def show_table(room: Room) -> TableState:
    """The public state of a table, the same for everyone."""
    is_over = room.stage == "over"
    return TableState(
        table=room.id,
        game=room.game.id,
        edition=room.setup.edition.id,
        rulings=dict(room.setup.rulings),
        stage=room.stage,
        is_open=room.opened.is_open,
        clock=room.clock,
        claim_after=CLAIM,
        host=room.host,
        seats=_show_seats(room),
        is_paused=room.is_paused,
        asks=[_show_ask(ask) for ask in room.asks.values()],
        muted=sorted(room.muted),
        commitment=room.commitment or None,
        shared=[seat + 1 for seat, share in enumerate(room.shares) if share],
        proof=_show_proof(room) if is_over else None,
        outcome=show_outcome(room) if is_over else None,
        follows=room.opened.follows or None,
        rematch=room.rematch or None,
        is_chat_open=room.is_chat_open,
        is_closed=room.is_closed,
    )


def _show_seats(room: Room) -> list[SeatState]:
    waiting = room.waiting()
    has_clock = room.clock.kind != "none"
    match = room.match
    return [
        SeatState(
            seat=seat + 1,
            name=player.name if player else None,
            kind=_kind(player),
            bot=player.bot or None if player else None,
            person=player.person or None if player else None,
            is_host=player is not None and player.person == room.host != "",
            is_waited_for=seat in waiting,
            has_chosen=match is not None and match.chosen(seat) is not None,
            has_resigned=seat in room.resigned,
            is_substitute=seat in room.left,
            owner=room.left.get(seat),
            offered_until=room.offers[seat].until if seat in room.offers else None,
            time_left=room.clocks.left[seat] if has_clock else None,
            clock_since=room.clocks.since.get(seat) if has_clock else None,
        )
        for seat, player in enumerate(room.players)
    ]


def _kind(player: Player | None) -> messages.SeatKind:
    if player is None:
        return "free"
    if player.person:
        return "person"
    return "bot" if player.bot else "program"


def _show_ask(ask: Ask) -> messages.AskState:
    body = ask.body
    return messages.AskState(
        ask=ask.number,
        matter=body.matter,
        seat=from_one(body.seat),
        of=from_one(body.of),
        successor=body.successor.name if body.successor else None,
        agreed=sorted(seat + 1 for seat in ask.yes),
    )


def _show_proof(room: Room) -> messages.ProofState | None:
    proof = room.proof()
    return None if proof is None else messages.ProofState(proof.seed.hex(), list(proof.shares))


def show_outcome(room: Room) -> messages.Outcome:
    if room.ended is not None:
        return messages.Outcome(room.ended.how, [seat + 1 for seat in room.ended.winners], None)
    assert room.match is not None
    state = room.match.state()
    scores = [state.score(seat) for seat in range(room.setup.seats)]
    return messages.Outcome("rules", [seat + 1 for seat in winners(state)], scores)


def from_one(seat: int | None) -> int | None:
    return None if seat is None else seat + 1


def show_position(room: Room, eyes: int) -> Position | None:
    """The game as it stands, and the decision of these eyes if they have one."""
    return show_positions(room, [eyes])[eyes]


def show_positions(room: Room, eyes: Collection[int]) -> dict[int, Position | None]:
    """The same for several pairs of eyes; what they all see is computed once."""
    match = room.match
    if match is None or not eyes:
        return dict.fromkeys(eyes)
    if room.stage == "over":
        (everything,) = _write_views(match, [TRUTH])
        return {each: Position(match.ply, *everything, None) for each in eyes}
    views = zip(eyes, _write_views(match, list(eyes)), strict=True)
    return {each: Position(match.ply, *view, show_decision(room, each)) for each, view in views}


def show_view(match: Match, eyes: int) -> Position:
    """The game as these eyes see it, without a decision."""
    ((hash_, view),) = _write_views(match, [eyes])
    return Position(match.ply, hash_, view, None)


def _write_views(match: Match, eyes: Sequence[int]) -> list[tuple[str, msgspec.Raw]]:
    """Encoded views, each with its hash. In a game without secrets only the `eyes` differ, and they come first."""
    views = match.views(eyes)
    if match.game.has_secrets or len(views) < 2:
        written = [messages.encode(view) for view in views]
    else:
        first, whose = messages.encode(views[0]), messages.encode(views[0].eyes)
        written = [first.replace(whose, messages.encode(view.eyes), 1) for view in views]
    return [(sha256(data).hexdigest()[:16], msgspec.Raw(data)) for data in written]


def show_decision(room: Room, eyes: int) -> messages.DecisionState | None:
    """The decision that a seat has to make, if any."""
    match = room.match
    if match is None or eyes == SPECTATOR or room.stage != "playing" or room.is_paused:
        return None
    decision = match.decision(eyes)
    if decision is None:
        return None
    chosen, choices = match.chosen(eyes), _show_choices(room.game.id)
    return messages.DecisionState(
        decision.ply,
        room.taken_back,
        decision.prompt,
        decision.question,
        [choices[choice.move] for choice in decision.choices],
        None if chosen is None else room.game.say(chosen),
    )


@cache
def _show_choices(game: str) -> list[messages.ChoiceState]:
    """Every move of a game as a choice, cached because decisions are shown often."""
    known = find_game(game)
    return [
        messages.ChoiceState(known.say(move), list(known.parts(move))) for move in range(known.move_count)
    ]


def show_turns(room: Room, eyes: int, since: int = -1) -> list[Turn]:
    """The moves from a ply on with their facts, as these eyes may know them; -1 includes the set-up."""
    match = room.match
    if match is None:
        return []
    seen = eyes_of(room, eyes)
    opening = [] if since >= 0 else [Turn(0, None, None, show_facts(match, match.opening, seen))]
    return opening + [show_turn(match, ply, seen) for ply in range(max(since, 0), match.ply)]


def write_turns(room: Room, eyes: Collection[int], since: int) -> dict[int, msgspec.Raw]:
    """The same for several pairs of eyes, encoded. Seats with no private facts share the spectators' version."""
    told_alone = _told_alone(room, since)
    ears = {each: each if each in told_alone else SPECTATOR for each in eyes}
    written = {ear: messages.encode(show_turns(room, ear, since)) for ear in set(ears.values())}
    return {each: msgspec.Raw(written[ear]) for each, ear in ears.items()}


def _told_alone(room: Room, since: int) -> set[int]:
    """The seats with facts from a ply on that others may not know."""
    match = room.match
    if match is None or room.stage == "over":
        return set()
    facts = [fact for ply in match.plies[max(since, 0) :] for fact in ply.facts]
    if since < 0:
        facts += match.opening
    kinds = _kinds_for_owners(room.game.id)
    return {fact[1] for fact in facts if fact[0] in kinds}


@cache
def _kinds_for_owners(game: str) -> frozenset[int]:
    """The kinds of facts that tell their own seat more than others."""
    return frozenset(
        number
        for number, kind in enumerate(find_game(game).fact_kinds)
        if any(argument.secrecy is Secrecy.OWNER for argument in kind.arguments)
    )


def show_turn(match: Match, number: int, eyes: int) -> Turn:
    """A revealed move and the facts it led to."""
    ply = match.plies[number]
    return Turn(number, ply.seat + 1, match.game.say(ply.move), show_facts(match, ply.facts, eyes))


def show_facts(match: Match, facts: Sequence[FactInts], eyes: int) -> list[FactState]:
    """Facts as these eyes may know them."""
    game, secret = match.game.id, _secret_kinds(match.game.id)
    return [
        _show_fact(game, fact, _OTHER if fact[0] not in secret else _who_looks(fact, eyes)) for fact in facts
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
def _show_fact(game: str, fact: FactInts, who: int) -> FactState:
    """A fact for one kind of eyes, cached because the same few facts recur at all tables."""
    eyes = fact[1] if who == _OWNER else who
    told = tell(find_game(game).fact_kinds, fact, eyes)
    return FactState(told.kind.name, told.values, told.sentence(), told.kind.rule)
