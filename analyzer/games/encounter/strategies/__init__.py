"""Strategies: what a line-up such as `random,balanced,mine.toml` means to the kernel.

A strategy is a policy of the kernel (its kind), numbers by name and, for some kinds, a learned
network. The ones that ship with the program are TOML files in `lineup/`; a user's are files
anywhere, named by their path.
"""

from pathlib import Path

from analyzer.games.encounter.bots import Bot
from analyzer.games.encounter.strategies.kinds import KINDS
from analyzer.games.encounter.strategies.line_up import line_up_of
from analyzer.games.encounter.strategies.networks import LEARNT, NETWORKS
from analyzer.strategies.lineup import LineUp, Strategy

LINE_UP = LineUp(
    folder=Path(__file__).parent / "lineup",
    kinds=KINDS,
    usual="family",
    untuned=("points_firm", "whim"),  # the unit of the others, and chance
    bot=Bot,
    networks=NETWORKS,
    learnt=LEARNT,
)
canonical_spec = LINE_UP.canonical
get_strategy = LINE_UP.get
strategy_names = LINE_UP.names

__all__ = ["LINE_UP", "Strategy", "canonical_spec", "get_strategy", "line_up_of", "strategy_names"]
