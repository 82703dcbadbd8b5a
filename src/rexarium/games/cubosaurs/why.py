"""Why a move of Cubosaurs is legal, why another is not, and why a score is what it is."""

from collections.abc import Sequence

from rexarium.games.cubosaurs import codes
from rexarium.games.cubosaurs.rules import CubosaursState
from rexarium.games.cubosaurs.view import type_count
from rexarium.games.cubosaurs.words import (
    DINOSAUR_NAMES,
    EGG_NAMES,
    KIND_NAMES,
    TILE_EFFECTS,
    TYPE_NAMES,
    title_tile,
)
from rexarium.kernel import bits
from rexarium.kernel.rulebook import Reason

_TILE_RULES = ("", *(f"CU-{36 + tile}" for tile in range(1, codes.TILES + 1)))  # of tiles 1 to 10
_PURPOSES = (
    "the hand is kept or refused",
    "a card is added to the refused hand",
    "an opponent is named for the tile",
    "a card of that opponent is named for the tile",
    "a card of one's own is named for the tile",
    "a token is taken from an opponent",
    "the turn is ended, or a tile bought",
    "nothing is asked",
)
_PROMPT_RULES = ("CU-10", "CU-11", "CU-34", "CU-34", "CU-34", "CU-33", "CU-34", "CU-30")


# Legal moves


def why_legal(state: CubosaursState, seat: int, move: int) -> Reason:
    """The rule that allows a legal move."""
    if move == codes.KEEP:
        return Reason("CU-10", "The whole hand may always be kept.", ("CU-13",))
    if move == codes.REFUSE:
        return Reason("CU-11", f"Seat {seat + 1} has a card of a type that is not in the hand.", ("CU-13",))
    if move == codes.END_TURN:
        return Reason("CU-34", "Buying a tile is never compulsory.", ("CU-14",))
    if move >= codes.CARD:
        return _why_card(state, seat, move - codes.CARD)
    return _why_seat(state, move) if move >= codes.SEAT else _why_tile(state, seat, move - codes.BUY)


def _why_seat(state: CubosaursState, move: int) -> Reason:
    if move < codes.TOKEN:
        return Reason(
            _TILE_RULES[state.tile], f"For {title_tile(state.tile)}, an opponent is named.", ("CU-34",)
        )
    giver = move - codes.TOKEN
    return Reason("CU-33", f"The supply is empty, and seat {giver + 1} has {_tokens(state.tokens[giver])}.")


def _why_tile(state: CubosaursState, seat: int, tile: int) -> Reason:
    price = f"costs {state.tile_costs[tile]}, and seat {seat + 1} has {_tokens(state.tokens[seat])}"
    text = f"{title_tile(tile).capitalize()}, {price}. {TILE_EFFECTS[tile - 1]}"
    return Reason("CU-34", text, (_TILE_RULES[tile],))


def _why_card(state: CubosaursState, seat: int, kind: int) -> Reason:
    name = KIND_NAMES[kind]
    if state.asked == codes.PROMPT_ADD and state.tile != codes.ADD_TILE:
        text = f"Seat {seat + 1} has {_a(name)}, and there is no {TYPE_NAMES[type_of(kind)]} in the hand."
        return Reason("CU-11", text)
    owner = state.victim if state.asked == codes.PROMPT_THEIRS else seat
    text = f"Seat {owner + 1} has {_a(name)} in the collection."
    return Reason(_TILE_RULES[state.tile], text, ("CU-34",))


def type_of(kind: int) -> int:
    """CU-01, CU-02: the type of a card."""
    if kind < codes.FIRST_GREY:
        return kind // 2
    if kind < codes.FIRST_EGG:
        return codes.GREY if kind < codes.FIRST_BLACK else codes.BLACK
    return codes.EGG


def _a(name: str) -> str:
    return f"{'an' if name.startswith('egg') else 'a'} {name}"


def _tokens(number: int) -> str:
    return f"{number} token{'' if number == 1 else 's'}"


# Illegal moves


