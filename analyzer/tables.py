"""Which figure shows a table: said by whoever makes the table, read by `reports`."""

from __future__ import annotations

from dataclasses import asdict, dataclass


@dataclass(frozen=True, slots=True)
class Shown:
    """How a table is shown.

    figure: the name of the figure in `reports`. heading: of its section; empty for the table's
    name. split: the column by whose values it becomes several figures. is_by_cell: one figure for
    each cell of a run. axis: what the column `member` holds, `colour` for instance. unit: of its
    numbers.
    """

    figure: str
    heading: str = ""
    split: str = ""
    is_by_cell: bool = False
    axis: str = ""
    unit: str = ""

    def as_json(self) -> dict[str, str | bool]:
        """As `results.json` stores it: what says nothing is left out."""
        return {name: value for name, value in asdict(self).items() if value}
