"""Section 7: the core releases Python's global lock. These are wall-clock times."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event, Thread
from time import perf_counter, sleep

from bench import ours, plain_c
from bench.contests import TREX
from bench.measure import Contender, Pace, Rates, Ratio, by_turns
from bench.report import Report
from rexarium.bots import Thinker, Thought
from rexarium.kernel import bits
from rexarium.search import playout


class Together:
    """Random play in several threads at once, each in one long call of the core."""

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self.state = TREX.table(4)
        self.seed = ours.seeds()
        self.games_per_second = ours.GAMES / self.seconds_of(ours.GAMES)

    def seconds_of(self, games: int) -> float:
        start = perf_counter()
        playout.deal_and_play(self.state, games, 1)
        return perf_counter() - start

    def __call__(self, seconds: float) -> Rates:
        games = max(1, int(self.games_per_second * seconds))
        with ThreadPoolExecutor(self.threads) as pool:
            start = perf_counter()
            calls = [
                pool.submit(playout.deal_and_play, self.state, games, self.seed())
                for _ in range(self.threads)
            ]
            moves = sum(call.result() for call in calls)
            return {"moves": moves / (perf_counter() - start)}


class Thinking:
    """Search in several threads at once, one decision after another, each thread with its own tree."""

    SIMULATIONS = 4000  # for each thread and decision

    def __init__(self, threads: int, positions: int = 64) -> None:
        self.seed = ours.seeds()
        state = TREX.table(4)
        self.roots = [ours.mid_game(state, self.seed()) for _ in range(positions)]
        self.thinker = Thinker(Thought(threads * self.SIMULATIONS), threads)
        self.at = 0

    def decide(self) -> int:
        self.at = (self.at + 1) % len(self.roots)
        root = self.roots[self.at]
        prospects = self.thinker.ponder(root, bits.lowest(root.waiting), self.seed())
        return sum(prospect.visits for prospect in prospects)

    def __call__(self, seconds: float) -> Rates:
        simulations, start = 0, perf_counter()
        while True:
            simulations += self.decide()
            spent = perf_counter() - start
            if spent >= seconds:
                return {"simulations": simulations / spent}


class Counting:
    """A Python thread that counts while another one sleeps or is inside one long call of the core."""

    def __init__(self, wait: Callable[[float], object]) -> None:
        self.wait = wait

    def __call__(self, seconds: float) -> Rates:
        is_done, counted = Event(), [0]

        def count() -> None:
            while not is_done.is_set():
                counted[0] += 1

        thread = Thread(target=count)
        start = perf_counter()
        thread.start()
        self.wait(seconds)
        counts = counted[0]
        spent = perf_counter() - start
        is_done.set()
        thread.join()
        return {"counts": counts / spent}


class Processes:
    """The C program in several processes at once: what the machine can give at the moment."""

    def __init__(self, program: Path, processes: int) -> None:
        self.programs = [plain_c.Program(program, 4) for _ in range(processes)]

    def __call__(self, seconds: float) -> Rates:
        with ThreadPoolExecutor(len(self.programs)) as pool:
            start = perf_counter()
            for _ in pool.map(lambda program: program(seconds), self.programs):
                pass
            return {
                "moves": sum(program.said["moves"] for program in self.programs) / (perf_counter() - start)
            }


def yard_stick(report: Report) -> dict[str, Contender]:
    try:
        program = plain_c.build(TREX.source, plain_c.same_machine_flags())
    except plain_c.CannotCompile as reason:
        report.line(f"  {reason}")
        return {}
    return {"one C": Processes(program, 1), "two C": Processes(program, 2)}


def run(report: Report, pace: Pace) -> None:
    """Measure two threads against one, and a Python thread beside the core."""
    report.heading("Python's global lock is released inside the core")
    one = Together(1)
    contenders: dict[str, Contender] = {
        "one": one,
        "two": Together(2),
        "one thinks": Thinking(1),
        "two think": Thinking(2),
        **yard_stick(report),
        "idle": Counting(sleep),
        "busy": Counting(one),
    }
    results = by_turns(contenders, pace)
    report.rate("random play in one thread", results["one", "moves"])
    report.rate("random play in two threads, together", results["two", "moves"])
    report.ratio(
        f"two threads / one, on {os.cpu_count()} cores",
        Ratio(results["two", "moves"], results["one", "moves"]),
    )
    report.rate("search in one thread", results["one thinks", "simulations"], "sim/s")
    report.rate("search in two threads, together", results["two think", "simulations"], "sim/s")
    report.ratio(
        "search: two threads / one",
        Ratio(results["two think", "simulations"], results["one thinks", "simulations"]),
    )
    if ("two C", "moves") in results:
        scaling = Ratio(results["two C", "moves"], results["one C", "moves"])
        report.ratio("two processes of the C program / one", scaling)
    report.rate("a Python thread, while nothing else runs", results["idle", "counts"], "counts/s")
    report.rate("a Python thread, during one call of the core", results["busy", "counts"], "counts/s")
    report.ratio("during / alone", Ratio(results["busy", "counts"], results["idle", "counts"]))
