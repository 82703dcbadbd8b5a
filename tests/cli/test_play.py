"""Whole games typed into the program, and everything else that can be typed."""

import re
import subprocess
from pathlib import Path

import pytest

from rexarium.games import all_games
from rexarium.match import Match, read_record_file
from tests.cli.program import COMMAND, Call, environment, run
from tests.cli.samples import GAME, asked, fresh, play_on, write

ALONE = (
    "play",
    "trex",
    "--seats",
    "3",
    "--seat",
    "2=random",
    "--seat",
    "3=random",
    "--seed",
    "4",
    "--first",
    "1",
)


def saved(state: Path) -> Path:
    (path,) = (state / "games").iterdir()
    return path


def test_a_whole_game_by_numbers(state: Path) -> None:
    result = run(state, *ALONE, typed="1\n" * 300)
    assert (result.returncode, result.stderr) == (0, "")
    match = read_record_file(saved(state))
    assert match.is_over
    assert "Round 12 of 12" in result.stdout
    assert re.search(r"(wins|share the win)\.\n", result.stdout)
    for seat in range(3):
        assert f"has {match.state().score(seat)} points" in result.stdout
    assert "(TR-52)" in result.stdout
    assert f"The record is in {saved(state)}\n" in result.stdout


def test_a_whole_game_of_three_people_in_notation(state: Path) -> None:
    players = ("Anna", "Ben", "Cleo")
    match = play_on(fresh("shared", players))
    typed, viewer = [], -1
    for ply in match.plies:
        typed += ["", GAME.say(ply.move)] if ply.seat != viewer else [GAME.say(ply.move)]
        viewer = ply.seat
    words = ("--seats", "3", "--people", "3", "--names", "Anna,Ben,Cleo", "--seed", "shared")
    result = run(state, "play", "trex", *words, typed=typed)
    assert (result.returncode, result.stderr) == (0, "")
    again = read_record_file(saved(state))
    assert [(ply.seat, ply.move) for ply in again.plies] == [(ply.seat, ply.move) for ply in match.plies]
    assert again.players == list(players)


def test_the_same_seed_deals_the_same_game_and_bots(state: Path) -> None:
    first, second = (run(state, *ALONE, typed="1\n1\n1\nquit\n").stdout for _ in range(2))
    assert first.split("The game is saved")[0] == second.split("The game is saved")[0]


def test_bots_play_without_people(state: Path) -> None:
    result = run(state, "play", "trex", "--people", "0", "--seats", "5")
    assert result.returncode == 0
    assert read_record_file(saved(state)).is_over
    assert not re.search(r"draws \d: ", result.stdout)  # who watches sees no hand


def test_seats_are_filled_as_named(state: Path) -> None:
    words = ("--seats", "3", "--seat", "1=random", "--seat", "3=random", "--names", "Ben")
    result = run(state, "play", "trex", *words, typed="quit\n")
    assert read_record_file(saved(state)).players == ["random bot", "Ben", "random bot"]
    assert "2 Ben (you)" in result.stdout


def test_without_arguments_the_terminal_asks_and_enter_accepts(state: Path) -> None:
    place = list(all_games()).index("trex") + 1
    result = run(state, "play", "--terminal", typed=f"{place}\n\n\n\n\nquit\n")
    assert "Seats, 2 to 5 (2 unofficial, TR-06) [3]:" in result.stdout
    match = read_record_file(saved(state))
    assert "from weak to strong: hatchling, nestling, forager, hunter, alpha, tyrant" in result.stdout
    assert match.players == ["player 1", "forager bot", "forager bot"]
    assert match.setup.rulings == GAME.setup(3).rulings


def test_wrong_answers_are_asked_again(state: Path) -> None:
    result = run(state, "play", "trex", typed="9\nx\n2\n7\n1\ngenius\nHunter\nlatin\ndutch\nquit\n")
    assert result.stdout.count("Type a number from 2 to 5, or Enter.") == 2
    assert "Type a number from 0 to 2, or Enter." in result.stdout
    assert "There is no level 'genius'" in result.stdout
    assert "There is no preset 'latin'" in result.stdout
    assert "with 2 seats is unofficial (TR-06)" in result.stdout
    assert read_record_file(saved(state)).setup.rulings["shower_is_extra_loss"] == "on"


