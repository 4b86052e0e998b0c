from __future__ import annotations

import math
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.statistics import Estimate, blocks_needed, wilson_interval
from analyzer.wording import (
    as_percent,
    counted,
    interval,
    number,
    percent,
    percentage_points,
    planning_text,
    round_to_interval,
    scaled,
    unbroken,
)


@pytest.mark.parametrize(
    ("value", "half_width", "text"),
    [
        (23.4123, 0.46, "23.4"),
        (0.827, 0.119, "0.83"),  # the Particle Data Group's own three examples
        (0.827, 0.367, "0.8"),
        (14.674, 0.964, "14.7"),
        (1234.5, 40.0, "1,230"),
        (-0.001, 0.4, "0.0"),
        (5.0, 0.0, "5"),
        (5.0, math.inf, "unknown"),
    ],
)
def test_never_more_digits_than_the_interval_supports(value, half_width, text):
    assert round_to_interval(value, half_width) == text


@given(st.floats(-1e6, 1e6), st.floats(1e-9, 1e6))
def test_rounding_moves_a_value_by_little_of_its_interval(value, half_width):
    text = round_to_interval(value, half_width)
    # Worst case: a half width of 0.355 shows one decimal, so the value moves by up to 0.05.
    assert abs(float(text.replace(",", "")) - value) <= 0.05 / 0.3545 * half_width


def test_a_share_as_in_the_report():
    share = Estimate(0.2341, 0.2295, 0.2387, 0.95, 40_000)
    assert percent(share) == "23.4 % (23.0 to 23.9)"
    mean = Estimate(41.23, 40.97, 41.49, 0.99, 800)
    assert scaled(mean, 1.0, " points") == "41.23 points (40.97 to 41.49)"


def test_sentences_titles_and_pages_round_alike():
    mean = Estimate(312.4, 267.4, 357.4, 0.95, 40)
    assert scaled(mean, 1.0, "") == "310 (270 to 360)"
    assert number(mean.value, mean.low, mean.high) == "310"
    assert interval(mean.value, mean.low, mean.high) == "310 (270 to 360)"
    assert as_percent(3.124, 2.674, 3.574) == "310 %"


def test_lopsided_and_open_intervals_round_by_the_narrower_side():
    assert percent(wilson_interval(0, 20)) == "0 % (0 to 16)"
    open_above = Estimate(812.0, 700.0, math.inf, 0.95, 300)
    assert scaled(open_above, 1.0, " Elo") == "810 Elo"
    assert interval(812.0, 700.0, math.inf) == "812.0 (interval unknown)"
    assert interval(0.99997, 0.935309, 1.0, 100) == "100.0 (93.5 to 100.0)"


def test_certain_and_unknown_values():
    assert scaled(Estimate(3.0, 3.0, 3.0, 0.95, 5), 1.0, "") == "3 (3 to 3)"
    assert percent(wilson_interval(0, 0)) == "unknown % (0 to 100)"
    assert number(math.nan) == "unknown"
    assert number(2.0, 2.0, 2.0) == "2.0"


def test_titles_have_a_true_minus_sign_and_never_a_negative_zero():
    assert interval(-2.34, -2.8, -1.88) == "−2.3 (−2.8 to −1.9)"
    assert number(-0.001, -0.4, 0.4) == "0.0"


def test_one_and_many():
    assert percentage_points("1") == "1 percentage point"
    assert percentage_points("0.1") == "0.1 percentage points"
    assert counted(1, "quantity", "quantities") == "1 quantity"
    assert counted(2, "quantity", "quantities") == "2 quantities"
    assert counted(2000, "game") == "2,000 games"


def test_the_price_of_a_question():
    assert planning_text(0.5, blocks_needed(0.5, 1.0), 4, "points", 0.8) == (
        "To see a difference of 0.5 points with a chance of 80 % you need 136 games (34 deals)."
    )


def test_scales_and_percentages_are_not_broken():
    assert unbroken("6-7-9 wins 50 % of well-known games") == (
        "6\u20117\u20119 wins 50\u00a0% of well-known games"
    )


def test_importing_the_package_stays_cheap():
    code = "import sys, analyzer.statistics, analyzer.wording; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert {"scipy", "statsmodels", "pandas", "numba"}.isdisjoint(loaded.stdout.split())


def test_words_need_no_numpy():
    code = "import sys, analyzer.wording; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert "numpy" not in loaded.stdout.split()
