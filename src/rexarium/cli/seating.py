"""The players in the seats: people and bots, and how a record tells them apart."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rexarium.bots import Bot, bot_words, is_cheat, make_bot, name_bot, word_of
from rexarium.cli.screen import clean
from rexarium.games import AnyGame
from rexarium.kernel.chance import Chance
from rexarium.kernel.errors import BadSetup
from rexarium.kernel.game import Setup
from rexarium.kernel.phrases import number_in

PERSON = "person"
USUAL_LEVEL = "forager"
LONGEST_NAME = 16
_RESERVED = re.compile(r"(seat|player) \d+|.* bot|outside bot.*", re.IGNORECASE)


@dataclass(frozen=True)
class Seating:
    """The players' names by seat, and the bots among them."""

    players: tuple[str, ...]
    bots: Mapping[int, Bot]

    @property
    def people(self) -> list[int]:
        """The seats where people sit."""
        return [seat for seat in range(len(self.players)) if seat not in self.bots]


def seat_players(
    game: AnyGame, setup: Setup, kinds: Sequence[str], names: Sequence[str], seed: str | None
) -> Seating:
    """The seating, from the kind of player on each seat and the people's names in order."""
    people = [seat for seat, kind in enumerate(kinds) if kind == PERSON]
    if len(names) > len(people):
        raise BadSetup(f"There are {len(names)} names for {len(people)} people.")
    named = dict(zip(people, _checked(names), strict=False))
    bots = _make_bots(game, setup, kinds, seed)
    players = [
        bots[seat].name if seat in bots else named.get(seat, f"player {seat + 1}")
        for seat in range(len(kinds))
    ]
    return Seating(tuple(players), bots)


def seat_again(game: AnyGame, setup: Setup, players: Sequence[str]) -> Seating:
    """The seating of a record, in which a player with a bot's name is that bot."""
    return Seating(
        tuple(players), _make_bots(game, setup, [word_of(name) or PERSON for name in players], None)
    )


def _make_bots(game: AnyGame, setup: Setup, kinds: Sequence[str], seed: str | None) -> dict[int, Bot]:
    """A bot for each seat, with its own seed that reveals nothing about the deal."""
    bots = {}
    for seat, kind in enumerate(kinds):
        if kind != PERSON:
            chance = Chance.fresh() if seed is None else Chance.of(f"{seed}, seat {seat + 1}")
            bots[seat] = make_bot(kind, game, setup.seats, chance.below(1 << 63), setup)
    return bots


def make_stand_in(game: AnyGame, setup: Setup) -> Bot:
    """A bot that replaces one that cannot go on."""
    return make_bot(USUAL_LEVEL, game, setup.seats, Chance.fresh().below(1 << 63), setup)


def read_kinds(seats: int, people: int | None, entries: Sequence[str], level: str = USUAL_LEVEL) -> list[str]:
    """The kind of player on each seat: `people` on the first seats and bots of a level on the others, unless an entry such
    as `2=hunter` says otherwise."""
    if not entries:
        count = 1 if people is None else people
        if not 0 <= count <= seats:
            raise BadSetup(f"A table with {seats} seats has 0 to {seats} people, not {count}.")
        return [PERSON] * count + [level] * (seats - count)
    kinds = [PERSON] * seats
    for entry in entries:
        place, _, kind = (part.strip() for part in entry.partition("="))
        number = number_in(place)
        if number is None or not 1 <= number <= seats:
            raise BadSetup(f"'{entry}' names no seat: write 1={USUAL_LEVEL} up to {seats}={USUAL_LEVEL}.")
        if is_cheat(kind):
            raise BadSetup(
                f"The {name_bot(kind)} sees everything, hidden cards and hidden choices too: it plays in "
                "`rexarium arena`, not at a table."
            )
        if kind != PERSON and word_of(name_bot(kind)) is None and not kind.startswith("outside:"):
            known = ", ".join(bot_words())
            raise BadSetup(f"A seat takes a {PERSON} or one of these bots: {known}; not '{kind}'.")
        kinds[number - 1] = kind
    return kinds


def _checked(names: Sequence[str]) -> list[str]:
    """The names, cleaned; each must be unique and fit into a record and a line."""
    found = [" ".join(name.split()) for name in names]
    for name in found:
        if not name or len(name) > LONGEST_NAME or name != clean(name) or "#" in name:
            raise BadSetup(f"A name has 1 to {LONGEST_NAME} ordinary letters, unlike '{name}'.")
        if _RESERVED.fullmatch(name) or [other.lower() for other in found].count(name.lower()) > 1:
            raise BadSetup(
                f"The name '{name}' could be mistaken for another player's: choose a different one."
            )
    return found
