from __future__ import annotations

import math

import numpy as np
import pytest

from analyzer.errors import UsageError
from analyzer.statistics import (
    BlockTally,
    compare_unfairness,
    levels_test,
    seats_lrt,
    seats_test,
    unfairness,
)
from tests.statistics.synthetic import assert_rate, seat_blocks

FAIR = [0.25, 0.25, 0.25, 0.25]


def test_likelihood_ratio_by_hand():
    result = seats_lrt([30, 10])
    statistic = 2 * (30 * math.log(1.5) + 10 * math.log(0.5))
    assert result.statistic == pytest.approx(statistic)
    assert result.p_value == pytest.approx(math.erfc(math.sqrt(statistic / 2)))
    assert seats_lrt([7, 7, 7]).p_value == 1.0
    assert seats_lrt([0, 0]).p_value == 1.0


def test_two_seats_give_students_test():
    from scipy.stats import ttest_1samp

    first = np.array([0.5, 0.75, 0.25, 1.0, 0.5, 0.75, 0.5])
    tally = BlockTally.of_blocks(np.column_stack([first, 1 - first]), 4)
    assert seats_test(tally).p_value == pytest.approx(ttest_1samp(first, 0.5).pvalue)


def test_independent_games_reject_as_rarely_as_claimed():
    rng = np.random.default_rng(41)
    rejected = sum(seats_lrt(w).p_value < 0.05 for w in rng.multinomial(300, FAIR, 3000))
    assert_rate(rejected, 3000, least=0.05, most=0.05)


@pytest.mark.parametrize(("n_blocks", "players"), [(60, 4), (200, 3), (40, 2)])
def test_blocks_reject_as_rarely_as_claimed_where_counting_games_does_not(n_blocks, players):
    rng = np.random.default_rng(42)
    trials, rejected, naive = 1500, 0, 0
    for _ in range(trials):
        blocks = seat_blocks(rng, n_blocks, [1 / players] * players, 0.7)
        tally = BlockTally.of_blocks(blocks)
        rejected += seats_test(tally).p_value < 0.05
        naive += seats_lrt(blocks.sum(axis=0) * 4).p_value < 0.05
    assert_rate(rejected, trials, least=0.045, most=0.055)
    assert naive > 0.15 * trials


def test_blocks_find_a_handicap_as_often_as_theory_says():
    from scipy.stats import f, ncf

    rng = np.random.default_rng(43)
    shares = np.array([0.31, 0.23, 0.23, 0.23])
    trials, n_blocks = 400, 300
    found = sum(
        seats_test(BlockTally.of_blocks(seat_blocks(rng, n_blocks, shares, 0.3))).p_value < 0.05
        for _ in range(trials)
    )
    # Games of a block correlate by 0.3 with the first and 0.09 with each other, so a block mean
    # has (4 + 6 * 0.3 + 6 * 0.09) / 16 of the multinomial covariance of one game.
    one_block = (4 + 6 * 0.3 + 6 * 0.09) / 16
    noncentrality = n_blocks * ((shares - 0.25) ** 2 / shares).sum() / one_block
    power = ncf.sf(f.isf(0.05, 3, n_blocks - 3), 3, n_blocks - 3, noncentrality)
    assert_rate(found, trials, least=power - 0.01, most=power + 0.01)


def test_seats_that_always_or_never_win():
    always = np.tile([1.0, 0.0, 0.0], (12, 1))
    assert seats_test(BlockTally.of_blocks(always)).p_value < 1e-4
    never = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]] * 20)
    assert seats_test(BlockTally.of_blocks(never)).p_value < 1e-4
    equal = np.full((12, 3), 1 / 3)
    assert seats_test(BlockTally.of_blocks(equal)).p_value == 1.0
    assert seats_test(BlockTally.of_blocks(always[:1])).p_value == 1.0


def test_means_other_than_equal_shares_can_be_asked_about():
    rng = np.random.default_rng(44)
    tally = BlockTally.of_blocks(rng.normal([40, 45], 5, (400, 2)))
    assert seats_test(tally, [40, 45]).p_value > 0.01
    assert seats_test(tally, [42, 43]).p_value < 1e-6
    with pytest.raises(UsageError, match="play more"):
        seats_test(BlockTally.of_blocks(np.ones((5, 2))), [1, 2])


