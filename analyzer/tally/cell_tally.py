"""What many games of one cell show: rows become tallies, tallies add, sums become estimates.

A *block* is what is independent of everything else: a game, or with `rotate` the games of one
deal. The tallies hold whole numbers, so the sums are the same however the games were split.
Knows games only through the `Game` interface.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from analyzer.cell import Cell
from analyzer.game import Column
from analyzer.games import get_game

if TYPE_CHECKING:
    import numpy as np

    from analyzer.statistics import BlockTally, Estimate

COUNTS = {
    "placements": "placements",
    "attacks": "attacks_made",
    "extra_growths": "extra_growths",
    "eats": "corals_eaten",
    "locks": "locks",
    "space_algas": "space_algas",
}
"""What is reported per game, all seats together: name, and the column of the game it sums."""

UNFINISHED = "running"  # the ending that no finished game has


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


def endings(columns: Iterable[Column]) -> tuple[str, ...]:
    """The names of the ways in which a game can end."""
    return next(c.categories for c in columns if c.name == "ended_by")


def layout(cell: Cell) -> dict[str, slice]:
    """Where each quantity stands in the tally of a cell."""
    columns = get_game(cell.game).columns
    names = {c.name for c in columns}
    n = cell.players
    sizes = {
        "win": n,
        "score": n,
        "strategy_win": n,
        "strategy_score": n,
        "winner_score": 1,
        "turns": 1,
        "tied": 1,
        "ended_by": len(endings(columns)),
        **{name: 1 for name, column in COUNTS.items() if column in names},
    }
    slices, at = {}, 0
    for name, size in sizes.items():
        slices[name] = slice(at, at + size)
        at += size
    return slices


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


def tally_rows(cell: Cell, rows: Mapping[str, np.ndarray]) -> BlockTally:
    """Tallies the rows of whole blocks of games, in the order of `layout`."""
    import numpy as np

    from analyzer.statistics import BlockTally

    at, n = layout(cell), cell.players

    def by_seat(name: str) -> np.ndarray:
        """A column as (games, seats)."""
        return rows[name].reshape(-1, n)

    seat_of_strategy = np.argsort(by_seat("strategy"), axis=1)
    games = np.empty((len(seat_of_strategy), max(s.stop for s in at.values())))
    for name in ("win", "score"):
        games[:, at[name]] = by_seat(name)
        moved = np.take_along_axis(by_seat(name), seat_of_strategy, axis=1)
        games[:, at[f"strategy_{name}"]] = moved
    games[:, at["winner_score"]] = by_seat("score").max(axis=1, keepdims=True)
    games[:, at["turns"]] = by_seat("turns")[:, :1]
    games[:, at["tied"]] = by_seat("winners")[:, :1] > 1
    kinds = np.arange(at["ended_by"].stop - at["ended_by"].start)
    games[:, at["ended_by"]] = by_seat("ended_by")[:, :1] == kinds
    for name, column in COUNTS.items():
        if name in at:
            games[:, at[name]] = by_seat(column).sum(axis=1, keepdims=True)
    blocks = games.reshape(-1, games_per_block(cell), games.shape[1]).mean(axis=1)
    return BlockTally.of_blocks(blocks, tally_unit(cell))


def summarise(cell: Cell, blocks: BlockTally) -> Summary:
    """The estimates of a cell from its tally; independent games and rotated deals alike."""
    from analyzer.statistics import mean_interval, mean_intervals

    at = layout(cell)

    def part(name: str) -> BlockTally:
        return blocks.subset(range(at[name].start, at[name].stop))

    kinds = endings(get_game(cell.game).columns)
    finished = [k for k, name in enumerate(kinds) if name != UNFINISHED]
    shares = _together(cell, part("ended_by").subset(finished))
    return Summary(
        games=blocks.count * games_per_block(cell),
        blocks=blocks.count,
        win_share=_together(cell, part("win")),
        mean_score=mean_intervals(part("score")),
        winner_score=mean_interval(part("winner_score")),
        by_strategy=_by_strategy(cell, part("strategy_win"), part("strategy_score")),
        turns=mean_interval(part("turns")),
        counts={name: mean_interval(part(name)) for name in COUNTS if name in at},
        ended_by={kinds[k]: share for k, share in zip(finished, shares, strict=True)},
        tied_share=_single(cell, part("tied")),
    )


def _together(cell: Cell, shares: BlockTally) -> list[Estimate]:
    """Shares that add up to 1, with intervals that hold together."""
    from analyzer.statistics import goodman_intervals, share_intervals

    return share_intervals(shares) if cell.rotate else goodman_intervals(shares.total / shares.unit)


def _single(cell: Cell, share: BlockTally) -> Estimate:
    """One share with its interval."""
    from analyzer.statistics import share_interval, wilson_interval

    if cell.rotate:
        return share_interval(share)
    return wilson_interval(float(share.total[0]) / share.unit, share.count)


def _by_strategy(cell: Cell, wins: BlockTally, scores: BlockTally) -> dict[str, StrategyEstimate]:
    """Results by strategy; one that is named several times counts by its mean."""
    from analyzer.statistics import mean_intervals, share_intervals

    if not cell.rotate:
        return {}
    copies = {spec: [float(spec == other) for other in cell.strategies] for spec in cell.strategies}
    weights = [[one / sum(row) for one in row] for row in copies.values()]
    shares, means = share_intervals(wins.combine(weights)), mean_intervals(scores.combine(weights))
    return {
        spec: StrategyEstimate(int(sum(row)), share, mean)
        for (spec, row), share, mean in zip(copies.items(), shares, means, strict=True)
    }
