"""Bots in other programs: the examples play, faults cost what the limits say, nothing is told that is hidden, and nothing
is left over."""

import json
import os
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from rexarium.bots import Bot, RandomBot
from rexarium.bots.outside import OutsideBot
from rexarium.bots.program import Broken, Program
from rexarium.bots.protocol import Limits, Nonsense, read_hello, read_move, say_decision, say_hello
from rexarium.games import AnyGame, find_game
from rexarium.kernel.decision import Choice, Decision
from rexarium.kernel.errors import BadSetup, BotForfeit
from rexarium.kernel.sight import Sight
from rexarium.match import Match
from rexarium.testkit import information
from rexarium.testkit.walk import begin, stroll
from tests.bots.conftest import PATIENCE, Write
from tests.laws.registry import every_game

ROOT = Path(__file__).parents[2]
EXAMPLES = [f"{sys.executable} {ROOT}/examples/bots/random_bot.py", f"sh {ROOT}/examples/bots/first_bot.sh"]
ENDLESS = Limits(strikes=1 << 30, restarts=1 << 30, soft=PATIENCE, hard=PATIENCE, hello=PATIENCE)

BEGIN = """
import json, os, sys, time
def hear():
    line = sys.stdin.readline()
    return json.loads(line) if line else sys.exit()
def say(**message):
    print(json.dumps(message), flush=True)
"""
HELLO = BEGIN + 'hello = hear(); say(type="hello", protocol=1)\n'
GOOD = HELLO + 'while True: say(move=hear()["choices"][0]["move"])\n'