@pytest.mark.parametrize(
    "shares", [FAIR, [0.23, 0.25, 0.25, 0.27], [0.2, 0.2, 0.3, 0.3], [0.15, 0.2, 0.25, 0.4]]
)
def test_the_size_of_unfairness_is_covered(shares):
    rng = np.random.default_rng(45)
    deviation = np.array(shares) - 0.25
    largest, rms = np.abs(deviation).max(), math.sqrt((deviation**2).mean())
    trials, largest_covered, rms_covered = 500, 0, 0
    for _ in range(trials):
        size = unfairness(BlockTally.of_blocks(seat_blocks(rng, 150, shares), 48))
        largest_covered += size.largest.covers(largest)
        rms_covered += size.rms.covers(rms)
    assert_rate(largest_covered, trials, least=0.95)
    assert_rate(rms_covered, trials, least=0.94)


def test_the_corrected_rms_is_free_of_sampling_noise():
    rng = np.random.default_rng(46)
    sizes = [
        unfairness(BlockTally.of_blocks(seat_blocks(rng, 100, [0.15, 0.2, 0.25, 0.4]), 48))
        for _ in range(300)
    ]
    truth = (0.1**2 + 0.05**2 + 0.15**2) / 4
    corrected = np.mean([size.rms.value**2 for size in sizes])
    observed = np.mean([size.rms_observed**2 for size in sizes])
    assert corrected == pytest.approx(truth, rel=0.03)
    assert observed > 1.05 * truth


def test_the_largest_deviation_names_its_seat():
    # Means 0.15, 0.2, 0.25 and 0.4 exactly.
    wins = np.repeat(np.eye(4), [3, 4, 5, 8], axis=0)
    size = unfairness(BlockTally.of_blocks(wins, 48))
    assert size.largest_seat == 3
    assert size.largest.value == pytest.approx(0.15)


def test_no_run_shows_that_a_game_is_perfectly_fair():
    """An interval from 0 to 0 would, and one run in forty of a fair game had it."""
    rng = np.random.default_rng(54)
    tallies = [single_games(rng, 400, FAIR) for _ in range(200)]
    ends = [unfairness(tally).rms.high for tally in tallies]
    noise = math.sqrt(0.1875 / 400)
    assert min(ends) > noise


def test_unfairness_of_perfect_balance_and_of_nothing():
    exact = unfairness(BlockTally.of_blocks([[1.0, 0.0], [0.0, 1.0]] * 50))
    assert (exact.rms.value, exact.rms.low) == (0.0, 0.0)
    assert 0.05 < exact.rms.high < 0.2
    assert math.isnan(unfairness(BlockTally.empty(4)).rms.value)


def paired_cells(rng, n_blocks, first, second):
    """Two cells on the same deals: 60 % of the games end alike as far as the shares allow."""
    u = rng.random((n_blocks, 4))
    v = np.where(rng.random((n_blocks, 4)) < 0.6, u, rng.random((n_blocks, 4)))
    cells = []
    for draws, shares in ((u, first), (v, second)):
        winners = np.searchsorted(np.cumsum(shares)[:-1], draws)
        cells.append((winners[:, :, np.newaxis] == np.arange(4)).mean(axis=1))
    return np.concatenate(cells, axis=1)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ([0.2, 0.25, 0.25, 0.3], [0.24, 0.25, 0.25, 0.26]),
        ([0.2, 0.25, 0.25, 0.3], [0.2, 0.25, 0.3, 0.25]),
        (FAIR, FAIR),
    ],
)
def test_differences_in_unfairness_are_covered(first, second):
    rng = np.random.default_rng(47)
    truth = float(((np.array(first) - 0.25) ** 2 - (np.array(second) - 0.25) ** 2).mean())
    trials, covered = 800, 0
    for _ in range(trials):
        gap, _ = compare_unfairness(BlockTally.of_blocks(paired_cells(rng, 400, first, second), 48))
        covered += gap.covers(truth)
    assert_rate(covered, trials, least=0.935)


