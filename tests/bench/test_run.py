"""The whole harness in its quick mode: it works, says what it has to, and is quiet about what is missing."""

import re
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from bench import __main__ as run
from bench import contests, core, machine, ours, plain_c, start
from bench.contests import Contest
from bench.measure import Pace
from bench.report import Report

QUICK = Pace(slice=0.001, rounds=2)
ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """One table of each game is enough to see that it works; ./rex is tested elsewhere."""
    monkeypatch.setattr(contests, "CONTESTS", [replace(row, seats=(4,)) for row in contests.CONTESTS])
    monkeypatch.setattr(ours, "POSITIONS", 4)
    monkeypatch.setattr(start, "rex", lambda *_: start.Command(sys.executable, "-c", "print('TR-24')"))


@pytest.fixture
def no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)


@pytest.fixture
def no_libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.setitem(sys.modules, "rlcard", None)


needs_compiler = pytest.mark.skipif(machine.compiler() is None, reason="there is no C compiler")


def lines_of(name: str) -> list[str]:
    report = Report(is_silent=True)
    run.SECTIONS[name](report, QUICK)
    return report.lines


@pytest.mark.slow
@pytest.mark.usefixtures("no_libraries")
def test_a_quick_run_reports_every_section(tmp_path: Path) -> None:
    file = tmp_path / "results.txt"
    assert run.main(["--quick", "--output", str(file)]) == 0
    text = file.read_text(encoding="utf-8")
    for words in (
        r"^Rexarium, measured on \d{4}-\d\d-\d\d at \d\d:\d\d UTC$",
        r"^processor   .+, \d+ cores$",
        r"^Python      \S+ 3\.\d+\.\d+",
        r"^compiler    .+$",
        r"^load        .+ at the start",
        r"^pace        2 rounds of slices of 0\.02 s",
        r"^  T-Rex, 4 seats$",
        r"^  Tyrannosaurus Rex, 4 seats$",
        r"^  deal and random play: ours +best +[\d.]+ [Mk] moves/s +median +[\d.]+ [Mk] moves/s$",
        r"^  imagine and play out, playouts: ours +best .+ playouts/s$",
        r"^  copy onto a scratch state, best +ours [\d.]+ ns",
        r"^  size of a state +ours \d+ bytes",
        r"^  T-Rex, 4 seats: decisions +best",
        r"^  two threads / one, on \d+ cores +ratio +[\d.]+ +by round [\d.]+ – [\d.]+ – [\d.]+$",
        r"^  search: two threads / one +ratio",
        r"^  during / alone +ratio",
        r"^  \./rex rules trex TR-24 +best +\d+ ms +median +\d+ ms +processor time +\d+ ms$",
        r"^  Tyrannosaurus Rex: size of a state +\d+ B +target < 512 B +(met|MISSED)$",
        r"^load        .+ at the end$",
    ):
        assert re.search(words, text, re.MULTILINE), words


@pytest.mark.slow
@needs_compiler
@pytest.mark.usefixtures("no_libraries")
def test_ratios_against_c_have_targets() -> None:
    report = Report(is_silent=True)
    core.run(report, QUICK)
    bounds = {target.label: target.bound for target in report.targets}
    assert len(bounds) == sum(len(row.bounds) + 2 for row in contests.CONTESTS)
    assert bounds["T-Rex, 4 seats: deal and random play, ours / C"] == 0.80
    assert bounds["Tyrannosaurus Rex, 4 seats: deal and random play, ours / C"] == 0.75
    assert bounds["Tyrannosaurus Rex, 4 seats: imagine and play out, playouts, ours / C"] == 0.75
    assert bounds["Tyrannosaurus Rex: copy of a state inside the core"] == 50
    text = "\n".join(report.lines)
    assert re.search(r"deal and random play: ours / C +ratio", text)
    assert re.search(r"deal and random play: ours / C native +ratio", text)
    lengths = re.findall(r"moves in a game, on average +ours \d+\.\d\d, C \d+\.\d\d, standard error", text)
    assert len(lengths) == len(contests.CONTESTS)


@pytest.mark.slow
@needs_compiler
@pytest.mark.parametrize(
    ("row", "seats"),
    [(row, seats) for row in contests.CONTESTS for seats in row.seats],
    ids=lambda value: str(value) if isinstance(value, int) else value.name,
)
def test_the_c_program_plays_the_same_game(row: Contest, seats: int) -> None:
    theirs = plain_c.Program(plain_c.build(row.source, plain_c.same_machine_flags()), seats, row.words)
    playing = ours.Playing(row.table(seats))
    for _ in range(20):
        playing.batch()
    theirs(0.01)
    noise = playing.noise(theirs.said["games"])
    assert playing.moves_per_game() == pytest.approx(theirs.said["moves_per_game"], abs=5 * noise + 0.01)


def test_the_seats_with_targets_are_measured() -> None:
    assert all(set(row.target_seats) <= set(row.seats) for row in contests.CONTESTS)


@pytest.mark.usefixtures("no_compiler")
def test_one_game_can_be_measured_alone(capsys: pytest.CaptureFixture[str]) -> None:
    run.main(["--quick", "--game", "tyrannosaurus"])
    said = capsys.readouterr().out
    assert "Tyrannosaurus Rex, 4 seats" in said
    assert "T-Rex" not in said
    assert "From the shell" not in said


