"""The results of a lab as plain data: for the terminal, for a page, for other programs."""

import json
import math
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from rexarium.arena.lab import Lab, Plan, Series
from rexarium.arena.statistics import Average
from rexarium.arena.tally import WON, Tally
from rexarium.bots import make_bot
from rexarium.games import find_game


@dataclass(frozen=True, slots=True)
class Figure:
    """One average with its interval; a share is between 0 and 1."""

    mean: float
    low: float
    high: float
    is_share: bool

    @property
    def reach(self) -> float:
        """Half of the interval; NaN if it is unknown."""
        return (self.high - self.low) / 2


@dataclass(frozen=True, slots=True)
class Group:
    """Things that are compared: the share of wins by label, and the averages by number and label."""

    name: str
    won: dict[str, Figure]  # empty if it is not about seats
    numbers: dict[str, dict[str, Figure]]

    @property
    def labels(self) -> list[str]:
        """What is compared, in order."""
        return list(next(iter(self.numbers.values()), self.won))


@dataclass(frozen=True, slots=True)
class Section:
    """A series: its box, rulings and findings."""

    edition: str
    title: str
    digest: str
    seats: int
    note: str
    rulings: dict[str, str]
    games: int
    groups: tuple[Group, ...]  # those of seats first
    numbers: dict[str, Figure]  # of the table as a whole

    @property
    def name(self) -> str:
        """Box and seats."""
        return f"{self.edition}, {self.seats} seats"

    @property
    def full_name(self) -> str:
        """The name, and what tells it from others with the same name."""
        return f"{self.name}, {self.note}" if self.note else self.name

    @property
    def fair(self) -> float:
        """The share of wins if all were equal."""
        return 1 / self.seats

    def group(self, name: str) -> Group | None:
        """A group by its name."""
        return next((group for group in self.groups if group.name == name), None)


@dataclass(frozen=True, slots=True)
class Report:
    """The results of a lab; series without a game yet are left out."""

    game: str
    title: str
    bot: str
    seed: str
    games: int
    planned: int
    sections: tuple[Section, ...]

    @property
    def is_whole(self) -> bool:
        """Was everything that was planned also played?"""
        return self.games == self.planned

    def to_json(self) -> str:
        """The report for other programs; unknown figures are null."""
        return json.dumps(_plain(asdict(self)), indent=1) + "\n"


def make_report(lab: Lab) -> Report:
    """The lab's results so far."""
    plan = lab.plan
    sections = [
        _make_section(series, tally)
        for series, tally in zip(plan.series, lab.tallies, strict=True)
        if tally.games
    ]
    return Report(
        game=plan.game,
        title=find_game(plan.game).title,
        bot=_bot_name(plan),
        seed=plan.seed,
        games=lab.games,
        planned=plan.total(),
        sections=tuple(sections),
    )


def _bot_name(plan: Plan) -> str:
    """What the bot calls itself; at tables of any size it is the same."""
    return make_bot(plan.bot, find_game(plan.game), plan.series[0].setup.seats, 0).name


def _make_section(series: Series, tally: Tally) -> Section:
    edition = series.setup.edition
    names = dict.fromkeys(group for group, _, _ in tally.averages if group)
    groups = sorted((make_group(tally, name) for name in names), key=lambda group: not group.won)
    return Section(
        edition=edition.id,
        title=edition.title,
        digest=edition.digest,
        seats=series.setup.seats,
        note=series.note,
        rulings=dict(series.setup.rulings),
        games=tally.games,
        groups=tuple(groups),
        numbers=_by_label(tally, "").get("", {}),
    )


def make_group(tally: Tally, name: str) -> Group:
    """All that was counted of one group."""
    labels = _by_label(tally, name)
    numbers = dict.fromkeys(number for figures in labels.values() for number in figures)
    table = {
        number: {label: figures[number] for label, figures in labels.items() if number in figures}
        for number in numbers
    }
    return Group(name, table.pop(WON, {}), table)


def _by_label(tally: Tally, group: str) -> dict[str, dict[str, Figure]]:
    found: dict[str, dict[str, Figure]] = {}
    for key, average in tally.averages.items():
        name, label, number = key
        if name == group:
            found.setdefault(label, {})[number] = make_figure(average, is_share=key in tally.shares)
    return found


def make_figure(average: Average, *, is_share: bool) -> Figure:
    """The average with the right kind of interval."""
    interval = average.share_interval() if is_share else average.interval()
    return Figure(average.mean, interval.low, interval.high, is_share)


def _plain(value: Any) -> Any:
    """JSON has no NaN."""
    if isinstance(value, dict):
        return {key: _plain(entry) for key, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(entry) for entry in value]
    return None if isinstance(value, float) and math.isnan(value) else value


def group_names(sections: Iterable[Section]) -> list[str]:
    """The groups among which wins are shared out, in order."""
    return list(dict.fromkeys(group.name for section in sections for group in section.groups if group.won))


def columns_of(sections: Iterable[Section], name: str) -> list[str]:
    """All labels of a group, in the order of the section that has most of them."""
    found = [group.labels for section in sections if (group := section.group(name))]
    return list(dict.fromkeys(label for labels in sorted(found, key=len, reverse=True) for label in labels))
