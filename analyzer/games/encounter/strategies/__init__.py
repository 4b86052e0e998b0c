"""Strategies: what a line-up such as `random,balanced,mine.toml` means to the kernel.

A strategy is a policy of the kernel (its kind), numbers by name and, for some kinds, a learned
network. The ones that ship with the program are TOML files in `lineup/`; a user's are files
anywhere, named by their path.
"""

from pathlib import Path

from analyzer.games.encounter.strategies.kinds import DEFAULT_WEIGHTS, KINDS, WEIGHT_TEXTS
from analyzer.games.encounter.strategies.line_up import line_up_of
from analyzer.games.encounter.strategies.registry import (
    Strategy,
    canonical_spec,
    check_network,
    get_strategy,
    strategy_names,
    with_numbers,
)
from analyzer.strategies.lineup import LineUp

LINE_UP = LineUp(
    folder=Path(__file__).parent / "lineup",
    names=strategy_names,
    get=get_strategy,
    canonical=canonical_spec,
    with_numbers=with_numbers,
    kinds=KINDS,
    texts=WEIGHT_TEXTS,
    defaults=DEFAULT_WEIGHTS,
    numeraire="points_firm",
    untuned=("points_firm", "whim"),
)

__all__ = [
    "LINE_UP",
    "Strategy",
    "canonical_spec",
    "check_network",
    "get_strategy",
    "line_up_of",
    "strategy_names",
]