def why_illegal(state: CubosaursState, seat: int, move: int) -> Reason | None:
    """The rule that forbids a move; None if the move is legal."""
    if bits.has(state.legal[seat], move):
        return None
    if state.waiting == 0:
        return Reason("CU-30", "The game is over.", ("CU-17",))
    if state.legal[seat] == 0:
        return _why_not_asked(state)
    if move >= codes.SEAT:
        return _why_not_named(state, seat, move)
    return _why_not_done(state, seat, move)


def _why_not_named(state: CubosaursState, seat: int, move: int) -> Reason:
    if move >= codes.CARD:
        return _why_not_card(state, seat, move - codes.CARD)
    if move >= codes.TOKEN:
        return _why_not_token(state, seat, move - codes.TOKEN)
    return _why_not_seat(state, seat, move - codes.SEAT)


def _why_not_done(state: CubosaursState, seat: int, move: int) -> Reason:
    if move > codes.BUY and state.asked in (codes.PROMPT_TURN, codes.PROMPT_END):
        return _why_not_tile(state, seat, move - codes.BUY)
    if move == codes.REFUSE and state.asked == codes.PROMPT_TURN:
        return _why_not_refuse(state, seat)
    return _why_not_now(state)


def _why_not_asked(state: CubosaursState) -> Reason:
    asked = bits.lowest(state.waiting)
    if state.asked == codes.PROMPT_TOKEN:
        return Reason("CU-33", f"Now seat {asked + 1} takes a token from an opponent.", ("CU-32",))
    return Reason("CU-14", f"It is the turn of seat {asked + 1}.")


def _why_not_now(state: CubosaursState) -> Reason:
    if state.is_decided and state.asked == codes.PROMPT_END:
        return Reason("CU-14", "The hand has been kept or refused already; the turn is about to end.")
    also = (_TILE_RULES[state.tile],) if state.tile != codes.NO_TILE else ()
    return Reason(_PROMPT_RULES[state.asked], f"Now {_PURPOSES[state.asked]}.", also)


def _why_not_refuse(state: CubosaursState, seat: int) -> Reason:
    if state.held[seat] == 0:
        return Reason("CU-52", f"Seat {seat + 1} has no collection to add a card from.", ("CU-11", "CU-12"))
    return Reason(
        "CU-12", f"Every type in the collection of seat {seat + 1} is in the hand already.", ("CU-11",)
    )


def _why_not_tile(state: CubosaursState, seat: int, tile: int) -> Reason:
    name = title_tile(tile).capitalize()
    if not state.dna:
        return Reason("CU-31", "In the base game there are no tiles to buy.")
    if not bits.has(state.tiles, tile):
        return Reason("CU-51", f"{name}, is left out at this table.")
    if state.has_bought:
        return Reason("CU-34", f"Seat {seat + 1} has bought a tile in this turn already.")
    if not bits.has(state.market, tile):
        return Reason("CU-35", f"{name}, is not in the market.", ("CU-34",))
    cost, tokens = state.tile_costs[tile], state.tokens[seat]
    if cost > tokens:
        return Reason("CU-34", f"{name}, costs {cost}, and seat {seat + 1} has {_tokens(tokens)}.")
    return _why_no_effect(state, seat, tile)


def _why_no_effect(state: CubosaursState, seat: int, tile: int) -> Reason:
    name, rule = title_tile(tile).capitalize(), _TILE_RULES[tile]
    if state.is_decided and not bits.has(codes.LATE_TILES, tile):
        return Reason("CU-34", f"{name}, needs a hand, and the hand has been kept or refused.", (rule,))
    return Reason("CU-36", f"{name}, cannot be applied: {_obstacle(state, seat, tile)}.", (rule,))


def _obstacle(state: CubosaursState, seat: int, tile: int) -> str:
    if bits.has(codes.DRAWING_TILES, tile):
        return "the deck is empty"
    if bits.has(codes.GIVING_TILES, tile) and state.held[seat] == 0:
        return f"seat {seat + 1} has no card in the collection"
    return "no opponent has a card"


