"""Standard output and error that are closed or full: one line, and no traceback."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from analyzer.cli.text import one_line

pytestmark = pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is full")


def shell(line: str) -> subprocess.CompletedProcess[str]:
    """Runs `reef` with a shell's redirections."""
    script = f'reef() {{ {sys.executable} -m analyzer "$@"; }}; {line}'
    return subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("reef rulesets > /dev/full", "reef: cannot write the answer: no room where"),
        ("reef rulesets >&-", "reef: standard output is closed: the answer would be lost"),
        ("reef rulesets <&- >&-", "reef: standard output is closed: the answer would be lost"),
    ],
)
def test_an_answer_that_cannot_be_given_is_one_line(line, told):
    done = shell(line)
    assert done.returncode == 2
    assert done.stderr.startswith(told)
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("where", ["2>&-", "2>/dev/full"])
def test_what_cannot_be_told_on_stderr_stops_nothing(where):
    assert shell(f"reef rulesets --json {where}").stdout.startswith('{\n  "rulesets"')
    assert shell(f"reef xyzzy {where}").returncode == 2
    assert shell(f"reef xyzzy {where}").stdout == ""


def test_names_that_are_no_text_can_be_printed(tmp_path):
    line = f"cd {tmp_path} && mkdir -p runs/$'a\\xff' && touch runs/$'a\\xff'/manifest.json"
    done = shell(f"{line} && reef runs")
    assert done.returncode == 0, done.stderr
    assert "a\\udcff" in done.stdout
    assert "damaged" in done.stdout


def test_one_line_is_one_line():
    assert one_line("a\nb\t\x1b[31mc\udcff\u2028d ü") == "a b \\x1b[31mc\\udcff d ü"
