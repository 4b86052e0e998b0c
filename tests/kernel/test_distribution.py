"""Two engines, one game: uniform players of the judge and of the kernel agree in distribution.

The judge plays in plain Python with Python's random numbers; nothing but the rules is shared.
Every comparison is a test of "no difference"; Holm's correction holds the chance of any false
alarm, over all of them together, at ALPHA. Seeds are fixed: a pass stays a pass.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest
from scipy.stats import fisher_exact, norm
from scipy.stats import t as student
from statsmodels.stats.multitest import multipletests

from analyzer.cells import Cell
from analyzer.games import get_game
from analyzer.games.encounter.rules import COLOURS, RULESETS, make_rules
from kernels.encounter.state import ENDINGS
from tests.judge.uniform import play_uniform_game

GAME = get_game("encounter")
ALPHA = 1e-4
KERNEL_GAMES = 8000
COUNTS = (
    "growths", "placements", "attacks_made", "extra_growths", "shrimps_introduced",
    "shrimps_moved", "larva_exchanges", "tile_exchanges", "space_algas", "locks", "corals_eaten",
    *(f"drafts_{c}" for c in COLOURS),
)  # fmt: skip
COMMON = 0.3
"""From this share of games with any on, means are compared; below, the shares of such games."""

Sample = dict[str, np.ndarray]
"""By name: one number a game."""


def counted(record: dict[str, Any]) -> dict[str, float]:
    """What happened in a recorded game, read off the written actions."""
    found: Counter[str] = Counter()
    for turn in (*record["turns"], *record["final"]):
        for text in turn["actions"]:
            verb, *words = text.split()
            if verb == "grow":
                steps = [word for word in words[2:] if word[0] not in "["]
                found["growths"] += 1
                found["extra_growths"] += sum(word[0] == "+" for word in steps)
                found["placements"] += sum(word[0] != "+" for word in steps)
                found["attacks_made"] += sum("x" in word for word in steps)
            elif verb == "alga":
                found["space_algas" if words[1] == "space" else "locks"] += 1
            elif verb == "draft":
                found[f"drafts_{words[0][0]}"] += 1
            else:
                found[VERBS[verb]] += 1
    result = record["result"]
    values: dict[str, float] = {name: found[name] for name in COUNTS}
    values["turns"] = len(record["turns"])
    for seat, points in enumerate(result["scores"]):
        values[f"score of seat {seat}"] = points
        values[f"rank of seat {seat}"] = result["ranks"][seat]
    for ending in ENDINGS[1:]:
        values[f"ended by {ending}"] = result["ended_by"] == ending
    return values


VERBS = {
    "eat": "corals_eaten",
    "shrimp": "shrimps_introduced",
    "move": "shrimps_moved",
    "larva": "larva_exchanges",
    "tile": "tile_exchanges",
}


def judge_sample(ruleset: str, n_players: int, n_games: int) -> Sample:
    """Games of the judge's uniform players."""
    rules = make_rules(ruleset, n_players)
    games = [
        counted(play_uniform_game(rules, Random(f"{ruleset} {n_players} {k}")))
        for k in range(n_games)
    ]
    return {name: np.array([game[name] for game in games], dtype=float) for name in games[0]}


def kernel_sample(ruleset: str, n_players: int, n_games: int = KERNEL_GAMES) -> Sample:
    """Games of the kernel's uniform players."""
    cell = GAME.check(Cell("encounter", n_players, ruleset, ("random",) * n_players))
    rows = {
        name: values.reshape(n_games, n_players)
        for name, values in GAME.play(cell, 4711, 0, n_games).items()
    }
    sample: Sample = {name: rows[name].sum(axis=1).astype(float) for name in COUNTS}
    sample["turns"] = rows["turns"][:, 0].astype(float)
    for seat in range(n_players):
        sample[f"score of seat {seat}"] = rows["score"][:, seat].astype(float)
        sample[f"rank of seat {seat}"] = rows["rank"][:, seat].astype(float)
    for code, ending in enumerate(ENDINGS):
        if code:
            sample[f"ended by {ending}"] = (rows["ended_by"][:, 0] == code).astype(float)
    return sample


