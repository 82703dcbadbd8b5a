"""Why a move of Cubosaurs is legal, why another is not, and why a score is what it is."""

from rexarium.games.cubosaurs import codes
from rexarium.games.cubosaurs.rules import CubosaursState
from rexarium.games.cubosaurs.view import type_count
from rexarium.games.cubosaurs.words import (
    DINOSAUR_NAMES,
    EGG_NAMES,
    KIND_NAMES,
    PROMPTS,
    TYPE_NAMES,
    title_tile,
)
from rexarium.kernel import bits
from rexarium.kernel.rulebook import Reason
from rexarium.kernel.sentence import Sentence, sentence

_TILE_RULES = ("", *(f"CU-{36 + tile}" for tile in range(1, codes.TILES + 1)))  # for tiles 1 to 10
_PROMPT_RULES = ("CU-10", "CU-11", "CU-34", "CU-34", "CU-34", "CU-33", "CU-34", "CU-30")


# Legal moves


def why_legal(state: CubosaursState, seat: int, move: int) -> Reason:
    """The rule that allows a legal move."""
    if move == codes.KEEP:
        return Reason("CU-10", sentence("The whole hand may always be kept."), ("CU-13",))
    if move == codes.REFUSE:
        text = sentence("{seat, seat} has a card of a type that is not in the hand.", seat=seat + 1)
        return Reason("CU-11", text, ("CU-13",))
    if move == codes.END_TURN:
        return Reason("CU-34", sentence("Buying a tile is never compulsory."), ("CU-14",))
    if move >= codes.CARD:
        return _why_card(state, seat, move - codes.CARD)
    return _why_seat(state, move) if move >= codes.SEAT else _why_tile(state, seat, move - codes.BUY)


def _why_seat(state: CubosaursState, move: int) -> Reason:
    if move < codes.TOKEN:
        text = sentence("For {tile}, an opponent is named.", tile=title_tile(state.tile))
        return Reason(_TILE_RULES[state.tile], text, ("CU-34",))
    giver = move - codes.TOKEN
    text = sentence(
        "The supply is empty, and {seat, seat} has {tokens, plural, one {# token} other {# tokens}}.",
        seat=giver + 1,
        tokens=state.tokens[giver],
    )
    return Reason("CU-33", text)


def _why_tile(state: CubosaursState, seat: int, tile: int) -> Reason:
    return Reason("CU-34", _price(state, seat, tile), (_TILE_RULES[tile],))


def _price(state: CubosaursState, seat: int, tile: int) -> Sentence:
    return sentence(
        "{tile}, costs {cost}, and {seat, seat} has {tokens, plural, one {# token} other {# tokens}}.",
        tile=title_tile(tile),
        cost=state.tile_costs[tile],
        seat=seat + 1,
        tokens=state.tokens[seat],
    )


def _why_card(state: CubosaursState, seat: int, kind: int) -> Reason:
    if state.asked == codes.PROMPT_ADD and state.tile != codes.ADD_TILE:
        text = sentence(
            "{seat, seat} has {card} in the collection, and no card of the type {type} is in the hand.",
            seat=seat + 1,
            card=KIND_NAMES[kind],
            type=TYPE_NAMES[type_of(kind)],
        )
        return Reason("CU-11", text)
    owner = state.victim if state.asked == codes.PROMPT_THEIRS else seat
    text = sentence("{seat, seat} has {card} in the collection.", seat=owner + 1, card=KIND_NAMES[kind])
    return Reason(_TILE_RULES[state.tile], text, ("CU-34",))


def type_of(kind: int) -> int:
    """CU-01, CU-02: the type of a card."""
    if kind < codes.FIRST_GREY:
        return kind // 2
    if kind < codes.FIRST_EGG:
        return codes.GREY if kind < codes.FIRST_BLACK else codes.BLACK
    return codes.EGG


# Illegal moves


def why_illegal(state: CubosaursState, seat: int, move: int) -> Reason | None:
    """The rule that forbids a move; None if the move is legal."""
    if bits.has(state.legal[seat], move):
        return None
    if state.waiting == 0:
        return Reason("CU-30", sentence("The game is over."), ("CU-17",))
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
    asked = bits.lowest(state.waiting) + 1
    if state.asked == codes.PROMPT_TOKEN:
        text = sentence("Now {seat, seat} takes a token from an opponent.", seat=asked)
        return Reason("CU-33", text, ("CU-32",))
    return Reason("CU-14", sentence("It is the turn of {seat, seat}.", seat=asked))


