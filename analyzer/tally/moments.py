"""Sums over deals, group by group, in memory that does not depend on the number of games.

The games of one deal are not independent, and rows of one game even less. So values are first
summed within each deal; the sums' own sums and products ("moments") are what intervals need.
Where several cells fall into one group and were played on the same deals, a deal is summed over
all of them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from analyzer.errors import UsageError
from analyzer.experiment import settings_text
from analyzer.playing.load import CELL_COLUMNS, all_columns, part_frame
from analyzer.playing.parts import Part
from analyzer.playing.run import Run
from analyzer.tally.cell_tally import games_per_block

if TYPE_CHECKING:
    import pandas as pd

ROWS = "rows"
_ALL = "all"  # the group of everything, where no column of the rows is grouped by


@dataclass(frozen=True, slots=True)
class Grouping:
    """Columns to group by: those that a cell has as a whole, and those of rows."""

    by: tuple[str, ...]
    of_cell: tuple[str, ...]
    of_row: tuple[str, ...]


def grouping_of(run: Run, by: Sequence[str]) -> Grouping:
    """What can be grouped by: columns, and rule parameters that some cell overrides."""
    columns = set(all_columns(run))
    overridden = {name for cell in run.cells for name, _ in cell.overrides} - columns
    for name in by:
        if name not in columns | overridden:
            known = ", ".join([*all_columns(run), *sorted(overridden)])
            raise UsageError(f"cannot group by {name!r}; known are {known}")
    if len(set(by)) < len(by):
        raise UsageError(f"cannot group by {', '.join(by)}: a column is named twice")
    cell_level = overridden | set(CELL_COLUMNS)
    return Grouping(
        tuple(by),
        tuple(name for name in by if name in cell_level),
        tuple(name for name in by if name not in cell_level),
    )


def cell_values(run: Run, cell: int, names: Sequence[str]) -> tuple[Any, ...]:
    """The values of a cell's own columns."""
    from analyzer.experiment import line_up_text, rules_text

    settings = run.cells[cell]
    values: dict[str, object] = {
        **{name: settings_text(value) for name, value in settings.overrides},
        "cell": cell,
        "players": settings.players,
        "ruleset": settings.ruleset,
        "rules": rules_text(settings),
        "line_up": line_up_text(settings),
    }
    return tuple(values.get(name, "-") for name in names)


def cells_by_values(run: Run, names: Sequence[str]) -> dict[tuple[Any, ...], list[int]]:
    """The cells that agree in some of their own columns."""
    found: dict[tuple[Any, ...], list[int]] = {}
    for cell in range(len(run.cells)):
        found.setdefault(cell_values(run, cell, names), []).append(cell)
    return found


def win_unit(run: Run) -> int:
    """The unit in which every share of a win is a whole number, so that sums are exact."""
    return math.lcm(*range(1, max(cell.players for cell in run.cells) + 1))


def frames(run: Run, cells: Sequence[int], columns: Sequence[str]) -> Iterator[list[pd.DataFrame]]:
    """The rows of some cells in batches: no deal is in two batches of cells that share deals.

    A batch is a list of tables, one for every cell that has something there.
    """
    if len(cells) == 1 or not run.experiment.pairing:
        for cell in cells:
            for part in run.parts[cell]:
                yield [_frame(run, cell, part, columns)]
        return
    width = max(run.manifest.part_games[c] // games_per_block(run.cells[c]) for c in cells)
    for first in range(0, max(run.deals(cell) for cell in cells), width):
        batch = [
            piece
            for cell in cells
            for piece in _deal_frames(run, cell, first, first + width, columns)
        ]
        if batch:
            yield batch


def _deal_frames(
    run: Run, cell: int, first: int, last: int, columns: Sequence[str]
) -> Iterator[pd.DataFrame]:
    """The rows of deals [first, last) of a cell."""
    size = games_per_block(run.cells[cell])
    for part in run.parts[cell]:
        if part.first < last * size and part.last > first * size:
            frame = _frame(run, cell, part, columns)
            inside = (frame["deal"] >= first) & (frame["deal"] < last)
            yield frame[inside]


def _frame(run: Run, cell: int, part: Part, columns: Sequence[str]) -> pd.DataFrame:
    """A part with whole numbers only: wins in `win_unit`."""
    frame = part_frame(run, cell, part, list(dict.fromkeys([*columns, "deal"])))
    if "win" in frame:
        frame["win"] = (frame["win"].astype("float64") * win_unit(run)).round().astype("int64")
    frame[_ALL] = 0
    return frame


def deal_sums(
    batch: list[pd.DataFrame], keys: Sequence[str], values: Sequence[str]
) -> pd.DataFrame:
    """Sums of values, and the number of rows, by keys and deal."""
    import pandas as pd

    pieces = []
    for frame in batch:
        grouped = frame.groupby([*keys, "deal"], observed=True, sort=False)
        sums = grouped[list(values)].sum().astype("int64")
        sums[ROWS] = grouped.size()
        pieces.append(_plain_index(sums))
    if len(pieces) == 1:
        return pieces[0]
    together = pd.concat(pieces)
    return together.groupby(level=list(together.index.names), sort=False).sum()


def _plain_index(frame: pd.DataFrame) -> pd.DataFrame:
    """Categories as plain values: those of two parts need not agree."""
    import pandas as pd

    def plain(level: Any) -> Any:
        return level.astype(object) if isinstance(level.dtype, pd.CategoricalDtype) else level

    if isinstance(frame.index, pd.MultiIndex):
        frame.index = frame.index.set_levels([plain(level) for level in frame.index.levels])
    else:
        frame.index = plain(frame.index)
    return frame


def row_counts(frame: pd.DataFrame, keys: Sequence[str]) -> pd.DataFrame:
    """Numbers of rows by keys."""
    counts = frame.groupby(list(keys), observed=True, sort=False).size().to_frame(ROWS)
    return _plain_index(counts)


def moments_of(sums: pd.DataFrame, keys: Sequence[str], values: Sequence[str]) -> pd.DataFrame:
    """By keys: deals, rows and the sums and products over deals that estimates need."""
    import pandas as pd

    rows = sums[ROWS]
    table = {"deals": rows * 0 + 1, ROWS: rows, "rows_rows": rows * rows}
    for name in values:
        table[name] = sums[name]
        table[f"{name}_{name}"] = sums[name] * sums[name]
        table[f"{name}_rows"] = sums[name] * rows
    return pd.DataFrame(table).groupby(level=list(keys), sort=False).sum()


def added(total: pd.DataFrame | None, more: pd.DataFrame) -> pd.DataFrame:
    """The sum of two tables of moments."""
    import pandas as pd

    if total is None:
        return more
    together = pd.concat([total, more])
    return together.groupby(level=list(together.index.names), sort=False).sum()


def row_keys(grouping: Grouping) -> list[str]:
    """The columns of rows to group by: never none, as pandas needs one."""
    return list(grouping.of_row) or [_ALL]
