"""What a run shows, by any combination of columns, with intervals, in bounded memory."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from analyzer.errors import UsageError
from analyzer.playing.run import Run
from analyzer.tally.moments import (
    ROWS,
    Grouping,
    added,
    cells_by_values,
    deal_sums,
    frames,
    grouping_of,
    moments_of,
    row_counts,
    row_keys,
    win_unit,
)

if TYPE_CHECKING:
    import pandas as pd

    from analyzer.statistics import BlockTally, Estimate
    from analyzer.statistics.choice import Sampling

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
    import pandas as pd

    grouping = grouping_of(run, by)
    _check_means(run, means)
    pieces = []
    for values, cells in cells_by_values(run, grouping.of_cell).items():
        table = _class_table(run, grouping, cells, tuple(dict.fromkeys(means)))
        for name, value in zip(grouping.of_cell, values, strict=True):
            table[name] = value
        pieces.append(table)
    whole = pd.concat(pieces, ignore_index=True)
    if not len(whole):
        raise UsageError(f"{run.folder} has no games yet")
    whole = _add_win_intervals(run, grouping, whole)
    return _in_order(run, grouping, whole[_column_order(grouping, means)])


def distribution(run: Run, column: str, by: Sequence[str] = ()) -> pd.DataFrame:
    """How often every value of a column occurs: columns of `by`, the value, rows, share, low, high.

    Shares are of the rows of a group; each interval stands for itself.
    """
    import pandas as pd

    grouping = grouping_of(run, by)
    known = [c.name for c in run.game_of(0).columns]
    if column not in known:
        raise UsageError(f"no distribution of {column!r}; known are {', '.join(known)}")
    if column in by:
        raise UsageError(f"no distribution of {column} by {column} itself; group by other columns")
    pieces = []
    for values, cells in cells_by_values(run, grouping.of_cell).items():
        table = _class_distribution(run, grouping, cells, column)
        for name, value in zip(grouping.of_cell, values, strict=True):
            table[name] = value
        pieces.append(table)
    whole = pd.concat(pieces, ignore_index=True)
    if not len(whole):
        raise UsageError(f"{run.folder} has no games yet")
    order = [*grouping.by, column, ROWS, "share", "share_low", "share_high"]
    with_value = Grouping((*grouping.by, column), grouping.of_cell, (*grouping.of_row, column))
    return _in_order(run, with_value, whole[order])


def _check_means(run: Run, means: Sequence[str]) -> None:
    numeric = {c.name for c in run.game_of(0).columns if not c.categories} - {"win", "strategy"}
    for name in means:
        if name not in numeric:
            raise UsageError(f"no mean of {name!r}; known are {', '.join(sorted(numeric))}")


def _class_table(
    run: Run, grouping: Grouping, cells: Sequence[int], means: tuple[str, ...]
) -> pd.DataFrame:
    """The summary of cells that agree in all of their own columns that are grouped by."""
    import pandas as pd

    keys, values = row_keys(grouping), ["win", *means]
    total: pd.DataFrame | None = None
    lengths: pd.DataFrame | None = None
    games: pd.DataFrame | None = None
    columns = [*grouping.of_row, *values, "turns", "game"]
    for batch in frames(run, cells, columns):
        total = added(total, moments_of(deal_sums(batch, keys, values), keys, values))
        for frame in batch:
            lengths = added(lengths, row_counts(frame, [*keys, "turns"]))
            games = added(games, row_counts(frame.drop_duplicates([*keys, "game"]), keys))
    if total is None or lengths is None or games is None:
        return pd.DataFrame()
    # pandas 2 warns of a list of one level and gives bare keys, pandas 3 would give tuples
    level = keys if len(keys) > 1 else keys[0]
    of_group = {
        _as_tuple(key): counts.droplevel(list[Hashable](keys))
        for key, counts in lengths[ROWS].groupby(level=level, sort=False)
    }
    rows = []
    for (key, sums), n_games in zip(
        total.iterrows(), games[ROWS].reindex(total.index), strict=True
    ):
        row: dict[str, Any] = dict(zip(keys, _as_tuple(key), strict=True))
        row |= {"games": int(n_games), "deals": int(sums["deals"])}
        row["_win"] = _ratio_tally(sums, "win", win_unit(run))
        row["_independent"] = _is_independent(sums)
        players = [run.cells[cell].players for cell in cells]
        row["_players"] = min(players)
        row["_has_all_seats"] = bool(sums[ROWS] == n_games * min(players) == n_games * max(players))
        how = _sampling(run, min(players), is_independent=False)
        for name in means:
            row |= _entry(name, how.mean(_ratio_tally(sums, name)))
        row |= _quantiles(of_group[_as_tuple(key)])
        rows.append(row)
    return pd.DataFrame(rows)


def _class_distribution(
    run: Run, grouping: Grouping, cells: Sequence[int], column: str
) -> pd.DataFrame:
    """The distribution in cells that agree in all of their own columns that are grouped by."""
    import pandas as pd

    keys, players = row_keys(grouping), min(run.cells[cell].players for cell in cells)
    deals: pd.DataFrame | None = None
    counts: pd.DataFrame | None = None
    for batch in frames(run, cells, [*grouping.of_row, column]):
        sums = deal_sums(batch, keys, [])
        deals = added(deals, moments_of(sums, keys, []))
        of_value = deal_sums(batch, [*keys, column], []).rename(columns={ROWS: "value"})
        joined = of_value.join(sums, on=[*keys, "deal"])
        counts = added(counts, moments_of(joined, [*keys, column], ["value"]))
    if deals is None or counts is None:
        return pd.DataFrame()
    rows = []
    for key, found in counts.iterrows():
        *group, _ = _as_tuple(key)
        # Deals in which the value does not occur count too: their rows are in the group's sums.
        of_group = deals.loc[_as_key(tuple(group))]
        for name in ("deals", ROWS, "rows_rows"):
            found[name] = of_group[name]
        how = _sampling(run, players, _is_independent(found))
        share = how.share(_ratio_tally(found, "value"))
        rows.append(
            {
                **dict(zip([*keys, column], _as_tuple(key), strict=True)),
                ROWS: int(found["value"]),
                **_entry("share", share),
            }
        )
    return pd.DataFrame(rows)


def _ratio_tally(sums: pd.Series[Any], name: str, unit: int = 1) -> BlockTally:
    """The tally of a mean per row, from the moments of sums and row counts by deal."""
    import numpy as np

    from analyzer.statistics import BlockTally

    value, rows = float(sums[name]) / unit, float(sums[ROWS])
    mixed = float(sums[f"{name}_rows"]) / unit
    squares = [[float(sums[f"{name}_{name}"]) / unit**2, mixed], [mixed, float(sums["rows_rows"])]]
    return BlockTally(int(sums["deals"]), np.array([value, rows]), np.array(squares)).ratio(0, 1)


def _is_independent(sums: pd.Series[Any]) -> bool:
    """Whether every deal has one row in the group, so that rows are independent."""
    return bool(sums["deals"] == sums[ROWS] == sums["rows_rows"])


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
    names = list(dict.fromkeys(spec for cell in run.cells for spec in cell.strategies))
    kinds["strategy"] = tuple(names)
    for name in grouping.by:
        if kinds.get(name):
            occurring = [c for c in kinds[name] if c in set(table[name])]
            coded = pd.Categorical(table[name], categories=occurring, ordered=False)
            table = table.assign(**{name: coded})
    if grouping.by:
        table = table.sort_values(list(grouping.by), kind="stable")
    return table.reset_index(drop=True)


def _as_tuple(key: Any) -> tuple[Any, ...]:
    return key if isinstance(key, tuple) else (key,)


def _as_key(key: tuple[Any, ...]) -> Any:
    return key if len(key) > 1 else key[0]