def test_a_fairer_cell_is_recognised():
    rng = np.random.default_rng(48)
    tally = BlockTally.of_blocks(paired_cells(rng, 3000, [0.2, 0.25, 0.25, 0.3], FAIR), 48)
    gap, p_value = compare_unfairness(tally)
    assert gap.low > 0
    assert p_value < 1e-6
    with pytest.raises(UsageError, match="two cells"):
        compare_unfairness(BlockTally.empty(3))


def test_levels_of_a_factor():
    rng = np.random.default_rng(49)
    trials, rejected = 800, 0
    for _ in range(trials):
        levels = [seat_blocks(rng, n, FAIR) for n in (150, 200, 250)]
        rejected += levels_test([BlockTally.of_blocks(level) for level in levels]).p_value < 0.05
    assert_rate(rejected, trials, least=0.04, most=0.06)
    moved = [seat_blocks(rng, 800, shares) for shares in (FAIR, [0.2, 0.3, 0.25, 0.25])]
    assert levels_test([BlockTally.of_blocks(level) for level in moved]).p_value < 1e-3
    with pytest.raises(UsageError, match="two levels"):
        levels_test([BlockTally.of_blocks(moved[0])])


def single_games(rng, n_games, shares):
    return BlockTally.of_blocks(np.eye(len(shares))[rng.choice(len(shares), n_games, p=shares)])


@pytest.mark.parametrize("shares", [FAIR, [0.03, 0.17, 0.3, 0.5]])
def test_many_levels_of_few_deals_reject_as_rarely_as_claimed(shares):
    """With each level's own covariance alone the first of these is rejected in 17 % of all runs."""
    rng = np.random.default_rng(50)
    trials = 500
    p_values = np.array(
        [
            levels_test([single_games(rng, 60, shares) for _ in range(20)]).p_value
            for _ in range(trials)
        ]
    )
    assert_rate((p_values <= 0.05).sum(), trials, least=0.035, most=0.055)
    assert_rate((p_values <= 0.01).sum(), trials, most=0.01)


def test_levels_of_unequal_size_and_spread_reject_as_rarely_as_claimed():
    """With one covariance for all levels these are rejected in 30 % of all runs."""
    rng = np.random.default_rng(51)
    trials, rejected = 800, 0
    for _ in range(trials):
        levels = [rng.normal(10, spread, n) for spread, n in ((4, 60), (2, 200), (1, 600))]
        rejected += levels_test([BlockTally.of_blocks(level) for level in levels]).p_value <= 0.05
    assert_rate(rejected, trials, least=0.04, most=0.055)


def test_levels_of_one_quantity_give_the_larger_of_two_known_p_values():
    from scipy.stats import f_oneway
    from statsmodels.stats.oneway import anova_oneway

    rng = np.random.default_rng(52)
    small_is_wide = [rng.normal(0.8 * i, 3 - i, n) for i, n in enumerate((20, 40, 80))]
    found = levels_test([BlockTally.of_blocks(level) for level in small_is_wide])
    welch = anova_oneway(small_is_wide, use_var="unequal").pvalue
    assert welch > f_oneway(*small_is_wide).pvalue
    assert found.p_value == pytest.approx(welch)


def test_levels_of_single_games_are_about_pearsons_table():
    from scipy.stats import chi2_contingency

    table = [[30, 70], [45, 55], [50, 50]]
    games = [BlockTally.of_blocks(np.repeat(np.eye(2), row, axis=0)) for row in table]
    pearson = chi2_contingency(table, correction=False)
    assert levels_test(games).p_value == pytest.approx(pearson.pvalue, rel=0.1)


def test_a_level_in_which_nobody_ever_won_is_told_from_the_others():
    rng = np.random.default_rng(53)
    never = BlockTally.of_blocks(np.zeros(80))
    sometimes = BlockTally.of_blocks((rng.random(80) < 0.4).astype(float))
    assert levels_test([never, sometimes]).p_value < 1e-6
    assert levels_test([never, never]).p_value == 1.0
