"""Summaries against the same numbers computed plainly from the whole table."""

from __future__ import annotations

import math

import pytest

import analyzer
from analyzer.errors import UsageError
from analyzer.tally.cell_tally import summarise
from analyzer.tally.summary import distribution, summarise_run
from tests.batch.helpers import cell, played


@pytest.fixture(scope="module")
def table(grid_run):
    return analyzer.load(grid_run)


@pytest.mark.parametrize(
    "by",
    [
        ["seat"],
        [],
        ["cell", "seat"],
        ["players", "strategy"],
        ["rocks", "side", "seat"],
        ["first_space"],
        ["start_tiles", "ruleset"],
        ["rules", "ended_by"],
        ["score", "seat"],
    ],
)
def test_means_are_those_of_the_whole_table(grid_run, table, by):
    summary = summarise_run(grid_run, by)
    table = table.assign(everything=0)
    keys = by or ["everything"]
    expected = table.groupby(keys, observed=True).agg(
        win=("win", "mean"), score=("score", "mean"), rank=("rank", "mean"), turns=("turns", "mean")
    )
    games = table.drop_duplicates([*by, "cell", "game"]).groupby(keys, observed=True).size()
    assert len(summary) == len(expected)
    for _, row in summary.iterrows():
        key = tuple(row[name] for name in by) if len(by) > 1 else row[by[0]] if by else 0
        assert row["games"] == games.loc[key]
        assert row["win_share"] == pytest.approx(expected.loc[key, "win"], abs=1e-6)
        for name in ("score", "rank", "turns"):
            assert row[name] == pytest.approx(expected.loc[key, name])
        assert row["win_share_low"] <= row["win_share"] <= row["win_share_high"]


def test_groups_by_win_are_told_as_shares(grid_run, table):
    summary = summarise_run(grid_run, ["win"])
    assert list(summary["win"]) == pytest.approx(sorted(table["win"].unique()))
    assert list(summary["win_share"]) == pytest.approx(list(summary["win"]))


def test_a_deal_is_one_observation_across_the_cells_that_share_it(grid_run, table):
    """The linearised ratio, computed plainly: rows of a deal in all cells are one cluster."""
    summary = summarise_run(grid_run, ["seat"]).iloc[0]
    seat = table[table["seat"] == 0]
    deals = seat.groupby("deal")["score"].agg(["sum", "size"])
    ratio = deals["sum"].sum() / deals["size"].sum()
    errors = (deals["sum"] - ratio * deals["size"]) / deals["size"].mean()
    standard_error = errors.std(ddof=1) / math.sqrt(len(deals))
    assert summary["deals"] == len(deals) == 600
    half = (summary["score_high"] - summary["score_low"]) / 2
    assert half == pytest.approx(1.96 * standard_error, rel=0.01)


def test_the_table_by_seat_agrees_with_reef_simulate(grid_run):
    by_seat = summarise_run(grid_run, ["cell", "seat"])
    for index in (0, 2):
        told = summarise(grid_run.cells[index], grid_run.tally(index))
        rows = by_seat[by_seat["cell"] == index]
        for name, end in (("value", ""), ("low", "_low"), ("high", "_high")):
            expected = [getattr(share, name) for share in told.win_share]
            assert rows[f"win_share{end}"].tolist() == pytest.approx(expected, abs=1e-9)


def test_the_size_of_parts_changes_no_number(tmp_path, grid_run):
    from analyzer.playing.runner import run_experiment

    other = run_experiment(grid_run.experiment, tmp_path, part_games=250)
    for by in (["seat"], ["cell", "rocks"]):
        assert summarise_run(other, by).equals(summarise_run(grid_run, by))
    assert distribution(other, "turns").equals(distribution(grid_run, "turns"))


def test_lengths_have_quantiles(grid_run, table):
    summary = summarise_run(grid_run, ["cell"])
    turns = table[table["cell"] == 0].drop_duplicates("game")["turns"]
    assert summary["turns_median"].iloc[0] == turns.quantile(0.5, interpolation="lower")
    assert (
        summary["turns_5"].iloc[0] < summary["turns_median"].iloc[0] < summary["turns_95"].iloc[0]
    )


def test_distribution_of_endings(grid_run, table):
    found = distribution(grid_run, "ended_by", ["players"])
    for players, rows in found.groupby("players"):
        expected = table[table["players"] == players]["ended_by"].value_counts(normalize=True)
        for _, row in rows.iterrows():
            assert row["share"] == pytest.approx(expected[row["ended_by"]])
            assert row["share_low"] < row["share"] <= row["share_high"]
        assert rows["share"].sum() == pytest.approx(1)


def test_shares_of_independent_games_have_wilson_intervals(tmp_path):
    from analyzer.statistics import wilson_interval

    run = played(tmp_path, 300)
    found = distribution(run, "ended_by", ["seat"])
    row = found[found["seat"] == 1].iloc[-1]
    expected = wilson_interval(int(row["rows"]), 300)
    assert (row["share_low"], row["share_high"]) == pytest.approx((expected.low, expected.high))


def test_rule_parameters_can_be_grouped_by(grid_run):
    summary = summarise_run(grid_run, ["min_edible", "seat"])
    assert set(summary["min_edible"]) == {"-", "6"}


def test_other_means_may_be_asked_for(grid_run, table):
    summary = summarise_run(grid_run, ["cell"], ["corals_eaten"])
    expected = table.groupby("cell")["corals_eaten"].mean()
    assert summary["corals_eaten"].tolist() == pytest.approx(expected.tolist())
    assert "score" not in summary


@pytest.mark.parametrize(
    ("call", "complaint"),
    [
        (lambda run: summarise_run(run, ["seats"]), "cannot group by 'seats'"),
        (lambda run: summarise_run(run, ["seat", "seat"]), "named twice"),
        (lambda run: summarise_run(run, ["seat"], ["rocks"]), "no mean of 'rocks'"),
        (lambda run: distribution(run, "nothing"), "no distribution of 'nothing'"),
    ],
)
def test_impossible_questions(grid_run, call, complaint):
    with pytest.raises(UsageError, match=complaint):
        call(grid_run)


def test_strategies_that_come_twice_are_one_group(tmp_path):
    line_up = ("random", "balanced", "random")
    run = played(tmp_path, 60, cell(3, strategies=line_up, rotate=True))
    summary = summarise_run(run, ["strategy"]).set_index("strategy")
    assert summary.loc["random", "games"] == summary.loc["balanced", "games"] == 60
    shares = summary["win_share"]
    assert 2 * shares["random"] + shares["balanced"] == pytest.approx(1)


def test_all_seats_of_a_game_together_win_exactly_once(grid_run):
    for _, row in summarise_run(grid_run, ["cell"]).iterrows():
        fair = 1 / grid_run.cells[int(row["cell"])].players
        assert row["win_share_low"] == row["win_share"] == row["win_share_high"] == fair
    by_seat = summarise_run(grid_run, ["cell", "seat"])
    assert (by_seat["win_share_low"] < by_seat["win_share_high"]).all()
