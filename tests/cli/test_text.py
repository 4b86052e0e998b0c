"""What goes to a terminal fits it; elsewhere nothing is broken."""

from __future__ import annotations

import sys
import time

import pytest

from analyzer.cli import text
from analyzer.cli.run_progress import working
from analyzer.cli.text import fitted, say, text_table

HEADER = ("strategy", "what it does", "win share", "95 % interval", "mean score", "95 % interval")
ROWS = [
    ("first", "thinks " * 9 + "long", "50.1 %", "49.0 to 51.2 %", "3.09", "3.07 to 3.11"),
    ("second", "", "49.9 %", "48.8 to 51.0 %", "13.09", "13.07 to 13.11"),
]


@pytest.fixture
def terminal(monkeypatch):
    def set_width(columns: int) -> None:
        monkeypatch.setenv("COLUMNS", str(columns))
        monkeypatch.setattr(text, "width_of", lambda _: columns)

    return set_width


def test_a_table_in_a_file_has_one_line_for_each_row(monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    lines = text_table(HEADER, ROWS, left=2).splitlines()
    assert len(lines) == 4
    assert len(lines[1]) > 120


@pytest.mark.parametrize("columns", [40, 60, 80, 100])
def test_a_wide_table_fits_the_terminal_with_every_word_in_it(terminal, columns):
    terminal(columns)
    shown = text_table(HEADER, ROWS, left=2)
    assert max(map(len, shown.splitlines())) <= max(columns, 55)  # two columns and one estimate
    words = {word for row in ROWS for cell in row for word in cell.split()}
    assert words <= set(shown.split())
    assert shown.split().count("thinks") == 9  # the long words are not repeated with more columns


def test_an_interval_stays_beside_its_value(terminal):
    terminal(60)
    for part in text_table(HEADER, ROWS, left=2).split("\n\n"):
        head = part.partition("\n-")[0]
        assert ("share" in head) + ("score" in head) == head.count("95 %")


def test_a_table_that_fits_is_left_alone(terminal):
    plain = text_table(("a", "b"), [("x", "1")])
    terminal(4)
    assert text_table(("a", "b"), [("x", "1")]) == plain


def test_sentences_are_broken_between_words_and_go_on_in_their_paragraph(terminal):
    long = "  - one two three four\nfive six seven\neight\n\nnine"
    assert fitted(long) == long
    terminal(12)
    assert fitted(long).splitlines() == [
        "  - one two", "    three", "    four", "five six", "seven eight", "", "nine",
    ]  # fmt: skip


def test_what_is_told_is_one_line_unless_it_goes_to_a_terminal(capsys, terminal):
    sentence = (
        "interrupted: 12,000 games are stored in runs/a-long-name; the same command continues"
    )
    say(sentence)
    assert capsys.readouterr().err == f"reef: {sentence}\n"
    terminal(40)
    say(sentence)
    told = capsys.readouterr().err
    assert max(map(len, told.splitlines())) <= 40
    assert told.split() == ["reef:", *sentence.split()]


def test_the_width_is_that_of_a_terminal_only(monkeypatch):
    monkeypatch.setenv("COLUMNS", "33")
    assert text.width_of(sys.stdout) is None
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    assert text.width_of(sys.stdout) == 33


def test_long_work_is_told_on_a_terminal_only(capsys, monkeypatch):
    with working(lambda: "thinking"):
        time.sleep(0.01)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    with working(lambda: "thinking", every=0.01):
        time.sleep(0.2)
    told = capsys.readouterr().err
    assert told.startswith("\rthinking, 0 s\x1b[K\rthinking, 0 s")
    assert told.endswith("\r\x1b[K")
