"""The Python interface: the same numbers as the commands, and results that show themselves."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import analyzer as reef
from analyzer.errors import UsageError
from analyzer.games import game_names, get_game
from analyzer.records.errors import IllegalAction

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOK = ROOT / "examples" / "first_look.ipynb"
PAGE = ROOT / "docs" / "api.md"


def shown(value: object) -> str:
    """What a notebook shows of a value."""
    found = getattr(value, "_repr_html_", None)
    return found() if found is not None else repr(value)


def test_rows_are_those_of_the_game():
    cell = reef.cell("encounter", players=2, strategies=["balanced", "random"], rotate=True)
    rows = reef.play(cell, games=20, seed=3)
    raw = get_game("encounter").play(cell, 3, 0, 20)
    assert rows["score"].tolist() == raw["score"].tolist()
    assert set(rows["strategy"]) == {"balanced", "random"}
    assert isinstance(rows["ended_by"].dtype, pd.CategoricalDtype)
    by_name = rows.groupby("strategy", observed=True)["win"].mean()
    assert by_name["balanced"] == pytest.approx(raw["win"][raw["strategy"] == 0].mean())


def test_a_cell_takes_rules_choices_and_defaults():
    made = reef.cell("encounter", start_tiles=[6, 8], min_edible=6, setup={"rocks": "BA"})
    assert dict(made.overrides) == {"start_tiles": (6, 8), "min_edible": 6}
    assert dict(made.setup) == {"rocks": "AB"}
    assert made.players == 2
    assert len(set(made.strategies)) == 1
    with pytest.raises(UsageError, match="unknown rule parameter"):
        reef.cell("encounter", min_eatable=6)
    with pytest.raises(UsageError, match="unknown game"):
        reef.cell("chess")


def test_simulate_agrees_with_the_rows():
    cell = reef.cell("encounter", players=2, strategies="random")
    told = reef.simulate(cell, games=300, seed=5, progress=False)
    rows = reef.play(cell, games=300, seed=5)
    for seat, share in enumerate(told.summary.win_share):
        assert share.value == pytest.approx(rows.loc[rows["seat"] == seat, "win"].mean())
    assert "300 games" in repr(told)
    assert "<table>" in shown(told)


def test_a_study_shows_its_finding_tables_and_figures(tmp_path):
    settings = {"levels": ["balanced"], "games": 200, "reach": 1, "jobs": 1, "progress": False}
    study = reef.balance(players=2, folder=str(tmp_path), **settings)
    stored = json.loads((study.folder / "results.json").read_text(encoding="utf-8"))
    assert study.finding == stored["finding"]
    assert study.sentences
    assert study.tables["seats"]["share"].sum() == pytest.approx(1.0)
    assert "seats" in study.figures
    assert study.finding.split()[0] in shown(study)
    assert "<svg" in shown(study)
    assert study.report(tmp_path / "page").is_file()
    again = reef.balance(players=2, folder=str(tmp_path), **settings)
    assert again.folder == study.folder
    assert again.numbers == study.numbers


def test_a_record_is_legal_and_shows_its_replay():
    game = reef.record("random", "random", seed=4)
    assert game.is_legal()
    assert "<iframe" in shown(game)
    game["result"]["scores"][0] += 1
    assert not game.is_legal()


def test_how_much_is_said_once(tmp_path):
    with pytest.raises(UsageError, match="games and budget both say how much"):
        reef.balance(players=2, games=200, budget=3.0, folder=str(tmp_path))


@pytest.mark.parametrize("game", game_names())
def test_a_game_can_be_played_step_by_step(game):
    position = reef.position(game, players=2, seed=3)
    rng = np.random.default_rng(3)
    first = position
    for _ in range(3000):
        if position.is_over:
            break
        legal = list(position.legal_actions())
        assert legal
        # mostly what ends turns, or the game would take long
        position = position.apply(legal[-1 - int(rng.integers(min(5, len(legal))))])
    assert position.is_over
    assert first.to_play is not None
    record = position.record()
    assert get_game(game).judge(record).accepted
    assert record["result"]["scores"] == position.scores


def test_an_illegal_action_says_why():
    position = reef.position("encounter", players=2, seed=1)
    with pytest.raises(IllegalAction, match="must feed a tile"):
        position.apply("draft w")


def test_importing_loads_nothing_heavy():
    code = "import sys, analyzer; print(sorted({'numpy', 'pandas', 'numba'} & set(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


def test_names_of_the_interface_are_functions_whatever_was_imported_before():
    import analyzer.cells
    import analyzer.playing.runner  # noqa: F401

    for name in ("cell", "play", "position", "record", "simulate", "balance", "load", "open"):
        assert callable(getattr(reef, name)), name


def test_an_empty_run_says_so(tmp_path):
    from analyzer.experiment import Experiment
    from analyzer.playing.runner import RunWriter

    experiment = Experiment((reef.cell("encounter", strategies="random"),), 100).checked()
    RunWriter.open(tmp_path, experiment, False, 100, print)
    with pytest.raises(UsageError, match="has no games yet"):
        reef.load(tmp_path)


def code_cells() -> list[str]:
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]


def test_the_example_notebook_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for source in code_cells():
        *body, last = source.splitlines()
        exec("\n".join(body), names)
        try:
            value = eval(last, names)
        except SyntaxError:
            exec(last, names)
        else:
            assert value is None or shown(value)


def test_the_page_names_everything_public():
    page = PAGE.read_text(encoding="utf-8")
    for name in set(reef.__all__) - {"__version__"}:
        assert re.search(rf"\b{name}\b", page), name