@pytest.mark.usefixtures("no_compiler")
def test_a_variant_is_a_row_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ours, "GAMES", 20_000)  # enough for a meaningful average
    row = replace(contests.TYRANNOSAURUS, seats=(2,), target_seats=(2,))
    monkeypatch.setattr(
        contests, "CONTESTS", [row, replace(row, rulings={"play_on": "on"}, variant="to the end")]
    )
    lines = lines_of("core")
    titles = [line for line in lines if line.endswith("2 seats")]
    assert titles == ["  Tyrannosaurus Rex, 2 seats", "  Tyrannosaurus Rex to the end, 2 seats"]
    short, long = (float(line.split()[-1]) for line in lines if "moves in a game" in line)
    assert short < long


def test_the_c_program_is_told_the_rulings(monkeypatch: pytest.MonkeyPatch) -> None:
    def answer(words: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        assert words == ["program", "bench", "3", "0.5", "on"]
        rates = (
            "moves_per_second 2\nimagined_moves_per_second 3\nimagined_playouts_per_second 4\nclone_ns 5\n"
        )
        return subprocess.CompletedProcess(words, 0, stdout=rates)

    monkeypatch.setattr(subprocess, "run", answer)
    rates = plain_c.Program(Path("program"), 3, ["on"])(0.5)
    assert rates == {"moves": 2, "imagined": 3, "playouts": 4, "copies": 2e8}


@needs_compiler
def test_the_c_program_is_compiled_for_the_same_processors_as_the_core() -> None:
    text = (ROOT / "setup.py").read_text(encoding="utf-8")
    first, second, *rest = plain_c.same_machine_flags()
    assert (first, second) == ("-O3", "-g0")
    assert all(flag.startswith("-m") and f'"{flag}"' in text for flag in rest)


@pytest.mark.usefixtures("no_compiler")
def test_a_missing_compiler_is_reported_in_one_sentence() -> None:
    said = "  There is no C compiler, so nothing was compared with plain C."
    lines = lines_of("core")
    assert lines.count(said) == 1
    assert any("deal and random play: ours" in line for line in lines)
    assert not any("ratio" in line for line in lines)
    assert lines_of("threads").count(said) == 1


@pytest.mark.usefixtures("no_compiler")
def test_the_machine_is_described_without_a_compiler_too() -> None:
    assert "compiler    none" in machine.description()


@pytest.mark.slow
@needs_compiler
def test_a_compiler_error_is_reported_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plain_c, "native_flags", lambda: ["-march=abacus"])
    lines = lines_of("core")
    assert "  The C compiler refuses trex.c with -march=abacus: that was not compared." in lines
    assert any("ours / C " in line for line in lines)


@pytest.mark.usefixtures("no_libraries")
def test_missing_libraries_are_reported_in_one_sentence_each() -> None:
    assert lines_of("openspiel")[3:] == [
        "  OpenSpiel is not installed, so its rollouts were skipped; ./rex bench installs it."
    ]
    lines = lines_of("python")
    assert lines[3:5] == [
        "  OpenSpiel is not installed, so its games were skipped; ./rex bench installs it.",
        "  RLCard is not installed, so its games were skipped; ./rex bench installs it.",
    ]
    assert "T-Rex, 4 seats: decisions" in lines[5]
    lines = lines_of("search")
    assert lines[3] == "  OpenSpiel is not installed, so its search was skipped; ./rex bench installs it."
    assert len([line for line in lines[4:] if line.endswith("sim/s")]) == 3
    assert not any("ratio" in line for line in lines)


@pytest.mark.usefixtures("no_libraries")
def test_a_partial_run_leaves_the_last_results_alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(run, "LATEST", tmp_path / "latest.txt")
    monkeypatch.setattr(run, "DOCS", tmp_path / "benchmarks.md")
    run.main(["--quick", "--only", "openspiel"])
    run.main(["--only", "openspiel"])
    assert not list(tmp_path.iterdir())


@pytest.mark.usefixtures("no_libraries")
def test_a_whole_run_is_saved_in_both_forms(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    latest, docs = tmp_path / "results" / "latest.txt", tmp_path / "benchmarks.md"
    docs.write_text(f"before\n{run.BEGIN}old\n{run.END}after\n", encoding="utf-8")
    monkeypatch.setattr(run, "LATEST", latest)
    monkeypatch.setattr(run, "DOCS", docs)
    monkeypatch.setattr(run, "SECTIONS", {"openspiel": run.SECTIONS["openspiel"]})
    run.main([])
    text = latest.read_text(encoding="utf-8")
    page = docs.read_text(encoding="utf-8")
    assert page == f"before\n{run.BEGIN}\n```text\n{text}```\n\n{run.END}after\n"
    assert run.with_results(page, text) == page


def test_the_page_shows_the_last_results() -> None:
    page = run.DOCS.read_text(encoding="utf-8")
    assert run.with_results(page, run.LATEST.read_text(encoding="utf-8")) == page


def test_the_last_results_name_no_folder() -> None:
    text = run.LATEST.read_text(encoding="utf-8")
    assert not re.search(r"/(home|root|work|tmp|usr|Users)/", text)


def test_an_unknown_section_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        run.main(["--only", "nothing"])
    assert "openspiel" in capsys.readouterr().err
