from __future__ import annotations

import numpy as np
import pytest

from analyzer.errors import UsageError
from analyzer.statistics import benjamini_hochberg, holm
from tests.statistics.synthetic import assert_rate

# Benjamini & Hochberg (1995), section 4: the fifteen p-values of the myocardial infarction study.
PUBLISHED = [0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344]
PUBLISHED += [0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0000]


def test_the_published_example():
    assert (benjamini_hochberg(PUBLISHED) <= 0.05).sum() == 4
    assert (holm(PUBLISHED) <= 0.05).sum() == 3


def test_holm_by_hand():
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])


def test_nothing_to_adjust_and_nonsense():
    assert len(holm([])) == 0
    with pytest.raises(UsageError, match="0 to 1"):
        benjamini_hochberg([0.5, 1.5])


def test_holm_keeps_the_family_and_benjamini_hochberg_the_discoveries():
    from scipy.special import ndtr

    rng = np.random.default_rng(31)
    trials, families, false_share = 600, 0, []
    effects = np.repeat([0.0, 3.0], [15, 5])
    for _ in range(trials):
        p = 2 * ndtr(-np.abs(rng.normal(effects)))
        families += (holm(p)[:15] <= 0.05).any()
        picked = benjamini_hochberg(p) <= 0.2
        false_share.append(picked[:15].sum() / max(picked.sum(), 1))
    assert_rate(families, trials, most=0.05)
    # The expected false share is q * 15/20 = 0.15 for independent tests.
    error = np.std(false_share) / np.sqrt(trials)
    assert np.mean(false_share) == pytest.approx(0.15, abs=3 * error)
