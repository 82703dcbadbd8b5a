"""The results of a contest as plain data: ratings, pairings, seats, thinking times."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from rexarium.arena.contest import PlayedSeat, Terms
from rexarium.arena.lab import SEAT
from rexarium.arena.rating import REPLICATES, Pair, Ratings, Score, rate, share_of
from rexarium.arena.report import Figure, Group, make_figure, make_group
from rexarium.arena.results import BlockScore, Results
from rexarium.arena.sequential import Course
from rexarium.arena.statistics import Average
from rexarium.arena.tally import WON, Tally
from rexarium.games import find_game
from rexarium.kernel.counts import Count, name_place

CONTESTANT = "contestant"
EVERYBODY = "everybody"


@dataclass(frozen=True, slots=True)
class Standing:
    """One contestant: its rating, and its games as the only one of its kind at the table."""

    contestant: str
    rating: Figure
    doubt: float | None  # the p-value of the difference to the next one below
    won: Figure | None  # None if it was never the only one, like the others in a gauntlet
    games: int
    thinking: Figure  # seconds for a decision, on all its seats
    decisions: int


@dataclass(frozen=True, slots=True)
class Duel:
    """One pairing: the challenger's share of wins, and the share that its rating predicts."""

    challenger: str
    opponent: str
    won: Figure
    expected: float
    games: int


@dataclass(frozen=True, slots=True)
class Comparison:
    """Wins by something that distinguishes seats, such as place or dinosaur: overall, and for each contestant."""

    name: str
    labels: tuple[str, ...]
    won: dict[str, dict[str, Figure]]  # by contestant and label; everybody's first


@dataclass(frozen=True, slots=True)
class Findings:
    """All results of a contest so far."""

    terms: Terms
    title: str
    games: int
    deals: int
    standings: tuple[Standing, ...]  # the strongest first
    duels: tuple[Duel, ...]
    comparisons: tuple[Comparison, ...]
    habits: Group  # what the game counts, by contestant
    course: Course | None  # of a sequential test

    @property
    def fair(self) -> float:
        """The share of wins if all were equal."""
        return 1 / self.terms.seats

    def duel(self, challenger: str, opponent: str) -> Duel | None:
        """A pairing by its names."""
        wanted = challenger, opponent
        return next((duel for duel in self.duels if (duel.challenger, duel.opponent) == wanted), None)


def make_findings(results: Results) -> Findings:
    """The findings in a results file; there must be at least one game."""
    terms = results.terms
    scores = list(results.scores())
    ratings = rate_blocks(terms, scores)
    watch = _Watch(terms)
    for _, rows in groupby(results.seats(), key=lambda row: row[0]):
        watch.add_deal([[seat for _, _, seat in game] for _, game in groupby(rows, key=lambda row: row[1])])
    standings = list(_make_standings(terms, ratings, watch))
    return Findings(
        terms=terms,
        title=find_game(terms.game).title,
        games=sum(score.games for score in scores),
        deals=len({score.deal for score in scores}),
        standings=tuple(standings),
        duels=tuple(_make_duels(terms, ratings, scores)),
        comparisons=tuple(watch.compare([standing.contestant for standing in standings])),
        habits=make_group(watch.habits, CONTESTANT),
        course=_run_course(terms, scores),
    )


# Ratings


def rate_blocks(terms: Terms, scores: Iterable[BlockScore], replicates: int = REPLICATES) -> Ratings:
    """The ratings after these blocks; contestants are given by their places in the terms."""
    place = terms.contestants.index
    pairs = {(one, other): (place(one), place(other)) for one, other in terms.pairings()}
    deals: dict[int, dict[Pair, Score]] = defaultdict(dict)
    for score in scores:
        deals[score.deal][pairs[score.pairing]] = score.won, score.games - score.won
    found = [deals[deal] for deal in sorted(deals)]
    count, seats = len(terms.contestants), terms.seats
    return rate(found, list(pairs.values()), count, seats, terms.seed, replicates)