def p_value(judge: np.ndarray, kernel: np.ndarray) -> float:
    """That two samples of one number differ as much or more, if they come from one game."""
    if np.mean(kernel != 0) < COMMON or set(np.unique(kernel)) <= {0.0, 1.0}:
        table = [[int(np.sum(x != 0)), int(np.sum(x == 0))] for x in (judge, kernel)]
        return float(fisher_exact(table).pvalue)
    # the spread is the kernel's, which is well known; Student's tails are on the safe side
    error = kernel.std() * np.sqrt(1 / judge.size + 1 / kernel.size)
    return float(2 * student.sf(abs(judge.mean() - kernel.mean()) / error, judge.size - 1))


def pooled_p_values(pairs: list[tuple[Sample, Sample]]) -> dict[str, float]:
    """Comparisons over several groups at once: deviations from the kernel's mean, standardised."""
    found = {}
    for name in (*COUNTS, "turns", "score of seat 0", "score of seat 1"):
        deviations = [
            (judge[name] - kernel[name].mean()) / kernel[name].std()
            for judge, kernel in pairs
            if np.mean(kernel[name] != 0) >= COMMON
        ]
        if deviations:
            all_of_them = np.concatenate(deviations)
            z = all_of_them.mean() * np.sqrt(all_of_them.size)
            found[f"{name} in all rulesets"] = float(2 * norm.sf(abs(z)))
    return found


def comparisons(n_players: int, n_games: int) -> dict[str, float]:
    """The p-values of all comparisons for a number of players."""
    pairs, found = [], {}
    for ruleset in RULESETS:
        judge, kernel = judge_sample(ruleset, n_players, n_games), kernel_sample(ruleset, n_players)
        pairs.append((judge, kernel))
        assert judge.keys() == kernel.keys()
        for name, values in judge.items():
            found[f"{name} in {ruleset}"] = p_value(values, kernel[name])
    return found | pooled_p_values(pairs)


def alarms(p_values: dict[str, float], alpha: float) -> dict[str, float]:
    """The comparisons that Holm's correction leaves as different, with their raw p-values."""
    rejected = multipletests(list(p_values.values()), alpha=alpha, method="holm")[0]
    return {name: p for (name, p), is_one in zip(p_values.items(), rejected, strict=True) if is_one}


@pytest.mark.parametrize("n_players", [2, 3, 4])
@pytest.mark.parametrize("n_games", [24, pytest.param(500, marks=pytest.mark.proof)])
def test_the_engines_agree_in_distribution(n_players, n_games):
    p_values = comparisons(n_players, n_games)
    assert len(p_values) > 100
    assert alarms(p_values, ALPHA / 3) == {}


ONE_STEP_OFF = (
    ("grow_limit", 3),
    ("shrimps_per_rock", 1),
    ("min_edible", 4),
    ("larva_use", "same_turn"),
    ("extra_growth", False),
)


@pytest.mark.parametrize("override", ONE_STEP_OFF, ids=lambda override: override[0])
def test_the_comparison_is_sharp(override):
    """A hundred games, even of the kernel itself, by a slightly different rule raise the alarm."""
    plain = kernel_sample("basic", 2)
    cell = GAME.check(Cell("encounter", 2, "basic", ("random",) * 2, (override,)))
    rows = GAME.play(cell, 5, 0, 100)
    changed = {name: rows[name].reshape(100, 2).sum(axis=1).astype(float) for name in COUNTS}
    found = {name: p_value(values, plain[name]) for name, values in changed.items()}
    assert alarms(found, ALPHA)


def test_written_actions_are_counted_as_the_kernel_counts_them():
    for ruleset in RULESETS:
        cell = GAME.check(Cell("encounter", 3, ruleset, ("random",) * 3))
        rows = GAME.play(cell, 8, 0, 10)
        for game in range(10):
            read = counted(GAME.record(cell, 8, game))
            here = slice(3 * game, 3 * game + 3)
            assert {name: read[name] for name in COUNTS} == {
                name: rows[name][here].sum() for name in COUNTS
            }
