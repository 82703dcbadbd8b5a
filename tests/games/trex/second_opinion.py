"""Scoring, ranking, laps and ties of T-Rex once more, slowly and literally, from the words of the rules alone.

Nothing here looks at how `rules.py` does it: cards are words, a round is the list of cards played in it.
"""

from dataclasses import dataclass, field

NUMBERS = {
    **dict.fromkeys((1, 6, 11), "yellow"),
    **dict.fromkeys((2, 7, 12), "blue"),
    **dict.fromkeys((3, 8, 13), "brown"),
    **dict.fromkeys((4, 9, 14), "green"),
    **dict.fromkeys((5, 10, 15), "red"),
}  # TR-02
ALL_CARDS = [f"{colour} {number}" for number, colour in sorted(NUMBERS.items())] + [
    "chamaelosaurus",
    "shower",
]


@dataclass
class Round:
    """The cards of one round in the order in which they were played, and the two open colours."""

    strongest: str
    weakest: str
    comets: set[str]  # the numbered cards that carry one: edition data
    plays: list[tuple[int, str]] = field(default_factory=list)  # seat, card

    def pile(self, seat: int) -> list[tuple[int, str]]:
        """Moments and cards of one seat."""
        return [(moment, card) for moment, (who, card) in enumerate(self.plays) if who == seat]

    def rank_of_colour(self, colour: str) -> int:
        """TR-11: the strongest colour, the three middle ones, the weakest; no colour is below all."""
        if colour == self.strongest:
            return 3
        if colour == self.weakest:
            return 1
        return 2

    def worth(self, card: str) -> tuple[int, int]:
        """TR-11, TR-12, TR-15: the rank of the colour, then the number; 0 without a colour."""
        if card in ("shower", "nothing"):
            return (0, 0)
        colour, number = card.split()
        return (self.rank_of_colour(colour), int(number))

    def shows(self, seat: int) -> tuple[tuple[int, int], int]:
        """What the top card of a seat is worth and when it was played: TR-17, TR-32 to TR-35."""
        pile = self.pile(seat)
        if not pile:
            return ((-1, 0), 0)
        moment, top = pile[-1]
        if top != "chamaelosaurus":
            return (self.worth(top), moment)
        beneath = [card for _, card in pile[:-1]]
        return (self.worth(beneath[-1] if beneath else "nothing"), moment)

    def ranking(self, seats: int) -> list[int]:
        """TR-37 with TR-13 and TR-14: strongest top card first; of equal cards the later one is stronger."""
        showing = [seat for seat in range(seats) if self.pile(seat)]
        return sorted(showing, key=self.shows, reverse=True)

    def comet_worth(self, card: str) -> tuple[int, int] | None:
        """TR-24, TR-27, TR-32: how strong a card is as a comet; None if it is none."""
        if card == "shower":
            return (4, 0)
        return self.worth(card) if card in self.comets else None

    def ends_with_last_play(self) -> bool:
        """TR-23 to TR-30: has the player of the strongest comet just played a card that did not extend the round?"""
        ruler: int | None = None
        ruling: tuple[int, int] = (0, 0)
        has_ended = False
        for seat, card in self.plays:
            assert not has_ended, "a card was played after the end of the round"
            comet = self.comet_worth(card)
            if comet is not None and (ruler is None or comet >= ruling):
                ruler, ruling = seat, comet
            elif seat == ruler:
                has_ended = True
        return has_ended

    def ruler(self) -> int | None:
        """The player of the strongest comet, if there is one."""
        ruler: int | None = None
        ruling: tuple[int, int] = (0, 0)
        for seat, card in self.plays:
            comet = self.comet_worth(card)
            if comet is not None and (ruler is None or comet >= ruling):
                ruler, ruling = seat, comet
        return ruler

    def showered(self, seat: int) -> bool:
        """TR-41: did this player play the comet shower this round?"""
        return (seat, "shower") in self.plays


def points(eggs: list[str]) -> int:
    """TR-52: for each colour the square of the number of eggs, and then the sum."""
    total = 0
    for colour in set(eggs):
        number = 0
        for egg in eggs:
            if egg == colour:
                number += 1
        total += number**2
    return total


def sum_of_cards(cards: list[str]) -> int:
    """TR-53: the numbers of the remaining cards; special cards count 0."""
    total = 0
    for card in cards:
        if card not in ("chamaelosaurus", "shower"):
            total += int(card.split()[1])
    return total


def winners(eggs: list[list[str]], cards: list[list[str]]) -> list[int]:
    """TR-52, TR-53, TR-54: most points; of those tied, the highest sum of cards; of those still tied, all."""
    seats = range(len(eggs))
    most = max(points(eggs[seat]) for seat in seats)
    first = [seat for seat in seats if points(eggs[seat]) == most]
    if len(first) == 1:
        return first
    highest = max(sum_of_cards(cards[seat]) for seat in first)
    return [seat for seat in first if sum_of_cards(cards[seat]) == highest]
