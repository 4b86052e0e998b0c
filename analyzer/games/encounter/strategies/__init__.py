"""Strategies: what a line-up such as `random,balanced,mine.toml` means to the kernel.

A strategy is a policy of the kernel (its kind) and a vector of numbers. The ones that ship with
the program are TOML files in `lineup/`; a user's are files anywhere, named by their path.
"""

from analyzer.games.encounter.strategies.registry import (
    Strategy,
    canonical_spec,
    get_strategy,
    strategy_names,
)

__all__ = ["Strategy", "canonical_spec", "get_strategy", "strategy_names"]
