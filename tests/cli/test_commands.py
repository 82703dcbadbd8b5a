"""Rules, editions, games and casebooks at the command line; and what all commands share."""

from pathlib import Path

from rexarium.cli import main
from rexarium.games import all_games
from tests.cli.program import Call, run
from tests.cli.samples import GAME

CLI = Path(main.__file__).parent
GOOD = """\
game: trex

case: A comet rules
  shows: TR-23
  seats: 3
  deal: seed 1
  over: no
"""


def test_help_and_version(state: Path) -> None:
    for words in ((), ("--help",)):
        result = run(state, *words)
        assert result.returncode == 0
        assert all(
            name in result.stdout for name in ("play", "replay", "rules", "check", "editions", "games")
        )
    assert run(state, "--version").stdout.startswith("rexarium ")
    refused = run(state, "dance")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "Traceback" not in refused.stderr


def test_no_game_is_named_in_the_command_line() -> None:
    """Everything comes through the registry and the games' public interface."""
    for path in CLI.glob("*.py"):
        text = path.read_text("utf-8").lower()
        for game in all_games().values():
            assert game.title.lower() not in text, path
            assert game.id not in text, path


def test_the_whole_rulebook_by_chapter(call: Call) -> None:
    text = call("rules", "trex").out
    places = [text.index(f"\n{rule.number} {rule.title}\n") for rule in GAME.rulebook.rules.values()]
    assert places == sorted(places)
    for rule in GAME.rulebook.rules.values():
        assert f"\n{rule.chapter}\n---" in text


def test_rules_by_number_and_by_word(call: Call) -> None:
    one = call("rules", "TREX", "tr-41").out
    rule = GAME.rulebook.rule("TR-41")
    flat = " ".join(one.split())
    assert flat.startswith(f"TR-41 {rule.title} {rule.text} Source: ")
    assert rule.reason in flat
    assert "--ruling shower_is_extra_loss=" in flat
    found = call("rules", "trex", "--search", "unofficial").out
    assert found.startswith("TR-06 ")
    for words in (("trex", "TR-99"), ("trex", "--search", "dragon"), ("chess",)):
        result = call("rules", *words)
        assert (result.code, result.out, result.err.count("\n")) == (2, "", 1)


def test_rules_in_another_language(call: Call) -> None:
    rule = GAME.texts("fr").rulebook.rule("TR-24")
    flat = " ".join(call("rules", "trex", "TR-24", "--language", "fr").out.split())
    assert flat == " ".join(f"{rule.number} {rule.title} {rule.text} {rule.source()}".split())
    assert call("rules", "trex", "--search", "Vorrat", "--language", "de").out.startswith("TR-09 ")


def test_games(call: Call) -> None:
    text = " ".join(call("games").out.split())
    for game in all_games().values():
        assert f"{game.id}: {game.title} {game.authors}, {game.year}" in text
    assert "3 to 5 seats (2 unofficial, TR-06)" in text


def test_editions(call: Call, tmp_path: Path) -> None:
    assert GAME.edition().digest in call("editions", "trex").out
    shown = call("editions", "trex", "standard").out
    assert GAME.edition().digest in shown
    assert "  blue 7: comet         book\n" in shown
    assert "  red eggs:             deduced\n" in shown
    box = tmp_path / "box.toml"
    source = Path(main.__file__).parents[1] / "games" / "trex" / "editions" / "standard.toml"
    box.write_text(source.read_text("utf-8").replace("count = 6", "count = 7", 1), "utf-8")
    result = call("editions", "trex", box)
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith(f"rexarium: {box}: line ")


def test_cases_that_hold(call: Call, tmp_path: Path) -> None:
    first = tmp_path / "first.case"
    first.write_text(GOOD, "utf-8")
    result = call("check", tmp_path)
    assert (result.code, result.err) == (0, "")
    assert str(first) in result.out
    assert "  ok     A comet rules [TR-23]\n" in result.out
    assert result.out.endswith("1 case: 1 ok, 0 failed.\n")


def test_cases_that_fail_or_cannot_be_read(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "wrong.case"
    file.write_text(GOOD.replace("over: no", "over: yes"), "utf-8")
    result = call("check", file)
    assert result.code == 1
    assert "FAILED A comet rules [TR-23]" in result.out
    assert f"{file}:7:" in result.out.replace("\n         ", "")
    assert result.out.endswith("1 case: 0 ok, 1 failed.\n")
    broken = tmp_path / "broken.case"
    broken.write_text("dragons\n", "utf-8")
    result = call("check", file, broken, tmp_path / "none.case")
    assert result.code == 2
    assert f"rexarium: {broken}: line 1: " in result.err
    assert "none.case" in result.err
    assert result.err.count("\n") == 2
    assert result.out.endswith("1 case: 0 ok, 1 failed, 2 files not readable.\n")
