"""The page on strategies tells the truth."""

from __future__ import annotations

from pathlib import Path

import pytest

from analyzer.games.encounter.bots import Bot
from analyzer.games.encounter.strategies import strategy_names
from analyzer.games.encounter.view import View
from kernels.encounter.family.weights import NAMES
from reports.strategy_page import rewritten

PAGE = Path(__file__).resolve().parents[2] / "docs" / "strategies.md"


@pytest.fixture(scope="module")
def page() -> str:
    return PAGE.read_text(encoding="utf-8")


def test_its_tables_are_what_the_program_says(page):
    """If a change is meant: `python -m reports.strategy_page encounter docs/strategies.md`."""
    assert rewritten(page, "encounter") == page
    spoiled = page.replace("<!-- table: lineup -->\n", "<!-- table: lineup -->\nold\n")
    assert rewritten(spoiled, "encounter") == page


def test_it_explains_every_weight_and_every_strategy(page):
    assert [name for name in NAMES if f"| `{name}` |" not in page] == []
    assert [name for name in strategy_names() if f"| `{name}` |" not in page] == []


def test_it_names_everything_a_view_offers(page):
    offered = {name for name in dir(View) if not name.startswith("_")} | {"refusal", "rng"}
    table = page[page.index("## A strategy in plain Python") : page.index("## Measured")]
    left_to_the_docstrings = {"rules", "turn", "rocks", "is_last_chance"}
    missing = [name for name in offered if f"`{name}" not in table and f".{name}" not in table]
    assert set(missing) <= left_to_the_docstrings


def test_its_bot_works(page, tmp_path, reef):
    code = page[page.index("```python") : page.index("```sh\nreef simulate --strategies mybot.py")]
    path = tmp_path / "mybot.py"
    path.write_text(code.removeprefix("```python").split("```")[0])
    answer = reef("simulate", "--strategies", f"{path}:MyBot:patience=5,random", "--games", 4)
    assert answer.code == 0, answer.err
    assert all(f"`{name}`" in page for name in ("fed_tile", "start_larvae", "final_meal"))
    assert Bot.action.__doc__
