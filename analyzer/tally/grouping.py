"""What the rows of a run can be grouped by, and the rows so that groups can be added up.

Where several cells fall into one group and were played on the same deals, a deal is summed over
all of them; memory does not depend on the number of games.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from analyzer.errors import UsageError, nearest
from analyzer.experiment import settings_text
from analyzer.playing.load import CELL_COLUMNS, all_columns
from analyzer.playing.parts import Part
from analyzer.playing.run import Run
from analyzer.tally.cell_tally import games_per_block

if TYPE_CHECKING:
    from analyzer.playing.parts import Rows


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
            known = [*all_columns(run), *sorted(overridden)]
            raise UsageError(f"cannot group by {name!r}{nearest(name, known)}")
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


def batches(run: Run, cells: Sequence[int], columns: Sequence[str]) -> Iterator[list[Rows]]:
    """The rows of some cells in batches: no deal is in two batches of cells that share deals.

    A batch has the rows of every cell that has something there. All columns are whole numbers: wins
    in `win_unit`, strategies as places in `strategy_names`.
    """
    if len(cells) == 1 or not run.experiment.pairing:
        for cell in cells:
            for part in run.parts[cell]:
                yield [_part_rows(run, cell, part, columns)]
        return
    width = max(run.manifest.part_games[c] // games_per_block(run.cells[c]) for c in cells)
    for first in range(0, max(run.deals(cell) for cell in cells), width):
        batch = [
            piece
            for cell in cells
            for piece in _deal_rows(run, cell, first, first + width, columns)
        ]
        if batch:
            yield batch


def _deal_rows(
    run: Run, cell: int, first: int, last: int, columns: Sequence[str]
) -> Iterator[Rows]:
    """The rows of deals [first, last) of a cell."""
    size = games_per_block(run.cells[cell])
    for part in run.parts[cell]:
        if part.first < last * size and part.last > first * size:
            rows = _part_rows(run, cell, part, columns)
            inside = (rows["deal"] >= first) & (rows["deal"] < last)
            yield {name: column[inside] for name, column in rows.items()}


def _part_rows(run: Run, cell: int, part: Part, columns: Sequence[str]) -> Rows:
    rows = dict(run.part_rows(cell, part, list(dict.fromkeys([*columns, "deal"]))))
    if "win" in rows:
        rows["win"] = np.rint(rows["win"].astype(np.float64) * win_unit(run)).astype(np.int64)
    if "strategy" in rows:
        names = strategy_names(run)
        places = np.array([names.index(spec) for spec in run.cells[cell].strategies])
        rows["strategy"] = places[rows["strategy"]]
    return rows


def together(batch: list[Rows]) -> Rows:
    """The rows of a batch in one."""
    return {name: np.concatenate([rows[name] for rows in batch]) for name in batch[0]}


def strategy_names(run: Run) -> list[str]:
    """The strategies of all cells, in the order of their first mention."""
    return list(dict.fromkeys(spec for cell in run.cells for spec in cell.strategies))


def told(run: Run, column: str, value: int) -> Any:
    """A value of `batches` as a table tells it."""
    if column == "win":
        return value / win_unit(run)
    if column == "strategy":
        return strategy_names(run)[value]
    kinds = {c.name: c.categories for c in run.game_of(0).columns}
    return kinds[column][value] if kinds[column] else value
