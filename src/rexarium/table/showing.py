"""What goes out: a room as one pair of eyes may see it. Every byte that leaves the server about a game is made here.

It is built up from the game's own view, decision and told facts, which know no more than the eyes do.
"""

from collections.abc import Collection, Mapping, Sequence
from functools import cache, lru_cache
from hashlib import sha256
from typing import NamedTuple

import msgspec

from rexarium.games import find_game
from rexarium.kernel.facts import SPECTATOR, TRUTH, Secrecy, tell
from rexarium.kernel.game import winners
from rexarium.kernel.lines import follow
from rexarium.kernel.rulebook import Reason
from rexarium.kernel.state import FactInts
from rexarium.match import Ending, Match, say_record
from rexarium.table import log, protocol
from rexarium.table.conduct import wake_at
from rexarium.table.log import AnyBody, Player
from rexarium.table.protocol import FactState, Happening, Position, SeatState, TableState, Turn
from rexarium.table.refusal import Refusal, made_of
from rexarium.table.room import Ask, Room
from rexarium.table.storage.store import Listing


def eyes_of(room: Room, eyes: int) -> int:
    """Once the game is over everybody may see everything."""
    return TRUTH if room.stage == "over" else eyes


# The table, the same for everybody


def show_table(room: Room) -> TableState:
    """What everybody may know of a table."""
    is_over = room.stage == "over"
    return TableState(
        table=room.id,
        game=room.game.id,
        edition=room.setup.edition.id,
        rulings=dict(room.setup.rulings),
        stage=room.stage,
        is_open=room.opened.is_open,
        clock=room.opened.clock,
        host=room.host,
        seats=_show_seats(room),
        is_paused=room.is_paused,
        asks=[_show_ask(ask) for ask in room.asks.values()],
        muted=sorted(room.muted),
        commitment=room.commitment or None,
        shared=[seat + 1 for seat, share in enumerate(room.shares) if share],
        proof=_show_proof(room) if is_over else None,
        outcome=_show_outcome(room) if is_over else None,
        follows=room.opened.follows or None,
        rematch=room.rematch or None,
    )


def _show_seats(room: Room) -> list[SeatState]:
    waiting = room.waiting()
    has_clock = room.opened.clock.kind != "none"
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
            time_left=room.clocks.left[seat] if has_clock else None,
            clock_since=room.clocks.since.get(seat) if has_clock else None,
        )
        for seat, player in enumerate(room.players)
    ]


def _kind(player: Player | None) -> protocol.SeatKind:
    if player is None:
        return "free"
    if player.person:
        return "person"
    return "bot" if player.bot else "program"


def _show_ask(ask: Ask) -> protocol.AskState:
    body = ask.body
    return protocol.AskState(
        ask=ask.number,
        matter=body.matter,
        seat=_from_one(body.seat),
        of=_from_one(body.of),
        successor=body.successor.name if body.successor else None,
        agreed=sorted(seat + 1 for seat in ask.yes),
    )


def _show_proof(room: Room) -> protocol.ProofState | None:
    proof = room.proof()
    return None if proof is None else protocol.ProofState(proof.seed.hex(), list(proof.shares))


def _show_outcome(room: Room) -> protocol.Outcome:
    if room.ended is not None:
        return protocol.Outcome(room.ended.how, [seat + 1 for seat in room.ended.winners], None)
    assert room.match is not None
    state = room.match.state()
    scores = [state.score(seat) for seat in range(room.setup.seats)]
    return protocol.Outcome("rules", [seat + 1 for seat in winners(state)], scores)


def _from_one(seat: int | None) -> int | None:
    return None if seat is None else seat + 1


# The game, for one pair of eyes


def show_position(room: Room, eyes: int) -> Position | None:
    """The game as it stands, and what these eyes are asked."""
    return show_positions(room, [eyes])[eyes]


def show_positions(room: Room, eyes: Collection[int]) -> dict[int, Position | None]:
    """The same for several pairs of eyes; what all of them see is worked out once."""
    match = room.match
    if match is None or not eyes:
        return dict.fromkeys(eyes)
    if room.stage == "over":
        (everything,) = _write_views(match, [TRUTH])
        return {each: Position(match.ply, *everything, None) for each in eyes}
    views = zip(eyes, _write_views(match, list(eyes)), strict=True)
    return {each: Position(match.ply, *view, show_decision(room, each)) for each, view in views}


def show_view(match: Match, eyes: int) -> Position:
    """The game as these eyes see it, asked nothing."""
    ((hash_, view),) = _write_views(match, [eyes])
    return Position(match.ply, hash_, view, None)


