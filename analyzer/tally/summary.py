"""What a run shows, by any combination of columns, with intervals, in bounded memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from analyzer.errors import UsageError, nearest
from analyzer.playing.run import Run
from analyzer.statistics import BlockTally
from analyzer.tally.blocks import Tallies, distinct
from analyzer.tally.grouping import (
    Grouping,
    batches,
    cells_by_values,
    grouping_of,
    strategy_names,
    together,
    told,
    win_unit,
)

if TYPE_CHECKING:
    import pandas as pd

    from analyzer.statistics import Estimate
    from analyzer.statistics.choice import Sampling

ROWS = "rows"
MEANS = ("score", "rank", "turns")
_QUANTILES = {"turns_5": 0.05, "turns_median": 0.5, "turns_95": 0.95}
_FAMILY = ("seat", "strategy")
"""Rows of a summary that differ only in these have win shares whose intervals hold together."""


def summarise_run(
    run: Run, by: Sequence[str] = ("seat",), means: Sequence[str] = MEANS
) -> pd.DataFrame:
    """A table with a row for every combination of values of `by` that occurs.

    Columns: those of `by`; games, deals; win_share with win_share_low and win_share_high; every
    one of `means` with its _low and _high; turns_5, turns_median and turns_95 (quantiles of the
    games' lengths). Intervals are of 95 %, by deal; those of win shares hold together for rows
    that differ in seat or strategy only, all others stand for themselves. A run for a
    precision that has not got there yet has confidence sequences: somebody may have stopped it.
    """
    grouping = grouping_of(run, by)
    _check_means(run, means)
    means = [name for name in dict.fromkeys(means) if name not in by]
    whole = _of_classes(run, grouping, lambda cells: _class_table(run, grouping, cells, means))
    whole = _add_win_intervals(run, grouping, whole)
    return _in_order(run, grouping, whole[_column_order(grouping, means)])


def distribution(run: Run, column: str, by: Sequence[str] = ()) -> pd.DataFrame:
    """How often every value of a column occurs: columns of `by`, the value, rows, share, low, high.

    Shares are of the rows of a group; each interval stands for itself.
    """
    grouping = grouping_of(run, by)
    known = [c.name for c in run.game_of(0).columns]
    if column not in known:
        raise UsageError(f"no distribution of {column!r}{nearest(column, known)}")
    if column in by:
        raise UsageError(f"no distribution of {column} by {column} itself; group by other columns")
    whole = _of_classes(
        run, grouping, lambda cells: _class_distribution(run, grouping, cells, column)
    )
    order = [*grouping.by, column, ROWS, "share", "share_low", "share_high"]
    with_value = Grouping((*grouping.by, column), grouping.of_cell, (*grouping.of_row, column))
    return _in_order(run, with_value, whole[order])


def _of_classes(
    run: Run, grouping: Grouping, table_of: Callable[[Sequence[int]], pd.DataFrame]
) -> pd.DataFrame:
    """The tables of cells that agree in their own columns that are grouped by, with these."""
    import pandas as pd

    pieces = [
        table_of(cells).assign(**dict(zip(grouping.of_cell, values, strict=True)))
        for values, cells in cells_by_values(run, grouping.of_cell).items()
    ]
    whole = pd.concat(pieces, ignore_index=True)
    if not len(whole):
        raise UsageError(f"{run.folder} has no games yet")
    return whole


def _check_means(run: Run, means: Sequence[str]) -> None:
    numeric = {c.name for c in run.game_of(0).columns if not c.categories} - {"win", "strategy"}
    for name in means:
        if name not in numeric:
            raise UsageError(f"no mean of {name!r}{nearest(name, sorted(numeric))}")


def _class_table(
    run: Run, grouping: Grouping, cells: Sequence[int], means: Sequence[str]
) -> pd.DataFrame:
    """The summary of cells that agree in all of their own columns that are grouped by."""
    import pandas as pd

    keys, values = grouping.of_row, ["win", *means]
    by_deal, by_game, by_length = Tallies(), Tallies(), Tallies()
    for batch in batches(run, cells, [*keys, *values, "turns", "game"]):
        rows = together(batch)
        by_deal.add_rows([rows[k] for k in keys], rows["deal"], [rows[v] for v in values])
        by_length.add_rows([rows[k] for k in (*keys, "turns")], rows["deal"])
        for own in batch:
            by_game.add_rows([own[k] for k in keys], own["game"])
    lengths: dict[Any, dict[int, int]] = {}
    for (*key, turns), tally in by_length.items():
        lengths.setdefault(tuple(key), {})[turns] = int(tally.total[-1])
    players = [run.cells[cell].players for cell in cells]
    how = _sampling(run, min(players), is_independent=False)
    table = []
    for key, tally in by_deal.items():
        n_games = by_game[key].count
        row = _told_key(run, keys, key) | {"games": n_games, "deals": tally.count}
        row["_win"] = _win_share(tally, win_unit(run))
        row["_independent"] = _is_independent(tally)
        row["_players"] = min(players)
        row["_has_all_seats"] = tally.total[-1] == n_games * min(players) == n_games * max(players)
        for k, name in enumerate(means, 1):
            row |= _entry(name, how.mean(tally.ratio(k, -1)))
        row |= _quantiles(pd.Series(lengths[key]))
        table.append(row)
    return pd.DataFrame(table)


def _win_share(tally: BlockTally, unit: int) -> BlockTally:
    """The first quantity of a tally, counted in 1/unit, per row."""
    pair = tally.subset([0, -1])
    units = np.array([unit, 1])
    return BlockTally(pair.count, pair.total / units, pair.outer / np.outer(units, units)).ratio(
        0, 1
    )


def _class_distribution(
    run: Run, grouping: Grouping, cells: Sequence[int], column: str
) -> pd.DataFrame:
    """The distribution in cells that agree in all of their own columns that are grouped by."""
    import pandas as pd

    keys, players = grouping.of_row, min(run.cells[cell].players for cell in cells)
    groups, found = Tallies(), Tallies()
    for batch in batches(run, cells, [*keys, column]):
        rows = together(batch)
        own = [rows[k] for k in keys]
        groups.add_rows(own, rows["deal"])
        _, block = distinct([*own, rows["deal"]])
        # Added over a value's rows of a deal, this is their number times that of the group.
        of_group = np.bincount(block)[block]
        found.add_rows([*own, rows[column]], rows["deal"], [of_group])
    table = []
    for key, tally in found.items():
        group = groups[key[:-1]]
        # Deals in which the value does not occur count too: their rows are in the group's sums.
        mixed, n_rows, squares = tally.total[0], tally.total[1], tally.outer[1, 1]
        outer = np.array([[squares, mixed], [mixed, group.outer[0, 0]]])
        ratio = BlockTally(group.count, np.array([n_rows, group.total[0]]), outer).ratio(0, 1)
        share = _sampling(run, players, _is_independent(group)).share(ratio)
        row = _told_key(run, (*keys, column), key) | {ROWS: int(n_rows)}
        table.append(row | _entry("share", share))
    return pd.DataFrame(table)


def _told_key(run: Run, names: Sequence[str], key: Sequence[int]) -> dict[str, Any]:
    return {name: told(run, name, value) for name, value in zip(names, key, strict=True)}


def _is_independent(tally: BlockTally) -> bool:
    """Whether every deal has one row in the group, so that rows are independent."""
    return bool(tally.count == tally.total[-1] == tally.outer[-1, -1])


def _sampling(run: Run, players: int, is_independent: bool) -> Sampling:
    """How rows came about, as far as intervals ask; players: how many share the wins."""
    from analyzer.statistics.choice import Sampling

    precision = run.experiment.precision
    is_open = precision is not None and not run.is_finished
    return Sampling(players, is_independent, is_open, precision)


def _whole_share(tally: BlockTally, players: int) -> Estimate:
    """The share of all seats of the games together: known without playing."""
    from analyzer.statistics import LEVEL, Estimate

    return Estimate(1 / players, 1 / players, 1 / players, LEVEL, tally.count)


def _add_win_intervals(run: Run, grouping: Grouping, table: pd.DataFrame) -> pd.DataFrame:
    """Adds the win shares; how many hold together is known only from the whole table."""
    others = [name for name in grouping.by if name not in _FAMILY]
    has_family = len(others) < len(grouping.by)
    if has_family and others:
        sizes = table.groupby(others, observed=True)["games"].transform("size")
    else:
        sizes = table["games"] * 0 + (len(table) if has_family else 1)
    columns = ("_win", "_independent", "_players", "_has_all_seats")
    shares = [
        _whole_share(tally, int(players))
        if has_all_seats
        else _sampling(run, int(players), independent).share(tally, _n_claims(int(size)))
        for tally, independent, players, has_all_seats, size in zip(
            *(table[name] for name in columns), sizes, strict=True
        )
    ]
    table["win_share"] = [share.value for share in shares]
    table["win_share_low"] = [share.low for share in shares]
    table["win_share_high"] = [share.high for share in shares]
    return table


def _n_claims(family: int) -> int:
    """How many numbers a family of shares is: two shares that add up to 1 are one."""
    return 1 if family == 2 else family


def _entry(name: str, estimate: Estimate) -> dict[str, float]:
    return {name: estimate.value, f"{name}_low": estimate.low, f"{name}_high": estimate.high}


def _quantiles(counts: pd.Series[int]) -> dict[str, float]:
    """Quantiles of the lengths of games from how often each occurs."""
    ordered = counts.sort_index()
    upto = ordered.cumsum()
    return {
        name: float(upto.index[int((upto < share * upto.iloc[-1]).sum())])
        for name, share in _QUANTILES.items()
    }


def _column_order(grouping: Grouping, means: Iterable[str]) -> list[str]:
    names = ["win_share", *means]
    estimates = [f"{name}{end}" for name in names for end in ("", "_low", "_high")]
    return [*grouping.by, "games", "deals", *estimates, *_QUANTILES]


def _in_order(run: Run, grouping: Grouping, table: pd.DataFrame) -> pd.DataFrame:
    """The rows sorted by their groups, coded columns in the order of the game's own list."""
    import pandas as pd

    kinds = {column.name: column.categories for column in run.game_of(0).columns}
    kinds["strategy"] = tuple(strategy_names(run))
    for name in grouping.by:
        if kinds.get(name):
            occurring = [c for c in kinds[name] if c in set(table[name])]
            coded = pd.Categorical(table[name], categories=occurring, ordered=False)
            table = table.assign(**{name: coded})
    if grouping.by:
        table = table.sort_values(list(grouping.by), kind="stable")
    return table.reset_index(drop=True)
