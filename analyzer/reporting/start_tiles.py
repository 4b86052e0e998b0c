"""How fair the seats are by start tiles, for runs whose cells differ in nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pandas as pd

from analyzer.cell import Cell
from analyzer.play.run import Run
from analyzer.reporting.estimates import FIXED, row
from analyzer.statistics import unfairness
from analyzer.tally.sums import CellSums, tally_part

PARAMETER = "start_tiles"


def start_tile_table(run: Run, sums: Sequence[CellSums]) -> pd.DataFrame:
    """A row for every vector, as the figure `start_tile_map` takes them; empty for other runs."""
    known = {column.name for column in run.game_of(0).columns}
    alike = {_without_tiles(cell) for cell in run.cells}
    if len(run.cells) < 2 or len(alike) > 1 or PARAMETER not in known:
        return pd.DataFrame()
    rows = []
    for index, cell_sums in enumerate(sums):
        if cell_sums.games:
            tally = tally_part(cell_sums, "win")
            line = {
                "cell": index,
                "start_tiles": ",".join(map(str, _tiles(run, index))),
                **row(unfairness(tally).largest, "unfairness", cell_sums.games),
                "is_printed": PARAMETER not in dict(run.cells[index].overrides),
                "interval": FIXED,
            }
            if run.cells[index].players == 2:
                line["advantage"] = float(tally.mean[0]) - 0.5
            rows.append(line)
    return pd.DataFrame(rows)


def _without_tiles(cell: Cell) -> Cell:
    others = tuple((name, value) for name, value in cell.overrides if name != PARAMETER)
    return replace(cell, overrides=others)


def _tiles(run: Run, index: int) -> list[int]:
    """The start tiles by seat, from the first game of a cell."""
    rows = run.part_rows(index, run.parts[index][0], [PARAMETER])
    return [int(n) for n in rows[PARAMETER][: run.cells[index].players]]