def _write_views(match: Match, eyes: Sequence[int]) -> list[tuple[str, msgspec.Raw]]:
    """Views as bytes, each with its hash; where nothing is secret they differ in whose eyes it is, which stands first."""
    views = match.views(eyes)
    if match.game.has_secrets or len(views) < 2:
        written = [protocol.encode(view) for view in views]
    else:
        first, whose = protocol.encode(views[0]), protocol.encode(views[0].eyes)
        written = [first.replace(whose, protocol.encode(view.eyes), 1) for view in views]
    return [(sha256(data).hexdigest()[:16], msgspec.Raw(data)) for data in written]


def show_decision(room: Room, eyes: int) -> protocol.DecisionState | None:
    """What a seat is asked."""
    match = room.match
    if match is None or eyes == SPECTATOR or room.stage != "playing" or room.is_paused:
        return None
    decision = match.decision(eyes)
    if decision is None:
        return None
    chosen, choices = match.chosen(eyes), _show_choices(room.game.id)
    return protocol.DecisionState(
        decision.ply,
        room.taken_back,
        decision.prompt,
        decision.question,
        [choices[choice.move] for choice in decision.choices],
        None if chosen is None else room.game.say(chosen),
    )


@cache
def _show_choices(game: str) -> list[protocol.ChoiceState]:
    """Every move of a game, shown once: decisions are made often."""
    known = find_game(game)
    return [
        protocol.ChoiceState(known.say(move), list(known.parts(move))) for move in range(known.move_count)
    ]


def show_turns(room: Room, eyes: int, since: int = -1) -> list[Turn]:
    """The moves from a ply on with their facts, as these eyes may know them; from -1 on, the set-up too."""
    match = room.match
    if match is None:
        return []
    seen = eyes_of(room, eyes)
    opening = [] if since >= 0 else [Turn(0, None, None, show_facts(match, match.opening, seen))]
    return opening + [show_turn(match, ply, seen) for ply in range(max(since, 0), match.ply)]


def write_turns(room: Room, eyes: Collection[int], since: int) -> dict[int, msgspec.Raw]:
    """The same for several pairs of eyes, as bytes; whoever was told no secret of their own is told the same as all."""
    told_alone = _told_alone(room, since)
    ears = {each: each if each in told_alone else SPECTATOR for each in eyes}
    written = {ear: protocol.encode(show_turns(room, ear, since)) for ear in set(ears.values())}
    return {each: msgspec.Raw(written[ear]) for each, ear in ears.items()}


def _told_alone(room: Room, since: int) -> set[int]:
    """The seats that were told something from a ply on that the others may not know."""
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
    """The kinds of facts that tell their seat more than the others."""
    return frozenset(
        number
        for number, kind in enumerate(find_game(game).fact_kinds)
        if any(argument.secrecy is Secrecy.OWNER for argument in kind.arguments)
    )


def show_turn(match: Match, number: int, eyes: int) -> Turn:
    """A move that was revealed, and the facts it brought."""
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
    """The kinds of facts that some eyes are told more of than others."""
    return frozenset(
        number
        for number, kind in enumerate(find_game(game).fact_kinds)
        if any(argument.secrecy is not Secrecy.OPEN for argument in kind.arguments)
    )


def _who_looks(fact: FactInts, eyes: int) -> int:
    if eyes == TRUTH:
        return _KNOWING
    return _OWNER if eyes == fact[1] else _OTHER


_KNOWING, _OWNER, _OTHER = TRUTH, 0, SPECTATOR  # who looks at a fact: all-knowing, its own seat, anybody else


@lru_cache(maxsize=8192)
def _show_fact(game: str, fact: FactInts, who: int) -> FactState:
    """The same few facts happen again and again, at all tables."""
    eyes = fact[1] if who == _OWNER else who
    told = tell(find_game(game).fact_kinds, fact, eyes)
    return FactState(told.kind.name, told.values, told.sentence(), told.kind.rule)


# What happened


class _Letter(msgspec.Struct, tag="event", tag_field="is"):
    """A protocol.Event with parts that are written already, because others get them too."""

    number: int
    now: int
    happened: Happening
    table: msgspec.Raw
    hash: str | None
    position: Position | None
    turns: msgspec.Raw


class Letters(NamedTuple):
    """What is sent about an entry of the log, by eyes; and the hash of the view that they hold then."""

    events: dict[int, bytes]
    held: dict[int, str | None]


def write_events(
    room: Room, body: AnyBody, eyes: Collection[int], since: int, now: int, held: Mapping[int, str | None]
) -> Letters:
    """The event that an entry is for each of these eyes; the room is as it was made by it, `held` as before."""
    table = msgspec.Raw(protocol.encode(show_table(room)))
    turns = write_turns(room, eyes, since)
    kept = {each: held[each] for each in eyes if each in held and is_as_before(room, body, each)}
    fresh = show_positions(room, [each for each in eyes if each not in kept])
    hashes = kept | {each: position.hash if position else None for each, position in fresh.items()}
    events = {
        each: protocol.encode(
            _Letter(
                room.number_for(each),
                now,
                show_body(room, body, each),
                table,
                hashes[each],
                fresh.get(each),
                turns[each],
            )
        )
        for each in eyes
    }
    return Letters(events, hashes)


