"""Every statistic of the program, in one place.

Data model: a *block* is all seat rotations of one deal; blocks are independent, the games inside
one are not. Chunks of blocks become tallies, tallies are added, and everything else is computed
from the sums. Intervals of finished runs come from `intervals`, those shown while running from
`sequences`. Importing this package loads numpy only; scipy and statsmodels wait until needed.
"""

from analyzer.statistics.budget import Budget
from analyzer.statistics.cycles import Meeting, WinMatrix, simple_cycles, win_matrix
from analyzer.statistics.design import (
    Favourites,
    favourites,
    fit_test,
    next_round,
    predicted,
    unfairness_of,
)
from analyzer.statistics.duels import (
    BlockScores,
    DuelState,
    DuelTest,
    Verdict,
    elo_of_score,
    score_of_elo,
)
from analyzer.statistics.estimates import ALPHA, LEVEL, Estimate, TestResult
from analyzer.statistics.intervals import (
    effective_games,
    goodman_intervals,
    mean_interval,
    mean_intervals,
    mean_test,
    share_interval,
    share_intervals,
    wilson_interval,
)
from analyzer.statistics.levels import detectable_by_levels_test, level_deviations, widest_gap
from analyzer.statistics.linearity import linearity_test
from analyzer.statistics.multiple import benjamini_hochberg, holm
from analyzer.statistics.paired import PairedDifference, paired_difference, unpaired_difference
from analyzer.statistics.plackett_luce import Ratings, plackett_luce
from analyzer.statistics.planning import (
    blocks_for_half_width,
    blocks_needed,
    detectable_difference,
    power_of,
    sequence_blocks_for_half_width,
)
from analyzer.statistics.rankings import RankingTally
from analyzer.statistics.relevance import MARGIN, Deviations, Relevance, deviation, judge
from analyzer.statistics.scales import (
    fairness_gain,
    games_to_tell,
    power_to_tell,
    tellable_deviation,
)
from analyzer.statistics.seats import (
    Unfairness,
    compare_unfairness,
    levels_test,
    seats_lrt,
    seats_test,
    unfairness,
)
from analyzer.statistics.sequences import (
    asymptotic_radius,
    bernstein_radius,
    bounded_sequences,
    mean_sequences,
    share_sequences,
)
from analyzer.statistics.tallies import BlockTally, merge_tallies, share_unit
from analyzer.statistics.worth import HandicapModel, HandicapWorth, handicap_worth

__all__ = [
    "ALPHA",
    "LEVEL",
    "MARGIN",
    "BlockScores",
    "BlockTally",
    "Budget",
    "Deviations",
    "DuelState",
    "DuelTest",
    "Estimate",
    "Favourites",
    "HandicapModel",
    "HandicapWorth",
    "Meeting",
    "PairedDifference",
    "RankingTally",
    "Ratings",
    "Relevance",
    "TestResult",
    "Unfairness",
    "Verdict",
    "WinMatrix",
    "asymptotic_radius",
    "benjamini_hochberg",
    "bernstein_radius",
    "blocks_for_half_width",
    "blocks_needed",
    "bounded_sequences",
    "compare_unfairness",
    "detectable_by_levels_test",
    "detectable_difference",
    "deviation",
    "effective_games",
    "elo_of_score",
    "fairness_gain",
    "favourites",
    "fit_test",
    "games_to_tell",
    "goodman_intervals",
    "handicap_worth",
    "holm",
    "judge",
    "level_deviations",
    "levels_test",
    "linearity_test",
    "mean_interval",
    "mean_intervals",
    "mean_sequences",
    "mean_test",
    "merge_tallies",
    "next_round",
    "paired_difference",
    "plackett_luce",
    "power_of",
    "power_to_tell",
    "predicted",
    "score_of_elo",
    "seats_lrt",
    "seats_test",
    "sequence_blocks_for_half_width",
    "share_interval",
    "share_intervals",
    "share_sequences",
    "share_unit",
    "simple_cycles",
    "tellable_deviation",
    "unfairness",
    "unfairness_of",
    "unpaired_difference",
    "widest_gap",
    "wilson_interval",
    "win_matrix",
]
