from __future__ import annotations

import math
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.statistics import (
    Estimate,
    planning_text,
    round_to_interval,
    share_text,
    value_text,
    wilson_interval,
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
    assert share_text(Estimate(0.2341, 0.2295, 0.2387, 0.95, 40_000)) == (
        "23.4 % ± 0.5 (95 %, n = 40,000)"
    )
    assert value_text(Estimate(41.23, 40.97, 41.49, 0.99, 800), "points") == (
        "41.23 points ± 0.26 (99 %, n = 800)"
    )


def test_lopsided_and_open_intervals_are_ranges():
    assert share_text(wilson_interval(0, 20)) == "0 %, from 0 to 16 (95 %, n = 20)"
    open_above = Estimate(812.0, 700.0, math.inf, 0.95, 300)
    assert value_text(open_above, "Elo") == "810 Elo, from 700 to ∞ (95 %, n = 300)"


def test_certain_and_unknown_values():
    assert value_text(Estimate(3.0, 3.0, 3.0, 0.95, 5)) == "3 (95 %, n = 5)"
    assert share_text(wilson_interval(0, 0)) == "unknown % (95 %, n = 0)"


def test_the_price_of_a_question():
    assert planning_text(0.5, 1.0, 4, "points") == (
        "To see a difference of 0.5 points with power 80 % you need 136 games (34 deals)."
    )


def test_importing_the_package_stays_cheap():
    code = "import sys, analyzer.statistics; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert {"scipy", "statsmodels", "pandas", "numba"}.isdisjoint(loaded.stdout.split())
