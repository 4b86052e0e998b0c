"""How fair the seats are by handicap, for runs whose cells differ in nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pandas as pd

from analyzer.cells import Cell
from analyzer.playing.run import Run
from analyzer.reporting.estimates import row
from analyzer.statistics import unfairness
from analyzer.statistics.choice import FIXED
from analyzer.studies.vectors import printed_vector, vector_text
from analyzer.tally.sums import CellSums


def handicap_table(run: Run, sums: Sequence[CellSums]) -> pd.DataFrame:
    """A row for every vector, as the figure `handicap_map` takes them; empty for other runs."""
    handicap = run.game_of(0).handicap
    if handicap is None or len(run.cells) < 2:
        return pd.DataFrame()
    parameter = handicap.parameter
    if len({_without(cell, parameter) for cell in run.cells}) > 1:
        return pd.DataFrame()
    rows = []
    for index, (cell, cell_sums) in enumerate(zip(run.cells, sums, strict=True)):
        if not cell_sums.games:
            continue
        wins = cell_sums.part("win")
        line = {
            "cell": index,
            "handicap": vector_text(printed_vector(cell, parameter)),
            **row(unfairness(wins).largest, "unfairness", cell_sums.games),
            "is_printed": parameter not in dict(cell.overrides),
            "interval": FIXED,
        }
        if cell.players == 2:
            line["advantage"] = float(wins.mean[0]) - 0.5
        rows.append(line)
    return pd.DataFrame(rows)


def _without(cell: Cell, parameter: str) -> Cell:
    others = tuple((name, value) for name, value in cell.overrides if name != parameter)
    return replace(cell, overrides=others)
