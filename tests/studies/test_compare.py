"""`reef compare` and `reef sensitivity` find planted differences, and no others."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer.errors import UsageError
from analyzer.statistics import BlockTally, Estimate, blocks_for_half_width
from analyzer.studies.compare import CompareSettings, compare, parse_variant
from analyzer.studies.differences import Measure, compared, difference_text
from analyzer.studies.sensitivity import SensitivitySettings, cells_of, parse_sweep, sensitivity
from analyzer.studies.trends import BUDGET, trends_of
from tests.statistics.synthetic import assert_rate


def settings(*variants, players=2, strategies=None, **options):
    parsed = tuple(parse_variant(text) for text in variants)
    return CompareSettings("toycap", players, parsed, strategies or ("idle",) * players, **options)


def test_a_planted_difference_is_found_and_nothing_else(study):
    found = study(compare, settings("short", "long"), games=1500)
    table = found.tables["differences"].set_index("quantity")
    assert table["difference"]["mean score"] == pytest.approx(5)
    established = set(table.index[table["is_established"]])
    scores = {"mean score", "score of seat 0", "score of seat 1"}
    assert established == {*scores, "points of all", "points for a sprint"}
    assert len([text for text in found.verdicts if "; difference" in text]) == len(established)
    assert found.numbers["differences_claimed"] == len(established)
    assert found.finding.startswith(
        "Among idle players the long game has a 5.0 % higher mean score"
    )
    assert any("5 differ" in text for text in found.summary)
    assert set(table["comparison"]) == {"long - short"}


def test_differences_have_the_planted_size_within_their_intervals(study):
    found = study(compare, settings("short:stride=0", "short:stride=0.1"), games=3000)
    table = found.tables["differences"].set_index("quantity")
    for seat, tiles in ((0, 4), (1, 6)):
        row = table.loc[f"score of seat {seat}"]
        assert row["low"] <= tiles <= row["high"]
    wins = table.loc["seat 1 wins"]
    assert wins["is_established"]
    assert wins["low"] <= 0.2 / 1.4 * 0.3989 <= wins["high"]


def test_what_is_not_established_is_listed_with_its_precision(study):
    found = study(compare, settings("short:stride=0", "short:stride=0.02"), games=100)
    said = [text for text in found.not_established if text.startswith("Wins of the start player")]
    assert len(said) == 1
    assert "would have been seen with a chance of 80 %" in said[0]


def test_the_same_deals_reduce_the_variance_and_that_is_told(study):
    found = study(compare, settings("short:stride=0", "short:stride=0.1"), games=800)
    ratio = found.numbers["variance_ratio_of_mean_score"]["short:stride=0.1"]
    assert ratio < 0.05  # the toy game has the same noise under all rules
    assert any("The same deals saved " in text for text in found.outlook)


def test_rules_that_change_no_game_make_no_difference(study):
    # Random players are in no circle: the same games.
    found = study(compare, settings("short", "short:circle=0.5"), games=200)
    assert not found.tables["differences"]["is_established"].any()
    assert "is not shown to differ from the short game in anything" in found.finding


def test_the_order_of_strategies_can_turn_around(study):
    turned = settings(
        "short:circle=0.5", "short:circle=-0.5", strategies=("stone", "scissors"), players=2
    )
    found = study(compare, turned, games=1200)
    assert any("turn the order of strategies around" in text for text in found.verdicts)
    table = found.tables["strategies"].set_index(["group", "strategy"])
    assert table["share"]["short:circle=0.5", "stone"] > 0.6
    assert table["share"]["short:circle=-0.5", "stone"] < 0.4
    same = settings("short", "long", strategies=("strong", "weak"))
    found = study(compare, same, games=400)
    assert any("leave the order of strategies as it is" in text for text in found.verdicts)
    equal = settings("short", "long", players=3, strategies=("idle", "equal", "strong"))
    found = study(compare, equal, games=300)
    said = [text for text in found.not_established if text.startswith("No two strategies")]
    assert len(said) == 1
    assert "not established under all of them for idle and equal (100 deals)" in said[0]


def test_what_never_happened_is_not_known_to_be_impossible(study):
    found = study(compare, settings("short:head_start=9,0:stride=9", "short"), games=400)
    means = found.tables["means"].set_index(["group", "quantity"])
    never = means.loc["short:head_start=9,0:stride=9", "seat 1 wins"]
    assert never["mean"] == never["low"] == 0
    assert 0.005 < never["high"] < 0.02


def test_differences_that_are_none_are_rarely_established():
    """Thirty quantities on different deals: any of them is established in at most 5 % of runs."""
    rng = np.random.default_rng(7)
    columns, trials = np.eye(60), 300
    pairs = [
        (Measure(f"q{k}", "points", columns[k]), Measure(f"q{k}", "points", columns[30 + k]))
        for k in range(30)
    ]
    wrong = 0
    for _ in range(trials):
        values = rng.normal(0, 1, (200, 60)) + rng.normal(0, 1, (200, 1))
        values[:, :5], values[:, 30:35] = rng.random((2, 200, 5)) < 0.1
        found = compared(BlockTally.of_blocks(values), pairs)
        wrong += any(d.is_established for d in found)
    assert_rate(wrong, trials, least=0.03, most=0.05)


def test_three_variants_are_each_compared_with_the_first(study):
    found = study(compare, settings("short", "long", "short:bonus=1"), games=200)
    table = found.tables["differences"].set_index(["comparison", "quantity"])
    assert table["difference"]["long - short", "mean score"] == pytest.approx(5)
    assert table["difference"]["short:bonus=1 - short", "mean score"] == pytest.approx(10)


@pytest.mark.parametrize(
    ("variants", "message"),
    [
        (("short",), "at least two"),
        (("short", "short"), "are the same"),
        (("short", "short:boots=0"), "short and short:boots=0 are the same"),
        (("short", "expert"), "unknown ruleset"),
        (("short", "circle=1"), "not of the form RULESET or"),
        (("short", "short:wind=3"), "unknown rule parameter"),
    ],
)
def test_impossible_comparisons_are_refused(study, variants, message):
    with pytest.raises(UsageError, match=message):
        study(compare, settings(*variants), games=10)


@pytest.mark.parametrize("text", ["short:stride", "short:stride=1:stride=2"])
def test_variants_have_a_form(text):
    with pytest.raises(UsageError, match="is not of the form"):
        parse_variant(text)


# --- sensitivity ---------------------------------------------------------------------------------


def sweep(*texts, strategies=("idle", "idle"), **options):
    parsed = tuple(parse_sweep(text) for text in texts)
    return SensitivitySettings("toycap", 2, "short", parsed, strategies, **options)


def test_the_slope_of_a_parameter_is_found(study):
    found = study(sensitivity, sweep("bonus=1,2,4"), games=200)
    trends = found.tables["trends"].set_index("trend_of")
    assert trends["slope"]["mean score"] == pytest.approx(10, abs=0.01)
    assert trends["is_established"]["mean score"]
    assert "mean score" in found.finding
    differences = found.tables["differences"].set_index(["value", "quantity"])
    assert differences["difference"]["4", "mean score"] == pytest.approx(40, abs=0.1)
    assert not differences["is_established"]["4", "seat 0 wins"]


def test_a_trend_is_stated_only_where_the_values_are_on_a_line(study):
    """Scores rise evenly with `stride`, wins come to an end at all of them."""
    found = study(sensitivity, sweep("stride=3,0,1", strategies=("idle", "idle")), games=600)
    trends = found.tables["trends"].set_index("trend_of")
    assert trends["is_linear"]["mean score"]
    assert trends["linearity_p"]["mean score"] == 1
    assert any(text.startswith("stride moves mean score by +50") for text in found.verdicts)
    assert not trends["is_linear"]["seat 1 wins"]
    assert trends["linearity_p"]["seat 1 wins"] < 1e-6
    # Of two players one seat says it all.
    (said,) = [text for text in found.verdicts if text.startswith("stride does not move wins")]
    start = "stride does not move wins of the start player evenly (p < 0.0001): for one more by -4"
    assert said.startswith(start)
    assert said.index("from 0 to 1, but by") < said.index("from 1 to 3.")


def test_two_values_are_on_a_line(study):
    trends = study(sensitivity, sweep("stride=0,3"), games=200).tables["trends"]
    assert trends["is_linear"].all()
    assert trends["linearity_p"].isna().all()


def test_a_value_of_the_ruleset_itself_is_recognised(study):
    found = study(sensitivity, sweep("stride=0,0.3"), games=400)
    assert found.summary[0].endswith("; short has 0.0.")
    assert found.games == 800
    assert found.tables["trends"].set_index("trend_of")["slope"]["score of seat 0"] > 0
    values = found.tables["values"]
    own = set(values[values["is_ruleset"]]["value"])
    assert own == {"", "0"}
    assert set(found.tables["differences"]["value"]) == {"0.3"}


def test_a_parameter_without_effect_is_said_to_have_none(study):
    found = study(sensitivity, sweep("circle=1,2"), games=300)
    assert found.finding == (
        "Among idle players no value of circle is shown to change anything that matters."
    )
    assert all("unchanged within the margin" in text for text in found.verdicts)
    assert found.numbers["differences_claimed"] == 0


@pytest.mark.parametrize("text", ["bonus", "=3", "bonus=", "bonus=1..x", "bonus=1,,2"])
def test_sweeps_have_a_form(text):
    with pytest.raises(UsageError, match="is not of the form"):
        parse_sweep(text)


def test_a_range_rises():
    with pytest.raises(UsageError, match="the first value must be below the last"):
        parse_sweep("bonus=3..1")


def test_sweeps_in_ranges_and_lists():
    assert parse_sweep("min=4..6").values == ("4", "5", "6")
    assert parse_sweep("min=4,7").values == ("4", "7")
    assert parse_sweep("use=keep,lose").numbers() is None
    with pytest.raises(UsageError, match="twice"):
        parse_sweep("min=4,4")


def test_a_parameter_is_swept_once(study):
    with pytest.raises(UsageError, match="each only once"):
        study(sensitivity, sweep("stride=1,2", "stride=3"), games=10)
    with pytest.raises(UsageError, match=r"stride=1.0 is named twice"):
        study(sensitivity, sweep("stride=1,1.0"), games=10)


@pytest.mark.parametrize("overrides", [(), (("stride", "1"),)])
def test_a_value_set_anyway_is_not_played_again_and_not_enough_alone(study, overrides):
    own = dict(overrides).get("stride", "0")
    with pytest.raises(UsageError, match=f"stride={own} is the value of the ruleset itself; name"):
        study(sensitivity, sweep("bonus=1", f"stride={own}", overrides=overrides), games=10)
    found = study(sensitivity, sweep(f"stride={own},2", overrides=overrides), games=20)
    assert found.games == 40


def test_the_own_value_of_the_real_game_is_recognised_however_it_is_written():
    settings = SensitivitySettings(
        "encounter", 2, "basic", (parse_sweep("min_edible=4..6"),), ("random", "random")
    )
    cells, places = cells_of(settings)
    assert places == [1, 0, 2]
    assert len(cells) == 3


def test_established_differences_are_told_by_value(study):
    found = study(sensitivity, sweep("bonus=1,2,4"), games=200)
    (said,) = [text for text in found.verdicts if text.startswith("bonus=4 instead of short")]
    assert "changes 5 of" in said
    assert "mean score +40" in said
    found = study(sensitivity, sweep("circle=1,2"), games=300)
    assert any(
        text.startswith("circle=2 instead of short: none of") for text in found.not_established
    )


def test_the_outlook_tells_equal_wins_from_wins_without_variation(study):
    found = study(sensitivity, sweep("bonus=1,2"), games=20)
    assert found.outlook[0].startswith("Every value gave the wins of the ruleset on every deal")
    one_sided = sweep(
        "bonus=1,2", overrides=(("weather", "0"), ("head_start", "9,0"), ("stride", 9))
    )
    found = study(sensitivity, one_sided, games=20)
    assert found.outlook[0].startswith("The wins never varied in 60 games")
    assert found.verdicts


def test_what_is_established_has_an_interval_without_zero(study):
    # Two clear differences, and one that Holm's correction alone would call established.
    spread = np.tile([-1.0, 1.0], 200)
    blocks = np.column_stack([0 * spread, spread + 1, spread + 1, spread + 0.11])
    measures = [Measure(name, "points", row) for name, row in zip("0abc", np.eye(4), strict=True)]
    pairs = [(measures[0], measure) for measure in measures[1:]]
    found = compared(BlockTally.of_blocks(blocks), pairs)
    assert 0.05 < found[2].adjusted_p < 0.15
    assert [d.is_established for d in found] == [True, True, False]
    assert [d.difference.covers(0.0) for d in found] == [False, False, True]
    tables = study(sensitivity, sweep("stride=0.03,0.06", "bonus=1,2"), games=800).tables
    for table in (tables["differences"], tables["trends"]):
        excludes = (table["low"] > 0) | (table["high"] < 0)
        assert (excludes == table["is_established"]).all()
        assert table["is_established"].any()


def test_an_interval_without_zero_is_not_shown_with_one():
    def text(low, high):
        return difference_text(Estimate((low + high) / 2, low, high, 0.95, 9), "points")

    assert text(0.04, 2.5) == "+1.27 points (+0.04 to +2.50)"
    assert text(-2.5, -0.004) == "-1.3 points (-2.5 to just below 0)"
    assert text(1e-5, 2.5) == "+1.3 points (just above 0 to +2.5)"
    assert text(-0.04, 2.5) == "+1.2 points (0.0 to +2.5)"
    assert text(0.5, 2.5) == "+1.5 points (+0.5 to +2.5)"


def test_the_plan_counts_every_claim_of_all_levels(study):
    variants = settings("short", "short:circle=1", "long", players=3)
    found = study(compare, variants, precision=0.1, n_reports=3)
    (level,) = {claim.value.level for claim in found.claims.values()}
    deals = next(iter(found.claims.values())).value.n
    assert deals >= blocks_for_half_width(0.1, 0.5, level)


def test_what_rounding_leaves_of_a_measure_without_change_is_no_trend():
    ended = np.random.default_rng(1).integers(0, 2, (300, 1))
    joint = BlockTally.of_blocks(np.repeat(ended, 4, axis=1))
    measures = [[Measure("ended", "share", row)] for row in np.eye(4)]
    assert trends_of(sweep("stride=1,2,4"), joint, measures, BUDGET) == []