def lose_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that never ends by itself is not waited for long."""
    monkeypatch.setattr("rexarium.bots.program.PATIENCE", 0.1)


def make(command: str, limits: Limits = ENDLESS, game: str = "trex", seats: int = 3) -> OutsideBot:
    return OutsideBot(command, find_game(game), seats, 7, limits)


def deal(game: str = "trex", seats: int = 3) -> tuple[Sight, Decision]:
    """The first question of a game."""
    match = begin(find_game(game), find_game(game).setup(seats), 1)
    return ask(match, match.waiting()[0])


def ask(match: Match, seat: int) -> tuple[Sight, Decision]:
    decision = match.decision(seat)
    assert decision is not None
    return match.sight(seat), decision


def play(match: Match, bots: Sequence[Bot]) -> None:
    while not match.is_over:
        for seat in match.waiting():
            match.submit(seat, bots[seat].choose(*ask(match, seat)))


def late_move(sight: Sight) -> int:
    return sight.imagine(1).default_move(sight.seat)


def is_running(pid: int) -> bool:
    done = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False)
    return done.stdout.strip() not in ("", "Z", "Zs")


def must_end(pid: int) -> None:
    end = time.monotonic() + PATIENCE
    while is_running(pid):
        assert time.monotonic() < end, f"{pid} goes on"
        time.sleep(0.02)


# Whole games


@every_game
@pytest.mark.parametrize("where", ["fewest", "most"])
def test_the_examples_play_whole_games(game: AnyGame, where: str) -> None:
    setup = game.setup(game.min_seats if where == "fewest" else game.max_seats)
    match = begin(game, setup, 3)
    outside = [OutsideBot(command, game, setup.seats, 5, setup=setup) for command in EXAMPLES]
    with outside[0], outside[1]:
        play(match, [*outside, *(RandomBot(seed) for seed in range(setup.seats - 2))])
    assert match.is_over
    assert [bot.faults for bot in outside] == [[], []]


def test_an_example_makes_the_same_moves_by_the_same_seed() -> None:
    game = find_game("trex")
    games = []
    for seed in (5, 5, 6):
        match = begin(game, game.setup(2), 3)
        with OutsideBot(EXAMPLES[0], game, 2, seed) as bot:
            play(match, [bot, RandomBot(1)])
        games.append(match.plies)
    assert games[0] == games[1] != games[2]


@every_game
def test_a_game_goes_on_to_its_end_with_a_program_that_never_makes_a_legal_move(
    game: AnyGame, write: Write
) -> None:
    match = begin(game, game.setup(game.min_seats), 3)
    with make(write(HELLO + "while True: hear(); say(move=-1)"), ENDLESS, game.id, game.min_seats) as bot:
        play(match, [bot, *(RandomBot(seed) for seed in range(1, game.min_seats))])
    assert len(bot.faults) == sum(ply.seat == 0 for ply in match.plies) > 4


# Answers


def test_a_move_is_the_number_or_text_of_a_choice_and_other_fields_are_ignored() -> None:
    decision = Decision(0, 4, "play", "Play.", (Choice(6, "play blue 7", ()), Choice(1, "play blue 2", ())))
    for answer in ('{"move":6}', ' {"type":"move","ply":4,"move":"play blue 7","mood":["fine"]}\r'):
        assert read_move(answer.encode(), decision) == 6
    assert read_move(b'{"move":1}', decision) == 1
    for answer in (
        "", "6", "[6]", "move 6", '{"move":', '{"type":"move"}', '{"move":true}', '{"move":6.0}', '{"move":"6"}',
        '{"move":7}', '{"move":[6]}', '{"move":6,"ply":3}', '{"move":6,"type":"hello"}', '{"move":"\ud800"}',
        "[" * 60000, '{"move":' + "9" * 5000 + "}",
    ):  # fmt: skip
        with pytest.raises(Nonsense, match=r"^it "):
            read_move(answer.encode("utf-8", "surrogatepass"), decision)


def test_a_hello_names_the_protocol_and_what_is_wanted() -> None:
    assert read_hello(b'{"type":"hello","protocol":1,"colour":"green"}') == frozenset()
    assert read_hello(b'{"type":"hello","protocol":1,"wants":["odds","tea"]}') == {"odds", "tea"}
    for answer in ('{"type":"hello"}', '{"type":"hello","protocol":2}', '{"protocol":1}', "hello"):
        with pytest.raises(Nonsense, match=r"^it "):
            read_hello(answer.encode())


# Faults

TWICE = """os.write(1, b'{"type":"hello","protocol":1}\\n{"move":0}\\n')"""
FAULTS = {  # what a program does, and what is said of it
    "crashing": (HELLO + "hear(); sys.exit('out of tar')", "ended with exit code 1; .* 'out of tar'$"),
    "crashing at once": ("import sys; sys.exit(3)", "ended with exit code 3$"),
    "killed": (HELLO + "hear(); os.kill(os.getpid(), 9)", "killed by signal 9$"),
    "dumb": (HELLO + "hear(); os.close(1); time.sleep(600)", "closed its standard output$"),
    "no JSON": (HELLO + "while True: hear(); print('play blue 7', flush=True)", "no JSON: 'play blue 7'$"),
    "lying": (HELLO + "while True: hear(); say(type='move', move=63)", "no legal move"),
    "answering another ply": (HELLO + "while True: say(ply=hear()['ply'] + 1, move=0)", "another ply"),
    "of another type": (HELLO + "while True: hear(); say(type='resign')", "not answer with a move"),
    "babbling": (BEGIN + f"hear(); {TWICE}; time.sleep(600)", "spoke without being asked$"),
    "flooding": (HELLO + "hear()\nwhile True: os.write(1, b'x' * 65536)", "a line of more than 65536 bytes$"),
    "flooding by lines": (HELLO + "hear()\nwhile True: os.write(1, b'x\\n' * 9999)", "no JSON|being asked$"),
    "at length": (
        HELLO + "hear(); print('x' * 65537, flush=True); hear()",
        "a line of more than 65536 bytes$",
    ),
    "not saying hello": (BEGIN + "hear(); say(type='move', move=0); hear()", "not answer with hello"),
    "from the future": (BEGIN + "hear(); say(type='hello', protocol=2); hear()", "speaks protocol 2"),
}
COMPLAIN = "os.write(2, b'\\x1b[2Jno' * 999)"
SLOW = {  # likewise, of programs that do not answer in time
    "silent": ("import time; time.sleep(600)", "not answer within 0.5 seconds$"),
    "slow": (HELLO + "hear(); time.sleep(600)", "not answer within 0.5 seconds$"),
    "slow by letters": (
        HELLO + "hear()\nwhile True: os.write(1, b' '); time.sleep(0.01)",
        "answer within 0.5",
    ),
    "complaining": (
        BEGIN + f"hear(); {COMPLAIN}; say(type='hello', protocol=1)\nwhile True: {COMPLAIN}",
        r"within 0.5 .* complaint is '.*no .*'$",
    ),
}
HASTE = {"silent": replace(ENDLESS, hello=0.5)}


def limits_for(name: str) -> Limits:
    return HASTE.get(name, replace(ENDLESS, hard=0.5) if name in SLOW else ENDLESS)


@pytest.mark.parametrize("name", [*FAULTS, *SLOW])
def test_a_fault_is_a_strike_and_the_fallback_is_played(
    name: str, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    if name == "dumb":
        lose_patience(monkeypatch)
    text, sentence = (FAULTS | SLOW)[name]
    sight, decision = deal()
    with make(write(text), limits_for(name)) as bot:
        for strikes in (1, 2):
            assert bot.choose(sight, decision) == late_move(sight)
            assert len(bot.faults) == strikes
            assert re.search(sentence, bot.faults[-1]), bot.faults
            assert bot.faults[-1].isprintable()


@pytest.mark.parametrize("name", [*FAULTS, *SLOW])
def test_a_fault_is_a_forfeit_if_the_limits_say_so(
    name: str, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    if name == "dumb":
        lose_patience(monkeypatch)
    text, sentence = (FAULTS | SLOW)[name]
    sight, decision = deal()
    with make(write(text), replace(limits_for(name), on_fault="forfeit")) as bot:
        for _ in range(2):  # and for good
            with pytest.raises(
                BotForfeit, match=rf"^Seat {sight.seat + 1}, .*, forfeits by a fault: it .*\.$"
            ) as raised:
                bot.choose(sight, decision)
            assert raised.value.seat == sight.seat
            assert len(bot.faults) == 1
            assert re.search(sentence, bot.faults[0]), bot.faults


def test_too_many_strikes_are_a_forfeit(write: Write) -> None:
    sight, decision = deal()
    with make(write(FAULTS["lying"][0]), replace(ENDLESS, strikes=3)) as bot:
        assert [bot.choose(sight, decision) for _ in range(2)] == [late_move(sight)] * 2
        with pytest.raises(BotForfeit, match="forfeits after strike 3: it answered what is no legal move"):
            bot.choose(sight, decision)


def test_too_many_breakdowns_are_a_forfeit(write: Write, tmp_path: Path) -> None:
    log = tmp_path / "starts"
    text = f"open({str(log)!r}, 'a').write('started ')" + FAULTS["crashing"][0]
    sight, decision = deal()
    with make(write(text), replace(ENDLESS, restarts=2)) as bot:
        assert [bot.choose(sight, decision) for _ in range(2)] == [late_move(sight)] * 2
        with pytest.raises(BotForfeit, match="forfeits after breakdown 3: it ended with exit code 1"):
            bot.choose(sight, decision)
    assert log.read_text() == "started started started "


def test_a_thought_above_the_soft_limit_counts_and_is_a_strike(write: Write) -> None:
    text = HELLO + "while True: first = hear()['choices'][0]['move']; time.sleep(0.05); say(move=first)"
    sight, decision = deal()
    assert decision.choices[0].move != late_move(sight)
    with make(write(text), replace(ENDLESS, soft=0.04, strikes=3, on_fault="forfeit")) as bot:
        for _ in range(2):
            assert bot.choose(sight, decision) == decision.choices[0].move
        with pytest.raises(BotForfeit, match=r"after strike 3: it thought longer than 0\.04 seconds"):
            bot.choose(sight, decision)


def test_a_crashed_program_is_restarted_and_told_why(write: Write, tmp_path: Path) -> None:
    mark = tmp_path / "has crashed"
    text = (
        HELLO
        + f"""
