"""Strategies: what a line-up such as `random,balanced,mine.toml` means to the kernel.

A strategy is a policy of the kernel (its kind), numbers by name and, for some kinds, a learned
network. The ones that ship with the program are TOML files in `lineup/`; a user's are files
anywhere, named by their path.
"""

from analyzer.games.encounter.strategies.line_up import LineUp, line_up_of
from analyzer.games.encounter.strategies.registry import (
    Strategy,
    canonical_spec,
    check_network,
    get_strategy,
    strategy_names,
)

__all__ = [
    "LineUp",
    "Strategy",
    "canonical_spec",
    "check_network",
    "get_strategy",
    "line_up_of",
    "strategy_names",
]