_TALK = log.Asked | log.Answered | log.Said | log.Muted | log.Followed


def is_as_before(room: Room, body: AnyBody, eyes: int) -> bool:
    """Do these eyes see the game as before an entry, and are asked the same? So it is with others' hidden choices."""
    if isinstance(body, log.Moved):
        return eyes != body.seat and room.match is not None and not room.match.is_revealed
    return isinstance(body, _TALK)


def show_body(room: Room, body: AnyBody, eyes: int) -> Happening:
    """An entry of the log, as these eyes may know it; the room is as it was made by it."""
    happening = Happening(type(body).__struct_config__.tag)  # type: ignore[arg-type]
    happening.seat = _from_one(getattr(body, "seat", None))
    if isinstance(body, log.Moved):
        _show_move(room, body, eyes, happening)
    elif isinstance(body, log.Seated | log.Replaced):
        happening.name = body.player.name
    elif isinstance(body, log.Said):
        happening.name, happening.person, happening.text = body.name, body.by, body.text
    elif isinstance(body, log.Muted):
        happening.person, happening.is_yes = body.person, body.is_muted
    elif isinstance(body, log.Answered | log.Settled):
        happening.ask, happening.is_yes = body.ask, body.is_yes
    elif isinstance(body, log.Asked):
        happening.text = body.matter
    elif isinstance(body, log.Ended):
        happening.text = body.how
    elif isinstance(body, log.Followed):
        happening.table = body.table
    return happening


def _show_move(room: Room, body: log.Moved, eyes: int, happening: Happening) -> None:
    """A choice that is still hidden is known to its seat alone; what is revealed stands in the turns."""
    assert room.match is not None
    if eyes == body.seat or room.match.chosen(body.seat) is None:
        happening.line = body.line
    if body.is_forced:
        happening.text = "time is up"


# Why


def show_reasons(room: Room, eyes: int, question: protocol.Why) -> protocol.Reasons:
    """The rules that answer a why; they say no more than these eyes may know."""
    if room.match is None:
        raise Refusal("not possible", "The game has not begun.")
    if question.line is not None:
        return _why_line(room, room.match, eyes, question)
    if question.seat is None or question.seat > room.setup.seats:
        raise Refusal("unknown", "Say which line, or whose score.")
    reasons = room.game.why_score(room.match.state(), question.seat - 1)
    return protocol.Reasons(question.id, None, [show_reason(reason) for reason in reasons])


def _why_line(room: Room, match: Match, eyes: int, question: protocol.Why) -> protocol.Reasons:
    assert question.line is not None
    if eyes == SPECTATOR:
        raise Refusal("not allowed", "Only who plays can ask about moves.")
    moves = room.game.read_line(question.line)
    state, place = follow(match.state(), eyes, moves)
    against = room.game.why_illegal(state, eyes, moves[place])
    reason = against or room.game.why_legal(state, eyes, moves[place])
    return protocol.Reasons(question.id, against is None, [show_reason(reason)])


def show_reason(reason: Reason) -> protocol.ReasonState:
    """A reason for any language."""
    return protocol.ReasonState(
        reason.rule, str(reason.sentence), list(reason.also), *made_of(reason.sentence)
    )


# For the lobby and for keeping


def list_room(room: Room) -> Listing:
    """A table as the lobby lists it: of the game itself only how it ended."""
    summary = protocol.TableSummary(
        table=room.id,
        game=room.game.id,
        stage=room.stage,
        seats=[player.name if player else None for player in room.players],
        waiting=[seat + 1 for seat in room.waiting()],
        clock=room.opened.clock,
        rulings=dict(room.setup.rulings),
        edition=room.setup.edition.id,
        changed_at=room.changed_at,
        people=[player.person or None if player else None for player in room.players],
        outcome=_show_outcome(room) if room.stage == "over" else None,
    )
    return Listing(
        table=room.id,
        game=room.game.id,
        stage=room.stage,
        is_open=room.opened.is_open,
        wake_at=wake_at(room),
        changed_at=room.changed_at,
        people=tuple(room.people),
        summary=protocol.encode(summary),
    )


def write_record(room: Room) -> str:
    """The record of a table's game, with the proof of its deal; everything is in it, so the game must be over."""
    if room.match is None:
        raise Refusal("not possible", "No game was played here.")
    if room.stage != "over":
        raise Refusal("not allowed", "The record holds every card; it is there when the game is over.")
    ending = Ending(room.ended.how, room.ended.winners) if room.ended else None
    return say_record(room.match, room.proof(), room.notes, ending)
