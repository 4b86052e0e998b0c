"""Sums and tables of a run, recomputed from its games with pandas."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from analyzer.playing.load import load
from analyzer.playing.precision import running_shares
from analyzer.playing.run import Run, open_run
from analyzer.reporting.differences import differences
from analyzer.reporting.estimates import ratio
from analyzer.reporting.handicap import handicap_table
from analyzer.reporting.tables import cell_labels, run_tables
from analyzer.statistics import BlockTally, goodman_intervals, mean_interval
from analyzer.statistics.choice import SEQUENCE, STOPPED, TOGETHER
from analyzer.tally import stored
from analyzer.tally.stored import run_sums
from analyzer.tally.sums import CellSums
from tests.reports.runs import cell, played, shared_run

RUNS = ("two players", "four players", "rotated")


@pytest.fixture(scope="module", params=RUNS)
def run(request) -> Run:
    return shared_run(request.param)


@pytest.fixture(scope="module")
def tables(run) -> dict[str, pd.DataFrame]:
    return run_tables(run_sums(run))


@pytest.fixture(scope="module")
def games(run) -> pd.DataFrame:
    return load(run)


def test_win_shares_are_those_of_the_games(tables, games):
    expected = games.groupby(["cell", "seat"])["win"].mean()
    found = tables["seats"].set_index(["cell", "seat"])
    np.testing.assert_allclose(found["share"], expected, atol=1e-7)
    assert (found["low"] <= found["share"]).all()
    assert (found["share"] <= found["high"]).all()
    assert (found["n"] == games.groupby("cell")["game"].nunique().iloc[0]).all()


def test_counts_are_those_of_the_games(tables, games):
    starts = games[games["seat"] == 0]
    found = tables["game_length"].set_index(["cell", "turns"])["games"]
    assert found.to_dict() == starts.groupby(["cell", "turns"]).size().to_dict()
    found = tables["scores"].set_index(["cell", "seat", "score"])["games"]
    assert found.to_dict() == games.groupby(["cell", "seat", "score"]).size().to_dict()


def test_margins_are_those_of_the_games(tables, games):
    scores = games.groupby(["cell", "game"])["score"].apply(lambda s: s.nlargest(2).tolist())
    margin = scores.map(lambda pair: pair[0] - pair[1])
    expected = margin.groupby(["cell", margin.rename("margin")]).size()
    found = tables["margins"].set_index(["cell", "margin"])["games"]
    assert found.to_dict() == expected.to_dict()


def test_winners_and_others_are_compared_per_player(tables, games):
    is_winner = np.where(games["rank"] == 1, "winners", "others")
    for measure, column in (("attacks made", "attacks_made"), ("coral tiles locked", "locks")):
        expected = games.groupby(["cell", is_winner])[column].mean()
        activity = tables["activity"]
        found = activity[activity["member"] == measure].set_index(["cell", "group"])["mean"]
        for key, value in expected.items():
            assert found[key] == pytest.approx(value)
    expected = games.groupby(["cell", is_winner])["fish_y"].mean()
    found = tables["eaten"].query("member == 'y'").set_index(["cell", "group"])["mean"]
    for key, value in expected.items():
        assert found[key] == pytest.approx(value)


def test_the_lead_is_that_of_games_still_going_on(tables, games):
    alive = games[games["score_r8"] >= 0]
    winners = alive[alive["rank"] == 1].groupby("cell")["score_r8"].mean()
    others = alive[alive["rank"] > 1].groupby(["cell", "game"])["score_r8"].max()
    found = tables["lead"].query("round == 8").set_index(["cell", "group"])
    for k in winners.index:
        assert found.loc[(k, "winner"), "score"] == pytest.approx(winners[k])
        assert found.loc[(k, "best other"), "score"] == pytest.approx(others[k].mean())
        assert found.loc[(k, "best other"), "n"] == len(others[k])


def test_setups_split_the_games(tables, games):
    for choice, column in (("coral tiles", "side"), ("first space", "first_space")):
        part = tables["setups"][tables["setups"]["choice"] == choice]
        starts = games[games["seat"] == 0]
        for k in part["cell"].unique():
            assert part[part["cell"] == k]["n"].sum() == (starts["cell"] == k).sum()
        expected = starts.groupby(["cell", column], observed=True)["win"].mean()
        found = part.assign(value=part["setup"].str.split().str[-1]).set_index(["cell", "value"])
        for key, value in expected.items():
            assert found["share"][key] == pytest.approx(value)


def test_values_and_the_moment_of_decision(tables, games):
    starts = games[games["seat"] == 0]
    found = tables["values"].query("member == 'g'").set_index(["cell", "value"])["games"]
    assert found.to_dict() == starts.groupby(["cell", "value_g"]).size().to_dict()
    decided = tables["decided"]
    assert decided["games"].sum() == len(starts)
    mean = starts.groupby("cell")["lead_changes"].mean()
    np.testing.assert_allclose(decided.groupby("cell")["lead_changes_mean"].first(), mean)


def test_strategies_appear_where_the_line_up_rotates():
    tables = run_tables(run_sums(shared_run("rotated")))
    games = load(shared_run("rotated"))
    expected = games.groupby(["cell", "strategy"], observed=True)["win"].mean()
    found = tables["strategies"].set_index(["cell", "strategy"])["share"]
    for key, value in expected.items():
        assert found[key] == pytest.approx(value, abs=1e-7)
    assert "strategies" not in run_tables(run_sums(shared_run("two players")))
    assert "matrix" not in tables, "the pair met in two cells"


# --- summing ----------------------------------------------------------------------------------


def test_sums_do_not_depend_on_how_the_games_are_split(tmp_path):
    small = played(tmp_path / "small", cell(3), games=60, part_games=7)
    large = played(tmp_path / "large", cell(3), games=60, part_games=60)
    one, other = run_sums(small)[0].as_arrays(), run_sums(large)[0].as_arrays()
    assert one.keys() == other.keys()
    for name, array in one.items():
        np.testing.assert_array_equal(array, other[name], err_msg=name)


def test_sums_are_stored_and_used_until_the_games_change(tmp_path, monkeypatch):
    run = played(tmp_path / "run", games=60)
    first = run_sums(run)[0]

    def fail(*_: object) -> None:
        raise AssertionError("the games were read again")

    monkeypatch.setattr(CellSums, "add", fail)
    again = run_sums(open_run(tmp_path / "run"))[0]
    for name, array in first.as_arrays().items():
        np.testing.assert_array_equal(array, again.as_arrays()[name], err_msg=name)
    monkeypatch.undo()
    monkeypatch.setattr(stored, "VERSION", stored.VERSION + 1)
    monkeypatch.setattr(CellSums, "add", fail)
    with pytest.raises(AssertionError, match="read again"):
        run_sums(run)


def test_damaged_sums_are_computed_again(tmp_path):
    run = played(tmp_path / "run", games=60)
    before = run_sums(run)[0].as_arrays()
    (path,) = (tmp_path / "run" / "sums").glob("*.sums")
    path.write_bytes(b"nonsense")
    for name, array in run_sums(run)[0].as_arrays().items():
        np.testing.assert_array_equal(array, before[name])


def test_older_runs_may_lack_columns(tmp_path, monkeypatch):
    run = played(tmp_path / "run", games=60)
    columns = stored._columns(run, 0)
    old = [name for name in columns if name not in ("decided_turn", "fish_w", "score_r16")]
    monkeypatch.setattr(stored, "_columns", lambda *_: old)
    tables = run_tables(run_sums(run))
    assert "decided" not in tables
    assert set(tables["eaten"]["member"]) == set("yopg")
    assert 16 not in set(tables["lead"]["round"])


# --- intervals --------------------------------------------------------------------------------


def test_the_ratio_of_a_constant_denominator_is_the_mean():
    rng = np.random.default_rng(1)
    values = rng.integers(0, 9, 400)
    tally = BlockTally.of_blocks(np.column_stack([values, np.ones(400)]), 1)
    found, expected = ratio(tally, 0, 1), mean_interval(tally.subset([0]))
    assert (found.value, found.low, found.high) == pytest.approx(
        (expected.value, expected.low, expected.high)
    )


def test_the_interval_of_a_ratio_covers_as_it_says():
    rng = np.random.default_rng(2)
    hits = 0
    for _ in range(600):
        below = rng.integers(1, 4, 80)
        above = rng.poisson(2.5 * below)
        hits += ratio(BlockTally.of_blocks(np.column_stack([above, below]), 1), 0, 1).covers(2.5)
    assert 0.92 <= hits / 600 <= 0.975


def test_a_run_that_stopped_by_looking_says_so():
    sums = run_sums(shared_run("two players"))
    tables = run_tables(sums, is_open=True)
    assert set(tables["seats"]["interval"]) == {SEQUENCE}
    assert set(tables["activity"]["interval"]) == {STOPPED}
    fixed = run_tables(sums)["seats"]
    width = tables["seats"]["high"] - tables["seats"]["low"]
    assert (width > fixed["high"] - fixed["low"]).all()


@pytest.mark.parametrize(
    ("name", "table"), [("start tiles", "seats"), ("rotated", "seats"), ("rotated", "strategies")]
)
@pytest.mark.parametrize("is_open", [False, True])
def test_shares_of_several_cells_hold_together(name, table, is_open):
    sums = run_sums(shared_run(name))
    together = run_tables(sums, is_open)[table]
    assert set(together["interval"]) == {SEQUENCE if is_open else TOGETHER}
    for k, one in enumerate(sums):
        alone = run_tables([one], is_open)[table]
        found = together[together["cell"] == k].reset_index()
        np.testing.assert_array_equal(found["share"], alone["share"])
        width = found["high"] - found["low"]
        assert ((width > alone["high"] - alone["low"]) | (width == 1)).all()


def test_the_level_of_a_cell_allows_for_the_number_of_cells():
    sums = run_sums(shared_run("start tiles"))
    found = run_tables(sums)["seats"].query("cell == 1")
    wins = sums[1].tally.total[:2] / sums[1].tally.unit
    expected = goodman_intervals(wins, 1 - 0.05 / 3)
    np.testing.assert_allclose(found["low"], [e.low for e in expected])
    np.testing.assert_allclose(found["high"], [e.high for e in expected])


@pytest.mark.parametrize("name", ["two players", "rotated"])
def test_a_single_cell_has_the_intervals_that_the_run_looked_at(name):
    one = run_sums(shared_run(name))[0]
    tables = run_tables([one], is_open=True, precision=0.02)
    expected = running_shares(one.cell, one.tally, 0.02)
    found = [tables[key] for key in ("seats", "strategies") if key in tables]
    np.testing.assert_allclose(pd.concat(found)["low"], [e.low for e in expected])


def test_the_lead_of_a_single_game_has_no_interval(tmp_path):
    lead = run_tables(run_sums(played(tmp_path / "run", games=1)))["lead"]
    assert (lead["n"] == 1).all()
    assert lead["score"].notna().all()
    assert lead[["low", "high"]].isna().all(axis=None)


# --- cells side by side -----------------------------------------------------------------------


def test_differences_are_paired_by_deal():
    run = shared_run("rotated")
    table = differences(run)
    games = load(run).groupby(["cell", "deal"])["turns"].mean().unstack("cell")
    row = table[table["quantity"] == "turns"].iloc[0]
    gap = games[1] - games[0]
    assert row["difference"] == pytest.approx(gap.mean())
    half = (row["high"] - row["low"]) / 2
    assert half == pytest.approx(1.96 * gap.std() / np.sqrt(len(gap)), rel=0.05)
    assert row["comparison"] == "advanced − basic"
    assert (table["p_holm"] >= table["p_value"]).all()
    pd.testing.assert_frame_equal(differences(run), table, check_dtype=False)


def test_single_cells_have_no_differences():
    assert differences(shared_run("two players")).empty
    assert handicap_table(shared_run("rotated"), run_sums(shared_run("rotated"))).empty


def test_start_tiles_are_mapped_where_nothing_else_differs():
    run = shared_run("start tiles")
    table = handicap_table(run, run_sums(run)).set_index("handicap")
    assert list(table.index) == ["5,9", "7,9", "6,9"]
    assert list(table["is_printed"]) == [False, False, True]
    games = load(run)
    share = games[(games["cell"] == 1) & (games["seat"] == 0)]["win"].mean()
    assert table.loc["7,9", "advantage"] == pytest.approx(share - 0.5)


def test_labels_say_what_differs():
    cells = (cell(), cell(ruleset="advanced"), cell(overrides=(("min_edible", 6),)))
    assert cell_labels(cells) == ["basic", "advanced", "basic, min_edible=6"]
    assert cell_labels([cell()]) == [""]
    assert cell_labels([cells[0], cells[2]]) == ["basic", "min_edible=6"]


def test_files_are_named_briefly_unless_two_would_be_the_same():
    def line_ups(*specs):
        return [cell(strategies=(spec, spec)) for spec in specs]

    files = ("players/mine.toml#1f0c9a3e", "old/mine.toml#00000000")
    assert cell_labels(line_ups("expert", files[0])) == ["all expert", "all mine"]
    assert cell_labels(line_ups(*files)) == [f"all {spec}" for spec in files]
