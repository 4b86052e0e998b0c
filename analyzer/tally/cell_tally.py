"""What many games of one cell show: rows become tallies, tallies add, sums become estimates.

A *block* is what is independent of everything else: a game, or with `rotate` the games of one
deal. The tallies hold whole numbers, so the sums are the same however the games were split.
Knows games only through the `Game` interface.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from analyzer.cells import Cell
from analyzer.game import Game, Quantity
from analyzer.games import get_game

if TYPE_CHECKING:
    import numpy as np

    from analyzer.statistics import BlockTally, Estimate
    from analyzer.statistics.choice import Sampling


_BLOCKS_AT_ONCE = 4096  # so few stay in the cache of a processor while they are added up


@dataclass(frozen=True, slots=True)
class StrategyEstimate:
    """A strategy's results per seat it took, over all seats."""

    seats: int
    win_share: Estimate
    mean_score: Estimate


@dataclass(frozen=True, slots=True)
class Summary:
    """What games show, with intervals. Lists are by seat; shares are fractions of 1.

    `by_strategy` is empty unless the line-up rotated: otherwise a strategy never left its seat.
    """

    games: int
    blocks: int
    win_share: list[Estimate]
    mean_score: list[Estimate]
    winner_score: Estimate
    by_strategy: dict[str, StrategyEstimate]
    turns: Estimate
    counts: dict[str, Estimate]
    ended_by: dict[str, Estimate]
    tied_share: Estimate


def games_per_block(cell: Cell) -> int:
    """Games that share their deal and are therefore not independent of each other."""
    return cell.players if cell.rotate else 1


def whole_blocks(cell: Cell, games: int) -> int:
    """The number of games, raised to whole blocks: a deal is played in every rotation."""
    size = games_per_block(cell)
    return -(-games // size) * size


def totals(game: Game) -> dict[str, str]:
    """What a summary tells per game, all seats together: its name, and the column it adds up."""
    return {column.total: column.name for column in game.columns if column.total}


def cell_quantities(cell: Cell) -> dict[str, list[Quantity]]:
    """What the tally of a cell holds, by name."""
    return _quantities(cell.game, cell.players)


@cache
def _quantities(name: str, players: int) -> dict[str, list[Quantity]]:
    from analyzer.tally.quantities import (
        IS_SHARED,
        column_quantities,
        is_code,
        of_game,
        seat_wins,
        total,
    )

    game = get_game(name)
    # Code 0 is that of a game still running; no finished game has it.
    endings = range(len(game.endings) + 1)
    best = Quantity("score of the winner", "points", ("score",), lambda r: r["score"].max(axis=1))
    return {
        "win": seat_wins(players),
        "score": column_quantities("score", players, "seat"),
        "strategy_win": column_quantities("win", players, "strategy"),
        "strategy_score": column_quantities("score", players, "strategy"),
        "winner_score": [best],
        "turns": [of_game("turns", "turns", "turns")],
        "tied": [IS_SHARED],
        "ended_by": [is_code(str(code), "ended_by", code) for code in endings],
        **{key: [total(key, "per game", column)] for key, column in totals(game).items()},
    }


def tallied_columns(game: Game) -> list[str]:
    """The columns that `tally_rows` reads."""
    made = _quantities(game.name, game.player_counts[0])
    return sorted({name for group in made.values() for q in group for name in q.columns})


def layout(cell: Cell) -> dict[str, slice]:
    """Where each quantity stands in the tally of a cell."""
    slices, at = {}, 0
    for name, quantities in cell_quantities(cell).items():
        slices[name] = slice(at, at + len(quantities))
        at += len(quantities)
    return slices


def tally_part(cell: Cell, tally: BlockTally, name: str) -> BlockTally:
    """The quantities of one name, out of the tally of a cell."""
    at = layout(cell)[name]
    return tally.subset(range(at.start, at.stop))


def tally_unit(cell: Cell) -> int:
    """The unit in which every quantity of a block is a whole number."""
    from analyzer.statistics import share_unit

    unit = share_unit(cell.players)
    return unit if cell.rotate else unit // cell.players


def empty_tally(cell: Cell) -> BlockTally:
    """The tally of no games."""
    from analyzer.statistics import BlockTally

    size = max(s.stop for s in layout(cell).values())
    return BlockTally.empty(size, tally_unit(cell))


def cell_blocks(
    cell: Cell, rows: Mapping[str, np.ndarray], quantities: Sequence[Quantity]
) -> np.ndarray:
    """Means of the quantities over each block of a cell's rows: (blocks, quantities)."""
    from analyzer.tally.blocks import blocks_of, by_seat

    return blocks_of(by_seat(rows, cell.players), quantities, games_per_block(cell))


def tally_rows(cell: Cell, rows: Mapping[str, np.ndarray]) -> BlockTally:
    """Tallies the rows of whole blocks of games, in the order of `layout`."""
    from analyzer.statistics import BlockTally

    quantities = [q for group in cell_quantities(cell).values() for q in group]
    n_rows = len(next(iter(rows.values())))
    size = _BLOCKS_AT_ONCE * games_per_block(cell) * cell.players
    total = empty_tally(cell)
    for at in range(0, n_rows, size):
        few = {name: column[at : at + size] for name, column in rows.items()}
        total += BlockTally.of_blocks(cell_blocks(cell, few, quantities), tally_unit(cell))
    return total


def sampling(cell: Cell, is_open: bool = False, precision: float | None = None) -> Sampling:
    """How a cell was played, as far as its intervals ask."""
    from analyzer.statistics.choice import Sampling

    return Sampling(cell.players, not cell.rotate, is_open, precision)


def summarise(cell: Cell, blocks: BlockTally) -> Summary:
    """The estimates of a cell from its tally; independent games and rotated deals alike."""
    from analyzer.statistics import mean_interval, mean_intervals

    game, how = get_game(cell.game), sampling(cell)

    def part(name: str) -> BlockTally:
        return tally_part(cell, blocks, name)

    endings = [ending.name for ending in game.endings]
    shares = how.shares(part("ended_by").subset(range(1, len(endings) + 1)))
    return Summary(
        games=blocks.count * games_per_block(cell),
        blocks=blocks.count,
        win_share=how.shares(part("win")),
        mean_score=mean_intervals(part("score")),
        winner_score=mean_interval(part("winner_score")),
        by_strategy=_by_strategy(cell, part("strategy_win"), part("strategy_score")),
        turns=mean_interval(part("turns")),
        counts={name: mean_interval(part(name)) for name in totals(game)},
        ended_by=dict(zip(endings, shares, strict=True)),
        tied_share=how.share(part("tied")),
    )


def _by_strategy(cell: Cell, wins: BlockTally, scores: BlockTally) -> dict[str, StrategyEstimate]:
    """Results by strategy; one that is named several times counts by its mean."""
    from analyzer.statistics import mean_intervals
    from analyzer.statistics.choice import by_strategy

    if not cell.rotate:
        return {}
    names, weights = by_strategy(cell.strategies)
    shares = sampling(cell).shares(wins.combine(weights))
    means = mean_intervals(scores.combine(weights))
    return {
        name: StrategyEstimate(cell.strategies.count(name), share, mean)
        for name, share, mean in zip(names, shares, means, strict=True)
    }
