"""The rules page tells the truth about version, parameters and cards."""

from __future__ import annotations

import re
from pathlib import Path

from analyzer.games.reef.cards import cards
from analyzer.games.reef.rules import MOST_SUPPLY, PARAMETERS, RULES_VERSION, RULESETS, make_rules

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "rules-reef.md").read_text(encoding="utf-8")


def table(first_head: str) -> list[list[str]]:
    """The rows of the table whose first column has that head, the head left out."""
    lines = PAGE.splitlines()
    start = next(k for k, line in enumerate(lines) if line.startswith(f"| {first_head} |"))
    rows = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return rows


def test_version():
    assert f"Rules version **{RULES_VERSION}**" in PAGE


def test_every_parameter_with_its_values():
    rows = {row[0].strip("`"): row[1:] for row in table("parameter")}
    assert list(rows) == list(PARAMETERS)
    for name, (*printed, values) in rows.items():
        for ruleset, said in zip(RULESETS, printed, strict=True):
            held = [str(make_rules(ruleset, n).values()[name]) for n in (2, 3, 4)]
            if name == "supply":
                assert said.startswith(", ".join(held))
            elif name == "start_points":
                assert said == "3 for each seat"
            else:
                assert {said} == set(held)
        if name != "supply":
            assert values == PARAMETERS[name].allowed
    assert rows["supply"][2].endswith(f"up to {MOST_SUPPLY}")


def test_every_card_has_a_row_with_its_value():
    named = []
    for numbers, _, value in table("cards | pattern"):
        if match := re.fullmatch("([0-9]+)–([0-9]+)", numbers):
            group = range(int(match[1]), int(match[2]) + 1)
        else:
            group = [int(word) for word in numbers.split(", ")]
        values = [int(word) for word in value.removesuffix(" for each").split(", ")]
        due = values if len(values) == len(list(group)) else values * len(list(group))
        assert [cards()[number].points for number in group] == due
        named += group
    assert named == list(cards())