if not os.path.exists({str(mark)!r}):
    open({str(mark)!r}, "w").close()
    sys.exit(4)
question = hear()
say(move=[c["move"] for c in question["choices"]][question["strikes"]], why=question["fault"])
hear()
"""
    )
    sight, decision = deal()
    with make(write(text)) as bot:
        assert bot.choose(sight, decision) == late_move(sight)
        assert bot.choose(sight, decision) == decision.choices[1].move
    assert bot.faults == ["it ended with exit code 4"]


@pytest.mark.parametrize(("command", "sentence"), [
    ("", "needs a command"), ("'open", "cannot be read: No closing quotation"), ("no-such-program-anywhere x", "no program"),
])  # fmt: skip
def test_a_command_that_cannot_be_started_is_refused(command: str, sentence: str) -> None:
    with pytest.raises(BadSetup, match=sentence):
        make(command)


def test_a_file_that_is_no_program_is_a_fault(tmp_path: Path) -> None:
    path = tmp_path / "bot"
    path.write_bytes(b"\x7fELF nonsense")
    path.chmod(0o755)
    sight, decision = deal()
    with make(str(path)) as bot:
        assert bot.choose(sight, decision) == late_move(sight)
    assert "cannot be started" in bot.faults[0]


# Pipes and processes


def test_a_question_larger_than_any_pipe_gets_through(write: Write) -> None:
    size = 3_000_000
    text = BEGIN + "line = sys.stdin.readline(); os.write(2, b'!' * 300000); say(size=len(line)); hear()"
    program = Program(shlex.split(write(text)), ENDLESS)
    assert program.ask(b"x" * size + b"\n", PATIENCE) == b'{"size": %d}' % (size + 1)
    program.leave(b"{}\n")


def test_a_large_question_that_nobody_reads_blocks_nothing(write: Write) -> None:
    for text, sentence in (
        ("import time; time.sleep(600)", "within 0.5"),
        (BEGIN + "say(); time.sleep(600)", "before"),
    ):
        program = Program(shlex.split(write(text)), ENDLESS)
        with pytest.raises(Broken, match=sentence):
            program.ask(b"x" * 3_000_000 + b"\n", 0.5 if "within" in sentence else PATIENCE)
        program.leave(b"bye\n")  # which waits for nobody now


def test_a_program_that_spoke_unasked_is_not_sent_a_goodbye(
    write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent, send = list[bytes](), Program._send

    def record(program: Program, line: bytes) -> None:
        sent.append(line)
        send(program, line)

    monkeypatch.setattr(Program, "_send", record)
    program = Program(shlex.split(write(BEGIN + "hear()\nwhile True: os.write(1, b'x\\n' * 9999)")), ENDLESS)
    assert program.ask(b"{}\n", PATIENCE) == b"x"
    program.leave(b"goodbye\n")
    assert sent == [b"{}\n"]


CHILD = (
    BEGIN
    + """
