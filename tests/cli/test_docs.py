"""The documentation tells the truth: examples print what they show, tables match the program."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from analyzer.cli.commands.rulesets import rulesets_object
from analyzer.cli.main import COMMANDS
from analyzer.games import about
from analyzer.games.encounter.rules import PARAMETERS, RULES_VERSION, RULESETS
from tests.cli.transcripts import ROOT, blocks, commands, documents, timeless, transcript

EXAMPLES = [
    pytest.param(block, id=f"{page.name}: {commands(block)[0]}")
    for page in documents()
    for block in blocks(page)
]


@pytest.mark.parametrize("block", EXAMPLES)
def test_examples_print_what_they_show(block):
    """If a change is meant, `python -m tests.cli.transcripts` rewrites the pages."""
    assert timeless(transcript(block)).splitlines() == timeless(block).splitlines()


def test_there_are_examples():
    assert len(EXAMPLES) >= 3


def test_readme_names_every_command():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [command for command in COMMANDS if f"`reef {command}" not in text] == []


def rules_page() -> str:
    return (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")


def test_rules_page_has_the_version():
    assert f"Rules version **{RULES_VERSION}**" in rules_page()


def test_rules_page_has_the_value_of_every_parameter():
    rows = dict(re.findall(r"^\| `(\w+)` \| (.+) \|$", rules_page(), re.M))
    told = rulesets_object(about("encounter"))["rulesets"]
    for parameter in PARAMETERS:
        cells = rows[parameter].split(" | ")
        for name, cell in zip(RULESETS, cells, strict=True):
            value = told[name]["parameters"][parameter]
            expected = str(value).lower() if isinstance(value, bool) else str(value)
            assert "by seat" in cell if isinstance(value, dict) else cell == expected, parameter


def test_rules_page_explains_every_parameter_outside_its_table():
    prose = [line for line in rules_page().splitlines() if not re.match(r"\| `", line)]
    text = "\n".join(prose)
    assert [p for p in PARAMETERS if not re.search(rf"`{p}\b", text)] == []


LINK = re.compile(r"\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)")
FENCED = re.compile(r"^```.*?^```$", re.M | re.S)


def anchors(page: Path) -> set[str]:
    """The anchors that GitHub gives to the headings of a page."""
    text = FENCED.sub("", page.read_text(encoding="utf-8"))
    headings = re.findall(r"^#+ (.+)$", text, re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", [*documents(), ROOT / "CHANGELOG.md"], ids=lambda page: page.name)
def test_pages_link_to_what_exists(page):
    text = FENCED.sub("", page.read_text(encoding="utf-8"))
    for target, anchor in LINK.findall(text):
        linked = page.parent / target if target else page
        assert linked.exists(), target
        assert not anchor or anchor in anchors(linked), f"{target}#{anchor}"


def test_readme_links_every_page():
    targets = {target for target, _ in LINK.findall((ROOT / "README.md").read_text("utf-8"))}
    assert {f"docs/{page.name}" for page in (ROOT / "docs").glob("*.md")} <= targets
