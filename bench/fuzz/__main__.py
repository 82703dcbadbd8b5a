"""`./rex python -m bench.fuzz [--minutes M] [--target NAME [--seed N]]`: mutate all input from outside, for an hour.

The targets take turns. Seeds are numbered, and none is tried twice. Each turn is saved with its commit, so that the same
command resumes where it stopped, until this commit has been fuzzed for that many minutes. With a seed, only that case
runs, in this process, and its traceback is shown.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from bench.fuzz import editions, frames, http, logs, records
from bench.fuzz.hunt import Bag, Target, hunt
from bench.rounds import FOLDER, ROOT, Rounds, commit
from bench.table import page

PAGE = ROOT / "docs" / "hunts.md"
TARGETS: Mapping[str, Target] = {
    "records": records.open_target,
    "editions": editions.open_target,
    "logs": logs.open_target,
    "frames": frames.open_target,
    "http": http.open_target,
}
TURN = 30.0  # seconds for a target before the next one has its turn


Hunt = Callable[[Target, int, float], Bag]


def run(rounds: Rounds, targets: Mapping[str, Target], minutes: float, hunt: Hunt = hunt) -> None:
    """Let the targets take turns until this commit has been fuzzed for so long, with equal time for each target."""
    next_seeds = dict.fromkeys(targets, 0)
    for found in rounds.all():
        if found["target"] in next_seeds:
            next_seeds[found["target"]] = max(next_seeds[found["target"]], found["first"] + found["cases"])
    while left := missing(rounds, targets, minutes):
        name = max(left, key=lambda each: left[each])
        bag = hunt(targets[name], next_seeds[name], min(TURN, left[name]))
        next_seeds[name] += bag.cases
        rounds.add(target=name, **vars(bag))
        print(f"{name}: {bag.cases} cases, {dict(bag.outcomes)}", flush=True)
        for what, seeds in bag.findings.items():
            print(f"  FOUND --target {name} --seed {seeds[0]}: {what}", flush=True)


def missing(rounds: Rounds, targets: Mapping[str, Target], minutes: float) -> dict[str, float]:
    """The seconds each target still needs on this commit."""
    spent: Counter[str] = Counter()
    for found in rounds.of_this_commit():
        spent[found["target"]] += found["seconds"]
    share = 60 * minutes / len(targets)
    return {name: share - spent[name] for name in targets if share - spent[name] > 0}


def summary(rounds: Rounds) -> list[str]:
    """The results of all rounds on this commit, as text."""
    found = rounds.of_this_commit()
    lines = [
        f"commit      {rounds.commit}",
        "",
        f"{sum(each['seconds'] for each in found) / 60:.0f} minutes, {sum(each['cases'] for each in found)} cases",
        "",
    ]
    kinds: dict[tuple[str, str], list[int]] = {}
    for name in dict.fromkeys(each["target"] for each in found):
        own = [each for each in found if each["target"] == name]
        lines.append(_line(name, own))
        for each in own:
            for what, seeds in each["findings"].items():
                kinds.setdefault((name, what), []).extend(seeds)
    lines += ["", f"found       {len(kinds)}"]
    return [
        *lines,
        *(f"  --target {name} --seed {seeds[0]}: {what}" for (name, what), seeds in kinds.items()),
    ]


def _line(name: str, found: Sequence[Mapping[str, Any]]) -> str:
    outcomes: Counter[str] = Counter()
    for each in found:
        outcomes.update(each["outcomes"])
    cases = sum(each["cases"] for each in found)
    words = ", ".join(f"{count} {outcome}" for outcome, count in outcomes.most_common())
    return f"{name:<12}{cases:>9} in {sum(each['seconds'] for each in found) / 60:.0f} min: {words}"


def main(words: Sequence[str]) -> int:
    """Hunt for failures and save what was found."""
    parser = argparse.ArgumentParser(prog="./rex python -m bench.fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=60, help="the total on this commit")
    parser.add_argument("--target", choices=TARGETS)
    parser.add_argument("--seed", type=int, help="repeat this one case of a target")
    parser.add_argument("--results", type=Path, default=FOLDER, help="the folder where rounds are saved")
    parser.add_argument("--output", type=Path, help="write the summary to this file instead of docs/")
    asked = parser.parse_args(words)
    if asked.seed is not None:
        if asked.target is None:
            parser.error("a seed belongs to a target: name the target with --target")
        with TARGETS[asked.target]() as check:
            print(check(asked.seed))
        return 0
    head = page.head()
    rounds = Rounds(asked.results / "fuzz.jsonl", commit())
    run(rounds, {asked.target: TARGETS[asked.target]} if asked.target else TARGETS, asked.minutes)
    lines = [*head[:-1], *summary(rounds)]
    print("\n".join(lines))
    page.write("fuzz", lines, asked.output, PAGE)
    return 1 if any(found["findings"] for found in rounds.of_this_commit()) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