import subprocess
child = subprocess.Popen([sys.executable, "-I", "-S", "-c", "import time; time.sleep(600)"])
open(hello_file, "w").write(f"{os.getpid()} {child.pid}")
hear(); say(type="hello", protocol=1)
"""
)


@pytest.mark.parametrize("way", ["closed", "forgotten", "late", "deaf to good-byes", "ended by itself"])
def test_nothing_is_left_running(
    way: str, write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if way == "deaf to good-byes":
        lose_patience(monkeypatch)
    file = tmp_path / "pids"
    end = {
        "late": "time.sleep(600)",
        "deaf to good-byes": "say(move=hear()['choices'][0]['move']); time.sleep(600)",
        "ended by itself": "say(move=hear()['choices'][0]['move']); sys.stdin.readline(); sys.exit()",
    }.get(way, "while True: say(move=hear()['choices'][0]['move'])")
    limits = replace(ENDLESS, hard=0.5) if way == "late" else ENDLESS
    bot = make(write(f"hello_file = {str(file)!r}\n" + CHILD + end), limits)
    bot.choose(*deal())
    pids = [int(pid) for pid in file.read_text().split()]
    assert len(pids) == 2
    if way == "forgotten":
        del bot
    elif way != "late":
        assert all(is_running(pid) for pid in pids)
        bot.close()
    for pid in pids:
        must_end(pid)
    with pytest.raises(ChildProcessError):
        os.waitpid(pids[0], os.WNOHANG)  # it has been waited for: no zombie


def test_unclosed_programs_end_with_this_process(write: Write, tmp_path: Path) -> None:
    file = tmp_path / "pids"
    command = write(
        f"hello_file = {str(file)!r}\n" + CHILD + "say(move=hear()['choices'][0]['move']); time.sleep(600)"
    )
    ours = f"from tests.bots.test_outside import deal, make; bot = make({command!r}); bot.choose(*deal())"
    subprocess.run([sys.executable, "-c", ours], cwd=ROOT, check=True)
    for pid in file.read_text().split():
        must_end(int(pid))


def test_closing_says_goodbye_and_a_later_question_restarts_the_program(write: Write, tmp_path: Path) -> None:
    log = tmp_path / "log"
    bot = make(write(RECORDER.format(log=str(log), wants=[])))
    sight, decision = deal()
    for _ in range(2):
        bot.choose(sight, decision)
        bot.close()
        bot.close()
    assert [json.loads(line)["type"] for line in log.read_text().splitlines()] == [
        "hello",
        "decision",
        "bye",
    ] * 2


def test_a_bot_that_changes_its_seat_says_hello_again(write: Write, tmp_path: Path) -> None:
    log = tmp_path / "log"
    match = begin(find_game("tyrannosaurus"), find_game("tyrannosaurus").setup(2), 1)
    with make(write(RECORDER.format(log=str(log), wants=[])), game="tyrannosaurus", seats=2) as bot:
        for seat in (0, 1):
            bot.choose(*ask(match, seat))
    said = [json.loads(line) for line in log.read_text().splitlines()]
    assert [message["seat"] for message in said if message["type"] == "hello"] == [1, 2]


def test_no_shell_reads_the_command(write: Write, tmp_path: Path) -> None:
    file = tmp_path / "words"
    text = f"import sys; open({str(file)!r}, 'w').write(repr(sys.argv[1:]))\n" + GOOD
    with make(write(text) + " $HOME '*' ; touch x") as bot:
        bot.choose(*deal())
    assert file.read_text() == repr(["$HOME", "*", ";", "touch", "x"])


def test_our_environment_is_not_handed_on(
    write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REXARIUM_TEST_SECRET", "tooth")
    file = tmp_path / "environment"
    with make(write(f"import os; open({str(file)!r}, 'w').write(' '.join(os.environ))\n" + GOOD)) as bot:
        bot.choose(*deal())
    allowed = {
        "HOME",
        "LANG",
        "LC_ALL",
        "LC_CTYPE",
        "PATH",
        "TMPDIR",
        "PYTHONUNBUFFERED",
        "__CF_USER_TEXT_ENCODING",
    }
    assert set(file.read_text().split()) <= allowed


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux can limit another process")
@pytest.mark.parametrize(("limits", "act", "sentence"), [
    (replace(ENDLESS, memory=300), "x = bytearray(600 << 20)", "MemoryError"),
    (replace(ENDLESS, cpu=1), "while True: pass", "killed by signal"),
])  # fmt: skip
def test_memory_and_computing_can_be_limited(limits: Limits, act: str, sentence: str, write: Write) -> None:
    with make(write(HELLO + "hear()\n" + act), limits) as bot:
        bot.choose(*deal())
    assert sentence in bot.faults[0]


# What is told

RECORDER = (
    BEGIN
    + """
