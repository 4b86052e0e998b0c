"""Programs for fewer kinds of strategy: the same games, and nothing compiled that is not played."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from analyzer.cells import Cell
from analyzer.games import get_game
from analyzer.games.encounter.settings import rules_vector
from analyzer.games.encounter.strategies import get_strategy, line_up_of
from kernels.encounter import playout
from tests.kernel.wild import HURRIED

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = {
    ("random", "random"): "play_chunk_uniform",
    ("random", "balanced"): "play_chunk_family",
    ("tide", "guardian", "balanced"): "play_chunk_family",
    ("random", HURRIED["planner"]): "play_chunk_planner",
    ("balanced", HURRIED["search"]): "play_chunk_search",
}


@pytest.mark.parametrize("names", PROGRAMS)
def test_a_line_up_is_played_by_the_smallest_program(names):
    line_up = line_up_of([get_strategy(name) for name in names])
    assert playout.program_for(line_up.kinds).__name__ == PROGRAMS[names]


@pytest.mark.parametrize("names", [names for names, p in PROGRAMS.items() if p != "play_chunk"])
def test_all_programs_play_the_same_games(names, monkeypatch):
    cell = Cell("encounter", len(names), "basic", names, rotate=True)
    arguments = (rules_vector(cell), *line_up_of([get_strategy(n) for n in names]), 3, 0, 30, True)
    small = playout.play_games(*arguments)
    monkeypatch.setattr(playout, "program_for", lambda _: playout.play_chunk)
    whole = playout.play_games(*arguments)
    assert all(np.array_equal(a, b) for a, b in zip(small, whole, strict=True))


def test_a_record_is_a_game_of_the_batch():
    game = get_game("encounter")
    cell = game.check(Cell("encounter", 3, "basic", ("random", "balanced", "tide"), rotate=True))
    rows = game.play(cell, 4, 0, 6)
    for index in range(6):
        record = game.record(cell, 4, index)
        scores = rows["score"][3 * index : 3 * index + 3].tolist()
        assert record["result"]["scores"] == scores
        line_up = [cell.strategies[(seat + index) % 3] for seat in range(3)]
        assert record["players"] == line_up


@pytest.mark.proof
def test_games_of_random_compile_nothing_of_the_other_strategies(tmp_path):
    code = (
        "from analyzer.cells import Cell; from analyzer.games import get_game;"
        "get_game('encounter').play(Cell('encounter', 2, 'basic', ('random',) * 2), 1, 0, 1)"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "REEF_CACHE_DIR": str(tmp_path)}
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, check=True)
    compiled = {path.name.split("-")[0] for path in tmp_path.rglob("*.compiled")}
    modules = {name.split(".")[-2] for name in compiled}
    assert "kernels.encounter.playout.play_chunk_uniform" in compiled
    assert not modules & {"worth", "plan", "beam"}
