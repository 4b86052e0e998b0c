"""The gallery: its pictures are there and small, its commands are commands."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from analyzer.cli.main import parse

DOCS = Path(__file__).parents[2] / "docs"
TEXT = (DOCS / "gallery.md").read_text(encoding="utf-8")
PICTURES = re.findall(r"!\[([^\]]*)\]\(([^)]+)\)", TEXT)


def test_every_picture_is_there_small_and_described():
    assert len(PICTURES) > 10
    for description, target in PICTURES:
        assert len(description) > 15
        assert (DOCS / target).stat().st_size < 150_000


def test_no_picture_is_left_over():
    used = {Path(target).name for _, target in PICTURES}
    made = {p.name for p in (DOCS / "gallery").iterdir() if p.suffix in (".svg", ".png")}
    assert made == used


@pytest.mark.parametrize("command", sorted(set(re.findall(r"^\$ reef (.+)$", TEXT, re.M))))
def test_commands_can_be_parsed(command):
    words = command.split()
    assert parse(words).command == words[0]


def test_the_script_runs_the_commands_that_are_shown():
    script = (DOCS / "gallery" / "make.sh").read_text(encoding="utf-8").replace("\\\n", " ")
    run = {" ".join(line.split()) for line in re.findall(r'^"\$reef" ([^>\n]+)', script, re.M)}
    for command in re.findall(
        r"^\$ reef ((?:simulate|balance|compare|tournament|setups).+)$", TEXT, re.M
    ):
        wanted = set(command.split())
        assert any(wanted <= set(line.split()) for line in run), command


@pytest.mark.parametrize("path", sorted((DOCS / "gallery").glob("*.svg")), ids=lambda p: p.name)
def test_figures_carry_their_alt_text(path):
    assert re.search(r'<svg role="img" aria-label="[^"]{40,}"', path.read_text(encoding="utf-8"))