def _why_not_now(state: CubosaursState) -> Reason:
    if state.is_decided and state.asked == codes.PROMPT_END:
        text = sentence("The hand has been kept or refused already; the turn is about to end.")
        return Reason("CU-14", text)
    text = sentence(
        "Now {prompt, select, turn {the hand is kept or refused} add {a card is added to the refused hand} "
        "whom {an opponent is named for the tile} theirs {a card of that opponent is named for the tile} "
        "own {a card of one's own is named for the tile} token {a token is taken from an opponent} "
        "other {the turn is ended, or a tile bought}}.",
        prompt=PROMPTS[state.asked],
    )
    also = (_TILE_RULES[state.tile],) if state.tile != codes.NO_TILE else ()
    return Reason(_PROMPT_RULES[state.asked], text, also)


def _why_not_refuse(state: CubosaursState, seat: int) -> Reason:
    if state.held[seat] == 0:
        text = sentence("{seat, seat} has no collection to add a card from.", seat=seat + 1)
        return Reason("CU-52", text, ("CU-11", "CU-12"))
    text = sentence("Every type in the collection of {seat, seat} is in the hand already.", seat=seat + 1)
    return Reason("CU-12", text, ("CU-11",))


def _why_not_tile(state: CubosaursState, seat: int, tile: int) -> Reason:
    if not state.dna:
        return Reason("CU-31", sentence("In the base game there are no tiles to buy."))
    if not bits.has(state.tiles, tile):
        return Reason("CU-51", sentence("{tile}, is left out at this table.", tile=title_tile(tile)))
    if state.has_bought:
        text = sentence("{seat, seat} has bought a tile in this turn already.", seat=seat + 1)
        return Reason("CU-34", text)
    if not bits.has(state.market, tile):
        text = sentence("{tile}, is not in the market.", tile=title_tile(tile))
        return Reason("CU-35", text, ("CU-34",))
    if state.tile_costs[tile] > state.tokens[seat]:
        return Reason("CU-34", _price(state, seat, tile))
    return _why_no_effect(state, seat, tile)


def _why_no_effect(state: CubosaursState, seat: int, tile: int) -> Reason:
    if state.is_decided and not bits.has(codes.LATE_TILES, tile):
        text = sentence("{tile}, needs a hand, and the hand has been kept or refused.", tile=title_tile(tile))
        return Reason("CU-34", text, (_TILE_RULES[tile],))
    text = sentence(
        "{tile}, cannot be applied: {obstacle, select, deck {the deck is empty} own {{seat, seat} has no card in the "
        "collection} other {no opponent has a card}}.",
        tile=title_tile(tile),
        obstacle=_obstacle(state, seat, tile),
        seat=seat + 1,
    )
    return Reason("CU-36", text, (_TILE_RULES[tile],))


def _obstacle(state: CubosaursState, seat: int, tile: int) -> str:
    if bits.has(codes.DRAWING_TILES, tile):
        return "deck"
    return "own" if bits.has(codes.GIVING_TILES, tile) and state.held[seat] == 0 else "theirs"


def _why_not_card(state: CubosaursState, seat: int, kind: int) -> Reason:
    if state.asked not in (codes.PROMPT_ADD, codes.PROMPT_THEIRS, codes.PROMPT_OWN):
        return _why_not_now(state)
    if state.box[kind] == 0 and bits.has(codes.WITH_ICON, kind) and not state.dna:
        text = sentence("In the base game icons mean nothing and are no part of a card's name.")
        return Reason("CU-03", text)
    owner = state.victim if state.asked == codes.PROMPT_THEIRS else seat
    if not bits.has(state.held[owner], kind):
        rule = "CU-11" if state.tile == codes.NO_TILE else _TILE_RULES[state.tile]
        text = sentence(
            "{seat, seat} has no such card in the collection: {card}.", seat=owner + 1, card=KIND_NAMES[kind]
        )
        return Reason(rule, text)
    text = sentence("The type {type} is in the hand already.", type=TYPE_NAMES[type_of(kind)])
    return Reason("CU-11", text, ("CU-02",))