def test_rulings_and_editions_reach_the_table(state: Path, tmp_path: Path) -> None:
    box = tmp_path / "my-box.toml"
    text = (Path(__file__).parents[2] / "src/rexarium/games/trex/editions/standard.toml").read_text("utf-8")
    box.write_text(text.replace('id = "standard"', 'id = "mine"').replace("draw 3", "draw 1"), "utf-8")
    words = ("--preset", "french", "--ruling", "flip_with_one=on", "--edition", str(box))
    assert run(state, "play", "trex", *words, typed="quit\n").returncode == 0
    match = read_record_file(saved(state))
    assert match.setup.edition.id == "mine"
    assert match.setup.rulings == {"flip_with_one": "on", "shower_is_extra_loss": "off"}


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("play chess", "There is no game 'chess'"),
        ("play trex --seats 9", "2 to 5 seats, not 9"),
        ("play trex --seats 3 --people 4", "0 to 3 people, not 4"),
        ("play trex --seat 7=random", "names no seat"),
        ("play trex --seat 1=genius", "not 'genius'"),
        (
            "play trex --seat 1=clairvoyant:9",
            "The clairvoyant:9 bot sees everything, hidden cards and hidden choices",
        ),
        (
            "lab tyrannosaurus --games 1 --jobs 1 --bot clairvoyant:2",
            "sees everything, so only an arena lets it play",
        ),
        ("play trex --names A,B", "2 names for 1 people"),
        ("play trex --people 2 --names Anna,anna", "could be mistaken for another player's"),
        ("play trex --names random\xa0bot", "could be mistaken for another player's"),
        ("play trex --names abcdefghijklmnopqrstu", "A name has 1 to 16"),
        ("play trex --ruling flip_with_one", "write NAME=ANSWER"),
        ("play trex --ruling flip_with_one=maybe", "is on or off, not 'maybe'"),
        ("play trex --preset latin", "There is no preset 'latin'"),
        ("play trex --edition none", "There is no edition 'none'"),
        ("play trex --edition none.toml", "Cannot read none.toml"),
        ("play trex --first 8", "The first seat is 1 to 3"),
        ("play trex --seed x --save /no/such/place", "Cannot write /no/such/place"),
        ("play --resume --seats 3", "leave out --seats with --resume"),
        ("play --resume", "There is no saved game"),
        ("play --resume none", "cannot read none"),
    ],
)
def test_an_impossible_table_is_refused_in_one_sentence(call: Call, words: str, sentence: str) -> None:
    result = call(*words.split(" "))
    assert (result.code, result.out) == (2, "")
    assert sentence in result.err
    assert result.err.count("\n") == 1


ANSWERS = [
    ("nonsense", "'nonsense' is no move of T-Rex."),
    ("8", "The moves are numbered from 1 to 7."),
    ("0", "The moves are numbered from 1 to 7."),
    ("", "Type a move or its number"),
    ("take red", "Eggs are taken when the round has ended, and it has not. (TR-37)"),
    ("why score 4", "a seat from 1 to 3"),
    ("why score 2", "Random bot 2 has 0 points. (TR-52)"),
    ("why nonsense", "'nonsense' is no move"),
    ("why", "any hand card may be played"),
    ("why not flip", "TR-19, "),
    ("why not flip", "Source: "),
    ("rules", "Type the number of a rule"),
    ("rules TR-24", "TR-24 An equal or stronger comet takes over"),
    ("rules TR-99", "There is no rule TR-99"),
    ("memory", "hand 2 ?, ?, ?, ?, ?, ?, ?"),
    ("odds hand 2 blue 7", "hand 2 has blue 7: 7/17 (41.2%)"),
    ("odds", "hand 2 has, each with 7/17 (41.2%): yellow 1, blue 2,"),
    ("odds dragon", "Nothing is known about 'dragon'."),
    ("log", "0 Two eggs are turned up"),
    ("log all", "0 Two eggs are turned up"),
    ("log x", "Type 'log', 'log 50' or 'log all'."),
    ("undo", "Player 1 has not made a move yet."),
    ("save", "Type 'save' and the name of a file."),
    ("save /no/such/place", "Cannot write /no/such/place"),
    ("save /dev/null", "/dev/null already exists"),
    ("view", "Round 1 of 12"),
    ("help", "take back your last move"),
    ("x" * 9000, "That line is too long."),
    ("\x1b[2J\x07", "'?[2J?' is no move"),
    ("²", "'²' is no move"),
]


