"""The report: lines of text, printed as they come, and a verdict on every target at the top."""

from dataclasses import dataclass, field

from bench.measure import Ratio, Series

UNITS = ((1e6, "M"), (1e3, "k"))


@dataclass(frozen=True)
class Target:
    """A figure that we want to reach: a minimum or a maximum."""

    label: str
    value: float
    bound: float
    is_floor: bool = True
    unit: str = ""

    @property
    def is_met(self) -> bool:
        return self.value >= self.bound if self.is_floor else self.value < self.bound

    def __str__(self) -> str:
        sign = "≥" if self.is_floor else "<"
        value, bound = (f"{figure:.4g}{self.unit}" for figure in (self.value, self.bound))
        return f"{self.label:<70} {value:>8}   target {sign} {bound:<8} {'met' if self.is_met else 'MISSED'}"


@dataclass
class Report:
    """Collects the results of the sections."""

    is_silent: bool = False
    lines: list[str] = field(default_factory=list)
    targets: list[Target] = field(default_factory=list)

    def line(self, text: str = "") -> None:
        self.lines.append(text)
        if not self.is_silent:
            print(text, flush=True)

    def heading(self, text: str) -> None:
        self.line()
        self.line(text)
        self.line("-" * len(text))

    def rate(self, label: str, series: Series, unit: str = "moves/s") -> None:
        self.line(
            f"  {label:<50} best {scaled(series.best):>8} {unit:<11} median {scaled(series.median):>8} {unit}"
        )

    def ratio(self, label: str, ratio: Ratio) -> None:
        rounds = sorted(ratio.by_round)
        spread = f"{rounds[0]:.2f} – {Series(rounds).median:.2f} – {rounds[-1]:.2f}"
        self.line(f"  {label:<50} ratio {ratio.best:>7.2f}             by round {spread}")

    def target(self, target: Target) -> None:
        self.targets.append(target)

    def summary(self) -> list[str]:
        """Every target with its verdict."""
        return ["Targets", "-------", *(f"  {target}" for target in self.targets)] if self.targets else []


def scaled(value: float) -> str:
    """A large number in short form, such as 43.6 M."""
    for size, letter in UNITS:
        if value >= size:
            return f"{value / size:.4g} {letter}"
    return f"{value:.4g}"
