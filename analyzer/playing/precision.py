"""When a cell has been played long enough: intervals looked at on a fixed schedule.

A run that stops as soon as its ordinary interval is narrow enough keeps its ordinary coverage:
the width depends on the variance, which tells next to nothing about the mean's error (Chow &
Robbins 1965, Annals of Mathematical Statistics 36:457-462). What is shown while running may make
somebody stop for another reason, and is a confidence sequence.

The schedule counts deals and nothing else, so that where a cell stops depends on neither the
number of jobs, nor the size of parts, nor interruptions.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from analyzer.cells import Cell
from analyzer.tally.cell_tally import games_per_block, sampling, tally_part

if TYPE_CHECKING:
    from analyzer.statistics import BlockTally, Estimate

_FIRST_LOOK = 100  # deals
_LOOK_SHARE = 50  # the next look comes after a 50th more deals: at most 2 % are played in vain


def looks(cell: Cell, first: int, last: int) -> list[int]:
    """The numbers of games within (first, last] after which a cell is looked at."""
    size = games_per_block(cell)
    return [size * n for n in _look_deals(last // size) if first < size * n]


def _look_deals(most: int) -> Iterator[int]:
    deals = _FIRST_LOOK
    while deals <= most:
        yield deals
        deals += deals // _LOOK_SHARE


def running_shares(
    cell: Cell, blocks: BlockTally, precision: float | None = None
) -> list[Estimate]:
    """Win shares by seat that may be looked at at any time, and hold together.

    Where the line-up rotates and has different strategies, the shares of these follow, in the
    order in which the line-up first names them; all hold together.
    """
    from analyzer.statistics import LEVEL
    from analyzer.statistics.choice import by_strategy

    how = sampling(cell, is_open=True, precision=precision)
    names, weights = by_strategy(cell.strategies)
    has_strategies = cell.rotate and len(names) > 1
    level = (1 + LEVEL) / 2 if has_strategies else LEVEL  # half the error for each of the two
    found = how.shares(tally_part(cell, blocks, "win"), level)
    if has_strategies:
        found += how.shares(tally_part(cell, blocks, "strategy_win").combine(weights), level)
    return found


def is_precise(cell: Cell, blocks: BlockTally, precision: float) -> bool:
    """Whether every win share of the cell is known to within ± precision."""
    from analyzer.statistics.choice import by_strategy

    how, (names, weights) = sampling(cell), by_strategy(cell.strategies)
    shares = how.shares(tally_part(cell, blocks, "win"))
    if cell.rotate and len(names) > 1:
        shares += how.shares(tally_part(cell, blocks, "strategy_win").combine(weights))
    return all(share.half_width <= precision for share in shares)