def test_every_input_is_understood(state: Path) -> None:
    result = run(state, *ALONE, typed=[*(typed for typed, _ in ANSWERS), "quit"])
    assert (result.returncode, result.stderr) == (0, "")
    _, *told, farewell = result.stdout.split("player 1> ")
    assert "Continue with:" in farewell
    for (typed, sentence), answer in zip(ANSWERS, told, strict=True):
        assert sentence in " ".join(answer.split()), typed


def test_why_a_card_is_legal_or_not(state: Path) -> None:
    match = fresh(4, first=0)
    hand = match.game.view(match.state(), 0).seats[0].hand
    absent = next(name for name in ("blue 2", "red 5", "green 4", "red 15", "brown 3") if name not in hand)
    result = run(state, *ALONE, typed=[f"why {hand[0]}", f"why not {absent}", f"why not {hand[0]}", "quit"])
    assert result.stdout.count(f"play {hand[0]} is legal.") == 2
    assert f"play {absent} is not legal." in result.stdout
    assert "TR-16, One card each" in result.stdout
    assert "Source: French rulebook, Dutch rulebook." in result.stdout


def test_input_that_is_not_text_is_refused(state: Path) -> None:
    result = subprocess.run(
        [*COMMAND, *ALONE], input=b"\xff\xfe\nquit\n", env=environment(state), capture_output=True, check=True
    )
    assert b"is no move" in result.stdout
    assert result.stderr == b""


def test_a_take_can_be_undone_while_nothing_was_learnt(state: Path, tmp_path: Path) -> None:
    match = play_on(fresh("undo"), until=lambda match: asked(match, 0, "take"))
    taken = match.decision(0)
    assert taken is not None
    file = write(match, tmp_path / "take.rex")
    result = run(state, "play", "--resume", file, typed=[taken.choices[0].text, "undo", "quit"])
    assert "taken back" in result.stdout
    assert result.stdout.count(taken.question) == 2
    assert read_record_file(file).ply == match.ply


def test_a_card_cannot_be_undone_after_others_have_played(state: Path) -> None:
    result = run(state, *ALONE, typed="1\nundo\nquit\n")
    assert "has seen something new since." in " ".join(result.stdout.split())
    assert read_record_file(saved(state)).ply >= 3


def test_a_forced_move_is_made_by_enter(state: Path, tmp_path: Path) -> None:
    def is_forced(match: Match) -> bool:
        decision = match.decision(0)
        return decision is not None and len(decision.choices) == 1

    match = play_on(fresh("forced"), until=is_forced)
    result = run(state, "play", "--resume", write(match, tmp_path / "forced.rex"), typed="\nquit\n")
    assert "(Enter does it)" in result.stdout
    assert read_record_file(tmp_path / "forced.rex").ply > match.ply


def test_a_hint_ranks_moves_with_chances_and_reasons(state: Path) -> None:
    result = run(state, *ALONE, typed=["hint", "quit"])
    answer = result.stdout.split("player 1> ")[1]
    chances = [int(found) for found in re.findall(r": (\d+)% ± \d+\.\d%\.", answer)]
    assert 3 <= len(chances) <= 5
    assert chances == sorted(chances, reverse=True)
    assert "Chances to win, as the tyrant sees them from your seat" in " ".join(answer.split())


@pytest.mark.parametrize("game", ["tyrannosaurus", "cubosaurs"])
def test_every_game_has_hints(state: Path, game: str) -> None:
    result = run(
        state, "play", game, "--seats", "3", "--level", "hatchling", "--seed", "3", typed=["hint", "quit"]
    )
    told = " ".join(result.stdout.split())
    assert re.search(r"\d+% ± \d+\.\d%\. [A-Z][^.]*\.", told)