with open({log!r}, "a") as log:
    for line in sys.stdin:
        log.write(line)
        log.flush()
        message = json.loads(line)
        if message["type"] == "hello":
            say(type="hello", protocol=1, wants={wants!r})
        elif message["type"] == "decision":
            say(move=message["choices"][0]["move"])
"""
)


@every_game
def test_a_decision_is_said_in_the_same_bytes_whatever_is_hidden(game: AnyGame) -> None:
    compared = 0
    for seats in range(game.min_seats, game.max_seats + 1):
        for match in stroll(game, game.setup(seats), seed=71 + seats, step=4):
            for seat in match.waiting():
                said = say(match.sight(seat), game.decision(match.state(), seat, match.ply))
                for twin in information.twins(match.state(), seat, match.ply, 3):
                    compared += twin.fields() != match.state().fields()
                    assert say(Sight(game, twin, seat), game.decision(twin, seat, match.ply)) == said
    assert compared > 100, "hardly anything was hidden"


def say(sight: Sight, decision: Decision | None) -> bytes:
    assert decision is not None
    return say_decision(sight, decision, frozenset({"odds"}), 0, "")


@every_game
def test_a_program_hears_the_same_bytes_whatever_is_hidden(
    game: AnyGame, write: Write, tmp_path: Path
) -> None:
    setup = game.setup(game.max_seats)
    match = begin(game, setup, 5)
    seat = match.waiting()[0]
    heard = []
    for number, state in enumerate([match.state(), *information.twins(match.state(), seat, 1, 2)]):
        log = tmp_path / f"log {number}"
        command = write(RECORDER.format(log=str(log), wants=["odds"]))
        with OutsideBot(command, game, setup.seats, 9, ENDLESS, setup) as bot:
            decision = game.decision(state, seat)
            assert decision is not None
            bot.choose(Sight(game, state, seat), decision)
        heard.append(log.read_bytes())
    assert heard[0].count(b"\n") == 3
    assert heard[0] == heard[1] == heard[2]


@every_game
@pytest.mark.parametrize("name", ["lying", "crashing at once"])
def test_the_fallback_does_not_depend_on_what_is_hidden(game: AnyGame, name: str, write: Write) -> None:
    command = write(FAULTS[name][0])
    match = next(iter(stroll(game, game.setup(game.max_seats), seed=3, step=7)))
    seat = match.waiting()[0]
    information.check_bot(
        game, match.state(), seat, 1, lambda: make(command, ENDLESS, game.id, game.max_seats)
    )


@every_game
def test_every_message_is_one_line_of_compact_ascii(game: AnyGame) -> None:
    match = begin(game, game.setup(game.min_seats), 1)
    sight, decision = ask(match, match.waiting()[0])
    hello = say_hello(game, match.setup.seats, sight.seat, match.setup, 1, Limits())
    question = say_decision(sight, decision, frozenset({"odds"}), 1, "it said \N{SAUROPOD}\n")
    for line in (hello, question):
        assert line.isascii()
        assert line.count(b"\n") == 1
        assert line == compact(json.loads(line))
    assert json.loads(hello)["rulings"] == match.setup.rulings
    untold = json.loads(say_hello(game, match.setup.seats, sight.seat, None, 1, Limits()))
    assert (untold["rulings"], untold["edition"]) == (None, None)


def compact(message: object) -> bytes:
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"