def _why_not_card(state: CubosaursState, seat: int, kind: int) -> Reason:
    name = KIND_NAMES[kind]
    if state.asked not in (codes.PROMPT_ADD, codes.PROMPT_THEIRS, codes.PROMPT_OWN):
        return _why_not_now(state)
    if state.box[kind] == 0 and bits.has(codes.WITH_ICON, kind) and not state.dna:
        return Reason("CU-03", "In the base game icons mean nothing and are no part of a card's name.")
    owner = state.victim if state.asked == codes.PROMPT_THEIRS else seat
    if not bits.has(state.held[owner], kind):
        rule = "CU-11" if state.tile == codes.NO_TILE else _TILE_RULES[state.tile]
        return Reason(rule, f"Seat {owner + 1} has no {name} in the collection.")
    type_ = _a(TYPE_NAMES[type_of(kind)]).capitalize()
    return Reason("CU-11", f"{type_} is in the hand already.", ("CU-02",))


def _why_not_token(state: CubosaursState, seat: int, giver: int) -> Reason:
    if state.asked != codes.PROMPT_TOKEN:
        return Reason(
            "CU-33",
            f"Tokens are taken from opponents only with an empty supply; now {_PURPOSES[state.asked]}.",
        )
    return Reason("CU-33", _no_opponent(state, seat, giver) or f"Seat {giver + 1} has no token.")


def _why_not_seat(state: CubosaursState, seat: int, victim: int) -> Reason:
    if state.asked != codes.PROMPT_WHOM:
        return _why_not_now(state)
    text = _no_opponent(state, seat, victim) or f"Seat {victim + 1} has no card in the collection."
    return Reason(_TILE_RULES[state.tile], text, ("CU-36",))


def _no_opponent(state: CubosaursState, seat: int, other: int) -> str:
    if other >= state.seats:
        return f"There is no seat {other + 1} at this table."
    return "One names an opponent, not oneself." if other == seat else ""


# Scores


def why_score(state: CubosaursState, seat: int) -> list[Reason]:
    """CU-18 to CU-30: the rounds that have ended, the present or last one line by line, tokens; at the end who wins."""
    is_over = state.waiting == 0
    found = []
    for round_ in range(state.round):
        points = state.round_scores[round_ * codes.MAX_SEATS + seat]
        found.append(Reason("CU-27", f"Round {round_ + 1} brought seat {seat + 1} {_signed(points)}."))
    found += _why_round(state, seat)
    total = f"{_signed(state.last_score(seat))} in round {state.round + 1}"
    found.append(
        Reason("CU-25", f"That is {total} for seat {seat + 1}{'' if is_over else ', as it lies now'}.")
    )
    if state.dna:
        tokens = state.tokens[seat]
        bring = "brings" if tokens == 1 else "bring"
        found.append(Reason("CU-50", f"{_tokens(tokens)} left {bring} {_signed(tokens // 2)}."))
    found.append(Reason("CU-30", f"Seat {seat + 1} has a total of {_signed(state.score(seat))}."))
    if is_over:
        found.append(_why_result(state, seat))
    return found


def _signed(points: int) -> str:
    return f"{points:+}" if points else "0"


def _why_round(state: CubosaursState, seat: int) -> list[Reason]:
    found = []
    for type_, name in enumerate(DINOSAUR_NAMES):
        if number := state.count_type(seat, type_):
            rule = ("CU-19",) if type_ == 0 else ()
            found.append(Reason("CU-18", f"{number} {name}: {_signed(state.score_set(seat, type_))}.", rule))
    if state.count_for_egg(seat, codes.GREY):
        found.append(_why_velociraptors(state, seat))
    for egg in range(codes.EGGS):
        if bits.has(state.held[seat], codes.FIRST_EGG + egg):
            found.append(_why_egg(state, seat, egg))
    if bits.has(state.bought[seat], codes.VARIETY_TILE):
        types = [name for type_, name in enumerate(TYPE_NAMES) if type_count(state, seat, type_)]
        of_types = "1 type" if len(types) == 1 else f"{len(types)} types"
        text = f"Tile 1: {of_types} ({', '.join(types) or 'none'}): {_signed(len(types))}."
        found.append(Reason("CU-37", text, ("CU-48",)))
    if bits.has(state.bought[seat], codes.BROOD_TILE):
        eggs = type_count(state, seat, codes.EGG)
        text = f"Tile 2: {eggs} egg{'' if eggs == 1 else 's'}: {_signed(2 * eggs)}."
        found.append(Reason("CU-38", text, ("CU-48",)))
    return found