def _why_not_token(state: CubosaursState, seat: int, giver: int) -> Reason:
    if state.asked != codes.PROMPT_TOKEN:
        text = sentence("Tokens are taken from opponents only with an empty supply.")
        return Reason("CU-33", text, (_PROMPT_RULES[state.asked],))
    text = _no_opponent(state, seat, giver) or sentence("{seat, seat} has no token.", seat=giver + 1)
    return Reason("CU-33", text)


def _why_not_seat(state: CubosaursState, seat: int, victim: int) -> Reason:
    if state.asked != codes.PROMPT_WHOM:
        return _why_not_now(state)
    text = _no_opponent(state, seat, victim)
    text = text or sentence("{seat, seat} has no card in the collection.", seat=victim + 1)
    return Reason(_TILE_RULES[state.tile], text, ("CU-36",))


def _no_opponent(state: CubosaursState, seat: int, other: int) -> Sentence | None:
    if other >= state.seats:
        return sentence("There is no seat {number} at this table.", number=other + 1)
    return sentence("One names an opponent, not oneself.") if other == seat else None


# Scores


def why_score(state: CubosaursState, seat: int) -> list[Reason]:
    """CU-18 to CU-30: finished rounds, the present or last one line by line, tokens, and at the end the winner."""
    is_over = state.waiting == 0
    found = []
    for round_ in range(state.round):
        text = sentence(
            "Round {round} brought {seat, seat} {points, signed}.",
            round=round_ + 1,
            seat=seat + 1,
            points=state.round_scores[round_ * codes.MAX_SEATS + seat],
        )
        found.append(Reason("CU-27", text))
    found += _why_round(state, seat)
    text = sentence(
        "That is {points, signed} in round {round} for {seat, seat}{when, select, now {, as it lies now} other {}}.",
        points=state.last_score(seat),
        round=state.round + 1,
        seat=seat + 1,
        when="over" if is_over else "now",
    )
    found.append(Reason("CU-25", text))
    if state.dna:
        text = sentence(
            "{tokens, plural, one {# token left brings} other {# tokens left bring}} {points, signed}.",
            tokens=state.tokens[seat],
            points=state.tokens[seat] // 2,
        )
        found.append(Reason("CU-50", text))
    text = sentence("{seat, seat} has a total of {points, signed}.", seat=seat + 1, points=state.score(seat))
    found.append(Reason("CU-30", text))
    if is_over:
        found.append(_why_result(state, seat))
    return found


def _why_round(state: CubosaursState, seat: int) -> list[Reason]:
    found = []
    for type_, name in enumerate(DINOSAUR_NAMES):
        if number := state.count_type(seat, type_):
            text = sentence(
                "{number} × {type}: {points, signed}.",
                number=number,
                type=name,
                points=state.score_set(seat, type_),
            )
            found.append(Reason("CU-18", text, ("CU-19",) if type_ == 0 else ()))
    if state.count_for_egg(seat, codes.GREY):
        found += _why_velociraptors(state, seat)
    for egg in range(codes.EGGS):
        if bits.has(state.held[seat], codes.FIRST_EGG + egg):
            found.append(_why_egg(state, seat, egg))
    return found + _why_late_tiles(state, seat)


def _why_late_tiles(state: CubosaursState, seat: int) -> list[Reason]:
    """CU-37, CU-38: the tiles that score at the end of the round."""
    found = []
    if bits.has(state.bought[seat], codes.VARIETY_TILE):
        types = tuple(name for type_, name in enumerate(TYPE_NAMES) if type_count(state, seat, type_))
        text = sentence(
            "Tile 1: {count, plural, =0 {no type} one {# type ({types, names})} other {# types ({types, names})}}: "
            "{count, signed}.",
            count=len(types),
            types=types,
        )
        found.append(Reason("CU-37", text, ("CU-48",)))
    if bits.has(state.bought[seat], codes.BROOD_TILE):
        eggs = type_count(state, seat, codes.EGG)
        text = sentence(
            "Tile 2: {eggs, plural, one {# egg} other {# eggs}}: {points, signed}.",
            eggs=eggs,
            points=2 * eggs,
        )
        found.append(Reason("CU-38", text, ("CU-48",)))
    return found


