"""The frame around the commands: help, errors of one line, exit codes."""

from __future__ import annotations

import subprocess
import sys
from argparse import Namespace

import pytest

import analyzer
from analyzer.cli import main as cli
from analyzer.cli import stopping
from analyzer.cli.commands import rulesets
from analyzer.cli.parsing import Parser, whole, whole_number
from analyzer.errors import UsageError


def test_help_lists_every_command(reef):
    answer = reef("--help")
    assert answer.code == 0
    for command in cli.COMMANDS:
        assert f"\n  {command} " in answer.out


@pytest.mark.parametrize("command", cli.COMMANDS)
def test_every_command_has_help_with_examples(reef, command):
    answer = reef(command, "--help")
    assert answer.code == 0
    assert answer.out.startswith(f"usage: reef {command}")
    assert f"examples:\n  reef {command}" in answer.out


def test_help_of_a_command_is_its_help(reef):
    assert reef("help", "verify").out == reef("verify", "--help").out
    assert reef("help").out == reef("--help").out


def test_old_names_of_options_still_read_but_are_not_shown(reef):
    assert cli.parse(["simulate", "--run", "x"]).name == "x"
    assert cli.parse(["balance", "--strategies", "a,b"]).levels == "a,b"
    for command, old in (("simulate", "--run"), ("balance", "--strategies")):
        assert f"{old} " not in reef(command, "--help").out.partition("examples:")[0]


def test_version(reef):
    assert reef("--version").out == f"reef {analyzer.__version__}\n"


def test_no_arguments_show_the_help_and_fail(reef):
    answer = reef()
    assert (answer.code, answer.out) == (2, "")
    assert "to play:" in answer.err


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["ruleset"], "unknown command 'ruleset'; did you mean rulesets?"),
        (["xyzzy"], "unknown command 'xyzzy'; known are "),
        (["--xyzzy"], "unknown argument '--xyzzy' (reef --help shows what is possible)"),
        (["rulesets", "--xyzzy"], "unknown argument '--xyzzy' (reef rulesets --help shows"),
        (["rulesets", "--js"], "unknown argument '--js'; did you mean --json?"),
        (["simulate", "--rulset=x"], "unknown argument '--rulset=x'; did you mean --ruleset?"),
        (["simulate", "--ruleset", "bsic"], "unknown ruleset 'bsic'; did you mean basic?"),
        (
            ["simulate", "--set", "min_edibel=4"],
            "unknown rule parameter 'min_edibel'; did you mean",
        ),
        (["simulate", "--game", "ref"], "unknown game 'ref'; did you mean reef?"),
        (["help", "balanc"], "unknown command 'balanc'; did you mean balance?"),
    ],
)
def test_bad_command_lines_are_one_line_on_stderr(reef, arguments, reason):
    assert reef(*arguments).refusal().startswith("reef: " + reason)


def replace_run(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    def run(_: Namespace) -> int:
        raise error

    monkeypatch.setattr(rulesets, "run", run)


def test_usage_error_is_one_line_whatever_it_contains(reef, monkeypatch):
    replace_run(monkeypatch, UsageError("the file 'a\nb' is not\n one"))
    assert reef("rulesets").refusal() == "reef: the file 'a b' is not one\n"


def test_interrupt_exits_130_with_one_line(reef, monkeypatch):
    replace_run(monkeypatch, KeyboardInterrupt())
    answer = reef("rulesets")
    assert (answer.code, answer.err) == (130, "reef: interrupted\n")


@pytest.mark.parametrize(
    ("signal_heard", "told", "code"),
    [
        (stopping.Terminated(), 130, 143),
        (KeyboardInterrupt(), 130, 130),
        (stopping.Terminated(), 0, 0),
        (None, 130, 130),
    ],
)
def test_what_a_command_ends_with_by_itself_says_which_signal_came(
    reef, monkeypatch, signal_heard, told, code
):
    monkeypatch.setattr(rulesets, "run", lambda _: told)
    monkeypatch.setattr(stopping, "_HEARD", [signal_heard] if signal_heard else [])
    assert reef("rulesets").code == code


TERMINATED_SIMULATION = """
import signal
import sys
from analyzer.__main__ import start
from analyzer.cli.run_progress import RunProgress

RunProgress.__call__ = lambda *_: signal.raise_signal(signal.SIGTERM)
sys.argv = "reef simulate --strategies random,random --games 1000 --chunk 10".split()
start()
"""


def test_a_simulation_that_is_terminated_shows_what_was_finished_and_exits_143():
    done = subprocess.run(
        [sys.executable, "-c", TERMINATED_SIMULATION], capture_output=True, text=True, check=False
    )
    assert done.returncode == 143, done.stderr
    assert "10 games" in done.stdout
    assert "interrupted after 10 of 1,000 games" in done.stderr


def test_a_bug_is_not_hidden(reef, monkeypatch):
    replace_run(monkeypatch, ZeroDivisionError())
    with pytest.raises(ZeroDivisionError):
        reef("rulesets")


def test_numbers_out_of_bounds_are_explained():
    parser = Parser(prog="reef x")
    parser.add_argument("--games", type=whole_number(1))
    parser.add_argument("--players", type=whole_number(2, 4))
    assert parser.parse_args(["--games", "7", "--players", "4"]).games == 7
    for words in (["--games", "0"], ["--games", "many"], ["--players", "5"]):
        with pytest.raises(UsageError, match=f"{words[1]}.* is not a whole number"):
            parser.parse_args(words)


def run_module(*arguments: str, **options) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "analyzer", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, **options)


def test_module_and_console_script_are_the_same_program():
    done = run_module("--version")
    assert (done.returncode, done.stdout) == (0, f"reef {analyzer.__version__}\n")
    assert run_module("xyzzy").returncode == 2


@pytest.mark.skipif(sys.platform == "win32", reason="no shell pipelines")
def test_a_reader_that_goes_away_is_no_error():
    script = f"{sys.executable} -m analyzer rulesets --json | true; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert done.stdout.strip() == "141"


def test_a_broken_pipe_elsewhere_is_not_hidden(tmp_path):
    script = (
        "import sys; from analyzer.cli import main; from analyzer.cli.commands import rulesets\n"
        "def run(args): raise BrokenPipeError('a worker died')\n"
        "rulesets.run = run; sys.exit(main.main(['rulesets']))\n"
    )
    with open(tmp_path / "out", "w") as out:
        done = subprocess.run(
            [sys.executable, "-c", script],
            stdout=out,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 1
    assert "a worker died" in done.stderr


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("100000", 10**5), ("100,000", 10**5), ("100_000", 10**5), ("100k", 10**5),
        ("1e5", 10**5), ("1M", 10**6), ("1.5M", 1_500_000), ("2.50k", 2500), ("007", 7),
        (f"{2**64 - 1}", 2**64 - 1), ("-1", -1),
        ("1.5", None), ("10m", None), ("1,00", None), ("1e-3", None), ("k", None), ("", None),
        ("1,000,00", None), ("0x10", None), ("1e999", None), ("١", None),
    ],
)  # fmt: skip
def test_whole_numbers_are_read_as_people_write_them(text, number):
    assert whole(text) == number