def velociraptor_values(state: CubosaursState, seat: int, first: int) -> list[int]:
    """The values of one colour's Velociraptors in a collection, the highest first."""
    values = []
    for value in range(codes.VALUES, 0, -1):
        place = seat * codes.KINDS + first + 2 * (value - 1)
        values += [value] * (state.collection[place] + state.collection[place + 1])
    return values


def _why_velociraptors(state: CubosaursState, seat: int) -> Reason:
    """CU-20: which are paired, which are single, and why no other pairing is better."""
    grey = velociraptor_values(state, seat, codes.FIRST_GREY)
    black = velociraptor_values(state, seat, codes.FIRST_BLACK)
    pairs = min(len(grey), len(black))
    texts = [f"black {b} with grey {g} brings {b + g}" for g, b in zip(grey, black, strict=False)]
    texts += [f"grey {value} alone costs {value}" for value in grey[pairs:]]
    texts += [f"black {value} alone costs {value}" for value in black[pairs:]]
    points = _signed(state.score_velociraptors(seat))
    best = ""
    if pairs and len(grey) != len(black):
        colour = "grey" if len(grey) > len(black) else "black"
        best = f" The highest {colour} ones are paired, since a single one costs what it shows."
    return Reason("CU-20", f"Velociraptors: {'; '.join(texts)}: {points}.{best}", ("CU-21",))


def _why_egg(state: CubosaursState, seat: int, egg: int) -> Reason:
    """CU-22 to CU-24: who holds the majority, and whether the egg pays."""
    name = EGG_NAMES[egg]
    numbers = [state.count_for_egg(other, egg) for other in range(state.seats)]
    points = _signed(state.score_egg(seat, egg))
    most = max(numbers)
    holders = [other for other, number in enumerate(numbers) if number == most]
    also = ("CU-23",) if egg == codes.DINOSAURS else ()
    if most == 0:
        verdict = "all are equal" if state.zero_majority else "at this table that is no majority"
        return Reason("CU-24", f"The {name} egg: nobody has a {name}; {verdict}: {points}.", ("CU-22", *also))
    own = f"seat {seat + 1} has {numbers[seat] or 'no'}"
    if seat in holders:
        shared = "equal most" if len(holders) > 1 else "the most"
        return Reason("CU-22", f"The {name} egg: {own} {name}, {shared}: {points}.", also)
    more = f"{_seats(holders)} {'has' if len(holders) == 1 else 'have'} {most}"
    return Reason("CU-22", f"The {name} egg: {own} {name}, but {more}: {points}.", also)


def _why_result(state: CubosaursState, seat: int) -> Reason:
    winners = bits.members(state.winners())
    best = max(state.score(other) for other in range(state.seats))
    level = [other for other in range(state.seats) if state.score(other) == best]
    top = f"The highest total is {_signed(best)}"
    wins = "wins" if len(winners) == 1 else "shares the win"
    verdict = f"so seat {seat + 1} {wins if seat in winners else 'does not win'}"
    if len(level) == 1:
        return Reason("CU-30", f"{top}, of {_seats(level)}; {verdict}.")
    last = _signed(state.last_score(winners[0]))
    tie = f"{top}, of {_seats(level)}; in the last round {_seats(winners)} scored the most of them, {last}"
    return Reason("CU-30", f"{tie}; {verdict}.")


def _seats(seats: Sequence[int]) -> str:
    """Seats for people: `seat 1, seat 2 and seat 3`."""
    names = [f"seat {seat + 1}" for seat in seats]
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]