def velociraptor_values(state: CubosaursState, seat: int, first: int) -> list[int]:
    """The values of one colour's Velociraptors in a collection, the highest first."""
    values = []
    for value in range(codes.VALUES, 0, -1):
        place = seat * codes.KINDS + first + 2 * (value - 1)
        values += [value] * (state.collection[place] + state.collection[place + 1])
    return values


def _why_velociraptors(state: CubosaursState, seat: int) -> list[Reason]:
    """CU-20: which are paired, which are single, and why no other pairing is better."""
    grey = velociraptor_values(state, seat, codes.FIRST_GREY)
    black = velociraptor_values(state, seat, codes.FIRST_BLACK)
    pairs = min(len(grey), len(black))
    texts = [
        sentence("Black {black} with grey {grey} brings {points}.", black=b, grey=g, points=b + g)
        for g, b in zip(grey, black, strict=False)
    ]
    texts += [
        sentence(
            "{colour, select, grey {Grey} other {Black}} {value} alone costs {value}.",
            colour=colour,
            value=value,
        )
        for colour, values in (("grey", grey), ("black", black))
        for value in values[pairs:]
    ]
    if pairs and len(grey) != len(black):
        best = sentence(
            "The highest {colour, select, grey {grey} other {black}} ones are paired, since a single one costs what it "
            "shows.",
            colour="grey" if len(grey) > len(black) else "black",
        )
        texts.append(best)
    texts.append(sentence("Velociraptors: {points, signed}.", points=state.score_velociraptors(seat)))
    return [Reason("CU-20", text, ("CU-21",)) for text in texts]


def _why_egg(state: CubosaursState, seat: int, egg: int) -> Reason:
    """CU-22 to CU-24: who has the majority, and whether the egg pays."""
    name, points = EGG_NAMES[egg], state.score_egg(seat, egg)
    numbers = [state.count_for_egg(other, egg) for other in range(state.seats)]
    most = max(numbers)
    holders = [other for other, number in enumerate(numbers) if number == most]
    also = ("CU-23",) if egg == codes.DINOSAURS else ()
    if most == 0:
        text = sentence(
            "The {egg} egg: nobody has a {egg}; {verdict, select, equal {all are equal} "
            "other {at this table that is no majority}}: {points, signed}.",
            egg=name,
            verdict="equal" if state.zero_majority else "none",
            points=points,
        )
        return Reason("CU-24", text, ("CU-22", *also))
    if seat in holders:
        text = sentence(
            "The {egg} egg: {seat, seat} has {number}, {rank, select, shared {equal most} other {the most}}: "
            "{points, signed}.",
            egg=name,
            seat=seat + 1,
            number=numbers[seat],
            rank="shared" if len(holders) > 1 else "alone",
            points=points,
        )
        return Reason("CU-22", text, also)
    text = sentence(
        "The {egg} egg: {seat, seat} has {number}, but {others, seats} {count, plural, one {has} other {have}} {most}: "
        "{points, signed}.",
        egg=name,
        seat=seat + 1,
        number=numbers[seat],
        others=tuple(other + 1 for other in holders),
        count=len(holders),
        most=most,
        points=points,
    )
    return Reason("CU-22", text, also)


def _why_result(state: CubosaursState, seat: int) -> Reason:
    winners = bits.members(state.winners())
    best = max(state.score(other) for other in range(state.seats))
    level = [other for other in range(state.seats) if state.score(other) == best]
    verdict = ("wins" if len(winners) == 1 else "shares") if seat in winners else "loses"
    if len(level) == 1:
        text = sentence(
            "The highest total is {points, signed}, of {best, seats}; so {seat, seat} "
            "{verdict, select, wins {wins} other {does not win}}.",
            points=best,
            best=tuple(other + 1 for other in level),
            seat=seat + 1,
            verdict=verdict,
        )
        return Reason("CU-30", text)
    text = sentence(
        "The highest total is {points, signed}, of {best, seats}; in the last round {winners, seats} scored the most of "
        "them, {last, signed}; so {seat, seat} {verdict, select, wins {wins} shares {shares the win} other {does not win}}.",
        points=best,
        best=tuple(other + 1 for other in level),
        winners=tuple(other + 1 for other in winners),
        last=state.last_score(winners[0]),
        seat=seat + 1,
        verdict=verdict,
    )
    return Reason("CU-30", text)