def _make_standings(terms: Terms, ratings: Ratings, watch: "_Watch") -> Iterator[Standing]:
    order = sorted(range(len(terms.contestants)), key=lambda at: -ratings.points[at])
    for rank, at in enumerate(order):
        word = terms.contestants[at]
        interval = ratings.interval(at)
        alone = watch.alone.get(word)
        yield Standing(
            contestant=word,
            rating=Figure(ratings.points[at], interval.low, interval.high, False),
            doubt=ratings.doubt(at, order[rank + 1]) if rank + 1 < len(order) else None,
            won=make_figure(alone, is_share=True) if alone else None,
            games=alone.number if alone else 0,
            thinking=make_figure(watch.thinking[word], is_share=False),
            decisions=watch.thinking[word].number,
        )


def _make_duels(terms: Terms, ratings: Ratings, scores: Iterable[BlockScore]) -> Iterator[Duel]:
    averages: dict[tuple[str, str], Average] = {}
    for score in scores:
        averages.setdefault(score.pairing, Average()).add(score.won, score.games)
    points = dict(zip(terms.contestants, ratings.points, strict=True))
    for (challenger, opponent), average in averages.items():
        won = make_figure(average, is_share=True)
        expected = share_of(points[challenger] - points[opponent], terms.seats)
        yield Duel(challenger, opponent, won, expected, average.number)


def _run_course(terms: Terms, scores: Iterable[BlockScore]) -> Course | None:
    if terms.trial is None:
        return None
    course = Course(terms.trial, terms.seats)
    for score in scores:
        course.add(score.won / score.games)
    return course


# Seats


class _Watch:
    """Collects every seat of every game, deal by deal."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self._tallies = {word: Tally() for word in (EVERYBODY, *terms.contestants)}
        self.habits = Tally()
        self.alone: dict[str, Average] = {}
        self.thinking = {word: Average() for word in terms.contestants}

    def add_deal(self, games: Sequence[Sequence[PlayedSeat]]) -> None:
        """Add all games of one deal. A contestant counts where it is alone among others."""
        self._tallies[EVERYBODY].add_block([[_count(seat) for seat in game] for game in games])
        alone = [(seat, game) for game in games for seat in game if _is_alone(seat, game)]
        self.habits.add_block([[_habit(seat)] for seat, _ in alone])
        for word in self._terms.contestants:
            own = [seat for seat, _ in alone if seat.contestant == word]
            if own:
                self._tallies[word].add_block([[_count(seat)] for seat in own])
                self.alone.setdefault(word, Average()).add(sum(seat.share for seat in own), len(own))
            seats = [seat for game in games for seat in game if seat.contestant == word]
            if decisions := sum(seat.decisions for seat in seats):
                self.thinking[word].add(sum(seat.seconds for seat in seats), decisions)

    def compare(self, order: Sequence[str]) -> Iterator[Comparison]:
        """Comparisons by place, and by whatever else distinguishes the game's seats; the contestants in this order."""
        names = dict.fromkeys(group for group, _, _ in self._tallies[EVERYBODY].averages)
        places = [name_place(distance) for distance in range(self._terms.seats)]
        for name in names:
            groups = {word: make_group(self._tallies[word], name).won for word in (EVERYBODY, *order)}
            labels = places if name == SEAT else sorted(groups[EVERYBODY])
            won = {
                word: {label: figures[label] for label in labels if label in figures}
                for word, figures in groups.items()
                if figures
            }
            yield Comparison(name, tuple(labels), won)


def _is_alone(seat: PlayedSeat, game: Sequence[PlayedSeat]) -> bool:
    return [other.contestant for other in game].count(seat.contestant) == 1


def _count(seat: PlayedSeat) -> Count:
    return Count({SEAT: name_place(seat.place), **seat.labels}, {WON: seat.share})


def _habit(seat: PlayedSeat) -> Count:
    return Count({CONTESTANT: seat.contestant}, {WON: seat.share, **seat.numbers})
